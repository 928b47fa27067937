"""Whether a figure reached its target, by a cut at the end of the question, is told of each member."""

import pytest

from analysis.asked import AnalysisAsked
from tests.unit.analysis.depots import World, depots
from tests.unit.analysis.kiosks import asked, told


def _plant(world: World) -> None:
    world.wanted |= dict.fromkeys(("Abbey", "Brook", "Croft", "Dale"), 1.3)  # North alone misses parcels'


@pytest.mark.parametrize("metric", ["parcels", "revenue"])
def test_the_target_of_the_figure_named_is_told_of_each_region(metric: str) -> None:
    words = told(f"Did {metric} hit their target in August, by region?", *depots(_plant))[1]
    short = "1 of 4 regions missed the target of parcels" in words and "North" in words
    assert short == (metric == "parcels"), words


@pytest.mark.parametrize("question", ["Will we hit our revenue target by October?", "did we hit it by 5%"])
def test_until_when_is_no_cut(question: str) -> None:
    try:
        found = asked(question, depots()[1])
    except AssertionError:
        return  # no analysis at all
    assert not isinstance(found, AnalysisAsked), found
