"""What is odd, step by step: each main figure by day and member, looked at together, the clearest told."""

import datetime as dt
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from analysis.anomaly.extent import AROUND, extent
from analysis.anomaly.gaps import gaps_steps
from analysis.anomaly.holidays import days_looks, days_wanted, matter
from analysis.anomaly.levels import is_level, level_steps
from analysis.anomaly.looks import (
    BACK_DAYS,
    FEWEST_COUNTED,
    MOST,
    WEEKS,
    Group,
    Odd,
    Span,
    group_with,
    look,
    odd,
    same_rows,
    spans_in,
)
from analysis.anomaly.looks import Look as Looked
from analysis.anomaly.month_events import found_by_month
from analysis.anomaly.month_tables import plans_of, tables_of
from analysis.anomaly.parts import is_new, narrowed, near_look, part_look, part_of
from analysis.anomaly.records import MOST as MOST_RECORDS
from analysis.anomaly.records import candidates, record_looks, record_of
from analysis.anomaly.runs import as_run
from analysis.anomaly.telling import BY_DAY, Found, Material, Seen, by_week, is_long, is_trifle, told
from analysis.anomaly.totals import totals_of
from analysis.anomaly.whose import filters_of
from analysis.asked import AnalysisAsked
from analysis.briefing.scorecard import scorecard
from analysis.cuts import cuts_of
from analysis.daily import SpecialDays, special_days
from analysis.forecast.models import YEAR
from analysis.home import keeps_chinas_days
from analysis.like import level_of_openings, openings_look, openings_of
from analysis.names import reads
from analysis.outcome import Look, Name, Outcome, Read, Said, Steps
from analysis.series import Wanted, adds_up, data_span, looks_of, rows_of, series_of, statements_of
from language.calendar import days, whole
from query.metric_query import Filter, Window
from understanding.metric.desk import MetricDesk

STATEMENTS = 20  # of the budget of 40; months take ten, what follows takes ten
MOST_METRICS = 8
MOST_PARTS, MOST_NARROWED = 3, 2  # findings looked into, and by day
MOST_TESTED = 3  # figures of which it is asked whether days off matter
MONTH = 30.4  # days
DAYS_SHARE = 0.5  # of what a month lies off: days that make as much stand for it


@dataclass(frozen=True)
class _Plan:
    """One metric by one dimension, and the looks that read it."""

    wanted: Wanted
    looks: tuple[Look, ...]


def anomaly_steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
    """Yield the looks at all series, and return what is odd in them, or that nothing is."""
    if asked.about == "gaps":
        return (yield from gaps_steps(asked, desk))
    if asked.metrics and all(is_level(name, desk) for name in asked.metrics):
        return (yield from level_steps(asked, desk))
    every = [one for one in asked.metrics or _main(desk, asked.filters) if not is_level(one, desk)]
    planned = list(_plans([one for one in every if adds_up(desk.catalog.metrics[one], desk)], asked, desk))
    totals = totals_of(asked, desk)
    by_month = plans_of(tuple(dict.fromkeys((*every, *totals.names))), asked, desk)
    if not planned and not by_month:
        metric = desk.catalog.metrics[asked.metrics[0]].label(desk.language) if asked.metrics else ""
        return Outcome(
            declined=Said("anomaly.not_timed" if metric else "anomaly.nothing", {"metric": metric})
        )
    kinds = special_days(desk.catalog.holidays, chinas=keeps_chinas_days(desk.catalog))
    tested = _tested(planned, asked, kinds, desk)
    planned_looks = {look.name: look for plan in planned for look in plan.looks}
    off_looks = [look for wanted in tested for look in days_looks(wanted, desk)]
    read = yield [*planned_looks.values(), *totals.looks, *off_looks, *(one.look for one in by_month)]
    groups = _groups(planned, read, desk)
    kinds_of = _kinds_of(groups, tested, kinds, read, desk)
    looks = _looks(groups, asked, kinds_of, desk)
    tables = tables_of(by_month, read, desk)
    months = found_by_month(tables, desk, named=bool(asked.metrics))
    if not looks and not months.every:
        return Outcome(declined=_too_few(groups) if groups else Said("anomaly.nothing", {"metric": ""}))
    found = yield from _by_day(looks, groups, kinds_of, asked, desk)
    found = without_repeats(replace(found, months=months))
    repeated = asked.window is not None and any(
        (one.look.span.start, one.look.span.end) == (asked.window.start, asked.window.end)
        for one in months.moved
    )
    material = Material(
        looks,
        groups,
        tables,
        kinds_of,
        totals=() if repeated else totals.told(read, desk),
        has_moved=totals.has_moved(read, desk),
    )
    return told(found, material, asked, desk)


