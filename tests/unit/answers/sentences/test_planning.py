"""The answer comes first, in the words of its reader, and no more is said than the rows bear out."""

import datetime as dt
import re
from dataclasses import replace
from typing import Any

import pytest

from answers.checks import FigureCheck
from answers.sentences.asked import Measure
from answers.sentences.background import Background
from answers.sentences.phrases import moved
from answers.sentences.planning import plan
from answers.sentences.reading import Question, asked_of
from answers.sentences.scope import scope_of_query
from config.wording import LANGUAGES, Language
from database.dialects import POSTGRES
from database.result import QueryResult, ResultColumn
from database.schema import Column, Schema, Table
from knowledge.metrics import Catalog, Dimension, Metric
from query.metric_query import Compared, Filter, MetricQuery, Window
from tests.unit.answers.sentences.telling import TODAY, as_stored, told
from tests.unit.answers.test_chart import DAYS, FEW, MANY, result

GROUPED = "SELECT a, SUM(b) AS b FROM t GROUP BY a"
LATER = Background(Catalog({}, {}), as_stored, dt.date(2026, 12, 1))


def test_no_rows_says_so_and_gives_a_next_step() -> None:
    empty = result("a:text", [])
    assert told(empty, "zh") == ("没有符合条件的数据。可以换一个时间段，或者少加一个条件再问。",)


def test_one_value_is_said_with_its_name_and_no_unit_is_invented() -> None:
    assert told(result("营业额:number", [[1234.5]]), "zh") == ("营业额为 1,234.5。",)
    assert told(result("Revenue:number", [[12.5]]), "en") == ("Revenue: 12.5.",)


def test_a_null_is_said_as_no_data() -> None:
    assert told(result("revenue:number", [[None]]), "en") == ("There are no data on revenue.",)


@pytest.mark.parametrize(
    ("language", "columns", "said"),
    [
        ("zh", "门店:text 月租金:number", "春熙路店的月租金为 39,000。"),
        ("en", "Shop:text Rent:number", "Rent of 春熙路店: 39,000."),
    ],
)
def test_the_figure_of_the_one_row_is_said(language: Language, columns: str, said: str) -> None:
    sql = "SELECT name, monthly_rent FROM shops WHERE name = '春熙路店'"
    assert told(result(columns, [["春熙路店", 39000]]), language, sql=sql) == (said,)


def test_a_number_that_tells_groups_apart_is_a_name_and_no_figure() -> None:
    rows = result("甜度:integer 杯量:integer", [[5, 60], [0, 40]])
    sql = "SELECT sugar, SUM(cups) AS cups FROM t GROUP BY sugar ORDER BY 2 DESC"
    assert told(rows, "zh", sql=sql) == ("杯量合计 100：甜度 5：60（占 60.0 %）、甜度 0：40（占 40.0 %）。",)
    hours = result("Hour:integer Orders:integer", [[13, 3630]])
    sql = "SELECT EXTRACT(HOUR FROM at) AS h, COUNT(*) FROM t GROUP BY 1 ORDER BY 2 DESC LIMIT 1"
    assert "hour 13 " in told(hours, "en", sql=sql)[0].lower()


def test_all_of_a_whole_are_named_with_their_shares() -> None:
    assert told(FEW, "zh", sql=GROUPED) == (
        "营业额合计 100：微信 50（占 50.0 %）、支付宝 30（占 30.0 %）、现金 20（占 20.0 %）。",
    )


def test_rows_that_are_no_whole_are_not_added_up() -> None:
    (said,) = told(FEW, "zh", sql="SELECT a, AVG(b) AS b FROM t GROUP BY a")
    assert said == "营业额：微信（50）、支付宝（30）、现金（20）。"


def test_a_bottom_few_begin_with_the_lowest() -> None:
    rows = result("区:text 量:number", [["丙", 3], ["乙", 5], ["甲", 9]])
    sql = "SELECT a, SUM(b) AS b FROM t GROUP BY a ORDER BY 2 LIMIT 3"
    assert told(rows, "zh", sql=sql)[0] == "量最低的是丙（3），再往上是乙（5）、甲（9）。"


