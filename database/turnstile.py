"""How many statements a person runs at once, over all databases and, for their questions, all processes."""

import asyncio
import contextlib
import logging
import time
from collections import defaultdict
from collections.abc import AsyncIterator
from dataclasses import dataclass

from appdb.lease import lease_token
from appdb.places import Places
from errors import DatabaseError, WenshuError

_log = logging.getLogger(__name__)
_KIND = "statement"
_LOOK_S = 0.1
_KEPT_S = 0.1  # for the next statement of the same person: a question runs several, one after the other
_SPARE_S = 1.0  # that a place is taken for beyond one statement


@dataclass(eq=False)
class _Place:
    token: int
    until: float  # it is this process's own so long
    freeing: asyncio.TimerHandle | None = None


class Turnstile:
    """Lets each user run at most so many statements at once.

    What runs for no question, such as reading what columns hold, is counted in its own process alone.
    """

    def __init__(self, most: int, places: Places | None = None) -> None:
        self._most = most
        self._places = places
        self._gates: dict[str, tuple[asyncio.Semaphore, int]] = {}
        self._kept: defaultdict[str, list[_Place]] = defaultdict(list)
        self._freeing: set[asyncio.Task[None]] = set()

    def users(self) -> int:
        """Return how many users run or wait for a statement now."""
        return len(self._gates)

    async def close(self) -> None:
        """Give back the places that are kept for a next statement; there is none any more."""
        for user, place in [(user, place) for user, kept in self._kept.items() for place in kept]:
            if place.freeing is not None:
                place.freeing.cancel()
            self._give_back(user, place)
        await asyncio.gather(*self._freeing)

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
        place: _Place | None = None
        try:
            while (place := self._again(user, seconds) or await self._taken(user, seconds)) is None:
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
            if place is not None:
                self._kept[user].append(place)
                place.freeing = asyncio.get_running_loop().call_later(_KEPT_S, self._give_back, user, place)

    def _again(self, user: str, seconds: float) -> _Place | None:
        """Return the place of a statement that ended just now, where it lasts for another one."""
        now = time.monotonic()
        found = next((one for one in self._kept.get(user, ()) if one.until >= now + seconds), None)
        if found is not None and found.freeing is not None:
            found.freeing.cancel()
            self._forget(user, found)
        return found

    async def _taken(self, user: str, seconds: float) -> _Place | None:
        assert self._places is not None
        until = time.monotonic() + seconds + _SPARE_S
        token = await self._places.take(_KIND, user, self._most, seconds + _SPARE_S)
        return None if token is None else _Place(token, until)

    def _give_back(self, user: str, place: _Place) -> None:
        self._forget(user, place)
        task = asyncio.get_running_loop().create_task(self._free(place.token))
        self._freeing.add(task)
        task.add_done_callback(self._freeing.discard)

    def _forget(self, user: str, place: _Place) -> None:
        self._kept[user].remove(place)
        if not self._kept[user]:
            del self._kept[user]

    async def _free(self, token: int) -> None:
        assert self._places is not None
        try:
            await self._places.free(token)
        except WenshuError as error:
            _log.warning("place not freed", extra={"cause": error.detail})
