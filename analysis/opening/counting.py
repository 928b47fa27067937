"""Which figure counts what a question means by customers or traffic, where it names none."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from analysis.asked import place_of, says
from analysis.briefing.scorecard import scorecard
from analysis.why.shape import shape_of
from knowledge.metrics import Metric
from understanding.figures.goals import is_goal
from understanding.metric.desk import MetricDesk

# What is nearest to what is meant comes first: of customers people, then vehicles, then orders.
_NEAREST = {"people": ("people", "vehicles", "orders"), "vehicles": ("vehicles", "people", "orders")}


@dataclass(frozen=True)
class Counted:
    """The words for what is counted, the figure that counts it or what is nearest, and whether it does."""

    words: str
    metric: str = ""
    exact: bool = False


def counted_in(text: str, cuts: Iterable[str], desk: MetricDesk) -> Counted | None:
    """Return what a text means to count and by which figure, of those cut by some dimensions.

    The figure is one of the scorecard, or comes with a row a day: who is hired is no customer.
    """
    kind = next((one for one in _NEAREST if says("opening", one, text)), None)
    place = place_of("opening", kind, text) if kind else None
    if kind is None or place is None:
        return None
    sums = _sums(tuple(cuts), desk)
    for unit in _NEAREST[kind]:
        if found := next((one for one in sums if _is_told_in(unit, one)), None):
            return Counted(text[slice(*place)], found.name, unit == kind)
    return Counted(text[slice(*place)])


def _sums(cuts: Sequence[str], desk: MetricDesk) -> list[Metric]:
    """Return the figures that add up day by day and are cut by some dimensions, the scorecard's first."""
    metrics, first = desk.catalog.metrics, [line.metric for line in scorecard(desk)]
    simple = [one for one in metrics.values() if one.kind == "simple" and not is_goal(one)]
    daily = [one.name for one in simple if desk.catalog.is_dense(one)]
    named = (metrics[name] for name in dict.fromkeys([*first, *daily]))
    summed = (one for one in named if one in simple and shape_of(one.name, desk).by_day)
    return [one for one in summed if all(desk.catalog.cuts(one.name, cut) for cut in cuts)]


def _is_told_in(unit: str, metric: Metric) -> bool:
    return any(says("opening", f"of_{unit}", one) for one in (metric.unit("zh"), metric.unit("en")) if one)
