"""Who held us back behind a question of a target is who is behind that target, over that time."""

import datetime as dt
from decimal import Decimal

import pytest

from analysis.asked import AnalysisAsked
from analysis.conversation.frame import Frame
from analysis.conversation.message import Message, read_message
from analysis.conversation.of_its_target import of_its_target
from analysis.target.pace import _other_measure
from analysis.target.steps import Standing
from query.metric_query import Window
from tests.unit.analysis.kiosks import asked, desk_for, kiosks

AUGUST, SEPTEMBER = dt.date(2026, 8, 1), dt.date(2026, 9, 1)


@pytest.mark.parametrize(
    ("before", "message", "start"),
    [
        ("8月哪些售货亭没完成目标", "其中是哪几个拖了后腿", AUGUST),
        ("Which kiosks missed the August target?", "which of them held us back", AUGUST),
        ("8月完成目标了吗", "主要是谁拖累的", AUGUST),
        ("8月完成目标了吗", "9月谁拖了后腿", SEPTEMBER),
        ("8月各售货亭的目标达成", "谁拖了后腿", AUGUST),
        ("8月完成目标了吗", "哪些售货亭拖累了整体", AUGUST),
        ("are we on target this month?", "who is dragging us down", SEPTEMBER),
        ("8月完成目标了吗", "哪些没完成", AUGUST),
        ("8月各售货亭收款额", "哪些没完成目标", AUGUST),
        ("8月完成目标了吗", "按售货亭看", AUGUST),
        ("Did we meet the August target?", "which didn't?", AUGUST),
        ("Did we meet the August target?", "which kiosk will miss it", AUGUST),
        ("Did we meet the August target?", "by kiosk", AUGUST),
        ("Takings by kiosk in August", "which missed the target?", AUGUST),
    ],
)
def test_who_held_back_keeps_the_target_and_its_time(before: str, message: str, start: dt.date) -> None:
    desk = desk_for(message)
    kind, found, kept = read_message(Message(message, desk, Frame(before, "", desk, hears=True), hears=True))
    assert kind == "pace" and isinstance(found, AnalysisAsked) and kept is not None
    assert found.metrics == ("takings", "target") and found.direction == "down" and not found.furthest
    assert found.window is not None and (found.window.start, found.window.units("month")) == (start, 1)
    assert found.query is not None and found.query.splits == ("kiosk",)
    alone = asked(kept.text, kiosks()[1])
    assert isinstance(alone, AnalysisAsked) and alone.window is not None and alone.query == found.query
    assert (alone.window.start, alone.window.end) == (found.window.start, found.window.end)


@pytest.mark.parametrize("message", ["谁最拖后腿", "谁拖累得最多", "who is dragging us down most"])
def test_who_does_most_is_one(message: str) -> None:
    found = of_its_target(message, Frame("8月完成目标了吗", "", desk_for(message), hears=False))
    assert found is not None and found[1].furthest


@pytest.mark.parametrize(
    ("before", "message"),
    [
        ("8月收款额", "谁拖了后腿"),  # behind a figure it is beside the year before
        ("8月完成目标了吗", "为什么"),
        ("8月完成目标了吗", "为什么没完成"),
        ("8月完成目标了吗", "Hazel没完成吗"),
        ("8月收款额", "哪些没完成"),
        ("8月收款额", "按售货亭看"),
        ("8月完成目标了吗", "哪些售货亭的工单拖了后腿"),  # that has no target
        ("8月10日到8月20日收款额", "谁拖了后腿"),
    ],
)
def test_all_else_is_left_to_others(before: str, message: str) -> None:
    assert of_its_target(message, Frame(before, "", desk_for(message), hears=False)) is None


@pytest.mark.parametrize(
    ("question", "furthest"),
    [
        ("Who is holding us back most on the August target", True),
        ("which kiosk drags us down most on the August target", True),
        ("who is holding us back on the August target", False),
        ("谁最拖8月目标的后腿", True),
        ("8月目标谁在拖后腿", False),
    ],
)
def test_who_holds_a_target_back_names_it_in_any_order(question: str, furthest: bool) -> None:
    found = asked(question, kiosks()[1])
    assert isinstance(found, AnalysisAsked) and (found.kind, found.furthest) == ("pace", furthest)
    assert found.window is not None and found.window.start == AUGUST


def _standing(actual: int, target: int) -> Standing:
    whole = Window(AUGUST, SEPTEMBER, "month")
    return Standing("takings", whole, whole, Decimal(actual), Decimal(target))


def test_who_lacks_most_is_named_beside_who_has_reached_least() -> None:
    small, large = ("small", _standing(80, 100)), ("large", _standing(900, 1000))
    (told,) = _other_measure([small, large], ahead=False)
    assert told.code == "pace.lacks_most" and told.params["name"] == "large"
    assert told.params["gap"].value == -100
    assert told.params["next"] == ""
    many = [small, *((f"large {at}", _standing(900 + 10 * at, 1000)) for at in range(3))]
    (told,) = _other_measure(many, ahead=False)
    assert [one.params["name"] for one in told.params["next"].params["list"]] == ["large 1", "large 2"]
    (told,) = _other_measure([large, small], ahead=False)
    assert told.code == "pace.reached_least" and told.params["name"] == "small"
    assert not [*_other_measure([small, ("large", _standing(990, 1000))], ahead=False)]  # one is both
    assert not [*_other_measure([small, large], ahead=True)]
