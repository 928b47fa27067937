"""Turns, results, the audit trail and set-up steps."""

import contextlib
import datetime as dt
import json
import uuid
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest

from appdb.audit import AuditLog
from appdb.lease import lease_token
from appdb.places import Places
from appdb.pool import AppDatabase
from appdb.results import ResultStore
from appdb.setup import is_done, once
from appdb.traces import TraceStore
from appdb.turns import Turn, TurnStore
from errors import NotFoundError

AUDIT = {"who": "mei", "act": "ask", "rows": 3, "ms": 1.5, "policies": ["p"], "detail": {"kind": "data"}}


def asked(question: str = "营业额?", owner: str = "mei", **how: Any) -> Turn:
    """Return a question as it comes in."""
    now = dt.datetime.now(dt.UTC)
    return Turn(uuid.uuid4().hex, owner, "t1", "demo", question, "running", None, now, None, how)


async def test_turn_is_running_until_it_ends_and_is_audited_with_its_end(app_database: AppDatabase) -> None:
    turns = TurnStore(app_database)
    held = await turns.take(asked(mode="fast"), "here", 60)
    assert held is not None and held.may_wait is None
    [running] = await turns.unfinished("mei", "t1")
    assert (running.question, running.answer, running.how) == ("营业额?", None, {"mode": "fast"})
    assert await turns.finish(held, "done", {"rows": 3}, AUDIT, {"steps": []})
    assert not await turns.finish(held, "stopped", None, AUDIT), "an end is an end"
    assert await turns.unfinished("mei", "t1") == []
    kept = await turns.get(held.turn.id)
    assert (kept.status, kept.answer, kept.shown) == ("done", {"rows": 3}, {"steps": []})
    [record] = await AuditLog(app_database).read()
    assert (record.who, record.rows, record.policies, record.detail) == ("mei", 3, ["p"], {"kind": "data"})


@pytest.mark.parametrize(
    ("status", "answer", "may_wait"),
    [("done", {"kind": "data"}, False), ("done", {"kind": "clarify"}, True), ("stopped", None, True)],
)
async def test_turn_knows_whether_the_one_before_may_wait_for_it(
    app_database: AppDatabase, status: Any, answer: Any, may_wait: bool
) -> None:
    turns = TurnStore(app_database)
    first = await turns.take(asked(), "here", 60)
    assert first is not None
    await turns.finish(first, status, answer, AUDIT)
    second = await turns.take(asked(), "here", 60)
    assert second is not None and second.may_wait is may_wait


async def test_turns_of_a_conversation_are_held_one_at_a_time_in_their_order(
    app_database: AppDatabase,
) -> None:
    turns = TurnStore(app_database)
    first = await turns.take(asked("one"), "here", 60)
    assert first is not None
    assert await turns.take(asked("two"), "there", 60) is None
    assert await turns.take(asked("not mine", "li"), "there", 60) is not None
    assert await turns.claim("mei", "there", 60) is None
    await turns.finish(first, "done", None, AUDIT)
    second = await turns.claim("mei", "there", 60)
    assert second is not None and (second.turn.question, second.tries) == ("two", 1)


async def test_lease_that_ran_out_is_anothers_and_what_the_late_holder_writes_is_refused(
    app_database: AppDatabase,
) -> None:
    turns = TurnStore(app_database)
    late = await turns.take(asked(), "here", 0)
    assert late is not None
    await turns.keep(late, 1, [{"is": "Token", "text": "a"}])
    ours = await turns.claim("mei", "there", 60)
    assert ours is not None and ours.tries == 2 and ours.token > late.token
    assert await turns.claim("mei", "elsewhere", 60) is None
    assert await turns.renew([late.token, ours.token], 60) == {ours.token: False}
    await turns.keep(late, 2, [{"is": "Token", "text": "b"}])
    assert (await turns.standing(ours.turn.id, "mei")).news == ()
    assert not await turns.finish(late, "done", {"rows": 1}, AUDIT)
    assert await turns.finish(ours, "done", {"rows": 2}, AUDIT)
    assert (await turns.get(ours.turn.id)).answer == {"rows": 2}
    assert len(await AuditLog(app_database).read()) == 1