def test_what_the_rows_are_ranked_by_leads_though_another_figure_stands_before_it() -> None:
    rows = result("区:text 营业额:number 投诉:integer", [["甲", 3, 9], ["乙", 5, 4]])
    sql = "SELECT a, SUM(b) AS b, COUNT(c) AS c FROM t GROUP BY a ORDER BY 3 DESC LIMIT 2"
    assert told(rows, "zh", sql=sql)[0].startswith("投诉最多的是甲（9，")


def test_the_figure_the_question_names_leads() -> None:
    rows = result("区:text 营业额:number 目标:number", [["甲", 3, 9], ["乙", 5, 4]])
    assert told(rows, "zh", question="各区的目标是多少？")[0].startswith("目标：")


def test_days_are_added_up_and_averaged() -> None:
    said = told(DAYS, "en", sql=GROUPED.replace("a,", "day,").replace("BY a", "BY day"))
    assert said[0] == "营业额 came to 4,882.5, 162.8 a day on average."
    assert "30 Oct 2026 (315)" in said[1]


RUNNING = [
    ("季度（起始日）", ["2026-01-01", "2026-04-01", "2026-07-01", "2026-10-01"], "Q4 2026"),
    ("Week from", [f"2026-11-{day:02}" for day in (2, 9, 16)], "The week of 16 Nov 2026"),
    ("年份（起始日）", ["2024-01-01", "2025-01-01", "2026-01-01"], "2026"),
]


@pytest.mark.parametrize(("column", "starts", "left_out"), RUNNING, ids=["quarter", "week", "year"])
def test_a_stretch_that_still_runs_is_told_and_not_compared(
    column: str, starts: list[str], left_out: str
) -> None:
    rows = result("at:date n:number", [[start, 10 + at] for at, start in enumerate(starts)])
    series = QueryResult((ResultColumn(column, "date"), rows.columns[1]), rows.rows, False, 1)
    said = told(series, "en")
    assert str(10 + len(starts) - 1) not in said[0].partition(":")[2]
    assert said[-1] == f"{left_out} ({9 + len(starts)}): not over yet, left out of the comparison."


def test_a_first_week_that_began_before_the_data_is_not_compared() -> None:
    rows = result(
        "周（起始日）:date n:number", [["2026-10-26", 1], *([f"2026-11-{d:02}", 9] for d in (2, 9))]
    )
    sql = "SELECT w, SUM(n) AS n FROM t WHERE d >= '2026-10-29' AND d < '2026-11-16' GROUP BY w"
    known = Background(
        Catalog({}, {}),
        as_stored,
        dt.date(2026, 11, 20),
        every=(dt.date(2026, 10, 29), dt.date(2026, 11, 16)),
    )
    said = told(rows, "zh", sql=sql.split(" WHERE")[0] + " GROUP BY w", known=known)
    assert said[-1] == "2026-10-26 当周（1）不完整，不参与比较。"


