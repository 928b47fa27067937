"""How an answer was computed is said in the words of its reader."""

import datetime as dt
from pathlib import Path
from typing import Any

import pytest
import yaml
from sqlglot import parse_one

from answers.conditions import Words
from answers.interpretation import interpretation, is_whole, limits_of_rights, restriction
from database.dialects import POSTGRES
from database.schema import Column, Schema, Table
from knowledge.metrics import Catalog, Dimension, Metric


def test_the_number_of_a_column_is_said_as_the_column() -> None:
    sql = "SELECT a.name, sum(b) AS s FROM revenue AS a GROUP BY 1 ORDER BY 2 DESC"
    lines = interpretation(sql, POSTGRES, Schema(()), "en")
    assert lines[1:] == ["Grouped by: name", "Ordered by: total of b, highest first"]


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


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("rent IS NOT NULL", "条件：月租金不为空"),
        ("NOT rent IS NULL", "条件：月租金不为空"),
        ("rent IS NULL", "条件：月租金为空"),
        ("name NOT LIKE '%茶%'", "条件：店名不含茶"),
        ("name LIKE '%茶%'", "条件：店名含有茶"),
    ],
)
def test_what_is_denied_is_told_so(where: str, said: str) -> None:
    columns = (Column("name", "text", comment="店名"), Column("rent", "numeric", comment="月租金（元）"))
    lines = interpretation(
        f"SELECT 1 FROM s WHERE {where}", POSTGRES, Schema((Table("p", "s", columns),)), "zh"
    )
    assert lines[1] == said


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("SELECT 1 FROM s WHERE EXTRACT(YEAR FROM day) = 2026", "条件：日期的年份为2026"),
        (
            "WITH h AS (SELECT day, EXTRACT(YEAR FROM day)::int AS y FROM s) "
            "SELECT 1 FROM h AS t JOIN h AS l ON l.y = 2025 WHERE t.y = 2026",
            "条件：日期的年份为2026、日期的年份为2025",
        ),
        ("SELECT 1 FROM s WHERE EXTRACT(YEAR FROM day) IN (2025, 2026)", "条件：日期的年份为2025或2026"),
        ("SELECT 1 FROM s WHERE amount = 2026", "条件：金额为2,026"),
    ],
)
def test_a_year_has_no_thousands(sql: str, said: str) -> None:
    table = Table(
        "p", "s", (Column("day", "date", comment="日期"), Column("amount", "numeric", comment="金额"))
    )
    assert interpretation(sql, POSTGRES, Schema((table,)), "zh")[1] == said


def test_interpretation_speaks_of_columns_by_their_comments() -> None:
    schema = Schema(
        (Table("public", "sales", (Column("sold_on", "date", "销售日期"), Column("amount", "numeric"))),)
    )
    sql = "SELECT s.region, SUM(s.amount) FROM sales s GROUP BY 1 ORDER BY SUM(s.amount) DESC"
    lines = interpretation(sql, POSTGRES, schema, "zh")
    assert lines[-1] == "排序：amount合计 从高到低"
    sql = "SELECT SUM(amount) FROM sales WHERE sold_on >= CAST('2026-10-01' AS DATE)"
    assert interpretation(sql, POSTGRES, schema, "zh")[1] == "条件：销售日期从 2026-10-01 起"


AREAS = Table(
    "public", "areas", (Column("area_id", "int"), Column("name", "text"), Column("name_en", "text"))
)
BRANCHES = Table(
    "public", "branches", (Column("branch_id", "int"), Column("name", "text"), Column("name_en", "text"))
)
SALES = Table(
    "public", "sales", (Column("area_id", "int"), Column("sold_on", "date"), Column("amount", "numeric"))
)
SHOP = Schema((AREAS, BRANCHES, SALES))
DEFINED = Catalog(
    {"revenue": Metric("revenue", "营业额", "Revenue", table="sales", expression="SUM(amount)")},
    {
        "area": Dimension("area", "服务区", "Area", column="areas.name", column_en="areas.name_en"),
        "branch": Dimension(
            "branch", "分公司", "Branch", column="branches.name", column_en="branches.name_en"
        ),
    },
    schema=SHOP,
)
WORDED = Path(__file__).parents[2] / "cases" / "details.yaml"


@pytest.mark.parametrize(
    "case", yaml.load(WORDED.read_text("utf-8"), Loader=yaml.CSafeLoader), ids=lambda one: one["sql"][:40]
)
def test_details_have_names_in_the_language_of_the_reader_and_no_sql(case: dict[str, Any]) -> None:
    until = dt.date(2026, 11, 23)  # the day after the last with data
    assert interpretation(case["sql"], POSTGRES, SHOP, case["language"], DEFINED, until)[1:] == case["lines"]


SHOWS = Schema(
    (
        Table("s", "shows", (Column("id", "int"), Column("status", "int", "1 = shown, 2 = cancelled"))),
        Table("s", "sales", (Column("show_id", "int"), Column("status", "int", "1 = paid, 2 = refunded"))),
    )
)


def members(sql: str) -> tuple[str, ...]:
    """Return what the conditions of a statement over shows and sales ask for."""
    return Words(SHOWS, "en").members(parse_one(sql, dialect="postgres"))


def test_a_code_is_called_what_it_means_in_the_table_it_is_read_from() -> None:
    assert members("SELECT COUNT(*) FROM s.sales WHERE status = 1") == ("paid",)
    assert members("SELECT COUNT(*) FROM s.shows WHERE status = 1") == ("shown",)
    walk = "SELECT 1 AS n UNION ALL SELECT n + 1 FROM walk WHERE n < 9"
    assert members(f"WITH RECURSIVE walk AS ({walk}) SELECT COUNT(*) FROM (SELECT n FROM walk) AS w") == ()


def test_what_must_not_be_there_is_not_what_is_counted() -> None:
    unpaid = "NOT EXISTS (SELECT 1 FROM s.sales a WHERE a.show_id = h.id AND a.status = 1)"
    assert members(f"SELECT COUNT(*) FROM s.shows h WHERE {unpaid}") == ()
    assert members(f"SELECT COUNT(*) FROM s.shows h WHERE h.status = 2 AND {unpaid}") == ("cancelled",)


CHECKED = Schema(
    (
        Table(
            "public",
            "areas",
            (
                Column("area_id", "integer", "服务区编号"),
                Column("name", "text", "服务区"),
                Column("level", "integer", "等级：1-示范，2-优秀"),
            ),
            comment="服务区",
        ),
        Table(
            "public",
            "piles",
            (
                Column("pile_id", "integer", "桩编号"),
                Column("area_id", "integer", "服务区编号"),
                Column("status", "integer", "状态：1-正常，2-停用"),
            ),
            comment="充电桩",
        ),
        Table(
            "public",
            "checks",
            (
                Column("check_id", "integer", "检查编号"),
                Column("area_id", "integer", "服务区编号"),
                Column("checked_on", "date", "检查日期"),
                Column("score", "numeric", "分数"),
                Column("result", "integer", "结果：1-合格，2-整改，3-不合格"),
            ),
            comment="检查记录",
        ),
    )
)
CONDITIONS = yaml.load((WORDED.parent / "conditions.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader)


@pytest.mark.parametrize("case", CONDITIONS, ids=lambda one: one["sql"])
def test_every_condition_that_changes_the_rows_is_told(case: dict[str, Any]) -> None:
    for language in ("zh", "en"):
        assert interpretation(case["sql"], POSTGRES, CHECKED, language)[1:] == case[language]  # type: ignore[arg-type]
