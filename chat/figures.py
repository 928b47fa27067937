"""A chart as the page can draw it: known trace types only, and colours for light and dark."""

import json
import re
from typing import Any, ClassVar

from chainlit.element import Element, ElementSize, ElementType
from pydantic.dataclasses import dataclass

from answers.cells import plain
from answers.visible import visible
from config.heavy import aside

# The page draws with plotly.js 2.30: a newer trace type is an empty plot without an error.
COMMON_TRACES = ("bar", "pie", "scatter", "scattergl", "histogram", "heatmap", "box")
TRACES = frozenset((*COMMON_TRACES, "treemap", "sunburst", "violin", "funnel", "indicator", "waterfall"))
INK = "#7d8694"  # reads on white and on the dark background
HEIGHT = 340
LABEL_WIDE = 20  # letters of a label in Han, each of which is two wide
LABEL_CHARS = 14  # a longer label goes on in the next line: on a phone it took half of the chart
TITLE_WIDE = 42  # letters of a panel's title: a longer one was cut on a phone
VALUE_TICKS = 4  # under lying bars, where more stand on their heads on a phone
DATE = re.compile(r"\d{4}-\d\d(-\d\d)?$")
DATES = [  # plotly.js names months in English, whatever the page's language
    {"dtickrange": [None, "M1"], "value": "%m-%d"},
    {"dtickrange": ["M1", "M12"], "value": "%Y-%m"},
    {"dtickrange": ["M12", None], "value": "%Y"},
]
CONFIG = {
    "displaylogo": False,
    "displayModeBar": True,  # out of sight by our style sheet: the card's button presses its one button
    "modeBarButtons": [["toImage"]],
    "toImageButtonOptions": {"format": "png", "filename": "wenshu", "scale": 2},
    "responsive": True,
    "scrollZoom": False,
}


@dataclass
class Chart(Element):  # type: ignore[misc]
    """A figure already in JSON; Chainlit's own element imports plotly to check it, 1.5 s in the loop."""

    type: ClassVar[ElementType] = "plotly"
    size: ElementSize = "medium"
    mime: str = "application/json"


def _texts_only(part: Any) -> Any:
    """Return part of a figure whose words stay words: the page would draw a link that a value spells."""
    if isinstance(part, str):
        return visible(part).replace("<", "&lt;")
    if isinstance(part, dict):
        return {name: _texts_only(value) for name, value in part.items()}
    if isinstance(part, list | tuple):
        return [_texts_only(value) for value in part]
    return part


async def chart(figure: dict[str, Any]) -> Chart | None:
    """Return the element for a figure, or None where it has a trace the page cannot draw."""
    parts = (part for trace in figure.get("data") or () for part in trace.values())
    points = sum(len(part) for part in parts if isinstance(part, list | tuple))
    content = await aside(points, drawable, figure)
    return Chart(name="chart", content=content, display="inline") if content else None


def drawable(figure: dict[str, Any]) -> str | None:
    """Return a figure as the page's JSON, with ink for light and dark; None where it cannot draw it."""
    traces = figure.get("data") or []
    if not traces or any(trace.get("type", "scatter") not in TRACES for trace in traces):
        return None
    layout = {**(figure.get("layout") or {}), "autosize": True}
    layout.pop("template", None)
    layout.pop("width", None)
    layout["font"] = {**layout.get("font", {}), "color": INK}
    layout["height"] = layout.get("height") or HEIGHT
    if DATE.match(str(next(iter(traces[0].get("x") or ()), ""))):
        for axis in {"xaxis", *(name for name in layout if name.startswith("xaxis"))}:
            layout[axis] = {**layout.get(axis, {}), "tickformatstops": DATES, "hoverformat": "%Y-%m-%d"}
    traces, layout = _texts_only(traces), _texts_only(layout)
    above = [{**one, "text": _title_in_lines(one["text"])} for one in layout.get("annotations") or ()]
    layout = {**layout, **({"annotations": above} if above else {})}
    layout = _lying(traces, layout) if traces[0].get("orientation") == "h" else _standing(traces, layout)
    return json.dumps(plain({"data": traces, "layout": layout, "config": CONFIG}), ensure_ascii=False)