def _groups(planned: Sequence[_Plan], read: Mapping[str, Read], desk: MetricDesk) -> list[Group]:
    read_all = (_group(plan, read, desk) for plan in planned)
    # Of one place the city is one, and would only repeat the whole.
    groups = [one for one in read_all if one is not None and (not one.dimension or len(one.members) > 1)]
    return [one for one in groups if reads(one.members, desk)] or groups


def _tested(
    planned: Sequence[_Plan], asked: AnalysisAsked, kinds: SpecialDays, desk: MetricDesk
) -> list[Wanted]:
    """Return the figures of which it is asked whether days off matter: named ones, and single events."""
    found = list[Wanted]()
    for name in dict.fromkeys(plan.wanted.metric for plan in planned):
        asks = name in asked.metrics[:1] or (not asked.metrics and not _is_daily(name, desk))
        wanted = days_wanted(name, asked, kinds, desk) if asks else None
        if wanted is not None and len(found) < MOST_TESTED:
            found.append(wanted)
    return found


def _kinds_of(
    groups: Sequence[Group],
    tested: Sequence[Wanted],
    kinds: SpecialDays,
    read: Mapping[str, Read],
    desk: MetricDesk,
) -> dict[str, SpecialDays]:
    """Return the days unlike others of each figure: none where days off were never shown to matter."""
    found = {group.metric: kinds for group in groups}
    for wanted in tested:
        series = series_of(wanted, desk, days_looks(wanted, desk), read)
        if series is None or "" not in series[0]:
            continue
        under = series[1][""] if series[1] else None
        if not matter(series[0][""], kinds, under):
            found[wanted.metric] = SpecialDays({})
    return found


def _looks(
    groups: Sequence[Group], asked: AnalysisAsked, kinds_of: Mapping[str, SpecialDays], desk: MetricDesk
) -> list[Looked]:
    """Return every day and week of every member that is looked at."""
    looks: list[Looked] = []
    first_cuts = dict(reversed([(one.metric, one.dimension) for one in groups if one.dimension]))
    for group in groups:
        kinds = kinds_of[group.metric]
        spans = _spans(asked, _end(group), kinds)
        plain = group.metric == groups[0].metric and group.dimension in ("", first_cuts.get(group.metric))
        if is_long(asked) and not plain:
            spans = [
                one for one in spans if not one.is_day
            ]  # the first figure by its first cut: all days of months of each take long
        if not group.counts and not _is_daily(group.metric, desk):
            spans = [one for one in spans if not one.is_day]  # amounts of single events: a day is one of them
        looks += look(group, spans, kinds)
    return looks


def _by_day(
    looks: Sequence[Looked],
    groups: Sequence[Group],
    kinds_of: Mapping[str, SpecialDays],
    asked: AnalysisAsked,
    desk: MetricDesk,
) -> Generator[Sequence[Look], Mapping[str, Read], Found]:
    """Yield what is read of odd days and weeks, and return them with what makes them."""
    if not looks:
        return Found()
    found = tuple(as_run(one, kinds_of[one.look.metric], adds_up=_adds(one.look, desk)) for one in odd(looks))
    far = candidates(looks, found, desk)[: max(0, MOST - len(found))]
    record_plans = [record_looks(one, place, asked.filters, desk) for place, one in enumerate(far)]
    plans = [_near_plan(one, place, asked, desk) for place, one in enumerate(found)]
    further = [look for plan in plans if plan is not None for look in plan.looks]
    read = yield [*further, *(look for plan in record_plans if plan is not None for look in plan[2])]
    seen = [
        _seen(plan, one, read, kinds_of[one.look.metric], desk)
        for plan, one in zip(plans, found, strict=True)
    ]
    records = tuple(
        record
        for one, plan in zip(far, record_plans, strict=True)
        if plan is not None
        and (record := record_of(one, *plan, read, kinds_of[one.metric], desk)) is not None
    )
    seen = [replace(one, weight=_weight(one.odd.look, groups, desk)) for one in seen]
    seen.sort(key=lambda one: -one.weight)
    looked_into = _part_looks(seen, asked, desk)
    if looked_into:
        deeper = yield looked_into
        openings = openings_of(deeper)
        seen = [
            replace(one, part=part_of(one.odd.look, deeper.get(f"part.{place}"), openings))
            for place, one in enumerate(seen)
        ]
        nears = [
            None
            if one.part is None or place >= MOST_NARROWED
            else near_look(one.part, one.odd.look, place, asked.filters, desk)
            for place, one in enumerate(seen)
        ]
        read = yield [look for near in nears if near is not None for look in near[1]]
        seen = [
            one
            if one.part is None
            else replace(
                one, part=narrowed(one.part, one.odd.look, near, read, kinds_of[one.odd.look.metric], desk)
            )
            for one, near in zip(seen, nears, strict=True)
        ]
    seen = _each_once(seen)
    new = tuple(one for one in seen if is_new(one.part, one.odd.look))
    kept = tuple(one for one in seen if one not in new)[:MOST]
    return Found(kept, new, records[:MOST_RECORDS])


