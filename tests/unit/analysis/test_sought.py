"""A change without a time is sought in the usual ones: the one beyond chance is taken, and no false one."""

import datetime as dt
from decimal import Decimal

import numpy as np
import pytest

from analysis.asked import AnalysisAsked
from analysis.conversation.frame import Frame
from analysis.conversation.message import Message, read_message
from analysis.why.tried import _but_its_own
from tests.unit.analysis.kiosks import FIRST, Plant, asked, desk_for, kiosks, told


def _last_week_falls(amounts: np.ndarray) -> None:
    amounts[:, -9:-2] *= 0.7  # the last whole week before Wednesday 23 September


def test_the_time_in_which_it_fell_beyond_chance_is_taken_and_the_others_are_told() -> None:
    outcome, words = told("收款额为什么跌了", *kiosks(_last_week_falls))
    assert "上周（2026-09-14 至 09-20）" in words.split("。")[0]
    assert outcome.statements[1].code in ("why.sought_before", "why.sought_year")
    assert "没有跌" in words and outcome.question


def test_where_it_did_not_fall_that_is_said_with_each_time_and_nothing_is_taken_apart() -> None:
    outcome, words = told("why is takings down", *kiosks())
    assert outcome.statements[0].code == "why.sought_none_down" and outcome.result is None
    assert "last week" in words and "last month" in words and outcome.questions


@pytest.mark.parametrize(
    ("question", "starts", "against"),
    [
        ("why are takings down vs last month", "2026-09-01", "2026-08-01"),
        ("收款额比上周跌了，为什么", "2026-09-21", "2026-09-14"),
        ("why did takings drop vs last september", "2026-09-01", "2025-09-01"),
    ],
)
def test_beside_a_time_alone_it_is_the_one_that_stands_beside_it(
    question: str, starts: str, against: str
) -> None:
    found = asked(question, kiosks()[1])
    assert isinstance(found, AnalysisAsked) and found.window is not None and found.against is not None
    assert (found.window.start.isoformat(), found.against.start.isoformat()) == (starts, against)


@pytest.mark.parametrize("question", ["那时候收款额为什么跌了", "why did takings fall back then"])
def test_a_time_that_is_pointed_at_is_not_sought(question: str) -> None:
    found = asked(question, kiosks()[1])
    assert not (isinstance(found, AnalysisAsked) and found.untimed)


@pytest.mark.parametrize(
    ("before", "message", "starts"),
    [
        ("why are takings down", "i mean vs last month", "2026-09-01"),
        ("收款额为什么跌了", "我是说上周", "2026-09-14"),
    ],
)
def test_a_time_behind_a_change_without_one_is_its_time(before: str, message: str, starts: str) -> None:
    desk = desk_for(message)
    found = read_message(Message(message, desk, Frame(before, "", desk, hears=True), hears=True))[1]
    assert isinstance(found, AnalysisAsked) and not found.untimed and found.window is not None
    assert found.window.start.isoformat() == starts and found.direction in ("", "down")


def _july_doubles(amounts: np.ndarray) -> None:
    first = (dt.date(2026, 7, 1) - FIRST).days
    amounts[:, first : first + 31] *= 2


def test_a_month_of_the_last_twelve_far_off_is_found_where_nothing_moved_of_late() -> None:
    outcome, words = told("收款额为什么涨这么多", *kiosks(_july_doubles))
    assert words.startswith("2026 年 7 月收款额") and outcome.statements[1].code.startswith(
        "why.sought_month"
    )
    assert "没有涨、或没有超出平常起伏" in words


def test_whether_a_figure_fell_is_of_now_and_of_no_month_long_over() -> None:
    _, words = told("收款额是不是涨了", *kiosks(_july_doubles))
    assert "7 月的收款额" not in words and "近十二个月" not in words


@pytest.mark.parametrize("plant", [None, _july_doubles])
def test_what_did_not_move_so_is_called_by_how_far_it_usually_moves_and_never_chance(
    plant: Plant | None,
) -> None:
    _, words = told("收款额为什么跌了", *kiosks(plant))
    assert "平常上下相差约" in words and "偶然" not in words


def test_months_of_the_same_move_on_either_side_are_no_usual_up_and_down() -> None:
    found = _but_its_own(Decimal(-5), [Decimal(-4), *[Decimal(1)] * 3], [Decimal(-3), *[Decimal(2)] * 3])
    assert found == [Decimal(1)] * 3 + [Decimal(2)] * 3
