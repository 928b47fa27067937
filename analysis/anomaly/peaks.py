"""Tells days off beside the ordinary days around them, as expected, and between what all other days lay."""

import datetime as dt
import math
from collections.abc import Mapping, Sequence, Set

import numpy as np

from analysis.anomaly.looks import Group, Look, Span
from analysis.anomaly.month_events import ByMonth
from analysis.anomaly.month_looks import Month
from analysis.anomaly.silences import Silence
from analysis.asked import AnalysisAsked
from analysis.daily import Daily, SpecialDays
from analysis.lifespans import day_of
from analysis.outcome import Amount, Name, Said, figure_of, percent_of
from analysis.why.calendar import DayKinds
from language.calendar import days
from query.metric_query import Window
from understanding.metric.desk import MetricDesk

AROUND = 28  # days on either side that tell what is usual
FEWEST_LIKE, FEWEST_OFF = 10, 3
LEAST = 0.15  # of usual: days off that move a figure less are not told
MOST = 3
MOST_DAYS = 120  # of a longer time days are not told
NOTHING = "anomaly.off_none"  # days off without anything: told apart, for they are not expected
MADE = 0.5  # of what a month lies off: so much of it its ordinary days must make


def without_days_off(found: ByMonth, groups: Sequence[Group], kinds: Mapping[str, SpecialDays]) -> ByMonth:
    """Leave out months that only their days off make: the month of the Spring Festival.

    What slides is held against its year before, which has days off as well.
    """

    def is_made(one: Month) -> bool:
        own = kinds.get(one.look.metric)
        return own is not None and _is_of_days_off(one.look, groups, own)

    return ByMonth(
        found.every,
        tuple(one for one in found.odd if one.run or one.slides or not is_made(one.month)),
        tuple(one for one in found.weak if not is_made(one.month)),
        tuple(one for one in found.moved if not is_made(one)),
    )


def _is_of_days_off(one: Look, groups: Sequence[Group], kinds: SpecialDays) -> bool:
    series = _series_of(one.metric, one.dimension, one.member, groups)
    if series is None or len(kinds.off(one.span.start, one.span.end)) < FEWEST_OFF or not one.value:
        return False
    own = _ordinary(series, one.span.start, one.span.end, kinds)
    around = [
        *_ordinary(series, one.span.start - days(2 * AROUND), one.span.start, kinds),
        *_ordinary(series, one.span.end, one.span.end + days(AROUND), kinds),
    ]
    if len(own) < FEWEST_LIKE or len(around) < FEWEST_LIKE or min(np.mean(own), np.mean(around)) <= 0:
        return False
    made = math.log(float(np.mean(own)) / float(np.mean(around)))
    return made / math.log(one.value / one.usual) < MADE if one.value != one.usual else False


def _series_of(metric: str, dimension: str, member: str, groups: Sequence[Group]) -> Daily | None:
    own = [one for one in groups if one.metric == metric and one.under is None]
    group = next((one for one in own if one.dimension == dimension), None)
    return group.members.get(member) if group is not None else None


def _ordinary(series: Daily, start: dt.date, end: dt.date, kinds: SpecialDays) -> list[float]:
    """Return the figures of the ordinary days of a stretch that have any."""
    first, last = max(start, series.start), min(end, series.end)
    every = (first + days(number) for number in range(max(0, (last - first).days)))
    values = [float(series.values[(day - series.start).days]) for day in every if day not in kinds.named]
    return [one for one in values if math.isfinite(one) and one]


