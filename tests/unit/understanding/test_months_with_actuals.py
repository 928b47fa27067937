"""A percentage of what is set for months ahead is of the months that have both, where no time says which."""

import datetime as dt

import pytest

from database.dialects import SQLITE
from database.schema import Schema
from knowledge.tables import table_from
from teaching.loaders.ddl import TableSet, load_ddl
from teaching.loaders.metrics import load_metrics
from understanding.metric.answers import MetricAnswers
from understanding.readings import MetricHit

TODAY = dt.date(2026, 9, 23)
TABLES = """
CREATE TABLE bookings (site_id INT, month DATE NOT NULL, amount NUMERIC, PRIMARY KEY (site_id, month));
CREATE TABLE aims (site_id INT, month DATE NOT NULL, amount NUMERIC, PRIMARY KEY (site_id, month));
"""
DEFINED = """
metrics:
  - {name: booked, names: {zh: 入账额, en: Booked}, table: bookings, expression: SUM(amount), time: month,
     time_grain: month, unit: {zh: 元, en: CNY}}
  - {name: aim, names: {zh: 入账目标, en: Booked target}, table: aims, expression: SUM(amount), time: month,
     time_grain: month, unit: {zh: 元, en: CNY}}
  - {name: part, names: {zh: 入账完成率, en: Booked completion}, ratio: [booked, aim], unit: "%"}
"""


def _read(question: str, last: dt.date) -> MetricHit:
    """Return what is read over bookings up to a month, and aims for all of 2026."""
    tables = TableSet()
    assert load_ddl(TABLES, "sites.sql", tables) == []
    schema = Schema(tuple(table_from(item.payload) for item in tables.items().items))
    spans = {
        "bookings.month": (dt.date(2025, 11, 1), last),
        "aims.month": (dt.date(2026, 1, 1), dt.date(2026, 12, 1)),
    }
    items = load_metrics(DEFINED, "sites.yaml").items
    found = MetricAnswers.build(items, schema, None, SQLITE, spans=spans).answer(
        question, TODAY, lambda _: True
    )
    assert isinstance(found, MetricHit)
    return found


@pytest.mark.parametrize(
    "question", ["入账完成率", "Booked completion", "按月看入账完成率", "入账完成率最低的月份"]
)
@pytest.mark.parametrize(
    ("last", "end"),
    [
        (dt.date(2026, 6, 1), dt.date(2026, 7, 1)),
        (dt.date(2026, 8, 1), dt.date(2026, 9, 1)),
        (dt.date(2026, 9, 1), dt.date(2026, 9, 1)),
    ],
)
def test_a_percentage_of_a_monthly_target_is_of_the_months_that_have_both(
    question: str, last: dt.date, end: dt.date
) -> None:
    found = _read(question, last)
    assert [(one.start, one.end) for one in found.query.windows] == [(dt.date(2026, 1, 1), end)]
    assert "months" not in found.assumed


@pytest.mark.parametrize("question", ["今年入账完成率", "Booked completion this year"])
def test_a_stretch_that_runs_ends_with_the_last_month_that_has_both_and_is_asked_back(question: str) -> None:
    found = _read(question, dt.date(2026, 6, 1))
    assert [(one.start, one.end) for one in found.query.windows] == [
        (dt.date(2026, 1, 1), dt.date(2026, 7, 1))
    ]
    assert found.assumed == ("months",)


@pytest.mark.parametrize("question", ["8月入账完成率", "入账额", "Booked target"])
def test_a_month_and_what_is_no_percentage_stay_as_they_are(question: str) -> None:
    found = _read(question, dt.date(2026, 6, 1))
    month = [(dt.date(2026, 8, 1), dt.date(2026, 9, 1))] if "8月" in question else []
    assert [(one.start, one.end) for one in found.query.windows] == month
