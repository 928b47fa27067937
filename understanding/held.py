"""What questions are read with, built per version of what was taught and per rights, and held."""

import asyncio
import dataclasses
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from config.settings import Settings
from database.connections import Database, Databases
from database.rights import Rights
from database.schema import Schema
from errors import WenshuError
from knowledge.definitions.files import catalog_from
from knowledge.described import described
from knowledge.items import KnowledgeItem
from knowledge.metrics import Catalog, Namesakes
from knowledge.profiling.known_values import KnownValues, known_columns
from knowledge.profiling.store import Profiled
from knowledge.sight import open_columns
from knowledge.values import (
    ColumnValues,
    ValueIndex,
    code_values,
    read_values,
    with_codes,
    with_defined_names,
    with_taught_names,
)
from knowledge.view import KnowledgeView
from language.calendar import Holidays
from understanding.data_days import DataDays, data_days, without_gaps_of_rare
from understanding.drafting.checks import sound
from understanding.metric.answers import MetricAnswers
from understanding.metric.namesakes import read_namesakes
from understanding.metric.ranges import Spans, read_holidays, read_spans, time_column
from understanding.metric.settling import Tally
from understanding.metric.tallies import read_tallies
from understanding.pairs.reuse import TemplateSet
from understanding.rows.names import Names
from understanding.rows.reader import RowsReader
from understanding.rows.view import Known
from understanding.words.pieces import QuestionReader

log = logging.getLogger(__name__)

# For what is being built, since that began: a question waits once, the next ones do not. 5 s were too few for
# the demo on a machine with seven other busy processes, 15 with sixteen, and a terminal asks only once.
FIRST_WAIT_S = 45.0
VALUES_WAIT_S = 0.7  # for values alone, of a database that was taught neither pairs nor metrics
RETRY_S = 5.0  # before what failed is tried again; a question asks for it several times
READING_S = 60.0  # of what a group with row policies sees of the values
TALLIES_S = 10.0  # of the rows of last days: without them only definitions tell which are complete
REFRESH_S = 3600.0
# Before what could not all be read is read anew, and how often in a row: a machine is not busy for long, and
# what is refused stays so.
AGAIN_S, MOST_AGAIN = 30.0, 5
KEPT = 32


@dataclass(frozen=True)
class Understanding:
    """Templates and values as one group of users may use them."""

    key: tuple[object, ...]
    templates: TemplateSet
    values: ValueIndex
    metrics: MetricAnswers
    rows: RowsReader
    days: DataDays
    built_at: float

    @property
    def is_old(self) -> bool:
        """Tell whether the values should be read again."""
        return time.monotonic() - self.built_at > REFRESH_S


@dataclass(frozen=True)
class Building:
    """An understanding being built of a version of what was taught, and since when."""

    task: "asyncio.Task[Understanding]"
    version: object
    began: float

    def stands_for(self, version: object) -> bool:
        """Tell whether none need be begun: this one is under way, or has just failed on the same."""
        if not self.task.done():
            return True
        failed = self.task.cancelled() or self.task.exception() is not None
        return failed and self.version == version and time.monotonic() - self.began < RETRY_S


@dataclass(frozen=True)
class Times:
    """From when to when data run, the holidays and the names that are shared, as the database has them."""

    spans: Spans
    holidays: Holidays
    tallies: Mapping[str, Tally]  # of the last days of each figure
    namesakes: Mapping[str, Namesakes]  # of each dimension whose names do not tell its things apart
    whole: bool = True  # all that was to be read was

    @property
    def ended(self) -> frozenset[str]:
        """Return the columns that only rows which have ended fill."""
        return frozenset[str]().union(*(one.ended for one in self.tallies.values()))


