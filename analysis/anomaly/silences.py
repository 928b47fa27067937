"""Stretches of days with nothing at one member, several or all: which are no chance, and what they tell."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from analysis.anomaly.extent import usual_of
from analysis.anomaly.looks import Look, Span
from analysis.anomaly.stretches import Gap, closed_weekdays, gaps_between
from analysis.daily import Daily, SpecialDays
from analysis.forecast.models import YEAR
from analysis.outcome import Look as Reading
from analysis.series import rows_of
from knowledge.metrics import Metric
from language.calendar import days
from query.metric_query import Filter, Window
from understanding.metric.desk import MetricDesk

BY_CHANCE = 0.001  # stretches so long, with as many days of nothing as there are elsewhere
SHORTEST = 2
MAKES = 0.5  # of what a finding lies off: it is these days again
FEWEST_COUNTED = 20.0  # of what is counted: fewer may lack by chance
SINCE = 7  # days to the last one with data: from there it has stopped
NEAR, LONG = 5, 5  # days a year before within which the same may lie; and so many are no chance then
ALIKE_LONG = 0.5  # of the longer of two such stretches
AROUND_WEEKS = 2
SAME = 0.02  # of what is missing: within it two cuts hold the same rows
ALIKE = 3  # members with the same stretch: it is told once


@dataclass(frozen=True)
class Silence:
    """Days of nothing at one member, several or all; what such days usually bring, and what went on."""

    look: Look
    members: tuple[str, ...]
    missing: int
    weight: float = 0.0  # what is missing, as a share of a month of all
    stopped: bool = False  # until the last day with data
    recorded: bool = False  # rows say 0: it was not left out
    year: Window | None = None  # such days a year before
    went_on: tuple[tuple[str, float], ...] = ()  # what figures of other rows had meanwhile, as usual
    lacked: tuple[str, ...] = ()  # those that had nothing either, though they usually have
    at_least: bool = False  # the days of others who lack some were not read
    place: str = ""  # of a kind: at which place, with the filter that keeps to it
    place_filters: tuple[Filter, ...] = ()
    of_kind: bool = False  # only one kind of a place had nothing

    @property
    def is_left_out(self) -> bool:
        """Tell days that were most likely not recorded: other things went on there."""
        return not self.recorded and not self.stopped and len(self.went_on) > 1 and not self.lacked

    def tells(self, one: Look, desk: MetricDesk) -> bool:
        """Tell whether a finding only shows these days again: there, or as half of what it lies off."""
        own = self.look
        if one.value >= one.usual or not one.span.meets(own.span):
            return False
        if self.of_kind and self._makes(one, desk):
            return True
        ends = (one.span.start - own.span.start, one.span.end - own.span.end)
        if not one.span.is_day and all(abs(off.days) <= 1 for off in ends):
            return True
        if one.metric != own.metric and rows_of(one.metric, desk) != rows_of(own.metric, desk):
            return False
        if not one.value or (one.dimension == own.dimension and one.member in self.members):
            return True
        first, end = max(one.span.start, own.span.start), min(one.span.end, own.span.end)
        if not self.members:  # of all: each part lacks its own
            lost = one.usual * (end - first).days / (one.span.end - one.span.start).days
            return lost >= MAKES * (one.usual - one.value)
        shared = own.usual * (end - first).days / (own.span.end - own.span.start).days
        contains = one.metric == own.metric and one.dimension != own.dimension
        return contains and MAKES <= shared / (one.usual - one.value) <= 1 / MAKES

    def _makes(self, one: Look, desk: MetricDesk) -> bool:
        """Tell what fell at the place of a kind, mostly over the same days, of the same rows."""
        if self.place and one.member != self.place:
            return False
        same = rows_of(one.metric, desk) == rows_of(self.look.metric, desk)
        shared = min(one.span.end, self.look.span.end) - max(one.span.start, self.look.span.start)
        return same and shared >= MAKES * (one.span.end - one.span.start)


@dataclass(frozen=True)
class Plan:
    """One figure by its finest cut, and the look at who has how many days with something."""

    metric: Metric
    cut: str
    window: Window
    look: Reading
    over: bool = False  # only who went on behind it


def stretches_of(name: str, series: Daily, plan: Plan, kinds: SpecialDays) -> list[Silence]:
    """Return a member's stretches of nothing within the time asked that are no chance."""
    have = {series.start + days(int(at)) for at in np.nonzero(np.nan_to_num(series.values))[0]}
    first, last = min(have), max(have)
    closed = closed_weekdays(have, first, last)
    open_days = [
        one
        for number in range((last - first).days + 1)
        if (one := first + days(number)).weekday() not in closed and one not in kinds.named
    ]
    every = gaps_between(name, have, first, last, closed, Window(first, series.end, "range"))
    after = [last + days(1 + at) for at in range((series.end - last).days - 1)]
    stopped = len(after) >= SINCE
    if stopped:
        every.append(Gap(name, after[0], series.end, sum(day.weekday() not in closed for day in after)))
    found = []
    for gap in every:
        ends_it = gap.end == series.end and stopped
        if not _is_looked_at(gap, plan, kinds):
            continue
        year = _before(gap, every)
        again = year is not None and gap.missing >= LONG
        if not (ends_it or again) and is_chance(gap, every, len(open_days)):
            continue
        usual = _usual(gap, series, kinds)
        if usual > (FEWEST_COUNTED if plan.metric.is_count else 0):
            look = Look(plan.metric.name, plan.cut, name, Span(gap.start, gap.end), 0.0, usual, 1.0, 0.0)
            then = Window(year.start, year.end, "range") if year else None
            found.append(Silence(look, (name,) if name else (), gap.missing, stopped=ends_it, year=then))
    return found