@pytest.mark.parametrize("rows", [DAYS, FEW, MANY], ids=["days", "few", "many"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("sql", ["SELECT 1", GROUPED], ids=["any", "whole"])
def test_every_figure_of_a_computed_sentence_passes_the_check(
    rows: QueryResult, language: str, sql: str
) -> None:
    check = FigureCheck(rows.rows, rows.row_count)
    for sentence in told(rows, language, sql=sql):  # type: ignore[arg-type]
        plain = sentence.replace("第 ", "").replace("-10-", " ")
        assert [one for one in check.unfounded(plain) if one not in ("2026", "2026-10")] == []


def test_truncated_result_says_that_there_is_more() -> None:
    cut = QueryResult(FEW.columns, FEW.rows, truncated=True, elapsed_ms=1)
    assert "更多" in told(cut, "zh")[-1]


def test_a_month_that_is_not_over_is_left_out_of_the_comparison() -> None:
    months = result(
        "月份:date 营业额:number", [["2026-09-01", 90.0], ["2026-10-01", 100.0], ["2026-11-01", 5.0]]
    )
    said = told(months, "zh")
    assert said[0].startswith("营业额：2026 年 9 月 90、10 月 100。")
    assert said[-1] == "2026 年 11 月（5）还没有结束，不参与比较。"
    assert len(told(months, "zh", known=LATER)) == 1


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
    said = told(rows, "zh")
    assert said[0] == "营业额：2026 年 10 月，甲（100）、乙（50）。"
    assert said[-1] == "2026 年 11 月还没有结束，不参与比较。"


def test_ties_are_named_together() -> None:
    rows = result("分公司:text 数量:integer", [["a", 6], ["b", 6], ["c", 5]])
    sql = "SELECT a, COUNT(b) AS b FROM t GROUP BY a ORDER BY 2 DESC LIMIT 3"
    assert told(rows, "zh", sql=sql) == ("数量最多的是a、b（并列，各 6），其次是c（5）。",)
    equal = result("分公司:text 数量:integer", [["a", 6], ["b", 6]])
    assert told(equal, "en")[0] == "All 2 分公司 had the same 数量: 6."


def test_many_ties_are_told_by_their_number() -> None:
    rows = result("分公司:text 数量:integer", [["a", 6], *([name, 0] for name in "bcdefghijklmn")])
    assert "b、c、d等 13 个（各 0）" in told(rows, "zh")[0]
    assert "b, c, d and others (13 in all) (0 each)" in told(rows, "en")[0]


def test_two_stretches_of_unlike_length_are_not_concluded_from() -> None:
    rows = result("本期:number 上期:number 增长:number", [[90, 100, -10]])
    part = "SUM(n) FILTER (WHERE d >= '{}' AND d < '{}')"
    now, before = part.format("2026-11-01", "2026-11-20"), part.format("2026-10-01", "2026-11-01")
    sql = f"SELECT {now} AS a, {before} AS b, 100 * ({now} / {before} - 1) AS c FROM t"
    said = told(rows, "zh", sql=sql)
    assert "下降" not in "".join(said) and said[-1] == "两段时间分别是 19 天和 31 天，合计不能直接比较。"


def test_a_figure_beside_its_target_is_no_growth() -> None:
    rows = result("实际:number 目标:number 差距(%):number", [[90, 100, -10]])
    sql = "SELECT SUM(a) AS a, SUM(b) AS b, 100 * (SUM(a) - SUM(b)) / SUM(b) AS c FROM t"
    assert told(rows, "zh", sql=sql) == ("实际为 90，目标为 100，差距为 -10.0 %。",)


def test_a_percent_is_told_only_as_exactly_as_the_figures_are_known() -> None:
    rain = Measure(0, "rain", "mm", 1, is_rate=True)
    assert moved(3.1, 2.5, rain, "en") == "up by 0.6 mm"  # 24.0 % of what is told, 23.1 % of what was read
    assert moved(3.1, 2.5, rain, "en", 23.08) == "up 23.1 % (+0.6 mm)"
    assert moved(3.1, 2.5, replace(rain, is_rate=False), "en") == "up 24.0 % (+0.6 mm)"


def test_a_sum_read_beside_its_parts_is_told_first() -> None:
    rows = result("状态:text 投诉量:integer 合计:number", [["未开始", 100, 285], ["处理中", 185, 285]])
    question = Question("", "zh", "SELECT 1", POSTGRES, Schema(), None)
    asked = replace(asked_of(question, rows, LATER), of_some=True)
    (said,) = plan(asked, rows)
    assert said.worded("zh") == "处理中、未开始的投诉量合计 285：处理中（185）、未开始（100）。"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("zh", "量与较早一期相比，2 个区都没有变化。"),
        ("en", "量 did not change at any of 2 区 against an earlier period."),
    ],
)
def test_of_members_that_are_all_as_they_were_none_has_fallen_most(language: Language, said: str) -> None:
    rows = result("区:text 量:number 增长:number", [["甲", 1, 0.0], ["乙", 2, 0.0]])
    asked = asked_of(Question("", language, GROUPED, POSTGRES, Schema(), None), rows, LATER)
    figure, growth = sorted(asked.measures, key=lambda one: one.index)
    asked = replace(asked, measures=(replace(growth, role="growth", of=figure.index), figure))
    (found,) = plan(asked, rows)
    assert found.worded(language) == said


