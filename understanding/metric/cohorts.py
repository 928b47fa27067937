"""Reads how many rows of each month a figure counts, by the age at which they began to count."""

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
from language.lists import words_in
from query.metric_query import MetricQuery, Window
from query.plan.engines import date_literal, later
from understanding.metric.counted import (
    ROWS,
    called,
    conditions_of,
    counting,
    is_of_state,
    labels_of,
    parts_of,
    read_of,
)
from understanding.metric.ranges import Run, day_of
from understanding.metric.ripening import AGES, Cohorts, Ripe, States, months_read, ripe_by_day, ripe_by_state

_STATE = "state"
_MOST_COLUMNS = 4  # of days, that may say when a row began to count where the figure takes none of them


@dataclass(frozen=True)
class CohortReading:
    """Reads the rows of figures month by month, up to the last day with data."""

    catalog: Catalog
    run: Run
    dialect: Dialect
    last: dt.date
    today: dt.date
    most: int

    async def ripe(self, metric: Metric) -> Ripe | None:
        """Return from which age on a figure's rows are as they stay; None where at once, or where unknown."""
        if metric.time_format or metric.time_grain != "day":
            return None
        held = counts_where(metric, self.dialect)
        columns = self._days_of(metric)
        grows = [one for one in held if _grows(one, columns)]
        if not grows:
            return None
        base = [one for one in held if one not in grows]
        taken = [name for name in columns if any(name in _columns(one) for one in grows)]
        found = await self._cohorts(metric, held, base, taken or columns[:_MOST_COLUMNS], taken=bool(taken))
        if (by_day := ripe_by_day(found, self.last)) is not None or taken:
            return by_day
        read = [await self._states(metric, one, held) for one in grows if is_of_state(one)]
        by_state = (ripe_by_state(one, self.last) for one in read if one is not None)
        return next((one for one in by_state if one is not None), None)

    def _days_of(self, metric: Metric) -> list[str]:
        """Return the columns of its own table that hold a day some rows have not."""
        table = self.catalog.schema.table(self.catalog.full(metric.table))
        time = metric.time.rpartition(".")[2]
        every = table.columns if table is not None else ()
        return [
            one.name for one in every if one.nullable and one.name != time and kind_of(one.type) == "date"
        ]

    async def _cohorts(
        self,
        metric: Metric,
        held: Sequence[exp.Expr],
        base: Sequence[exp.Expr],
        columns: Sequence[str],
        *,
        taken: bool,
    ) -> list[Cohorts]:
        """Return a month's rows by the age at which they got a day in each of some columns."""
        if not columns:
            return []
        time = exp.column(metric.time.rpartition(".")[2], table=metric.time.rpartition(".")[0] or None)
        own, every = self._of(metric, held), self._of(metric, base)
        counted: dict[str, Metric] = {"counted": own, "every": every}
        end = date_literal(self.today + days(1), self.dialect)
        for at, name in enumerate(columns):
            column = exp.column(name, quoted=True)
            so_far = exp.LT(this=column.copy(), expression=end.copy())
            counted[f"all{at}"] = self._sum(own, so_far)
            counted[f"others{at}"] = self._sum(every, so_far.copy())
            for age in AGES:
                by_then = later(time.copy(), age + 1, "day", self.dialect)
                counted[f"within{at}_{age}"] = self._sum(own, exp.LT(this=column.copy(), expression=by_then))
        rows = await self._by_month(metric, {key: replace(one, name=key) for key, one in counted.items()})
        told = {key: {month: cells[place] for month, cells in rows} for place, key in enumerate(counted)}
        return [
            Cohorts(
                name,
                called(self.catalog.column_of(metric, name), self.catalog),
                taken,
                {month: [told[f"within{at}_{age}"][month] for age in AGES] for month, _ in rows},
                told[f"all{at}"],
                told["counted"],
                told["every"],
                {month: told[f"others{at}"][month] - told[f"all{at}"][month] for month, _ in rows},
            )
            for at, name in enumerate(columns)
        ]

    async def _states(self, metric: Metric, one: exp.Expr, held: Sequence[exp.Expr]) -> States | None:
        """Return a month's rows by the state that a condition keeps out."""
        column = next(iter(one.find_all(exp.Column)))
        if column.table and self.catalog.full(column.table) != self.catalog.full(metric.table):
            return None
        full = self.catalog.column_of(metric, column.name)
        others = [it for it in held if it is not one]
        out = self._of(metric, [*others, exp.not_(one.copy())])
        every = await self._by_month(metric, {ROWS: self._of(metric, others)})
        cut = {_STATE: Dimension(_STATE, _STATE, _STATE, column=full)}
        rows = await self._read(metric, {ROWS: out}, cut)
        if not every or not rows or len(rows) >= self.most:
            return None
        labels = labels_of(full, self.catalog)
        dimension = self.catalog.dimension_of(*full.rsplit(".", 1))
        told = {str(it) for it in words_in("questions")["words"]["unfinished"]}
        open_ = {code for code, names in labels.items() if {it.lower() for it in names} & told}
        open_ |= dimension.open_codes if dimension is not None else frozenset()
        return States(_by_state(rows), {month: cells[0] for month, cells in every}, frozenset(open_), labels)

    def _of(self, metric: Metric, held: Sequence[exp.Expr]) -> Metric:
        """Return the count of the rows that meet some conditions."""
        filters = tuple(one.sql(dialect=self.dialect.sqlglot_name) for one in held)
        return replace(counting(metric), filters=filters)

    def _sum(self, of: Metric, test: exp.Expr) -> Metric:
        written = test.sql(dialect=self.dialect.sqlglot_name)
        return replace(of, expression=f"SUM(CASE WHEN {written} THEN 1 ELSE 0 END)")

    async def _by_month(self, metric: Metric, counted: dict[str, Metric]) -> list[tuple[dt.date, list[int]]]:
        rows = await self._read(metric, counted, {})
        return [(month, [int(cell or 0) for cell in row[1:]]) for row in rows if (month := day_of(row[0]))]

    async def _read(
        self, metric: Metric, counted: dict[str, Metric], cut: dict[str, Dimension]
    ) -> Sequence[Sequence[Any]]:
        window = Window(*months_read(self.last), "range")
        query = MetricQuery(tuple(counted), tuple(cut), "month", (window,))
        catalog = replace(self.catalog, metrics=counted, dimensions=cut)
        return await read_of(metric, query, catalog, self.run, self.dialect, self.today)


