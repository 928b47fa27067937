"""What this process remembers for a while: earlier answers, and the rows of SELECTs that were run."""

import asyncio
import datetime as dt
import json
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from agent.events import Answer
from database.result import QueryResult

MOST_ANSWERS = 1000
MOST_BYTES = 32_000_000
ANSWER_VALID_S = 3600.0
MOST_SELECTS = 100
MOST_OFFERS = 5000
SELECT_VALID_S = 300.0
_LARGEST_SHARE = 10  # one that alone is over a tenth of the room is not kept
V = TypeVar("V")


class Kept(Generic[V]):
    """The least recently used go first, by count and by bytes; an old one is not given at all."""

    def __init__(self, most: int, most_bytes: int, valid_s: float, clock: Callable[[], float]) -> None:
        self._most, self._most_bytes, self._valid_s, self._clock = most, most_bytes, valid_s, clock
        self._kept: OrderedDict[Hashable, tuple[float, int, V]] = OrderedDict()
        self._bytes = 0

    def get(self, key: Hashable) -> V | None:
        """Return what stands under this key while it is valid."""
        if key not in self._kept:
            return None
        at, _, value = self._kept[key]
        if self._clock() - at > self._valid_s:
            self._drop(key)
            return None
        self._kept.move_to_end(key)
        return value

    def put(self, key: Hashable, value: V, size: int) -> None:
        """Keep a value of about this many bytes in place of an earlier one."""
        if key in self._kept:
            self._drop(key)
        if size > self._most_bytes // _LARGEST_SHARE:
            return
        self._kept[key] = (self._clock(), size, value)
        self._bytes += size
        while len(self._kept) > self._most or self._bytes > self._most_bytes:
            self._drop(next(iter(self._kept)))

    def _drop(self, key: Hashable) -> None:
        _, size, _ = self._kept.pop(key)
        self._bytes -= size


class AnswerMemory:
    """Earlier answers of this process."""

    def __init__(
        self,
        *,
        most: int = MOST_ANSWERS,
        most_bytes: int = MOST_BYTES,
        valid_s: float = ANSWER_VALID_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._kept: Kept[Answer] = Kept(most, most_bytes, valid_s, clock)

    def get(self, key: str) -> Answer | None:
        """Return the answer under this key while it is valid."""
        return self._kept.get(key)

    def put(self, key: str, answer: Answer) -> None:
        """Remember an answer."""
        chart = len(json.dumps(answer.chart, default=str)) if answer.chart else 0
        self._kept.put(key, answer, _size(answer.rows) + chart * 4 + 2000)


class OfferMemory:
    """Which questions have an answer under which rights and knowledge: found out once, not at each offer."""

    def __init__(
        self, *, valid_s: float = ANSWER_VALID_S, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._kept: Kept[bool] = Kept(MOST_OFFERS, MOST_BYTES, valid_s, clock)

    def get(self, key: Hashable) -> bool | None:
        """Return whether the question under this key has an answer, where that is known."""
        return self._kept.get(key)

    def put(self, key: Hashable, has_answer: bool) -> None:
        """Keep whether a question has an answer."""
        self._kept.put(key, has_answer, 400)


@dataclass(frozen=True)
class Read:
    """The rows of a SELECT, and when they were read."""

    result: QueryResult
    at: dt.datetime
    remembered: bool = False


@dataclass
class _Flight:
    """A SELECT that is running, and how many wait for it."""

    task: "asyncio.Task[Read]"
    waiting: int = 0


class SelectMemory:
    """The rows of SELECTs run a moment ago; the same one asked twice at once runs once."""

    def __init__(
        self,
        *,
        most: int = MOST_SELECTS,
        most_bytes: int = MOST_BYTES,
        valid_s: float = SELECT_VALID_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._kept: Kept[Read] = Kept(most, most_bytes, valid_s, clock)
        self._flights: dict[Hashable, _Flight] = {}

    async def read(
        self, key: Hashable, run: Callable[[], Awaitable[QueryResult]], *, fresh: bool = False
    ) -> Read:
        """Return the rows under this key, or run it; `fresh` runs it whatever is remembered.

        It runs in a task of its own: one asker's stop leaves it to the others, the last one's ends it.
        """
        if not fresh and (kept := self._kept.get(key)):
            return Read(kept.result, kept.at, remembered=True)
        flight = self._flights.get(key)
        if flight is None:
            flight = self._flights[key] = _Flight(asyncio.create_task(self._run(key, run)))
        flight.waiting += 1
        try:
            return await asyncio.shield(flight.task)
        finally:
            flight.waiting -= 1
            if flight.waiting == 0:
                if self._flights.get(key) is flight:
                    del self._flights[key]
                flight.task.cancel()  # does nothing to one that is done
                await asyncio.gather(flight.task, return_exceptions=True)

    async def _run(self, key: Hashable, run: Callable[[], Awaitable[QueryResult]]) -> Read:
        read = Read(await run(), dt.datetime.now(dt.UTC))
        self._kept.put(key, read, _size(read.result.rows) + 2000)
        return read


def _size(rows: Sequence[Sequence[Any]]) -> int:
    """Return about how many bytes rows take, from a sample of them."""
    sample = rows[:20]
    per_row = len(json.dumps(sample, default=str)) / len(sample) if sample else 0.0
    return int(per_row * len(rows) * 4)
