"""Computed sentences say what the rows say, in both languages."""

import datetime as dt

import pytest

from answers.checks import FigureCheck
from answers.export import to_csv, to_xlsx
from answers.interpretation import interpretation, is_whole, limits_of_rights, restriction
from answers.statements import statements
from config.wording import LANGUAGES, say
from database.dialects import POSTGRES
from database.result import QueryResult, ResultColumn
from database.schema import Column, Schema, Table
from tests.unit.answers.test_chart import DAYS, FEW, MANY, result


def test_no_rows_says_so_and_gives_a_next_step() -> None:
    empty = result("a:text", [])
    assert statements(empty, "zh") == ("没有符合条件的数据。可以换一个时间段，或者少加一个条件再问。",)


def test_one_value_is_said_with_its_name() -> None:
    assert statements(result("营业额:number", [[1234.5]]), "zh") == ("营业额：1,234.50。",)


def test_a_null_is_said_as_no_data() -> None:
    assert statements(result("revenue:number", [[None]]), "en") == ("revenue: no data.",)


def test_ranking_names_the_ends_and_the_share() -> None:
    assert statements(FEW, "en", is_whole=True) == (
        "Of 3, 微信 has the highest 营业额 (50) and 现金 the lowest (20).",
        "They add up to 100; 微信 makes up 50.0%.",
    )


def test_the_share_that_was_asked_for_is_said_not_the_amount_beside_it() -> None:
    shares = result("Kind:text Revenue:number Share_(%):number", [["a", 50, 50.5], ["b", 40, 49.5]])
    named = QueryResult(
        (*shares.columns[:2], ResultColumn(say("metrics.column.share", "en"), "number")),
        shares.rows,
        False,
        1,
    )
    assert statements(named, "en", is_whole=True) == (
        "Of 2, a has the highest Share (%) (50.50) and b the lowest (49.50).",
    )


def test_a_series_says_where_it_began_ended_and_peaked() -> None:
    said = statements(DAYS, "en")
    assert said[0].startswith("营业额 rose from 10.50 (2026-10-01) to 315 (2026-10-30)")
    assert "2026-10-30 (315)" in said[1]


RUNNING = [
    (
        "季度（起始日）",
        ["2026-01-01", "2026-04-01", "2026-07-01", "2026-10-01"],
        "2026-Q1",
        "2026-Q3",
        "2026-Q4",
    ),
    ("Week from", [f"2026-11-{day:02}" for day in (2, 9, 16)], "2026-11-02", "2026-11-09", "2026-11-16"),
    ("年份（起始日）", ["2024-01-01", "2025-01-01", "2026-01-01"], "2024", "2025", "2026"),
]


@pytest.mark.parametrize(
    ("column", "starts", "first", "last", "left_out"), RUNNING, ids=["quarter", "week", "year"]
)
def test_a_stretch_that_still_runs_is_not_compared(
    column: str, starts: list[str], first: str, last: str, left_out: str
) -> None:
    rows = result("at:date n:number", [[start, 10 + at] for at, start in enumerate(starts)])
    series = QueryResult((ResultColumn(column, "date"), rows.columns[1]), rows.rows, False, 1)
    said = statements(series, "en", today=dt.date(2026, 11, 20))
    assert f"({first})" in said[0] and f"({last})" in said[0] and left_out not in said[0] + said[1]
    assert said[-1].startswith(left_out)


def test_growth_over_time_is_said_as_growth() -> None:
    rows = result("month:date n:number x:number", [["2026-09-01", 5, 2.5], ["2026-10-01", 4, 12.5]])
    column = ResultColumn(say("metrics.column.growth_last_year", "en"), "number")
    said = statements(QueryResult((*rows.columns[:2], column), rows.rows, False, 1), "en")
    assert said[0].startswith("Of 2, 2026-10 has the highest Year on year (%) (12.50)")


