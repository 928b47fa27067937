"""A chart's spec drawn over its rows as a Plotly figure of JSON types."""

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

from answers.calendar import label_of, shortened, unit_of
from answers.chart import MAX_BARS, ChartSpec
from answers.chart_ground import GRID, GROUND
from answers.total_rows import without_total
from config.wording import Language, say
from database.result import QueryResult
from knowledge.definitions.inflecting import singular

MAX_SLICES = 10  # and the rest as one more
MAX_LABELS = 8
PALETTE = (  # as many as a pie has slices: a colour that comes again is read as the same thing
    "#2f6f6a", "#d98b3a", "#5b7fb9", "#b35c6a", "#7a9a4e",
    "#8a6fae", "#4aa3b5", "#a88553", "#c9a227", "#4b4f8f",
)  # fmt: skip
REST = "#9aa3ad"  # what is left, as one
HOLLOW = "rgba(0,0,0,0)"
_WORD = re.compile("[a-z]+")
Row = Sequence[Any]


def figure(
    spec: ChartSpec, result: QueryResult, language: Language = "en", top: int | None = None
) -> dict[str, Any]:
    """Return the Plotly figure of a spec; Chinese axes count in 万 and 亿. `top` bounds bars and slices."""
    result = without_total(result)
    if spec.kind == "pie":
        traces = _pie(spec, result.rows, language, top or MAX_SLICES)
        return {"data": traces, "layout": _layout(spec, len(traces))}
    rows, rest = _top(spec, result, top or MAX_BARS)
    rows = _as_months(spec, rows)
    traces = _axes_traces(spec, rows, language)
    values = [row[column.index] for row in rows for column in spec.y if row[column.index] is not None]
    note = ""
    if rest and spec.adds:
        label, sums = _summed(spec, rest, language)
        traces = [_with_rest(trace, label, total) for trace, total in zip(traces, sums, strict=True)]
        values += sums
    elif rest:
        note = say("summary.chart_cut", language, shown=len(rows), count=result.row_count)
    ticks = ticks_in_wan(values) if language == "zh" else {}
    bars = len(rows) + bool(rest and spec.adds)
    return {"data": traces, "layout": _on_axes(spec, rows, _legend(traces), bars, ticks, note, language)}


def _top(spec: ChartSpec, result: QueryResult, top: int) -> tuple[Sequence[Row], Sequence[Row]]:
    """Return the rows to draw and those left: in their order where that is by figure, else the largest."""
    bars = spec.kind == "bar" and spec.series is None and spec.x.role != "time"
    if not bars or result.row_count <= top:
        return result.rows, ()
    at = spec.y[0].index
    values = [row[at] for row in result.rows if row[at] is not None]
    rows: Sequence[Row] = result.rows
    if values != sorted(values) and values != sorted(values, reverse=True):
        rows = sorted(result.rows, key=lambda row: (row[at] is None, -(row[at] or 0)))
    return rows[:top], rows[top:]


def _summed(spec: ChartSpec, rest: Sequence[Row], language: Language) -> tuple[str, list[float]]:
    """Return what is left as one: its name, and its figures by column."""
    sums = [math.fsum(row[column.index] or 0 for row in rest) for column in spec.y]
    return say("summary.others", language, count=len(rest)), sums


def _with_rest(trace: dict[str, Any], label: str, total: float) -> dict[str, Any]:
    """Return bars with one more for all that is left, in grey."""
    names, values = ("y", "x") if trace.get("orientation") == "h" else ("x", "y")
    colours = [trace["marker"]["color"]] * len(trace[names])
    more = {names: [*trace[names], label], values: [*trace[values], total]}
    return {**trace, **more, "marker": {"color": [*colours, REST]}}


def _pie(spec: ChartSpec, rows: Sequence[Row], language: Language, top: int) -> list[dict[str, Any]]:
    measure = spec.y[0].index
    slices = [(_label(row[spec.x.index]), row[measure] or 0) for row in rows]
    colours = list(PALETTE[: len(slices)])
    if len(slices) > top:
        slices.sort(key=lambda one: -one[1])
        rest = slices[top:]
        others = say("summary.others", language, count=len(rest)) if len(rest) > 1 else rest[0][0]
        slices = [*slices[:top], (others, math.fsum(value for _, value in rest))]
        colours = [*PALETTE[:top], REST]
    return [
        {
            "type": "pie",
            "labels": [label for label, _ in slices],
            "values": [value for _, value in slices],
            "name": spec.y[0].name,
            "hole": 0.5,
            "sort": False,
            "textinfo": "percent",
            "marker": {"colors": colours},
        }
    ]


