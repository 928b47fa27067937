"""Turns, results, the audit trail and set-up steps."""

import datetime as dt
import json
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from appdb.audit import AuditLog
from appdb.pool import AppDatabase
from appdb.results import ResultStore
from appdb.setup import is_done, once
from appdb.turns import TurnStore
from errors import NotFoundError


async def test_turn_is_running_until_it_ends(app_database: AppDatabase) -> None:
    turns = TurnStore(app_database)
    ident = await turns.start("mei", "t1", "demo", "营业额?")
    running = await turns.running("t1")
    assert running is not None
    assert (running.id, running.question, running.answer) == (ident, "营业额?", None)
    await turns.finish(ident, "done", {"rows": 3})
    await turns.finish(ident, "stopped")
    assert await turns.running("t1") is None
    assert ((await turns.get(ident)).status, (await turns.get(ident)).answer) == ("done", {"rows": 3})


async def test_recent_turns_are_the_owners_last_in_order(app_database: AppDatabase) -> None:
    turns = TurnStore(app_database)
    for question in ("one", "two", "three"):
        await turns.start("mei", "t1", "demo", question)
    await turns.start("li", "t1", "demo", "not mine")
    assert [turn.question for turn in await turns.recent("t1", "mei", 2)] == ["two", "three"]


async def test_binary_paste_is_stored_without_what_the_database_refuses(app_database: AppDatabase) -> None:
    turns = TurnStore(app_database)
    ident = await turns.start("mei", "t1", "demo", "a\0b\ud800c\n😀")
    await turns.finish(ident, "failed", {"said": "x\0\ud83d y\\u0000", "ratio": float("nan")})
    turn = await turns.get(ident)
    assert turn.question == "a\ufffdb?c\n😀"
    assert turn.answer == {"said": "x\ufffd? y\\u0000", "ratio": None}


async def test_result_is_for_its_owner_and_rights(app_database: AppDatabase) -> None:
    results = ResultStore(app_database)
    ident = await results.save("mei", "t1", "viewer-1", {"rows": [[1, "南城", 2.5, None]]})
    assert await results.load(ident, "mei", ["other", "viewer-1"]) == {"rows": [[1, "南城", 2.5, None]]}
    for owner, rights in (("li", ["viewer-1"]), ("mei", ["other"]), ("mei", [])):
        with pytest.raises(NotFoundError):
            await results.load(ident, owner, rights)
    row = await app_database.row("SELECT bytes, result::text AS text FROM results")
    assert row is not None
    assert row["bytes"] == len(row["text"].encode())


async def test_expired_result_is_gone_and_swept(app_database: AppDatabase) -> None:
    ident = await ResultStore(app_database, keep_days=0).save("mei", "t1", "r", {})
    kept = await ResultStore(app_database).save("mei", "t1", "r", {})
    with pytest.raises(NotFoundError):
        await ResultStore(app_database).load(ident, "mei", ["r"])
    assert await ResultStore(app_database).sweep() == 1
    assert await ResultStore(app_database).load(kept, "mei", ["r"]) == {}


async def test_audit_is_read_by_person_and_time_newest_first(app_database: AppDatabase) -> None:
    audit = AuditLog(app_database)
    await audit.write(who="mei", act="ask", sql="SELECT 1", policies=["branch"], rows=1, ms=1.5)
    await audit.write(who="li", act="ask", code="sql_unsafe", detail={"node": "delete"})
    await audit.write(who="mei", act="train")
    assert [record.act for record in await audit.read("mei")] == ["train", "ask"]
    assert (await audit.read("mei"))[1].policies == ["branch"]
    assert (await audit.read("li"))[0].detail == {"node": "delete"}
    assert await audit.read(since=dt.datetime(2200, 1, 1, tzinfo=dt.UTC)) == []
    assert len(await audit.read(limit=2)) == 2


def test_step_is_done_once_by_processes_at_once(app_database_url: str) -> None:
    def work(connection: psycopg.Connection) -> None:
        connection.execute("INSERT INTO audit (who, act) VALUES ('setup', 'fill')")

    with ThreadPoolExecutor(4) as threads:
        did = list(threads.map(lambda _: once(app_database_url, "fill", work), range(4)))
    assert sorted(did) == [False, False, False, True]
    with psycopg.connect(app_database_url) as connection:
        assert connection.execute("SELECT count(*) FROM audit").fetchone() == (1,)


def test_step_that_fails_leaves_neither_mark_nor_rows(app_database_url: str) -> None:
    def work(connection: psycopg.Connection) -> None:
        connection.execute("INSERT INTO audit (who, act) VALUES ('setup', 'fill')")
        json.loads("not json")

    with pytest.raises(json.JSONDecodeError):
        once(app_database_url, "fill", work)
    assert not is_done(app_database_url, "fill")
    with psycopg.connect(app_database_url) as connection:
        assert connection.execute("SELECT count(*) FROM audit").fetchone() == (0,)
