"""An entry keyed wrong months before the time asked about: streaks and forecasts take it as meant."""

import datetime as dt
import re

import numpy as np
import pytest

from analysis.outcome import Outcome
from tests.unit.analysis.kiosks import FIRST, Plant, kiosks, told

IN_MARCH = dt.date(2026, 3, 14)


def _keyed(amounts: np.ndarray) -> None:
    amounts[2, (IN_MARCH - FIRST).days] *= 100


def _codes(outcome: Outcome) -> list[str]:
    return [one.code for one in outcome.statements]


def _told(question: str, plant: Plant | None) -> tuple[Outcome, str]:
    return told(question, *kiosks(plant))


@pytest.mark.parametrize("question", ["8月经营情况怎么样", "how did August go"])
def test_a_briefing_says_that_an_earlier_entry_is_taken_as_meant(question: str) -> None:
    outcome, _ = _told(question, _keyed)
    assert _codes(outcome)[1:3] == ["entries.told", "entries.month_booked"]
    assert outcome.statements[1].params["with_it"] == ""
    plain, words = _told(question, None)
    assert not any(one.startswith("entries.") for one in _codes(plain))
    assert [one for one in _codes(outcome) if not one.startswith("entries.")] == _codes(plain), words


def test_what_its_month_comes_to_as_recorded_is_told_beside_the_verdict_as_meant() -> None:
    words = _told("8月经营情况怎么样", _keyed)[1]
    recorded = re.search(
        r"账面上，2026 年 3 月收款额为 [\d.]+ 万元，是目标的 ([\d.]+) %，不算它为 [\d.]+ 万元。", words
    )
    assert recorded and float(recorded[1]) > 110, words


@pytest.mark.parametrize("question", ["下个月收款额预测", "takings forecast for next month"])
def test_a_forecast_learns_from_it_as_meant(question: str) -> None:
    outcome, _ = _told(question, _keyed)
    plain, _ = _told(question, None)
    assert _codes(outcome)[1] == "entries.told"
    for name in ("value", "low", "high"):
        found, usual = (float(one.statements[0].params[name].value) for one in (outcome, plain))
        assert found == pytest.approx(usual, rel=0.03)


@pytest.mark.parametrize("question", ["为什么8月收款额比7月跌了", "why did takings fall in August"])
def test_a_why_of_other_times_does_not_speak_of_it(question: str) -> None:
    outcome, _ = _told(question, _keyed)
    plain, _ = _told(question, None)
    assert _codes(outcome) == _codes(plain)
