"""An *or* between two times of which it is asked which has more: was it higher in October or September."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from understanding.chart.spans import Span
from understanding.figures.leaves import SMALL

ASKS_WHICH = ("high", "low", "top", "bottom", "gt", "lt")


def with_both_times(leaves: Sequence[Span]) -> Iterator[Span]:
    """Yield the leaves, an *or* with a time right before and behind it as *and*: both are asked for.

    Without a word that asks which, sales in October or September may be of either.
    """
    joints = _between_times(leaves) if any(one.type in ASKS_WHICH for one in leaves) else ()
    for leaf in leaves:
        yield replace(leaf, type="and") if leaf in joints else leaf


def _between_times(leaves: Sequence[Span]) -> tuple[Span, ...]:
    named = sorted((one for one in leaves if one.type == "period"), key=lambda one: one.start)
    if len(named) != 2:
        return ()
    found = []
    for left, right in pairwise(named):
        within = [one for one in leaves if left.end <= one.start and one.end <= right.start]
        joints = [one for one in within if one.type == "or"]
        if joints and all(one.type in (*SMALL, "or") for one in within):
            found += joints
    return tuple(found)
