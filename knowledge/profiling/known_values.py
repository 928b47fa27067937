"""What is known of each database's values: loaded at start, read anew behind the questions, one at a time."""

import asyncio
import logging
import time
from collections.abc import Mapping

from database.connections import Database, Databases
from database.schema import Schema, Table
from errors import WenshuError
from knowledge.inferred import Keys, candidates, chosen, overlap_query
from knowledge.profiles import TableProfile
from knowledge.profiling.reader import ProfileReader, shape_of
from knowledge.profiling.store import Profiled, ProfileStore
from knowledge.values import ColumnValues

log = logging.getLogger(__name__)

READING_S = 120.0  # of one reading; what is not read by then is not known until the next
REFRESH_S = 3600.0
SAVED_AT_ONCE = 50
KEYS_AT_ONCE = 20


class KnownValues:
    """Holds every database's profiles, and reads those that are missing, changed or old."""

    def __init__(self, databases: Databases, store: ProfileStore, refresh_s: float = REFRESH_S) -> None:
        self._databases = databases
        self._store = store
        self._refresh_s = refresh_s
        self._held: dict[str, Profiled] = {}
        self._reading: dict[str, asyncio.Task[None]] = {}

    def held(self, connection: str) -> Profiled:
        """Return what is in memory, which may be nothing."""
        return self._held.get(connection, Profiled())

    async def of(self, connection: str) -> Profiled:
        """Return what is known of every table, reading first what is missing or has changed.

        What is merely old is read again behind.
        """
        database = self._databases.get(connection)
        schema = await database.load_schema()
        known = await self.loaded(connection)
        if _missing(database, schema, known):
            await asyncio.shield(self.read(connection))
        elif time.monotonic() - known.read_at > self._refresh_s:
            self.read(connection, anew=True)
        return self.held(connection)

    def read(self, connection: str, *, anew: bool = False) -> "asyncio.Task[None]":
        """Begin to read what is missing, or all anew; where a reading runs already, return that one."""
        task = self._reading.get(connection)
        if task is None or task.done():
            task = asyncio.create_task(self._read(self._databases.get(connection), anew))
            task.add_done_callback(_log_failure)
            self._reading[connection] = task
        return task

    async def forget(self, connection: str) -> None:
        """Let go of a database that was removed."""
        task = self._reading.pop(connection, None)
        if task is not None:
            task.cancel()
        self._held.pop(connection, None)
        await self._store.forget(connection)

    async def close(self) -> None:
        """Stop reading; what was read is kept."""
        for task in self._reading.values():
            task.cancel()
        await asyncio.gather(*self._reading.values(), return_exceptions=True)

    async def loaded(self, connection: str) -> Profiled:
        """Return what was read before, by this process or another."""
        if connection not in self._held:
            kept = await self._store.load(connection)
            self._held.setdefault(connection, kept)
        return self._held[connection]

    async def _read(self, database: Database, anew: bool) -> None:
        schema = await database.load_schema()
        before = await self.loaded(database.name)
        wanted = list(schema.tables) if anew else _missing(database, schema, before)
        reader = ProfileReader(database, READING_S)
        read: list[TableProfile] = []
        saved = 0

        async def keep(profile: TableProfile) -> None:
            nonlocal saved
            read.append(profile)
            if len(read) - saved >= SAVED_AT_ONCE:
                batch, saved = read[saved:], len(read)
                await self._store.save(database.name, batch)

        await reader.read(wanted, keep)
        await self._store.save(database.name, read[saved:])
        names = {table.full_name for table in schema.tables}
        tables = {name: one for name, one in before.tables.items() if name in names}
        tables |= {one.name: one for one in read}
        await self._store.keep_only(database.name, names)
        keys = await _inferred(reader, schema, tables, database)
        await self._store.save_keys(database.name, keys)
        oldest = time.monotonic() if len(read) >= len(tables) else before.read_at
        self._held[database.name] = Profiled(tables, keys, oldest)


async def _inferred(
    reader: ProfileReader, schema: Schema, profiles: Mapping[str, TableProfile], database: Database
) -> Keys:
    """Return the keys that names suggest and values bear out, as far as the reading's time goes."""
    asked = await asyncio.to_thread(candidates, schema, profiles)
    found = []
    for start in range(0, len(asked), KEYS_AT_ONCE):
        batch = asked[start : start + KEYS_AT_ONCE]
        try:
            rows = await reader.rows(overlap_query(batch, database.dialect))
        except (WenshuError, TimeoutError) as error:
            log.info("keys were not inferred", extra={"connection": database.name, "cause": str(error)})
            continue
        found += [(batch[int(place)], int(values), int(held)) for place, values, held in rows]
    return chosen(found)


def known_columns(schema: Schema, known: Profiled) -> list[ColumnValues]:
    """Return the values by which things are named, in the schema's order."""
    return [
        ColumnValues(f"{table.full_name}.{column.name}", values)
        for table in schema.tables
        if (profile := known.tables.get(table.full_name))
        for column in table.columns
        if (values := profile.values.get(column.name))
    ]


def _missing(database: Database, schema: Schema, known: Profiled) -> list[Table]:
    """Return the tables that are not known as they are now."""
    address = database.spec.safe_url()
    return [
        table
        for table in schema.tables
        if (held := known.tables.get(table.full_name)) is None or held.shape != shape_of(table, address)
    ]


def _log_failure(task: "asyncio.Task[None]") -> None:
    if not task.cancelled() and task.exception() is not None:
        log.warning("values could not be read", exc_info=task.exception())
