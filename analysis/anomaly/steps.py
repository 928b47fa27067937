"""What is odd, step by step: each main figure by day and member, looked at together, the clearest told."""

import datetime as dt
from collections.abc import Generator, Mapping, Sequence
from dataclasses import replace

from analysis.anomaly.as_there import as_there, as_there_group, changed_within, is_too_new
from analysis.anomaly.closed import LastDays, had_ended, until_closed, without_ended
from analysis.anomaly.dark_kinds import kind_plans
from analysis.anomaly.day_series import Plan, day_plans, days_and_weeks, is_daily, is_long
from analysis.anomaly.explained import MOST as MOST_EXPLAINED
from analysis.anomaly.explained import came_and_went, explained_looks, is_explained
from analysis.anomaly.extent import AROUND, extent
from analysis.anomaly.gaps import gaps_steps
from analysis.anomaly.heads import by_its_best_cut, clearer, month_by_its_best_cut, with_its_months
from analysis.anomaly.holidays import days_plan, matter
from analysis.anomaly.lasting import lasting
from analysis.anomaly.levels import is_level, level_steps
from analysis.anomaly.looks import (
    BACK_DAYS,
    FEWEST_COUNTED,
    MOST,
    WEEKS,
    Group,
    Odd,
    group_with,
    look,
    odd,
    unlikely,
)
from analysis.anomaly.looks import Look as Looked
from analysis.anomaly.month_events import ByMonth, found_by_month
from analysis.anomaly.month_tables import month_plans, tables_of
from analysis.anomaly.outcomes import Outcome as CameOut
from analysis.anomaly.outcomes import outcomes_of
from analysis.anomaly.parts import levels_of, narrowed, near_plan, part_look, part_of
from analysis.anomaly.peaks import peaks_told, without_days_off
from analysis.anomaly.records import BACK as BACK_OF_RECORDS
from analysis.anomaly.records import MOST as MOST_RECORDS
from analysis.anomaly.records import candidates, record_looks, record_of
from analysis.anomaly.repeats import (
    each_once,
    with_new_months,
    without_repeats,
    without_silent,
    without_slides,
)
from analysis.anomaly.runs import as_run, weeks_together
from analysis.anomaly.silences import Silence
from analysis.anomaly.silent_steps import silence_plans, silence_steps
from analysis.anomaly.sparse import sparse_plans
from analysis.anomaly.stretches_alike import Alike, alike_of
from analysis.anomaly.telling import Found, Material, Seen, farthest_of, is_trifle, told
from analysis.anomaly.totals import totals_of
from analysis.anomaly.undefined import undefined_of
from analysis.anomaly.unlooked import unlooked_told
from analysis.anomaly.weather import weather_steps
from analysis.anomaly.whose import filters_of
from analysis.asked import AnalysisAsked
from analysis.briefing.scorecard import scorecard
from analysis.daily import Daily, SpecialDays, by_weeks
from analysis.forecast.models import YEAR
from analysis.home import days_kept
from analysis.lifespans import last_days_look, last_days_of
from analysis.merging import read_once, read_together
from analysis.names import reads
from analysis.openings import Openings, are_of_those_asked, openings_look, openings_of, without
from analysis.outcome import Look, Name, Outcome, Read, Said, Steps
from analysis.series import Wanted, adds_up, data_span, is_weekly, looks_of
from language.calendar import days
from query.metric_query import Filter
from understanding.metric.desk import MetricDesk

MOST_METRICS = 8
MOST_PARTS, MOST_NARROWED = 2, 2  # findings looked into, and by day
MOST_NEAR = 3  # findings of a long time of which no figure is named
MOST_TESTED = 3  # figures of which it is asked whether days off matter
MONTH = 30.4  # days
LEAST_USUAL = 0.5  # of rare things
SLIGHT, SLIGHT_OF_DAY, SLIGHT_OF_KIND = 0.001, 0.005, 0.01  # of a month of all, less is not told
SLIGHTEST_POINTS, SLIGHTEST_CHANGE = 0.2, 0.25  # of a percentage that moved by less than a point


