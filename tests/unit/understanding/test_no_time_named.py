"""What has no answer without a time is asked back: sales a head, and how many faults there are now."""

import sqlite3
from functools import lru_cache

import pytest

from language.calendar import days
from tests.unit.analysis.kiosks import TODAY
from tests.unit.understanding.small_business import answers_over
from understanding.metric.answers import MetricAnswers
from understanding.readings import MetricHit

TABLES = """
CREATE TABLE shop (shop_id INT PRIMARY KEY, name TEXT NOT NULL, area INT NOT NULL);
CREATE TABLE sale (shop_id INT NOT NULL REFERENCES shop, sold_on DATE NOT NULL, amount INT NOT NULL);
CREATE TABLE fault (fault_id INT PRIMARY KEY, shop_id INT NOT NULL REFERENCES shop, found_on DATE NOT NULL);
CREATE TABLE ticket (ticket_id INT PRIMARY KEY, shop_id INT NOT NULL REFERENCES shop, made_on DATE NOT NULL,
  status INT NOT NULL);
"""
DEFINED = """
metrics:
  - {name: sales, names: {zh: 销售额, en: Sales}, table: sale, expression: SUM(amount), time: sold_on}
  - {name: area, names: {zh: 店铺面积, en: Shop area}, table: shop, expression: SUM(area), additivity: semi}
  - {name: faults, names: {zh: 故障数, en: Faults}, table: fault, expression: COUNT(*), time: found_on}
  - {name: tickets, names: {zh: 工单数, en: Tickets}, synonyms: [工单], table: ticket, expression: COUNT(*),
     time: made_on}
  - {name: shops, names: {zh: 店数, en: Number of shops}, table: shop, expression: COUNT(*), additivity: semi}
  - {name: per_area, names: {zh: 坪效, en: Sales per square metre}, ratio: [sales, area]}
  - {name: per_fault, names: {zh: 每次故障销售额, en: Sales per fault}, ratio: [sales, faults]}
dimensions:
  - {name: shop, names: {zh: 店, en: Shop}, column: shop.name, key: shop.shop_id}
  - {name: state, names: {zh: 工单状态, en: Ticket state}, column: ticket.status,
     values: {"1": [待处理, open], "2": [已完成, done]}}
"""


@lru_cache
def shops() -> MetricAnswers:
    """Return two shops with sales, faults and tickets of every day of a year."""
    database = sqlite3.connect(":memory:", check_same_thread=False)
    database.executescript(TABLES)
    database.executemany("INSERT INTO shop VALUES (?, ?, 50)", [(1, "Ash"), (2, "Bow")])
    each = [
        (at, shop, (TODAY - days(at // 2 + 1)).isoformat()) for at in range(700) for shop in (1 + at % 2,)
    ]
    database.executemany("INSERT INTO sale VALUES (?, ?, 10)", [(shop, day) for _, shop, day in each])
    database.executemany("INSERT INTO fault VALUES (?, ?, ?)", each)
    database.executemany("INSERT INTO ticket VALUES (?, ?, ?, ?)", [(*one, 1 + one[0] % 2) for one in each])
    return answers_over(database, TABLES, DEFINED, {"shop.name": ["Ash", "Bow"]})


@pytest.mark.parametrize(
    "question",
    [
        "坪效",
        "坪效最高的店",
        "sales per square metre by shop",
        "现在有多少故障数",
        "how many faults are there now",
    ],
)
def test_a_time_is_assumed_where_a_figure_grows_with_it_or_only_happened(question: str) -> None:
    found = shops().answer(question, TODAY, lambda column: True)
    assert isinstance(found, MetricHit) and {"period", "happened"} & {
        *found.assumed
    }  # and so asked back (understanding/taught.py)


@pytest.mark.parametrize("question", ["今年坪效", "每次故障销售额", "待处理的工单现在有多少", "故障数"])
def test_no_time_is_assumed_elsewhere(question: str) -> None:
    found = shops().answer(question, TODAY, lambda column: True)
    assert isinstance(found, MetricHit) and "period" not in found.assumed
