"""Targets of what stands at a moment: members by the year's end are none of twelve months together."""

from collections.abc import Iterator
from dataclasses import replace

from knowledge.metrics import Catalog, Metric
from understanding.figures.goals import GOAL, called_goals


def with_level_goals(catalog: Catalog) -> Catalog:
    """Return definitions in which the monthly targets of levels are levels, told as these are over a time."""
    goals = {
        goal.name: replace(goal, additivity="semi", over_time=one.over_time)
        for one in catalog.metrics.values()
        if _stands(one)
        for goal in _goals_of(one, catalog)
        if goal.kind == "simple" and goal.additivity == "sum" and goal.time_grain == "month"
    }
    return replace(catalog, metrics={**catalog.metrics, **goals}) if goals else catalog


def _stands(one: Metric) -> bool:
    """Tell a figure of a moment, whose days do not add up."""
    return one.kind == "simple" and one.additivity == "semi" and one.over_time != "sum"


def _goals_of(one: Metric, catalog: Catalog) -> Iterator[Metric]:
    """Yield what is called as a level's target, and what a percentage of it is taken of that is called so."""
    yield from called_goals(one.name, catalog)
    for ratio in catalog.metrics.values():
        if ratio.kind == "ratio" and ratio.unit("en") == "%" and ratio.parts[0] == one.name:
            under = catalog.metrics[ratio.parts[1]]
            if any(GOAL.search(word.lower()) for word in under.wordings):
                yield under
