"""Days that are no alarm among so many, yet the highest or lowest of their kind for half a year or more."""

import datetime as dt
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from analysis.anomaly.looks import NEAR, WEEKS, Group, Look, Odd, farthest, group_with
from analysis.anomaly.whose import filters_of
from analysis.briefing.scorecard import is_money
from analysis.daily import Daily, SpecialDays
from analysis.outcome import Look as Reading
from analysis.outcome import Read
from analysis.series import Wanted, adds_up, data_span, looks_of, rows_of, series_of
from language.calendar import days
from query.metric_query import Filter
from understanding.metric.desk import MetricDesk

BACK = 400  # days before, within which who came or went makes no record
FAR_BACK = 868  # days looked back: as far as one result holds
MOST = 3
CANDIDATES = 4
LEAST = 0.40  # beside usual
CHANCE, BY_CHANCE = 0.03, 4.0  # of one look; and of all of them, so far from usual, so many
SMALLEST = 0.03  # of a day of all: a day that lies off less is not told
FEWEST_LIKE = 26  # ordinary days of that weekday: half a year
RecordPlan = tuple[Wanted, str, tuple[Reading, ...]]  # a member's days, its money, and their looks


@dataclass(frozen=True)
class Record:
    """A day with more, or less, than any like day since; with the money of that day, where it is not that."""

    look: Look
    since: dt.date  # the last like day with as much, or the first that is known
    ever: bool  # no like day that is known had as much
    begins: bool = False  # the days that are known are all that there are
    money: str = ""
    money_now: float = 0.0
    money_usual: float = 0.0


def candidates(
    looks: Sequence[Look], found: Sequence[Odd], groups: Sequence[Group], desk: MetricDesk
) -> list[Look]:
    """Return the days far from usual that are no alarm, of sums, one of each event."""

    least = min(CHANCE, BY_CHANCE / max(1, len(looks)))

    def is_far(one: Look) -> bool:
        simple = desk.catalog.metrics[one.metric].kind != "ratio"
        return (
            simple and one.span.is_day and not one.rare and one.chance <= least and abs(one.change) >= LEAST
        )

    far = [one for one in looks if is_far(one) and not any(_is_near(one, other.look) for other in found)]
    far = [one for one in far if abs(one.value - one.usual) >= SMALLEST * group_with(one, groups).a_day]
    return [one.look for one in farthest(far, CANDIDATES)]


def _is_near(one: Look, other: Look) -> bool:
    """Tell looks of one member, or of all together, at about the same time."""
    same = (one.dimension, one.member) == (other.dimension, other.member)
    return one.span.meets(other.span, NEAR) and (
        same or (one.metric == other.metric and one.dimension != other.dimension)
    )


def record_looks(one: Look, place: int, filters: tuple[Filter, ...], desk: MetricDesk) -> RecordPlan | None:
    """Return what reads a member's days of more than a year, with the money of the same rows."""
    span = data_span(one.metric, desk)
    if span is None:
        return None
    start = max(span[0], one.span.start - days(FAR_BACK))
    wanted = Wanted(one.metric, start, one.span.end, filters_of(one, filters, desk))
    money = _money(one.metric, desk)
    return wanted, money, tuple(looks_of(wanted, desk, f"record.{place}", others=[money] if money else ()))


def _money(metric: str, desk: MetricDesk) -> str:
    """Return the sum of money of the same rows, first of the scorecard; none of what is money itself."""
    catalog = desk.catalog
    own = catalog.metrics[metric]
    if is_money(own):
        return ""
    names = [*catalog.scorecard, *catalog.metrics]
    rows = rows_of(metric, desk)
    for name in dict.fromkeys(names):
        one = catalog.metrics.get(name)
        if one is None or one.kind != "simple" or not is_money(one) or not desk.opens(name):
            continue
        if adds_up(one, desk) and rows_of(name, desk) == rows:
            return name
    return ""


def record_of(
    one: Look,
    wanted: Wanted,
    money: str,
    looks: Sequence[Reading],
    read: Mapping[str, Read],
    kinds: SpecialDays,
    desk: MetricDesk,
) -> Record | None:
    """Return a day as a record of its weekday for half a year or more, or None."""
    series = series_of(wanted, desk, looks, read)
    own = series[0].get("") if series else None
    if own is None:
        return None
    like = like_days(own, one.span.start, kinds)
    if len(like) < FEWEST_LIKE:
        return None
    sign = 1 if one.change > 0 else -1
    as_much = [day for day, value in like if sign * value >= sign * one.value]
    since = max(as_much, default=like[-1][0])
    if as_much and sum(day > since for day, _ in like) < FEWEST_LIKE:
        return None
    amounts = _amounts(wanted, money, looks, read, one.span.start, kinds, desk) if money else None
    span = data_span(one.metric, desk)
    found = Record(one, since, not as_much, span is not None and span[0] == wanted.start)
    if amounts is None:
        return found
    return replace(found, money=money, money_now=amounts[0], money_usual=amounts[1])


def like_days(series: Daily, day: dt.date, kinds: SpecialDays) -> list[tuple[dt.date, float]]:
    """Return the ordinary days of the same weekday before a day with data, the last first."""
    found = []
    for week in range(1, FAR_BACK // 7 + 1):
        then = day - days(7 * week)
        if then < series.start:
            break
        value = float(series.values[(then - series.start).days])
        if then not in kinds.named and value:
            found.append((then, value))
    return found


def _amounts(
    wanted: Wanted,
    money: str,
    looks: Sequence[Reading],
    read: Mapping[str, Read],
    day: dt.date,
    kinds: SpecialDays,
    desk: MetricDesk,
) -> tuple[float, float] | None:
    """Return the money of the day, and what such days usually bring."""
    found = series_of(Wanted(money, wanted.start, wanted.end, wanted.filters), desk, looks, read)
    series = found[0].get("") if found else None
    like = [value for _, value in like_days(series, day, kinds)[:WEEKS]] if series else []
    if series is None or not like:
        return None
    return float(series.values[(day - series.start).days]), statistics.median(like)
