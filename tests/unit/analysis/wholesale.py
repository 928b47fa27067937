"""A wholesaler's orders in SQLite, four a day: of one of them most of a month's change may come."""

import datetime as dt
import random
import sqlite3
from collections.abc import Sequence
from functools import lru_cache

from database.dialects import SQLITE
from database.schema import Schema
from knowledge.tables import table_from
from knowledge.values import ColumnValues, ValueIndex
from language.calendar import days
from teaching.loaders.ddl import TableSet, load_ddl
from teaching.loaders.metrics import load_metrics
from tests.unit.analysis.kiosks import TODAY
from understanding.metric.answers import MetricAnswers

FIRST = dt.date(2025, 1, 1)
CUSTOMERS = ["Ash & Co", "Bell Stores", "Crown Foods", "Dale Market", "Eden Shop", "Ford Retail"]
PRICE = 20
TABLES = """
CREATE TABLE customers (customer_id INT PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE orders (order_id INT PRIMARY KEY, customer_id INT NOT NULL REFERENCES customers(customer_id),
  ordered_on DATE NOT NULL, quantity INT NOT NULL, price NUMERIC NOT NULL, amount NUMERIC NOT NULL);
"""
DEFINED = """
metrics:
  - {name: sales, names: {zh: 销售额, en: Sales}, table: orders, expression: SUM(amount), time: ordered_on,
     unit: {zh: 元, en: EUR}, decimals: 2}
  - {name: orders, names: {zh: 订单数, en: Orders}, table: orders, expression: COUNT(*), time: ordered_on,
     decimals: 0}
dimensions:
  - {name: customer, names: {zh: 客户, en: Customer}, column: customers.name, key: customers.customer_id}
scorecard: [sales, orders]
"""
Entry = tuple[dt.date, int, int, float]  # day, customer, quantity, amount


@lru_cache
def wholesale(
    *entries: Entry, times: tuple[tuple[int, int, float], ...] = ()
) -> tuple[sqlite3.Connection, MetricAnswers]:
    """Return the database and its definitions, with further orders; `times` makes months larger."""
    chance, rows, larger = random.Random(5), list[Sequence[object]](), {one[:2]: one[2] for one in times}
    day = FIRST
    while day < TODAY:
        for _ in range(4):
            quantity = round(chance.randint(30, 60) * larger.get((day.year, day.month), 1))
            amount = PRICE * quantity
            rows.append((len(rows), len(rows) % 6, day.isoformat(), quantity, PRICE, amount))
        day += days(1)
    for when, customer, quantity, amount in entries:
        rows.append((len(rows), customer, when.isoformat(), quantity, PRICE, amount))
    database = sqlite3.connect(":memory:")
    database.executescript(TABLES)
    database.executemany("INSERT INTO customers VALUES (?, ?)", enumerate(CUSTOMERS))
    database.executemany("INSERT INTO orders VALUES (?, ?, ?, ?, ?, ?)", rows)
    tables = TableSet()
    assert load_ddl(TABLES, "wholesale.sql", tables) == []
    schema = Schema(tuple(table_from(item.payload) for item in tables.items().items))
    report = load_metrics(DEFINED, "wholesale.yaml")
    assert report.refused == []
    names = ValueIndex.build([ColumnValues("customers.name", [(one, []) for one in CUSTOMERS])])
    spans = {"orders.ordered_on": (FIRST, TODAY - days(1))}
    return database, MetricAnswers.build(report.items, schema, names, SQLITE, spans=spans)