@pytest.mark.parametrize(
    ("language", "said"),
    [("zh", "对比期没有数据、没有比较的：丙（9）。"), ("en", "Not compared, with no figure then: 丙 (9).")],
)
def test_who_has_no_earlier_figure_is_named_beside_who_grew(language: Language, said: str) -> None:
    rows = result(
        "区:text 量:number 前期:number 增长:number",
        [["甲", 3, 2, 50.0], ["乙", 1, 2, -50.0], ["丙", 9, None, None], ["丁", None, 4, None]],
    )
    asked = asked_of(Question("", language, GROUPED, POSTGRES, Schema(), None), rows, LATER)
    figure, before, growth = sorted(asked.measures, key=lambda one: one.index)
    told_of = (replace(growth, role="growth", of=figure.index), figure)
    asked = replace(asked, measures=(*told_of, replace(before, role="before", of=figure.index)))
    assert said in [one.worded(language) for one in plan(asked, rows)]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("zh", "2026-01-01 至 11-30 开业的共 1 个店：甲。"),
        ("en", "1 店 opened over 1 Jan – 30 Nov 2026: 甲."),
    ],
)
def test_rows_chosen_by_a_day_are_said_with_what_happened_on_it(language: Language, said: str) -> None:
    shops = Table("public", "shops", columns=(
        Column("name", "text", comment="店"), Column("opened_on", "date", comment="开业日期"),
    ))  # fmt: skip
    sql = "SELECT name AS 店 FROM shops WHERE opened_on >= '2026-01-01' AND opened_on < '2027-01-01'"
    question = Question("", language, sql, POSTGRES, Schema((shops,)), None)
    rows = result("店:text", [["甲"]])
    asked = asked_of(question, rows, LATER)
    (found,) = plan(replace(asked, things=tuple(replace(one, known=True) for one in asked.things)), rows)
    assert found.worded(language) == said


OPENED = """WITH d AS (SELECT id, name, opened_on FROM depots WHERE name = '南坡站'),
m AS (SELECT date_trunc('month', s.sold_on)::date AS mon, SUM(s.amount) AS sum FROM sales s
JOIN d ON d.id = s.id GROUP BY 1)
SELECT d.name, d.opened_on, m.mon, m.sum FROM d CROSS JOIN m ORDER BY m.mon"""


def test_months_tell_rows_apart_and_not_the_one_day_something_opened() -> None:
    months = [["南坡站", "2026-04-06", f"2026-0{month}-01", 1000.0 * month] for month in range(4, 10)]
    said = told(result("奶站:text 开站日期:date 月份:date 销售额:number", months), "zh", sql=OPENED)
    assert said[0].startswith("南坡站的销售额：2026 年 4 月 4,000、5 月 5,000")


@pytest.mark.parametrize(
    ("language", "columns", "said"),
    [
        (
            "zh",
            "区:text 投诉量:integer 类型:text 该类投诉量:integer",
            "投诉量：甲 9（服务 6、食品 3）；乙 7（食品 7）。",
        ),
        (
            "en",
            "Area:text Complaints:integer Type:text Of_it:integer",
            "Complaints: 甲 9 (服务 6, 食品 3); 乙 7 (食品 7).",
        ),
    ],
)
def test_a_figure_of_each_place_is_said_once_with_its_kinds_within_it(
    language: Language, columns: str, said: str
) -> None:
    sql = (
        "WITH x AS (SELECT a, k, COUNT(*) AS n FROM t GROUP BY a, k),"
        " y AS (SELECT a, COUNT(*) AS n FROM t GROUP BY a)"
        " SELECT y.a, y.n, x.k, x.n FROM y JOIN x ON x.a = y.a ORDER BY y.n DESC, x.n DESC"
    )
    rows = [["甲", 9, "服务", 6], ["甲", 9, "食品", 3], ["乙", 7, "食品", 7]]
    assert told(result(columns, rows), language, sql=sql) == (said,)


