"""How an answer was computed is said in the words of its reader."""

import pytest

from answers.interpretation import interpretation, is_whole, limits_of_rights, restriction
from database.dialects import POSTGRES
from database.schema import Column, Schema, Table


def test_the_number_of_a_column_is_said_as_the_column() -> None:
    sql = "SELECT a.name, sum(b) AS s FROM revenue AS a GROUP BY 1 ORDER BY 2 DESC"
    lines = interpretation(sql, POSTGRES, Schema(()), "en")
    assert "Grouped by: name" in lines and any("SUM(b)" in line for line in lines), lines


def test_interpretation_names_tables_filters_groups_and_limit() -> None:
    schema = Schema((Table("public", "revenue", (), comment="日营业额：按店铺"),))
    sql = "SELECT a, SUM(b) AS s FROM revenue WHERE d >= DATE '2026-10-01' GROUP BY a ORDER BY s DESC LIMIT 5"
    lines = interpretation(sql, POSTGRES, schema, "zh")
    assert lines[0] == "数据来自：revenue（日营业额）"
    assert "2026-10-01" in lines[1]
    assert lines[-1] == "只取前：5"


@pytest.mark.parametrize(
    ("sql", "whole"),
    [
        ("SELECT a, SUM(b) FROM t GROUP BY a", True),
        ("SELECT a, ROUND(SUM(b), 2) AS s FROM t GROUP BY a ORDER BY s", True),
        ("SELECT a, SUM(b) FROM t GROUP BY a LIMIT 5", False),
        ("SELECT a, AVG(b) FROM t GROUP BY a", False),
        ("SELECT a, SUM(b) / SUM(c) FROM t GROUP BY a", False),
        ("SELECT a, SUM(b) FROM t GROUP BY a HAVING SUM(b) > 3", False),
        ("SELECT a, b FROM t", False),
    ],
)
def test_only_sums_and_counts_of_everything_are_parts_of_a_whole(sql: str, whole: bool) -> None:
    assert is_whole(sql, POSTGRES) is whole


def test_rows_left_out_by_rights_are_said_and_shown() -> None:
    schema = Schema((Table("public", "staff", (Column("phone", "text", "电话：手机"),), comment="员工"),))
    policies = ("rows:public.staff", "partial:public.staff.phone")
    assert restriction(policies, "zh") == "只包含您有权查看的数据。"
    assert restriction(("partial:public.staff.phone",), "zh") == ""
    assert limits_of_rights(policies, schema, "zh") == [
        "权限：staff（员工） 只统计您能看到的行",
        "权限：电话 已遮盖",
    ]


def test_interpretation_speaks_of_columns_by_their_comments() -> None:
    schema = Schema(
        (Table("public", "sales", (Column("sold_on", "date", "销售日期"), Column("amount", "numeric"))),)
    )
    sql = "SELECT s.region, SUM(s.amount) FROM sales s GROUP BY 1 ORDER BY SUM(s.amount) DESC"
    lines = interpretation(sql, POSTGRES, schema, "zh")
    assert lines[-1] == "排序：SUM(amount) 从高到低"
    sql = "SELECT SUM(amount) FROM sales WHERE sold_on >= CAST('2026-10-01' AS DATE)"
    assert interpretation(sql, POSTGRES, schema, "zh")[1] == "条件：销售日期从 2026-10-01 起"
