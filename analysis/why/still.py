"""Days in a row of nothing of a figure, or of who makes most of its change; and what else was so then."""

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from typing import TYPE_CHECKING

from analysis.outcome import Look, Name, Read, Said
from analysis.why.budget import share
from analysis.why.calendar import DayKinds, each_day, stretches
from analysis.why.days import TellingDays, usual_of
from analysis.why.inner import Lead, lead_days, reach_of
from analysis.why.looks import Change, series_of, stored
from analysis.why.nearby import Came, Steady, came_on, runs_by_chance
from analysis.why.split import ZERO, Pair
from knowledge.metrics import Metric
from language.calendar import days
from query.metric_query import Filter, MetricQuery, Window
from understanding.metric.desk import MetricDesk

if TYPE_CHECKING:
    from analysis.why.findings import Findings

LEAST_DAYS = 3  # in a row: less is a day off
REGULAR = 0.9  # of all other days have something: what comes now and then stands still all the time
_CAME_BY_CHANCE = 0.01
_BY_CHANCE = 0.001  # that days of something would have such a run of nothing anywhere

Series = Mapping[dt.date, Decimal]
Kept = tuple[Metric, tuple[Filter, ...]]  # a figure of the same members


@dataclass(frozen=True)
class Still:
    """The days of nothing, of the lead or (None) of all that was asked about, and what is known of them."""

    lead: Lead | None
    days: tuple[Window, ...]
    is_before: bool = False
    usual: Decimal | None = None  # what as many like days bring
    then: Decimal | None = None  # what the same days of the year compared brought
    neither: tuple[tuple[str, Pair], ...] = ()  # other figures with nothing on these days, in both times
    steady: Steady | None = None  # one that went on
    came: tuple[Came, ...] = ()

    @cached_property
    def every(self) -> list[dt.date]:
        """Return the days."""
        return [day for one in self.days for day in each_day(one)]


def still_of(found: "Findings", read: Mapping[str, Read], inner: Mapping[str, Read]) -> Still | None:
    """Return the days on which all that was asked about, or else the lead, stood still within one time."""
    change, told = found.change, found.days.parts if found.days is not None else {}
    whole = read.get("days")
    ends: list[tuple[Lead | None, Series]] = []
    if whole is not None and not whole.result.truncated:
        ends.append((None, series_of(whole)))
    lead = found.inner.lead if found.inner is not None else None
    if lead is not None and lead.state == "":
        ends.append((lead, lead_days(inner)))
    is_before = found.whole.change > 0
    for who, series in ends:
        gone = _gone(series, change.before if is_before else change.now, (change.before, change.now))
        if gone and not {day for one in gone for day in each_day(one)} <= told.keys():
            return _with_level(Still(who, gone, is_before), series, change)
    return None


def _gone(series: Series, window: Window, both: tuple[Window, Window]) -> tuple[Window, ...]:
    """Return the stretches of a time without anything, longer than chance makes them, of what is regular."""
    having = {day for day, value in series.items() if value}
    empty = stretches(day for day in each_day(window) if day not in having)
    first, last = min(having, default=window.start), max(having, default=window.start)
    runs = [one for one in empty if one.days >= LEAST_DAYS and first < one.start and one.end <= last]
    gone = {day for one in runs for day in each_day(one)}
    others = [day for one in both for day in each_day(one) if day not in gone]
    missed = sum(day not in having for day in others)
    if missed > (1 - REGULAR) * len(others):
        return ()
    return tuple(one for one in runs if runs_by_chance(missed, len(others), one.days) <= _BY_CHANCE)


def _with_level(still: Still, series: Series, change: Change) -> Still:
    """Return days of nothing with what they brought a year ago where that is compared, else usually bring."""
    year = change.now.year_before(None)
    if (year.start, year.end) == (change.before.start, change.before.end):
        apart = change.before.start - change.now.start
        apart = -apart if still.is_before else apart
        return replace(still, then=sum((series.get(day + apart, ZERO) for day in still.every), ZERO))
    span = (min(series), max(series) + days(1))
    kinds = DayKinds.of(change.shape.catalog, span)
    known = {day: value for day, value in series.items() if value}
    levels = [level for day in still.every if (level := usual_of(day, known, kinds)) is not None]
    return replace(still, usual=sum(levels, ZERO)) if len(levels) == len(still.every) else still