def test_a_heading_with_its_own_year_is_told_without_the_time_of_all_rows() -> None:
    sql = (
        "SELECT plan, AVG(fee) FILTER (WHERE day >= '2026-10-01') AS a,"
        " AVG(fee) FILTER (WHERE day < '2026-10-01') AS b FROM t"
        " WHERE day >= '2026-09-01' AND day < '2026-11-01' GROUP BY plan"
    )
    rows = result(
        "Plan:text Fee_in_October_2026:number Fee_in_September_2026:number",
        [["Month", 9.5, 8.25], ["Year", 7.5, 7.25]],
    )
    said = told(rows, "en", sql=sql)[0]
    assert said.lower().startswith("fee in october 2026: month")


def test_figures_that_are_alike_by_chance_within_each_place_are_no_figure_of_it() -> None:
    rows = [
        ["North", "late", 1, 3],
        ["North", "dirty", 1, 2],
        ["South", "late", 2, 4],
        ["South", "cold", 2, 1],
    ]
    sql = "SELECT a, k, COUNT(*) AS n, SUM(d) AS d FROM t GROUP BY a, k"
    said = told(result("Area:text Kind:text Complaints:integer Days:integer", rows), "en", sql=sql)
    assert not any("North 1 (" in one for one in said)


def test_a_figure_by_what_has_no_time_says_so_of_two_times_and_of_one_long_ago() -> None:
    stock = Metric("stock", "库存", "Stock", table="stock", time="day", additivity="semi")
    places = Metric("places", "托位数", "Pallet positions", table="rooms")
    filled = Metric(
        "filled", "利用率", "Occupancy", kind="ratio", parts=("stock", "places"), additivity="ratio"
    )
    catalog = Catalog({one.name: one for one in (stock, places, filled)}, {})
    known = Background(catalog, as_stored, dt.date(2026, 11, 20))
    october = Window(dt.date(2026, 10, 1), dt.date(2026, 11, 1), "month")
    alone = MetricQuery(("filled",), windows=(october,))
    august = Window(dt.date(2026, 8, 1), dt.date(2026, 9, 1), "month")
    told = {
        query: [
            one.worded("en")
            for one in scope_of_query(query, known, "en", rows=1).cautions
            if one.key.startswith("as_now")
        ]
        for query in (
            alone,
            replace(alone, windows=(august,)),
            replace(alone, compared=Compared("last_year")),
        )
    }
    then = "This is by pallet positions as of now; what there was then is not recorded."
    assert list(told.values()) == [[], [then], ["Both times are by the pallet positions of now."]]


SALES = Metric("sales", "销售额", "Sales", unit_zh="元", unit_en="CNY")
GOAL = Metric("goal", "销售目标", "Sales target", unit_zh="元", unit_en="CNY")
REACHED = Metric(
    "reached", "完成率", "Attainment", kind="ratio", parts=("sales", "goal"), unit_zh="%", unit_en="%"
)


@pytest.mark.parametrize(
    ("language", "heads", "parts", "all_of"),
    [
        (
            "en",
            "Branch:text Sales:number Sales target:number",
            [
                "North (CNY 124,000, 101.6 % of the sales target of CNY 122,000)",
                "99.99 % of the sales target",
            ],
            "In all: 100.9 % of the sales target of CNY 222,000.",
        ),
        (
            "zh",
            "分公司:text 销售额:number 销售目标:number",
            ["北区（12.4 万元，销售目标 12.2 万元，完成 101.6 %）"],
            "完成 100.9 %",
        ),
    ],
)
def test_a_goal_beside_its_figure_is_told_with_how_much_of_it_was_reached(
    language: Any, heads: str, parts: list[str], all_of: str
) -> None:
    name = {"en": ("North", "South"), "zh": ("北区", "南区")}[language]
    columns = tuple(
        ResultColumn(one, "text" if not place else "number")
        for place, one in enumerate(re.split(r":(?:text|number) ?", heads)[:3])
    )
    rows = ((name[0], 124_000, 122_000), (name[1], 99_990, 100_000))
    found = QueryResult(columns, rows, False, 0.0)
    branch = Dimension("branch", "分公司", "Branch", column="branches.name")
    known = Background(
        Catalog({one.name: one for one in (SALES, GOAL, REACHED)}, {"branch": branch}), as_stored, TODAY
    )
    october = Window(dt.date(2026, 10, 1), dt.date(2026, 11, 1), "month")
    query = MetricQuery(("sales", "goal"), ("branch",), windows=(october,))
    said = " ".join(
        told(found, language, query=query, known=known, sql="SELECT b, SUM(s), SUM(g) FROM t GROUP BY b")
    )
    assert all(one in said for one in [*parts, all_of]), said