class Understandings:
    """Builds what is missing, once for all who wait for it, and holds the newest of each group of rights."""

    def __init__(
        self,
        settings: Settings,
        databases: Databases,
        knowledge: KnowledgeView,
        known_values: KnownValues,
        first_wait_s: float = FIRST_WAIT_S,
        values_wait_s: float = VALUES_WAIT_S,
    ) -> None:
        self.settings = settings
        self.databases = databases
        self.knowledge = knowledge
        self.known_values = known_values
        self._first_wait_s, self._values_wait_s = first_wait_s, values_wait_s
        self._held: OrderedDict[tuple[str, str], Understanding] = OrderedDict()
        self._building: dict[tuple[str, str], Building] = {}
        self._partly: dict[tuple[str, str], int] = {}  # builds in a row that could not read all

    def reading(self, connection: str) -> bool:
        """Tell whether the first of a connection is still being built."""
        return any(
            not building.task.done()
            for group, building in self._building.items()
            if group[0] == connection and group not in self._held
        )

    async def close(self) -> None:
        """Stop what is being built."""
        for building in self._building.values():
            building.task.cancel()
        await asyncio.gather(*(one.task for one in self._building.values()), return_exceptions=True)

    async def of(self, connection: str, rights: Rights) -> Understanding | None:
        """Return what is held for these rights; wait for what is missing, but once and not for ever."""
        if self.databases.find(connection) is None:
            return None  # a name that is only taught under has no data to understand
        group = (connection, rights.fingerprint() if rights.row_policies else "")
        held = self._held.get(group)
        try:
            key = await self._key(connection)
        except WenshuError as error:
            log.warning("knowledge not asked for", extra={"connection": connection, "cause": str(error)})
            return held
        if held and held.key == key and not held.is_old:
            self._held.move_to_end(group)
            return held
        building = self._building.get(group)
        if building is None or not building.stands_for(key[0]):
            task = asyncio.create_task(self._build(group, rights))
            task.add_done_callback(_log_failure)
            building = self._building[group] = Building(task, key[0], time.monotonic())
        if held and held.key[:2] == key[:2]:
            return held  # only its values have aged
        left = building.began + await self._patience(connection) - time.monotonic()
        if left <= 0 or building.task.done():
            return held
        try:
            return await asyncio.wait_for(asyncio.shield(building.task), left)
        except (TimeoutError, WenshuError):
            return held

    async def _patience(self, connection: str) -> float:
        """Return how long to wait: less for values alone, where no pair and no metric could answer."""
        snapshot = await self.knowledge.snapshot(connection)
        items = snapshot.items.values() if snapshot else ()
        reads = any(item.kind in ("pair", "metric") for item in items)
        return self._first_wait_s if reads else min(self._first_wait_s, self._values_wait_s)

    async def _key(self, connection: str) -> tuple[object, ...]:
        version = await self.knowledge.version(connection)
        return (version, self._tables(connection), self.known_values.held(connection))

    def _tables(self, connection: str) -> str:
        schema = self.databases.get(connection).schema
        return schema.fingerprint() if schema.tables else ""

    async def _build(self, group: tuple[str, str], rights: Rights) -> Understanding:
        connection, restricted = group
        database = self.databases.get(connection)
        schema = await database.load_schema()
        snapshot = await self.knowledge.newest(connection)
        items = [] if snapshot is None else list(snapshot.items.values())
        schema = described(schema, snapshot.schema.tables if snapshot else ())
        known = await self.known_values.of(connection)
        key = (snapshot.version if snapshot else 0, self._tables(connection), known)
        catalog = catalog_from(items, schema)
        named = await self._named(database, schema, catalog, known_columns(schema, known))
        everything = [*code_values(schema), *named]
        seen = await self._seen(database, schema, rights, everything, catalog) if restricted else everything
        # Held for all without row policies, whoever asked first: what each may see is told from at each use.
        every = Rights(role="", connection=connection)
        times = await self._times(database, catalog, known, rights if restricted else every)
        built = await asyncio.to_thread(
            self._made, key, database, schema, items, everything, seen, times, known, rights
        )
        self._partly[group] = 0 if times.whole else self._partly.get(group, 0) + 1
        if 0 < self._partly[group] <= MOST_AGAIN:
            built = dataclasses.replace(built, built_at=built.built_at - REFRESH_S + AGAIN_S)
        self._held[group] = built
        while len(self._held) > KEPT:
            self._held.popitem(last=False)
        return built

    async def _named(
        self, database: Database, schema: Schema, catalog: Catalog, found: list[ColumnValues]
    ) -> list[ColumnValues]:
        """Return values with what definitions call them in the other language, and their codes."""
        run = rows_of(database, Rights(role="", connection=database.name))
        told = await with_taught_names(found, catalog.twins, schema, run, database.dialect)
        named = with_defined_names(told, catalog.names_of_values)
        return await with_codes(named, catalog.codes, schema, run, database.dialect)

    async def _times(self, database: Database, catalog: Catalog, known: Profiled, rights: Rights) -> "Times":
        """Return from when to when the data run that may be seen, and the database's own holidays."""
        every = Rights(role="", connection=database.name)
        spans = await read_spans(catalog, rows_of(database, rights), database.dialect)
        holidays = await read_holidays(catalog, rows_of(database, every), database.dialect)
        figures = await asyncio.to_thread(sound, catalog, database.dialect)
        run, today = rows_of(database, rights, TALLIES_S), self.settings.current_date()
        most = database.limits.max_rows
        tallies = await read_tallies(figures, spans, run, database.dialect, today, most=most)
        grains = {time_column(catalog, name): one.time_grain for name, one in catalog.metrics.items()}
        namesakes, unread = await read_namesakes(figures, rows_of(database, rights), database.dialect, today)
        if unread:
            cause = ", ".join(unread)
            log.warning("shared names not read", extra={"connection": database.name, "cause": cause})
        spans = without_gaps_of_rare(spans, grains, known.tables, today)
        return Times(spans, holidays, tallies, namesakes, whole=not unread)

    async def _seen(
        self,
        database: Database,
        schema: Schema,
        rights: Rights,
        everything: Sequence[ColumnValues],
        catalog: Catalog,
    ) -> list[ColumnValues]:
        """Return the values that these rights' rows hold: read anew of tables that they cut, and of views."""
        cut = [
            table
            for table in schema.tables
            if table.is_view
            or any(fnmatchcase(table.full_name.lower(), policy.lower()) for policy in rights.row_policies)
        ]
        names = {table.full_name for table in cut}
        own = [one for one in everything if one.coded or one.column.rpartition(".")[0] not in names]
        found = await read_values(
            Schema(tuple(cut)),
            rows_of(database, rights),
            dialect=database.dialect,
            allowed=open_columns(rights),
            max_distinct=database.limits.max_rows - 1,
        )
        run, allowed = rows_of(database, rights), open_columns(rights)
        twins = await with_taught_names(found, catalog.twins, schema, run, database.dialect, allowed=allowed)
        told = with_defined_names(twins, catalog.names_of_values)
        coded = await with_codes(told, catalog.codes, schema, run, database.dialect, allowed=allowed)
        return [*own, *coded]

    def _made(
        self,
        key: tuple[object, ...],
        database: Database,
        schema: Schema,
        items: list[KnowledgeItem],
        everything: list[ColumnValues],
        seen: list[ColumnValues],
        times: "Times",
        known: Profiled,
        rights: Rights,
    ) -> Understanding:
        """Read the pairs with every value, and let questions be read with those their user may see."""
        values = ValueIndex.build(seen)
        metrics = MetricAnswers.build(
            items,
            schema,
            values,
            database.dialect,
            self.settings.fiscal_year_start_month,
            times.holidays,
            times.spans,
            times.tallies,
            times.namesakes,
        )
        timed = {
            time_column(metrics.catalog, one.name): one.time_grain for one in metrics.catalog.metrics.values()
        }
        measured = {column: grain for column, grain in timed.items() if column}
        days = data_days(schema, times.spans, measured, known.tables, rights)
        days = dataclasses.replace(days, holidays=times.holidays)
        templates = TemplateSet.build(
            [item for item in items if item.kind == "pair"],
            dialect=database.dialect,
            schema=schema,
            terms=[item for item in items if item.kind == "term"],
            values=ValueIndex.build(everything),
            fiscal_start=self.settings.fiscal_year_start_month,
            holidays=times.holidays,
            good=metrics.catalog.ways_good,
            monthly=days.monthly,
            last={column: last for column, (_, last) in days.ends.items()},
        )
        reader: QuestionReader = dataclasses.replace(templates.reader, values=values)
        ready = dataclasses.replace(templates, reader=reader)
        known_rows = Known(
            Names(schema, metrics.catalog),
            values,
            self.settings.fiscal_year_start_month,
            times.holidays,
            times.ended,
        )
        known_rows.names.prepare()
        return Understanding(key, ready, values, metrics, RowsReader(known_rows), days, time.monotonic())


def rows_of(
    database: Database, rights: Rights, within_s: float = READING_S
) -> Callable[[str], Awaitable[Sequence[Sequence[Any]]]]:
    """Return what reads rows under these rights through the walls; none after that long or where refused."""
    until = time.monotonic() + within_s

    async def rows(sql: str) -> Sequence[Sequence[Any]]:
        if time.monotonic() > until:
            return ()
        try:
            approved = await database.approve(sql, rights, dry_run=False)
            return (await database.run(approved, user="values")).rows
        except WenshuError as error:
            log.info("values not read", extra={"connection": database.name, "cause": str(error)})
            return ()

    return rows


def _log_failure(task: "asyncio.Task[Understanding]") -> None:
    if not task.cancelled() and task.exception() is not None:
        log.warning("values and templates could not be built", exc_info=task.exception())
