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
        "From January to February faults a month went from 7 to 14.",
        "每月的故障从 7 次升到 14 次。",
        "In May 9 and 14 of them a year before.",
        "Since September 7 to 10 faults a month.",
        "Most months had 7 to 14 faults a month.",
        "每月 7 到 99 次。",  # stands nowhere: others tell that
    ],
)
def test_its_own_ends_a_named_part_and_a_change_are_not(sentence: str) -> None:
    assert unfounded_ranges(sentence, [], [_months(FAULTS)]) == []


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("February to September 2026 ranged from 98.0 % to 99.9 %.", []),
        ("February to September 2026 ranged from 98.3 % to 99.9 %.", ["98.3% – 99.9%"]),
        ("各月在 97.1 % 到 101.9 % 之间，2025 年 2 月至 9 月。", []),
        ("各月在 98.0 % 到 99.9 % 之间，2025 年 2 月至 9 月。", ["98.0% – 99.9%"]),
    ],
)
def test_months_from_to_are_those_of_one_year_of_two(sentence: str, found: list[str]) -> None:
    values = {2025: [100.1, 97.1, 98.8, 99.4, 100.6, 100.0, 98.3, 101.4, 101.9, 101.5],
              2026: [100.2, 99.2, 99.7, 98.3, 98.7, 99.9, 98.6, 98.0, 99.0, 101.2]}  # fmt: skip
    rows = [(f"{year}-{at:02}-01", one) for year, held in values.items() for at, one in enumerate(held, 1)]
    columns = (ResultColumn("Month", "date"), ResultColumn("Target completion (%)", "number"))
    assert unfounded_ranges(sentence, [], [QueryResult(columns, tuple(rows), False, 0.0)]) == found


@pytest.mark.parametrize(
    ("sentence", "holds"),
    [
        ("今年每月在 18.01 至 25.36 之间。", True),
        ("This year the months ranged from 18.01 to 25.36.", True),
        ("去年各月在 15.1 至 28.0 之间。", True),
        ("Each month of last year lay between 15.1 and 28.0.", True),
        ("Every month of 2026 so far lies between 18.01 and 25.36.", True),
        ("每月在 18.01 至 25.36 之间。", False),
        ("去年每月在 16.0 至 26.9 之间。", False),
        ("This year the months ranged from 19.3 to 24.0.", False),
        ("Last year it was between 18.01 and 25.36 each month.", False),
    ],
)
def test_the_months_of_a_year_that_is_named_by_a_word_are_its_own(sentence: str, holds: bool) -> None:
    values = {2025: [27.2, 15.1, 16.0, 16.6, 18.01, 26.9, 25.36, 28.0],
              2026: [18.01, 20.2, 19.3, 25.36, 21.0, 24.0]}  # fmt: skip
    rows = [(f"{year}-{at:02}-01", one) for year, held in values.items() for at, one in enumerate(held, 1)]
    columns = (ResultColumn("Month", "date"), ResultColumn("Collected", "number"))
    found = unfounded_ranges(sentence, [], [QueryResult(columns, tuple(rows), False, 0.0)])
    assert (found == []) == holds


@pytest.mark.parametrize(
    ("text", "found"), [("682 至 702 场", []), ("681 至 702 场", []), ("668 至 702 场", 1)]
)
def test_the_weeks_of_a_month_may_begin_before_it(text: str, found: list[str] | int) -> None:
    shows = {"2026-08-24": 640, "2026-08-31": 702, "2026-09-07": 692, "2026-09-14": 682, "2026-09-21": 697,
             "2026-09-28": 681, "2026-10-05": 668, "2026-10-12": 650, "2026-10-19": 645}  # fmt: skip
    columns = (ResultColumn("周", "date"), ResultColumn("场次", "integer"))
    table = QueryResult(columns, tuple(shows.items()), False, 0.0)
    assert len(unfounded_ranges(f"9 月各周{text}。", [], [table])) == (found or 0)


def test_what_was_computed_may_be_said() -> None:
    assert unfounded_ranges("每月 7 到 14 次。", ["平常每月 7 到 14 次。"], [_months(FAULTS)]) == []


def test_of_members_all_are_meant_but_those_that_are_named() -> None:
    whole = "The areas lie between 100.4 % and 106.8 %."
    assert unfounded_ranges(whole, [], [_areas()]) == ["100.4% – 106.8%"]
    assert unfounded_ranges("The others lie between 100.4 % and 106.8 %.", [], [_areas()]) == []
    named = "Danxia, Houjie and Beijiang lie between 100.4 % and 106.8 %."
    assert unfounded_ranges(named, [], [_areas()]) == []
