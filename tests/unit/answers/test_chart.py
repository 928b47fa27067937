"""Each shape of result gets the chart that says it best, or none."""

import datetime as dt
from dataclasses import replace
from typing import Any

import plotly.graph_objects as go
import pytest

from answers.chart import MAX_BARS, ChartSpec, charts_for, spec_from, spec_json
from answers.chart_drawing import figure
from chat.figures import drawable
from database.result import QueryResult, ResultColumn
from understanding.readings import Measure


def result(columns: str, rows: list[list[Any]]) -> QueryResult:
    """Build a result from `name:type` words."""
    pairs = [word.split(":") for word in columns.split()]
    return QueryResult(
        tuple(ResultColumn(name, type_) for name, type_ in pairs),  # type: ignore[arg-type]
        tuple(tuple(row) for row in rows),
        truncated=False,
        elapsed_ms=1,
    )


def first_chart(rows: QueryResult, question: str = "", **told: Any) -> ChartSpec | None:
    """Return the chart that is shown."""
    return charts_for(rows, question, **told).first


DAYS = result("日期:date 营业额:number", [[f"2026-10-{d:02}", d * 10.5] for d in range(1, 31)])
FEW = result("支付方式:text 营业额:number", [["微信", 50], ["支付宝", 30], ["现金", 20]])
MANY = result("服务区:text 营业额:number", [[f"区{i}", i * 7 % 40] for i in range(40)])
MONTHS_BY_BRANCH = result(
    "month:text branch:text revenue:number",
    [[f"2026-{m:02}", b, m * 2] for m in range(1, 7) for b in ("East", "West")],
)

CASES = [
    (DAYS, "", False, "line"),
    (FEW, "", False, "bar"),
    (FEW, "", True, "pie"),
    (FEW, "各支付方式占比", False, "pie"),
    (FEW, "as a bar chart", True, "bar"),
    (MANY, "", True, "bar"),
    (MONTHS_BY_BRANCH, "", False, "line"),
    (result("a:number b:number", [[1, 2], [2, 5], [3, 1]]), "", False, "scatter"),
    (result("year:integer total:number", [[2024, 5], [2025, 6]]), "", False, "line"),
    (result("n:number", [[1], [2]]), "", False, None),
    (result("name:text n:number", [["a", 1]]), "", False, None),
    (result("name:text city:text", [["a", "b"], ["c", "d"]]), "", False, None),
    (result("name:text n:number", [[f"x{i}", i] for i in range(101)]), "", False, None),
    (result("day:date n:number", [[f"d{i}", i] for i in range(300)]), "", False, "line"),
    (result("name:text n:number", [["a", -1], ["b", 2]]), "", True, "bar"),
    (
        result("branch:text month:date n:number", [["a", "2026-10-01", 1], ["b", "2026-10-01", 2]]),
        "",
        0,
        "bar",
    ),
]


@pytest.mark.parametrize(("rows", "question", "is_whole", "kind"), CASES, ids=lambda value: str(value)[:20])
def test_result_gets_the_chart_that_fits_it(
    rows: QueryResult, question: str, is_whole: bool, kind: str | None
) -> None:
    spec = first_chart(rows, question, is_whole=is_whole)
    assert (spec.kind if spec else None) == kind


@pytest.mark.parametrize("case", [case for case in CASES if case[3]], ids=lambda case: case[3])
def test_every_figure_is_one_that_plotly_accepts_and_the_chat_can_draw(case: Any) -> None:
    spec = first_chart(case[0], case[1], is_whole=case[2])
    assert spec is not None
    drawn = figure(spec, case[0])
    assert drawable(drawn)
    assert len(go.Figure(drawn).data) == len(drawn["data"]) > 0


def test_more_categories_than_fit_become_the_largest_ones() -> None:
    spec = first_chart(MANY)
    assert spec is not None
    bars = figure(spec, MANY)["data"][0]
    assert len(bars["x"]) == MAX_BARS
    assert max(bars["x"]) == 39
    assert min(bars["x"]) == 39 - MAX_BARS + 1


def test_measures_of_another_size_do_not_share_an_axis() -> None:
    rows = result("branch:text revenue:number rate:number", [["a", 1e6, 0.5], ["b", 2e6, 0.7]])
    spec = first_chart(rows)
    assert spec is not None
    assert [column.name for column in spec.y] == ["revenue"]