@read_once
def anomaly_steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
    """Yield the looks at all series, and return what is odd in them, or that nothing is."""
    if asked.about == "gaps":
        return (yield from gaps_steps(asked, desk))
    until = yield from until_closed(asked, desk)
    if isinstance(until, Said):
        return Outcome(declined=until)
    asked = until
    if asked.metrics and all(is_level(name, desk) for name in asked.metrics):
        return (yield from level_steps(asked, desk))
    every = [one for one in asked.metrics or _main(asked, desk) if not is_level(one, desk)]
    planned = list(day_plans([one for one in every if adds_up(desk.catalog.metrics[one], desk)], asked, desk))
    totals, undefined = totals_of(asked, desk), undefined_of(asked, desk)
    by_month = month_plans(tuple(dict.fromkeys((*every, *totals.names))), asked, desk)
    if not planned and not by_month:
        metric = desk.catalog.metrics[asked.metrics[0]].label(desk.language) if asked.metrics else ""
        return Outcome(
            declined=Said("anomaly.not_timed" if metric else "anomaly.nothing", {"metric": metric})
        )
    kinds, quiet = days_kept(desk.catalog), silence_plans(every, asked, desk)
    dark, edges = kind_plans(quiet, asked, desk), _openings_looks(every, asked, desk)
    alike, outcomes = alike_of(every, asked, desk), outcomes_of(asked, desk)
    tested = _tested(planned, asked, kinds, desk)
    planned_looks = {look.name: look for plan in planned for look in plan.looks}
    off_looks = [look for plan in tested for look in plan.looks]
    wanted = [
        *planned_looks.values(),
        *totals.looks,
        *undefined.looks,
        *off_looks,
        *(look for one in alike for look in one.plan.looks),
        *(one.look for one in outcomes),
        *(look for one in by_month for look in one.looks),
        *(one.look for one in quiet),
        *(one.plan.look for one in dark),
        *edges,
    ]
    read = yield from read_together(wanted, desk)
    if sparse := sparse_plans(planned, read, asked, desk):
        read |= yield [look for plan in sparse for look in plan.looks]
    groups = _groups([*planned, *sparse], read, desk)
    kinds_of = _kinds_of(groups, tested, kinds, read, desk)
    looks = days_and_weeks(groups, asked, kinds_of, desk)
    tables = tables_of(by_month, read, desk)
    months = found_by_month(tables, desk, kinds, named=bool(asked.metrics))
    if not looks and not months.every:
        if peaks := peaks_told(groups, kinds_of, (), asked, desk):  # of days off alone
            return Outcome((*totals.told(read, (0.0, 0.0), desk), *peaks))
        return Outcome(declined=_too_few(groups) if groups else Said("anomaly.nothing", {"metric": ""}))
    silent = yield from silence_steps(quiet, dark, read, groups, kinds, asked, desk)
    months = replace(months, odd=tuple(month_by_its_best_cut(one, months.every, desk) for one in months.odd))
    began = openings_of(read)
    last_days = yield from _last_days([*(one.look for one in silent), *_month_looks(months)], began, desk)
    months = yield from _without_explained(without_ended(months, last_days), began, asked, desk)
    silent = tuple(one for one in silent if not _had_closed(one.look, began, one.members))
    silent = tuple(one for one in silent if not had_ended(one.look, last_days, one.members))
    weighed = (replace(one, weight=_silent_weight(one, groups)) for one in silent)
    silent = tuple(one for one in weighed if one.weight >= SLIGHT)
    months = without_days_off(months, groups, kinds_of)
    found = yield from _by_day(without_slides(looks, months), groups, kinds_of, asked, began, desk)
    found = without_repeats(without_silent(replace(found, months=months), silent, desk))
    parts = yield from _with_month_parts(found.months, began, asked, desk)
    found = with_new_months(found, parts)
    own = began if are_of_those_asked(read, asked.filters) else None
    repeated = asked.window is not None and any(
        (one.look.span.start, one.look.span.end) == (asked.window.start, asked.window.end)
        for one in found.months.moved
    )
    material = Material(
        looks,
        groups,
        tables,
        kinds_of,
        totals=() if repeated else totals.told(read, _missing(found, totals.names), desk, own),
        has_moved=totals.has_moved(read, desk),
        unlooked=unlooked_told([*looks, *(one.look for one in months.every)], asked),
        undefined=undefined.told(read, asked, desk),
        peaks=peaks_told(groups, kinds_of, silent, asked, desk),
        noted=_noted(outcomes, alike, read, desk),
    )
    days_far = [one.look.span.start for one in farthest_of(found, material, desk) if one.look.span.is_day]
    weather = yield from weather_steps(days_far, asked, desk)
    material = replace(material, weather=weather)
    return told(found, material, asked, desk)


