"""In which month a rate stepped from one level to another, of a change over months."""

import datetime as dt
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from analysis.outcome import Look, Name, Read, Said, day_in, exact
from analysis.why.looks import LONGEST_SERIES, Change, series_of
from analysis.why.split import ZERO, Pair, Share
from query.metric_query import MetricQuery, Window

LEAST_DAYS = 58  # of the time asked: two months
_LEAST_SIDE = 2  # months before it, and from it on
_STAYS = Decimal("0.6")  # of the change: the level after it beside that before
_MOST = 3  # times the change: a step as large is of another time
_NEAR, _MOST_NEAR = Decimal("0.35"), 0.75  # of the step, within which most months lie off their level
_AT_STEP = Decimal("0.3")  # of the step: how far the months beside it may
MEMBERS = "months_by"


@dataclass(frozen=True)
class Step:
    """The month of the largest step, and the rate in the months before it and from it on."""

    month: dt.date
    before: tuple[Decimal, ...]
    since: tuple[Decimal, ...]


def months_looks(change: Change) -> list[Look]:
    """Return the look at a rate month by month, where two months or more are asked about."""
    over = _whole_months(change)
    if change.shape.kind != "ratio" or over is None or change.now.days < LEAST_DAYS:
        return []
    query = MetricQuery((change.metric.name,), grain="month", windows=(over,), filters=change.asked.filters)
    return [Look("months", query, Said("why.label.days", {"window": over}))]


def _whole_months(change: Change) -> Window | None:
    """Return all of both times, where each begins with a month and they are not too long to be read."""
    begins = change.span.start.day == 1 and change.now.start.day == 1
    return change.span if begins and change.span.days <= LONGEST_SERIES else None


def step_of(whole: Pair, read: Mapping[str, Read]) -> Step | None:
    """Return the month in which a rate went to another level, by as much as most of its change."""
    by_month = read.get("months")
    if by_month is None or by_month.result.truncated:
        return None
    return step_in(series_of(by_month), whole.change)


def member_months(change: Change, dimension: str) -> list[Look]:
    """Return the look at a rate month by month and member by member, from the earlier time to the later."""
    over = _whole_months(change)
    if over is None or over.days < 2 * LEAST_DAYS:
        return []
    query = MetricQuery(
        (change.metric.name,), (dimension,), grain="month", windows=(over,), filters=change.asked.filters
    )
    return [Look(MEMBERS, query, Said("why.label.by", {"dimension": Name(dimension, dimension=True)}))]


def member_step(one: Share, read: Mapping[str, Read]) -> Step | None:
    """Return the month in which a member's own rate went to another level."""
    by_month = read.get(MEMBERS)
    if by_month is None or by_month.result.truncated:
        return None
    own = {
        day_in(row[1]): value  # a cut comes before the time
        for row in by_month.result.rows
        if str(row[0]) == one.name and (value := exact(row[-1])) is not None
    }
    return step_in(own, one.pair.change)


def step_in(series: Mapping[dt.date, Decimal], change: Decimal) -> Step | None:
    """Return the month from which on a series lies on another level, by most of a change; None on a slope.

    The two levels are medians: a month or two of high prices at a festival are no step.
    """
    months = sorted(series)
    values = [series[month] for month in months]
    places = range(_LEAST_SIDE, len(values) - _LEAST_SIDE + 1)
    place = min(places, key=lambda at: _off(values[:at]) + _off(values[at:]), default=None)
    if place is None or not change:
        return None
    sides = values[:place], values[place:]
    levels = [statistics.median(side) for side in sides]
    step = levels[1] - levels[0]
    near = [
        sum(abs(one - level) <= _NEAR * abs(step) for one in side) >= _MOST_NEAR * len(side)
        for side, level in zip(sides, levels, strict=True)
    ]
    ends = (abs(values[place - 1] - levels[0]), abs(values[place] - levels[1]))
    if not _STAYS <= step / change <= _MOST or not all(near) or max(ends) > _AT_STEP * abs(step):
        return None
    return Step(months[place], tuple(sides[0]), tuple(sides[1]))


def _off(values: Sequence[Decimal]) -> Decimal:
    middle = statistics.median(values)
    return sum((abs(one - middle) for one in values), ZERO)
