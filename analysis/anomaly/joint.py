"""Days on which several figures of one place lie off the same way: each alone may be chance, together not.

Figures of unlike rows, as takings and cars, are added up in units of how far each usually goes (Stouffer et
al. 1949), and the sum is looked at as any series is: that they go together is in its own spread. The looks at
sums are a family of their own, corrected for their number.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

import numpy as np

from analysis.anomaly.day_series import Plan, days_spans, is_daily, reach
from analysis.anomaly.looks import BACK_DAYS, SMALLEST, Group, Look, Odd, Span, look, unlikely
from analysis.asked import AnalysisAsked
from analysis.cuts import above
from analysis.daily import MAD, Daily, Floats, SpecialDays
from analysis.series import Wanted, looks_of, room_of, rows_of
from language.calendar import days
from understanding.metric.desk import MetricDesk

FEWEST_FIGURES, MOST_FIGURES = 2, 3
FEWEST_DAYS = 10  # looked at, of what one statement holds
ALONE = 0.05  # how likely each of them may be by chance
CALMEST = 0.01
WEEK = 7


def joint_plans(names: Sequence[str], asked: AnalysisAsked, desk: MetricDesk) -> Iterator[Plan]:
    """Yield figures of unlike rows by a level of places, of as many days as one statement for all holds."""
    reaches = {name: far for name in figures_of(names, desk) if (far := reach(name, asked.window, desk))}
    level = _level([*reaches], asked, desk) if len(reaches) >= FEWEST_FIGURES else ""
    if not level:
        return
    end = min(last for _, last in reaches.values())
    start = max(end - days(room_of(level, desk)), *(first for first, _ in reaches.values()))
    if (end - start).days < BACK_DAYS + 1:
        return
    first, *others = (Wanted(name, start, end, asked.filters, level) for name in reaches)
    looks = tuple(looks_of(first, desk, "joint", others=[one.metric for one in others]))
    yield from (Plan(one, looks) for one in (first, *others))


def figures_of(names: Sequence[str], desk: MetricDesk) -> list[str]:
    """Return the first sum of each set of rows that has some every day."""
    first: dict[frozenset[tuple[str, str]], str] = {}
    for name in names:
        metric = desk.catalog.metrics[name]
        if metric.kind == "simple" and is_daily(name, desk):
            first.setdefault(rows_of(name, desk), name)
    return [*first.values()][:MOST_FIGURES] if len(first) >= FEWEST_FIGURES else []


def _level(figures: Sequence[str], asked: AnalysisAsked, desk: MetricDesk) -> str:
    """Return the finest level of places that cuts all of them and leaves days enough in one statement."""
    fixed = {one.dimension for one in asked.filters}
    fixed |= above(fixed, desk)
    fit = (
        name
        for levels in desk.catalog.hierarchies
        for name in reversed(levels)
        if name not in fixed and desk.shows(desk.catalog.dimensions[name])
        if desk.answers.reader.known.size(name) > 1 and room_of(name, desk) >= BACK_DAYS + FEWEST_DAYS
        if all(desk.catalog.cuts(figure, name) for figure in figures)
    )
    return next(fit, "")


def jointly_odd(
    groups: Sequence[Group], kinds_of: Mapping[str, SpecialDays], asked: AnalysisAsked, desk: MetricDesk
) -> list[Odd]:
    """Return the days of places on which figures of unlike rows lie off together."""
    figures = figures_of(list(dict.fromkeys(one.metric for one in groups)), desk)
    mine = sorted((one for one in groups if one.metric in figures), key=lambda one: one.dimension)
    together = [[*some] for _, some in groupby(mine, key=lambda one: one.dimension)]
    spans = days_spans(asked, min((one.end for one in mine), default=desk.today), kinds_of)
    return joint_of([some for some in together if len(some) >= FEWEST_FIGURES], spans, kinds_of)


def joint_of(
    together: Sequence[Sequence[Group]], spans: Sequence[Span], kinds_of: Mapping[str, SpecialDays]
) -> list[Odd]:
    """Return what is odd of sets of figures by one dimension, each told by the first figure that lies off."""
    each = [(one, some) for some in together for one in look(added(some), spans, kinds_of[some[0].metric])]
    found = []
    for one, some in unlikely(each, lambda it: it[0].chance):
        own = [
            it
            for group in some
            for it in look(group, [one.span], kinds_of[group.metric])
            if it.member == one.member
        ]
        alike = [it for it in own if _lies_off_as(it, one)]
        if len(alike) >= FEWEST_FIGURES:
            found.append(Odd(alike[0], tuple(alike[1:]), joint=True))
    return found


def _lies_off_as(own: Look, whole: Look) -> bool:
    """Tell a figure that is far off the way all together are."""
    way = min(abs(own.change), abs(own.apart)) >= SMALLEST and own.apart * whole.apart > 0
    return way and own.change * own.apart > 0 and own.chance <= ALONE


def added(some: Sequence[Group]) -> Group:
    """Return figures by one dimension as one: each in units of how far its days usually go."""
    start = max(next(iter(one.members.values())).start for one in some)
    end = min(one.end for one in some)
    names = [name for name in some[0].members if all(name in one.members for one in some)]
    members = {}
    for name in names:
        values = [
            one.members[name].values[(start - one.members[name].start).days :][: (end - start).days]
            for one in some
        ]
        members[name] = Daily(start, np.sum([_weighed(one) for one in values], axis=0))
    return Group(some[0].metric, some[0].dimension, members)


def _weighed(values: Floats) -> Floats:
    """Return days as shares of their mean over how far a day lies from that a week before."""
    with np.errstate(divide="ignore", invalid="ignore"):
        steps = np.log(values[WEEK:] / values[:-WEEK])
    known = np.abs(steps[np.isfinite(steps)])
    mean = float(np.nanmean(values)) if np.isfinite(values).any() else 0.0
    if not known.size or mean <= 0:
        return np.full(values.shape, np.nan)
    spread = max(MAD * float(np.median(known)), CALMEST)
    return np.asarray(values / mean / spread)


def is_told(one: Odd, found: Sequence[Odd]) -> bool:
    """Tell a day that is a finding already by one of its figures, of the same member."""
    days_told = [(it.dimension, it.member, it.span) for shown in found for it in (shown.look, *shown.same)]
    return (one.look.dimension, one.look.member, one.look.span) in days_told
