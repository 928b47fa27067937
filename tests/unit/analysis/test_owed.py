"""Who holds a figure back: of collections who owes what is due, planted; else who is short of a target."""

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
from tests.unit.analysis.kiosks import TODAY, kiosks, told
from understanding.metric.answers import MetricAnswers

FIRST = dt.date(2025, 10, 1)
CLIENTS = [f"Client {letter}" for letter in "ABCDEFGHIJKL"]
TABLES = """
CREATE TABLE reps (rep_id INT PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE clients (client_id INT PRIMARY KEY, name TEXT NOT NULL,
  rep_id INT NOT NULL REFERENCES reps(rep_id));
CREATE TABLE bills (bill_id INT PRIMARY KEY, client_id INT NOT NULL REFERENCES clients(client_id),
  billed_on DATE NOT NULL, due_on DATE NOT NULL, amount NUMERIC NOT NULL);
CREATE TABLE payments (payment_id INT PRIMARY KEY, bill_id INT NOT NULL REFERENCES bills(bill_id),
  paid_on DATE NOT NULL, amount NUMERIC NOT NULL);
"""
DEFINED = f"""
metrics:
  - {{name: collections, names: {{zh: 回款额, en: Collections}}, table: payments, expression: SUM(amount),
     time: paid_on, unit: {{zh: 元, en: CNY}}, decimals: 2}}
  - {{name: billed_ever, names: {{zh: 累计开票, en: Billed to date}}, table: bills, expression: SUM(amount),
     unit: {{zh: 元, en: CNY}}}}
  - {{name: collected_ever, names: {{zh: 累计回款, en: Collected to date}}, table: payments,
     expression: SUM(amount), unit: {{zh: 元, en: CNY}}}}
  - {{name: owed, names: {{zh: 应收, en: Receivables}}, difference: [billed_ever, collected_ever],
     unit: {{zh: 元, en: CNY}}, good: low}}
  - {{name: billed_due, names: {{zh: 到期开票, en: Billed and due}}, table: bills, expression: SUM(amount),
     filters: ["due_on < '{TODAY}'"], unit: {{zh: 元, en: CNY}}}}
  - {{name: collected_due, names: {{zh: 到期回款, en: Collected of due}}, table: payments,
     expression: SUM(amount), filters: ["bills.due_on < '{TODAY}'"], unit: {{zh: 元, en: CNY}}}}
  - {{name: overdue, names: {{zh: 逾期应收, en: Overdue receivables}},
     difference: [billed_due, collected_due], unit: {{zh: 元, en: CNY}}, good: low}}
dimensions:
  - {{name: rep, names: {{zh: 销售, en: Rep}}, column: reps.name, key: reps.rep_id}}
  - {{name: client, names: {{zh: 客户, en: Client}}, column: clients.name, key: clients.client_id}}
scorecard: [collections]
"""


@lru_cache
def _billing(*unpaid: int) -> tuple[sqlite3.Connection, MetricAnswers]:
    """Return twelve clients that are billed weekly and pay after a month, but for those that pay nothing."""
    chance, bills, payments = np.random.default_rng(11), [], []
    for week in range(50):
        day = FIRST + days(7 * week)
        for client in range(12):
            amount = round(float(chance.uniform(900, 1100)), 2)
            bills.append((len(bills), client, day.isoformat(), (day + days(45)).isoformat(), amount))
            if day + days(30) < TODAY and client not in unpaid:
                payments.append((len(payments), len(bills) - 1, (day + days(30)).isoformat(), amount))
    database = sqlite3.connect(":memory:")
    database.executescript(TABLES)
    database.executemany("INSERT INTO reps VALUES (?, ?)", [(0, "Rep X"), (1, "Rep Y"), (2, "Rep Z")])
    database.executemany(
        "INSERT INTO clients VALUES (?, ?, ?)", [(at, name, at % 3) for at, name in enumerate(CLIENTS)]
    )
    database.executemany("INSERT INTO bills VALUES (?, ?, ?, ?, ?)", bills)
    database.executemany("INSERT INTO payments VALUES (?, ?, ?, ?)", payments)
    tables = TableSet()
    assert load_ddl(TABLES, "billing.sql", tables) == []
    schema = Schema(tuple(table_from(item.payload) for item in tables.items().items))
    report = load_metrics(DEFINED, "billing.yaml")
    assert report.refused == []
    names = ValueIndex.build([ColumnValues("clients.name", [(one, []) for one in CLIENTS])])
    spans = {"payments.paid_on": (FIRST + days(30), TODAY - days(1))}
    return database, MetricAnswers.build(report.items, schema, names, SQLITE, spans=spans)


@pytest.mark.parametrize(
    "question",
    [
        "谁在拖累今年的回款额",
        "谁拖累了今年的回款额",
        "who is dragging down collections this year",
        "which clients are holding back collections this year",
    ],
)
def test_who_owes_what_is_due_is_named_where_nothing_can_be_set_beside(question: str) -> None:
    database, answers = _billing(2, 7)
    due = database.execute(
        "SELECT client_id, SUM(amount) FROM bills WHERE due_on < ? AND client_id IN (2, 7) GROUP BY 1",
        (TODAY.isoformat(),),
    ).fetchall()
    outcome, words = told(question, database, answers)
    first = outcome.statements[0]
    assert (first.code, first.params["gap"].name, first.params["count"]) == ("behind.owed_one", "overdue", 1)
    assert outcome.result is not None
    ranked = [(row[0], row[1]) for row in outcome.result.rows]
    wanted = sorted(((CLIENTS[at], round(value, 2)) for at, value in due), key=lambda one: -one[1])
    assert [one for one, _ in ranked] == [one for one, _ in wanted]
    assert [one for _, one in ranked] == pytest.approx([one for _, one in wanted], abs=1)
    assert "  " not in words and outcome.declined is None


def test_what_many_owe_alike_is_said_to_be_spread() -> None:
    outcome, words = told("谁在拖累今年的回款额", *_billing(*range(12)))
    assert outcome.statements[0].code == "behind.owed_apart" and "一半以上" not in words


def test_nobody_is_named_where_nothing_is_owed_and_nothing_can_be_compared() -> None:
    outcome, words = told("谁在拖累今年的回款额", *_billing())
    assert outcome.declined is not None and "Client" not in words


def test_only_who_holds_it_back_asks_for_what_is_owed() -> None:
    for question in ("谁拉动了今年的回款额", "Which client drove the rise in collections this year?"):
        outcome, _ = told(question, *_billing(2, 7))
        assert not any(one.code.startswith("behind.") for one in outcome.statements)


@pytest.mark.parametrize("question", ["谁在拖累8月的收款额", "who is holding back takings in August"])
def test_of_a_figure_with_a_target_who_is_short_of_it_is_told(question: str) -> None:
    database, answers = kiosks()
    outcome, words = told(question, database, answers)
    codes = [one.code for one in outcome.statements]
    short = database.execute(
        "SELECT name FROM kiosks JOIN targets USING (kiosk_id) WHERE month = '2026-08-01' AND"
        " targets.amount > (SELECT SUM(amount) FROM takings t WHERE t.kiosk_id = kiosks.kiosk_id"
        " AND day LIKE '2026-08%')"
    ).fetchall()
    told_short = [one for one in codes if one.startswith("pace.")]
    assert bool(told_short) or not short, codes
    assert sum(name in words for (name,) in short) >= min(len(short), 3)
