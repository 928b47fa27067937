"""Earlier answers of this process, kept while they may still be valid."""

import json
import time
from collections import OrderedDict
from collections.abc import Callable

from agent.events import Answer

MOST_ANSWERS = 1000
MOST_BYTES = 32_000_000
VALID_S = 300.0


class AnswerMemory:
    """The least recently used answers go first, by count and by bytes; an old one is not given at all."""

    def __init__(
        self,
        *,
        most: int = MOST_ANSWERS,
        most_bytes: int = MOST_BYTES,
        valid_s: float = VALID_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._most, self._most_bytes, self._valid_s, self._clock = most, most_bytes, valid_s, clock
        self._kept: OrderedDict[str, tuple[float, int, Answer]] = OrderedDict()
        self._bytes = 0

    def get(self, key: str) -> Answer | None:
        """Return the answer under this key while it is valid."""
        if key not in self._kept:
            return None
        at, _, answer = self._kept[key]
        if self._clock() - at > self._valid_s:
            self._drop(key)
            return None
        self._kept.move_to_end(key)
        return answer

    def put(self, key: str, answer: Answer) -> None:
        """Remember an answer; one that alone is over a tenth of the room is not kept."""
        size = _size(answer)
        if size > self._most_bytes // 10:
            return
        if key in self._kept:
            self._drop(key)
        self._kept[key] = (self._clock(), size, answer)
        self._bytes += size
        while len(self._kept) > self._most or self._bytes > self._most_bytes:
            self._drop(next(iter(self._kept)))

    def _drop(self, key: str) -> None:
        _, size, _ = self._kept.pop(key)
        self._bytes -= size


def _size(answer: Answer) -> int:
    """Return about how many bytes an answer takes, from a sample of its rows."""
    sample = answer.rows[:20]
    per_row = len(json.dumps(sample, default=str)) / len(sample) if sample else 0.0
    chart = len(json.dumps(answer.chart, default=str)) if answer.chart else 0
    return int(per_row * len(answer.rows) * 4) + chart * 4 + 2000
