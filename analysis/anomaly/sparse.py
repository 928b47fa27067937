"""Counts of few things by member, beyond the first budget: they have no more rows than there are things."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from analysis.anomaly.day_series import Plan
from analysis.asked import AnalysisAsked
from analysis.cuts import cuts_of
from analysis.outcome import Read
from analysis.series import MOST_ROWS, looks_of
from understanding.metric.desk import MetricDesk

STATEMENTS = 4
_EVEN = 0.8  # of a result, where things come in several: months differ


def sparse_plans(
    planned: Sequence[Plan], read: Mapping[str, Read], asked: AnalysisAsked, desk: MetricDesk
) -> list[Plan]:
    """Return what reads counts of few things by their place, and by their kind, that are not read so yet."""
    found, spent = [], 0
    for cost, plan in sorted(_wanted(planned, read, asked, desk), key=lambda one: one[0]):
        if spent + cost <= STATEMENTS:
            spent += cost
            found.append(plan)
    return found


def _wanted(
    planned: Sequence[Plan], read: Mapping[str, Read], asked: AnalysisAsked, desk: MetricDesk
) -> Iterator[tuple[int, Plan]]:
    """Yield each with how many statements it takes."""
    fixed = {one.dimension for one in asked.filters}
    had = {(one.wanted.metric, one.wanted.dimension) for one in planned}
    for plan in planned:
        name = plan.wanted.metric
        if plan.wanted.dimension or not desk.catalog.metrics[name].counts_rows:
            continue
        whole = plan.whole(read, desk)
        if whole is None:
            continue
        things = float(whole[0].values.sum())
        number = 1 if things <= MOST_ROWS else math.ceil(things / (_EVEN * MOST_ROWS))
        for cut in _cuts(name, fixed, desk):
            if (name, cut) not in had:
                wanted = replace(plan.wanted, dimension=cut)
                yield number, Plan(wanted, tuple(looks_of(wanted, desk, f"{name}.{cut}", number=number)))


def _cuts(metric: str, fixed: set[str], desk: MetricDesk) -> list[str]:
    """Return where things are, and of what kind their own rows say they are."""
    cuts, table = cuts_of(metric, desk, fixed), desk.catalog.metrics[metric].table
    kinds = [one for one in cuts if desk.catalog.is_own(desk.catalog.dimensions[one], [table])]
    return list(dict.fromkeys([*cuts[:1], *kinds[:1]]))