def peaks_told(
    groups: Sequence[Group],
    kinds: Mapping[str, SpecialDays],
    silent: Sequence[Silence],
    asked: AnalysisAsked,
    desk: MetricDesk,
) -> tuple[Said, ...]:
    """Return how far days off lay from ordinary days around them, and how far those went, of one figure."""
    metric = groups[0].metric if groups else ""
    series = _series_of(metric, "", "", groups)
    named = asked.metrics[:1] == (metric,)
    if series is None or asked.window is None or asked.window.days > MOST_DAYS or not named:
        return ()
    own = kinds[metric]
    start, end = max(asked.window.start, series.start), min(asked.window.end, series.end)
    stretches = _stretches(start, end, desk)
    all_told = (_stretch(name, span, series, metric, own) for name, span in stretches)
    found = sorted((one for one in all_told if one is not None), key=lambda one: -abs(one[0]))
    listed = sorted((told for _, told in found[:MOST]), key=lambda one: one.params["from"])
    if not listed:
        return ()
    off = {day for _, span in stretches for day in _days(span)}
    off |= {*own.off(start, end)}  # days worked for a bridge are days like others here
    return (*_off_told(listed, silent), *_others(series.until(end), start, metric, off))


def _off_told(listed: Sequence[Said], silent: Sequence[Silence]) -> tuple[Said, ...]:
    """Say how far days off lay together, and which had nothing, unless that is a finding."""
    gone = {day for one in silent if not one.members for day in _days(one.look.span)}
    empty = (one for one in listed if one.code == NOTHING and one.params["from"] not in gone)
    expected = tuple(one for one in listed if one.code != NOTHING)
    return (*((Said("anomaly.off_all", {"list": expected}),) if expected else ()), *empty)


def _stretches(start: dt.date, end: dt.date, desk: MetricDesk) -> list[tuple[str, Span]]:
    """Return the holidays of a time by name, with their days."""
    kinds = DayKinds.of(desk.catalog, (start, end))
    called = kinds.called(Window(start, end, "range"), desk.language)
    return [(name, Span(one.start, one.end)) for name, some in called.items() for one in some]


def _stretch(
    name: str, span: Span, series: Daily, metric: str, kinds: SpecialDays
) -> tuple[float, Said] | None:
    around = [
        *_ordinary(series, span.start - days(AROUND), span.start, kinds),
        *_ordinary(series, span.end, span.end + days(AROUND), kinds),
    ]
    own = [float(series.values[(day - series.start).days]) for day in _days(span)]
    if len(around) < FEWEST_LIKE or not np.mean(around):
        return None
    when = Window(span.start, span.end, "range" if len(own) > 1 else "day")
    usual = Amount(figure_of(float(np.mean(around))), metric)
    if not any(own):
        told = {"name": name, "from": span.start, "when": when, "usual": usual, "metric": Name(metric)}
        return -1.0, Said(NOTHING, told)
    change = float(np.mean(own)) / float(np.mean(around)) - 1
    if abs(change) < LEAST:
        return None
    at = int(np.argmax(own) if change > 0 else np.argmin(own))
    params = {
        "name": name,
        "from": span.start,
        "when": when,
        "mean": Amount(figure_of(float(np.mean(own))), metric),
        "usual": usual,
        "change": percent_of(100 * change, signed=True),
        "day": day_of(span.start + days(at)),
        "top": Amount(figure_of(own[at]), metric),
    }
    kind = "one" if len(own) == 1 else "high" if change > 0 else "low"
    return change, Said(f"anomaly.off_{kind}", params)


def _days(span: Span) -> list[dt.date]:
    return [span.start + days(number) for number in range((span.end - span.start).days)]


def _others(series: Daily, start: dt.date, metric: str, off: Set[dt.date]) -> list[Said]:
    """Return the lowest and the highest of the days not off, of those that have any where some have none."""
    held = {
        day: float(series.values[(day - series.start).days])
        for day in _days(Span(start, series.end))
        if day not in off
    }
    empty = sum(not value for value in held.values())
    lack = Said("anomaly.off_lack", {"count": empty, "metric": Name(metric)})
    held = {day: value for day, value in held.items() if value}
    if not held:
        return [lack] if empty else []
    low, high = min(held, key=lambda day: held[day]), max(held, key=lambda day: held[day])
    params = {
        "low": Amount(figure_of(held[low]), metric),
        "low_day": day_of(low),
        "high": Amount(figure_of(held[high]), metric),
        "high_day": day_of(high),
    }
    return [lack, Said("anomaly.off_others_any", params)] if empty else [Said("anomaly.off_others", params)]
