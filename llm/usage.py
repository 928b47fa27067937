"""What one question may cost and has cost: model calls, tokens, and the time that is left."""

import contextlib
import time
from collections.abc import Iterator
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class ModelCall:
    """One try at a model: what was sent and, once it is over, what came back."""

    model: str
    messages: tuple[tuple[str, str], ...]  # role and text, as sent
    reply: str = ""
    error: str = ""  # our code of what went wrong
    prompt_tokens: int = 0
    completion_tokens: int = 0


class Watch(Protocol):
    """Who is told of every model call of a question."""

    async def before(self, call: ModelCall) -> None:
        """A prompt is about to be sent."""
        ...

    async def after(self, call: ModelCall, began: float) -> None:
        """A reply or a fault has come; it began at this time.perf_counter()."""
        ...


@dataclass
class Meter:
    """Counts the model calls of one question; every task of the question shares it."""

    deadline: float = float("inf")  # time.monotonic()
    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    watch: Watch | None = None

    def add(self, prompt_tokens: int, completion_tokens: int) -> None:
        """Count what a call has used."""
        self.prompt_tokens += prompt_tokens
        self.completion_tokens += completion_tokens

    @property
    def seconds_left(self) -> float:
        """Return the time until the answer is due."""
        return self.deadline - time.monotonic()


_current: ContextVar[Meter | None] = ContextVar("meter", default=None)


@contextlib.contextmanager
def metered(meter: Meter) -> Iterator[Meter]:
    """Count the calls made within on this meter."""
    token = _current.set(meter)
    try:
        yield meter
    finally:
        _current.reset(token)


def current_meter() -> Meter:
    """Return the question's meter, or one nobody reads."""
    return _current.get() or Meter()


def estimated_tokens(text: str) -> int:
    """Return about how many tokens a text is, for providers that do not say."""
    wide = sum(1 for char in text if ord(char) > 0x2E7F)
    return wide + (len(text) - wide + 3) // 4
