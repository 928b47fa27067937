"""Whether growth goes on, slows or has ended is told beside the same months of the year before."""

import datetime as dt

import numpy as np
import pytest

from analysis.asked import AnalysisAsked, NotRead
from analysis.kinds import as_heard
from tests.unit.analysis.kiosks import desk_for, kiosks, told, with_one_new


def _slows(amounts: np.ndarray) -> None:
    amounts[:, -180:-90] *= 1.08


def _ends(amounts: np.ndarray) -> None:
    amounts[:, -90:] *= 0.912


def _falls(amounts: np.ndarray) -> None:
    amounts[:, -90:] *= 0.75


@pytest.mark.parametrize(
    ("plant", "code"), [(None, "up_steady"), (_slows, "up_slower"), (_ends, "flat"), (_falls, "down")]
)
def test_growth_goes_on_or_slows_by_the_last_three_months_beside_those_before(
    plant: object, code: str
) -> None:
    outcome, words = told("收款额还在涨吗", *kiosks(plant))  # type: ignore[arg-type]
    said = outcome.statements[0]
    assert said.code.startswith(f"momentum.{code}")
    assert "最近三个月（2026-07-01 至 09-22）" in words and "逐月同比" in words


def test_what_is_said_to_fall_and_does_not_is_denied_and_the_step_of_the_season_is_told() -> None:
    outcome, words = told("takings keep falling since August - trend or just the season?", *kiosks())
    assert words.startswith("Not falling. Still growing")
    assert outcome.statements[1].code == "momentum.season" and "last year the same step was" in words


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Hazel is our biggest kiosk - is it slowing down?", "momentum"),
        ("We're up on last year at Hazel but still short, should I be worried?", "concern"),
    ],
)
def test_whom_one_speaks_of_may_stand_in_a_clause_of_its_own(question: str, kind: str) -> None:
    found = as_heard(question, NotRead(), desk_for(question))
    assert found is not None and isinstance(found.read, AnalysisAsked)
    assert (found.kind, found.read.filters[0].values) == (kind, ("Hazel",))


def test_growth_without_who_is_new_stands_beside_that_of_all() -> None:
    database, answers = with_one_new(dt.date(2026, 3, 2))
    outcome, words = told("收款额还在涨吗", database, answers)
    codes = [one.code for one in outcome.statements]
    assert "momentum.every" in codes and "同口径：都不算新增的Maple" in words, words
    kept, every = (one.params["rate"] for one in outcome.statements if "rate" in one.params)
    assert every.value > kept.value + 1, words


def test_where_nobody_came_or_went_there_is_one_growth() -> None:
    outcome, words = told("收款额还在涨吗", *kiosks())
    assert "momentum.every" not in [one.code for one in outcome.statements], words
