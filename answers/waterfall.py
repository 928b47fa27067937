"""A waterfall of what a change is made of: its parts, one after the other, and the whole change last."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from answers.chart_drawing import ticks_in_wan
from answers.chart_ground import GRID, GROUND, ZERO_LINE, bar_axes
from config.wording import Language

UP, DOWN, WHOLE = "#2f6f6a", "#b35c6a", "#5b7fb9"
STANDING = 4  # parts beside the whole: what is written at more of them stood over its neighbours, or shrank
_ROOM, _ROOM_ABOVE = 0.3, 0.1  # of the span, for what is written at the ends of lying bars, of standing ones


@dataclass(frozen=True)
class Waterfall:
    """Parts in order with what each adds, the name of their sum, and the axis title with its unit."""

    parts: Sequence[tuple[str, float]]
    whole: str
    title: str
    texts: Sequence[str]  # what stands at each part, and at the whole


def figure(chart: Waterfall, language: Language) -> dict[str, Any]:
    """Return the Plotly figure as JSON types."""
    names = [*(name for name, _ in chart.parts), chart.whole]
    levels = [*accumulate(value for _, value in chart.parts)]
    sizes = [*(value for _, value in chart.parts), levels[-1]]
    lying = len(chart.parts) > STANDING
    ends = {"y": names, "x": sizes, "orientation": "h"} if lying else {"x": names, "y": sizes}
    low, high = min(0.0, *levels), max(0.0, *levels)
    room = (_ROOM if lying else _ROOM_ABOVE) * (high - low)
    values = {
        **(ticks_in_wan([0.0, *levels]) if language == "zh" else {}),
        "range": [low - room * (min(sizes) < 0), high + room],
        "title": {"text": chart.title},
        "gridcolor": GRID,
        "zerolinecolor": ZERO_LINE,
        "automargin": True,
    }
    return {
        "data": [
            {
                "type": "waterfall",
                **ends,
                "measure": [*("relative" for _ in chart.parts), "total"],
                "text": [*chart.texts],
                "textposition": "outside",
                "constraintext": "none",  # else it shrinks to its bar
                "cliponaxis": False,
                "increasing": {"marker": {"color": UP}},
                "decreasing": {"marker": {"color": DOWN}},
                "totals": {"marker": {"color": WHOLE}},
                "connector": {"line": {"color": "rgba(128,128,128,0.5)", "width": 1}},
                "name": chart.title,
            }
        ],
        "layout": {
            **GROUND,
            "height": 120 + 34 * len(names) if lying else 360,
            "margin": {"l": 56, "r": 20, "t": 24, "b": 48},
            "showlegend": False,
            **bar_axes(values, lying=lying),
        },
    }