def _weight(one: Looked, groups: Sequence[Group], desk: MetricDesk) -> float:
    """Return what a finding lies off, as a share of a month of all; of a trifle nothing."""
    group = group_with(one, groups)
    if is_trifle(one, desk):
        return 0.0
    a_month = MONTH * sum(float(np.nanmean(series.values)) for series in group.members.values())
    off = abs(one.value - one.usual)
    if group.under is not None:
        off *= group.under[one.member].total(one.span.start, one.span.end) / group.scale
    return off / a_month if a_month > 0 else 0.0


def without_repeats(found: Found) -> Found:
    """Leave out the lesser of two findings of the same rows: a month, the days that make it, another cut."""
    days_kept, months_kept = list[Seen](), [*found.months.odd]
    for one in sorted(found.odd, key=lambda one: -one.weight):
        if any(_is_same(one.odd.look, kept.odd.look, one.weight, kept.weight) for kept in days_kept):
            continue
        days_kept.append(one)
    for one in [*days_kept]:
        for event in [*months_kept]:
            month = event.month
            if not _is_same(one.odd.look, month.look, one.weight, month.weight):
                continue
            if one.weight >= DAYS_SHARE * month.weight:
                months_kept.remove(event)
            else:
                days_kept.remove(one)
                break
    return replace(found, odd=tuple(days_kept), months=replace(found.months, odd=tuple(months_kept)))


def _is_same(one: Looked, other: Looked, weight: float, beside: float) -> bool:
    """Tell whether two findings are of one figure at one time, of one member or cut in two ways."""
    return one.metric == other.metric and same_rows(one, other, weight, beside)


def _each_once(seen: Sequence[Seen]) -> list[Seen]:
    """Leave out what is mostly another finding's: the town of a place that stood still."""

    def is_within(one: Seen, other: Seen) -> bool:
        shown, own = other.odd.look, one.odd.look
        if one is other or not shown.span.meets(own.span):
            return False
        before = seen.index(other) < seen.index(one)
        if (own.metric, own.dimension, own.member) == (shown.metric, shown.dimension, shown.member):
            return before  # two weeks of it, over the same days
        if one.part is None:
            return False
        again = other.part is not None and other.part.names == one.part.names and before
        return again or (shown.dimension, shown.member) in zip(
            one.part.dimensions, one.part.names, strict=True
        )

    return [one for one in seen if not any(is_within(one, other) for other in seen)]


def _part_looks(seen: "Sequence[Seen]", asked: AnalysisAsked, desk: MetricDesk) -> list[Look]:
    """Return the looks at the parts of the first findings, and at who is new."""
    found = [
        look
        for place, one in enumerate(seen[:MOST_PARTS])
        if (look := part_look(one.odd.look, place, asked.filters, desk)) is not None
    ]
    fixed = {kept.dimension for kept in asked.filters}
    level = level_of_openings([seen[0].odd.look.metric], fixed, desk) if found else None
    openings = openings_look(level, (), asked.filters, desk) if level else None
    return [*found, openings] if openings else found


def _too_few(groups: Sequence[Group]) -> Said:
    """Return why nothing could be looked at: too few weeks of data, or too few things a week."""
    longest = max(len(series.values) for group in groups for series in group.members.values())
    if longest < 7 * (WEEKS + 1):
        return Said("anomaly.short", {"weeks": WEEKS})
    names = tuple(Name(name) for name in dict.fromkeys(group.metric for group in groups))
    return Said("anomaly.few", {"metrics": names, "count": int(FEWEST_COUNTED)})


def _adds(one: Looked, desk: MetricDesk) -> bool:
    return desk.catalog.metrics[one.metric].kind != "ratio"


def _near_plan(one: Odd, place: int, asked: AnalysisAsked, desk: MetricDesk) -> _Plan | None:
    """Return the look at a finding's series from a year and the usual weeks before to shortly after it."""
    shown, span = one.look, data_span(one.look.metric, desk)
    if span is None:
        return None
    start = max(shown.span.start - days(YEAR + BACK_DAYS + AROUND), span[0])
    end = min(shown.span.end + days(AROUND), span[1])
    wanted = Wanted(shown.metric, start, end, filters_of(shown, asked.filters, desk))
    return _Plan(wanted, tuple(looks_of(wanted, desk, f"near.{place}")))


