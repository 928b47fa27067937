"""A chart is drawn only where the page can draw it."""

import json

import pytest

from chat.figures import INK, drawable


def test_a_known_figure_keeps_its_layout_and_gets_ink_for_both_themes() -> None:
    layout = {"height": 500, "width": 9, "template": {}}
    made = drawable({"data": [{"type": "bar", "y": [1, float("nan")]}], "layout": layout})
    assert made is not None
    drawn = json.loads(made, parse_constant=pytest.fail)
    assert drawn["layout"]["height"] == 500 and drawn["layout"]["font"]["color"] == INK
    assert "width" not in drawn["layout"] and "template" not in drawn["layout"]
    assert drawn["data"][0]["y"] == [1, None]


@pytest.mark.parametrize(
    "figure",
    [{}, {"data": []}, {"data": [{"type": "scattermap"}]}, {"data": [{"type": "bar"}, {"type": "image"}]}],
)
def test_what_the_page_would_leave_empty_is_not_drawn(figure: dict[str, object]) -> None:
    assert drawable(figure) is None


def test_lying_bars_leave_a_phone_room_for_bars() -> None:
    label, other = "Nancheng Service Area <1>", "南城服务区"
    bars = {"type": "bar", "orientation": "h", "y": [label, other], "x": [3, 5]}
    ticks = {"tickmode": "array", "tickvals": list(range(7)), "ticktext": [f"{n}万" for n in range(7)]}
    layout = json.loads(drawable({"data": [bars], "layout": {"xaxis": ticks}}) or "")["layout"]
    assert layout["yaxis"]["ticktext"] == ["Nancheng<br>Service Area<br>&lt;1>", other]
    assert layout["yaxis"]["tickvals"] == [label.replace("<", "&lt;"), other], "as the bars are called"
    assert layout["xaxis"]["tickvals"] == [0, 2, 4, 6] and layout["xaxis"]["ticktext"][-1] == "6万"
    assert layout["xaxis"]["tickangle"] == 0


def test_han_names_leave_a_phone_room_for_bars_too() -> None:
    bars = {
        "type": "bar",
        "orientation": "h",
        "y": ["南城服务区", "高明服务区·中石化加油站旗舰店"],
        "x": [3, 5],
    }
    layout = json.loads(drawable({"data": [bars], "layout": {}}) or "")["layout"]
    assert layout["yaxis"]["ticktext"] == ["南城服务区", "高明服务区·中石化加<br>油站旗舰店"]


def test_a_standing_charts_values_are_named_above_it_not_upright_beside_it() -> None:
    bars = {"type": "bar", "x": ["a"], "y": [1]}
    axes = {"xaxis": {"type": "category"}, "yaxis": {"title": {"text": "营业额"}, "gridcolor": "red"}}
    layout = json.loads(drawable({"data": [bars], "layout": axes}) or "")["layout"]
    assert layout["title"]["text"] == "营业额" and layout["yaxis"] == {"gridcolor": "red"}
    assert 90 not in layout["xaxis"]["autotickangles"]


def test_long_labels_under_bars_stand_in_lines_and_short_ones_as_they_are() -> None:
    long = "Numbers of working days, weekends, holidays"
    bars = {"type": "waterfall", "x": [long, "Whole change"], "y": [1, 2]}
    axis = json.loads(drawable({"data": [bars], "layout": {"xaxis": {}}}) or "")["layout"]["xaxis"]
    assert axis["tickvals"] == [long, "Whole change"] and axis["ticktext"][0].count("<br>") == 3
    short = {"type": "bar", "x": ["a", "b"], "y": [1, 2]}
    assert (
        "ticktext"
        not in json.loads(drawable({"data": [short], "layout": {"xaxis": {}}}) or "")["layout"]["xaxis"]
    )


def test_the_dates_of_every_panel_are_written_alike() -> None:
    lines = [{"type": "scatter", "x": ["2026-10-01"], "y": [1], "xaxis": axis} for axis in ("x", "x2")]
    layout = json.loads(drawable({"data": lines, "layout": {"xaxis": {}, "xaxis2": {}}}) or "")["layout"]
    assert layout["xaxis2"]["tickformatstops"] == layout["xaxis"]["tickformatstops"]


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("营业额（元） · 每天", "营业额（元） · 每天"),
        (
            "投诉类型“卫生间环境”在罗浮山服务区的投诉量（件） · 每天",
            "投诉类型“卫生间环境”在罗浮山服务区的投诉量<br>（件） · 每天",
        ),
        (
            "Charging revenue of Luofu Mountain Service Area (CNY)",
            "Charging revenue of Luofu Mountain Service<br>Area (CNY)",
        ),
        ("<b>bold</b>", "&lt;b>bold&lt;/b>"),
    ],
)
def test_a_panels_title_goes_on_in_the_next_line(title: str, shown: str) -> None:
    figure = {"data": [{"type": "scatter", "x": [1], "y": [1]}], "layout": {"annotations": [{"text": title}]}}
    assert json.loads(drawable(figure) or "")["layout"]["annotations"][0]["text"] == shown