def _is_looked_at(gap: Gap, plan: Plan, kinds: SpecialDays) -> bool:
    """Tell a stretch within the time asked that is not short, and not of days off alone."""
    within = plan.window.start < gap.end and gap.start < plan.window.end
    all_off = all(gap.start + days(at) in kinds.named for at in range((gap.end - gap.start).days))
    return within and not all_off and gap.missing >= SHORTEST


def is_chance(gap: Gap, every: Sequence[Gap], open_days: int) -> bool:
    """Tell days of nothing in a row that may be so by how many there are anywhere else."""
    elsewhere = sum(one.missing for one in every if one is not gap)
    share = (min(elsewhere, open_days) + 0.5) / (open_days + 1)
    return bool(open_days * share**gap.missing > BY_CHANCE)


def _before(gap: Gap, every: Sequence[Gap]) -> Gap | None:
    """Return such a stretch at the same time a year before."""
    then = gap.start - days(YEAR)
    near = (one for one in every if abs((one.start - then).days) <= NEAR and one.end <= gap.start)
    return next((one for one in near if one.missing >= SHORTEST and _is_as_long(one, gap)), None)


def _is_as_long(one: Gap, other: Gap) -> bool:
    return ALIKE_LONG <= one.missing / other.missing <= 1 / ALIKE_LONG


def _usual(gap: Gap, series: Daily, kinds: SpecialDays) -> float:
    """Return what such days usually bring: by the weeks just around, else the eight before, else all days."""
    if (around := _around(gap, series, kinds)) is not None:
        return around
    known = usual_of(series, gap.start, gap.end, kinds, counted=True)
    if known is not None and known.sum() > 0:
        return float(known.sum())
    held = series.values[series.values > 0]
    return float(held.mean()) * gap.missing if len(held) else 0.0


def _around(gap: Gap, series: Daily, kinds: SpecialDays) -> float | None:
    """Return what the same weekdays of the two weeks before and after bring, where most are known."""
    closed_by, means = (gap.start, gap.end), []
    for number in range((gap.end - gap.start).days):
        day = gap.start + days(number)
        near = (day + days(7 * weeks) for weeks in range(-AROUND_WEEKS, AROUND_WEEKS + 1))
        held = [
            float(series.values[(it - series.start).days])
            for it in near
            if series.start <= it < series.end and it not in kinds.named
            if not closed_by[0] <= it < closed_by[1]
        ]
        if some := [value for value in held if value > 0]:
            means.append(sum(some) / len(some))
    return sum(means) if len(means) >= max(1, gap.missing) else None


def together(found: Sequence[Silence], whole: Daily | None, kinds: SpecialDays) -> list[Silence]:
    """Put stretches of the same days together where several members have them, or all."""
    groups: dict[Span, list[Silence]] = {}
    for one in found:
        groups.setdefault(one.look.span, []).append(one)
    kept: list[Silence] = []
    for span, some in groups.items():
        if len(some) > 1 and whole is not None and _has_nothing(whole, span):
            gap = Gap("", span.start, span.end, some[0].missing)
            look = replace(some[0].look, dimension="", member="", usual=_usual(gap, whole, kinds))
            kept.append(replace(some[0], look=look, members=()))
        elif len(some) < ALIKE:
            kept += some
        else:
            usual, names = sum(one.look.usual for one in some), tuple(one.members[0] for one in some)
            kept.append(replace(some[0], look=replace(some[0].look, usual=usual), members=names))
    return kept


def _has_nothing(whole: Daily, span: Span) -> bool:
    return whole.start <= span.start and span.end <= whole.end and not whole.total(span.start, span.end)


def once(found: Sequence[Silence]) -> list[Silence]:
    """Put stretches of several figures of one member together: it was closed."""
    kept: dict[object, Silence] = {}
    for one in found:
        if any(_is_the_same(one, held) for held in kept.values()):
            continue
        key = (one.look.dimension, one.members, one.look.span)
        held = kept.get(key)
        kept[key] = replace(held, lacked=(*held.lacked, one.look.metric)) if held else one
    return list(kept.values())


def _is_the_same(one: Silence, other: Silence) -> bool:
    """Tell the same rows by another cut: the only shop of a side, or all."""
    own, shown = one.look, other.look
    alike = (own.metric, own.span) == (shown.metric, shown.span)
    alike = alike and (own.dimension != shown.dimension or not own.dimension)
    return alike and abs(own.usual - shown.usual) < SAME * shown.usual
