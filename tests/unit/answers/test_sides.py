"""How many lie on which side of a target or of no growth: a true count may be said, a false one may not."""

import pytest

from answers.figures import figures
from answers.sides import SideCounts
from database.result import QueryResult
from tests.unit.answers.test_chart import result

SHARES = [101.1, 98.4, 102.4, 101.3, 101.1, 98.1, 99.2, 108.7, 101.4, 97.0, 105.0, 100.0, 95.9]
TARGETS = result(
    "服务区:text 营业额:number 目标完成率(%):number",
    [[f"第{at}服务区", 1000 + at, share] for at, share in enumerate(SHARES)],
)
YEARS = result(
    "Cinema:text Sales:number Sales_a_year_earlier:number",
    [["North", 5, 4], ["East", 3, 4], ["South", 2, 2], ["West", 9, 8]],
)
YEARS = QueryResult(
    tuple(type(one)(one.name.replace("_", " "), one.type) for one in YEARS.columns), YEARS.rows, False, 1.0
)
TRUE = [
    "8 of 13 areas reached their target and 5 missed it, furthest No. 12 (95.9 %).",
    "13 个服务区中，8 个完成了目标，5 个没有完成。",
    "13 个服务区里 5 个没有达到目标。",
    "Of the 13 areas 8 reached it.",
    "5 of the 13 missed theirs.",
    "2 of 4 cinemas grew, and 1 of 4 fell.",
]
FALSE = [
    ("5 of 13 areas reached their target and 8 missed it.", ["5 of 13 (it is 8)", "8 of 13 (it is 5)"]),
    ("13 个服务区中，9 个完成了目标。", ["9 of 13 (it is 8)"]),
    ("7 of the 13 missed theirs.", ["7 of 13 (it is 5)"]),
    ("3 of 4 cinemas grew.", ["3 of 4 (it is 2)"]),
    ("4 个影院里 2 个下降了。", ["2 of 4 (it is 1)"]),
]
UNKNOWN = [
    "3 of 9 areas missed their target.",  # of others than the table's
    "7 of 13 areas had sales above 1,006.",
    "3 of 4 cinemas were above the average.",
    "3 of 13 areas are new.",
    "10 月有 13 天，8 天下降。",
]


@pytest.fixture(scope="module")
def sides() -> SideCounts:
    """Return what knows both tables."""
    return SideCounts([TARGETS, YEARS], ["7 of 13 were behind in May."])


@pytest.mark.parametrize("sentence", TRUE)
def test_a_count_that_rows_come_to_may_be_said(sides: SideCounts, sentence: str) -> None:
    assert sides.unfounded(sentence) == []


@pytest.mark.parametrize(("sentence", "found"), FALSE)
def test_another_count_is_told_with_what_it_is(sentence: str, found: list[str]) -> None:
    assert SideCounts([TARGETS, YEARS], []).unfounded(sentence) == found


@pytest.mark.parametrize("sentence", UNKNOWN)
def test_of_other_numbers_and_other_bounds_nothing_is_known(sides: SideCounts, sentence: str) -> None:
    assert sides.unfounded(sentence) == []


def test_a_count_above_ten_is_held_on_its_side_alone() -> None:
    many = result("Area:text Growth(%):number", [[f"A{at}", at - 12.5] for at in range(40)])
    sides = SideCounts([many], [])
    (up, _) = figures("27 of 40")
    assert sides.holds(up, "27 of 40 areas grew.") and not sides.holds(up, "27 of 40 areas fell.")


def test_what_was_computed_of_others_may_be_said(sides: SideCounts) -> None:
    assert sides.unfounded("7 of 13 missed the target.") == []
