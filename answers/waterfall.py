"""A waterfall of what a change is made of: its parts, one after the other, and the whole change last."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from answers.chart_drawing import ticks_in_wan
from config.wording import Language

UP, DOWN, WHOLE = "#2f6f6a", "#b35c6a", "#5b7fb9"
_FONT = "system-ui, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif"


@dataclass(frozen=True)
class Waterfall:
    """Parts in order with what each adds, the name of their sum, and the axis title with its unit."""

    parts: Sequence[tuple[str, float]]
    whole: str
    title: str
    texts: Sequence[str]  # what stands at each part, and at the whole


def figure(chart: Waterfall, language: Language) -> dict[str, Any]:
    """Return the Plotly figure as JSON types."""
    names = [name for name, _ in chart.parts]
    levels = [*accumulate(value for _, value in chart.parts)]
    ticks = ticks_in_wan([0.0, *levels]) if language == "zh" else {}
    total = levels[-1]
    return {
        "data": [
            {
                "type": "waterfall",
                "x": [*names, chart.whole],
                "y": [*(value for _, value in chart.parts), total],
                "measure": [*("relative" for _ in names), "total"],
                "text": [*chart.texts],
                "textposition": "outside",
                "cliponaxis": False,
                "increasing": {"marker": {"color": UP}},
                "decreasing": {"marker": {"color": DOWN}},
                "totals": {"marker": {"color": WHOLE}},
                "connector": {"line": {"color": "rgba(128,128,128,0.5)", "width": 1}},
                "name": chart.title,
            }
        ],
        "layout": {
            "height": 360,
            "margin": {"l": 56, "r": 20, "t": 24, "b": 48},
            "paper_bgcolor": "rgba(0,0,0,0)",
            "plot_bgcolor": "rgba(0,0,0,0)",
            "font": {"family": _FONT, "size": 13},
            "showlegend": False,
            "xaxis": {"type": "category", "automargin": True, "showgrid": False},
            "yaxis": {
                **ticks,
                "title": {"text": chart.title},
                "gridcolor": "rgba(128,128,128,0.18)",
                "zerolinecolor": "rgba(128,128,128,0.6)",
                "automargin": True,
            },
        },
    }
