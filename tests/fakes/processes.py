"""Processes of a test that ask beside it, and what it looks at in them."""

import asyncio
import contextlib
import os
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from agent.events import LAST, Answer, Event
from appdb.turns import Turn
from tests.fakes.killed import Task, begin
from tests.fakes.room import Room

PATIENCE_S = 170.0  # a little less than pytest's, so that what was waited for is named


@dataclass(frozen=True)
class Asking:
    """Another process that asks, and where it says at its end how it was answered."""

    process: BaseProcess
    said: Connection

    def signal(self, number: int) -> None:
        """Send it a signal."""
        assert self.process.pid
        os.kill(self.process.pid, number)


@contextlib.asynccontextmanager
async def running(task: Task) -> AsyncIterator[Asking]:
    """Run another process that asks, and kill it at the end of the block."""
    asking = Asking(*await asyncio.to_thread(begin, task))
    try:
        yield asking
    finally:
        asking.process.kill()
        await asyncio.to_thread(asking.process.join)
        asking.said.close()


async def said_by(asking: Asking) -> list[str]:
    """Return the kinds of answer that a process says at its end."""
    assert await asyncio.to_thread(asking.said.poll, PATIENCE_S), "it has not come to its end"
    kinds: list[str] = asking.said.recv()
    return kinds


async def until(holds: Callable[[], object], asking: Asking | None = None) -> None:
    """Wait until something holds, and no longer than the process lives that is to bring it about."""
    patience = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < patience
        assert asking is None or asking.process.is_alive(), "it ended before"
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