def _axes_traces(spec: ChartSpec, rows: Sequence[Row], language: Language) -> list[dict[str, Any]]:
    traces: list[dict[str, Any]] = []
    told: set[str] = set()  # each point that is not whole is told once
    for place, (name, measure, part) in enumerate(_series(spec, rows)):
        colour = PALETTE[place % len(PALETTE)]
        xs = [_label(row[spec.x.index]) if spec.x.role != "measure" else row[spec.x.index] for row in part]
        solid, hollow = _trace(spec, name, xs, [row[measure] for row in part], colour, part), []
        for label, legend in _not_whole(spec, language):
            if label in solid["x"]:
                draw = _bars_apart if spec.kind == "bar" else _line_apart
                at = solid["x"].index(label)
                solid, one = draw(solid, legend, shown=label not in told, at=at)
                hollow.append(one)
                told.add(label)
        traces += [solid, *hollow]
    return traces


def _not_whole(spec: ChartSpec, language: Language) -> list[tuple[str, str]]:
    """Return the points that are not whole, as their axis writes them, with what the legend says of each."""
    if spec.kind not in ("line", "bar") or spec.horizontal:
        return []
    found = []
    for key, label in (("unfinished", spec.unfinished), ("begun", spec.begun)):
        if label:
            short = str(shortened(label, spec.x.name))
            shown = label_of(short, unit_of([label], spec.x.name))
            found.append((short, say(f"chart.{key}", language, label=shown)))
    return found