def _noted(
    outcomes: Sequence[CameOut], alike: Sequence[Alike], read: Mapping[str, Read], desk: MetricDesk
) -> tuple[Said, ...]:
    """Return the events that came out badly, then the counts far from those of the stretches before."""
    bad = (one.told(read) for one in outcomes)
    far = sorted((it for one in alike if (it := one.told(read, desk)) is not None), key=lambda it: it[0])
    return (*(one for one in bad if one is not None), *(said for _, said in far))


def _groups(planned: Sequence[Plan], read: Mapping[str, Read], desk: MetricDesk) -> list[Group]:
    read_all = (plan.group(read, desk) for plan in planned)
    # Of one place the city is one, and would only repeat the whole.
    groups = [one for one in read_all if one is not None and (not one.dimension or len(one.members) > 1)]
    return [one for one in groups if reads(one.members, desk, one.dimension)] or groups


def _tested(
    planned: Sequence[Plan], asked: AnalysisAsked, kinds: SpecialDays, desk: MetricDesk
) -> list[Plan]:
    """Return the figures of which it is asked whether days off matter: named ones, and single events."""
    found = list[Plan]()
    for name in dict.fromkeys(plan.wanted.metric for plan in planned):
        asks = name in asked.metrics[:1] or (not asked.metrics and not is_daily(name, desk))
        plan = days_plan(name, asked, kinds, desk) if asks else None
        if plan is not None and len(found) < MOST_TESTED:
            found.append(plan)
    return found


def _kinds_of(
    groups: Sequence[Group],
    tested: Sequence[Plan],
    kinds: SpecialDays,
    read: Mapping[str, Read],
    desk: MetricDesk,
) -> dict[str, SpecialDays]:
    """Return the days unlike others of each figure: none where days off were never shown to matter."""
    found = {one.metric: by_weeks(kinds) if is_weekly(one.metric, desk) else kinds for one in groups}
    for plan in tested:
        series, own = plan.whole(read, desk), found.get(plan.wanted.metric, kinds)
        if series is not None and not matter(series[0], own, series[1]):
            found[plan.wanted.metric] = SpecialDays({})
    return found


def _by_day(
    looks: Sequence[Looked],
    groups: Sequence[Group],
    kinds_of: Mapping[str, SpecialDays],
    asked: AnalysisAsked,
    began: Openings | None,
    desk: MetricDesk,
) -> Generator[Sequence[Look], Mapping[str, Read], Found]:
    """Yield what is read of odd days and weeks, and return them with what makes them."""
    if not looks:
        return Found()
    found = [one for it in odd(looks) if not is_too_new((one := by_its_best_cut(it, desk)).look, began)]
    far = [
        one
        for one in candidates(looks, found, groups, desk)[: max(0, MOST - len(found))]
        if not changed_within(one, began, desk, BACK_OF_RECORDS)
    ]
    record_plans = [record_looks(one, place, asked.filters, desk) for place, one in enumerate(far)]
    if is_long(asked) and not asked.metrics:  # so many that what each asks for is read within the budget
        found = sorted(found, key=lambda one: -_weight(one.look, groups, desk))[:MOST_NEAR]
    changed = [changed_within(one.look, began, desk) for one in found]
    plans = [
        _near_plan(one, place, group_with(one.look, groups), (*asked.filters, *without(who, desk)), desk)
        for place, (one, who) in enumerate(zip(found, changed, strict=True))
    ]
    further = [look for plan in plans if plan is not None for look in plan.looks]
    read = yield [*further, *(look for plan in record_plans if plan is not None for look in plan[2])]
    records = tuple(
        record
        for one, plan in zip(far, record_plans, strict=True)
        if plan is not None
        and (record := record_of(one, *plan, read, kinds_of[one.metric], desk)) is not None
    )
    nears = [plan.group(read, desk) if plan is not None else None for plan in plans]
    made = [
        _seen_there(one, who, near, looks, groups, kinds_of, desk)
        for one, who, near in zip(found, changed, nears, strict=True)
    ]
    new = tuple(
        Seen(one, who=who)
        for one, who, near, it in zip(found, changed, nears, made, strict=True)
        if it is None and near is not None  # without its days nothing can be said
    )
    seen: Sequence[Seen] = [one for one in made if one is not None]
    seen = [replace(one, weight=_weight(one.odd.look, groups, desk)) for one in seen]
    seen = sorted(seen, key=lambda one: -one.weight)
    seen = each_once((yield from _with_parts(seen, kinds_of, asked, desk)))
    kept = tuple(one for one in seen if not _is_slight(one, asked, desk))[:MOST]
    return Found(kept, new, records[:MOST_RECORDS], openings=began)