def test_of_the_first_twenty_nobody_is_told_to_be_the_last() -> None:
    rows = [[f"C{place:02}", 500 - place] for place in range(20)]
    sql = "SELECT c, SUM(d) AS n FROM t GROUP BY c ORDER BY n DESC LIMIT 20"
    said = " ".join(told(result("Customer:text Overdue:number", rows), "en", sql=sql))
    assert "places 18 to 20 are" in said and "the last three" not in said, said


TWO_YEARS = (
    "SELECT SUM(amount) FILTER (WHERE day >= '2025-01-01' AND day < '2026-01-01') AS sales, "
    "SUM(amount) FILTER (WHERE day >= '2024-01-01' AND day < '2025-01-01') AS before, "
    "100.0 * (SUM(amount) FILTER (WHERE day >= '2025-01-01' AND day < '2026-01-01') "
    "/ SUM(amount) FILTER (WHERE day >= '2024-01-01' AND day < '2025-01-01') - 1) AS growth FROM takings "
    "WHERE day >= '2024-01-01' AND day < '2026-01-01'"
)
TAKINGS = Schema((Table("main", "takings", columns=(Column("day", "date"), Column("amount", "integer"))),))


@pytest.mark.parametrize(
    ("first", "said"),
    [(dt.date(2024, 11, 1), "对比的时间有一部分没有数据，增长不可比"), (dt.date(2023, 5, 1), "增长 600.0 %")],
)
def test_growth_that_a_statement_works_out_from_a_time_with_data_in_part_is_not_told(
    first: dt.date, said: str
) -> None:
    rows = result("销售额:integer 去年同期销售额:integer 同比(%):number", [[700, 100, 600]])
    part = (first, TODAY) if first > dt.date(2024, 1, 1) else None
    known = Background(Catalog({}, {}), as_stored, TODAY, (first, TODAY), part)
    text = " ".join(told(rows, "zh", question="2025年销售额同比", sql=TWO_YEARS, schema=TAKINGS, known=known))
    assert said in text
    assert ("600" in text) == ("600" in said)


