"""An entry that may be keyed wrong is taken in forecasts and targets as it is in every other analysis."""

import datetime as dt
from functools import lru_cache

import numpy as np
import pytest

from analysis.outcome import Outcome
from tests.unit.analysis.kiosks import FIRST, Plant, kiosks, told

IN_SEPTEMBER, IN_AUGUST = dt.date(2026, 9, 10), dt.date(2026, 8, 28)
LATE = dt.date(2026, 7, 1)  # too few days to check a forecast on


@lru_cache
def _keyed(day: dt.date, first: dt.date = FIRST) -> Plant:
    """Return what makes the takings of one kiosk a hundred times as large on a day."""

    def plant(amounts: np.ndarray) -> None:
        amounts[2, (day - first).days] *= 100

    return plant


def _params(outcome: Outcome) -> dict[str, dict]:
    return {one.code: dict(one.params) for one in outcome.statements}


def _so_far(plant: Plant | None, first: dt.date = FIRST) -> float:
    database, _ = kiosks(plant, first)
    return float(database.execute("SELECT SUM(amount) FROM takings WHERE day >= '2026-09-01'").fetchone()[0])


def test_so_far_has_the_entry_as_meant_and_what_is_recorded_is_told_beside() -> None:
    plant = _keyed(IN_SEPTEMBER)
    outcome, words = told("本月收款额预计多少", *kiosks(plant))
    said = _params(outcome)
    whole, entry = said["forecast.whole"], said["entries.told"]
    off = entry["value"].value - entry["likely"].value
    assert float(whole["actual"].value + off) == pytest.approx(_so_far(plant))
    assert float(entry["with_it"].params["booked"].value) == pytest.approx(_so_far(plant))
    plain = _params(told("本月收款额预计多少", *kiosks())[0])["forecast.whole"]
    assert float(whole["value"].value / plain["value"].value) == pytest.approx(1, abs=0.01)
    assert "请先核对是不是录错" in words


def test_arithmetic_goes_on_from_the_entry_as_meant() -> None:
    plant = _keyed(IN_SEPTEMBER, LATE)
    outcome, words = told("takings forecast for this month", *kiosks(plant, LATE))
    comes, entry, beside = outcome.statements
    assert (comes.code, entry.code) == ("forecast.arithmetic", "entries.told")
    plain, _ = told("takings forecast for this month", *kiosks(None, LATE))
    for name in ("mean", "sum"):
        found, usual = (one.statements[0].params[name].value for one in (outcome, plain))
        assert float(found / usual) == pytest.approx(1, abs=0.01)
    assert beside.code == "target.pace_beside_unlikely" and "which would be missed" in words


def test_a_month_to_come_is_told_to_take_the_entry_as_meant() -> None:
    outcome, words = told("takings forecast for October", *kiosks(_keyed(IN_SEPTEMBER)))
    assert [one.code for one in outcome.statements[:2]] == ["forecast.value", "entries.told"]
    assert "Figures here take it for" in words and "as recorded" not in words


def test_a_target_is_not_forecast_from_an_entry_before_its_time() -> None:
    question = "9月收款额目标能完成吗"
    outcome, words = told(question, *kiosks(_keyed(IN_AUGUST)))
    found, plain = (_params(one)["target.likely"] for one in (outcome, told(question, *kiosks())[0]))
    assert float(found["sum"].value / plain["sum"].value) == pytest.approx(1, abs=0.003)
    assert found["actual"].value == plain["actual"].value
    assert "2026-08-28 有一笔" in words


@pytest.mark.parametrize("question", ["本月收款额目标能完成吗", "Will takings reach this month's target?"])
def test_a_verdict_that_an_entry_decides_is_told_as_recorded_too(question: str) -> None:
    database, answers = kiosks(_keyed(IN_SEPTEMBER))
    (so_far,) = database.execute("SELECT SUM(amount) FROM takings WHERE day >= '2026-09-01'").fetchone()
    (most,) = database.execute("SELECT MAX(amount) FROM takings").fetchone()
    aim = (so_far - most / 2) / 12
    try:
        database.execute("UPDATE targets SET amount = ? WHERE month = '2026-09-01'", (aim,))
        outcome, words = told(question, database, answers)
    finally:
        database.execute("UPDATE targets SET amount = 200000")
    (recorded,) = (one for one in outcome.statements if one.code == "entries.recorded")
    assert recorded.params["said"].code == "target.met_running", words
    assert outcome.statements[0].code != "target.met_running"
    assert "按账面：" in words or "As recorded: " in words


def test_what_days_lately_brought_has_the_entry_as_meant() -> None:
    found, plain = (
        _params(told("今年收款额目标能完成吗", *kiosks(one))[0])["target.needed"]["lately"]
        .params["mean"]
        .value
        for one in (_keyed(IN_SEPTEMBER), None)
    )
    assert float(found / plain) == pytest.approx(1, abs=0.001)
