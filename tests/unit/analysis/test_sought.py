"""A change without a time is sought in the usual ones: the one beyond chance is taken, and no false one."""

import numpy as np
import pytest

from analysis.asked import AnalysisAsked
from analysis.conversation.frame import Frame
from analysis.conversation.message import Message, read_message
from tests.unit.analysis.kiosks import asked, desk_for, kiosks, told


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
