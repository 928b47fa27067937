"""A chart as the page can draw it: known trace types only, and colours for light and dark."""

import json
from typing import Any, ClassVar

from chainlit.element import Element, ElementSize, ElementType
from pydantic.dataclasses import dataclass

from chat.cards import plain

# The page draws with plotly.js 2.30: a newer trace type is an empty plot without an error.
TRACES = frozenset(
    "bar line pie scatter scattergl histogram heatmap treemap sunburst box violin funnel indicator waterfall".split()
)
INK = "#7d8694"  # reads on white and on the dark background
GRID = "rgba(125,134,148,0.18)"
FONT = "system-ui, -apple-system, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif"
HEIGHT = 340
CONFIG = {"displaylogo": False, "displayModeBar": False, "responsive": True, "scrollZoom": False}


@dataclass
class Chart(Element):  # type: ignore[misc]
    """A figure already in JSON; Chainlit's own Plotly element imports plotly to check it, 1.5 s in the loop."""

    type: ClassVar[ElementType] = "plotly"
    size: ElementSize = "medium"
    mime: str = "application/json"


def chart(figure: dict[str, Any]) -> Chart | None:
    """Return the element for a figure, or None where it has a trace the page cannot draw."""
    traces = figure.get("data") or []
    if not traces or any(trace.get("type", "scatter") not in TRACES for trace in traces):
        return None
    layout = dict(figure.get("layout") or {})
    layout.pop("template", None)
    layout.pop("width", None)
    layout |= {
        "autosize": True,
        "height": layout.get("height") or HEIGHT,
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "font": {"family": FONT, "size": 12, "color": INK},
        "margin": {"l": 12, "r": 12, "t": 44 if layout.get("title") else 16, "b": 12},
        "colorway": ["#1f6feb", "#12a594", "#f0a020", "#e5484d", "#8e5cd9", "#5b8c2a", "#c2577a", "#6b7684"],
    }
    for name in [key for key in layout if key.startswith(("xaxis", "yaxis"))] or ["xaxis", "yaxis"]:
        layout[name] = {"gridcolor": GRID, "zerolinecolor": GRID, "automargin": True} | (
            layout.get(name) or {}
        )
    content = json.dumps(plain({"data": traces, "layout": layout, "config": CONFIG}), ensure_ascii=False)
    return Chart(name="chart", content=content, display="inline")
