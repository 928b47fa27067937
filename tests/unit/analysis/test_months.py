"""In which months a target was missed, or met, and by how much; the month that runs has done neither."""

import numpy as np
import pytest

from analysis.asked import AnalysisAsked, NotRead
from analysis.naming import recognised_beside_names
from config.wording import language_of
from tests.unit.analysis.kiosks import FIRST, asked, desk_for, desk_of, kiosks, told


def _weak_april(amounts: np.ndarray) -> None:
    """Lower all kiosks far below their targets in April and, a little, in June 2026, above in the others."""
    begin = {
        month: (np.datetime64(f"2026-{month:02}-01") - np.datetime64(FIRST)).astype(int)
        for month in range(1, 10)
    }
    amounts *= 1.35
    amounts[:, begin[4] : begin[5]] *= 0.5
    amounts[:, begin[6] : begin[7]] *= 0.6


@pytest.mark.parametrize(
    ("question", "direction", "furthest"),
    [
        ("今年哪几个月没完成收款目标", "down", False),
        ("今年哪些月份目标没达到，差多少", "down", False),
        ("收款目标今年哪几个月没完成，哪个月差得最多", "down", True),
        ("今年哪几个月没达标", "down", False),
        ("上半年有几个月完成了目标", "up", False),
        ("In which months this year did we miss our takings target, and by how much?", "down", False),
        ("Which months since March fell short of target?", "down", False),
        ("how many months this year did Maple hit its target", "up", False),
    ],
)
def test_months_are_asked_by_their_target(question: str, direction: str, furthest: bool) -> None:
    found = asked(question, kiosks()[1])
    assert isinstance(found, AnalysisAsked), found
    assert (found.kind, found.metrics, found.direction) == ("months", ("takings", "target"), direction)
    assert found.furthest == furthest


@pytest.mark.parametrize(
    "question",
    [
        "今年每个月都完成收款目标了吗",
        "上半年是不是每个月都达标了",
        "今年月月都完成目标了没有",
        "Did we hit our takings target every month this year?",
        "has Maple met its target in each month since March",
    ],
)
def test_whether_each_month_met_it_is_told_by_those_that_missed_it(question: str) -> None:
    found = asked(question, kiosks()[1])
    assert isinstance(found, AnalysisAsked), found
    assert (found.kind, found.metrics, found.direction, found.each) == (
        "months",
        ("takings", "target"),
        "down",
        True,
    )


@pytest.mark.parametrize(
    "question",
    [
        "今年哪几个月目标达成低于95%",
        "今年每个月的目标完成率",
        "target completion every month this year",
        "哪些售货亭今年哪几个月没完成目标",
        "为什么今年哪几个月没完成目标",
        "which kiosks missed the August target",
        "今年哪个月收款额最低",
    ],
)
def test_what_asks_for_more_or_less_is_left_to_others(question: str) -> None:
    found = recognised_beside_names(question, desk_for(question))
    assert found is None or found.kind != "months"


@pytest.mark.parametrize(
    "question", ["哪几个月没完成目标", "9月哪几个月没完成目标", "今年哪几个月没完成成交笔数目标"]
)
def test_no_time_a_time_that_runs_or_no_target_is_none(question: str) -> None:
    desk = desk_of(kiosks()[1], language_of(question))
    found = recognised_beside_names(question, desk)
    assert found is not None and isinstance(asked(question, kiosks()[1]), NotRead)


def test_the_months_missed_are_told_with_what_they_lack_and_the_running_one_apart() -> None:
    outcome, words = told("今年哪几个月没完成收款目标，哪个月差得最多", *kiosks(_weak_april))
    assert "8 个整月里有 2 个没有完成目标：2026 年 4 月（" in words and "；6 月（" in words
    assert words.startswith("离目标最远的是 2026 年 4 月（")
    assert "2026 年 9 月还没过完，没有算在内" in words
    assert outcome.result is not None and [row[0] for row in outcome.result.rows] == [
        f"2026-{month:02}" for month in range(1, 9)
    ]
    short = [row for row in outcome.result.rows if row[1] < row[2]]
    assert [row[0] for row in short] == ["2026-04", "2026-06"]


def test_months_that_all_met_it_are_told_so() -> None:
    _, words = told("Which months from May to June did Maple miss its takings target?", *kiosks(_high))
    assert "met the target in each of the 2 whole months of 1 May – 30 Jun 2026" in words


def _high(amounts: np.ndarray) -> None:
    amounts *= 3


def test_the_months_of_each_member_are_counted() -> None:
    outcome, words = told(
        "how many months this year did each kiosk make its takings target?", *kiosks(_weak_april)
    )
    assert "in which takings met the target, by kiosk: Linden " in words or "by kiosk: Maple " in words
    rows = {row[0]: row[1:] for row in outcome.result.rows} if outcome.result else {}
    assert rows["Alder"] == (0, 8)  # the smallest, under a target as high as the largest's
    assert rows["Maple"][1] == 8 and 0 < rows["Maple"][0] <= 8
