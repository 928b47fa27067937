"""What verified pairs and values let us understand without a model, kept per version and rights."""

import asyncio
import dataclasses
import datetime as dt
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any, Literal

from config.settings import Settings
from config.wording import Language
from database.connections import Database, Databases
from database.rights import Rights
from database.schema import Schema
from errors import WenshuError
from knowledge.follow_up import edit_previous
from knowledge.items import KnowledgeItem, LinkedValue, ReuseHit
from knowledge.language.calendar import Holidays
from knowledge.language.reading import QuestionReader
from knowledge.metric.answers import MetricAnswers
from knowledge.metric.exchange import offered, query_from
from knowledge.metric.files import catalog_from
from knowledge.metric.offering import offers
from knowledge.metric.ranges import Spans, read_holidays, read_spans
from knowledge.question import MetricHit
from knowledge.reuse import TemplateSet, find_reuse
from knowledge.values import ColumnValues, ValueIndex, code_values, read_values
from knowledge.verdicts import NOT_MINE, Reading, of_metric
from knowledge.view import KnowledgeView

log = logging.getLogger(__name__)

FIRST_WAIT_S = 5.0  # of the first question; reading the values of a large database goes on behind it
READING_S = 60.0  # of all values of one connection; what is not read by then is not known
REFRESH_S = 3600.0
KEPT = 32
WhyNot = Literal["reasons", "forecast", "part_of_rows"]


@dataclass(frozen=True)
class Understanding:
    """Templates and values as one group of users may use them."""

    key: tuple[object, ...]
    templates: TemplateSet
    values: ValueIndex
    metrics: MetricAnswers
    built_at: float

    @property
    def earliest(self) -> dt.date | None:
        """Return the first day any figure is known of."""
        return min((first for first, _ in self.metrics.spans.values()), default=None)

    @property
    def is_old(self) -> bool:
        """Tell whether the values should be read again."""
        return time.monotonic() - self.built_at > REFRESH_S


@dataclass(frozen=True)
class Times:
    """From when to when data run, and which days are holidays, as the database has it."""

    spans: Spans
    holidays: Holidays