async def test_what_happens_is_told_once_to_who_looks_again(app_database: AppDatabase) -> None:
    turns = TurnStore(app_database)
    held = await turns.take(asked(), "here", 60)
    assert held is not None
    await turns.keep(held, 2, [{"is": "a"}, {"is": "b"}])
    await turns.keep(held, 3, [{"is": "c"}])
    first = await turns.standing(held.turn.id, "mei")
    assert (first.held, first.token) == (held.turn.id, held.token)
    assert first.news == ((2, [{"is": "a"}, {"is": "b"}]), (3, [{"is": "c"}]))
    assert (await turns.standing(held.turn.id, "mei", held.token, 2)).news == ((3, [{"is": "c"}]),)
    with pytest.raises(NotFoundError):
        await turns.standing(held.turn.id, "li")
    await turns.finish(held, "done", None, AUDIT)
    assert await app_database.row("SELECT 1 AS one FROM turn_events") is None


async def test_recent_turns_are_the_owners_last_in_order(app_database: AppDatabase) -> None:
    turns = TurnStore(app_database)
    for question in ("one", "two", "three"):
        await turns.start("mei", "t1", "demo", question)
    await turns.start("li", "t1", "demo", "not mine")
    assert [turn.question for turn in await turns.recent("t1", "mei", 2)] == ["two", "three"]


async def test_binary_paste_is_stored_without_what_the_database_refuses(app_database: AppDatabase) -> None:
    turns = TurnStore(app_database)
    held = await turns.take(asked("a\0b\ud800c\n😀"), "here", 60)
    assert held is not None
    said = {"said": "x\0\ud83d y\\u0000", "ratio": float("nan")}
    await turns.finish(held, "failed", said, AUDIT)
    turn = await turns.get(held.turn.id)
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


async def test_only_the_start_and_the_end_of_a_turn_wait_for_the_disk(
    app_database: AppDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns, places = TurnStore(app_database), Places(app_database)
    results, traces = ResultStore(app_database), TraceStore(app_database, 7)
    waited = dict[str, bool]()
    async with app_database.pool.connection() as one:
        await one.execute("SET synchronous_commit = on")  # the servers of tests wait for nothing

        @contextlib.asynccontextmanager
        async def whole() -> AsyncIterator[psycopg.AsyncConnection[Any]]:
            async with one.transaction():
                yield one
                row = await (
                    await one.execute("SELECT current_setting('synchronous_commit') AS it")
                ).fetchone()
                waited[doing] = row is not None and row["it"] == "on"

        monkeypatch.setattr(app_database, "_lent", whole)
        doing = "take"
        held = await turns.take(asked(), "here", 60)
        assert held is not None
        doing = "keep"
        await turns.keep(held, 1, [{"type": "step"}])
        doing = "place"
        token = await places.take("try", "mei", 1, 60)
        doing = "place freed"
        await places.free(token or 0)
        doing = "result of no turn"
        await results.save("mei", "t1", "r", {"rows": []})
        marked = lease_token.set(held.token)
        doing = "result"
        await results.save("mei", "t1", "r", {"rows": []})
        lease_token.reset(marked)
        doing = "end"
        assert await turns.finish(held, "done", {}, AUDIT, {}, traces.to_keep("demo", "r", {"a": "图"}))
    assert [name for name, it in waited.items() if it] == ["take", "result of no turn", "end"]
    assert len(waited) == 7
    kept = await traces.get(held.turn.id)
    assert (kept.owner, kept.thread, kept.connection, kept.rights, kept.trace) == (
        "mei",
        "t1",
        "demo",
        "r",
        {"a": "图"},
    )