@pytest.mark.parametrize("rows", [DAYS, FEW, MANY], ids=["days", "few", "many"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_figure_of_a_computed_sentence_passes_the_check(rows: QueryResult, language: str) -> None:
    check = FigureCheck(rows.rows, rows.row_count)
    for sentence in statements(rows, language, is_whole=True):  # type: ignore[arg-type]
        assert check.unfounded(sentence) == []


def test_truncated_result_says_that_there_is_more() -> None:
    cut = QueryResult(FEW.columns, FEW.rows, truncated=True, elapsed_ms=1)
    assert "更多" in statements(cut, "zh")[-1]


def test_the_number_of_a_column_is_said_as_the_column() -> None:
    sql = "SELECT a.name, sum(b) AS s FROM revenue AS a GROUP BY 1 ORDER BY 2 DESC"
    lines = interpretation(sql, POSTGRES, Schema(()), "en")
    assert "Grouped by: name" in lines and any("SUM(b)" in line for line in lines), lines


def test_a_month_of_several_is_named_as_a_month() -> None:
    one = result("月份:date 营业额:number", [["2026-10-01", 12.0]])
    assert statements(one, "zh") == ("月份：2026-10，营业额：12。",)
    many = [["南城", "2026-09-01", 1.0], ["南城", "2026-10-01", 9.0], ["北山", "2026-10-01", 2.0]]
    said = statements(result("服务区:text 月份:date 营业额:number", many), "zh")
    assert said[0].startswith("3 项里营业额最高的是南城 · 2026-10（9）"), said


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


def test_exported_cells_never_begin_a_formula() -> None:
    rows = result("name:text n:integer", [["=HYPERLINK(1)", -3], ["@x", 4], ["＝1+1", 6], ["普通", 5]])
    text = to_csv(rows).decode("utf-8-sig")
    assert text.splitlines() == ["name,n", "'=HYPERLINK(1),-3", "'@x,4", "'＝1+1,6", "普通,5"]
    assert to_xlsx(rows)[:2] == b"PK"


def test_a_month_that_is_not_over_is_left_out_of_the_comparison() -> None:
    months = result(
        "月份:date 营业额:number", [["2026-09-01", 90.0], ["2026-10-01", 100.0], ["2026-11-01", 5.0]]
    )
    said = statements(months, "zh", today=dt.date(2026, 11, 20))
    assert said[0] == "营业额从 2026-09 的 90 升到 2026-10 的 100，增加 11.1%。"
    assert said[-1] == "2026-11 还没有结束，不参与比较。"
    assert len(statements(months, "zh", today=dt.date(2026, 12, 1))) == 2


def test_a_month_that_is_not_over_is_no_branchs_lowest() -> None:
    rows = result(
        "分公司:text 月份:date 营业额:number",
        [
            ["甲", "2026-10-01", 100.0],
            ["乙", "2026-10-01", 50.0],
            ["甲", "2026-11-01", 5.0],
            ["乙", "2026-11-01", 4.0],
        ],
    )
    said = statements(rows, "zh", today=dt.date(2026, 11, 20))
    assert "乙 · 2026-10（50）" in said[0] and said[-1] == "2026-11 还没有结束，不参与比较。"
    assert "乙 · 2026-11（4）" in statements(rows, "zh", today=dt.date(2026, 12, 1))[0]


def test_ties_at_the_top_are_named_together() -> None:
    rows = result("分公司:text 数量:integer", [["a", 6], ["b", 6], ["c", 5]])
    assert statements(rows, "zh")[0] == "3 项里数量最高的是a、b（并列，6），最低的是c（5）。"
    equal = result("分公司:text 数量:integer", [["a", 6], ["b", 6]])
    assert statements(equal, "en") == ("All 2 have the same 数量: 6.",)


def test_ties_at_the_bottom_and_along_time_are_named_together() -> None:
    rows = result("分公司:text 数量:integer", [["a", 6], *([name, 0] for name in "bcdefgh")])
    assert statements(rows, "zh")[0] == "8 项里数量最高的是a（6），最低的是b、c、d、e、f等 7 项（并列，0）。"
    assert statements(rows, "en")[0] == (
        "Of 8, a has the highest 数量 (6) and b, c, d, e, f, … (7 of them) share the lowest (0)."
    )
    months = result(
        "月份:text 数量:integer", [[f"2026-0{n}", figure] for n, figure in enumerate([3, 5, 5, 1], 1)]
    )
    assert "最高是 2026-02、2026-03（5），最低是 2026-04（1）。" in statements(months, "zh")


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
    assert interpretation(sql, POSTGRES, schema, "zh")[1] == "条件：销售日期 >= '2026-10-01'"
