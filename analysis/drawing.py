"""Lines over days and bars of members as Plotly figures: what was, is usual or to come, what stands out."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from answers.chart import MAX_BARS
from answers.chart_drawing import PALETTE, axis_title, ticks_in_wan
from answers.chart_ground import GRID, GROUND, ZERO_LINE, bar_axes
from config.wording import Language, say

_DAY = re.compile(r"\d{4}-\d\d-\d\d")  # of anything else a scale of dates would write the names of its own
_GREY = "rgba(128,128,128,0.9)"
_LYING_FROM = 8  # bars: as many names stand beside theirs


@dataclass(frozen=True)
class Line:
    """One line: days or their labels, figures, and how it is drawn."""

    name: str
    xs: Sequence[str]
    ys: Sequence[float | None]
    style: str = "solid"  # solid · marked (few points) · dash · dot · band (down to the line before) · points


@dataclass(frozen=True)
class Panel:
    """Lines over one pair of axes, with a title; `grain` is what a point is of, as its line is named."""

    title: str
    lines: Sequence[Line]
    unit: str = ""
    grain: str = ""


def panels(found: Sequence[Panel], language: Language) -> dict[str, Any]:
    """Return one figure with its panels one below the other; Chinese axes count in 万 and 亿."""
    traces: list[dict[str, Any]] = []
    several = len(found) > 1
    height = 220 if several else 320
    layout: dict[str, Any] = {
        **GROUND,
        "height": 60 + height * len(found),
        "margin": {"l": 56, "r": 20, "t": 32, "b": 48},
        "legend": {"orientation": "h", "y": 0.02 if several else -0.12},
        "annotations": [],
    }
    share, told = 1 / len(found), set[str]()
    for number, panel in enumerate(found):
        top = 1 - number * share
        axis = "" if number == 0 else str(number + 1)
        labels = {} if all(_DAY.match(x) for line in panel.lines for x in line.xs) else {"type": "category"}
        layout[f"xaxis{axis}"] = {"automargin": True, "showgrid": False, "anchor": f"y{axis}", **labels}
        layout[f"yaxis{axis}"] = {
            **(ticks_in_wan(_drawn(panel)) if language == "zh" else {}),
            "automargin": True,
            "gridcolor": GRID,
            "rangemode": "tozero",
            "title": {"text": "" if several else _axis(panel, language)},
            "domain": [top - share * (0.72 if several else 0.95), top - share * 0.05],
        }
        if several and (title := _axis(panel, language)):
            layout["annotations"].append(
                {
                    "text": f"{title} · {panel.grain}" if panel.grain else title, "align": "left",
                     "xref": "paper", "yref": "paper", "x": 0, "y": top,
                    "xanchor": "left", "yanchor": "bottom", "showarrow": False,
                }
            )  # fmt: skip
        for line in panel.lines:  # what is told once is; a grain that panels differ in stands above each
            is_grain = several and line.name == panel.grain
            trace = _trace(line, axis, show=line.name not in told and not is_grain)
            traces.append(_in_its_colour(trace, line, panel))
            told.add(line.name)
    layout["showlegend"] = any(trace["showlegend"] for trace in traces) and len(traces) > 1
    return {"data": traces, "layout": layout}


@dataclass(frozen=True)
class Bars:
    """Figures of members side by side: the names, and each figure's by its name, in one unit."""

    title: str
    names: Sequence[str]
    figures: Mapping[str, Sequence[float]]
    unit: str = ""


def bars(found: Bars, language: Language) -> dict[str, Any]:
    """Return the figure of bars in the order of their names, the first of them where they are many."""
    names, left = list(found.names[:MAX_BARS]), len(found.names) - MAX_BARS
    lying = len(names) >= _LYING_FROM
    traces = [
        _bar(name, names, ys[:MAX_BARS], PALETTE[place % len(PALETTE)], lying=lying)
        for place, (name, ys) in enumerate(found.figures.items())
    ]
    note = say("summary.chart_cut", language, shown=MAX_BARS, count=len(found.names)) if left > 0 else ""
    title = " · ".join(one for one in (axis_title(found.title, found.unit, language), note) if one)
    drawn = [0.0, *(y for ys in found.figures.values() for y in ys[:MAX_BARS])]
    value = {
        **(ticks_in_wan(drawn) if language == "zh" else {}),
        "automargin": True,
        "gridcolor": GRID,
        "zerolinecolor": ZERO_LINE,
        "title": {"text": title, "font": {"size": 13}},
    }
    layout = {
        **GROUND,
        **bar_axes(value, lying=lying),
        "height": 120 + 26 * len(names) * len(traces) if lying else 360,
        "margin": {"l": 56, "r": 20, "t": 24, "b": 48},
        "legend": {"orientation": "h", "y": -0.2},
        "showlegend": len(traces) > 1,
        "barmode": "group",
    }
    return {"data": traces, "layout": layout}


def _bar(name: str, names: Sequence[str], ys: Sequence[float], colour: str, *, lying: bool) -> dict[str, Any]:
    ends = {"x": [*ys], "y": [*names], "orientation": "h"} if lying else {"x": [*names], "y": [*ys]}
    return {"type": "bar", "name": name, **ends, "marker": {"color": colour}}


def _axis(panel: Panel, language: Language) -> str:
    """Return what a panel draws, with its unit; of several it stands above each."""
    title = panel.title[:1].upper() + panel.title[1:]
    return axis_title(title, panel.unit, language)


def _drawn(panel: Panel) -> list[float]:
    return [0.0, *(y for line in panel.lines for y in line.ys if y is not None)]


def _in_its_colour(trace: dict[str, Any], line: Line, panel: Panel) -> dict[str, Any]:
    """Return a line of several members in a colour of its own."""
    marked = [one.name for one in panel.lines if one.style == "marked"]
    if line.style != "marked" or len(marked) < 2:
        return trace
    return {**trace, "line": {**trace["line"], "color": PALETTE[marked.index(line.name) % len(PALETTE)]}}


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
    "marked": {"mode": "lines+markers", "line": {"color": PALETTE[0], "width": 2.5}},
    "dash": {"line": {"color": PALETTE[1], "width": 2.5, "dash": "dash"}},
    "dot": {"line": {"color": _GREY, "width": 1.5, "dash": "dot"}},
    "band": {"line": {"width": 0}, "fill": "tonexty", "fillcolor": "rgba(217,139,58,0.18)"},
    "edge": {"line": {"width": 0}, "showlegend": False},
    "points": {"mode": "markers", "marker": {"color": PALETTE[3], "size": 11, "symbol": "circle"}},
}
