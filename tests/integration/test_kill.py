"""Two processes on one conversation: one answers, others follow; after a kill it is taken up, once."""

import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator
from typing import Any, cast

import pytest
from langgraph.checkpoint.base import Checkpoint, empty_checkpoint

from agent.checkpoints import FencedSaver
from agent.events import StepFinished, Stopped, TakenUp
from appdb.lease import lease_token
from appdb.pool import AppDatabase
from appdb.turns import Turn, TurnStore
from errors import WenshuError
from tests.fakes.killed import Task
from tests.fakes.openai_server import FakeOpenAI, Say
from tests.fakes.processes import Asking, audited, end, followed, running, said_by, until
from tests.fakes.room import TOP, Room
from tests.integration.conftest import OpenRoom

GOOD = f"```sql\n{TOP}\n```"
UNHURRIED = {"turn_lease_s": 30.0, "answer_timeout_s": 120.0}  # where nobody dies, no busy machine looks dead
FIRST, SECOND = "各服务区的营业额是多少？", "哪个服务区的营业额最低？"


def asking(
    fake: FakeOpenAI, app: str, shop: str, *questions: str, **how: Any
) -> contextlib.AbstractAsyncContextManager[Asking]:
    """Run another process that asks on thread t1, and kill it at the end of the block."""
    return running(Task(fake.url, app, shop, questions, **how))


@contextlib.asynccontextmanager
async def seen_elsewhere(
    fake: FakeOpenAI, opened: OpenRoom, app: str, shop: str
) -> AsyncIterator[tuple[Asking, Room, Turn]]:
    """Open a room beside a process that answers, once its second model call is under way."""
    async with asking(fake, app, shop, FIRST, **UNHURRIED) as process, opened(**UNHURRIED) as room:
        await until(lambda: len(fake.requests) >= 2, process)
        [found] = await room.assistant.unfinished(user=room.user, thread="t1")
        yield process, room, found


@pytest.mark.parametrize(("durability", "calls_after"), [("exit", 2), ("async", 1)])
async def test_question_cut_off_by_a_kill_is_taken_up_once_by_whoever_follows_it(
    fake: FakeOpenAI,
    opened: OpenRoom,
    app_database_url: str,
    shop_url: str,
    durability: str,
    calls_after: int,
) -> None:
    fake.script(GOOD, Say("南城服务区最高。", delay_s=60))
    async with asking(fake, app_database_url, shop_url, FIRST, durability=durability) as process:
        await until(lambda: len(fake.requests) >= 2, process)
        await asyncio.sleep(1)  # async durability writes beside the graph
    fake.script(*[GOOD, "南城服务区最高。"][-calls_after:])
    how: dict[str, Any] = {"durability": durability, "turn_lease_s": 1.0}
    async with opened(**how) as room, opened(**how) as other:  # either may take it up
        [found] = await room.assistant.unfinished(user=room.user, thread="t1")
        seen = await asyncio.gather(*(followed(one, found) for one in (room, other, room)))
        left = await room.assistant.unfinished(user=room.user, thread="t1")
        assert await audited(room) == [FIRST]
        fake.script(GOOD, "好。")
        assert (await room.ask("那别的呢？")).kind == "data"
    assert {(end(one).kind, end(one).row_count, end(one).id) for one in seen} == {("data", 3, found.id)}
    assert any(isinstance(event, TakenUp) for events in seen for event in events)  # the late see the end
    assert (found.question, left) == (FIRST, [])
    assert len(fake.requests) == 2 + calls_after + 2


async def test_running_answer_is_seen_in_another_process_as_it_comes(
    fake: FakeOpenAI, opened: OpenRoom, app_database_url: str, shop_url: str
) -> None:
    fake.script(GOOD, Say("南城服务区最高。", delay_s=2))
    async with seen_elsewhere(fake, opened, app_database_url, shop_url) as (process, room, found):
        events = await followed(room, found)
        assert await said_by(process) == ["data"]
        assert await audited(room) == [FIRST]
        kept = await room.app.rows("SELECT 1 FROM turn_events UNION ALL SELECT 1 FROM leases")
    tools = [event.step for event in events if isinstance(event, StepFinished)]
    assert tools[:2] == ["generate_sql", "valid_sql"], "what came before is seen too"
    assert (end(events).kind, len(end(events).rows)) == ("data", 3)
    assert not any(isinstance(event, TakenUp) for event in events)
    assert len(fake.requests) == 2 and kept == []


