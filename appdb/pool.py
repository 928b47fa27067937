"""The pool of connections to the app's own PostgreSQL."""

import asyncio
import select
import time
from types import TracebackType
from typing import Any, LiteralString, Self
from weakref import WeakKeyDictionary, WeakValueDictionary

from psycopg import AsyncConnection, OperationalError
from psycopg.errors import DiskFull
from psycopg.rows import DictRow, dict_row
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from errors import SettingsError

Pool = AsyncConnectionPool[AsyncConnection[DictRow]]

OPEN_TIMEOUT_S = 15.0
GET_TIMEOUT_S = 10.0
CHECK_AFTER_S = 2.0
_MOST_SELECTABLE = 1024  # select() knows no higher descriptor
_alive_at: WeakKeyDictionary[AsyncConnection[DictRow], float] = WeakKeyDictionary()
RECONNECT_S = 3.0  # tries wait twice as long each time; giving up soon, the next question begins them anew


async def check_idle(connection: AsyncConnection[DictRow]) -> None:
    """Ask a connection whether it lives, unless it did a moment ago and its socket is quiet.

    A question takes a connection eight times. A server that drops one closes the socket, which then has
    something to read.
    """
    now = time.monotonic()
    socket = connection.pgconn.socket
    spoke = bool(select.select([socket], [], [], 0)[0]) if socket < _MOST_SELECTABLE else True
    if spoke or now - _alive_at.get(connection, 0.0) > CHECK_AFTER_S:
        await AsyncConnectionPool.check_connection(connection)
    _alive_at[connection] = now


class AppDatabase:
    """The app's own database; every statement commits by itself unless a transaction is opened."""

    def __init__(self, pool: Pool, address: str) -> None:
        self.pool = pool
        self.address = address
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @classmethod
    async def open(cls, url: str, size: int = 8) -> Self:
        """Connect, or raise SettingsError when the database does not answer."""
        pool: Pool = AsyncConnectionPool(
            url,
            min_size=1,
            max_size=size,
            timeout=GET_TIMEOUT_S,
            reconnect_timeout=RECONNECT_S,
            kwargs={"autocommit": True, "prepare_threshold": 0, "row_factory": dict_row},
            check=check_idle,
            open=False,
        )
        try:
            await pool.open(wait=True, timeout=OPEN_TIMEOUT_S)
        except (PoolTimeout, OperationalError) as error:
            await pool.close()
            raise SettingsError("app_database_unreachable", detail=str(error)) from error
        return cls(pool, url)

    async def close(self) -> None:
        """Give every connection back."""
        await self.pool.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def rows(self, sql: LiteralString, *values: Any) -> list[DictRow]:
        """Run one statement and return its rows."""
        async with self._lent() as connection:
            cursor = await connection.execute(sql, values)
            return [] if cursor.rownumber is None else await cursor.fetchall()

    async def row(self, sql: LiteralString, *values: Any) -> DictRow | None:
        """Run one statement and return its first row."""
        found = await self.rows(sql, *values)
        return found[0] if found else None

    async def row_in_turn(self, key: str, sql: LiteralString, *values: Any) -> DictRow | None:
        """Run one statement after all others under this key have ended, and return its first row.

        What it reads is as they left it. Both go in one trip; PostgreSQL takes them as one transaction. Those
        of this process wait here: each would hold a connection, and a hundred of one person all there are.
        """
        async with (
            self._turns.setdefault(key, asyncio.Lock()),
            self._lent() as connection,
            connection.pipeline(),
        ):
            await connection.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [key])
            return await (await connection.execute(sql, values)).fetchone()

    async def run(self, sql: LiteralString, *values: Any) -> int:
        """Run one statement and return how many rows it touched."""
        async with self._lent() as connection:
            return (await connection.execute(sql, values)).rowcount

    def _lent(self) -> "_Lent":
        return _Lent(self.pool)


class _Lent:
    """Lends a connection whose statements commit by themselves: the pool's own way ends a transaction too.

    A database that is full or away becomes an error with a sentence; what it says of the SQL stays.
    """

    __slots__ = ("_connection", "_pool")

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    async def __aenter__(self) -> AsyncConnection[DictRow]:
        try:
            self._connection = await self._pool.getconn()
        except OperationalError as error:
            raise _mapped(error) from error
        return self._connection

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._pool.putconn(self._connection)
        if isinstance(error, OperationalError):
            raise _mapped(error) from error


def _mapped(error: OperationalError) -> SettingsError:
    code = "storage_full" if isinstance(error, DiskFull) else "storage_unreachable"
    return SettingsError(code, detail=str(error))
