"""Reads figures day by day, all together and by member, and tells which days and weeks are looked at."""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from analysis.anomaly.bursts import SHORTEST, bursts
from analysis.anomaly.looks import (
    BACK_DAYS,
    FEWEST_MEMBERS,
    WEEKS,
    Group,
    Look,
    Span,
    first_cuts,
    look,
    spans_in,
)
from analysis.anomaly.stages import lasting_cuts
from analysis.asked import AnalysisAsked
from analysis.daily import Daily, SpecialDays
from analysis.openings import Openings
from analysis.outcome import Look as Reading
from analysis.outcome import Read
from analysis.series import Wanted, data_span, looks_of, rows_of, series_of, statements_of
from language.calendar import days, whole
from query.metric_query import Window
from understanding.metric.desk import MetricDesk

STATEMENTS = 11  # of the budget of 40; months take ten, days of nothing seven, what follows nine
BY_DAY = 92  # days of a stretch that are looked at one by one; of a longer one only weeks


@dataclass(frozen=True)
class Plan:
    """One metric by one dimension or all together, and the looks that read it."""

    wanted: Wanted
    looks: tuple[Reading, ...]

    def whole(self, read: Mapping[str, Read], desk: MetricDesk) -> tuple[Daily, Daily | None] | None:
        """Return the series of all together, and of a ratio what it is divided by, where it was read."""
        found = series_of(self.wanted, desk, self.looks, read)
        if found is None or "" not in found[0]:
            return None
        return found[0][""], found[1][""] if found[1] else None

    def group(self, read: Mapping[str, Read], desk: MetricDesk) -> Group | None:
        """Return each member's series, where they were read and there are any."""
        found = series_of(self.wanted, desk, self.looks, read)
        if found is None or not found[0]:
            return None
        metric = desk.catalog.metrics[self.wanted.metric]
        members, under = found
        if under is not None:
            under = {name: under[name] for name in members}
        rows = all(one.counts_rows for one in desk.catalog.sources(metric.name))
        return Group(
            metric.name,
            self.wanted.dimension,
            members,
            under,
            float(metric.scale),
            counts=metric.is_count and under is None,
            of_counted=under is not None and desk.catalog.metrics[metric.parts[1]].is_count,
            events=not is_daily(metric.name, desk) and not rows,
        )


def day_plans(names: Sequence[str], asked: AnalysisAsked, desk: MetricDesk) -> Iterator[Plan]:
    """Yield each metric all together and by its first dimensions, while statements are left.

    What they cost is counted for the longest time that is looked at day by day: two questions about one week
    look at the same series. Figures of the same rows are read together.
    """
    fixed = {kept.dimension for kept in asked.filters}
    own = asked.dimension
    by = {name: [own] if own and desk.catalog.cuts(name, own) else [] for name in names}
    order = {
        name: [*by[name], "", *lasting_cuts(name, desk, fixed)] for name in names
    }  # first what was asked
    cuts = {name: list(dict.fromkeys(order[name])) for name in names}
    reaches = {name: far for name in names if (far := reach(name, asked.window, desk)) is not None}
    spent = 0
    for place in range(max(map(len, cuts.values()), default=0)):
        together: dict[tuple[Any, ...], list[Wanted]] = {}
        for name in (one for one in reaches if place < len(cuts[one])):
            wanted = Wanted(name, *reaches[name], asked.filters, cuts[name][place])
            key = (wanted.dimension, wanted.start, wanted.end, rows_of(name, desk))
            together.setdefault(key, []).append(wanted)
        for some in together.values():
            first = some[0]
            cost = statements_of(first.dimension, (first.end - first.start).days, desk)
            if spent + cost > STATEMENTS:
                continue
            spent += cost
            label = f"{first.metric}.{first.dimension or 'all'}"
            looks = tuple(looks_of(first, desk, label, others=[one.metric for one in some]))
            yield from (Plan(one, looks) for one in some)


def reach(name: str, window: Window | None, desk: MetricDesk) -> tuple[dt.date, dt.date] | None:
    """Return from when to when days of a figure are read, or None where there are too few."""
    span = data_span(name, desk)
    if span is None:
        return None
    start, last = span
    if window is None:
        first, end = whole("week", last)[0] - days(7 + BACK_DAYS), last
    else:
        end = min(window.end, last)
        first = min(window.start - days(BACK_DAYS), end - days(SHORTEST))
    return (max(first, start), end) if end - first >= days(7 * (WEEKS + 1)) else None


