"""News of turns: wakes who waits for one, whichever process it happened in.

A notification carries a turn and a number only; what happened is read from its table. One that is lost costs
no more than the time until the waiting one looks for itself.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Iterator

from psycopg import AsyncConnection, OperationalError, sql

from appdb.turns import CHANNEL, TurnStore

_log = logging.getLogger(__name__)
_LOOK_S = 5.0  # as long as nobody waits after that, nobody listens
_AGAIN_S = 1.0


class Waiter:
    """One who waits for news of some turns."""

    def __init__(self) -> None:
        self.turns: set[str] = set()
        self._news = asyncio.Event()

    def wake(self) -> None:
        """Let it go on."""
        self._news.set()

    async def wait(self, seconds: float) -> None:
        """Wait for news, but not for longer."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._news.wait()
        self._news.clear()


class Wakes:
    """Who waits in this process, and the one connection that listens for all of them."""

    def __init__(
        self, store: TurnStore, changed: Callable[[str], None], is_wanted: Callable[[], bool]
    ) -> None:
        self._store = store
        self._changed = changed
        self._is_wanted = is_wanted
        self._waiters: set[Waiter] = set()
        self._listening: asyncio.Task[None] | None = None

    @contextlib.contextmanager
    def waiter(self) -> Iterator[Waiter]:
        """Return one who waits until the block ends."""
        waiter = Waiter()
        self._waiters.add(waiter)
        try:
            yield waiter
        finally:
            self._waiters.discard(waiter)

    def tell(self, turn: str) -> None:
        """Wake who waits for a turn."""
        for waiter in self._waiters:
            if turn in waiter.turns:
                waiter.wake()

    def listen(self) -> None:
        """Hear of other processes' turns from now on."""
        if self._listening is None or self._listening.done():
            self._listening = asyncio.create_task(self._listen())

    async def close(self) -> None:
        """Listen no more."""
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)

    async def _listen(self) -> None:
        while self._waiters or self._is_wanted():
            try:
                connection = await AsyncConnection.connect(self._store.address, autocommit=True)
                async with connection:
                    await self._hear(connection)
            except OperationalError:
                _log.info("not listening for turns", exc_info=True)
                await asyncio.sleep(_AGAIN_S)

    async def _hear(self, connection: AsyncConnection) -> None:
        await connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(CHANNEL)))
        for waiter in self._waiters:  # what happened before is not told
            waiter.wake()
        while self._waiters or self._is_wanted():
            async for note in connection.notifies(timeout=_LOOK_S):
                turn, _, number = note.payload.partition(" ")
                self.tell(turn)
                if number == "0":
                    self._changed(turn)
