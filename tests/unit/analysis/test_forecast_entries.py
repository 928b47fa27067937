"""An entry that may be keyed wrong: what has been is told with it, what is to come is learned without it."""

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


def test_so_far_is_what_the_database_has_and_the_entry_is_told_with_the_whole_without_it() -> None:
    plant = _keyed(IN_SEPTEMBER)
    outcome, words = told("本月收款额预计多少", *kiosks(plant))
    said = _params(outcome)
    whole, counted = said["forecast.whole"], said["forecast.keyed_counted"]
    assert float(whole["actual"].value) == pytest.approx(_so_far(plant))
    assert whole["sum"].value == whole["actual"].value + whole["value"].value
    assert counted["sum"].value == whole["sum"].value - counted["value"].value
    assert "不算它，全期约 248.7 万元，范围全在目标之上" in words
    plain = _params(told("本月收款额预计多少", *kiosks())[0])["forecast.whole"]["value"].value
    assert float(whole["value"].value / plain) == pytest.approx(1, abs=0.01)  # it is not learned from


def test_arithmetic_counts_the_entry_so_far_goes_on_without_it_and_tells_it() -> None:
    plant = _keyed(IN_SEPTEMBER, LATE)
    outcome, words = told("takings forecast for this month", *kiosks(plant, LATE))
    comes, counted, beside = outcome.statements
    mean = comes.params["mean"].value
    assert (comes.code, counted.code) == ("forecast.arithmetic", "forecast.keyed_counted")
    assert float(comes.params["sum"].value - 8 * mean) == pytest.approx(_so_far(plant, LATE))
    plain, _ = told("takings forecast for this month", *kiosks(None, LATE))
    assert float(mean / plain.statements[0].params["mean"].value) == pytest.approx(1, abs=0.05)
    assert beside.code == "target.pace_beside_unlikely" and "which would be missed" in words
    assert ", its whole range below the target." in words


def test_a_month_to_come_is_told_to_leave_the_entry_out() -> None:
    outcome, words = told("takings forecast for October", *kiosks(_keyed(IN_SEPTEMBER)))
    assert [one.code for one in outcome.statements[:2]] == ["forecast.value", "forecast.keyed"]
    assert "The estimate leaves it out." in words


def test_a_target_is_not_forecast_from_an_entry_before_its_time() -> None:
    question = "9月收款额目标能完成吗"
    outcome, words = told(question, *kiosks(_keyed(IN_AUGUST)))
    found, plain = (_params(one)["target.likely"] for one in (outcome, told(question, *kiosks())[0]))
    assert float(found["sum"].value / plain["sum"].value) == pytest.approx(1, abs=0.003)
    assert found["actual"].value == plain["actual"].value
    assert "2026-08-28有一笔" in words.replace(" ", "") and "估算没有把它算进去" in words
    assert "target.keyed" not in _params(outcome)


def test_a_target_worked_out_from_the_pace_is_told_without_the_entry_too() -> None:
    question = "本月收款额目标能完成吗"
    outcome, words = told(question, *kiosks(_keyed(IN_SEPTEMBER, LATE), LATE))
    said = _params(outcome)
    pace, keyed = said["target.pace_unlikely"], said["target.keyed"]
    without = pace["sum"].value - keyed["value"].value
    assert keyed["whole"].params["sum"].value == without
    assert "照最近的速度（也不算它）全期约" in words and "范围全在目标之下" in words


def test_what_days_lately_brought_is_told_with_the_entry_as_it_was() -> None:
    plant = _keyed(IN_SEPTEMBER)
    database, answers = kiosks(plant)
    outcome, _ = told("今年收款额目标能完成吗", database, answers)
    (total,) = database.execute("SELECT SUM(amount) FROM takings WHERE day >= '2026-08-26'").fetchone()
    lately = _params(outcome)["target.needed"]["lately"]
    assert lately.params["days"] == 28
    assert float(lately.params["mean"].value) == pytest.approx(total / 28)
