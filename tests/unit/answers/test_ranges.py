"""Both ends of a stated range are the least and the most of the rows it speaks of, or it is held back."""

import pytest

from answers.ranges import unfounded_ranges
from database.result import QueryResult, ResultColumn

FAULTS = [9, 14, 7, 8, 6, 12, 13, 11, 7, 10]


def _months(values: list[int]) -> QueryResult:
    rows = tuple((f"2026-{at:02}-01", value) for at, value in enumerate(values, 1))
    return QueryResult((ResultColumn("月份", "date"), ResultColumn("故障", "integer")), rows, False, 0.0)


def _areas() -> QueryResult:
    rows = (("Danxia", 100.4), ("Houjie", 103.2), ("Humen", 85.0), ("Beijiang", 106.8))
    return QueryResult(
        (ResultColumn("Area", "text"), ResultColumn("Of target (%)", "number")), rows, False, 0.0
    )


@pytest.mark.parametrize(
    "sentence",
    [
        "There were 7 to 14 faults a month.",
        "今年每月 7 到 14 次。",
        "各月在 7 次到 14 次之间。",
        "Each month had 7 to 14 of them.",
        "Faults ranged from 7 to 14.",
        "1月到6月每个月 7 到 14 次。",
    ],
)
def test_a_range_that_leaves_out_a_month_is_held_back(sentence: str) -> None:
    assert unfounded_ranges(sentence, [], [_months(FAULTS)]) == ["7 – 14"]


@pytest.mark.parametrize(
    "sentence",
    [
        "There were 6 to 14 faults a month.",
        "各月在 6 次到 14 次之间。",
        "6月到9月每个月 7 到 13 次。",  # of the months named
        "Faults went from 9 to 14 in February.",  # a change
        "In May 9 and 14 of them a year before.",
        "Since September 7 to 10 faults a month.",
        "Most months had 7 to 14 faults a month.",
        "每月 7 到 99 次。",  # stands nowhere: others tell that
    ],
)
def test_its_own_ends_a_named_part_and_a_change_are_not(sentence: str) -> None:
    assert unfounded_ranges(sentence, [], [_months(FAULTS)]) == []


def test_what_was_computed_may_be_said() -> None:
    assert unfounded_ranges("每月 7 到 14 次。", ["平常每月 7 到 14 次。"], [_months(FAULTS)]) == []


def test_of_members_all_are_meant_but_those_that_are_named() -> None:
    whole = "The areas lie between 100.4 % and 106.8 %."
    assert unfounded_ranges(whole, [], [_areas()]) == ["100.4% – 106.8%"]
    assert unfounded_ranges("The others lie between 100.4 % and 106.8 %.", [], [_areas()]) == []
    named = "Danxia, Houjie and Beijiang lie between 100.4 % and 106.8 %."
    assert unfounded_ranges(named, [], [_areas()]) == []
