"""From what was read to what is taught: tables chosen, changes followed, descriptions added."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from database.drift import TableDrift, drift
from database.schema import Table
from errors import InputError, NotFoundError
from knowledge.items import KnowledgeItem
from knowledge.records import RecordStore, addressed
from knowledge.tables import table_item
from teaching.live.descriptions import Description, DescriptionStore, described
from teaching.live.tables import LiveTable, LiveTableStore, Moved, TaughtBy, Wanted

SOURCE = "database"


@dataclass(frozen=True)
class StagedTables:
    """How many tables were staged, were taught as they are already, and leave."""

    staged: int = 0
    unchanged: int = 0
    leaving: int = 0


class LiveTeaching:
    """Stages what was read of a database for the next version of its knowledge."""

    def __init__(self, records: RecordStore, tables: LiveTableStore, descriptions: DescriptionStore) -> None:
        self._records = records
        self._tables = tables
        self._descriptions = descriptions

    async def stage(self, connection: str, names: Sequence[str], by: str) -> StagedTables:
        """Stage these tables, as they were last read, with their descriptions."""
        found = [one.table for one in await self._tables.named(connection, names)]
        if not found:
            raise InputError("nothing_chosen")
        return await self._staged(connection, found, by)

    async def stage_all(self, connection: str, wanted: Wanted, by: str) -> StagedTables:
        """Stage every table that is looked for."""
        return await self.stage(connection, await self._tables.names(connection, wanted), by)

    async def drift(self, connection: str) -> list[TableDrift]:
        """Return what has changed since somebody last took note."""
        return _drift(await self._tables.moved(connection))

    async def follow(self, connection: str, by: str) -> StagedTables:
        """Stage what has changed: new tables, taught ones as they are now, and that removed ones leave."""
        moved = await self._tables.moved(connection)
        taught = await self._tables.taught(connection, [one.name for one in moved])
        tables = [one.after for one in moved if one.after and (one.before is None or one.name in taught)]
        report = await self._staged(connection, tables, by)
        leaving = await self._leave([one.name for one in moved if one.after is None], taught, by)
        await self._tables.settle(connection, moved)
        return StagedTables(report.staged, report.unchanged, leaving)

    async def take_note(self, connection: str) -> None:
        """Leave what is taught as it is, and show these changes no more."""
        await self._tables.settle(connection, await self._tables.moved(connection))

    async def table(self, connection: str, name: str) -> tuple[LiveTable, Description]:
        """Return one table as read, and what was said of it."""
        found = await self._tables.named(connection, [name])
        if not found:
            raise NotFoundError("table_not_read", name=name)
        said = await self._descriptions.of(connection, [name])
        return found[0], said.get(name, Description())

    async def describe(self, connection: str, name: str, wanted: Description, by: str) -> bool:
        """Keep a description; tell whether the table, being taught, was staged with it."""
        live, _ = await self.table(connection, name)
        await self._descriptions.save(connection, live.table, wanted, by)
        if live.taught:
            await self._staged(connection, [live.table], by)
        return bool(live.taught)

    async def _leave(self, names: Sequence[str], taught: Mapping[str, TaughtBy], by: str) -> int:
        """Withdraw what is staged of these tables, then mark what is published of them as leaving."""
        items = [taught[name] for name in names if name in taught]
        for ids in (
            [one.staged for one in items if one.staged],
            [one.published for one in items if one.published],
        ):
            await self._records.stage_removal(ids, by=by)
        return len(items)

    async def _staged(self, connection: str, tables: Sequence[Table], by: str) -> StagedTables:
        said = await self._descriptions.of(connection, [table.full_name for table in tables])
        items = await asyncio.to_thread(_items, tables, said, connection, by)
        report = await self._records.stage(items)
        return StagedTables(len(report.added), len(report.unchanged))


def _items(
    tables: Sequence[Table], said: Mapping[str, Description], connection: str, by: str
) -> list[KnowledgeItem]:
    shown = (described(table, said.get(table.full_name, Description())) for table in tables)
    return [addressed(table_item(table, SOURCE), connection, by) for table in shown]


def _drift(moved: Sequence[Moved]) -> list[TableDrift]:
    return drift(
        [one.before for one in moved if one.before is not None],
        [one.after for one in moved if one.after is not None],
    )
