"""Lines over days are drawn as their sentence counts them."""

import datetime as dt

import pytest

from agent.showing import in_lines, undrawn, when_of
from analysis.drawing import Bars, Line, Panel, bars, panels
from analysis.outcome import Outcome, Said
from answers.waterfall import Waterfall
from answers.waterfall import figure as waterfall
from database.result import QueryResult, ResultColumn
from query.metric_query import Window

DAYS = ["2026-11-01", "2026-11-02", "2026-11-03"]


@pytest.mark.parametrize(("most", "tick"), [(4_820_000.0, "500万"), (230_000_000.0, "2.5亿"), (900.0, None)])
def test_chinese_axes_count_in_wan_and_yi_on_every_panel(most: float, tick: str | None) -> None:
    panel = Panel("营业额", [Line("每天", DAYS, [most / 2, None, most])], "元")
    layout = panels([panel, panel], "zh")["layout"]
    for axis in (layout["yaxis"], layout["yaxis2"]):
        assert axis.get("ticktext", [None])[-1] == tick and axis["title"]["text"] == ""
        assert tick or axis["exponentformat"] == "none"
    assert [one["text"] for one in layout["annotations"]] == ["营业额（元）"] * 2


def test_english_axes_count_as_plotly_does() -> None:
    layout = panels([Panel("Revenue", [Line("By day", DAYS, [1e6, 2e6, 5e6])], "CNY")], "en")["layout"]
    assert "ticktext" not in layout["yaxis"]


@pytest.mark.parametrize(
    ("unit", "title"), [("CNY", "Revenue (CNY)"), ("", "Revenue"), ("revenues", "Revenue")]
)
def test_a_panel_alone_says_on_its_axis_what_it_draws(unit: str, title: str) -> None:
    layout = panels([Panel("revenue", [Line("By day", DAYS, [1e6, 2e6, 5e6])], unit)], "en")["layout"]
    assert layout["yaxis"]["title"]["text"] == title


def test_months_stand_under_their_points_as_they_are_written() -> None:
    months = panels([Panel("Revenue", [Line("Revenue", ["2026-09", "2026-10"], [1.0, 2.0], "marked")])], "en")
    by_day = panels([Panel("Revenue", [Line("By day", DAYS, [1.0, 2.0, 3.0])])], "en")
    assert months["layout"]["xaxis"]["type"] == "category" and "type" not in by_day["layout"]["xaxis"]


@pytest.mark.parametrize(("count", "along", "drawn"), [(3, "x", 3), (8, "y", 8), (20, "y", 15)])
def test_many_members_lie_and_what_is_left_out_is_said(count: int, along: str, drawn: int) -> None:
    names = [f"Shop {number}" for number in range(count)]
    ys = [float(number) for number in range(count)]
    figure = bars(Bars("Revenue", names, {"2025": ys, "2026": ys}, "CNY"), "en")
    assert [trace[along] for trace in figure["data"]] == [names[:drawn]] * 2
    value = figure["layout"]["xaxis" if along == "y" else "yaxis"]
    assert value["title"]["text"].startswith("Revenue (CNY)")
    assert (f"{drawn}" in value["title"]["text"]) is (drawn < count)
    assert figure["layout"]["showlegend"]


def _table(*rows: tuple[object, ...]) -> QueryResult:
    columns = (ResultColumn("What", "text"), ResultColumn("Now", "number"))
    return QueryResult(columns, rows, False, 0.0)


@pytest.mark.parametrize(
    ("table", "why"),
    [
        (_table(("Revenue", 1.0)), "one_row"),
        (_table(("Revenue", 1.0), ("Complaints", 2.0)), "unlike"),
        (_table(("Revenue", 1.0), ("Revenue", 2.0)), "several_values"),
        (None, "unlike"),
    ],
)
def test_an_analysis_that_drew_nothing_says_why(table: QueryResult | None, why: str) -> None:
    assert undrawn(table) == why


OCTOBER = Window(dt.date(2026, 10, 1), dt.date(2026, 11, 1), "month")
SEPTEMBER = Window(dt.date(2026, 9, 1), dt.date(2026, 10, 1), "month")


@pytest.mark.parametrize(
    ("params", "when"),
    [
        ({"now": OCTOBER, "inner": Said("b", {"list": (OCTOBER, SEPTEMBER)})}, "对比"),
        ({"now": OCTOBER, "metric": "revenue"}, "2026"),
        ({"metric": "revenue"}, ""),
    ],
)
def test_an_analysis_is_of_the_times_its_first_sentence_names(params: dict[str, object], when: str) -> None:
    found = Outcome((Said("a", params), Said("c", {"year": SEPTEMBER})))
    told = when_of(found, "zh")
    assert when in told and bool(told) is bool(when)
    assert ("9 月" in told) is (when == "对比")


def test_panels_of_days_and_of_months_say_which_they_are_and_the_legend_what_both_mark() -> None:
    def panel(grain: str) -> Panel:
        return Panel(
            "营业额", [Line(grain, DAYS, [1, 2, 9]), Line("异常", DAYS[2:], [9], "points")], "元", grain
        )

    figure = panels([panel("每天"), panel("每月")], "zh")
    assert [one["text"] for one in figure["layout"]["annotations"]] == [
        "营业额（元） · 每天",
        "营业额（元） · 每月",
    ]
    assert [trace["name"] for trace in figure["data"] if trace["showlegend"]] == ["异常"]
    alone = panels([panel("每天")], "zh")
    assert [trace["name"] for trace in alone["data"] if trace["showlegend"]] == ["每天", "异常"]


def test_a_line_with_a_number_has_no_point_before_it() -> None:
    lines = in_lines(["Two are odd:", "1. Revenue", "2. Complaints", "4 records"], "en")
    assert lines.splitlines() == ["Two are odd:", "", "1. Revenue", "2. Complaints", "- 4 records"]


@pytest.mark.parametrize(("count", "names", "height"), [(4, "x", 360), (5, "y", 120 + 34 * 6)])
def test_a_waterfall_of_many_parts_lies_with_room_for_what_is_written(
    count: int, names: str, height: int
) -> None:
    parts = [(f"Shop {number}", 10.0 * (-1) ** number) for number in range(count)]
    drawn = waterfall(Waterfall(parts, "All", "Change", ["+1"] * (count + 1)), "en")
    (trace,), layout = drawn["data"], drawn["layout"]
    assert trace[names][-1] == "All" and layout["height"] == height
    assert trace["constraintext"] == "none"
    if names == "y":
        low, high = layout["xaxis"]["range"]
        assert low < 0 and high > 10 and layout["yaxis"]["autorange"] == "reversed"


def test_lines_of_several_members_have_a_colour_each() -> None:
    lines = [Line(name, ["2026-09", "2026-10"], [1.0, 2.0], "marked") for name in ("Alder", "Birch")]
    colours = [one["line"]["color"] for one in panels([Panel("Takings", lines)], "en")["data"]]
    assert len(set(colours)) == 2
