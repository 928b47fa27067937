"""Of a figure named without a time, of which nothing is odd of late, the year so far is looked at, too."""

import datetime as dt
from collections.abc import Generator
from typing import Any

import numpy as np
import pytest

from analysis.anomaly.finding import Finding, beside_usual, ranked
from analysis.outcome import Said
from query.metric_query import Window
from tests.unit.analysis.kiosks import FIRST, calm, told

_LATELY = dt.date(2026, 8, 1)


def _one_low(day: dt.date, days: int) -> Any:
    def plant(amounts: np.ndarray) -> None:
        at = (day - FIRST).days
        amounts[6, at : at + days] *= 0.2

    return plant


@pytest.fixture(params=[("收款额有没有异常", "再往前看"), ("Anything odd about takings?", "Nothing clear")])
def asked(request: pytest.FixtureRequest) -> Generator[tuple[str, str], None, None]:
    yield request.param


def test_what_was_odd_months_ago_is_told_behind_that_nothing_is_of_late(asked: tuple[str, str]) -> None:
    question, words = asked
    outcome, text = told(question, *calm(_one_low(dt.date(2026, 4, 6), 21)))
    assert outcome.statements[0].code in ("anomaly.but_this_year", "anomaly.but_this_year_some"), text
    assert words in text and "Gorse" in text


def test_where_nothing_is_odd_this_year_either_that_is_said(asked: tuple[str, str]) -> None:
    outcome, text = told(asked[0], *calm(lambda _: None))
    assert outcome.statements[0].code in ("anomaly.none", "anomaly.none_clear"), text
    assert outcome.statements[-1].code == "anomaly.nor_this_year"


@pytest.mark.parametrize("question", ["8月收款额有没有异常", "有没有异常"])
def test_a_time_that_is_named_and_a_question_of_no_figure_stay_what_they_are(question: str) -> None:
    outcome, _ = told(question, *calm(_one_low(dt.date(2026, 4, 6), 21)))
    assert not any("this_year" in one.code for one in outcome.statements)


def test_of_any_kiosk_what_is_odd_of_a_kiosk_comes_first() -> None:
    month = Window(_LATELY, dt.date(2026, 9, 1), "month")
    found = [
        Finding(Said(name), beside_usual("takings", month, 1.0, 2.0, cut, name), weight)
        for name, cut, weight in (("all", "", 0.9), ("part", "kind", 0.5), ("own", "kiosk", 0.1))
    ]
    assert [one.said.code for one in ranked(found, "kiosk")] == ["own", "all", "part"]
    assert [one.said.code for one in ranked(found)] == ["all", "part", "own"]