def _line_apart(
    trace: dict[str, Any], label: str, *, shown: bool, at: int
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return a line of what is whole, and the way to a point at its end that is not, dashed and hollow."""
    xs, ys = trace["x"], trace["y"]
    order = sorted(range(len(xs)), key=lambda place: str(xs[place]))
    known = [place for place in order if place != at]
    beside = known[:1] if order[0] == at else known[-1:]
    colour = trace["line"]["color"]
    solid = {**trace, "x": [xs[place] for place in known], "y": [ys[place] for place in known]}
    dashed = {
        "type": "scatter",
        "mode": "lines+markers",
        "name": label,
        "x": [xs[place] for place in (*beside, at)],
        "y": [ys[place] for place in (*beside, at)],
        "line": {"color": colour, "width": 2, "dash": "dot"},
        "marker": {"color": colour, "symbol": "circle-open", "size": [0] * len(beside) + [10]},
        "hoverinfo": ["skip"] * len(beside) + ["all"],
        "showlegend": shown,
    }
    return solid, dashed


def _bars_apart(
    trace: dict[str, Any], label: str, *, shown: bool, at: int
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return bars of what is whole, and one that is not hollow at its own place."""
    xs, ys = trace["x"], trace["y"]
    known = [place for place in range(len(xs)) if place != at]
    solid = {**trace, "x": [xs[place] for place in known], "y": [ys[place] for place in known]}
    hollow = {
        "type": "bar",
        "name": label,
        "x": [xs[at]],
        "y": [ys[at]],
        "marker": {"color": HOLLOW, "line": {"color": trace["marker"]["color"], "width": 2}},
        "showlegend": shown,
        "offsetgroup": trace["name"],
    }
    return {**solid, "offsetgroup": trace["name"]}, hollow


def _series(spec: ChartSpec, rows: Sequence[Row]) -> list[tuple[str, int, Sequence[Row]]]:
    if spec.series is None:
        return [(column.name, column.index, rows) for column in spec.y]
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(_label(row[spec.series.index]), []).append(row)
    return [(name, spec.y[0].index, part) for name, part in groups.items()]


def _trace(
    spec: ChartSpec, name: str, xs: list[Any], ys: list[Any], colour: str, rows: Sequence[Row]
) -> dict[str, Any]:
    if spec.kind == "bar":
        if spec.horizontal:
            return {
                "type": "bar",
                "name": name,
                "x": ys,
                "y": xs,
                "orientation": "h",
                "marker": {"color": colour},
            }
        return {"type": "bar", "name": name, "x": xs, "y": ys, "marker": {"color": colour}}
    mode = "markers" if spec.kind == "scatter" else ("lines+markers" if len(xs) <= 40 else "lines")
    trace = {
        "type": "scatter",
        "mode": mode,
        "name": name,
        "x": xs,
        "y": ys,
        "line": {"color": colour, "width": 2.5},
        "marker": {"color": colour},
    }
    if spec.names is not None:
        trace |= {"text": [_label(row[spec.names.index]) for row in rows], "hoverinfo": "text+x+y"}
    return trace


def _legend(traces: Sequence[Mapping[str, Any]]) -> bool:
    """Tell whether a legend says something: several lines, or an unfinished point."""
    return len(traces) > 1


def _layout(spec: ChartSpec, height_of: int) -> dict[str, Any]:
    return {
        **GROUND,
        "height": max(340, 120 + 26 * height_of) if spec.horizontal and spec.kind == "bar" else 360,
        "margin": {"l": 56, "r": 20, "t": 24, "b": 48},
        "showlegend": spec.kind == "pie",
        "legend": {"orientation": "h", "y": -0.2},
        "colorway": list(PALETTE),
    }


def _on_axes(
    spec: ChartSpec,
    rows: Sequence[Row],
    legend: bool,
    bars: int,
    ticks: Mapping[str, Any],
    note: str,
    language: Language,
) -> dict[str, Any]:
    layout = {**_layout(spec, bars), "showlegend": legend}
    grid = {"gridcolor": GRID, "zerolinecolor": "rgba(128,128,128,0.35)", "automargin": True}
    name = spec.y[0].name if len(spec.y) == 1 or spec.kind == "scatter" else ""
    shown = axis_title(name, spec.unit, language)
    value_axis: dict[str, Any] = {
        **grid,
        **ticks,
        "rangemode": "tozero",  # a line that starts above zero makes small changes look large
        "title": {"text": " · ".join(part for part in (shown, note) if part), "font": {"size": 13}},
    }
    label_axis: dict[str, Any] = {
        "automargin": True,
        "showgrid": False,
        "title": {"text": spec.x.name, "font": {"size": 13}},
    }
    if spec.x.role != "measure" and (
        spec.kind == "bar" or _are_few(rows, spec.x.index) or not _are_dates(rows, spec.x.index)
    ):
        label_axis["type"] = "category"
    if spec.horizontal and spec.kind == "bar":
        label_axis["autorange"] = "reversed"
        return {**layout, "xaxis": value_axis, "yaxis": label_axis}
    apart = bool(spec.unfinished or spec.begun)
    if apart and spec.x.role == "time":  # traces that miss a point would order their own way
        label_axis |= {"categoryorder": "category ascending"}
    hover = "closest" if spec.kind == "scatter" else "x unified"
    return {**layout, "xaxis": label_axis, "yaxis": value_axis, "hovermode": hover, "barmode": "group"}


def axis_title(name: str, unit: str, language: Language) -> str:
    """Return what an axis counts with its unit, without a unit that its name has in it.

    >>> axis_title("Revenue", "CNY", "en"), axis_title("Complaints", "complaints", "en")
    ('Revenue (CNY)', 'Complaints')
    """
    if not (name and unit):
        return name or unit
    return name if _says(name, unit) else say("chart.axis_unit", language, name=name, unit=unit)


def _says(name: str, unit: str) -> bool:
    """Tell a name that has its unit in it, word for word: Weight has no t."""
    told, said = (set(map(singular, _WORD.findall(text.lower()))) for text in (unit, name))
    return told <= said if told and unit.isascii() else unit in name


def ticks_in_wan(values: Sequence[float]) -> dict[str, Any]:
    """Return axis ticks written in 万 or 亿; smaller figures are written whole, never as 60k."""
    low, high = (min(values), max(values)) if values else (0, 0)
    largest = max(abs(low), abs(high))
    if largest < 100_000 or low == high:
        return {"exponentformat": "none", "separatethousands": True}
    low, high = min(low, 0), max(high, 0)
    unit, name = (1e8, "亿") if largest >= 1e8 else (1e4, "万")
    step = _nice((high - low) / 5)
    first = math.floor(low / step)
    ticks = [step * n for n in range(first, math.ceil(high / step) + 1)]
    return {
        "tickmode": "array",
        "tickvals": ticks,
        "ticktext": [f"{tick / unit:,.10g}{name}" if tick else "0" for tick in ticks],
    }


def _nice(step: float) -> float:
    """Round a step up to 1, 2 or 5 times a power of ten."""
    power = 10.0 ** math.floor(math.log10(step))
    return float(next(factor * power for factor in (1, 2, 5, 10) if factor * power >= step * (1 - 1e-9)))


def _are_few(rows: Sequence[Row], index: int) -> bool:
    """Tell whether each label can stand under its point: a scale of dates would name days between months."""
    return len({row[index] for row in rows}) <= MAX_LABELS


def _as_months(spec: ChartSpec, rows: Sequence[Row]) -> list[list[Any]]:
    """Return the rows with the first day of a month written as the month, where the column is of months."""
    at = spec.x.index
    return [[*row[:at], shortened(row[at], spec.x.name), *row[at + 1 :]] for row in rows]


def _are_dates(rows: Sequence[Row], index: int) -> bool:
    return all(isinstance(row[index], str) and row[index][:4].isdigit() and "-" in row[index] for row in rows)


def _label(value: Any) -> str:
    return "—" if value is None else str(value)
