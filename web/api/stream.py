"""A turn's events on their way to a program: read by a task of their own, told as they come or at the end."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, AsyncIterator

from fastapi import Request
from fastapi.responses import StreamingResponse

from agent.events import LAST, Answer, Event, TakenUp, Token
from answers.markdown import InertStream
from appdb.users import User
from web.api.problems import Told
from web.api.seen import event_json

BEAT_S = 15.0  # proxies close what is silent for long
LOOK_S = 1.0
SSE = "text/event-stream"
_going_on: set[asyncio.Task[None]] = set()  # whose readers have left


class Course:
    """The events of one turn; `goes_on` lets it come to its end when its reader leaves."""

    def __init__(self, events: AsyncGenerator[Event, None], *, goes_on: bool = False) -> None:
        self._goes_on = goes_on
        self._queue: asyncio.Queue[Event | Exception] = asyncio.Queue()
        self._task = asyncio.create_task(self._read(events))
        self._kept: list[Event] = []

    async def _read(self, events: AsyncGenerator[Event, None]) -> None:
        try:
            async with contextlib.aclosing(events):
                async for event in events:
                    self._queue.put_nowait(event)
        except Exception as error:  # the reader raises it
            self._queue.put_nowait(error)

    async def first(self) -> Event:
        """Return the first event, which tells whether the question was taken at all."""
        event = await self.next()
        self._kept.append(event)
        return event

    async def next(self) -> Event:
        """Return the next event."""
        if self._kept:
            return self._kept.pop(0)
        event = await self._queue.get()
        if isinstance(event, Exception):
            raise event
        return event

    async def leave(self) -> None:
        """Stop the work, on the database too, unless it goes on without a reader."""
        if self._goes_on:
            _going_on.add(self._task)
            self._task.add_done_callback(_going_on.discard)
            return
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)


async def whole(course: Course, request: Request) -> Answer | None:
    """Return the answer at its end, or None where nobody waits for it any more."""
    try:
        while True:
            taking = asyncio.create_task(course.next())
            try:
                while not taking.done():
                    await asyncio.wait({taking}, timeout=LOOK_S)
                    if not taking.done() and await request.is_disconnected():
                        return None
                event = taking.result()
            finally:
                taking.cancel()
            if isinstance(event, LAST):
                return event.answer
    finally:
        await course.leave()


def streamed(course: Course, user: User, headers: dict[str, str]) -> StreamingResponse:
    """Return the events as server-sent events, each named as in agent/events.py."""
    quiet = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(_lines(course, user), media_type=SSE, headers={**quiet, **headers})


async def _lines(course: Course, user: User) -> AsyncIterator[bytes]:
    words = InertStream()
    try:
        while True:
            try:
                async with asyncio.timeout(BEAT_S):
                    event = await course.next()
            except TimeoutError:
                yield b": waiting\n\n"
                continue
            told = event_json(event, user)
            if isinstance(event, TakenUp):
                words = InertStream()
            if isinstance(event, Token):
                told = {"text": words.feed(event.text)}
            if told is not None:
                yield b"event: %s\ndata: %s\n\n" % (type(event).__name__.encode(), Told(told).body)
            if isinstance(event, LAST):
                return
    finally:
        await course.leave()