def _seen_there(
    one: Odd,
    who: Openings | None,
    near: Group | None,
    looks: Sequence[Looked],
    groups: Sequence[Group],
    kinds_of: Mapping[str, SpecialDays],
    desk: MetricDesk,
) -> Seen | None:
    """Return a finding over its days, without who opened or closed; None where they alone make it."""
    group, kinds = group_with(one.look, groups), kinds_of[one.look.metric]
    kept: Odd | None = one
    if who:
        limit = max((it.chance for it in unlikely(looks, lambda it: it.chance)), default=0.0)
        beside = as_there_group(one.look, near, group)
        kept = as_there(one, beside, kinds, limit, _looked(looks)) if beside else None
        group = beside or group
    if kept is None:
        return None
    kept = _as_run(kept, kinds, desk) if _adds(kept.look, desk) else weeks_together(kept, group)
    return replace(_seen(near, kept, kinds, desk), who=who)


def _as_run(one: Odd, kinds: SpecialDays, desk: MetricDesk) -> Odd:
    """Return a sum's finding as the stretch of its odd days; a ratio's days are no days of it."""
    ratios = tuple(it for it in one.same if not _adds(it, desk))
    found = as_run(replace(one, same=tuple(it for it in one.same if it not in ratios)), kinds)
    return replace(found, same=(*found.same, *ratios))


def _with_parts(
    seen: Sequence[Seen], kinds_of: Mapping[str, SpecialDays], asked: AnalysisAsked, desk: MetricDesk
) -> Generator[Sequence[Look], Mapping[str, Read], Sequence[Seen]]:
    """Yield what is read of findings' parts, then of their days; return each with what makes most of it."""
    kept = [(*asked.filters, *without(one.who, desk)) for one in seen]
    looked_into = [
        look
        for place, one in enumerate(seen[:MOST_PARTS])
        if (look := part_look(one.odd.look, place, kept[place], desk)) is not None
    ]
    if not looked_into:
        return seen
    read, levels = (yield looked_into), levels_of(desk)
    seen = [
        replace(one, part=part_of(one.odd.look, read.get(f"part.{place}"), None, levels))
        for place, one in enumerate(seen)
    ]
    nears = {
        place: plan
        for place, one in enumerate(seen[:MOST_NARROWED])
        if one.part is not None
        if (plan := near_plan(one.part, one.odd.look, place, kept[place], desk)) is not None
    }
    read = yield [look for plan in nears.values() for look in plan.looks]
    return [
        replace(
            one,
            part=narrowed(one.part, one.odd.look, nears[place], read, kinds_of[one.odd.look.metric], desk),
        )
        if one.part is not None and place in nears
        else one
        for place, one in enumerate(seen)
    ]