def _by_state(rows: Sequence[Sequence[Any]]) -> dict[dt.date, dict[str, int]]:
    found: dict[dt.date, dict[str, int]] = defaultdict(dict)
    for row in rows:
        month = next((day for cell in row[:-1] if (day := day_of(cell))), None)
        state = next((str(cell) for cell in row[:-1] if not day_of(cell)), "")
        if month is not None:
            found[month][state] = int(row[-1] or 0)
    return found


def counts_where(metric: Metric, dialect: Dialect) -> list[exp.Expr]:
    """Return what has to hold of a row for a figure to count it, one by one: by its filters and its sum.

    >>> from database.dialects import POSTGRES
    >>> rate = "100.0 * SUM(CASE WHEN state = 'D' THEN 1 ELSE 0 END) / COUNT(*)"
    >>> one = Metric("closing", "", "", expression=rate)
    >>> [it.sql() for it in counts_where(one, POSTGRES)]
    ["state = 'D'"]
    """
    try:
        tree = parse_one(metric.expression, dialect=dialect.sqlglot_name)
    except SqlglotError:
        return []
    divided = tree.find(exp.Div)
    told = (divided.this if divided is not None and divided.find(exp.AggFunc) else tree).find(exp.AggFunc)
    if told is None or (metric.filters and not conditions_of(metric, dialect)):
        return []
    above = told.parent if isinstance(told.parent, exp.Filter) else None
    kept = parts_of(above.expression.this.unnest()) if above is not None else []
    return [*conditions_of(metric, dialect), *kept, *_taken_by(told)]


def _taken_by(told: exp.AggFunc) -> Iterator[exp.Expr]:
    """Yield what has to hold of a row for a sum or count to take anything of it."""
    one = told.this
    if isinstance(one, exp.Distinct):
        one = one.expressions[0]
    if (
        isinstance(one, exp.Case)
        and len(one.args["ifs"]) == 1
        and not one.this
        and _is_none(one.args.get("default"))
    ):
        yield from parts_of(one.args["ifs"][0].this.unnest())
        one = one.args["ifs"][0].args["true"]
    if isinstance(one, exp.Column):
        zero = exp.Literal.number(0)
        if isinstance(told, exp.Count):
            yield one.copy().is_(exp.null()).not_()
        elif isinstance(told, exp.Sum):
            yield exp.NEQ(this=exp.Coalesce(this=one.copy(), expressions=[zero.copy()]), expression=zero)


def _is_none(default: exp.Expr | None) -> bool:
    zero = isinstance(default, exp.Literal) and not default.is_string and float(default.this) == 0
    return default is None or isinstance(default, exp.Null) or zero


def _grows(one: exp.Expr, columns: Sequence[str]) -> bool:
    """Tell what a row may come to meet later: a state, a day it gets, an amount that comes in."""
    return is_of_state(one) or isinstance(one, exp.NEQ) or any(name in columns for name in _columns(one))


def _columns(one: exp.Expr) -> set[str]:
    return {column.name for column in one.find_all(exp.Column)}
