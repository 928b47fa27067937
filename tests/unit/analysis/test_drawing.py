"""Lines over days are drawn as their sentence counts them."""

import pytest

from analysis.drawing import Line, Panel, panels

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
