"""Blocking drivers in threads: bounded sessions, a deadline, and a stop that reaches the engine."""

import asyncio
import contextlib
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Generic, TypeVar

from database.result import QueryResult
from database.runners.base import Limits, MayRun, Params, PlanEstimate
from database.schema import Schema
from errors import DatabaseError, QueryTimeoutError

logger = logging.getLogger(__name__)

Session = TypeVar("Session")
Result = TypeVar("Result")

DEADLINE_SLACK_S = 1.0
PATIENCE_S = 5.0
SETTLE_S = 5.0
CATALOG_TIMEOUT_MS = 60_000


class ThreadRunner(ABC, Generic[Session]):
    """A runner whose driver blocks; an engine fills in what happens with one session, in a thread."""

    def __init__(self, *, name: str, pool_size: int) -> None:
        self._name = name
        self._places = asyncio.Semaphore(pool_size)
        self._threads = ThreadPoolExecutor(pool_size, thread_name_prefix=f"database-{name}")
        self._idle: list[Session] = []

    async def run(
        self, sql: str, params: Params, limits: Limits, may_run: MayRun | None = None
    ) -> QueryResult:
        """Run one query read-only within the limits; with `may_run` it is planned first, and that asked."""
        if may_run is not None:
            may_run(await self.explain(sql, params, limits.timeout_ms))
        return await self._with_session(
            lambda session: self._query(session, sql, params, limits), limits.timeout_ms
        )

    async def explain(self, sql: str, params: Params, timeout_ms: int) -> PlanEstimate:
        """Let the engine parse and plan the query without running it."""
        return await self._with_session(
            lambda session: self._plan(session, sql, params, timeout_ms), timeout_ms
        )

    async def read_schema(self, schemas: Sequence[str]) -> Schema:
        """Read tables, columns, comments and keys."""
        return await self._with_session(lambda session: self._catalog(session, schemas), CATALOG_TIMEOUT_MS)

    async def estimate_rows(self, schemas: Sequence[str]) -> Mapping[str, int]:
        """Return how many rows the engine thinks its tables have."""
        return await self._with_session(lambda session: self._rows(session, schemas), CATALOG_TIMEOUT_MS)

    async def writable(self) -> tuple[str, ...]:
        """Name what this sign-in could write."""
        return await self._with_session(self._writable, CATALOG_TIMEOUT_MS)

    async def server(self) -> str:
        """Return nothing: files and MySQL's servers have no name that two addresses share."""
        return ""

    async def has_tables(self, names: Sequence[str]) -> bool:
        """Return no: only the app's own tables are looked for, and these are in PostgreSQL."""
        return False

    async def close(self) -> None:
        """Close the idle sessions and let the threads go."""
        idle, self._idle = self._idle, []
        for session in idle:
            self._dispose(session)
        self._threads.shutdown(wait=False)

    @abstractmethod
    def _open(self) -> Session:
        """Connect, read-only as far as the engine can."""

    @abstractmethod
    def _alive(self, session: Session) -> bool:
        """Tell whether an idle session still answers."""

    @abstractmethod
    def _query(self, session: Session, sql: str, params: Params, limits: Limits) -> QueryResult:
        """Run one query."""

    @abstractmethod
    def _plan(self, session: Session, sql: str, params: Params, timeout_ms: int) -> PlanEstimate:
        """Plan one query."""

    @abstractmethod
    def _catalog(self, session: Session, schemas: Sequence[str]) -> Schema:
        """Read the catalogs."""

    @abstractmethod
    def _rows(self, session: Session, schemas: Sequence[str]) -> Mapping[str, int]:
        """Return how many rows the engine thinks its tables have."""

    @abstractmethod
    def _writable(self, session: Session) -> tuple[str, ...]:
        """Name what could be written."""

    @abstractmethod
    def _stop(self, session: Session) -> None:
        """Make the engine end what the session runs; called again until it did."""

    @abstractmethod
    def _close(self, session: Session) -> None:
        """Disconnect."""

    @abstractmethod
    def _mapped(self, error: Exception) -> DatabaseError | None:
        """Return our error for the driver's, or None for an error that is not the driver's."""

    async def _with_session(self, work: Callable[[Session], Result], timeout_ms: int) -> Result:
        """Lend a session to `work` in a thread; stop it in the engine at the deadline or when cancelled."""
        try:
            async with asyncio.timeout(
                PATIENCE_S
            ):  # Python 3.11's wait_for loses a cancelling that comes late
                await self._places.acquire()
        except TimeoutError as error:
            raise DatabaseError("database_busy", phase="connect", connection=self._name) from error
        try:
            session = await self._session()
            return await self._finished(session, work, timeout_ms / 1000 + DEADLINE_SLACK_S)
        finally:
            self._places.release()

    async def _session(self) -> Session:
        if self._idle:
            session = self._idle.pop()
            if await self._in_thread(self._alive, session):
                return session
            # Where one has gone silent the others have too: to ask each would take as long again for each.
            idle, self._idle = self._idle, []
            for gone in (session, *idle):
                self._dispose(gone)
        try:
            return await self._in_thread(lambda _: self._open(), None)
        except Exception as error:
            raise self._ours(error) from error

    async def _finished(self, session: Session, work: Callable[[Session], Result], seconds: float) -> Result:
        running = asyncio.ensure_future(self._in_thread(work, session))
        try:
            async with asyncio.timeout(seconds):
                result = await asyncio.shield(running)
        except TimeoutError as error:
            await self._settle(session, running)
            raise self._overdue() from error
        except asyncio.CancelledError:
            await self._settle(session, running)
            raise
        except Exception as error:
            self._dispose(session)
            raise self._ours(error) from error
        self._idle.append(session)
        return result

    def _overdue(self) -> DatabaseError:
        """Return the error for a statement that did not end by our own clock."""
        return QueryTimeoutError(phase="execute", connection=self._name)

    async def _settle(self, session: Session, running: "asyncio.Future[Result]") -> None:
        """Stop until it stopped: the first call may come before the engine has begun."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(SETTLE_S):
                while not running.done():
                    with contextlib.suppress(Exception):
                        await asyncio.to_thread(self._stop, session)
                    await asyncio.wait({running}, timeout=0.1)
        if not running.done():
            logger.warning("the engine did not stop", extra={"connection": self._name})
        elif not running.cancelled():
            running.exception()  # it is the stop's own, and asyncio wants it looked at
        self._dispose(session)

    async def _in_thread(self, work: Callable[..., Result], session: Session | None) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, session)

    def _dispose(self, session: Session) -> None:
        with contextlib.suppress(Exception):
            self._close(session)

    def _ours(self, error: Exception) -> DatabaseError:
        """Return our error for any a driver raises; one it does not name is a failed query too."""
        if isinstance(error, DatabaseError):
            return error
        return self._mapped(error) or DatabaseError(
            phase="execute", detail=f"{type(error).__name__}: {error}", connection=self._name
        )