class Taught:
    """Reads questions with what was taught; built again when knowledge or schema have moved."""

    def __init__(
        self,
        settings: Settings,
        databases: Databases,
        knowledge: KnowledgeView,
        first_wait_s: float = FIRST_WAIT_S,
    ) -> None:
        self._settings = settings
        self._databases = databases
        self._knowledge = knowledge
        self._first_wait_s = first_wait_s
        self._held: OrderedDict[tuple[str, str], Understanding] = OrderedDict()
        self._building: dict[tuple[str, str], asyncio.Task[Understanding]] = {}

    async def find_values(self, question: str, connection: str, rights: Rights) -> Sequence[LinkedValue]:
        """Return the values of the database that a question names and its user may see."""
        known = await self._understanding(connection, rights)
        if known is None:
            return ()
        found = known.values.find(question, open_columns(rights))
        return [LinkedValue(one.text, one.value, one.column, one.score) for one in found]

    async def values(self, connection: str, rights: Rights) -> ValueIndex:
        """Return the values of the database that people with these rights may name."""
        known = await self._understanding(connection, rights)
        return known.values if known else ValueIndex()

    async def reuse(
        self, question: str, connection: str, rights: Rights, today: dt.date, previous: str | None = None
    ) -> ReuseHit | None:
        """Return the verified pair whose slots fit the question, or the follow-up to the previous one."""
        known = await self._understanding(connection, rights)
        if known is None:
            return None
        allowed = open_columns(rights)
        if previous is not None and known.metrics.is_about_rows(question, previous, "", today, allowed):
            return None
        earliest = known.earliest
        hit = find_reuse(question, known.templates, today, allowed=allowed, earliest=earliest)
        if hit is not None or previous is None:
            return hit
        alone = edit_previous(previous, question, known.templates, today, allowed=allowed)
        if not alone:
            return None
        hit = find_reuse(alone, known.templates, today, allowed=allowed, earliest=earliest)
        return dataclasses.replace(hit, asked=alone, assumed=("edit",)) if hit else None

    async def metric(
        self,
        question: str,
        connection: str,
        rights: Rights,
        today: dt.date,
        previous: str | None = None,
        previous_sql: str = "",
    ) -> Reading:
        """Return what a question or follow-up comes to over the defined metrics, and how sure that is."""
        known = await self._understanding(connection, rights)
        if known is None:
            return NOT_MINE
        found = known.metrics.answer(question, today, open_columns(rights), previous, previous_sql)
        if isinstance(found, MetricHit) and _is_of_a_part(found, known, rights):
            return NOT_MINE
        return of_metric(found)

    async def why_not(self, question: str, connection: str, rights: Rights, today: dt.date) -> WhyNot | None:
        """Return what keeps every figure from being the answer, where that is known."""
        known = await self._understanding(connection, rights)
        if known is None:
            return None
        allowed = open_columns(rights)
        found = known.metrics.answer(question, today, allowed)
        if isinstance(found, MetricHit) and _is_of_a_part(found, known, rights):
            return "part_of_rows"
        return known.metrics.asks_beyond(question, today, allowed)

    async def unread(self, question: str, connection: str, rights: Rights) -> tuple[str, ...]:
        """Return the words of a question that neither metrics nor values know, as they were written."""
        known = await self._understanding(connection, rights)
        if known is None:
            return ()
        return known.metrics.unread(question, self._settings.current_date(), open_columns(rights))

    async def near(
        self, question: str, connection: str, rights: Rights, today: dt.date, language: Language
    ) -> tuple[str, ...]:
        """Return the question over metrics that is nearest to one that has no answer, where there is one."""
        known = await self._understanding(connection, rights)
        found = known.metrics.nearest(question, language, today, open_columns(rights)) if known else None
        return (found,) if found else ()

    async def askable(
        self,
        near: str,
        most: int,
        connection: str,
        rights: Rights,
        today: dt.date,
        language: Language,
    ) -> tuple[str, ...]:
        """Return questions over metrics that these rights may ask, on those that a question nearby names."""
        known = await self._understanding(connection, rights)
        if known is None:
            return ()
        allowed, database = open_columns(rights), self._databases.get(connection)
        found: list[str] = []
        for asked in offers(known.metrics, language, today, allowed, near):
            hit = known.metrics.answer(asked, today, allowed)
            if isinstance(hit, MetricHit) and await _runs(hit.sql, database, rights):
                found.append(asked)
            if len(found) == most:
                break
        return tuple(found)

    async def offered(self, question: str, connection: str, rights: Rights) -> tuple[str, ...]:
        """Return lines on the metrics and dimensions a question comes near to, for a model."""
        known = await self._understanding(connection, rights)
        return offered(question, known.metrics.catalog, open_columns(rights)) if known else ()

    async def composed(
        self,
        asked: Mapping[str, Any],
        question: str,
        connection: str,
        rights: Rights,
        today: dt.date,
        language: Language,
    ) -> MetricHit | None:
        """Return the SQL of what a model asked of the metrics, or None where it breaks their rules."""
        known = await self._understanding(connection, rights)
        if known is None:
            return None
        allowed = open_columns(rights)
        query = query_from(asked, known.metrics.reader, today, allowed)
        if query is None:
            return None
        alone = known.metrics.worded(query, language, today, allowed) or question
        hit = known.metrics.hit(query, alone, language, today)
        return None if _is_of_a_part(hit, known, rights) else hit

    async def definition(self, term: str, connection: str, rights: Rights, language: Language) -> str:
        """Return what a metric or dimension is by its definition, or nothing where the term is none."""
        known = await self._understanding(connection, rights)
        if known is None:
            return ""
        return known.metrics.definition(term, language, self._settings.current_date(), open_columns(rights))

    async def ready(self, connection: str, rights: Rights) -> None:
        """Build what questions under these rights need, before the first of them."""
        await self._understanding(connection, rights)

    async def close(self) -> None:
        """Stop what is being built."""
        for task in self._building.values():
            task.cancel()
        await asyncio.gather(*self._building.values(), return_exceptions=True)

    async def _understanding(self, connection: str, rights: Rights) -> Understanding | None:
        """Return what is held for these rights; wait for what is missing, but not for ever."""
        group = (connection, rights.fingerprint() if rights.row_policies else "")
        held = self._held.get(group)
        if held and not held.is_old and held.key == await self._key(connection):
            self._held.move_to_end(group)
            return held
        building = self._building.get(group)
        if building is None or building.done():
            building = asyncio.create_task(self._build(group, rights))
            building.add_done_callback(_log_failure)
            self._building[group] = building
        try:
            return await asyncio.wait_for(asyncio.shield(building), self._first_wait_s)
        except (TimeoutError, WenshuError):
            return held

    async def _key(self, connection: str) -> tuple[object, ...]:
        return (await self._knowledge.version(connection), self._tables(connection))

    def _tables(self, connection: str) -> str:
        schema = self._databases.get(connection).schema
        return schema.fingerprint() if schema.tables else ""

    async def _build(self, group: tuple[str, str], rights: Rights) -> Understanding:
        connection, restricted = group
        database = self._databases.get(connection)
        schema = await database.load_schema()
        snapshot = await self._knowledge.newest(connection)
        items = [] if snapshot is None else list(snapshot.items.values())
        key = (snapshot.version if snapshot else 0, self._tables(connection))
        # Held for all without row policies, whoever asked first: what each may see is told from at each use.
        every = Rights(role="", connection=connection)
        everything = await self._columns(database, schema, every)
        seen = await self._columns(database, schema, rights) if restricted else everything
        times = await self._times(database, schema, items, rights if restricted else every)
        built = await asyncio.to_thread(self._made, key, database, schema, items, everything, seen, times)
        self._held[group] = built
        while len(self._held) > KEPT:
            self._held.popitem(last=False)
        return built

    async def _times(
        self, database: Database, schema: Schema, items: list[KnowledgeItem], rights: Rights
    ) -> "Times":
        """Return from when to when the data run that may be seen, and the database's own holidays."""
        catalog = catalog_from(items, schema)
        every = Rights(role="", connection=database.name)
        return Times(
            await read_spans(catalog, self._rows(database, rights), database.dialect),
            await read_holidays(catalog, self._rows(database, every), database.dialect),
        )

    async def _columns(self, database: Database, schema: Schema, rights: Rights) -> list[ColumnValues]:
        rows, most = self._rows(database, rights), database.limits.max_rows - 1
        allowed = open_columns(rights)
        found = await read_values(schema, rows, dialect=database.dialect, allowed=allowed, max_distinct=most)
        return [*code_values(schema), *found]

    def _rows(
        self, database: Database, rights: Rights
    ) -> Callable[[str], Awaitable[Sequence[Sequence[Any]]]]:
        until = time.monotonic() + READING_S

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

    def _made(
        self,
        key: tuple[object, ...],
        database: Database,
        schema: Schema,
        items: list[KnowledgeItem],
        everything: list[ColumnValues],
        seen: list[ColumnValues],
        times: "Times",
    ) -> Understanding:
        """Read the pairs with every value, and let questions be read with those their user may see."""
        templates = TemplateSet.build(
            [item for item in items if item.kind == "pair"],
            dialect=database.dialect,
            schema=schema,
            terms=[item for item in items if item.kind == "term"],
            values=ValueIndex.build(everything),
            fiscal_start=self._settings.fiscal_year_start_month,
            holidays=times.holidays,
        )
        values = ValueIndex.build(seen)
        reader: QuestionReader = dataclasses.replace(templates.reader, values=values)
        metrics = MetricAnswers.build(
            items,
            schema,
            values,
            database.dialect,
            self._settings.fiscal_year_start_month,
            times.holidays,
            times.spans,
        )
        ready = dataclasses.replace(templates, reader=reader)
        return Understanding(key, ready, values, metrics, time.monotonic())


