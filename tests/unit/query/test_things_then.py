"""A figure divided by the size of things: who had closed before the time asked about is none of them."""

import datetime as dt
import sqlite3

import pytest

from database.dialects import SQLITE
from database.schema import Schema
from knowledge.tables import table_from
from knowledge.values import ValueIndex
from query.plan.blocks import things_then
from query.plan.compose import compose
from teaching.loaders.ddl import TableSet, load_ddl
from teaching.loaders.metrics import load_metrics
from understanding.metric.answers import MetricAnswers
from understanding.readings import MetricHit

TODAY = dt.date(2026, 9, 23)
TABLES = """
CREATE TABLE clubs (club_id INT PRIMARY KEY, name TEXT NOT NULL, area NUMERIC, opened_on DATE,
  closed_on DATE);
CREATE TABLE payments (payment_id INT PRIMARY KEY, club_id INT NOT NULL REFERENCES clubs(club_id),
  paid_on DATE, amount NUMERIC);
"""
DEFINED = """
metrics:
  - {name: income, names: {zh: 收入, en: Income}, table: payments, expression: SUM(amount), time: paid_on}
  - {name: area, names: {zh: 营业面积, en: Floor area}, table: clubs, expression: SUM(area)}
  - {name: per_area, names: {zh: 坪效, en: Income per area}, ratio: [income, area], decimals: 2}
dimensions:
  - {name: club, names: {zh: 门店, en: Club}, column: clubs.name, key: clubs.club_id}
"""
CLUBS = [
    (1, "West", 100, "2020-01-01", None),
    (2, "East", 200, "2020-01-01", None),
    (3, "Shut", 50, "2020-01-01", "2026-05-31"),
]
PAID = [(1, 1, "2026-08-05", 900), (2, 2, "2026-08-06", 400), (3, 3, "2026-05-02", 10)]


def _names(question: str) -> set[str]:
    tables = TableSet()
    assert load_ddl(TABLES, "clubs.sql", tables) == []
    schema = Schema(tuple(table_from(item.payload) for item in tables.items().items))
    report = load_metrics(DEFINED, "clubs.yaml")
    spans = {"payments.paid_on": (dt.date(2026, 1, 1), dt.date(2026, 9, 22))}
    answers = MetricAnswers.build(report.items, schema, ValueIndex.build([]), SQLITE, spans=spans)
    hit = answers.answer(question, TODAY, lambda _: True)
    assert isinstance(hit, MetricHit)
    database = sqlite3.connect(":memory:")
    database.executescript(TABLES)
    database.executemany("INSERT INTO clubs VALUES (?, ?, ?, ?, ?)", CLUBS)
    database.executemany("INSERT INTO payments VALUES (?, ?, ?, ?)", PAID)
    told = compose(hit.query, answers.reader.known.catalog, SQLITE, "en", TODAY)
    assert things_then(hit.query, answers.reader.known.catalog)
    return {row[0] for row in database.execute(told)}


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Income per area by club in August 2026", {"West", "East"}),
        ("2026年8月各门店坪效", {"West", "East"}),
        (
            "Income per area by club in May 2026",
            {"West", "East", "Shut"},
        ),  # that was there until its last day
    ],
)
def test_who_had_closed_before_is_none_of_those_a_figure_is_told_of(question: str, names: set[str]) -> None:
    assert _names(question) == names