STATE = Dimension("state", "状态", "State", column="staff.state", values={"在职": ("1",), "active": ("1",)})
STAFF = Metric("staff", "在职人数", "Active staff", table="staff", expression="COUNT(*)", unit_zh="人")
KEPT = Metric(
    "kept", "在职率", "Active share", table="staff", expression="COUNT(*)", kind="ratio", unit_zh="%"
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_kind_with_which_the_name_of_a_figure_begins_is_not_said_twice(language: Language) -> None:
    named = {"zh": "在职", "en": "Active"}[language]
    query = MetricQuery(("staff",), filters=(Filter("state", (named,)),))
    known = Background(Catalog({"staff": STAFF, "kept": KEPT}, {"state": STATE}), as_stored, TODAY)
    assert not scope_of_query(query, known, language, rows=1).kind
    other = replace(query, filters=(Filter("state", ("left",)),))
    assert scope_of_query(other, known, language, rows=1).kind == "left"
    rate = replace(query, metrics=("kept",))
    assert scope_of_query(rate, known, language, rows=1).kind == named


@pytest.mark.parametrize(
    ("zh", "said"), [("耗用量", "今年（2026-01-01 至 11-19）"), ("销售目标", "今年（2026-01-01 至 11-30）")]
)
def test_a_figure_kept_by_the_month_is_told_until_yesterday_and_a_target_of_whole_months(
    zh: str, said: str
) -> None:
    used = Metric(
        "used", zh, "", table="stock", expression="SUM(used)", time="stock.month", time_grain="month"
    )
    year = Window(dt.date(2026, 1, 1), dt.date(2027, 1, 1), "year", text="今年")
    every = (dt.date(2026, 1, 1), dt.date(2026, 12, 1))
    known = Background(Catalog({"used": used}, {}), as_stored, dt.date(2026, 11, 20), every)
    assert scope_of_query(MetricQuery(("used",), windows=(year,)), known, "zh", rows=1).when == said


def test_means_of_a_day_are_not_divided_by_the_days_again() -> None:
    rows = result(
        "2026年国庆日均营业额(元):number 2025年国庆日均营业额(元):number 日均增长(%):number",
        [[480, 410, 17.1]],
    )
    sql = (
        "WITH t AS (SELECT SUM(amount) FILTER (WHERE day >= '2026-10-01' AND day < '2026-10-08') / 7 AS now, "
        "SUM(amount) FILTER (WHERE day >= '2025-10-01' AND day < '2025-10-09') / 8 AS before FROM takings) "
        "SELECT now, before, 100.0 * (now / before - 1) FROM t"
    )
    sales = Metric(
        "sales", "营业额", "Revenue", table="takings", expression="SUM(amount)", time="takings.day"
    )
    known = Background(Catalog({"sales": sales}, {}), as_stored, TODAY)
    said = " ".join(told(rows, "zh", question="国庆日均营业额", sql=sql, schema=TAKINGS, known=known))
    assert "480" in said and "按天比" not in said, said


def test_the_first_of_two_orders_are_both_ends_and_not_the_first_two() -> None:
    sql = (
        "WITH e AS (SELECT name, per, RANK() OVER (ORDER BY per DESC) AS t, RANK() OVER (ORDER BY per) AS l "
        "FROM areas) SELECT name, per FROM e WHERE t = 1 OR l = 1 ORDER BY per DESC"
    )
    rows = result("Area:text Per:number", [["Xuwen", 16.98], ["Danxia", 11.78]])
    said = {language: " ".join(told(rows, language, sql=sql)) for language in LANGUAGES}
    assert "第 2 名" not in said["zh"] and "second" not in said["en"] and "Danxia" in said["en"], said


@pytest.mark.parametrize(
    ("where", "called"), [("", False), (" WHERE state = 1", True), (" WHERE area = 1", False)]
)
def test_a_figure_is_called_as_defined_only_where_its_rows_are_chosen_so(where: str, called: bool) -> None:
    staff = replace(STAFF, zh="在职员工数", synonyms=("员工人数",), filters=("staff.state = 1",))
    known = Background(Catalog({"staff": staff}, {}), as_stored, TODAY)
    rows = result("岗位:text 员工人数:integer", [["厨师", 40]])
    sql = f"SELECT role, COUNT(*) FROM staff{where} GROUP BY role"
    assert ("在职员工数" in " ".join(told(rows, "zh", sql=sql, known=known))) is called


def test_a_day_by_which_a_month_is_kept_is_told_as_that_month() -> None:
    schema = Schema((Table("", "targets", (Column("month", "date"), Column("goal", "numeric"))),))
    goal = Metric(
        "goal",
        "目标",
        "Target",
        table="targets",
        expression="SUM(goal)",
        time="targets.month",
        time_grain="month",
    )
    sql = "SELECT SUM(goal) AS 目标 FROM targets WHERE month = '2026-09-01'"
    rows = result("目标:integer", [[700]])
    for metrics, said in (({"goal": goal}, "2026 年 9 月"), ({}, "2026-09-01")):
        known = Background(Catalog(metrics, {}, schema=schema), as_stored, TODAY)
        text = " ".join(told(rows, "zh", question="目标多少", sql=sql, schema=schema, known=known))
        assert said in text
