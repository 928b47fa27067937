"""What is odd, step by step: each main figure by day and member, looked at together, the clearest told."""

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from analysis.anomaly.by_day import LEAST_USUAL, MONTH, MOST_PARTS, SLIGHT, by_day, no_season
from analysis.anomaly.ceilings import KNOWN
from analysis.anomaly.closed import LastDays, had_ended, until_closed, without_ended
from analysis.anomaly.closings import closing_steps
from analysis.anomaly.copied import copied_told
from analysis.anomaly.day_series import Plan, days_and_weeks, levels_above
from analysis.anomaly.explained import MOST as MOST_EXPLAINED
from analysis.anomaly.explained import came_and_went, explained_looks, is_explained
from analysis.anomaly.finding import Finding, Scale
from analysis.anomaly.gaps import gaps_steps
from analysis.anomaly.heads import clearer, month_by_its_best_cut, with_its_months
from analysis.anomaly.holidays import matter
from analysis.anomaly.levels import is_level, level_steps
from analysis.anomaly.looks import FEWEST_COUNTED, WEEKS, Group
from analysis.anomaly.looks import Look as Looked
from analysis.anomaly.month_events import ByMonth, found_by_month
from analysis.anomaly.month_tables import tables_of
from analysis.anomaly.outcomes import Outcome as CameOut
from analysis.anomaly.parts import levels_of, part_look, part_of
from analysis.anomaly.peaks import peaks_told, without_days_off
from analysis.anomaly.planning import Planned, planned
from analysis.anomaly.repeats import with_new_months, without_repeats, without_silent, without_slides
from analysis.anomaly.silences import Silence
from analysis.anomaly.silent_steps import silence_steps
from analysis.anomaly.so_far import or_of_the_year
from analysis.anomaly.sparse import sparse_plans
from analysis.anomaly.standing_steps import standing_steps
from analysis.anomaly.stretches_alike import Alike
from analysis.anomaly.telling import TO_CHECK, Found, Material, farthest_of, told
from analysis.anomaly.unlooked import unlooked_told
from analysis.anomaly.weather import weather_steps
from analysis.anomaly.year_stops import stops_of_the_year
from analysis.asked import AnalysisAsked
from analysis.daily import SpecialDays, by_weeks
from analysis.lifespans import last_days_look, last_days_of
from analysis.merging import read_once, read_together
from analysis.names import reads
from analysis.openings import Openings, are_of_those_asked, openings_of
from analysis.outcome import Look, Name, Outcome, Read, Said, Steps
from analysis.series import is_weekly, week_day_of
from understanding.metric.desk import MetricDesk


@read_once
@or_of_the_year
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
    plan = planned(asked, desk)
    if plan is None:
        metric = desk.catalog.metrics[asked.metrics[0]].label(desk.language) if asked.metrics else ""
        code = "anomaly.not_timed" if metric else "anomaly.nothing"
        return Outcome(declined=Said(code, {"metric": metric}))
    read = yield from read_together(plan.looks, desk)
    if sparse := sparse_plans(plan.days, read, asked, desk):
        read |= yield [look for one in sparse for look in one.looks]
    began = openings_of(read)
    groups = _groups([*plan.days, *sparse], read, desk)
    groups += levels_above(groups, began, desk)
    kinds_of = _kinds_of(groups, plan.tested, plan.kinds, read, desk)
    looks = days_and_weeks(groups, asked, kinds_of, desk)
    tables = tables_of(plan.by_month, read, desk)
    months = found_by_month(tables, desk, plan.kinds, named=bool(asked.metrics))
    if not looks and not months.every:
        if peaks := peaks_told(groups, kinds_of, (), asked, desk):  # of days off alone
            return Outcome((*plan.totals.told(read, (0.0, 0.0), desk), *peaks))
        return Outcome(declined=_too_few(groups) if groups else Said("anomaly.nothing", {"metric": ""}))
    silent, months = yield from _without_ended(plan, months, read, groups, asked, desk)
    months = without_days_off(months, groups, kinds_of)
    found = yield from by_day(without_slides(looks, months), groups, kinds_of, asked, began, desk)
    found = without_repeats(without_silent(replace(found, months=months), silent, desk))
    found = with_new_months(found, (yield from _with_month_parts(found.months, began, asked, desk)))
    own = began if are_of_those_asked(read, asked.filters) else None
    read |= yield [
        *plan.totals.alike_looks(own, asked, desk),
        *plan.worsened.alike_looks(read, own, asked, desk),
    ]
    stands = yield from _stands(plan, read, groups, asked, desk)
    still = yield from standing_steps(plan.still, read, asked, desk)
    material = Material(
        looks,
        groups,
        tables,
        kinds_of,
        totals=_totals_told(plan, found, read, own, asked, desk),
        standing=stands,
        stood=plan.stands.names,
        has_moved=plan.totals.has_moved(read, desk),
        unlooked=unlooked_told([*looks, *(one.look for one in months.every)], asked),
        undefined=plan.undefined.told(read, asked, desk),
        peaks=(*peaks_told(groups, kinds_of, silent, asked, desk), *_known_ceilings(still)),
        noted=_in_order((*copied_told(groups, asked), *still), _noted(plan.outcomes, plan.alike, read, desk)),
    )
    far = yield from no_season(farthest_of(found, material, asked, desk), groups, kinds_of, asked, desk)
    days_far = [one.look.span.start for one in far if one.look.span.is_day]
    weather = yield from weather_steps(days_far, asked, desk)
    of_year = yield from _of_the_year(plan, silent, groups, asked, desk)
    material = replace(material, far=far, weather=weather)
    return told(replace(found, of_year=of_year), material, asked, desk)


