"""Questions that nobody answers and nobody waits for, as after a kill: any living process takes them up."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from agent.turns import Turns
from agent.work import Work
from appdb.turns import TurnStore
from appdb.users import User

_log = logging.getLogger(__name__)
AT_ONCE = 4  # in one process; people who ask now go on beside them
GIVEN_UP_S = 600.0  # whose owner is nobody who may sign in is ended after that
Find = Callable[[str], Awaitable[User | None]]


class Abandoned:
    """What is taken up of it in this process."""

    def __init__(self, turns: Turns, store: TurnStore, find: Find, lease_s: float) -> None:
        self._turns = turns
        self._store = store
        self._find = find
        self._lease_s = lease_s
        self._works: list[Work] = []

    async def take_up(self) -> None:
        """Look once in the life of a lease, and whenever one of these has been answered; for ever."""
        while True:
            try:
                await self.look()
            except Exception:  # the app's database may be away for a while
                _log.warning("abandoned turns not looked for", exc_info=True)
            ends = [asyncio.create_task(work.over()) for work in self._works]
            ends.append(asyncio.create_task(asyncio.sleep(self._lease_s)))
            try:
                await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for end in ends:
                    end.cancel()

    async def look(self) -> None:
        """Begin what has been nobody's for longer than a lease, a few at once."""
        self._works = [work for work in self._works if not work.is_over]
        for owner, age_s in await self._store.abandoned(self._lease_s):
            user = await self._find(owner)
            if user is None and age_s > GIVEN_UP_S:
                await self._store.drop_all(owner)
            while user and len(self._works) < AT_ONCE and (work := await self._turns.claim(user)):
                _log.info("turn_taken_up", extra={"turn": work.held.turn.id})
                self._works.append(work)
