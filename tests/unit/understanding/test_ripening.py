"""At which age rows are ripe is told by how months went on, where rows get a day or leave a state."""

import datetime as dt
import sqlite3
from functools import lru_cache

import pytest

from database.dialects import POSTGRES
from knowledge.metrics import Metric
from language.calendar import days
from tests.unit.analysis.kiosks import TODAY
from tests.unit.understanding.small_business import answers_over
from understanding.metric.cohorts import counts_where

LAST = TODAY - days(1)
TABLES = """
CREATE TABLE orders (order_id INT PRIMARY KEY, ordered_on DATE NOT NULL, amount INT NOT NULL,
  paid INT NOT NULL, state TEXT NOT NULL, shipped_on DATE, paid_on DATE, returned_on DATE, promised_on DATE);
"""
DEFINED = """
metrics:
  - {name: orders, names: {zh: 订单数, en: Orders}, table: orders, expression: COUNT(*), time: ordered_on}
  - {name: sales, names: {zh: 销售额, en: Sales}, table: orders, expression: SUM(amount),
     time: ordered_on, filters: ["state <> 'VOID'"]}
  - {name: received, names: {zh: 到账额, en: Received}, table: orders, expression: SUM(paid),
     time: ordered_on}
  - {name: paid_orders, names: {zh: 付款单数, en: Paid orders}, table: orders, expression: COUNT(paid_on),
     time: ordered_on}
  - {name: paid_share, names: {zh: 付款率, en: Paid share}, table: orders, time: ordered_on,
     expression: "100.0 * SUM(CASE WHEN paid_on IS NOT NULL THEN 1 ELSE 0 END) / COUNT(*)"}
  - {name: returned, names: {zh: 退货单数, en: Returned orders}, table: orders, expression: COUNT(*),
     time: ordered_on, filters: ["state = 'RETURNED'"]}
  - {name: prompt, names: {zh: 准时单数, en: Prompt orders}, table: orders, expression: COUNT(*),
     time: ordered_on, filters: [shipped_on <= promised_on]}
  - {name: void, names: {zh: 作废单数, en: Void orders}, table: orders, expression: COUNT(*),
     time: ordered_on, filters: ["state = 'VOID'"]}
  - {name: paid_each, names: {zh: 每单到账, en: Paid per paid order}, ratio: [received, paid_orders]}
dimensions: []
"""


@lru_cache
def ages(span: int = 700) -> dict[str, int]:
    """Return from which age on each figure is ripe: shipped in a day, paid after 40, back after 20."""
    database = sqlite3.connect(":memory:", check_same_thread=False)
    database.executescript(TABLES)
    rows = []
    for at in range(span * 8):
        day = TODAY - days(1 + at // 8)

        def by(lag: int, day: dt.date = day) -> str | None:
            return (day + days(lag)).isoformat() if day + days(lag) < TODAY else None

        void = at % 11 == 0
        paid = None if void or at % 9 == 0 else by(40)
        returned = by(20) if at % 5 == 0 and not void else None
        shipped, state = None if void else by(1), "VOID" if void else "RETURNED" if returned else "SOLD"
        promised = (day + days(3)).isoformat()
        own = (100, 100 if paid else 0, state, shipped, paid, returned, promised)
        rows.append((at, day.isoformat(), *own))
    database.executemany("INSERT INTO orders VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
    known = answers_over(database, TABLES, DEFINED, {}).reader.known
    found = {name: known.unsettled((name,), TODAY) for name in known.catalog.metrics}
    return {name: one.ripens for name, one in found.items() if one is not None}


@pytest.mark.parametrize(
    ("figure", "age"),
    [
        pytest.param("received", 45, id="an amount that comes in by the day of payment"),
        pytest.param("paid_orders", 45, id="rows with a day"),
        pytest.param("paid_share", 45, id="a share in one expression"),
        pytest.param("returned", 21, id="a state with a day of its own"),
        pytest.param("prompt", 1, id="by the day it took, not by what was promised"),
        pytest.param("orders", 0, id="all rows count at once"),
        pytest.param("sales", 0, id="what is shipped counts before it is"),
        pytest.param("void", 0, id="a state without a day, that rows do not leave"),
    ],
)
def test_a_figure_is_ripe_once_next_to_nothing_more_comes(figure: str, age: int) -> None:
    assert ages().get(figure, 0) == age


def test_a_ratio_of_two_that_ripen_by_the_same_day_is_ripe_at_once() -> None:
    assert "paid_each" not in ages()


def test_a_short_history_is_ripe_no_sooner_than_it_shows() -> None:
    assert ages(120)["received"] == 45


@pytest.mark.parametrize(
    ("expression", "filters", "where"),
    [
        ("COUNT(*)", (), []),
        ("COUNT(*) FILTER (WHERE paid)", (), ["paid"]),
        (
            "SUM(CASE WHEN a = 1 AND b = 2 THEN amount END)",
            (),
            ["a = 1", "b = 2", "COALESCE(amount, 0) <> 0"],
        ),
        ("SUM(CASE WHEN a = 1 THEN amount ELSE cost END)", (), []),
        ("AVG(score)", ("d IS NOT NULL", "c = 3"), ["d IS NOT NULL", "c = 3"]),
        ("COUNT(DISTINCT x)", (), ["NOT x IS NULL"]),
    ],
)
def test_what_a_row_has_to_meet_is_read_off_filters_and_sum(
    expression: str, filters: tuple[str, ...], where: list[str]
) -> None:
    one = Metric("x", "", "", expression=expression, filters=filters)
    assert [it.sql() for it in counts_where(one, POSTGRES)] == where
