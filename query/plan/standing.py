"""Rows that stand from one day until another: on which days of the time asked about, by a calendar."""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass

from sqlglot import exp

from database.trees import copied
from knowledge.metrics import Metric
from language.calendar import days, whole
from query.plan.engines import bucket, date_literal
from query.plan.nodes import Calendar, Node, Ref
from query.plan.stretches import Stretch
from query.plan.task import Task

CALENDAR, DAY = "metric_days", "metric_day"  # no table is called so
Pieces = tuple[tuple[dt.date, dt.date], ...]  # first and last day of each


@dataclass(frozen=True)
class Standing:
    """One metric's rows laid on days: on all of some stretches, or on the last of each alone."""

    metric: Metric
    pieces: Pieces
    task: Task

    @property
    def count(self) -> int:
        """Return how many days there are."""
        return sum((last - first).days + 1 for first, last in self.pieces)

    @property
    def calendar(self) -> Ref:
        """Return the days there are, as the plan names them."""
        return Ref(_name(self.pieces))

    def day(self) -> exp.Expr:
        """Return the day on which a row stands."""
        return exp.column(DAY, table=_name(self.pieces))

    def holds(self, base: str, column: Callable[[str], exp.Expr]) -> exp.Expr:
        """Return that a row stands on a day; one that ends before it begins stands on none."""
        owner, _, name = self.metric.time.rpartition(".")
        begins = self._as_day(f"{owner or base}.{name}", column)
        ends = self._as_day(f"{base}.{self.metric.until}", column)
        compare = exp.GTE if self.metric.until_included else exp.GT
        lasts = exp.or_(copied(ends).is_(exp.null()), compare(this=ends, expression=self.day()))
        return exp.and_(exp.LTE(this=begins, expression=self.day()), lasts)

    def tests(self) -> list[exp.Expr]:
        """Return what keeps of the calendar the days that are needed, where it has others between them."""
        if len(self.pieces) < 2:
            return []
        dialect = self.task.dialect
        if all(first == last for first, last in self.pieces):
            return [self.day().isin(*(date_literal(last, dialect) for _, last in self.pieces))]
        within = [
            exp.and_(
                exp.GTE(this=self.day(), expression=date_literal(first, dialect)),
                exp.LTE(this=self.day(), expression=date_literal(last, dialect)),
            )
            for first, last in self.pieces
        ]
        return [exp.or_(*within)]

    def _as_day(self, name: str, column: Callable[[str], exp.Expr]) -> exp.Expr:
        """Return a column's day; one of days is left as it is, so that an index serves."""
        stored = self.task.catalog.schema.column(self.task.catalog.full_column(name))
        plain = stored is not None and stored.type.lower() == "date"
        return column(name) if plain else bucket(column(name), "day", self.task.dialect)


def standing_of(metric: Metric, stretch: Stretch, task: Task) -> Standing:
    """Return on which days the rows of a metric are looked at in a stretch of time, up to the last data."""
    return Standing(metric, _pieces(metric, stretch, task), task)


def calendars_of(task: Task) -> tuple[tuple[str, Node], ...]:
    """Return the calendars that the metrics of a query stand on, each once."""
    found = {
        _name(pieces): Calendar(_name(pieces), DAY, pieces[0][0], pieces[-1][1], "day")
        for stretch in task.stretches
        for metric in task.sources()
        if metric.until
        for pieces in (_pieces(metric, stretch, task),)
    }
    return tuple(found.items())


def _pieces(metric: Metric, stretch: Stretch, task: Task) -> Pieces:
    """Return the days needed, in order: all of what is of several days, else the last of each unit."""
    newest = task.catalog.as_of(task.today)
    windows = sorted((one.start, min(one.end - days(1), newest)) for one in stretch.windows)
    begun = [(first, last) for first, last in windows if first <= last] or [(newest, newest)]
    grain = task.query.grain
    if task.is_mean(metric) or metric.over_time == "sum" or grain == "day":
        return tuple(begun)
    units = [one for first, last in begun for one in (_units(grain, first, last) if grain else [last])]
    return tuple((last, last) for last in dict.fromkeys(units))


def _units(grain: str, first: dt.date, last: dt.date) -> list[dt.date]:
    """Return the last day of each unit of time that a stretch has a part of."""
    found = [min(whole(grain, first)[1] - days(1), last)]
    while found[-1] < last:
        found.append(min(whole(grain, found[-1] + days(1))[1] - days(1), last))
    return found


def _name(pieces: Pieces) -> str:
    return f"{CALENDAR}_{pieces[0][0]:%Y%m%d}_{pieces[-1][1]:%Y%m%d}"
