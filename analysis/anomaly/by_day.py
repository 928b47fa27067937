"""Odd days and weeks: over the days that hold them, without who opened or closed, with what makes them."""

import datetime as dt
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace

from analysis.anomaly.as_there import as_there, as_there_group, changed_within, is_too_new
from analysis.anomaly.day_series import Plan, is_long
from analysis.anomaly.extent import AROUND, extent
from analysis.anomaly.heads import by_its_best_cut
from analysis.anomaly.joined import by_day_and_parent, with_weather
from analysis.anomaly.joint import is_told, jointly_odd
from analysis.anomaly.lasting import lasting, season_before
from analysis.anomaly.looks import (
    BACK_DAYS,
    MOST,
    WEEKS,
    Group,
    Odd,
    Span,
    group_with,
    is_seasonal,
    look,
    odd,
    unlikely,
)
from analysis.anomaly.looks import Look as Looked
from analysis.anomaly.parts import levels_of, narrowed, near_plan, part_look, part_of
from analysis.anomaly.records import BACK as BACK_OF_RECORDS
from analysis.anomaly.records import MOST as MOST_RECORDS
from analysis.anomaly.records import RecordPlan, candidates, record_looks, record_of
from analysis.anomaly.repeats import each_once
from analysis.anomaly.runs import as_run, weeks_together
from analysis.anomaly.telling import Found, Seen, is_trifle
from analysis.anomaly.whose import filters_of
from analysis.asked import AnalysisAsked
from analysis.daily import Daily, SpecialDays
from analysis.forecast.models import YEAR
from analysis.openings import Openings, without
from analysis.outcome import Look, Read
from analysis.series import Wanted, data_span, looks_of
from language.calendar import add_months, days
from query.metric_query import Filter
from understanding.metric.desk import MetricDesk

MOST_PARTS, MOST_NARROWED = 2, 2  # findings looked into, and by day
MOST_NEAR = 3  # findings of a long time of which no figure is named
MONTH = 30.4  # days
LEAST_USUAL = 0.5  # of rare things
SLIGHT, SLIGHT_OF_DAY, SLIGHT_OF_KIND = 0.001, 0.005, 0.01  # of a month of all, less is not told
MONTHS_BACK, MOST_MONTHS, DAYS_AROUND = 3, 2, 4  # months in which it came as well, some days off
FEWEST_AFTER, MOST_AFTER = 2, 7  # days since a finding that tell whether it is over
SLIGHTEST_POINTS, SLIGHTEST_CHANGE = 0.2, 0.25  # of a percentage that moved by less than a point


