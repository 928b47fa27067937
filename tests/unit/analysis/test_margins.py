"""How far a forecast is from its target in words that fit its range; what is a figure's own is not lost."""

from decimal import Decimal

import pytest

from analysis.conversation.in_force import InForce, lost
from analysis.outcome import Amount
from analysis.target.verdict import Borne, margin, verdict
from query.metric_query import Filter
from tests.unit.analysis.kiosks import asked, desk_for, kiosks, told

MARGINS = [
    (100, 100.2, 100.7, 101.2, "_just"),
    (100, 98.4, 98.9, 99.4, ""),
    (100, 98.8, 99.3, 99.8, "_just"),
    (100, 103.4, 103.7, 104.0, "_far"),
    (100, 93.5, 94, 94.5, "_far"),
    (100, 101.1, 101.2, 101.3, ""),  # many ranges away, and little of the target
    (100, 110, 125, 140, "_just"),
]


@pytest.mark.parametrize(("target", "low", "value", "high", "said"), MARGINS)
def test_a_margin_is_told_beside_the_range(
    target: float, low: float, value: float, high: float, said: str
) -> None:
    assert margin(*(Decimal(str(one)) for one in (target, low, value, high))) == said


@pytest.mark.parametrize(("value", "usual"), [(16_260_000, 440_000), (16_300_000, 380_000)])
def test_what_is_told_to_be_less_than_a_usual_miss_is_the_smaller_number(value: int, usual: int) -> None:
    target = Decimal(16_624_000)
    past = Borne(2, 11, Decimal(usual), (value - target) / usual)
    low, high = Decimal(15_079_000), Decimal(17_441_000)
    said = verdict(
        target, low, Decimal(value), high, "takings", {"target": Amount(target, "takings"), "goal": ""}, past
    )
    assert said.code == "target.close_unlikely"
    assert said.params["beside"].params["apart"].value.copy_abs() < said.params["usual"].value


@pytest.mark.parametrize(
    ("question", "basis", "held"),
    [
        ("Will Hazel reach its target this month?", "3 of them public holidays", "ranges made this way held"),
        ("Hazel 本月能完成目标吗", "按平均每天约", "次成立"),
    ],
)
def test_whether_a_target_will_be_met_says_on_what_that_stands(question: str, basis: str, held: str) -> None:
    _, words = told(question, *kiosks())
    assert basis in words and held in words


@pytest.mark.parametrize(
    ("question", "basis"),
    [
        ("Forecast takings for November 2026", "by the ordinary days around the same days a year ago"),
        ("2026年11月收款额预计多少", "照去年同期的平常日子乘最近八周的增长推约"),
    ],
)
def test_a_forecast_says_what_it_is_made_of(question: str, basis: str) -> None:
    outcome, words = told(question, *kiosks())
    (made,) = [one for one in outcome.statements if one.code.startswith("forecast.made")]
    assert basis in words, words
    assert made.params["year"].value == outcome.statements[0].params["value"].value


def test_what_a_figure_is_of_by_its_own_name_is_not_told_as_lost() -> None:
    desk, text = desk_for("anything odd in tickets?"), "anything odd in tickets?"
    read = asked(text, kiosks()[1])
    elm = lost(text, read, InForce((Filter("kiosk", ("Elm",)),)), desk)
    assert elm is not None and elm.names == ("Elm",)
    assert lost(text, read, InForce((Filter("kiosk", ("Tickets",)),)), desk) is None


@pytest.mark.parametrize(
    ("text", "told"), [("anything odd in takings?", False), ("anything odd in tickets?", True)]
)
def test_members_by_which_a_figure_is_never_cut_are_not_told_as_lost(text: str, told: bool) -> None:
    read = asked(text, kiosks()[1])
    found = lost(text, read, InForce((Filter("state", ("1",)),)), desk_for(text))
    assert (found is not None) is told
