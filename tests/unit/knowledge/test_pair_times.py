"""Pairs whose SQL keeps to a time that their question does not name are told from those that are right."""

import pytest

from database.dialects import POSTGRES
from database.schema import Column, Schema, Table
from knowledge.items import KnowledgeItem
from teaching.upkeep.pair_times import time_problem

SCHEMA = Schema((Table("public", "sale", (Column("day", "date"), Column("amount", "int"))),))
ALL = "SELECT SUM(amount) FROM sale"
FIXED = f"{ALL} WHERE day >= '2026-10-01' AND day < '2026-11-01'"
SLOTS = f"{ALL} WHERE day >= :period_start AND day < :period_end"


@pytest.mark.parametrize(
    ("question", "variants", "sql", "code"),
    [
        ("营业额是多少", [], FIXED, "pair_days_unasked"),
        ("total sales", [], FIXED, "pair_days_unasked"),
        ("营业额是多少", [], SLOTS, "pair_time_unnamed"),
        ("sales by shop", ["sales of shops"], SLOTS, "pair_time_unnamed"),
        ("上个月的营业额", [], FIXED, "pair_days_stand"),
        ("sales last month", [], FIXED, "pair_days_stand"),
        ("上个月的营业额", [], SLOTS, ""),
        ("营业额是多少", ["上个月的营业额"], SLOTS, ""),
        ("2026年10月的营业额", [], FIXED, ""),
        ("sales in October 2026", [], FIXED, ""),
        ("上个月末的营业额", [], SLOTS, ""),
        ("sales at the end of last month", [], FIXED, "pair_days_stand"),
        ("营业额是多少", [], ALL, ""),
        ("total sales", [], "SELECT SUM(amount FROM", ""),
    ],
)
def test_a_pair_of_another_time_than_its_question_is_found(
    question: str, variants: list[str], sql: str, code: str
) -> None:
    pair = KnowledgeItem("p", "shop", "pair", question, sql, {"variants": variants})
    found = time_problem(pair, POSTGRES, SCHEMA)
    assert (found.code if found else "") == code
    if code in ("pair_days_unasked", "pair_days_stand"):
        assert found and found.params == {"first": "2026-10-01", "last": "2026-10-31"}
