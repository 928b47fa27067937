"""Teaching, publishing and retrieving on a real PostgreSQL and a real Chroma."""

import datetime as dt
import json
from collections.abc import AsyncIterator

import pytest

from appdb.pool import AppDatabase
from database.rights import Rights
from knowledge.base import KnowledgeBase
from knowledge.loaders import load_files
from knowledge.records import RecordStore
from tests.conftest import SettingsFor

TODAY = dt.date(2026, 11, 20)
ALL = Rights(role="admin", connection="shop")
DDL = """
CREATE TABLE sales.orders (
    order_id int PRIMARY KEY,
    customer_id int REFERENCES sales.customers (customer_id), -- 下单客户
    paid_amount numeric,                                       -- 实付金额
    ordered_on date                                            -- 下单日期
);
CREATE TABLE sales.customers (customer_id int PRIMARY KEY, name text, city text);
CREATE TABLE hr.employees (employee_id int PRIMARY KEY, full_name text, salary numeric); -- 员工
COMMENT ON TABLE sales.orders IS '客户订单';
"""
PAIRS = [
    {
        "question": "上个月的订单金额是多少？",
        "sql": "SELECT sum(paid_amount) FROM sales.orders"
        " WHERE ordered_on >= :period_start AND ordered_on < :period_end",
        "language": "zh",
        "verified_by": "ann",
        "variants": ["上月订单一共多少钱"],
    },
    {"question": "What is the average salary of employees?", "sql": "SELECT avg(salary) FROM hr.employees"},
]


@pytest.fixture
async def base(app_database: AppDatabase, settings_for: SettingsFor) -> AsyncIterator[KnowledgeBase]:
    knowledge = KnowledgeBase(settings_for(), RecordStore(app_database))
    yield knowledge
    await knowledge.close()


async def teach(base: KnowledgeBase, name: str, text: str, connection: str = "shop") -> None:
    report = load_files([(name, text.encode())])
    assert report.refused == []
    await base.stage(report.items, connection, "ann")


async def ask(base: KnowledgeBase, question: str, rights: Rights = ALL, budget: int = 1200):  # type: ignore[no-untyped-def]
    return await base.retrieve(question, "shop", rights=rights, today=TODAY, budget_tokens=budget)


async def test_published_tables_and_pairs_are_found_in_both_languages(base: KnowledgeBase) -> None:
    await teach(base, "shop.sql", DDL)
    await teach(base, "pairs.json", json.dumps(PAIRS))
    version = await base.publish("shop", "ann", "first")
    linked = await ask(base, "上个月客户订单的实付金额是多少")
    assert (version.version, version.items) == (1, 5)
    assert linked.tables[0].name == "sales.orders"
    assert linked.examples[0].question == "上个月的订单金额是多少？"
    assert [(p.start, p.end) for p in linked.periods] == [("2026-10-01", "2026-11-01")]
    assert (await ask(base, "average salary per employee")).tables[0].name == "hr.employees"


async def test_nothing_staged_is_served_before_it_is_published(base: KnowledgeBase) -> None:
    await teach(base, "shop.sql", DDL)
    assert (await ask(base, "orders")).tables == ()
    assert await base.version("shop") == 0
