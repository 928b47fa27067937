"""Reads a database's tables behind the page: shape, row counts, sample values; slow parts in parallel."""

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence

from database.connections import Database, Databases
from database.rights import Rights
from errors import ConnectionFailedError, DatabaseError, InputError, WenshuError
from knowledge.profiling.together import a_few_at_once
from teaching.live.runs import Reading, ReadingStore
from teaching.live.sampling import TABLES_AT_ONCE, Sampled, sample_query, sampled_columns, samples
from teaching.live.tables import LiveTable, LiveTableStore

log = logging.getLogger(__name__)

BEAT_S = 0.5
AT_ONCE = 4  # of one database's connections; people keep asking meanwhile
BATCH_S = 5.0
AS = "schema reading"

RightsOfAll = Callable[[str], Iterable[Rights]]


class _Progress:
    def __init__(self) -> None:
        self.done = self.whole = 0


class SchemaReader:
    """Starts, follows and stops readings.

    `rights_of_all` gives what each role sees of a connection; `then` begins what follows a reading.
    """

    def __init__(
        self,
        databases: Databases,
        runs: ReadingStore,
        tables: LiveTableStore,
        rights_of_all: RightsOfAll,
        then: Callable[[str], object] = lambda _: None,
    ) -> None:
        self._databases = databases
        self._runs = runs
        self._tables = tables
        self._rights_of_all = rights_of_all
        self._then = then
        self._working: set[asyncio.Task[None]] = set()

    async def start(self, connection: str, by: str) -> None:
        """Begin to read in the background, or raise where a reading runs already."""
        database = self._databases.get(connection)
        run = await self._runs.begin(connection, by)
        if run is None:
            raise InputError("reading_runs")
        task = asyncio.create_task(self._follow(database, run))
        self._working.add(task)
        task.add_done_callback(self._working.discard)

    async def last(self, connection: str) -> Reading | None:
        """Return the last reading of a database, in whichever process it runs."""
        return await self._runs.last(connection)

    async def cancel(self, connection: str) -> None:
        """Ask a reading to stop, in whichever process it runs."""
        await self._runs.cancel(connection)

    async def finished(self) -> None:
        """Wait for what this process reads."""
        await asyncio.gather(*self._working, return_exceptions=True)

    async def close(self) -> None:
        """Stop what this process reads."""
        for task in self._working:
            task.cancel()
        await self.finished()

    async def _follow(self, database: Database, run: str) -> None:
        progress = _Progress()
        work = asyncio.create_task(self._read(database, progress))
        try:
            while not work.done():
                if not await self._runs.beat(database.name, run, progress.done, progress.whole):
                    await self._runs.end(database.name, run, "cancelled")
                    return
                await asyncio.wait({work}, timeout=BEAT_S)
            await self._runs.beat(database.name, run, progress.done, progress.whole)
            if not await self._tables.save(database.name, run, work.result()):
                await self._runs.end(database.name, run, "cancelled")
                return
            self._then(database.name)
        except WenshuError as error:
            log.warning("tables not read", extra={"connection": database.name, "code": error.code})
            failure = {"code": error.code, "params": {key: str(value) for key, value in error.params.items()}}
            await self._runs.end(database.name, run, "failed", failure)
        except asyncio.CancelledError:
            await asyncio.shield(self._runs.end(database.name, run, "cancelled"))
            raise
        except Exception:
            log.exception("tables not read", extra={"connection": database.name})
            await self._runs.end(database.name, run, "failed", {"code": "internal", "params": {}})
        finally:
            work.cancel()

    async def _read(self, database: Database, progress: _Progress) -> list[LiveTable]:
        schema = await database.refresh_schema()
        rows = await _estimates(database)
        everybody = list(self._rights_of_all(database.name))
        asked = [
            Sampled(table, columns)
            for table in schema.tables
            if (columns := sampled_columns(table, database.spec.sensitive, everybody))
        ]
        progress.whole = len(schema.tables)
        progress.done = progress.whole - len(asked)
        found: dict[str, Mapping[str, Sequence[str]]] = {}

        async def sample(batch: Sequence[Sampled]) -> None:
            for one, values in zip(batch, await _sampled(database, batch), strict=True):
                found[one.table.full_name] = values
            progress.done += len(batch)

        await a_few_at_once(_batched(asked, TABLES_AT_ONCE), sample, AT_ONCE)
        return [
            LiveTable(table, rows.get(table.full_name), found.get(table.full_name, {}))
            for table in schema.tables
        ]


def _batched(items: Sequence[Sampled], size: int) -> Iterable[Sequence[Sampled]]:
    """Yield the items in runs of a size."""
    return (items[start : start + size] for start in range(0, len(items), size))


async def _estimates(database: Database) -> Mapping[str, int]:
    try:
        return await database.estimate_rows()
    except ConnectionFailedError:
        raise
    except DatabaseError as error:
        log.info("row counts not read", extra={"connection": database.name, "code": error.code})
        return {}


async def _sampled(database: Database, batch: Sequence[Sampled]) -> list[Mapping[str, Sequence[str]]]:
    """Return a few values of each table through the walls; where that fails, of each table alone."""
    try:
        async with asyncio.timeout(BATCH_S):
            rights = Rights("", database.name)
            approved = await database.approve(sample_query(batch, database.dialect), rights, dry_run=False)
            rows = (await database.run(approved, user=AS)).rows
            return [*samples(batch, rows)]
    except ConnectionFailedError:
        raise
    except (WenshuError, TimeoutError) as error:
        if len(batch) == 1:
            log.info(
                "a table gave no samples", extra={"table": batch[0].table.full_name, "cause": str(error)}
            )
            return [{}]
    return [found for one in batch for found in await _sampled(database, [one])]