def _stands(
    plan: Planned, read: Mapping[str, Read], groups: Sequence[Group], asked: AnalysisAsked, desk: MetricDesk
) -> Generator[Sequence[Look], Mapping[str, Read], tuple[Finding, ...]]:
    """Yield what who closed had brought, and return how things stand beside what they should be."""
    scale = Scale.of(groups)
    closed = yield from closing_steps(plan.names[0], read, scale, asked, desk)
    worse = plan.worsened.findings(read, scale, desk)
    return (*plan.stands.findings(read, scale, asked, desk), *worse, *closed)


def _of_the_year(
    plan: Planned, silent: Sequence[Silence], groups: Sequence[Group], asked: AnalysisAsked, desk: MetricDesk
) -> Generator[Sequence[Look], Mapping[str, Read], tuple[Silence, ...]]:
    """Yield what is read of the last year, and return what stood still in it, where it weighs something."""
    found = yield from stops_of_the_year(plan.names, silent, plan.kinds, asked, desk)
    weighed = (replace(one, weight=_silent_weight(one, groups)) for one in found)
    return tuple(one for one in weighed if one.weight >= SLIGHT)


def _in_order(standing: Sequence[Said], noted: Iterable[Said]) -> tuple[Said, ...]:
    """Return what must be checked first, and what only stands at its ceiling last."""
    to_check = [one for one in standing if one.code in TO_CHECK]
    others = (one for one in standing if one.code not in (*TO_CHECK, KNOWN))
    return (*to_check, *noted, *others)


def _known_ceilings(standing: Sequence[Said]) -> Iterator[Said]:
    """Yield what is at a ceiling that is known, which is told last, for it is nothing odd."""
    return (one for one in standing if one.code == KNOWN)


def _without_ended(
    plan: Planned,
    months: ByMonth,
    read: Mapping[str, Read],
    groups: Sequence[Group],
    asked: AnalysisAsked,
    desk: MetricDesk,
) -> Generator[Sequence[Look], Mapping[str, Read], tuple[tuple[Silence, ...], ByMonth]]:
    """Yield who lacks days and who had ended, and return stretches of nothing and months of all others."""
    silent = yield from silence_steps(plan.quiet, plan.dark, read, groups, plan.kinds, asked, desk)
    months = replace(months, odd=tuple(month_by_its_best_cut(one, months.every, desk) for one in months.odd))
    began = openings_of(read)
    last_days = yield from _last_days([*(one.look for one in silent), *_month_looks(months)], began, desk)
    months = yield from _without_explained(without_ended(months, last_days), began, asked, desk)
    there = (one for one in silent if not _had_closed(one.look, began, one.members))
    there = (one for one in there if not had_ended(one.look, last_days, one.members))
    weighed = (replace(one, weight=_silent_weight(one, groups)) for one in there)
    return tuple(one for one in weighed if one.weight >= SLIGHT), months


def _totals_told(
    plan: Planned,
    found: Found,
    read: Mapping[str, Read],
    own: Openings | None,
    asked: AnalysisAsked,
    desk: MetricDesk,
) -> tuple[Said, ...]:
    """Return how much the figure came to, unless that is told as a month that moved."""
    spans = {(one.look.span.start, one.look.span.end) for one in found.months.moved}
    if asked.window is not None and (asked.window.start, asked.window.end) in spans:
        return ()
    return plan.totals.told(read, _missing(found, plan.totals.names), desk, own)


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


def _kinds_of(
    groups: Sequence[Group],
    tested: Sequence[Plan],
    kinds: SpecialDays,
    read: Mapping[str, Read],
    desk: MetricDesk,
) -> dict[str, SpecialDays]:
    """Return the days unlike others of each figure: none where days off were never shown to matter."""
    found = {
        one.metric: by_weeks(kinds, week_day_of(one.metric, desk)) if is_weekly(one.metric, desk) else kinds
        for one in groups
    }
    for plan in tested:
        series, own = plan.whole(read, desk), found.get(plan.wanted.metric, kinds)
        if series is not None and not matter(series[0], own, series[1]):
            found[plan.wanted.metric] = SpecialDays({})
    return found


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
        if not one.slides  # its yardstick is its year before, and parts are held against weeks
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


def _had_closed(one: Looked, openings: Openings | None, members: Sequence[str] = ()) -> bool:
    """Tell what is of nobody but who had closed; of several each of them."""
    return openings is not None and all(
        openings.had_closed(one.dimension, name, one.span.start) for name in members or (one.member,)
    )


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
