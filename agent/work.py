"""A turn being answered in this process: what has happened so far, for any number of readers."""

import asyncio
from collections.abc import AsyncGenerator

from agent.events import Event, Token
from appdb.turns import Held

_COALESCE_S = 0.05


class Work:
    """A turn being answered in this process: what has happened so far, for any number of readers."""

    def __init__(self, held: Held) -> None:
        self.held = held
        self.events: list[Event] = []
        self.is_ending = False
        self.is_over = False
        self.is_given_up = False  # the lease is another's, or this process ends
        self.task: asyncio.Task[None] | None = None
        self._is_cancelled = False
        self._words = ""
        self._streams = False
        self._flush: asyncio.TimerHandle | None = None
        self._changed = asyncio.Event()

    def put(self, event: Event) -> None:
        """Add an event; words after the first are joined for 50 ms."""
        if isinstance(event, Token) and self._streams:
            self._words += event.text
            self._flush = self._flush or asyncio.get_running_loop().call_later(_COALESCE_S, self.flush)
            return
        self._streams = self._streams or isinstance(event, Token)
        self.flush()
        self._add(event)

    async def read(self) -> AsyncGenerator[Event, None]:
        """Yield everything from the beginning, and go on until the work is over."""
        at = 0
        while True:
            changed = self._changed
            while at < len(self.events):
                yield self.events[at]
                at += 1
            if self.is_over and at == len(self.events):
                return
            await changed.wait()

    def cancel(self, *, give_up: bool = False) -> None:
        """Stop the work, unless it is about to end; given up, it leaves its turn to somebody else."""
        self.is_given_up = self.is_given_up or (give_up and not self.is_ending)
        if self.task is not None and not self._is_cancelled and not self.is_ending:
            self._is_cancelled = True
            self.task.cancel()

    def close(self, last: Event | None) -> None:
        """Let the readers go, with the last event where it was this work's to say."""
        self.flush()
        self.is_over = True
        self._add(last)

    async def over(self) -> None:
        """Wait until it is."""
        while not self.is_over:
            await self._changed.wait()

    def flush(self) -> None:
        """Let the words be read that wait to be joined by others."""
        if self._flush is not None:
            self._flush.cancel()
            self._flush = None
        if self._words:
            words, self._words = self._words, ""
            self._add(Token(words))

    def _add(self, event: Event | None) -> None:
        if event is not None:
            self.events.append(event)
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()