def by_day(
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
    found = _odd_alone_or_together(looks, groups, kinds_of, asked, began, desk)
    far = candidates(looks, found, groups, desk)[: max(0, MOST - len(found))]
    records = _record_plans(far, asked, began, desk)
    if is_long(asked) and not asked.metrics:  # so many that what each asks for is read within the budget
        found = sorted(found, key=lambda one: -_weight(one.look, groups, desk))[:MOST_NEAR]
    nears = [_near(one, place, groups, asked, began, desk) for place, one in enumerate(found)]
    further = [look for one in nears if one.plan is not None for look in one.plan.looks]
    read = yield [*further, *(look for _, plan in records for look in plan[2])]
    told = [record_of(one, *plan, read, kinds_of[one.metric], desk) for one, plan in records]
    seen, new = list[Seen](), list[Seen]()
    for one in nears:
        days_near = one.plan.group(read, desk) if one.plan is not None else None
        kept = _seen_there(one.odd, one.who, days_near, looks, groups, kinds_of, desk)
        if kept is not None:
            seen.append(replace(kept, weight=_weight(kept.odd.look, groups, desk)))
        elif days_near is not None:  # without its days nothing can be said
            new.append(Seen(one.odd, who=one.who))
    seen.sort(key=lambda one: -one.weight)
    seen = yield from with_weather(seen, asked, desk)  # of joint days, before what they are made of
    apart = each_once((yield from _with_parts(seen, kinds_of, asked, desk)))
    whole = by_day_and_parent([one for one in apart if not _is_slight(one, asked, desk)], began)[:MOST]
    largest = tuple((yield from with_weather(whole, asked, desk)))
    return Found(largest, tuple(new), tuple(filter(None, told))[:MOST_RECORDS], openings=began)


def no_season(
    far: Sequence[Odd],
    groups: Sequence[Group],
    kinds_of: Mapping[str, SpecialDays],
    asked: AnalysisAsked,
    desk: MetricDesk,
) -> Generator[Sequence[Look], Mapping[str, Read], Sequence[Odd]]:
    """Yield the year before of what lies far from usual, and return what did not lie so then as well."""
    plans = [
        _near_plan(one, f"far.{place}", group_with(one.look, groups), asked.filters, desk)
        for place, one in enumerate(far)
    ]
    read = yield [replace(look, detail=True) for plan in plans if plan is not None for look in plan.looks]
    kept = list[Odd]()
    for one, plan in zip(far, plans, strict=True):
        group, kinds = plan.group(read, desk) if plan else None, kinds_of[one.look.metric]
        series = next(iter(group.members.values())) if group else None
        year = _year_before(one.look, group, series, kinds) if group and series else None
        if year is None or not is_seasonal(one.look, year):
            kept.append(one)
    return kept


def _odd_alone_or_together(
    looks: Sequence[Looked],
    groups: Sequence[Group],
    kinds_of: Mapping[str, SpecialDays],
    asked: AnalysisAsked,
    began: Openings | None,
    desk: MetricDesk,
) -> list[Odd]:
    alone = [by_its_best_cut(one, desk) for one in odd(looks)]
    together = [one for one in jointly_odd(groups, kinds_of, asked, desk) if not is_told(one, alone)]
    return [one for one in (*alone, *together) if not is_too_new(one.look, began)]


@dataclass(frozen=True)
class _Near:
    """A finding, who opened or closed within it, and its own days to be read."""

    odd: Odd
    who: Openings | None
    plan: Plan | None


def _near(
    one: Odd,
    place: int,
    groups: Sequence[Group],
    asked: AnalysisAsked,
    began: Openings | None,
    desk: MetricDesk,
) -> _Near:
    who = changed_within(one.look, began, desk)
    filters = (*asked.filters, *without(who, desk))
    return _Near(one, who, _near_plan(one, f"near.{place}", group_with(one.look, groups), filters, desk))


def _record_plans(
    far: Sequence[Looked], asked: AnalysisAsked, began: Openings | None, desk: MetricDesk
) -> list[tuple[Looked, RecordPlan]]:
    """Return what is read to tell whether days or weeks are records, but of who opened or closed."""
    kept = [one for one in far if not changed_within(one, began, desk, BACK_OF_RECORDS)]
    plans = ((one, record_looks(one, place, asked.filters, desk)) for place, one in enumerate(kept))
    return [(one, plan) for one, plan in plans if plan is not None]


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
        if not one.odd.joint  # of which all that moved tells more
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


def _looked(looks: Sequence[Looked]) -> tuple[dt.date, dt.date]:
    return min(one.span.start for one in looks), max(one.span.end for one in looks)


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


def _adds(one: Looked, desk: MetricDesk) -> bool:
    return desk.catalog.metrics[one.metric].kind != "ratio"


def _near_plan(
    one: Odd, name: str, group: Group, filters: tuple[Filter, ...], desk: MetricDesk
) -> Plan | None:
    """Return the look at a finding's series from a year and the usual weeks before to shortly after it.

    It reaches as far back as the series it was found in.
    """
    shown, span = one.look, data_span(one.look.metric, desk)
    if span is None:
        return None
    start = min(shown.span.start - days(YEAR + BACK_DAYS + AROUND), group.members[shown.member].start)
    wanted = Wanted(shown.metric, max(start, span[0]), span[1], filters_of(shown, filters, desk))
    return Plan(wanted, tuple(looks_of(wanted, desk, name)))


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
    year, monthly = _year_before(one.look, group, series, kinds), _comes_monthly(one.look, group, kinds)
    year = season_before(one.look, series) if on and year is None and _adds(one.look, desk) else year
    after = None if on or one.look.rare else _after(one.look, group, kinds)
    ended = one.look.rare and not on and (group.end - one.look.span.end).days >= MOST_AFTER
    return Seen(one, year, goes_on=on is not None, monthly=monthly, after=after, ended=ended)


def _after(one: Looked, group: Group, kinds: SpecialDays) -> Looked | None:
    """Return the days since a finding, a week at most, beside what these usually bring."""
    end = min(group.end, one.span.end + days(MOST_AFTER))
    if (end - one.span.end).days < FEWEST_AFTER:
        return None
    found = look(replace(group, counts=False, events=False), [Span(one.span.end, end)], kinds)
    return replace(found[0], dimension=one.dimension, member=one.member) if found else None


def _comes_monthly(one: Looked, group: Group, kinds: SpecialDays) -> bool:
    """Tell what came at about the same days of most months before: bills that fall due on the fifteenth."""
    if one.rare or one.span.unit == "week":
        return False
    length, plain = one.span.end - one.span.start, replace(group, counts=False, events=False)
    came = 0
    for back in range(1, MONTHS_BACK + 1):
        first = add_months(one.span.start, -back)
        starts = [first + days(number) for number in range(-DAYS_AROUND, DAYS_AROUND + 1)]
        found = look(plain, [Span(start, start + length) for start in starts], kinds)
        came += any(is_seasonal(one, it) for it in found)
    return came >= MOST_MONTHS


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
