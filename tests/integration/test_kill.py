"""kill -9 in the middle of a question: the thread says what was running, and finishes it."""

import asyncio
import contextlib
import signal
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from agent.events import LAST
from tests.fakes.openai_server import FakeOpenAI, Say
from tests.fakes.room import TOP, Room
from tests.integration.conftest import OpenRoom

GOOD = f"```sql\n{TOP}\n```"
ROOT = Path(__file__).parents[2]


@contextlib.asynccontextmanager
async def _asking(fake: FakeOpenAI, *words: str) -> AsyncIterator[None]:
    """Run another process until it has made two model calls, then kill it."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.fakes.killed", fake.url, *words, cwd=ROOT
    )
    try:
        until = time.monotonic() + 60
        while len(fake.requests) < 2 and time.monotonic() < until and process.returncode is None:  # noqa: ASYNC110  HTTP
            await asyncio.sleep(0.05)
        await asyncio.sleep(0.3)
        yield
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(signal.SIGKILL)
        await process.wait()


async def _taken_up(room: Room) -> LAST:  # type: ignore[valid-type]
    async with contextlib.aclosing(room.assistant.take_up(user=room.user, thread="t1")) as events:
        return [event async for event in events][-1]


@pytest.mark.parametrize(("durability", "calls_after"), [("exit", 2), ("async", 1)])
async def test_question_cut_off_by_a_kill_is_found_and_finished(
    fake: FakeOpenAI,
    opened: OpenRoom,
    app_database_url: str,
    shop_url: str,
    durability: str,
    calls_after: int,
) -> None:
    fake.script(GOOD, Say("南城服务区最高。", delay_s=30))
    async with _asking(fake, app_database_url, shop_url, durability):
        pass
    assert len(fake.requests) == 2
    fake.script(*[GOOD, "南城服务区最高。"][-calls_after:])
    async with opened(durability=durability) as room:
        found = await room.assistant.unfinished(user=room.user, thread="t1")
        last = await _taken_up(room)
        after = await room.assistant.unfinished(user=room.user, thread="t1")
        fake.script(GOOD, "好。")
        next_turn = await room.ask("那别的呢？")
    assert found is not None and found.question == "各服务区的营业额是多少？"
    answer = last.answer  # type: ignore[attr-defined]
    assert (answer.kind, answer.row_count, answer.id) == ("data", 3, found.id)
    assert len(fake.requests) == 2 + calls_after + 2
    assert after is None
    assert next_turn.kind == "data"


async def test_question_asked_meanwhile_waits_and_is_answered_too(fake: FakeOpenAI, opened: OpenRoom) -> None:
    async with opened() as room:
        await room.rooms.turns.start(room.user.name, "t1", "shop", "各服务区的营业额是多少？")
        fake.script(GOOD, Say("一。", delay_s=0.5), GOOD, "二。")
        taking = asyncio.create_task(_taken_up(room))
        while not fake.requests:  # noqa: ASYNC110  HTTP
            await asyncio.sleep(0.02)
        second = await room.ask("哪个服务区的营业额最低？")
        first = await taking
        turns = await room.rooms.turns.recent("t1", room.user.name)
    assert (first.answer.kind, second.kind) == ("data", "data")  # type: ignore[attr-defined]
    assert [turn.status for turn in turns] == ["done", "done"]


async def test_question_whose_database_is_gone_is_not_taken_up_again(opened: OpenRoom) -> None:
    async with opened() as room:
        await room.rooms.turns.start(room.user.name, "t1", "closed-down", "各服务区的营业额是多少？")
        last = await _taken_up(room)
        assert last.answer.failure["code"] == "connection_unknown"  # type: ignore[attr-defined]
        assert await room.assistant.unfinished(user=room.user, thread="t1") is None


async def test_nobody_finds_the_unfinished_question_of_another(
    opened: OpenRoom,
) -> None:
    async with opened() as room:
        await room.rooms.turns.start("bob", "t1", "shop", "secret?")
        assert await room.assistant.unfinished(user=room.user, thread="t1") is None