@pytest.mark.parametrize("language", ["zh", "en"])
def test_chinese_axes_count_in_wan_and_cover_the_values(language: Any) -> None:
    rows = result("服务区:text 营业额:number", [["a", 8_800_000], ["b", 6_100_000]])
    spec = first_chart(rows)
    assert spec is not None
    axis = figure(spec, rows, language)["layout"]["yaxis"]
    if language == "en":
        assert "ticktext" not in axis
        return
    assert axis["ticktext"] == ["0", "200万", "400万", "600万", "800万", "1,000万"]
    assert axis["tickvals"][-1] >= 8_800_000


@pytest.mark.parametrize(
    ("rows", "kind"),
    [
        ([["a", 30, 60.0], ["b", 20, 40.0]], "pie"),
        ([["a", 30, 27.5], ["b", 20, 19.8]], "bar"),  # a pie would make 100 % of these
    ],
    ids=["whole", "part"],
)
def test_shares_of_a_part_are_no_pie(rows: list[list[Any]], kind: str) -> None:
    spec = first_chart(result("branch:text revenue:number share(%):number", rows), "as a pie chart")
    assert spec is not None and spec.kind == kind


def test_rates_are_no_parts_of_a_pie() -> None:
    rates = result("branch:text rate(%):number", [["a", 30.0], ["b", 20.0]])
    spec = first_chart(rates, is_whole=True)
    assert spec is not None and spec.kind == "bar"


def test_bars_of_many_say_how_many_are_left_out() -> None:
    spec = first_chart(MANY)
    assert spec is not None
    assert figure(spec, MANY, "zh")["layout"]["xaxis"]["title"]["text"] == "营业额 · 图中是前 15 项，共 40 项"


def test_small_figures_keep_plain_ticks() -> None:
    spec = first_chart(FEW)
    assert spec is not None
    assert "ticktext" not in figure(spec, FEW, "zh")["layout"]["yaxis"]


def test_a_pie_of_many_keeps_the_largest_and_names_the_rest_as_one() -> None:
    many = result("服务区:text 营业额:number", [[f"第{n}", float(n)] for n in range(1, 39)])
    spec = first_chart(many, "换成饼图")
    assert spec is not None and spec.kind == "pie"
    (pie,) = figure(spec, many, "zh")["data"]
    assert pie["labels"][0] == "第38" and pie["labels"][-1] == "其他 28 项" and len(pie["labels"]) == 11
    assert sum(pie["values"]) == sum(range(1, 39))


@pytest.mark.parametrize(
    ("count", "top", "named", "last"),
    [(10, None, 10, "第1"), (11, None, 10, "第1"), (12, None, 10, "其他 2 项"), (12, 5, 5, "其他 7 项")],
)
def test_a_pie_of_so_many_names_so_many_and_gives_no_colour_twice(
    count: int, top: int | None, named: int, last: str
) -> None:
    rows = [[f"第{number}", number] for number in range(count, 0, -1)]
    many = result("name:text amount:number", rows)
    spec = first_chart(many, "饼图", is_whole=True)
    assert spec is not None and spec.kind == "pie"
    (pie,) = figure(spec, many, "zh", top)["data"]
    assert pie["labels"][:named] == [f"第{number}" for number in range(count, count - named, -1)]
    assert pie["labels"][-1] == last and sum(pie["values"]) == sum(range(1, count + 1))
    colours = pie["marker"]["colors"]
    assert len(set(colours)) == len(colours) == len(pie["labels"])


def test_months_stand_under_their_points_and_a_rate_of_growth_stands_apart_from_amounts() -> None:
    prices = result(
        "分公司:text 客单价:number 去年同期客单价:number 同比增长(%):number",
        [["清远", 46.18, 37.95, 21.68], ["汕头", 43.2, 43.99, -1.78]],
    )
    bars = first_chart(prices)
    assert bars is not None and [column.name for column in bars.y] == ["客单价", "去年同期客单价"]
    growth = result(
        "月份:date 营业额:number 上期营业额:number 环比增长(%):number",
        [["2026-07-01", 7770292, 7546118, 2.97], ["2026-08-01", 7783429, 7770292, 0.17]],
    )
    spec = first_chart(growth)
    assert spec is not None
    drawn = figure(spec, growth, "zh")
    assert [trace["name"] for trace in drawn["data"]] == ["营业额", "上期营业额"]
    assert drawn["data"][0]["x"] == ["2026-07", "2026-08"]
    assert drawn["layout"]["xaxis"]["type"] == "category"