def _is_of_a_part(hit: MetricHit, known: Understanding, rights: Rights) -> bool:
    """Tell whether a share of all is asked for by somebody who sees only some of the rows."""
    if not hit.query.shared or not rights.row_policies:
        return False
    read = [table.lower() for table in known.metrics.tables(hit)]
    return any(fnmatchcase(table, policy.lower()) for table in read for policy in rights.row_policies)


async def _runs(sql: str, database: Database, rights: Rights) -> bool:
    """Tell whether guard, policy and schema let these rights run a statement."""
    try:
        await database.approve(sql, rights, dry_run=False)
    except WenshuError:
        return False
    return True


def open_columns(rights: Rights) -> Callable[[str], bool]:
    """Return what tells whether a column's values may be shown: open, and not masked."""
    closed = [*rights.denied_columns, *rights.masks]

    def is_open(column: str) -> bool:
        lower = column.lower()
        table = lower.rpartition(".")[0]
        return (
            any(fnmatchcase(table, pattern) for pattern in rights.tables)
            and not any(fnmatchcase(table, pattern) for pattern in rights.denied_tables)
            and not any(fnmatchcase(lower, pattern) for pattern in closed)
        )

    return is_open


def _log_failure(task: "asyncio.Task[Understanding]") -> None:
    if not task.cancelled() and task.exception() is not None:
        log.warning("values and templates could not be built", exc_info=task.exception())