def _lying(traces: list[dict[str, Any]], layout: dict[str, Any]) -> dict[str, Any]:
    """Return the layout of lying bars for a narrow page too: long labels in lines, few figures below."""
    labels = list(dict.fromkeys(str(label) for trace in traces for label in trace.get("y") or ()))
    shown = list(map(_in_lines, labels))
    names = {**layout.get("yaxis", {}), "tickmode": "array", "tickvals": labels, "ticktext": shown}
    values = {**layout.get("xaxis", {}), "tickangle": 0, "nticks": VALUE_TICKS}
    places = values.get("tickvals") or ()
    every = -(-len(places) // VALUE_TICKS)
    if every > 1:
        values |= {"tickvals": places[::every], "ticktext": values["ticktext"][::every]}
    lines = sum(max(2, text.count("<br>") + 1) for text in shown)
    height = (
        max(layout["height"], 120 + 17 * lines) if any("<br>" in text for text in shown) else layout["height"]
    )
    name = (names.pop("title", None) or {}).get("text")
    return _named_above({**layout, "xaxis": values, "yaxis": names, "height": height}, name)


def _standing(traces: list[dict[str, Any]], layout: dict[str, Any]) -> dict[str, Any]:
    """Return the layout of a standing chart for a narrow page too."""
    if "xaxis" not in layout:
        return layout
    values = dict(layout.get("yaxis", {}))
    name = (values.pop("title", None) or {}).get("text")
    layout = {**layout, "yaxis": values, "xaxis": {**layout["xaxis"], "autotickangles": [0, 30, 45]}}
    return _named_above(_labelled_in_lines(traces, layout), name)


def _labelled_in_lines(traces: list[dict[str, Any]], layout: dict[str, Any]) -> dict[str, Any]:
    """Return the layout with long labels under bars in lines: slanting they took a phone's height."""
    labels = list(dict.fromkeys(label for trace in traces for label in trace.get("x") or ()))
    if not all(isinstance(label, str) for label in labels) or max(map(len, labels), default=0) <= LABEL_CHARS:
        return layout
    ticks = {"tickmode": "array", "tickvals": labels, "ticktext": list(map(_in_lines, labels))}
    return {**layout, "xaxis": {**layout["xaxis"], **ticks}}


def _in_lines(label: str) -> str:
    return _broken(label, LABEL_CHARS if label.isascii() else LABEL_WIDE)


def _title_in_lines(title: str) -> str:
    """Return a title in lines that fit a phone."""
    return _broken(title, TITLE_WIDE)


def _broken(text: str, most: int) -> str:
    """Return a text in lines so wide at most, words whole; a Han character is as wide as two letters."""
    lines, width = [""], 0
    for piece in re.findall(r"[!-\u2e7f]+|\s+|.", text):
        wide = sum(2 if character > "\u2e7f" else 1 for character in piece)
        if width and width + wide > most and not piece.isspace():
            lines, width = [*lines, ""], 0
        if width or not piece.isspace():
            lines[-1], width = lines[-1] + piece, width + wide
    return "<br>".join(line.rstrip() for line in lines)


def _named_above(layout: dict[str, Any], name: str | None) -> dict[str, Any]:
    """Return the layout with the name of the upright axis lying above it: upright it took a phone's width."""
    if not name:
        return layout
    place = {
        "x": 0,
        "xref": "container",
        "xanchor": "left",
        "y": 1,
        "yanchor": "top",
        "pad": {"t": 6, "l": 6},
    }
    title = {"text": name, "font": {"size": 13}, **place}
    return {**layout, "title": title, "margin": {**layout.get("margin", {}), "t": 40}}
