"""Whether who opened moved others: growth before and after beside that of all others, or declined plainly."""

import datetime as dt
from collections.abc import Callable
from decimal import Decimal

import numpy as np
import pytest

from analysis.asked import AnalysisAsked
from analysis.naming import recognised_beside_names
from analysis.opening.beside import Four, set_beside
from analysis.opening.steps import times_of
from language.calendar import days
from tests.unit.analysis.kiosks import FIRST, NAMES, TODAY, asked, desk_for, told, with_one_new

OPENED = dt.date(2026, 3, 2)
SPAN = (dt.date(2024, 11, 1), dt.date(2026, 11, 29))


def moved(name: str, by: float) -> Callable[[np.ndarray], None]:
    """Return what lets one change by a factor from the day on, and Maple begin on it."""

    def plant(amounts: np.ndarray) -> None:
        at = (OPENED - FIRST).days
        amounts[NAMES.index("Maple"), :at] = np.nan
        amounts[NAMES.index(name), at:] *= by

    return plant


@pytest.mark.parametrize(
    "question",
    [
        "Maple开业对Elm有影响吗",
        "Maple开了之后Elm的生意有没有被抢",
        "did opening Maple hurt Elm?",
        "What effect did the opening of Maple have on Elm?",
        "Maple开业后有没有分走Elm的生意",
        "Elm的生意有没有被Maple抢走",
        "did Maple take business away from Elm?",
    ],
)
@pytest.mark.parametrize(("by", "way"), [(0.7, "behind"), (1.0, "alike"), (1.4, "ahead")])
def test_who_went_another_way_than_the_others_since_is_told_and_nobody_else(
    question: str, by: float, way: str
) -> None:
    outcome, words = told(question, *with_one_new(OPENED, moved("Elm", by)))
    assert outcome.statements[0].code == f"opening.{way}", words
    assert "Elm" in words and "Maple" in words


@pytest.mark.parametrize(
    "question", ["Maple开业对其他售货亭有影响吗", "did the opening of Maple affect the others?"]
)
@pytest.mark.parametrize(("by", "code"), [(0.6, "opening.some"), (1.0, "opening.nobody")])
def test_of_all_others_only_those_far_off_are_named(question: str, by: float, code: str) -> None:
    outcome, words = told(question, *with_one_new(OPENED, moved("Elm", by)))
    assert outcome.statements[0].code == code, words


def test_an_opening_a_week_ago_is_too_short_to_tell() -> None:
    outcome, words = told("did opening Maple hurt Elm?", *with_one_new(TODAY - days(7)))
    assert outcome.declined is not None and outcome.declined.code == "opening.short", words


@pytest.mark.parametrize(
    ("day", "before"),
    [
        (dt.date(2026, 6, 30), dt.date(2025, 10, 31)),
        (dt.date(2025, 11, 28), dt.date(2025, 10, 31)),
        (dt.date(2025, 11, 20), dt.date(2025, 5, 22)),
        (dt.date(2026, 11, 10), None),
    ],
)
def test_each_side_has_four_weeks_at_least_and_a_year_earlier(day: dt.date, before: dt.date | None) -> None:
    times = times_of(day, SPAN)
    assert (times.before.start if times else None) == before


@pytest.mark.parametrize(
    "question", ["国庆对收款额影响多大", "Maple为什么开业", "which kiosks opened this year?"]
)
def test_a_holiday_or_a_list_is_no_question_of_an_opening(question: str) -> None:
    found = recognised_beside_names(question, desk_for(question))
    assert found is None or found.kind != "opening"


def test_several_together_turn_less_by_chance_than_one() -> None:
    def four(turned: int) -> Four:
        return Four(Decimal(110 + turned), Decimal(100), Decimal(110), Decimal(100))

    others = {str(n): four(n % 5 - 2) for n in range(20)}
    one, some = set_beside([four(0)], others), set_beside([four(0)] * 4, others)
    assert one is not None and some is not None and some.usual == one.usual / 2
    assert isinstance(asked("did opening Maple hurt Elm?", with_one_new(OPENED)[1]), AnalysisAsked)


def test_without_a_year_earlier_both_sides_are_equally_long_and_it_is_said() -> None:
    early = dt.date(2025, 3, 3)
    outcome, words = told("did opening Maple hurt Elm?", *with_one_new(early))
    assert outcome.statements[0].code == "opening.alike_plain", words
    assert "no data of a year earlier" in words
    times = times_of(early, (FIRST, TODAY))
    assert times is not None and times.after.days == times.before.days


@pytest.mark.parametrize(
    ("question", "code"),
    [
        ("Maple开业后有没有分走Elm的客流", "opening.nearest"),
        ("did Maple take customers from Elm?", "opening.nearest"),
        ("Maple开业后有没有分走Elm的生意", "why.read_as"),
    ],
)
def test_customers_are_the_figure_that_counts_what_is_nearest_and_that_is_said(
    question: str, code: str
) -> None:
    outcome, words = told(question, *with_one_new(OPENED, moved("Elm", 1.0)))
    assert code in [one.code for one in outcome.statements], words
    assert ("成交笔数" in words or "sales made" in words) == (code == "opening.nearest")


@pytest.mark.parametrize(("by", "code"), [(1.0, "within"), (0.7, "beyond")])
def test_how_far_they_lie_apart_stands_beside_how_far_such_usually_do(by: float, code: str) -> None:
    outcome, words = told("did opening Maple hurt Elm?", *with_one_new(OPENED, moved("Elm", by)))
    usual = outcome.statements[0].params["usual"]
    assert usual.code in (f"opening.usual_{code}", "opening.usual_small") and "points apart" in words
    assert (Decimal(usual.params["apart"]) > Decimal(usual.params["bound"])) == (code == "beyond")
