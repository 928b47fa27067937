"""Days on which one kind of a place had nothing though the place went on: a hall dark for a fortnight."""

import math
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace

from analysis.anomaly.gaps import days_counted_look, days_looks, days_read
from analysis.anomaly.silences import Plan, Silence, stretches_of
from analysis.asked import AnalysisAsked
from analysis.cuts import cuts_of
from analysis.daily import SpecialDays, daily_of
from analysis.forecast.models import YEAR
from analysis.outcome import Look as Reading
from analysis.outcome import Read
from analysis.series import MOST_ROWS
from analysis.why.looks import of_member
from language.calendar import days
from query.metric_query import Window
from understanding.metric.desk import MetricDesk

MOST_PLANS, MOST_LOOKS = 1, 1  # cuts by which kinds of places are counted, and kinds whose days are read
OFTEN = 0.8  # of its days before a kind had something, else its days of nothing tell nothing
LEAST, CLEAR = 3, 3.0  # days without anything, beyond so many spreads of what chance does
BEFORE = 28  # days before the time asked, at least


@dataclass(frozen=True)
class KindPlan:
    """A figure by place and kind: how it is read day by day, and the look at who has how many days."""

    plan: Plan
    place: str  # the dimension; none where one place is asked about


def kind_plans(plans: Sequence[Plan], asked: AnalysisAsked, desk: MetricDesk) -> list[KindPlan]:
    """Return what is read first: of the first figures each kind at each place."""
    found = list[KindPlan]()
    fixed, known = {kept.dimension for kept in asked.filters}, desk.answers.reader.known
    for plan in {one.metric.name: one for one in reversed(plans)}.values():
        for cut in cuts_of(plan.metric.name, desk, fixed):
            one = desk.catalog.dimensions[cut]
            size = max(1, known.size(cut)) * max(1, known.size(plan.cut) if plan.cut else 1)
            is_own = desk.catalog.is_own(one, [plan.metric.table])
            if one.key or not one.values or not is_own or size > MOST_ROWS:
                continue
            splits = (*([plan.cut] if plan.cut else []), cut)
            before = Window(plan.look.query.windows[0].start, plan.window.start, "range")
            if before.days < BEFORE:
                continue
            look = days_counted_look(plan.metric, splits, (plan.window, before), asked.filters, desk)
            look = replace(look, name=f"kinds.{plan.metric.name}.{cut}", detail=True)
            found.append(KindPlan(replace(plan, cut=cut, look=look), plan.cut))
    found.sort(key=lambda one: [it.metric for it in plans].index(one.plan.metric))
    return found[:MOST_PLANS]


def kind_steps(
    plans: Sequence[KindPlan],
    counted: Mapping[str, Read],
    taken: Sequence[Silence],
    kinds: SpecialDays,
    asked: AnalysisAsked,
    desk: MetricDesk,
) -> Generator[Sequence[Reading], Mapping[str, Read], list[Silence]]:
    """Yield what is read of kinds that lack days, and return their stretches of nothing.

    Where the place itself had nothing, or all places had nothing of a kind, none is of the kind at a place.
    """
    lacking = [
        (one, place, kind)
        for one in plans
        if (read := counted.get(one.plan.look.name)) is not None and not read.result.truncated
        for place, kind in _lacking(read)
    ][:MOST_LOOKS]
    looks: dict[int, Reading] = {}
    for at, (one, place, kind) in enumerate(lacking):
        own = (of_member(one.place, place, desk),) if one.place else ()
        reach = Window(one.plan.window.start - days(YEAR), one.plan.window.end, "range")
        filters = (*asked.filters, *own)
        _, (look,) = days_looks(one.plan.metric, one.plan.cut, [kind], reach, filters, desk)
        looks[at] = replace(look, name=f"kind_days.{at}", detail=True)
    read_all = yield [*looks.values()]
    found = list[Silence]()
    for at, look in looks.items():
        one, place, kind = lacking[at]
        rows = days_read([[kind]], [look], read_all, one.plan.cut).get(kind)
        if not rows:
            continue
        series = daily_of(rows, look.query.windows[0].start, one.plan.window.end, empty=0.0).begun()
        own_filters = (of_member(one.place, place, desk),) if one.place else ()
        found += [
            replace(it, place=place, place_filters=own_filters, of_kind=True)
            for it in stretches_of(kind, series, one.plan, kinds)
            if it.missing >= LEAST and not any(_is_of_place(it, place, whole) for whole in taken)
        ]
    return found


def _lacking(read: Read) -> list[tuple[str, str]]:
    """Return which kinds of places have something on fewer days than before, beyond chance, the most first.

    One of a place that has nothing at all any more is none: the place ended.
    """
    window, before = read.look.query.windows
    held: dict[tuple[str, str], tuple[float, float]] = {}
    for *names, now, then in read.result.rows:
        if None not in names:
            place, kind = ("", *map(str, names))[-2:]
            held[place, kind] = float(now or 0), float(then or 0) / before.days
    there = {place for (place, _), (now, _) in held.items() if now}
    lacking = {}
    for pair, (now, often) in held.items():
        short = often * window.days - now
        chance = math.sqrt(window.days * often * (1 - min(often, 1.0)))
        if pair[0] in there and often >= OFTEN and short >= LEAST + CLEAR * chance:
            lacking[pair] = short / (1 + chance)
    return sorted(lacking, key=lambda pair: -lacking[pair])


def _is_of_place(one: Silence, place: str, whole: Silence) -> bool:
    """Tell days on which the place itself, or all places, had nothing."""
    return one.look.span.meets(whole.look.span) and (not whole.members or place in whole.members)
