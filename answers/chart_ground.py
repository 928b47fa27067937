"""What every chart stands on: its ground and fonts, the grid, and bars that stand or lie."""

from collections.abc import Mapping
from typing import Any

GROUND: Mapping[str, Any] = {
    "paper_bgcolor": "rgba(0,0,0,0)",
    "plot_bgcolor": "rgba(0,0,0,0)",
    "font": {
        "family": "system-ui, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif",
        "size": 13,
    },
    "separators": ".,",
}
GRID = "rgba(128,128,128,0.18)"
ZERO_LINE = "rgba(128,128,128,0.6)"


def bar_axes(values: Mapping[str, Any], *, lying: bool) -> dict[str, Any]:
    """Return the axes of bars with names, whose lengths `values` counts; lying ones begin at the top."""
    names = {"type": "category", "automargin": True, "showgrid": False}
    if lying:
        return {"xaxis": values, "yaxis": {**names, "autorange": "reversed"}}
    return {"xaxis": names, "yaxis": values}