def _seen(
    plan: _Plan | None, one: Odd, read: Mapping[str, Read], kinds: SpecialDays, desk: MetricDesk
) -> Seen:
    """Return a finding over the days that hold it, beside the same days a year before."""
    group = _group(plan, read, desk) if plan is not None else None
    if group is None:
        return Seen(one)
    series = next(iter(group.members.values()))
    if _adds(one.look, desk):
        counted = desk.catalog.metrics[one.look.metric].is_count
        one = replace(one, look=extent(one.look, series, kinds, counted=counted))
    span = Span(one.look.span.start - days(YEAR), one.look.span.end - days(YEAR))
    found = look(replace(group, counts=False, events=False), [span], kinds)
    return Seen(one, found[0] if found else None)


def _is_daily(metric: str, desk: MetricDesk) -> bool:
    """Tell a figure of which every day has rows."""
    return all(map(desk.catalog.is_dense, desk.catalog.sources(metric)))


def _main(desk: MetricDesk, filters: Sequence[Filter]) -> list[str]:
    """Return the figures of the scorecard."""
    found = (desk.catalog.metrics[line.metric] for line in scorecard(desk, filters))
    return [one.name for one in found][:MOST_METRICS]


def _plans(names: Sequence[str], asked: AnalysisAsked, desk: MetricDesk) -> Iterator[_Plan]:
    """Yield each metric all together and by its first dimensions, while statements are left.

    What they cost is counted for the longest time that is looked at day by day: two questions about one week
    look at the same series. Figures of the same rows are read together.
    """
    fixed = {kept.dimension for kept in asked.filters}
    by = [asked.dimension] if asked.dimension else []
    cuts = {name: ["", *dict.fromkeys([*by, *cuts_of(name, desk, fixed)])] for name in names}
    spent = 0
    for place in range(max((len(found) for found in cuts.values()), default=0)):
        together: dict[tuple[Any, ...], list[Wanted]] = {}
        for name in names:
            wanted = _wanted(name, cuts[name][place], asked, desk) if place < len(cuts[name]) else None
            if wanted is not None:
                key = (wanted.dimension, wanted.start, wanted.end, rows_of(name, desk))
                together.setdefault(key, []).append(wanted)
        for some in together.values():
            first = some[0]
            length = max((first.end - first.start).days, BY_DAY + BACK_DAYS)
            cost = statements_of(first.dimension, length, desk)
            if spent + cost > STATEMENTS:
                continue
            spent += cost
            label = f"{first.metric}.{first.dimension or 'all'}"
            looks = tuple(looks_of(first, desk, label, others=[one.metric for one in some]))
            yield from (_Plan(one, looks) for one in some)


def _wanted(name: str, dimension: str, asked: AnalysisAsked, desk: MetricDesk) -> Wanted | None:
    """Return the days to read of a figure, or None where there are too few."""
    span = data_span(name, desk)
    if span is None:
        return None
    first, end = _reach(asked.window, span[1])
    if end - first < days(7 * (WEEKS + 1)) or end > span[1] + days(1):
        return None
    return Wanted(name, max(first, span[0]), min(end, span[1]), asked.filters, dimension)


def _reach(window: Window | None, last: dt.date) -> tuple[dt.date, dt.date]:
    """Return from when to when days are read for what is looked at."""
    if window is None:
        week = whole("week", last)[0] if last.weekday() else last
        return week - days(7 + BACK_DAYS), last
    return window.start - days(BACK_DAYS), min(window.end, last)


def _spans(asked: AnalysisAsked, end: dt.date, kinds: SpecialDays) -> list[Span]:
    """Return the days and weeks looked at: those asked about, else the last whole day and week with data."""
    window = asked.window
    if window is not None:
        found = spans_in(window.start, min(window.end, end), kinds)
        return [one for one in found if not one.is_day] if by_week(asked) else found
    last = end - days(1)
    monday = whole("week", end)[0]
    spans = [Span(monday - days(7), monday)]
    return [Span(last, end), *spans] if last not in kinds.named else spans


def _group(plan: _Plan, read: Mapping[str, Read], desk: MetricDesk) -> Group | None:
    found = series_of(plan.wanted, desk, plan.looks, read)
    if found is None or not found[0]:
        return None
    metric = desk.catalog.metrics[plan.wanted.metric]
    members, under = found
    if under is not None:
        under = {name: under[name] for name in members}
    return Group(
        metric.name,
        plan.wanted.dimension,
        members,
        under,
        float(metric.scale),
        metric.is_count and under is None,
        under is not None and desk.catalog.metrics[metric.parts[1]].is_count,
        not _is_daily(metric.name, desk)
        and not all(one.counts_rows for one in desk.catalog.sources(metric.name)),
    )


def _end(group: Group) -> dt.date:
    return next(iter(group.members.values())).end
