"""Periods in a row must stand in a statement, be in a table, or follow from the dates beside them."""

from dataclasses import replace

import pytest

from answers.evidence import EvidenceCheck
from answers.held import Held
from answers.streaks import runs_in
from database.result import QueryResult, ResultColumn

MONTHS = QueryResult(
    (ResultColumn("Month", "date"), ResultColumn("Sales", "number"), ResultColumn("Target", "number")),
    tuple(
        (f"2026-{month:02}-01", sales, 100.0)
        for month, sales in enumerate((104.0, 97.0, 93.0, 90.0, 88.0, 85.0, 80.0, 81.0, 95.0, 94.0), 1)
    ),
    False,
    1.0,
)  # nine months below the target; six falls from January; two rises
DAYS = QueryResult(
    (ResultColumn("Day", "date"), ResultColumn("Shop", "text"), ResultColumn("Orders", "integer")),
    (
        ("2026-10-01", "North", 3),
        ("2026-10-02", "North", 0),
        ("2026-10-03", "North", 0),
        ("2026-10-04", "North", 0),
        ("2026-10-05", "North", 4),
        ("2026-10-01", "South", 5),
        ("2026-10-06", "South", 2),
    ),
    False,
    1.0,
)
COMPUTED = ("North missed its target 9 months running.", "南店连续 12 天没有订单。")


@pytest.mark.parametrize(
    "sentence",
    [
        "Sales stayed below the target for the ninth month in a row.",
        "连续九个月没有完成目标。",
        "Sales fell for six months in a row, from 104 to 80.",
        "North had no orders for three days running.",
        "South reported nothing on four consecutive days.",  # days that are not there
        "已连续12天没有订单。",
        "From 1 to 4 October, four days in a row, little was sold.",
        "6月至10月连续五个月低于目标 100。",
        "销售额连降六个月。",
        "Sales were under 90 for three months in a row, May to July.",
        "7 月至 9 月连着 3 个月没有完成目标。",
    ],
)
def test_periods_in_a_row_that_are_there_may_be_said(sentence: str) -> None:
    check = EvidenceCheck(COMPUTED, [Held(MONTHS), Held(DAYS)], ())
    assert check.unfounded(sentence) == []


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("Sales stayed below the target for the eighth month in a row.", "eighth month in a row"),
        ("连续八个月没有完成目标。", "连续八个月"),
        ("已经是第七个月连续下滑。", "第七个月连续"),
        ("North had no orders for five straight days.", "five straight days"),
        ("北店11天连续没有订单。", "11天连续"),
        ("销售额连降十个月。", "连降十个月"),  # all ten are of one sign, which is no fall
    ],
)
def test_periods_in_a_row_that_are_nowhere_may_not(sentence: str, found: str) -> None:
    check = EvidenceCheck(COMPUTED, [Held(MONTHS), Held(DAYS)], ())
    assert found in check.unfounded(sentence)


def test_months_that_do_not_follow_each_other_are_not_in_a_row() -> None:
    table = replace(MONTHS, rows=tuple(MONTHS.rows[at] for at in (1, 3, 5, 7)))
    assert runs_in(table) == {1}


def test_a_table_without_times_has_no_row_of_periods() -> None:
    table = QueryResult(
        (ResultColumn("Shop", "text"), ResultColumn("Orders", "integer")),
        (("North", 3), ("South", 4), ("East", 5)),
        False,
        1.0,
    )
    assert runs_in(table) == set()
