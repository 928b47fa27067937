"""What is worked out from a part by the month is unknown in months that part has no data of."""

import sqlite3
from functools import lru_cache
from typing import Any

import pytest

from database.dialects import SQLITE
from language.calendar import days, whole
from query.plan.compose import compose
from tests.unit.analysis.kiosks import TODAY
from tests.unit.understanding.small_business import answers_over
from understanding.metric.answers import MetricAnswers
from understanding.readings import MetricHit

TABLES = """
CREATE TABLE valley (valley_id INT PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE fed (valley_id INT NOT NULL REFERENCES valley, fed_on DATE NOT NULL, gas INT NOT NULL);
CREATE TABLE metered (valley_id INT NOT NULL REFERENCES valley, month DATE NOT NULL, gas INT NOT NULL);
CREATE TABLE plan (valley_id INT NOT NULL REFERENCES valley, month DATE NOT NULL, gas INT NOT NULL);
"""
DEFINED = """
metrics:
  - {name: fed, names: {zh: 输气量, en: Gas fed}, table: fed, expression: SUM(gas), time: fed_on, decimals: 0}
  - {name: metered, names: {zh: 计费量, en: Gas metered}, table: metered, expression: SUM(gas), time: month,
     time_grain: month, decimals: 0}
  - {name: planned, names: {zh: 计划量, en: Gas planned}, table: plan, expression: SUM(gas), time: month,
     time_grain: month, decimals: 0}
  - {name: lost, names: {zh: 输差, en: Gas lost}, difference: [fed, metered], decimals: 0}
  - {name: loss_rate, names: {zh: 输差率, en: Loss rate}, ratio: [lost, fed], unit: "%", scale: 100,
     decimals: 1}
  - {name: met, names: {zh: 计划完成率, en: Plan met}, ratio: [metered, planned], unit: "%", scale: 100,
     decimals: 1}
dimensions:
  - {name: valley, names: {zh: 片区, en: Valley}, column: valley.name, key: valley.valley_id}
"""
THIS_MONTH = whole("month", TODAY)[0]


def everyone(_: str) -> bool:
    return True


@lru_cache
def valleys() -> tuple[sqlite3.Connection, MetricAnswers]:
    """Return two valleys that are fed every day and metered up to the month before this one."""
    database = sqlite3.connect(":memory:", check_same_thread=False)
    database.executescript(TABLES)
    database.executemany("INSERT INTO valley VALUES (?, ?)", enumerate(("Ash", "Bow")))
    first = whole("month", TODAY, -8)[0]
    each = [first + days(one) for one in range((TODAY - first).days)]
    fed = [(one, day.isoformat(), 10) for day in each for one in (0, 1)]
    database.executemany("INSERT INTO fed VALUES (?, ?, ?)", fed)
    months = [whole("month", TODAY, -one) for one in range(8, -1, -1)]
    rows = [(one, start.isoformat(), (end - start).days * 8) for start, end in months for one in (0, 1)]
    database.executemany("INSERT INTO plan VALUES (?, ?, ?)", rows)
    done = [row for row in rows if row[1] < THIS_MONTH.isoformat()]
    database.executemany("INSERT INTO metered VALUES (?, ?, ?)", done)
    values = {"valley.name": ["Ash", "Bow"]}
    return database, answers_over(database, TABLES, DEFINED, values, tallied=False)


def rows_of(question: str) -> list[tuple[Any, ...]]:
    database, answers = valleys()
    hit = answers.answer(question, TODAY, everyone)
    assert isinstance(hit, MetricHit)
    return [tuple(one) for one in database.execute(hit.sql).fetchall()]


@pytest.mark.parametrize(
    "question", ["本月输差率", "本月输差", "本月计划完成率", "loss rate by valley this month"]
)
def test_nothing_is_told_of_a_month_that_one_part_has_no_data_of(question: str) -> None:
    assert [one for one in rows_of(question) if one[-1] is not None] == []


@pytest.mark.parametrize(("question", "rate"), [("上个月输差率", 20.0), ("上个月计划完成率", 100.0)])
def test_months_with_all_parts_are_told(question: str, rate: float) -> None:
    assert [one[0] for one in rows_of(question)] == [rate]


def test_a_time_that_runs_ends_with_the_months_that_have_all_parts() -> None:
    assert {one[-1] for one in rows_of("今年每个月输差率")} == {20.0}


def test_a_month_left_out_is_told() -> None:
    _, answers = valleys()
    hit = answers.answer("上个月和本月的输差率", TODAY, everyone)
    assert isinstance(hit, MetricHit)
    assert compose(hit.query, answers.catalog, SQLITE, "zh", TODAY) != hit.sql
    assert any("没有数据" in one for one in hit.interpretation)
