"""Which chart fits a result, as a typed spec; and the spec as a Plotly figure."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import yaml

from answers.calendar import shortened
from answers.profile import ColumnProfile, columns_of, profile
from config.wording import Language, say
from database.result import QueryResult

ChartKind = Literal["line", "bar", "pie", "scatter"]

MAX_BARS = 15
MAX_LINES = 8
MAX_SLICES = 10
MAX_LABELS = 8
WHOLE_PERCENT = 99  # shares are rounded
PALETTE = ("#2f6f6a", "#d98b3a", "#5b7fb9", "#b35c6a", "#7a9a4e", "#8a6fae", "#4aa3b5", "#a88553")


@dataclass(frozen=True)
class ChartSpec:
    """A chart as a decision: kind and the columns it shows."""

    kind: ChartKind
    x: ColumnProfile
    y: tuple[ColumnProfile, ...]
    series: ColumnProfile | None = None
    horizontal: bool = False


@lru_cache(maxsize=1)
def _wish_words() -> dict[ChartKind, list[str]]:
    words: dict[ChartKind, list[str]] = yaml.safe_load(
        (Path(__file__).parent / "chart_words.yaml").read_text("utf-8")
    )
    return words


def wished_kind(question: str) -> ChartKind | None:
    """Return the chart kind the question asks for by name, if any."""
    lowered = question.lower()
    for kind, words in _wish_words().items():
        if any(word in lowered for word in words):
            return kind
    return None


def choose_chart(result: QueryResult, question: str = "", *, is_whole: bool = False) -> ChartSpec | None:
    """Choose a chart for a result, or None where a table says it better.

    `is_whole` says that the rows add up to everything asked about (sums or counts, nothing cut off).
    """
    if result.row_count < 2 or len(result.columns) < 2:
        return None
    columns = profile(result)
    measures = columns_of(columns, "measure")
    times = columns_of(columns, "time")
    categories = columns_of(columns, "category") or columns_of(columns, "identifier")
    if not measures:
        return None
    if times and not _is_one_moment(result, times[0]):
        return _over_time(result, times[0], measures, categories)
    if not categories:
        return _against(measures)
    if result.row_count > 100:
        return None
    if len(categories) > 1 and not _is_unique(result, categories[0]):
        return _grouped_bars(result, categories, measures)
    return _by_category(result, categories[0], measures, wished_kind(question), is_whole)


def _is_one_moment(result: QueryResult, time: ColumnProfile) -> bool:
    """Tell whether every row is of the same day or month: there is no line to draw then."""
    return len({row[time.index] for row in result.rows}) == 1


def _over_time(
    result: QueryResult,
    time: ColumnProfile,
    measures: Sequence[ColumnProfile],
    categories: Sequence[ColumnProfile],
) -> ChartSpec | None:
    if _is_unique(result, time):
        return ChartSpec("line", time, tuple(_comparable(result, measures)))
    for category in categories:
        if len({row[category.index] for row in result.rows}) <= MAX_LINES:
            return ChartSpec("line", time, (measures[0],), series=category)
    return None


def _against(measures: Sequence[ColumnProfile]) -> ChartSpec | None:
    return ChartSpec("scatter", measures[0], (measures[1],)) if len(measures) > 1 else None


def _grouped_bars(
    result: QueryResult, categories: Sequence[ColumnProfile], measures: Sequence[ColumnProfile]
) -> ChartSpec | None:
    outer, inner = categories[0], categories[1]
    inner_count = len({row[inner.index] for row in result.rows})
    outer_count = len({row[outer.index] for row in result.rows})
    if inner_count > MAX_LINES or outer_count > MAX_BARS:
        return None
    return ChartSpec("bar", outer, (measures[0],), series=inner)


def _by_category(
    result: QueryResult,
    category: ColumnProfile,
    measures: Sequence[ColumnProfile],
    wish: ChartKind | None,
    is_whole: bool,
) -> ChartSpec:
    parts = [row[measures[0].index] for row in result.rows]
    can_be_parts = all(part is not None and part >= 0 for part in parts) and sum(parts) > 0
    if (
        can_be_parts
        and _are_all_parts(result, measures)
        and (wish == "pie" or (is_whole and wish is None and len(measures) == 1 and len(parts) < 6))
    ):
        return ChartSpec("pie", category, (measures[0],))
    if wish == "line":
        return ChartSpec("line", category, tuple(measures[:4]))
    labels = [str(row[category.index]) for row in result.rows]
    horizontal = len(labels) >= 8 or max(map(len, labels)) > 14
    return ChartSpec("bar", category, tuple(_comparable(result, measures)), horizontal=horizontal)


def _are_all_parts(result: QueryResult, measures: Sequence[ColumnProfile]) -> bool:
    """Tell amounts that can make a whole from rates, and from shares of which some are not shown."""
    if "%" in measures[0].name:
        return False
    shares = [row[m.index] for m in measures[1:] if "%" in m.name for row in result.rows]
    return not shares or sum(share or 0 for share in shares) > WHOLE_PERCENT


def _comparable(result: QueryResult, measures: Sequence[ColumnProfile]) -> list[ColumnProfile]:
    """Keep the measures that share an axis with the first: percent as it is or not, within a factor of 50."""

    def size(column: ColumnProfile) -> float:
        return max(
            (abs(row[column.index]) for row in result.rows if row[column.index] is not None), default=0
        )

    def is_percent(column: ColumnProfile) -> bool:
        return "%" in column.name

    first, *others = measures[:4]
    alike = [m for m in others if is_percent(m) == is_percent(first)]
    return [first, *(m for m in alike if size(first) and 0.02 <= size(m) / size(first) <= 50)]


def _is_unique(result: QueryResult, column: ColumnProfile) -> bool:
    values = [row[column.index] for row in result.rows]
    return len(set(values)) == len(values)


def figure(spec: ChartSpec, result: QueryResult, language: Language = "en") -> dict[str, Any]:
    """Return the Plotly figure of a spec as JSON types; Chinese axes count in 万 and 亿."""
    rows = _top(spec, result)
    if spec.kind == "pie":
        traces = _pie(spec, rows, language)
        return {"data": traces, "layout": _layout(spec, rows, len(traces), {})}
    rows = _as_months(spec, rows)
    traces = _axes_traces(spec, rows)
    values = [row[column.index] for row in rows for column in spec.y if row[column.index] is not None]
    ticks = _ticks_in_wan(values) if language == "zh" else {}
    cut = len(rows) < result.row_count
    note = say("summary.chart_cut", language, shown=len(rows), count=result.row_count) if cut else ""
    return {"data": traces, "layout": _layout(spec, rows, len(traces), ticks, note)}


def _ticks_in_wan(values: Sequence[float]) -> dict[str, Any]:
    """Return axis ticks written in 万 or 亿, or none where the figures are small."""
    low, high = (min(values), max(values)) if values else (0, 0)
    largest = max(abs(low), abs(high))
    if largest < 100_000 or low == high:
        return {}
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


def _top(spec: ChartSpec, result: QueryResult) -> Sequence[Sequence[Any]]:
    if spec.kind != "bar" or spec.series or result.row_count <= MAX_BARS:
        return result.rows
    measure = spec.y[0].index
    order = sorted(result.rows, key=lambda row: (row[measure] is None, -(row[measure] or 0)))
    return order[:MAX_BARS]


def _pie(spec: ChartSpec, rows: Sequence[Sequence[Any]], language: Language) -> list[dict[str, Any]]:
    measure = spec.y[0].index
    slices = [(_label(row[spec.x.index]), row[measure]) for row in rows]
    if len(slices) > MAX_SLICES:
        slices.sort(key=lambda one: -one[1])
        rest = slices[MAX_SLICES - 1 :]
        others = say("summary.others", language, count=len(rest))
        slices = [*slices[: MAX_SLICES - 1], (others, sum(value for _, value in rest))]
    return [
        {
            "type": "pie",
            "labels": [label for label, _ in slices],
            "values": [value for _, value in slices],
            "name": spec.y[0].name,
            "hole": 0.5,
            "sort": False,
            "textinfo": "percent",
            "marker": {"colors": list(PALETTE)},
        }
    ]


def _axes_traces(spec: ChartSpec, rows: Sequence[Sequence[Any]]) -> list[dict[str, Any]]:
    traces: list[dict[str, Any]] = []
    for name, measure, part in _series(spec, rows):
        color = PALETTE[len(traces) % len(PALETTE)]
        xs = [_label(row[spec.x.index]) if spec.x.role != "measure" else row[spec.x.index] for row in part]
        ys = [row[measure] for row in part]
        traces.append(_trace(spec, name, xs, ys, color))
    return traces


def _series(spec: ChartSpec, rows: Sequence[Sequence[Any]]) -> list[tuple[str, int, Sequence[Sequence[Any]]]]:
    if spec.series is None:
        return [(column.name, column.index, rows) for column in spec.y]
    groups: dict[str, list[Sequence[Any]]] = {}
    for row in rows:
        groups.setdefault(_label(row[spec.series.index]), []).append(row)
    return [(name, spec.y[0].index, part) for name, part in groups.items()]


def _trace(spec: ChartSpec, name: str, xs: list[Any], ys: list[Any], color: str) -> dict[str, Any]:
    if spec.kind == "bar":
        if spec.horizontal:
            return {
                "type": "bar",
                "name": name,
                "x": ys,
                "y": xs,
                "orientation": "h",
                "marker": {"color": color},
            }
        return {"type": "bar", "name": name, "x": xs, "y": ys, "marker": {"color": color}}
    mode = "markers" if spec.kind == "scatter" else ("lines+markers" if len(xs) <= 40 else "lines")
    line = {"color": color, "width": 2.5}
    return {
        "type": "scatter",
        "mode": mode,
        "name": name,
        "x": xs,
        "y": ys,
        "line": line,
        "marker": {"color": color},
    }


def _layout(
    spec: ChartSpec, rows: Sequence[Sequence[Any]], traces: int, ticks: Mapping[str, Any], note: str = ""
) -> dict[str, Any]:
    layout: dict[str, Any] = {
        "height": max(340, 120 + 26 * len(rows)) if spec.horizontal else 360,
        "margin": {"l": 56, "r": 20, "t": 24, "b": 48},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "font": {
            "family": "system-ui, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif",
            "size": 13,
        },
        "showlegend": traces > 1 or spec.kind == "pie",
        "legend": {"orientation": "h", "y": -0.2},
        "colorway": list(PALETTE),
        "separators": ".,",
    }
    if spec.kind == "pie":
        return layout
    grid = {
        "gridcolor": "rgba(128,128,128,0.18)",
        "zerolinecolor": "rgba(128,128,128,0.35)",
        "automargin": True,
    }
    name = spec.y[0].name if traces == 1 or spec.series else ""
    value_axis: dict[str, Any] = {
        **grid,
        **ticks,
        "rangemode": "tozero",  # a line that starts above zero makes small changes look large
        "title": {"text": " · ".join(part for part in (name, note) if part)},
    }
    label_axis: dict[str, Any] = {"automargin": True, "showgrid": False}
    if spec.x.role == "measure":
        label_axis["title"] = {"text": spec.x.name}
    elif spec.kind == "bar" or _are_few(rows, spec.x.index) or not _are_dates(rows, spec.x.index):
        label_axis["type"] = "category"
    if spec.horizontal:
        label_axis["autorange"] = "reversed"
        return {**layout, "xaxis": value_axis, "yaxis": label_axis}
    return {**layout, "xaxis": label_axis, "yaxis": value_axis, "hovermode": "x unified", "barmode": "group"}


def _are_few(rows: Sequence[Sequence[Any]], index: int) -> bool:
    """Tell whether each label can stand under its point: a scale of dates would name days between months."""
    return len({row[index] for row in rows}) <= MAX_LABELS


def _as_months(spec: ChartSpec, rows: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """Return the rows with the first day of a month written as the month, where the column is of months."""
    at = spec.x.index
    return [[*row[:at], shortened(row[at], spec.x.name), *row[at + 1 :]] for row in rows]


def _are_dates(rows: Sequence[Sequence[Any]], index: int) -> bool:
    return all(isinstance(row[index], str) and row[index][:4].isdigit() and "-" in row[index] for row in rows)


def _label(value: Any) -> str:
    return "—" if value is None else str(value)