@pytest.mark.parametrize(
    ("rows", "question", "is_whole", "kinds"),
    [
        (DAYS, "", False, ["line", "bar"]),
        (DAYS, "柱状图", False, ["bar", "line"]),
        (FEW, "", True, ["pie", "bar"]),
        (FEW, "", False, ["bar"]),
        (MONTHS_BY_BRANCH, "", False, ["line", "bar"]),
        (
            result("area:text orders:number rate:number", [[f"a{i}", i + 1.0, i / 9] for i in range(6)]),
            "",
            False,
            ["bar", "scatter"],
        ),
    ],
)
def test_only_charts_that_are_right_can_be_switched_to_and_each_is_drawn(
    rows: QueryResult, question: str, is_whole: bool, kinds: list[str]
) -> None:
    charts = charts_for(rows, question, is_whole=is_whole)
    assert [spec.kind for spec in charts.specs] == kinds
    for spec in charts.specs:
        again = spec_from(spec_json(spec), rows)
        assert again == spec
        assert drawable(figure(again, rows))


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        (result("name:text n:number", [["a", 1]]), "one_row"),
        (result("n:number", [[1], [2]]), "one_column"),
        (result("name:text city:text", [["a", "b"], ["c", "d"]]), "no_figures"),
        (result("name:text n:number", [["a", 1], ["a", 2]]), "several_values"),
        (
            result("day:date n:number", [["2026-10-01", 1], ["2026-10-01", 2], ["2026-10-02", 1]]),
            "several_values",
        ),
        (
            result(
                "month:date area:text n:number",
                [[f"2026-{m:02}-01", f"a{i}", i] for m in (1, 2) for i in range(9)],
            ),
            "too_many_lines",
        ),
        (result("name:text n:number", [[f"x{i}", i] for i in range(101)]), "too_many"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_where_no_chart_is_right_the_reason_is_known(rows: QueryResult, why: str) -> None:
    assert charts_for(rows).why_none == why


def test_what_is_left_beside_the_first_bars_is_one_bar_where_it_may_be_summed() -> None:
    takings = (Measure("营业额", "takings", "元", adds=True),)
    spec = first_chart(MANY, measures=takings)
    assert spec is not None
    drawn = figure(spec, MANY, "zh", top=5)
    (bars,) = drawn["data"]
    assert bars["y"][-1] == "其他 35 项" and len(bars["y"]) == 6
    assert sum(bars["x"]) == sum(row[1] for row in MANY.rows)
    assert drawn["layout"]["xaxis"]["title"]["text"] == "营业额（元）"


@pytest.mark.parametrize(
    ("column", "metric", "unit", "language", "title"),
    [
        ("Revenue Year on year (%)", "Revenue", "CNY", "en", "Revenue Year on year (%)"),
        ("营业额 同比增长(%)", "营业额", "元", "zh", "营业额 同比增长(%)"),
        ("Revenue 2026-10", "Revenue", "CNY", "en", "Revenue 2026-10 (CNY)"),
        ("Takings (net)", "Takings (net)", "CNY", "en", "Takings (net) (CNY)"),
        ("Occupancy (%)", "Occupancy (%)", "%", "en", "Occupancy (%)"),
        ("Complaints", "Complaints", "complaints", "en", "Complaints"),
        ("Open complaint count", "Open complaint count", "complaints", "en", "Open complaint count"),
        ("Weight", "Weight", "t", "en", "Weight (t)"),
        ("工时", "工时", "小时", "zh", "工时（小时）"),
    ],
)
def test_an_axis_names_one_unit_and_none_that_its_name_says(
    column: str, metric: str, unit: str, language: Any, title: str
) -> None:
    names = ["a", "b", "c"]
    rows = QueryResult(
        (ResultColumn("site", "text"), ResultColumn(column, "number")),
        tuple((name, place + 0.5) for place, name in enumerate(names)),
        truncated=False,
        elapsed_ms=1,
    )
    spec = first_chart(rows, measures=(Measure(metric, "m", unit),))
    assert spec is not None
    assert figure(spec, rows, language)["layout"]["yaxis"]["title"]["text"] == title


def test_rows_that_begin_with_the_lowest_are_drawn_from_the_lowest() -> None:
    low = result("area:text n:number", [[f"a{i}", i] for i in range(40)])
    spec = first_chart(low)
    assert spec is not None
    assert figure(spec, low)["data"][0]["x"] == list(range(MAX_BARS))


def test_the_asked_figure_leads_the_chart() -> None:
    rows = result("area:text revenue:number rate:number", [["a", 1e6, 0.5], ["b", 2e6, 0.7]])
    spec = first_chart(rows, asked="rate")
    assert spec is not None and [column.name for column in spec.y] == ["rate"]


@pytest.mark.parametrize("kind", ["line", "bar"])
def test_the_month_that_is_not_over_is_hollow_and_told_in_words(kind: str) -> None:
    rows = result("月份:date 营业额:number", [[f"2026-{m:02}-01", m * 10.0] for m in range(8, 12)])
    charts = charts_for(rows, today=dt.date(2026, 11, 21))
    spec = next(one for one in charts.specs if one.kind == kind)
    whole, running = figure(spec, rows, "zh")["data"]
    assert whole["x"] == ["2026-08", "2026-09", "2026-10"]
    assert running["x"][-1] == "2026-11" and running["y"][-1] == 110.0
    assert running["name"] == "2026-11（未结束）"
    assert running["marker"].get("symbol") == "circle-open" or running["marker"]["color"] == "rgba(0,0,0,0)"
    assert len(figure(spec, rows, "zh")["data"]) == 2
    over = charts_for(rows, today=dt.date(2026, 12, 1)).first
    assert over is not None and len(figure(over, rows, "zh")["data"]) == 1


@pytest.mark.parametrize("kind", ["line", "bar"])
def test_a_first_week_that_was_asked_for_in_part_is_hollow_as_the_last_is(kind: str) -> None:
    weeks = result("week:date sales:number", [["2025-12-29", 4], ["2026-01-05", 9], ["2026-01-12", 3]])
    question = f"as a {kind} chart"
    spec = first_chart(weeks, question, today=dt.date(2026, 1, 14), begun="2025-12-29")
    assert spec is not None and spec_from(spec_json(spec), weeks) == spec
    whole, last, first = figure(spec, weeks)["data"]
    assert whole["x"] == ["2026-01-05"] and whole["y"] == [9]
    assert (last["x"][-1], first["x"][-1]) == ("2026-01-12", "2025-12-29")
    assert (last["name"], first["name"]) == ("2026-01-12 (not over yet)", "2025-12-29 (not whole)")
    assert last["marker"].keys() == first["marker"].keys() != whole["marker"].keys()


def test_a_series_with_nothing_but_what_is_not_whole_is_hollow_alone() -> None:
    rows = [["2026-10", "East", 5], ["2026-11", "East", 2], ["2026-11", "West", 1]]
    spec = first_chart(result("month:text branch:text revenue:number", rows), today=dt.date(2026, 11, 3))
    assert spec is not None
    west = figure(spec, result("month:text branch:text revenue:number", rows))["data"][-1]
    assert west["x"] == ["2026-11"] and west["marker"]["symbol"] == "circle-open"


def test_by_how_many_percent_a_percentage_changed_stands_on_no_axis_with_it() -> None:
    rows = result(
        "分公司:text 退款率(%)_2026-10:number 退款率(%)_2026-09:number 增长(%):number",
        [["东莞", 0.63, 0.62, 0.4], ["韶关", 0.46, 0.44, 5.6], ["湛江", 0.55, 0.52, 6.0]],
    )
    named = replace(
        rows, columns=tuple(replace(one, name=one.name.replace("_", " ")) for one in rows.columns)
    )
    rate = Measure("退款率(%)", "refund_rate", "%")
    spec = first_chart(named, asked="退款率(%) 2026-10", measures=(rate,))
    assert spec is not None and [one.name for one in spec.y] == ["退款率(%) 2026-10", "退款率(%) 2026-09"]
    growth = first_chart(named, asked="增长(%)", measures=(rate,))
    assert growth is not None and [one.name for one in growth.y] == ["增长(%)"]


@pytest.mark.parametrize(("unit", "drawn"), [("辆", ["营业额"]), ("元", ["营业额", "车流"])])
def test_figures_of_another_unit_are_not_drawn_on_its_axis(unit: str, drawn: list[str]) -> None:
    rows = result(
        "月份:date 营业额:number 车流:number", [[f"2026-{m:02}-01", 90 + m, 9 + m] for m in range(1, 7)]
    )
    spec = first_chart(rows, measures=(Measure("营业额", "takings", "元"), Measure("车流", "cars", unit)))
    assert spec is not None and [one.name for one in spec.y] == drawn
