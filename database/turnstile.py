"""How many statements a person runs at once, over all databases and, for their questions, all processes."""

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator

from appdb.lease import lease_token
from appdb.places import Places
from errors import DatabaseError, WenshuError

_log = logging.getLogger(__name__)
_KIND = "statement"
_LOOK_S = 0.1


class Turnstile:
    """Lets each user run at most so many statements at once.

    What runs for no question, such as reading what columns hold, is counted in its own process alone.
    """

    def __init__(self, most: int, places: Places | None = None) -> None:
        self._most = most
        self._places = places
        self._gates: dict[str, tuple[asyncio.Semaphore, int]] = {}

    def users(self) -> int:
        """Return how many users run or wait for a statement now."""
        return len(self._gates)

    @contextlib.asynccontextmanager
    async def turn(self, user: str, patience_s: float) -> AsyncIterator[None]:
        """Wait for a free place, or raise `too_many_queries` when none frees in time.

        A statement ends within `patience_s` too; so a place among processes is free again after that.
        """
        until = time.monotonic() + patience_s
        gate, waiting = self._gates.get(user, (asyncio.Semaphore(self._most), 0))
        self._gates[user] = (gate, waiting + 1)
        try:
            try:
                async with asyncio.timeout(patience_s):
                    await gate.acquire()
            except TimeoutError as error:
                raise DatabaseError("too_many_queries", phase="execute", most=self._most) from error
            try:
                async with self._place(user, until, patience_s):
                    yield
            finally:
                gate.release()
        finally:
            gate, waiting = self._gates[user]
            if waiting == 1:
                del self._gates[user]
            else:
                self._gates[user] = (gate, waiting - 1)

    @contextlib.asynccontextmanager
    async def _place(self, user: str, until: float, seconds: float) -> AsyncIterator[None]:
        """Hold a place among all processes; this one's own count does where the app's database is away."""
        if self._places is None or lease_token.get() is None:
            yield
            return
        token: int | None = None
        try:
            while (token := await self._places.take(_KIND, user, self._most, seconds + 1)) is None:
                if time.monotonic() > until:
                    raise DatabaseError("too_many_queries", phase="execute", most=self._most)
                await asyncio.sleep(_LOOK_S)
        except DatabaseError:
            raise
        except WenshuError as error:
            _log.warning("statements not counted with other processes'", extra={"cause": error.detail})
        try:
            yield
        finally:
            if token is not None:
                await asyncio.shield(self._free(self._places, token))

    async def _free(self, places: Places, token: int) -> None:
        try:
            await places.free(token)
        except WenshuError as error:
            _log.warning("place not freed", extra={"cause": error.detail})
