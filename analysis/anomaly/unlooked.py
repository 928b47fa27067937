"""What a question names and nothing looked at: a cut with too many members, or too little of each."""

from collections.abc import Sequence

from analysis.anomaly.looks import Look
from analysis.asked import AnalysisAsked
from analysis.outcome import Name, Said


def unlooked_told(looks: Sequence[Look], asked: AnalysisAsked) -> tuple[Said, ...]:
    """Return that a cut the question names was not looked at."""
    kept = {one.dimension for one in asked.filters}  # a region that was named is no cut by region
    if not asked.dimension or asked.dimension in kept | {one.dimension for one in looks}:
        return ()
    return (Said("anomaly.not_by", {"dimension": Name(asked.dimension, dimension=True)}),)
