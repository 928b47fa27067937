"""Processes of a test that ask beside it, and what it looks at in them."""

import asyncio
import contextlib
import signal
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable
from pathlib import Path

from agent.events import LAST, Answer, Event
from appdb.turns import Turn
from tests.fakes.killed import Task
from tests.fakes.room import Room

ROOT = Path(__file__).parents[2]
PATIENCE_S = 180.0


@contextlib.asynccontextmanager
async def running(task: Task) -> AsyncIterator[Process]:
    """Run another process that asks, and kill it at the end of the block."""
    process = await asyncio.create_subprocess_exec(*task.words(), cwd=ROOT, stdout=PIPE)
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(signal.SIGCONT)
            process.kill()
        await process.wait()


async def said_by(process: Process) -> list[str]:
    """Return the kinds of answer that a process prints at its end."""
    assert process.stdout
    async with asyncio.timeout(PATIENCE_S):
        return (await process.stdout.readline()).decode().split()


async def until(holds: Callable[[], object]) -> None:
    """Wait until something holds."""
    patience = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < patience
        await asyncio.sleep(0.05)


async def followed(room: Room, turn: Turn) -> list[Event]:
    """Return all that is seen of a turn to its end."""
    async with (
        asyncio.timeout(PATIENCE_S),
        contextlib.aclosing(room.assistant.watch(turn, user=room.user)) as events,
    ):
        return [event async for event in events]


def end(events: list[Event]) -> Answer:
    """Return the answer at the end."""
    assert [isinstance(event, LAST) for event in events].count(True) == 1
    last = events[-1]
    assert isinstance(last, LAST)
    return last.answer


async def audited(room: Room) -> list[str]:
    """Return the questions in the audit, in order."""
    rows = await room.app.rows("SELECT question FROM audit WHERE act = 'ask' ORDER BY id")
    return [row["question"] for row in rows]
