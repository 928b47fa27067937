"""The pool, when the database is away and when it comes back."""

import asyncio
import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

import appdb.pool
from appdb.embedded import EmbeddedPostgres
from appdb.pool import AppDatabase
from errors import SettingsError


@pytest.fixture
def own_server() -> Iterator[EmbeddedPostgres]:
    """A server that a test may kill."""
    base = Path(tempfile.mkdtemp(prefix="wenshu-"))
    with EmbeddedPostgres(base / "data") as server:
        yield server
    shutil.rmtree(base, ignore_errors=True)


async def test_killed_database_is_told_and_its_return_is_noticed(
    own_server: EmbeddedPostgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(appdb.pool, "GET_TIMEOUT_S", 1.0)
    async with await AppDatabase.open(own_server.url(), size=2) as database:
        assert await database.row("SELECT 1 AS one") == {"one": 1}
        os.kill(int((own_server.cluster / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)
        with pytest.raises(SettingsError) as refused:
            for _ in range(100):  # its children answer a moment longer
                await database.row("SELECT 1")
                await asyncio.sleep(0.05)
        assert refused.value.code == "storage_unreachable"
        await asyncio.to_thread(own_server.ensure)
        assert await first_answer(database) == {"two": 2}


async def first_answer(database: AppDatabase) -> object:
    """Ask until the database answers, as people do."""
    for _ in range(20):
        try:
            return await database.row("SELECT 2 AS two")
        except SettingsError:
            await asyncio.sleep(0.1)
    return None


async def test_connections_the_server_dropped_are_replaced(
    app_database: AppDatabase, postgres: EmbeddedPostgres
) -> None:
    await app_database.row("SELECT 1")
    with psycopg.connect(postgres.url(), autocommit=True) as other:
        other.execute(
            sql.SQL("SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE usename = 'wenshu'")
        )
    assert await app_database.row("SELECT 3 AS three") == {"three": 3}


async def test_database_that_is_not_there_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(appdb.pool, "OPEN_TIMEOUT_S", 1.0)
    with pytest.raises(SettingsError) as refused:
        await AppDatabase.open("postgresql://nobody@127.0.0.1:9/none")
    assert refused.value.code == "app_database_unreachable"
