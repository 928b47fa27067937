"""Lines over days as Plotly figures: what was, what is usual or to come, and points that stand out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from answers.chart_drawing import PALETTE, axis_title, ticks_in_wan
from config.wording import Language

_GREY = "rgba(128,128,128,0.9)"


@dataclass(frozen=True)
class Line:
    """One line: days or their labels, figures, and how it is drawn."""

    name: str
    xs: Sequence[str]
    ys: Sequence[float | None]
    style: str = "solid"  # solid · dash · dot · band (filled down to the line before) · points


@dataclass(frozen=True)
class Panel:
    """Lines over one pair of axes, with a title."""

    title: str
    lines: Sequence[Line]
    unit: str = ""


def panels(found: Sequence[Panel], language: Language) -> dict[str, Any]:
    """Return one figure with its panels one below the other; Chinese axes count in 万 and 亿."""
    traces: list[dict[str, Any]] = []
    height = 220 if len(found) > 1 else 320
    layout: dict[str, Any] = {
        "height": 60 + height * len(found),
        "margin": {"l": 56, "r": 20, "t": 32, "b": 48},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "font": {
            "family": "system-ui, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif",
            "size": 13,
        },
        "legend": {"orientation": "h", "y": -0.12},
        "separators": ".,",
        "annotations": [],
    }
    share = 1 / len(found)
    for number, panel in enumerate(found):
        top = 1 - number * share
        axis = "" if number == 0 else str(number + 1)
        layout[f"xaxis{axis}"] = {"automargin": True, "showgrid": False, "anchor": f"y{axis}"}
        layout[f"yaxis{axis}"] = {
            **(ticks_in_wan(_drawn(panel)) if language == "zh" else {}),
            "automargin": True,
            "gridcolor": "rgba(128,128,128,0.18)",
            "rangemode": "tozero",
            "title": {"text": "" if len(found) > 1 else _axis(panel, language)},
            "domain": [top - share * (0.72 if len(found) > 1 else 0.95), top - share * 0.05],
        }
        if len(found) > 1 and (title := _axis(panel, language)):
            layout["annotations"].append(
                {
                    "text": title, "xref": "paper", "yref": "paper", "x": 0, "y": top,
                    "xanchor": "left", "yanchor": "bottom", "showarrow": False,
                }
            )  # fmt: skip
        traces += [_trace(line, axis, show=number == 0) for line in panel.lines]
    layout["showlegend"] = any(trace["showlegend"] for trace in traces) and len(traces) > 1
    return {"data": traces, "layout": layout}


def _axis(panel: Panel, language: Language) -> str:
    """Return what a panel draws, with its unit; of several it stands above each."""
    title = panel.title[:1].upper() + panel.title[1:]
    return axis_title(title, panel.unit, language)


def _drawn(panel: Panel) -> list[float]:
    return [0.0, *(y for line in panel.lines for y in line.ys if y is not None)]


def _trace(line: Line, axis: str, *, show: bool) -> dict[str, Any]:
    trace: dict[str, Any] = {
        "type": "scatter",
        "name": line.name,
        "x": list(line.xs),
        "y": list(line.ys),
        "mode": "lines",
        "xaxis": f"x{axis}",
        "yaxis": f"y{axis}",
        "showlegend": show,
    }
    return {**trace, **_STYLES[line.style]}


_STYLES: Mapping[str, dict[str, Any]] = {
    "solid": {"line": {"color": PALETTE[0], "width": 2.5}},
    "dash": {"line": {"color": PALETTE[1], "width": 2.5, "dash": "dash"}},
    "dot": {"line": {"color": _GREY, "width": 1.5, "dash": "dot"}},
    "band": {"line": {"width": 0}, "fill": "tonexty", "fillcolor": "rgba(217,139,58,0.18)"},
    "edge": {"line": {"width": 0}, "showlegend": False},
    "points": {"mode": "markers", "marker": {"color": PALETTE[3], "size": 11, "symbol": "circle"}},
}