def _without_explained(
    months: ByMonth, openings: Openings | None, asked: AnalysisAsked, desk: MetricDesk
) -> Generator[Sequence[Look], Mapping[str, Read], ByMonth]:
    """Yield what new places brought, and return the months without what only shows who opened or closed."""
    found = (*months.odd, *months.weak)
    read = yield explained_looks(found, openings, asked.filters, desk)
    kept = [
        (place, one)
        for place, one in enumerate(found)
        if not is_explained(one, place, openings, read) and not _had_closed(one.month.look, openings)
    ]
    odd = tuple(one for place, one in kept if place < len(months.odd))
    # What is only worth a look is not told where nobody asked whether an opening makes it.
    weak = tuple(
        one
        for place, one in kept
        if place >= len(months.odd)
        and (place < MOST_EXPLAINED or openings is None or not came_and_went(one, openings))
    )
    return replace(months, odd=odd, weak=weak)


def _month_looks(months: ByMonth) -> list[Looked]:
    return [one.month.look for one in (*months.odd, *months.weak)]


def _last_days(
    looks: Sequence[Looked], openings: Openings | None, desk: MetricDesk
) -> Generator[Sequence[Look], Mapping[str, Read], LastDays]:
    """Yield until when there are those who had nothing or less, where the level of openings is another."""
    level = openings.level if openings is not None else ""
    names = dict.fromkeys(one.dimension for one in looks if one.dimension != level and one.value < one.usual)
    found = {name: look for name in names if (look := last_days_look(name, (), desk)) is not None}
    read = (yield [*found.values()]) if found else {}
    return {name: last_days_of(read.get(look.name)) for name, look in found.items()}


def _with_month_parts(
    months: ByMonth, openings: Openings | None, asked: AnalysisAsked, desk: MetricDesk
) -> Generator[Sequence[Look], Mapping[str, Read], ByMonth]:
    """Yield what is read of the parts of the largest findings by the month, and return them with these."""
    looks = {
        place: look
        for place, one in enumerate(months.odd[:MOST_PARTS])
        if (look := part_look(one.month.look, place, asked.filters, desk)) is not None
    }
    read, levels = (yield [*looks.values()]), levels_of(desk)
    odd = [
        replace(
            one, part=clearer(part_of(one.month.look, read.get(f"part.{place}"), openings, levels), one.part)
        )
        for place, one in enumerate(months.odd)
    ]
    return replace(months, odd=tuple(with_its_months(one, months.every) for one in odd))


def _openings_looks(names: Sequence[str], asked: AnalysisAsked, desk: MetricDesk) -> list[Look]:
    """Return the look at since when and until when there is each place of the first figure that has such."""
    above = tuple(dict.fromkeys(one for levels in desk.catalog.hierarchies for one in levels))
    looks = (openings_look([name], asked.filters, desk, above) for name in names)
    return [look for look in looks if look is not None][:1]


def _looked(looks: Sequence[Looked]) -> tuple[dt.date, dt.date]:
    return min(one.span.start for one in looks), max(one.span.end for one in looks)


def _had_closed(one: Looked, openings: Openings | None, members: Sequence[str] = ()) -> bool:
    """Tell what is of nobody but who had closed; of several each of them."""
    return openings is not None and all(
        openings.had_closed(one.dimension, name, one.span.start) for name in members or (one.member,)
    )


def _weight(one: Looked, groups: Sequence[Group], desk: MetricDesk) -> float:
    """Return what a finding lies off, as a share of a month of all; of a trifle nothing."""
    group = group_with(one, groups)
    if is_trifle(one, desk):
        return 0.0
    a_month = MONTH * group.a_day
    off = abs(one.value - one.usual)
    if group.under is not None:
        off *= group.under[one.member].total(one.span.start, one.span.end) / group.scale
    return off / a_month if a_month > 0 else 0.0


def _is_slight(one: Seen, asked: AnalysisAsked, desk: MetricDesk) -> bool:
    """Tell what is too small to be told: next to nothing of all, of what things share a little more."""
    look = one.odd.look
    if is_trifle(look, desk):
        return abs(look.value - look.usual) < SLIGHTEST_POINTS or abs(look.change) < SLIGHTEST_CHANGE
    least = SLIGHT_OF_KIND if look.dimension and not desk.catalog.dimensions[look.dimension].key else SLIGHT
    of_many = look.span.is_day and look.value and is_long(asked)  # one day of a year
    return one.weight < (max(least, SLIGHT_OF_DAY) if of_many else least)