def still_looks(found: "Findings", still: Still, desk: MetricDesk) -> list[Look]:
    """Return the looks, day by day, at figures of other tables of the same members: what else stood still."""
    looks, over = [], reach_of(found.change, desk)
    for metric, filters in share("still", [*_beside(found.change, still, desk)]):
        query = MetricQuery((metric.name,), grain="day", windows=(over,), filters=filters)
        looks.append(
            Look(f"still_{metric.name}", query, Said("why.label.came", {"metric": Name(metric.name)}))
        )
    return looks


def _beside(change: Change, still: Still, desk: MetricDesk) -> Iterator[Kept]:
    """Yield a daily sum of each other table, kept to the same members; those of the lead's own cut first."""
    own = {one.table for one in change.shape.catalog.sources(change.metric.name)}
    wider: list[Kept] = []
    every = [one for one in desk.catalog.metrics.values() if one.kind == "simple" and one.additivity == "sum"]
    for one in sorted(every, key=lambda it: not it.counts_rows):
        daily = bool(one.time) and one.time_grain == "day" and desk.opens(one.name)
        if not daily or one.table in own:
            continue
        asked = [kept for kept in change.asked.filters if desk.catalog.cuts(one.name, kept.dimension)]
        members = still.lead.members if still.lead is not None else ()
        lead = [kept for member in members if (kept := _same(one, *member, desk)) is not None]
        if len(asked) < len(change.asked.filters) or not (asked or lead):
            continue
        own |= {one.table}
        if len(lead) == len(members):
            yield one, (*asked, *lead)
        elif one.counts_rows:
            wider.append((one, tuple(asked)))
    yield from wider


def _same(metric: Metric, dimension: str, name: str, desk: MetricDesk) -> Filter | None:
    """Return the filter that keeps a figure to a member, by its dimension or one of the very same values.

    Tickets have a format of their own, sessions that of their screen: 1 standard, 2 giant, 3 VIP, both.
    """
    catalog, values = desk.catalog, desk.catalog.dimensions[dimension].values
    alike = [one.name for one in catalog.dimensions.values() if values and one.values == values]
    for one in (dimension, *alike):
        if catalog.cuts(metric.name, one) and desk.shows(catalog.dimensions[one]):
            return Filter(one, (stored(dimension, name, desk),))
    return None


def with_beside(still: Still, found: "Findings", read: Mapping[str, Read], desk: MetricDesk) -> Still:
    """Return days of nothing with what else had nothing, went on, or came on them."""
    change, asked = found.change, len(found.change.asked.filters)
    members = len(still.lead.members) if still.lead is not None else 0
    for name, one in read.items():
        metric, series = name.removeprefix("still_"), series_of(one)
        if one.result.truncated or not series:
            continue
        of_lead = len(one.look.query.filters) == asked + members
        pair = Pair(
            *(
                sum((series.get(day, ZERO) for day in each_day(it)), ZERO)
                for it in (change.before, change.now)
            )
        )
        window = change.before if still.is_before else change.now
        gone = {day for it in _gone(series, window, (change.before, change.now)) for day in each_day(it)}
        if of_lead and {*still.every} <= gone:
            still = replace(still, neither=(*still.neither, (metric, pair)))
        elif of_lead and still.steady is None and all(series.get(day) for day in still.every):
            still = replace(still, steady=_steady(metric, series, still, desk))
        elif desk.catalog.metrics[metric].counts_rows:
            few = TellingDays(dict.fromkeys(still.every, ZERO), still.is_before, ZERO)
            came = came_on(one, few, _CAME_BY_CHANCE)
            still = replace(still, came=(*still.came, *([came] if came else [])))
    return still


def _steady(metric: str, series: Series, still: Still, desk: MetricDesk) -> Steady | None:
    kinds = DayKinds.of(desk.catalog, (min(series), max(series) + days(1)))
    usual = [level for day in still.every if (level := usual_of(day, series, kinds)) is not None]
    count = Decimal(len(still.every))
    if len(usual) < count:
        return None
    held = sum((series[day] for day in still.every), ZERO)
    return Steady(metric, held / count, sum(usual, ZERO) / count)
