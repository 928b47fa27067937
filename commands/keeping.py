"""Chat servers kept alive: one that dies is started again, each time later, and in the end given up."""

import logging
from collections.abc import Callable
from typing import Protocol

log = logging.getLogger(__name__)

WAITS_S = (0.5, 1, 2, 4, 8, 16)  # before each new start; after the last the trouble is not a passing one
LONG_LIFE_S = 60.0  # whoever lived so long has its tries back


class Server(Protocol):
    """What is kept alive."""

    @property
    def exit_code(self) -> int | None:
        """Return the code it ended with, or None while it lives."""

    def stop(self) -> None:
        """End it and whatever it started."""


class GivenUpError(Exception):
    """A server died again and again; `code` is what it ended with."""

    def __init__(self, code: int) -> None:
        self.code = code
        super().__init__(f"the chat server ended with code {code}")


class KeptServer:
    """One server after the other in one place; `look` now and then, from one thread."""

    def __init__(self, first: Server, start: Callable[[], Server], now: float) -> None:
        self._server: Server | None = first
        self._start = start
        self._since = now
        self._tries = 0

    def look(self, now: float) -> None:
        """Start what has died again, or wait with that; raise GivenUpError where it did not help."""
        if self._server is None:
            if now >= self._since:
                self._server, self._since = self._start(), now
        elif (code := self._server.exit_code) is not None:
            self._server.stop()  # what it started may live on
            self._server = None
            self._since = now + self._wait(code, lived=now - self._since)

    def stop(self) -> None:
        """End the one that lives."""
        if self._server:
            self._server.stop()

    def _wait(self, code: int, lived: float) -> float:
        if lived >= LONG_LIFE_S:
            self._tries = 0
        if self._tries == len(WAITS_S):
            raise GivenUpError(code or 1)
        wait = WAITS_S[self._tries]
        self._tries += 1
        log.error("the chat server ended and is started again", extra={"code": code, "in_s": wait})
        return wait