def _missing(found: Found, names: Sequence[str]) -> tuple[float, float]:
    """Return what was keyed in too high, and what was not recorded, of the figure whose total is told."""
    keyed = [
        one.part.off
        for one in found.odd
        if one.odd.look.metric in names[:1] and one.part is not None and one.part.times
    ]
    lost = [one.look.usual for one in found.silent if one.is_left_out and one.look.metric in names[:1]]
    return sum(keyed), sum(lost)


def _silent_weight(one: Silence, groups: Sequence[Group]) -> float:
    """Return what is missing as a share of a month of all."""
    own = (group for group in groups if group.metric == one.look.metric)
    sums = [group.a_day for group in own]
    return one.look.usual / (MONTH * max(sums)) if sums and max(sums) > 0 else LEAST_USUAL


def _too_few(groups: Sequence[Group]) -> Said:
    """Return why nothing could be looked at: too few weeks of data, or too few things a week."""
    longest = max(len(series.values) for group in groups for series in group.members.values())
    if longest < 7 * (WEEKS + 1):
        return Said("anomaly.short", {"weeks": WEEKS})
    names = tuple(Name(name) for name in dict.fromkeys(group.metric for group in groups))
    return Said("anomaly.few", {"metrics": names, "count": int(FEWEST_COUNTED)})


def _adds(one: Looked, desk: MetricDesk) -> bool:
    return desk.catalog.metrics[one.metric].kind != "ratio"


def _near_plan(
    one: Odd, place: int, group: Group, filters: tuple[Filter, ...], desk: MetricDesk
) -> Plan | None:
    """Return the look at a finding's series from a year and the usual weeks before to shortly after it.

    It reaches as far back as the series it was found in.
    """
    shown, span = one.look, data_span(one.look.metric, desk)
    if span is None:
        return None
    start = min(shown.span.start - days(YEAR + BACK_DAYS + AROUND), group.members[shown.member].start)
    wanted = Wanted(shown.metric, max(start, span[0]), span[1], filters_of(shown, filters, desk))
    return Plan(wanted, tuple(looks_of(wanted, desk, f"near.{place}")))


def _seen(group: Group | None, one: Odd, kinds: SpecialDays, desk: MetricDesk) -> Seen:
    """Return a finding over the days that hold it, beside the same days a year before."""
    if group is None:
        return Seen(one, looked_back=False)
    series = next(iter(group.members.values()))
    on = None
    if _adds(one.look, desk):
        counted = desk.catalog.metrics[one.look.metric].is_count
        on = lasting(one.look, series, kinds, counted=counted)
        one = replace(one, look=on or extent(one.look, series, kinds, counted=counted))
    return Seen(one, _year_before(one.look, group, series, kinds), goes_on=on is not None)


def _year_before(one: Looked, group: Group, series: Daily, kinds: SpecialDays) -> Looked | None:
    """Return the same days a year before beside what was usual then, of rare things the mean.

    They are the same weekdays; of rare things, which come on any weekday, the same dates.
    """
    span = one.span.year_before(counted=one.rare)
    if not one.rare:
        found = look(replace(group, counts=False, events=False), [span], kinds)
        return found[0] if found else None
    first = span.start - days(7 * WEEKS)
    if first < series.start:
        return None
    usual = series.total(first, span.start) / (7 * WEEKS) * (span.end - span.start).days
    return replace(one, span=span, value=series.total(span.start, span.end), usual=max(usual, LEAST_USUAL))


def _main(asked: AnalysisAsked, desk: MetricDesk) -> list[str]:
    """Return the figures of the scorecard, of a cut that is asked for those that it cuts."""
    found = [line.metric for line in scorecard(desk, asked.filters)][:MOST_METRICS]
    own = [one for one in found if asked.dimension and desk.catalog.cuts(one, asked.dimension)]
    return own or found