async def test_messages_of_two_processes_are_answered_one_after_the_other(
    fake: FakeOpenAI, opened: OpenRoom, app_database_url: str, shop_url: str
) -> None:
    fake.script(GOOD, Say("一。", delay_s=1), GOOD, "二。")
    address = app_database_url, shop_url
    async with asking(fake, *address, FIRST, **UNHURRIED) as process, opened(**UNHURRIED) as room:
        await until(lambda: len(fake.requests) >= 2, process)
        second = await room.ask(SECOND)
        turns = await room.rooms.turns.recent("t1", room.user.name)
        assert await audited(room) == [FIRST, SECOND]
    assert second.kind == "data"
    assert [(turn.question, turn.status) for turn in turns] == [(FIRST, "done"), (SECOND, "done")]
    assert turns[0].finished_at and turns[1].finished_at and turns[0].finished_at < turns[1].finished_at


async def test_queued_message_outlives_its_process(
    fake: FakeOpenAI, opened: OpenRoom, app_database: AppDatabase, app_database_url: str, shop_url: str
) -> None:
    fake.script(GOOD, Say("一。", delay_s=60))
    async with asking(fake, app_database_url, shop_url, FIRST, SECOND) as process:
        await until(lambda: len(fake.requests) >= 2, process)
        kept = TurnStore(app_database)
        while len(await kept.unfinished("ann", "t1")) < 2:  # noqa: ASYNC110  a table
            await asyncio.sleep(0.05)
    fake.script(GOOD, "一。", GOOD, "二。")
    async with opened(turn_lease_s=1.0) as room:
        found = await room.assistant.unfinished(user=room.user, thread="t1")
        last = end(await followed(room, found[-1]))
        turns = await room.rooms.turns.recent("t1", room.user.name)
        assert sorted(await audited(room)) == sorted([FIRST, SECOND])
    assert [turn.status for turn in turns] == ["done", "done"]
    assert (last.kind, last.id) == ("data", found[-1].id)


async def test_what_a_process_writes_after_its_lease_has_gone_is_refused(
    fake: FakeOpenAI, opened: OpenRoom, app_database_url: str, shop_url: str
) -> None:
    fake.script(GOOD, Say("先。", delay_s=4), GOOD, "后。")
    async with asking(fake, app_database_url, shop_url, FIRST) as process, opened(turn_lease_s=1.0) as room:
        await until(lambda: len(fake.requests) >= 2, process)
        process.signal(signal.SIGSTOP)
        [found] = await room.assistant.unfinished(user=room.user, thread="t1")
        ours = end(await followed(room, found))
        process.signal(signal.SIGCONT)
        assert await said_by(process) == ["data"], "it shows what we answered"
        turn = await room.rooms.turns.get(found.id)
        assert await audited(room) == [FIRST]
    assert turn.answer and (turn.answer["answer"], turn.answer["ms"]) == (ours.answer, ours.ms)


async def test_late_process_adds_nothing_to_the_memory_that_the_next_question_goes_on_from(
    fake: FakeOpenAI, opened: OpenRoom, app_database_url: str, shop_url: str
) -> None:
    fake.script(GOOD, Say("先。", delay_s=4), GOOD, "后。")
    kept = "SELECT max(checkpoint_id) AS newest, count(*) AS n FROM checkpoints"
    async with asking(fake, app_database_url, shop_url, FIRST) as process, opened(turn_lease_s=1.0) as room:
        await until(lambda: len(fake.requests) >= 2, process)
        process.signal(signal.SIGSTOP)
        [found] = await room.assistant.unfinished(user=room.user, thread="t1")
        await followed(room, found)
        ours = await room.app.row(kept)
        process.signal(signal.SIGCONT)
        assert await said_by(process) == ["data"]
        assert await room.app.row(kept) == ours and ours and ours["n"] > 0


async def test_checkpoint_is_written_under_the_lease_alone(
    opened: OpenRoom, app_database: AppDatabase
) -> None:
    saver, checkpoint = FencedSaver(app_database), empty_checkpoint()
    place = {"thread_id": "ann/t1", "checkpoint_ns": ""}
    config: Any = {"configurable": place}
    within: Any = {"configurable": {**place, "checkpoint_id": checkpoint["id"]}}
    async with opened() as room:
        await room.rooms.turns.start("ann", "t1", "shop", FIRST)
        first = await room.rooms.turns.claim("ann", "one", 0)
        second = await room.rooms.turns.claim("ann", "other", 60)
        assert first and second
        lease_token.set(first.token)
        for write in (saver.aput(config, checkpoint, {}, {}), saver.aput_writes(within, [("a", 1)], "t")):
            with pytest.raises(WenshuError) as refused:
                await write
            assert refused.value.code == "turn_elsewhere"
        assert await saver.aget_tuple(config) is None
        lease_token.set(second.token)
        await saver.aput(config, checkpoint, {}, {})
        kept = await saver.aget_tuple(config)
    assert kept and kept.checkpoint["id"] == checkpoint["id"]


