"""Rows that lack a member because of what is asked about tell an effect: no fitter, as it was cancelled."""

import datetime as dt
import sqlite3
from functools import lru_cache

import numpy as np
import pytest

from database.dialects import SQLITE
from database.schema import Schema
from knowledge.tables import table_from
from knowledge.values import ColumnValues, ValueIndex
from language.calendar import days
from teaching.loaders.ddl import TableSet, load_ddl
from teaching.loaders.metrics import load_metrics
from tests.unit.analysis.kiosks import told
from understanding.metric.answers import MetricAnswers

TABLES = """
CREATE TABLE fitters (fitter_id INT PRIMARY KEY, fitter_name TEXT NOT NULL, grade TEXT NOT NULL,
  left_because TEXT);
CREATE TABLE jobs (job_id INT PRIMARY KEY, fitter_id INT REFERENCES fitters(fitter_id), area TEXT NOT NULL,
  placed_on DATE NOT NULL, state TEXT NOT NULL, why_not TEXT, paid NUMERIC);
"""
DEFINED = """
metrics:
  - {name: placed, names: {zh: 下单数, en: Jobs placed}, table: jobs, expression: COUNT(job_id),
     time: placed_on, unit: {zh: 单, en: jobs}, decimals: 0}
  - {name: cancelled, names: {zh: 取消数, en: Jobs cancelled}, table: jobs, expression: COUNT(job_id),
     filters: [state = 'off'], time: placed_on, unit: {zh: 单, en: jobs}, decimals: 0, good: low}
  - {name: cancel_rate, names: {zh: 取消率, en: Cancellation rate}, ratio: [cancelled, placed], unit: "%",
     decimals: 2, good: low}
  - {name: takings, names: {zh: 收款, en: Takings}, table: jobs, expression: SUM(paid), time: placed_on,
     unit: {zh: 元, en: CNY}}
dimensions:
  - {name: fitter, names: {zh: 师傅, en: Technician}, column: fitters.fitter_name, key: fitters.fitter_id}
  - {name: grade, names: {zh: 级别, en: Grade}, column: fitters.grade}
  - {name: left_because, names: {zh: 离职原因, en: Reason for leaving}, column: fitters.left_because}
  - {name: area, names: {zh: 片区, en: Area}, column: jobs.area}
  - {name: why_not, names: {zh: 取消原因, en: Reason for cancelling}, column: jobs.why_not,
     measured_by: cancelled}
scorecard: [takings, cancel_rate]
"""
TODAY, FIRST = dt.date(2026, 9, 23), dt.date(2025, 1, 1)
AREAS, GRADES = ("North", "South", "East", "West"), ("Junior", "Middle", "Senior")
LEFT = ("Another job", "Moved away")
GONE = 3  # fitters who left at the end of July


@lru_cache
def fitters() -> tuple[sqlite3.Connection, MetricAnswers]:
    """Return jobs of which from August on a quarter is cancelled for want of a fitter, and three who left."""
    chance, rows = np.random.default_rng(3), list[tuple[object, ...]]()
    for at in range((TODAY - FIRST).days):
        day = FIRST + days(at)
        lacking = 0.25 if day >= dt.date(2026, 8, 1) else 0.01
        for _ in range(20):
            nobody, minds = chance.random() < lacking, chance.random() < 0.05
            off = nobody or minds
            left = day >= dt.date(2026, 8, 1)
            fitter = None if nobody else int(chance.integers(GONE if left else 0, 10))
            why = "Nobody free" if nobody else "Changed mind" if minds else None
            paid = None if off else 80 + 40 * chance.random()
            area = AREAS[chance.integers(4)]
            rows.append((len(rows), fitter, area, day.isoformat(), "off" if off else "done", why, paid))
    database = sqlite3.connect(":memory:")
    database.executescript(TABLES)
    gone = [*LEFT, LEFT[0], *[None] * 7]
    database.executemany(
        "INSERT INTO fitters VALUES (?, ?, ?, ?)",
        [(at, f"F{at}", GRADES[at % 3], why) for at, why in enumerate(gone)],
    )
    database.executemany("INSERT INTO jobs VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
    tables = TableSet()
    assert load_ddl(TABLES, "jobs.sql", tables) == []
    schema = Schema(tuple(table_from(item.payload) for item in tables.items().items))
    report = load_metrics(DEFINED, "jobs.yaml")
    assert report.refused == [], report.refused
    kept = {
        "jobs.area": AREAS,
        "jobs.why_not": ("Nobody free", "Changed mind"),
        "fitters.fitter_name": tuple(f"F{at}" for at in range(10)),
        "fitters.grade": GRADES,
        "fitters.left_because": LEFT,
    }
    names = ValueIndex.build([ColumnValues(at, [(one, []) for one in some]) for at, some in kept.items()])
    spans = {"jobs.placed_on": (FIRST, TODAY - days(1))}
    return database, MetricAnswers.build(report.items, schema, names, SQLITE, spans=spans)


@pytest.mark.parametrize("question", ["8月取消数为什么比7月多了", "8月取消率为什么比7月高了"])
def test_of_what_was_cancelled_the_reason_leads_and_who_was_not_sent_is_none(question: str) -> None:
    outcome, text = told(question, *fitters())
    words = " ".join(map(str, outcome.statements))
    assert "Nobody free" in words, text
    assert "未填写" not in text and "按级别看" not in text, text
    assert "没有按级别拆：没有填它的占比从" in text, text


def test_the_parts_of_a_rate_by_its_kinds_add_up() -> None:
    outcome, text = told("8月取消率为什么比7月高了", *fitters())
    assert outcome.result is not None
    rows = [row for row in outcome.result.rows if row[0] == "按取消原因"]
    whole = next(row for row in outcome.result.rows if row[0] == "合计")
    assert len(rows) == 2 and sum(row[4] for row in rows) == pytest.approx(whole[4], abs=0.01), text


def test_takings_are_not_told_by_why_fitters_left() -> None:
    _, text = told("8月收款为什么比7月少了", *fitters())
    assert "Another job" not in text and "没有按离职原因拆" in text, text


def test_whom_of_our_own_people_to_talk_to_no_figure_tells() -> None:
    """Asked which fitter to have a talk with, how many of them there are was told."""
    database, answers = fitters()
    for question in ("哪个师傅该找来谈谈", "哪个师傅最需要关注"):
        outcome, text = told(question, database, answers)
        assert outcome.declined is not None and outcome.declined.code == "concern.people", text
        assert "可以按师傅看：取消率、收款" in text, text
    _, text = told("Which technician should I have a serious talk with?", database, answers)
    assert "what can be looked at by" in text.lower(), text
