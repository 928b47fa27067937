"""PostgreSQL: an async pool, read-only transactions by named cursor, cancelled on the server."""

import asyncio
import contextlib
import json
import logging
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any
from weakref import WeakSet

import psycopg
from psycopg import AsyncConnection, AsyncPipeline, AsyncRawCursor
from psycopg.pq import TransactionStatus
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from appdb.pool import check_idle
from database.result import QueryResult
from database.runners import postgres_catalog
from database.runners.base import Collector, Limits, MayRun, Params, PlanEstimate
from database.runners.keepalive import LIBPQ
from database.runners.postgres_errors import database_error
from database.runners.postgres_types import column_of, use_plain_types
from database.schema import Schema
from errors import ConnectionFailedError, DatabaseError, WenshuError

logger = logging.getLogger(__name__)

# Behind these words only a query stands: COMMIT, SET, DO, CALL and data-modifying WITH are errors.
DECLARE = "DECLARE wenshu NO SCROLL CURSOR FOR "
EXPLAIN = "EXPLAIN (FORMAT JSON) "
# The guard reads literals by standard_conforming_strings; cursor_tuple_fraction 1 plans for the whole result.
SESSION = (
    "SELECT set_config('statement_timeout', $1, true), set_config('lock_timeout', $2, true),"
    " set_config('idle_in_transaction_session_timeout', $3, true), set_config('search_path', $4, true),"
    " set_config('timezone', $5, true), set_config('standard_conforming_strings', 'on', true),"
    " set_config('datestyle', 'ISO', true), set_config('intervalstyle', 'postgres', true),"
    " set_config('row_security', 'on', true), set_config('cursor_tuple_fraction', '1', true)"
)
LOCK_TIMEOUT_MS = 3000
DEADLINE_SLACK_S = 1.0
GET_CONNECTION_S = 5.0
CONNECT_TIMEOUT_S = 5
_left: WeakSet[AsyncConnection[Any]] = WeakSet()  # what ended in the trip that began it


