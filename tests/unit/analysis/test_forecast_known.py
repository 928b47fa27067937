"""Where a time to come is not forecast, what was in the same time and in the last months is told as that."""

import numpy as np
import pytest

from language.calendar import days
from tests.unit.analysis.kiosks import kiosks, told


def _sum(where: str, of: str = "SUM(amount) FROM takings WHERE day") -> float:
    return kiosks()[0].execute(f"SELECT {of} {where}").fetchone()[0]


@pytest.mark.parametrize("question", ["预测未来五年的收款额", "forecast takings for the next five years"])
def test_the_last_months_are_told_where_history_is_too_short(question: str) -> None:
    outcome, words = told(question, *kiosks())
    why, months, usual = outcome.statements
    assert outcome.declined is None and why.code == "forecast.short"
    assert months.code == "forecast.known.months" and usual.code == "forecast.known.range"
    listed = [one.params["value"].value for one in months.params["list"]]
    wanted = [_sum(f"LIKE '2026-0{month}%'") for month in (8, 7, 6)]
    assert [float(one) for one in listed] == pytest.approx(wanted)
    before = _sum("BETWEEN '2025-06-01' AND '2025-08-31'")
    growth = months.params["growth"].params["growth"].value
    assert float(growth) == pytest.approx(100 * (sum(wanted) / before - 1))
    low, high = usual.params["low"].value, usual.params["high"].value
    every = [_sum(f"LIKE '{one}%'") for one in (*[f"2025-{m:02}" for m in range(9, 13)],
             *[f"2026-{m:02}" for m in range(1, 9)])]  # fmt: skip
    assert (float(low), float(high)) == pytest.approx((min(every), max(every)))
    assert "实际数" in words or "actual figures" in words


def _unevenly(amounts: np.ndarray) -> None:
    amounts *= np.exp(2.5 * np.random.default_rng(3).standard_normal(amounts.shape[1]))


@pytest.mark.parametrize("question", ["下周的收款额会是多少", "forecast takings for next week"])
def test_the_same_time_a_year_before_comes_first_behind_what_the_past_did_not_bear_out(question: str) -> None:
    database, answers = kiosks(_unevenly)
    outcome, words = told(question, database, answers)
    why, then, *_ = outcome.statements
    assert (why.code, then.code) == ("forecast.uncertain", "forecast.known.then"), words
    year, *_ = [one.params for one in then.params["list"]]
    between = (year["window"].start.isoformat(), (year["window"].end - days(1)).isoformat())
    query = "SELECT SUM(amount) FROM takings WHERE day BETWEEN ? AND ?"
    assert float(year["value"].value) == pytest.approx(database.execute(query, between).fetchone()[0])
    assert (year["window"].end - year["window"].start).days == 7
    assert "不是预测" in words or "not a forecast" in words
    assert outcome.result is not None and len(outcome.result.rows) > 12


def test_a_forecast_that_stands_tells_nothing_more() -> None:
    outcome, _ = told("预测下个月的收款额", *kiosks())
    assert not [one for one in outcome.statements if one.code.startswith("forecast.known")]
