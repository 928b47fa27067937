"""A network that hangs, an endless lock and a slow query: three sentences, on each server."""

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from typing import Any

import psycopg
import pymysql
import pytest
from sqlalchemy.engine import make_url

from config.wording import say_error
from database.runners.base import Limits, Runner
from database.runners.keepalive import COUNT, IDLE_S, INTERVAL_S, keep_alive
from database.runners.mysql import MysqlRunner
from database.runners.postgres import PostgresRunner
from errors import ConnectionFailedError, DatabaseError, QueryTimeoutError
from tests.fakes.tunnel import tunnel
from tests.integration.mariadb import private_mariadb

QUICK = Limits(timeout_ms=400)
WAITS = {  # as long as they are in service the same is seen, later
    "postgres.LOCK_TIMEOUT_MS": 1000,
    "postgres.GET_CONNECTION_S": 1,
    "mysql.LOCK_TIMEOUT_S": 1,
    "mysql.SOCKET_SLACK_S": 2,
}
SLOW = {
    "postgres": "SELECT count(*) FROM generate_series(1, 1000000000)",
    "mysql": "SELECT count(*) FROM seq_1_to_1000000000 a, seq_1_to_1000000000 b",
}


@pytest.fixture(scope="module")
def mariadb() -> Iterator[str]:
    with private_mariadb() as url:
        with pymysql.connect(unix_socket=str(make_url(url).query["unix_socket"]), user="root") as server:
            server.cursor().execute("CREATE DATABASE asked")
            server.cursor().execute("CREATE TABLE asked.shops (id int)")
        yield url


@pytest.fixture(params=["postgres", "mysql"])
async def asked(request: pytest.FixtureRequest) -> AsyncIterator[tuple[str, Runner, Any, Any]]:
    """Return the engine, a runner through a tunnel, the tunnel's event, and a second connection beside it."""
    if request.param == "postgres":
        url = make_url(request.getfixturevalue("empty_database_url"))
        other: Any = psycopg.connect(url.render_as_string(False))
        other.execute("CREATE TABLE shops (id int)")
        other.commit()
        async with tunnel(f"{url.query['host']}/.s.PGSQL.5432") as (port, flowing):
            address = f"postgresql://postgres@127.0.0.1:{port}/{url.database}"
            runner: Runner = PostgresRunner(address, name="shop", pool_size=2)
            yield request.param, runner, flowing, other
            flowing.set()
            await runner.close()
    else:
        path = str(make_url(request.getfixturevalue("mariadb")).query["unix_socket"])
        other = pymysql.connect(unix_socket=path, user="root", database="asked")
        async with tunnel(path) as (port, flowing):
            address = f"mysql://root@127.0.0.1:{port}/asked"
            runner = MysqlRunner(address, name="shop", schema="asked", pool_size=2, timezone="UTC")
            yield request.param, runner, flowing, other
            flowing.set()
            await runner.close()
    other.close()


async def test_a_network_that_hangs_a_lock_and_a_slow_query_are_three_sentences(
    asked: tuple[str, Runner, Any, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    for constant, less in WAITS.items():
        monkeypatch.setattr(f"database.runners.{constant}", less)
    engine, runner, flowing, other = asked
    assert (await runner.run("SELECT count(*) FROM shops", (), Limits())).rows == ((0,),)
    said = []

    with pytest.raises(QueryTimeoutError) as slow:
        await runner.run(SLOW[engine], (), QUICK)
    said.append(slow.value)

    _lock(engine, other)
    with pytest.raises(DatabaseError) as locked:
        await runner.run("SELECT count(*) FROM shops", (), Limits(timeout_ms=8000))
    said.append(locked.value)
    other.rollback()

    asking = asyncio.create_task(runner.run(SLOW[engine], (), Limits(timeout_ms=1500)))
    await asyncio.sleep(0.5)
    flowing.clear()  # the server ends the statement, and nobody hears of it
    with pytest.raises(ConnectionFailedError) as silent:
        await asking
    said.append(silent.value)
    assert [error.code for error in said] == ["query_timeout", "query_locked", "database_silent"]
    assert len({say_error(error, language) for error in said for language in ("zh", "en")}) == 6


async def test_a_lock_is_told_from_a_slow_query_also_where_a_query_has_little_time(
    asked: tuple[str, Runner, Any, Any],
) -> None:
    engine, runner, _, other = asked
    _lock(engine, other)
    with pytest.raises(DatabaseError) as locked:
        await runner.run("SELECT count(*) FROM shops", (), Limits(timeout_ms=2500))
    assert locked.value.code == "query_locked"


def _lock(engine: str, other: Any) -> None:
    words = "LOCK TABLE shops" if engine == "postgres" else "LOCK TABLES shops WRITE"
    (other.execute if engine == "postgres" else other.cursor().execute)(words)


def test_a_connection_asks_whether_the_other_end_is_there() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket() as connection:
        connection.connect(server.getsockname())
        keep_alive(connection)
        options = [
            connection.getsockopt(socket.IPPROTO_TCP, getattr(socket, name))
            for name in ("TCP_KEEPIDLE", "TCP_KEEPINTVL", "TCP_KEEPCNT")
        ]
        assert connection.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
    assert options == [IDLE_S, INTERVAL_S, COUNT]
    here, there = socket.socketpair()
    keep_alive(here)  # a Unix socket has none of these
    here.close()
    there.close()
