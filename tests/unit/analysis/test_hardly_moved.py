"""Of a figure that hardly moved rises and falls cancel out only where they do; chance has one rule."""

from decimal import Decimal

import pytest

from analysis.why.findings import cancel_out
from analysis.why.split import Pair, chance_alone


@pytest.mark.parametrize(
    ("parts", "change", "alike"),
    [
        (["0.133", "-0.465"], "-0.322", False),  # 18 of 40 rose, 22 fell
        (["0.0023", "0.0004", "-0.013", "-0.010"], "-0.1747", False),  # 37 of 40 fell
        (["85120", "-55857"], "9600", True),
        (["300", "-290"], "10", True),
    ],
)
def test_rises_and_falls_cancel_each_other_only_where_they_do(
    parts: list[str], change: str, alike: bool
) -> None:
    assert cancel_out([*map(Decimal, parts)], Decimal(change)) is alike


@pytest.mark.parametrize(
    ("before", "now", "alike"), [(193, 209, True), (110, 140, True), (110, 145, False), (23, 30, True)]
)
def test_counts_differ_by_chance_by_twice_their_root(before: int, now: int, alike: bool) -> None:
    pair = Pair(Decimal(before), Decimal(now))
    assert (pair.change <= chance_alone(pair)) is alike