async def test_checkpoint_is_read_as_the_saver_itself_would_have_written_it(
    opened: OpenRoom, app_database: AppDatabase
) -> None:
    saver, values = (
        FencedSaver(app_database),
        {"plain": "万", "none": None, "rows": [[1, "二"]], "many": {"a": 1.5}},
    )
    versions = dict.fromkeys(values, "1")
    kept = []
    async with opened() as room:
        await room.rooms.turns.start("ann", "t1", "shop", FIRST)
        held = await room.rooms.turns.claim("ann", "one", 60)
        assert held
        for thread, token in (("own", None), ("held", held.token)):
            lease_token.set(token)
            made = {**empty_checkpoint(), "id": "1", "channel_values": values, "channel_versions": versions}
            place: Any = {"configurable": {"thread_id": thread, "checkpoint_ns": ""}}
            first = await saver.aput(place, cast(Checkpoint, made), {"source": "input"}, versions)
            await saver.aput(first, cast(Checkpoint, {**made, "id": "2"}), {"source": "loop"}, {})
            found = await saver.aget_tuple(place)
            assert found and found.config["configurable"].pop("thread_id") == thread
            assert found.parent_config and found.parent_config["configurable"].pop("thread_id") == thread
            kept.append(found)
    own, under_lease = kept
    assert own.checkpoint["channel_values"] == values
    assert under_lease._replace(checkpoint={**under_lease.checkpoint, "ts": own.checkpoint["ts"]}) == own


async def test_stop_reaches_the_process_that_answers(
    fake: FakeOpenAI, opened: OpenRoom, app_database_url: str, shop_url: str
) -> None:
    fake.script(GOOD, Say("一。", delay_s=60))
    async with seen_elsewhere(fake, opened, app_database_url, shop_url) as (process, room, found):
        await room.assistant.stop(found.id, user=room.user)
        events = await followed(room, found)
        assert await said_by(process) == ["failed"]
        records = await room.app.rows("SELECT code FROM audit WHERE act = 'ask'")
    assert isinstance(events[-1], Stopped)
    assert [record["code"] for record in records] == ["stopped"]


async def test_queued_message_that_is_stopped_is_never_begun(fake: FakeOpenAI, opened: OpenRoom) -> None:
    fake.script(GOOD, Say("一。", delay_s=1))
    async with opened() as room:
        first = asyncio.create_task(room.ask(FIRST))
        await until(lambda: len(fake.requests) >= 2)
        second = asyncio.create_task(room.ask(SECOND))
        while len(waiting := await room.assistant.unfinished(user=room.user, thread="t1")) < 2:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
        await room.assistant.stop(waiting[-1].id, user=room.user)
        assert (await second).failure == {"code": "stopped", "reason": "这个问题已被停止。可以再问一次。"}
        assert (await first).kind == "data"
    assert len(fake.requests) == 2


async def test_process_that_ends_properly_leaves_its_question_to_another_at_once(
    fake: FakeOpenAI, opened: OpenRoom
) -> None:
    fake.script(GOOD, Say("一。", delay_s=60), GOOD, "最高 4,395 元。")
    async with opened(turn_lease_s=300.0) as ending, opened(turn_lease_s=300.0) as room:
        waiting = asyncio.create_task(ending.ask(FIRST))
        await until(lambda: len(fake.requests) >= 2)
        [found] = await room.assistant.unfinished(user=room.user, thread="t1")
        await ending.assistant.close()
        answer = end(await followed(room, found))
        waiting.cancel()
        assert await audited(room) == [FIRST]
    assert answer.kind == "data" and answer.answer.startswith("最高 4,395 元。")


async def test_question_whose_database_is_gone_is_not_taken_up_again(opened: OpenRoom) -> None:
    async with opened() as room:
        ident = await room.rooms.turns.start(room.user.name, "t1", "closed-down", FIRST)
        answer = end(await followed(room, await room.rooms.turns.get(ident)))
        assert answer.failure and answer.failure["code"] == "connection_unknown"
        assert await room.assistant.unfinished(user=room.user, thread="t1") == []


async def test_nobody_finds_or_follows_the_unfinished_question_of_another(opened: OpenRoom) -> None:
    async with opened() as room:
        ident = await room.rooms.turns.start("bob", "t1", "shop", "secret?")
        assert await room.assistant.unfinished(user=room.user, thread="t1") == []
        answer = end(await followed(room, await room.rooms.turns.get(ident)))
        assert answer.failure and answer.failure["code"] == "turn_unknown"
        await room.assistant.stop(ident, user=room.user)
        assert (await room.rooms.turns.get(ident)).status == "running"
