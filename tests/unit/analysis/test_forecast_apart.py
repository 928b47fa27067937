"""A forecast with somebody new in its past: those there throughout and the new by themselves, or declined."""

import datetime as dt
import sqlite3

import numpy as np
import pytest

from tests.unit.analysis.kiosks import FIRST, TODAY, kiosks, told
from understanding.metric.answers import MetricAnswers

OPENED = dt.date(2026, 3, 2)


def _opened_late(amounts: np.ndarray) -> None:
    amounts[11] *= 4  # Maple, the largest
    amounts[11, : (OPENED - FIRST).days] = np.nan


def _closed(amounts: np.ndarray) -> None:
    amounts[11] *= 4
    amounts[11, (OPENED - FIRST).days :] = np.nan


KNOWN = ("then", "months", "range")


def _just_opened(amounts: np.ndarray) -> None:
    amounts[11] *= 12
    amounts[11, : (TODAY - FIRST).days - 114] = np.nan


def _database(plant, opened: dt.date | None = OPENED) -> tuple[sqlite3.Connection, MetricAnswers]:
    database, answers = kiosks(plant)
    database.execute("UPDATE kiosks SET opened_on = '2020-01-01'")
    if opened:
        database.execute("UPDATE kiosks SET opened_on = ? WHERE name = 'Maple'", (opened.isoformat(),))
    return database, answers


@pytest.mark.parametrize(
    ("question", "words"),
    [
        (
            "预测下个季度的收款额",
            ("新增的Maple（2026-03-02）分开算", "一直都在的预测约", "新增的照最近 28 天"),
        ),
        (
            "forecast takings for next quarter",
            ("apart from the new Maple (2 Mar 2026)", "mean of the last 28 days"),
        ),
    ],
)
def test_who_is_new_is_forecast_apart_and_told(question: str, words: tuple[str, ...]) -> None:
    whole, _ = told(question, *_database(_opened_late, None))  # nobody knows of an opening
    parts, text = told(question, *_database(_opened_late))
    assert all(one in text for one in words), text
    assert (whole.statements[0].code, parts.statements[0].code) == ("forecast.value", "forecast.value_apart")

    def width(outcome) -> float:
        said = outcome.statements[0].params
        return float((said["high"].value - said["low"].value) / said["value"].value)

    assert width(parts) < width(whole) / 2
    assert parts.result is not None
    rest, new, both = parts.result.rows
    assert both[1] == pytest.approx(rest[1] + new[1], abs=0.02)


def test_a_time_longer_than_the_new_is_known_is_not_forecast() -> None:
    opened = TODAY - dt.timedelta(days=114)
    outcome, text = told("预测明年上半年的收款额", *_database(_just_opened, opened))
    assert outcome.statements[0].code == "forecast.new_short", text
    assert {one.code for one in outcome.statements[1:]} <= {f"forecast.known.{it}" for it in KNOWN}
    assert "Maple" in text and "114 天" in text


@pytest.mark.parametrize("plant", [None, _opened_late], ids=["nobody new", "nobody knows of it"])
def test_else_the_whole_is_forecast_as_one(plant) -> None:
    outcome, _ = told("预测下个月的收款额", *_database(plant, None))
    assert outcome.statements[0].code == "forecast.value"


def _opened_within_the_year_before(amounts: np.ndarray) -> None:
    amounts[0, : (dt.date(2025, 10, 18) - FIRST).days] = np.nan  # Alder, the smallest: too little to be apart


def test_who_opened_within_the_time_a_year_before_is_in_neither_its_base_nor_its_growth() -> None:
    opened = dt.date(2025, 10, 18)
    database, answers = _database(_opened_within_the_year_before, None)
    blind, _ = told("预测下个月的收款额", database, answers)
    database.execute("UPDATE kiosks SET opened_on = ? WHERE name = 'Alder'", (opened.isoformat(),))
    seeing, text = told("预测下个月的收款额", database, answers)
    of = [one.statements[0].params["value"].value for one in (blind, seeing)]
    plain, _ = told("预测下个月的收款额", *_database(None, None))
    true = plain.statements[0].params["value"].value
    assert abs(of[1] - true) < abs(of[0] - true), (of, true)
    assert "新增的Alder不在去年的基数和增长里" in text
