"""In which month a rate stepped from one level to another, of a change over months."""

import datetime as dt
import statistics
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from analysis.outcome import Look, Read, Said
from analysis.why.looks import LONGEST_SERIES, Change, series_of
from analysis.why.split import Pair
from query.metric_query import MetricQuery, Window

LEAST_DAYS = 58  # of the time asked: two months
_LEAST_MONTHS = 4  # of both times together
_STEP = Decimal("0.5")  # of the change: the step itself
_STAYS = Decimal("0.6")  # of the change: the months after it beside those before
_APART = 2  # times the next largest step, either way


@dataclass(frozen=True)
class Step:
    """The month of the largest step, and the rate in the months before it and from it on."""

    month: dt.date
    before: tuple[Decimal, ...]
    since: tuple[Decimal, ...]


def months_looks(change: Change) -> list[Look]:
    """Return the look at a rate month by month, where two months or more are asked about."""
    start, end = min(change.before.start, change.now.start), max(change.before.end, change.now.end)
    whole = start.day == 1 and change.now.start.day == 1 and (end - start).days <= LONGEST_SERIES
    if change.shape.kind != "ratio" or not whole or change.now.days < LEAST_DAYS:
        return []
    over = Window(start, end, "range")
    query = MetricQuery((change.metric.name,), grain="month", windows=(over,), filters=change.asked.filters)
    return [Look("months", query, Said("why.label.days", {"window": over}))]


def step_of(change: Change, whole: Pair, read: Mapping[str, Read]) -> Step | None:
    """Return the month in which a rate took a step that makes most of its change, and stayed there."""
    by_month = read.get("months")
    if by_month is None or by_month.result.truncated:
        return None
    series = sorted(series_of(by_month).items())
    values = [value for _, value in series]
    if len(values) < _LEAST_MONTHS:
        return None
    steps = [last - first for first, last in pairwise(values)]
    largest, *others = sorted(range(len(steps)), key=lambda place: -abs(steps[place]))
    before, since = tuple(values[: largest + 1]), tuple(values[largest + 1 :])
    stays = (statistics.mean(since) - statistics.mean(before)) / whole.change
    apart = abs(steps[largest]) >= _APART * abs(steps[others[0]])
    if not apart or steps[largest] / whole.change < _STEP or stays < _STAYS:
        return None
    return Step(series[largest + 1][0], before, since)
