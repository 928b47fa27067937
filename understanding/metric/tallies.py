"""How many rows each figure has on its last days, and how many wait in a state it does not count."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlglot import exp, parse_one
from sqlglot.errors import SqlglotError

from database.dialects import Dialect
from knowledge.metrics import Catalog, Dimension, Metric
from knowledge.profiles import kind_of
from language.calendar import days
from query.metric_query import MetricQuery, Window
from understanding.data_days import DataDays
from understanding.metric.cohorts import CohortReading
from understanding.metric.counted import (
    ROWS,
    called,
    conditions_of,
    counting,
    is_of_state,
    labels_of,
    read_of,
)
from understanding.metric.late import Filled, whole_months
from understanding.metric.ranges import Run, Spans, day_of, time_column
from understanding.metric.settling import SPAN, Tally, Waiting

_STATE = "state"
_STANDING = 20  # rows that stand, for a column to be empty in all of them by more than chance


async def read_tallies(
    catalog: Catalog, spans: Spans, run: Run, dialect: Dialect, today: dt.date, *, most: int
) -> dict[str, Tally]:
    """Return the tally of each simple figure that is known by the day; same rows are read once.

    A result of `most` rows may be cut, and is left: a state would look new of which the old days are missing.
    """
    found: dict[object, tuple[Tally, dict[_Lack, Filled]]] = {}
    tallies: dict[str, Tally] = {}
    ended: dict[tuple[str, str], frozenset[str]] = {}
    simple = [one for one in catalog.metrics.values() if one.kind == "simple"]
    lacks = {one.name: tuple(_filled_late(one, catalog, dialect)) for one in simple}
    known = DataDays(spans, frozenset(spans)).last_unless_current(today)
    for metric in catalog.metrics.values():
        if metric.until:  # what began last says nothing of how long it is known what stands
            key = (metric.table, metric.until)
            if key not in ended:
                ended[key] = await _of_the_end(catalog, run, dialect, metric, today)
            tallies[metric.name] = Tally(until=known, ended=ended[key])
            continue
        span = spans.get(time_column(catalog, metric.name))
        if span is None or metric.time_grain != "day" or metric.additivity == "semi":
            continue
        if metric.rows not in found:
            last = min(span[1], today)
            window = Window(last - days(SPAN), last + days(1), "range")
            reading = _Reading(catalog, run, dialect, window, today, most)
            tally = await reading.tally(metric)
            runs_on = span[1] >= today and bool(metric.filters)
            tally = replace(tally, until=await reading.until(metric)) if runs_on else tally
            theirs = dict.fromkeys(it for one in simple if one.rows == metric.rows for it in lacks[one.name])
            found[metric.rows] = tally, await reading.filled(metric, [*theirs])
        held, late = found[metric.rows]
        own = (late[one] for one in lacks[metric.name] if one in late)
        ripe = await CohortReading(catalog, run, dialect, min(span[1], today), today, most).ripe(metric)
        tallies[metric.name] = replace(held, filled=tuple(own), ripe=ripe)
    return tallies


async def _of_the_end(
    catalog: Catalog, run: Run, dialect: Dialect, metric: Metric, today: dt.date
) -> frozenset[str]:
    """Return the columns of dimensions that rows fill only once they have ended.

    None where too few rows stand for that to be no chance.
    """
    own = [one.column for one in catalog.dimensions.values() if catalog.is_own(one, [metric.table])]
    columns = [one for one in dict.fromkeys(own) if one]
    lasting = replace(counting(metric), filters=(), over_time="last")
    counted = {ROWS: lasting}
    for place, one in enumerate(columns):
        filled = exp.Count(this=exp.column(one.rpartition(".")[2])).sql(dialect=dialect.sqlglot_name)
        counted[f"{ROWS}{place}"] = replace(lasting, name=f"{ROWS}{place}", expression=filled)
    query, only = MetricQuery(tuple(counted)), replace(catalog, metrics=counted)
    rows = await read_of(metric, query, only, run, dialect, today)
    if not rows or int(rows[0][0] or 0) < _STANDING:
        return frozenset()
    return frozenset(
        catalog.full_column(one).lower()
        for one, filled in zip(columns, rows[0][1:], strict=True)
        if not filled
    )


@dataclass(frozen=True)
class _Lack:
    """A column that a row may lack until later, and what is then 0 of it where that is another."""

    column: str
    of: str = ""

    @property
    def lacking(self) -> exp.Expr:
        """Return when a row lacks it."""
        return exp.column(self.column, quoted=True).is_(exp.null())

    @property
    def without(self) -> exp.Expr:
        """Return when a figure takes nothing of such a row."""
        if not self.of:
            return self.lacking
        zero = exp.Literal.number(0)
        amount = exp.Coalesce(this=exp.column(self.of, quoted=True), expressions=[zero])
        return exp.and_(self.lacking, exp.EQ(this=amount, expression=zero.copy()))


class _Reading:
    """Reads the last days of figures."""

    def __init__(
        self, catalog: Catalog, run: Run, dialect: Dialect, window: Window, today: dt.date, most: int
    ) -> None:
        self.catalog, self.run, self.dialect = catalog, run, dialect
        self.window, self.today, self.most = window, today, most

    async def tally(self, metric: Metric) -> Tally:
        """Return how many rows a figure has each day, and how many one condition on a state keeps out."""
        rows = await self._counted(metric, metric.filters)
        conditions = conditions_of(metric, self.dialect)
        waiting = [
            await self._waiting(metric, one, [other for other in conditions if other is not one])
            for one in conditions
            if is_of_state(one)
        ]
        return Tally({day: sum(held.values()) for day, held in rows.items()}, tuple(waiting))

    async def filled(self, metric: Metric, lacks: Sequence[_Lack]) -> dict[_Lack, Filled]:
        """Return how many rows lack what figures of the same rows are filled with, month by month."""
        counted = self._lacking(metric, lacks)
        if not counted:
            return {}
        window = Window(*whole_months(self.window.end - days(1)), "range")
        query = MetricQuery(tuple(counted), grain="month", windows=(window,))
        catalog = replace(self.catalog, metrics=counted, dimensions={})
        rows = await read_of(metric, query, catalog, self.run, self.dialect, self.today)
        months = [(day, [int(one or 0) for one in row[1:]]) for row in rows if (day := day_of(row[0]))]
        every, *told = ({day: counts[at] for day, counts in months} for at in range(len(counted)))
        names = (called(self.catalog.column_of(metric, one.column), self.catalog) for one in lacks)
        each = zip(lacks, told[::2], told[1::2], names, strict=True)
        return {one: Filled(every, lack, none, name) for one, lack, none, name in each}

    def _lacking(self, metric: Metric, lacks: Sequence[_Lack]) -> dict[str, Metric]:
        """Return the counts of all rows, and of those that lack each column and of which nothing is taken."""
        if not lacks:
            return {}
        columns, name = {one.column for one in lacks}, self.dialect.sqlglot_name
        held = (
            one
            for one in conditions_of(metric, self.dialect)
            if not {it.name for it in one.find_all(exp.Column)} & columns
        )
        own = replace(counting(metric), filters=tuple(one.sql(dialect=name) for one in held))
        told = (it.sql(dialect=name) for one in lacks for it in (one.lacking, one.without))
        sums = [f"SUM(CASE WHEN {one} THEN 1 ELSE 0 END)" for one in told]
        parts = {
            f"{ROWS}{at}": replace(own, name=f"{ROWS}{at}", expression=one) for at, one in enumerate(sums)
        }
        return {ROWS: own} | parts

    async def until(self, metric: Metric) -> dt.date | None:
        """Return the last day that a figure has rows of, also one to come."""
        rows = await self._read(metric, replace(counting(metric), expression=f"MAX({metric.time})"))
        return day_of(rows[0][-1]) if rows else None

    async def _waiting(self, metric: Metric, one: exp.Expr, others: Sequence[exp.Expr]) -> Waiting:
        column = next(iter(one.find_all(exp.Column)))
        kept_out = (*others, exp.not_(one.copy()))
        filters = tuple(it.sql(dialect=self.dialect.sqlglot_name) for it in kept_out)
        full = self.catalog.column_of(
            metric, f"{column.table}.{column.name}" if column.table else column.name
        )
        if one.find(exp.Null):
            return Waiting(await self._counted(metric, filters), column=called(full, self.catalog))
        return Waiting(await self._counted(metric, filters, full), labels_of(full, self.catalog))

    async def _counted(
        self, metric: Metric, filters: tuple[str, ...], by: str = ""
    ) -> dict[dt.date, dict[str, int]]:
        """Return how many rows there are on each day, by the state they are in."""
        own = replace(counting(metric), filters=filters)
        rows = await self._read(metric, own, by, daily=True)
        found: dict[dt.date, dict[str, int]] = defaultdict(dict)
        for row in rows if len(rows) < self.most else ():
            state, day = _parts_of(row[:-1])
            if day is not None and row[-1] is not None:
                found[day][state] = int(row[-1])
        return dict(found)

    async def _read(
        self, metric: Metric, own: Metric, by: str = "", *, daily: bool = False
    ) -> Sequence[Sequence[Any]]:
        """Return the rows of a figure of all days, or by each of the last; none where it fails."""
        cut = {_STATE: Dimension(_STATE, _STATE, _STATE, column=by)} if by else {}
        catalog = replace(self.catalog, metrics={ROWS: own}, dimensions=cut)
        timed = ("day", (self.window,)) if daily else ("", ())
        query = MetricQuery((ROWS,), tuple(cut), *timed)
        return await read_of(metric, query, catalog, self.run, self.dialect, self.today)


def _filled_late(metric: Metric, catalog: Catalog, dialect: Dialect) -> Iterator[_Lack]:
    """Yield the columns of its rows that a figure waits for: those it takes, and days when it gets anything.

    The latter of what is a part of something, paid of what was billed: it may be 0 until there is such a day.
    """
    table = catalog.schema.table(catalog.full(metric.table))
    try:
        read = [parse_one(one, dialect=dialect.sqlglot_name) for one in (metric.expression, *metric.filters)]
    except SqlglotError:
        return
    time = metric.time.rpartition(".")[2]
    columns = [one for one in table.columns if one.nullable and one.name != time] if table is not None else []
    taken = {one.name for tree in read for one in tree.find_all(exp.Column)}
    yield from (_Lack(one.name) for one in columns if one.name in taken)
    summed = read[0].this if isinstance(read[0], exp.Sum) else None
    rates = (one for one in catalog.metrics.values() if one.kind == "ratio")
    if isinstance(summed, exp.Column) and any(one.parts[0] == metric.name for one in rates):
        yield from (_Lack(one.name, summed.name) for one in columns if kind_of(one.type) == "date")


def _parts_of(cells: Sequence[Any]) -> tuple[str, dt.date | None]:
    """Return a row's state and its day, which stands last."""
    return ("" if len(cells) < 2 else str(cells[0])), day_of(cells[-1])