def levels_above(groups: Sequence[Group], began: Openings | None, desk: MetricDesk) -> list[Group]:
    """Return figures by the level above the places that they were read by: a branch, of its areas.

    They are summed of what was read, and cost no statement.
    """
    level, had = _level_above(began, desk) if began else "", {(one.metric, one.dimension) for one in groups}
    if began is None or not level:
        return []
    parents = {one.name: one.parents.get(level, "") for one in began.every}
    return [
        _by_level(group, level, parents)
        for group in groups
        if group.dimension == began.level and group.members.keys() <= parents.keys()
        if (group.metric, level) not in had and desk.catalog.cuts(group.metric, level)
    ]


def _level_above(began: Openings, desk: MetricDesk) -> str:
    """Return the coarsest level above places that has members enough to tell how all moved, or nothing."""
    line = next((one for one in desk.catalog.hierarchies if began.level in one), ())
    above = {name: {one.parents.get(name) for one in began.every} for name in line if name != began.level}
    fit = (name for name, members in above.items() if FEWEST_MEMBERS <= len(members) < len(began.every))
    return next(fit, "")


def _by_level(group: Group, level: str, parents: Mapping[str, str]) -> Group:
    own: dict[str, list[str]] = {}
    for name in group.members:
        own.setdefault(parents[name], []).append(name)
    members, under = (
        part and {name: _summed([part[one] for one in some]) for name, some in own.items()}
        for part in (group.members, group.under)
    )
    return replace(group, dimension=level, members=members or {}, under=under)


def _summed(some: Sequence[Daily]) -> Daily:
    """Return series added up; a day that none of them has is none."""
    table = np.stack([one.values for one in some])
    return replace(some[0], values=np.where(np.isnan(table).all(axis=0), np.nan, np.nansum(table, axis=0)))


def days_and_weeks(
    groups: Sequence[Group], asked: AnalysisAsked, kinds_of: Mapping[str, SpecialDays], desk: MetricDesk
) -> list[Look]:
    """Return every day and week of every member that is looked at, and of rare things every stretch.

    Of amounts of single events no day is: it is one of them. Nor is over a long time any but of the first
    figure by its first cut, for all days of months of each take long.
    """
    looks: list[Look] = []
    first = first_cuts(groups)
    for group in groups:
        kinds = kinds_of[group.metric]
        spans = _spans(asked, group.end, kinds)
        looks += bursts(group, spans)
        leads = group.metric == groups[0].metric and group.dimension in ("", first.get(group.metric))
        single = not group.counts and not is_daily(group.metric, desk)
        if single or (is_long(asked) and not leads):
            spans = [one for one in spans if not one.is_day]
        looks += look(group, spans, kinds)
    return looks


def days_spans(asked: AnalysisAsked, end: dt.date, kinds_of: Mapping[str, SpecialDays]) -> list[Span]:
    """Return the days looked at that are like any other to all figures; of a time looked at by week none."""
    kinds = SpecialDays({day: name for one in kinds_of.values() for day, name in one.named.items()})
    return [one for one in _spans(asked, end, kinds) if one.is_day] if not is_long(asked) else []


def _spans(asked: AnalysisAsked, end: dt.date, kinds: SpecialDays) -> list[Span]:
    """Return the days and weeks looked at: those asked about, else those since the last whole week began."""
    window = asked.window
    if window is not None:
        found = spans_in(window.start, min(window.end, end), kinds)
        return [one for one in found if not one.is_day] if by_week(asked) else found
    return spans_in(whole("week", end)[0] - days(7), end, kinds)


def is_daily(metric: str, desk: MetricDesk) -> bool:
    """Tell a figure of which every day has rows."""
    return all(map(desk.catalog.is_dense, desk.catalog.sources(metric)))


def by_week(asked: AnalysisAsked) -> bool:
    """Tell whether a time is so long that only its weeks are looked at, as no figure was named."""
    return is_long(asked) and not asked.metrics


def is_long(asked: AnalysisAsked) -> bool:
    """Tell a time of which not every day of every figure is looked at."""
    return asked.window is not None and asked.window.days > BY_DAY
