"""An analysis that names nobody is of whom and when the turn before was of."""

import pytest

from analysis.asked import AnalysisAsked, NotRead
from analysis.conversation.frame import Frame
from analysis.conversation.in_force import InForce, in_force, lost, read_kept
from analysis.conversation.message import Message, read_message
from tests.unit.analysis.kiosks import asked, desk_for, kiosks
from understanding.metric.desk import MetricDesk


def _force(before: str, desk: MetricDesk) -> InForce:
    return in_force(Frame(before, "", desk, hears=False))


@pytest.mark.parametrize(
    ("before", "message", "alone"),
    [
        ("Hazel 8月收款额", "有什么异常", "Hazel 8月有什么异常"),
        ("Hazel 8月怎么样", "为什么收款额跌了", "Hazel 8月为什么收款额跌了"),
        ("Takings of Hazel in August", "anything odd?", "anything odd for Hazel in August?"),
        ("How did Hazel do in August", "why did takings fall?", "why did takings fall for Hazel in August?"),
        ("Takings of Hazel in August", "will we make the target?", "will we make the target for Hazel?"),
        ("Takings of Hazel in August", "anything odd in July?", "anything odd in July for Hazel?"),
        ("Takings by kiosk in August", "anything odd?", "anything odd in August?"),
    ],
)
def test_an_analysis_stands_alone_with_the_members_and_the_time_of_the_turn_before(
    before: str, message: str, alone: str
) -> None:
    desk = desk_for(message)
    found = read_kept(message, NotRead(), _force(before, desk), desk, hears=False)
    assert found is not None and isinstance(found[1], AnalysisAsked)
    assert found[2].text == alone


@pytest.mark.parametrize(
    ("before", "message"),
    [
        ("Takings of Hazel in August", "anything odd across the network in July?"),
        ("Takings of Hazel in August", "anything odd at Fir in July?"),
        ("Hazel 8月收款额", "全公司7月有什么异常"),
        ("Hazel 8月收款额", "Fir 7月怎么样"),
    ],
)
def test_members_give_way_to_all_and_to_one_that_is_named(before: str, message: str) -> None:
    desk = desk_for(message)
    force = _force(before, desk)
    assert read_kept(message, NotRead(), force, desk, hears=False) is None
    assert lost(message, asked(message, kiosks()[1]), force, desk) is None


def test_of_two_times_set_beside_each_other_none_is_in_force() -> None:
    desk = desk_for("How is Fir doing?")
    assert _force("Takings in July 2026 vs June 2026", desk).window is None
    assert _force("Takings in July 2026", desk).window is not None


def test_what_several_were_chosen_by_is_no_change_of_them() -> None:
    desk = desk_for("为什么")
    force = _force("8月收款额最高的3个Kiosk", desk)
    assert force.chosen and read_kept("为什么", NotRead(), force, desk, hears=False) is None


def test_members_that_could_not_be_kept_are_told() -> None:
    desk = desk_for("anything odd?")
    force = _force("Takings of Hazel in August", desk)
    kept = lost("anything odd?", asked("anything odd?", kiosks()[1]), force, desk)
    assert kept is not None and kept.lost and kept.names == ("Hazel",)
    assert lost("anything odd?", asked("anything odd?", kiosks()[1]), InForce(), desk) is None


def test_a_target_of_days_that_still_run_is_no_whole_month() -> None:
    assert not isinstance(asked("2026-09-01到2026-09-25目标完成了吗", kiosks()[1]), AnalysisAsked)


@pytest.mark.parametrize(
    ("before", "message"),
    [
        ("How did we do in August", "was it better than last year, and what was behind it?"),
        ("How did Hazel do in August", "why was it better than last year?"),
        ("8月怎么样", "比去年好吗，为什么"),
        ("8月怎么样", "was it better than last year, and why?"),
    ],
)
def test_a_change_on_the_year_behind_a_report_is_of_the_time_and_the_figure_it_told(
    before: str, message: str
) -> None:
    desk = desk_for(message)
    frame = Frame(before, "", desk, hears=True)
    _, found, _ = read_message(Message(message, desk, frame, hears=True, first=False))
    assert isinstance(found, AnalysisAsked) and found.window is not None and found.against is not None
    assert found.metrics == ("takings",) and found.kind == "why"
    assert (found.window.start.isoformat(), found.against.start.isoformat()) == ("2026-08-01", "2025-08-01")