class PostgresRunner:
    """Runs checked queries on one PostgreSQL database."""

    def __init__(
        self,
        conninfo: str,
        *,
        name: str = "",
        search_path: Sequence[str] = ("public",),
        pool_size: int = 8,
        timezone: str = "UTC",
        set_role: str = "",
    ) -> None:
        self._conninfo = conninfo
        self._name = name
        # The guard resolves bare names in this very order; pg_temp last, so that no temporary table shadows.
        self._search_path = ", ".join(_quoted(schema) for schema in (*search_path, "pg_temp"))
        self._timezone = timezone
        self._set_role = set_role
        self._opening = asyncio.Lock()
        self._pool_size = pool_size
        self._pool: AsyncConnectionPool[AsyncConnection[Any]] | None = None
        self._is_closed = False

    async def run(
        self, sql: str, params: Params, limits: Limits, may_run: MayRun | None = None
    ) -> QueryResult:
        """Run one query read-only within the limits; with `may_run` it is planned first, and that asked."""
        started = time.perf_counter()
        collector = Collector(limits)
        asked = collector.next_batch()
        async with self._connection(limits.timeout_ms, DECLARE) as connection:
            if may_run is not None:
                may_run(await self._planned(connection, sql, params, limits.timeout_ms))
            *_, cursor = await self._trip(
                connection,
                *(self._begun(limits.timeout_ms) if may_run is None else ()),
                (DECLARE + sql, params),
                (f"FETCH FORWARD {asked} FROM wenshu", ()),
                ends=asked > limits.max_rows,  # one more than fits: no second batch is asked for
            )
            columns = [column_of(column) for column in cursor.description or ()]
            batch = await cursor.fetchall()
            while collector.add(batch) and len(batch) >= asked:
                asked = collector.next_batch()
                batch = await _fetch(connection, asked)
        return collector.result(columns, (time.perf_counter() - started) * 1000)

    async def explain(self, sql: str, params: Params, timeout_ms: int) -> PlanEstimate:
        """Let the server parse, type and plan the query without running it."""
        async with self._connection(timeout_ms) as connection:
            return await self._planned(connection, sql, params, timeout_ms, ends=True)

    async def _planned(
        self,
        connection: AsyncConnection[Any],
        sql: str,
        params: Params,
        timeout_ms: int,
        *,
        ends: bool = False,
    ) -> PlanEstimate:
        """Open a transaction and plan a query in it; tell besides which functions there are."""
        opening = self._begun(timeout_ms, f", ({postgres_catalog.MADE})")
        try:
            cursors = await self._trip(connection, *opening, (EXPLAIN + sql, params), ends=ends)
            row, session = await cursors[-1].fetchone(), await cursors[1].fetchone()
        except psycopg.Error as error:
            raise database_error(error, connection=self._name, prefix=EXPLAIN) from error
        # A plan of many steps within each other stays text, as any JSON that deep.
        told = (json.loads(row[0]) if isinstance(row[0], str) else row[0]) if row else []
        plan = told[0]["Plan"] if told else {}
        return PlanEstimate(plan.get("Total Cost"), plan.get("Plan Rows"), session[-1] if session else "")

    async def read_schema(self, schemas: Sequence[str]) -> Schema:
        """Read tables, columns, comments and keys in the catalogs."""
        async with self._connection(60_000) as connection:
            await self._trip(connection, *self._begun(60_000))
            return await postgres_catalog.read_schema(connection, schemas)

    async def estimate_rows(self, schemas: Sequence[str]) -> Mapping[str, int]:
        """Return the planner's row counts."""
        async with self._connection(60_000) as connection:
            await self._trip(connection, *self._begun(60_000))
            return await postgres_catalog.estimate_rows(connection, schemas)

    async def writable(self) -> tuple[str, ...]:
        """Name what the role could write: superuser, tables with a write grant, schemas with CREATE."""
        async with self._connection(10_000) as connection:
            await self._trip(connection, *self._begun(10_000))
            return await postgres_catalog.writable(connection)

    async def server(self) -> str:
        """Return the number the cluster was given when it was made."""
        async with self._connection(10_000) as connection:
            await self._trip(connection, *self._begun(10_000))
            return await postgres_catalog.identifier(connection)

    async def has_tables(self, names: Sequence[str]) -> bool:
        """Look into the catalog, which every role may read."""
        async with self._connection(10_000) as connection:
            await self._trip(connection, *self._begun(10_000))
            return await postgres_catalog.has_tables(connection, names)

    async def close(self) -> None:
        """Close the pool for good: one opened after the last question would never be closed."""
        async with self._opening:
            self._is_closed = True
            if self._pool is not None:
                await self._pool.close()
                self._pool = None

    def _begun(self, timeout_ms: int, more: str = "") -> list[tuple[str, Params]]:
        """Return what opens a read-only transaction; the second of it tells its settings, and `more`."""
        settings = [str(timeout_ms), str(min(LOCK_TIMEOUT_MS, timeout_ms // 2)), str(timeout_ms + 5000)]
        opens: list[tuple[str, Params]] = [
            ("BEGIN READ ONLY", ()),
            (SESSION + more, [*settings, self._search_path, self._timezone]),
        ]
        return [*opens, (f"SET LOCAL ROLE {_quoted(self._set_role)}", ())] if self._set_role else opens

    async def _trip(
        self, connection: AsyncConnection[Any], *statements: tuple[str, Params], ends: bool = False
    ) -> list[AsyncRawCursor[Any]]:
        """Send statements in one round trip; return their cursors.

        Where nothing comes after them the transaction `ends` in the same trip. A pipeline always speaks the
        extended protocol: two statements in one text are refused.
        """
        first: psycopg.Error | None = None
        cursors = [AsyncRawCursor(connection) for _ in statements]
        with contextlib.suppress(psycopg.errors.PipelineAborted):
            async with connection.pipeline() as pipeline:
                try:
                    for cursor, (sql, params) in zip(cursors, statements, strict=True):
                        await cursor.execute(sql, params or None)
                    if ends:
                        await _leave(connection, pipeline)
                except psycopg.Error as error:
                    first = error
        if first is not None:
            raise first
        if ends:
            _left.add(connection)
        return cursors

    @contextlib.asynccontextmanager
    async def _connection(self, timeout_ms: int, prefix: str = "") -> AsyncIterator[AsyncConnection[Any]]:
        """Lend a connection under a deadline of our own; end its transaction; map its errors."""
        pool = await self._opened_pool()
        try:
            async with asyncio.timeout(timeout_ms / 1000 + DEADLINE_SLACK_S + GET_CONNECTION_S):
                connection = await pool.getconn()  # its own way of lending would end a transaction besides
                try:
                    async with asyncio.timeout(timeout_ms / 1000 + DEADLINE_SLACK_S):
                        yield connection
                finally:
                    try:
                        await _end(connection)
                    finally:
                        await pool.putconn(connection)
        except PoolTimeout as error:
            raise await self._no_connection() from error
        except psycopg.Error as error:
            raise database_error(error, connection=self._name, prefix=prefix) from error
        except TimeoutError as error:
            # The server ends what takes too long itself: one that says nothing has not been heard.
            raise ConnectionFailedError("database_silent", phase="execute", connection=self._name) from error
        except WenshuError:
            raise
        except Exception as error:  # a value that the driver cannot read
            detail = f"{type(error).__name__}: {error}"
            raise DatabaseError(phase="execute", detail=detail, connection=self._name) from error

    async def _opened_pool(self) -> AsyncConnectionPool[AsyncConnection[Any]]:
        async with self._opening:
            if self._is_closed:
                raise ConnectionFailedError(phase="connect", detail="closed", connection=self._name)
            if self._pool is None:
                # One plain connection first: it fails at once and with the reason, where a pool would wait.
                await self._probe()
                pool = AsyncConnectionPool(
                    self._conninfo,
                    min_size=1,
                    max_size=self._pool_size,
                    open=False,
                    timeout=GET_CONNECTION_S,
                    max_idle=300,
                    reconnect_timeout=30,
                    check=check_idle,
                    configure=_configure,
                    kwargs={
                        "autocommit": True,
                        "prepare_threshold": None,
                        "connect_timeout": CONNECT_TIMEOUT_S,
                        **LIBPQ,
                    },
                )
                await pool.open()
                self._pool = pool
            return self._pool

    async def _probe(self) -> None:
        try:
            async with asyncio.timeout(CONNECT_TIMEOUT_S + 1):
                connection = await AsyncConnection.connect(
                    self._conninfo, connect_timeout=CONNECT_TIMEOUT_S, autocommit=True
                )
                await connection.close()
        except (psycopg.Error, TimeoutError) as error:
            raise ConnectionFailedError(
                phase="connect",
                sqlstate=getattr(error, "sqlstate", None) or "",
                detail=str(error),
                connection=self._name,
            ) from error

    async def _no_connection(self) -> DatabaseError:
        """Tell a database that is down from a pool that is all lent out."""
        try:
            await self._probe()
        except ConnectionFailedError as error:
            return error
        return DatabaseError("database_busy", phase="connect", connection=self._name)


async def _fetch(connection: AsyncConnection[Any], count: int) -> list[tuple[Any, ...]]:
    cursor = await connection.execute(f"FETCH FORWARD {count} FROM wenshu")
    return await cursor.fetchall()


async def _end(connection: AsyncConnection[Any]) -> None:
    """Leave the transaction and drop session state: settings, temporary tables, advisory locks, listeners.

    Not the pool's `reset` hook: its worker swallows a cancellation there, and the loop never ends (ran).
    """
    status = connection.info.transaction_status
    if status == TransactionStatus.UNKNOWN:
        return
    if connection in _left:
        _left.remove(connection)
        return
    clean = False
    try:
        async with connection.pipeline() as pipeline:  # one trip
            is_open = status in (TransactionStatus.INTRANS, TransactionStatus.INERROR)
            await _leave(connection, pipeline, is_open=is_open)
        clean = True
    except psycopg.Error as error:
        logger.warning("connection not reset", extra={"cause": str(error)})
    finally:
        if not clean:
            await connection.close()


async def _leave(connection: AsyncConnection[Any], pipeline: AsyncPipeline, *, is_open: bool = True) -> None:
    if is_open:
        await connection.execute("ROLLBACK")
        await pipeline.sync()  # what discards stands in no transaction
    await connection.execute("DISCARD ALL")


async def _configure(connection: AsyncConnection[Any]) -> None:
    use_plain_types(connection)


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
