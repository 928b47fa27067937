"""One process at a time: the others wait, asking again and again.

Waiting inside `pg_advisory_lock` would hold a snapshot, for which CREATE INDEX CONCURRENTLY (the
checkpointer's tables have three) waits in turn: two fresh starts would stand still for ever.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import psycopg

from appdb.pool import AppDatabase

AGAIN_S = 0.1


@contextmanager
def alone(connection: psycopg.Connection, key: int) -> Iterator[None]:
    """Keep others with this key off; the connection commits by itself."""
    while not _is_got(connection.execute("SELECT pg_try_advisory_lock(%s)", [key]).fetchone()):
        time.sleep(AGAIN_S)  # only ever on a thread of its own
    try:
        yield
    finally:
        if not connection.closed:
            connection.execute("SELECT pg_advisory_unlock(%s)", [key])


@asynccontextmanager
async def alone_in(database: AppDatabase, key: int) -> AsyncIterator[None]:
    """Keep others with this key off, on a connection of the pool's."""
    async with database.pool.connection() as held:
        while True:
            row = await (await held.execute("SELECT pg_try_advisory_lock(%s) AS got", [key])).fetchone()
            if row and row["got"]:
                break
            await asyncio.sleep(AGAIN_S)
        try:
            yield
        finally:
            await held.execute("SELECT pg_advisory_unlock(%s)", [key])


def _is_got(row: tuple[bool, ...] | None) -> bool:
    return bool(row and row[0])
