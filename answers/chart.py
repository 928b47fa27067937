"""Which charts are right for a result, as typed specs; drawing them is chart_drawing's."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from operator import itemgetter
from pathlib import Path
from typing import Any, Literal

import yaml

from answers.calendar import is_running, unit_of
from answers.profile import ColumnProfile, columns_of, profile
from database.result import QueryResult
from understanding.metric.answered import measure_of
from understanding.readings import Measure

ChartKind = Literal["line", "bar", "pie", "scatter"]
NoChart = Literal["one_row", "no_figures", "one_column", "several_values", "too_many", "too_many_lines"]

MAX_BARS = 15
MAX_LINES = 8
MAX_GROUPS = 100  # more, and what is left beside the first is no bar of its own, nor can it be summed
MAX_GROUPS_SUMMED = 1000
MAX_TIMES_AS_BARS = 40
FEW_POINTS = 5  # of two figures against each other: fewer show nothing
FEW_PARTS = 6
WHOLE_PERCENT = 99  # shares are rounded


@dataclass(frozen=True)
class ChartSpec:
    """A chart as a decision: its kind and the columns it shows.

    `unit` is that of the figures; `unfinished` the label of the day, week or month that is not over, `begun`
    of the first one where what was asked for begins within it; `adds` says that the figures of what is not
    shown can be shown as one; `names` is what points are called.
    """

    kind: ChartKind
    x: ColumnProfile
    y: tuple[ColumnProfile, ...]
    series: ColumnProfile | None = None
    horizontal: bool = False
    names: ColumnProfile | None = None
    unit: str = ""
    unfinished: str = ""
    begun: str = ""
    adds: bool = False


@dataclass(frozen=True)
class Charts:
    """The charts that are right for a result, the one to show first; or why there is none."""

    specs: tuple[ChartSpec, ...] = ()
    why_none: NoChart | None = None

    @property
    def first(self) -> ChartSpec | None:
        """Return the chart to show."""
        return self.specs[0] if self.specs else None


def spec_json(spec: ChartSpec) -> dict[str, Any]:
    """Return a spec as JSON types: columns by their place, without what it does not say."""
    said: dict[str, Any] = {
        "kind": spec.kind,
        "x": spec.x.index,
        "y": [column.index for column in spec.y],
        "series": spec.series.index if spec.series else None,
        "names": spec.names.index if spec.names else None,
        "horizontal": spec.horizontal,
        "unit": spec.unit,
        "unfinished": spec.unfinished,
        "begun": spec.begun,
        "adds": spec.adds,
    }
    return {
        name: value
        for name, value in said.items()
        if value is not None and value != "" and value is not False
    }


def spec_from(said: Mapping[str, Any], result: QueryResult) -> ChartSpec:
    """Return the spec that `spec_json` wrote of this result."""
    columns = profile(result)
    series, names = said.get("series"), said.get("names")
    return ChartSpec(
        said["kind"],
        columns[said["x"]],
        tuple(columns[place] for place in said["y"]),
        series=None if series is None else columns[series],
        horizontal=bool(said.get("horizontal")),
        names=None if names is None else columns[names],
        unit=str(said.get("unit") or ""),
        unfinished=str(said.get("unfinished") or ""),
        begun=str(said.get("begun") or ""),
        adds=bool(said.get("adds")),
    )


@lru_cache(maxsize=1)
def _wish_words() -> dict[ChartKind, list[str]]:
    words: dict[ChartKind, list[str]] = yaml.load(
        (Path(__file__).parent / "chart_words.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader
    )
    return words


def wished_kind(question: str) -> ChartKind | None:
    """Return the chart kind the question asks for by name, if any."""
    lowered = question.lower()
    for kind, words in _wish_words().items():
        if any(word in lowered for word in words):
            return kind
    return None


def charts_for(
    result: QueryResult,
    question: str = "",
    *,
    is_whole: bool = False,
    asked: str = "",
    measures: Sequence[Measure] = (),
    today: dt.date | None = None,
    begun: str = "",
) -> Charts:
    """Return the charts that are right for a result.

    `is_whole` says that the rows add up to everything asked about (sums or counts, nothing cut off); `asked`
    names the column that was asked for, which leads; `measures` say what a metric's columns are; the day or
    month that `today` is in is marked as unfinished, and the first one where it is that which was `begun`.
    """
    if not result.rows:
        return Charts()  # the sentence says that there is nothing
    if result.row_count < 2:
        return Charts(why_none="one_row")
    if len(result.columns) < 2:
        return Charts(why_none="one_column")
    columns = profile(result)
    figures = sorted(columns_of(columns, "measure"), key=lambda one: one.name != asked)
    if not figures:
        return Charts(why_none="no_figures")
    found = _fitting(result, columns, figures, _Asked(wished_kind(question), is_whole, tuple(measures)))
    if isinstance(found, str):
        return Charts(why_none=found)
    wish = wished_kind(question)
    ordered = sorted(found, key=lambda spec: spec.kind != wish) if wish else found
    described = (_described(spec, result, measures, is_whole, today) for spec in ordered)
    return Charts(tuple(replace(one, begun=begun if one.x.role == "time" else "") for one in described))


@dataclass(frozen=True)
class _Asked:
    wish: ChartKind | None
    is_whole: bool
    measures: tuple[Measure, ...]

    def adds(self, figures: Sequence[ColumnProfile]) -> bool:
        """Tell whether figures of several rows may be summed into one."""
        return _adds(figures, self.measures, self.is_whole)


def _adds(figures: Sequence[ColumnProfile], measures: Sequence[Measure], is_whole: bool) -> bool:
    told = [measure_of(one.name, measures) for one in figures]
    return all(one.adds for one in told if one) if any(told) else is_whole


def _described(
    spec: ChartSpec, result: QueryResult, measures: Sequence[Measure], is_whole: bool, today: dt.date | None
) -> ChartSpec:
    """Return a spec with its unit, what of it is unfinished, and whether its figures add up."""
    first = measure_of(spec.y[0].name, measures)
    return replace(
        spec,
        unit=first.unit if first else "",
        unfinished=_unfinished(result, spec.x, today) if today and spec.x.role == "time" else "",
        adds=_adds(spec.y, measures, is_whole),
    )


def _unfinished(result: QueryResult, time: ColumnProfile, today: dt.date) -> str:
    """Return the last label of a time column where its day, week or month is not over."""
    labels = sorted({str(row[time.index]) for row in result.rows if row[time.index] is not None})
    running = labels and is_running(labels[-1], unit_of(labels, time.name), today)
    return labels[-1] if running else ""


def _fitting(
    result: QueryResult, columns: Sequence[ColumnProfile], figures: Sequence[ColumnProfile], asked: _Asked
) -> tuple[ChartSpec, ...] | NoChart:
    times = columns_of(columns, "time")
    categories = columns_of(columns, "category") or columns_of(columns, "identifier")
    if times and len({row[times[0].index] for row in result.rows}) > 1:
        return _over_time(result, times[0], figures, categories, asked)
    if not categories:
        against = ChartSpec("scatter", figures[0], (figures[1],)) if len(figures) > 1 else None
        return (against,) if against else "one_column"
    if _is_unique(result, categories[0]):
        return _by_category(result, categories[0], figures, asked)
    if len(categories) > 1:
        return _grouped(result, categories[0], categories[1], figures)
    return "several_values"


def _over_time(
    result: QueryResult,
    time: ColumnProfile,
    figures: Sequence[ColumnProfile],
    categories: Sequence[ColumnProfile],
    asked: _Asked,
) -> tuple[ChartSpec, ...] | NoChart:
    if _is_unique(result, time):
        line = ChartSpec("line", time, tuple(_comparable(result, figures, asked.measures)))
        return (line, replace(line, kind="bar")) if result.row_count <= MAX_TIMES_AS_BARS else (line,)
    apart = [one for one in categories if _is_unique(result, time, one)]
    if not apart:
        return "several_values"
    series = next((one for one in apart if _count(result, one) <= MAX_LINES), None)
    if series is None:
        return "too_many_lines"
    line = ChartSpec("line", time, (figures[0],), series=series)
    return (line, replace(line, kind="bar")) if _count(result, time) <= MAX_BARS else (line,)


def _grouped(
    result: QueryResult, outer: ColumnProfile, inner: ColumnProfile, figures: Sequence[ColumnProfile]
) -> tuple[ChartSpec, ...] | NoChart:
    if not _is_unique(result, outer, inner):
        return "several_values"
    if _count(result, inner) > MAX_LINES or _count(result, outer) > MAX_BARS:
        return "too_many"
    return (ChartSpec("bar", outer, (figures[0],), series=inner),)


def _by_category(
    result: QueryResult, category: ColumnProfile, figures: Sequence[ColumnProfile], asked: _Asked
) -> tuple[ChartSpec, ...] | NoChart:
    shown = tuple(_comparable(result, figures, asked.measures))
    if result.row_count > (MAX_GROUPS_SUMMED if asked.adds(shown) else MAX_GROUPS):
        return "too_many"
    labels = [str(row[category.index]) for row in result.rows]
    bar = ChartSpec("bar", category, shown, horizontal=len(labels) >= 8 or max(map(len, labels)) > 14)
    specs = [bar]
    if _are_parts(result, figures, asked):
        pie = ChartSpec("pie", category, (figures[0],))
        first = asked.is_whole and not asked.wish and len(figures) == 1 and result.row_count < FEW_PARTS
        specs = [pie, bar] if first else [bar, pie]
    if asked.wish == "line":
        specs.append(ChartSpec("line", category, shown))
    if len(figures) > 1 and result.row_count >= FEW_POINTS:
        specs.append(ChartSpec("scatter", figures[0], (figures[1],), names=category))
    return tuple(specs)


def _are_parts(result: QueryResult, figures: Sequence[ColumnProfile], asked: _Asked) -> bool:
    """Tell amounts that make a whole, or that the user takes for one, from rates and from a few of many."""
    if not (asked.is_whole or asked.wish == "pie") or "%" in figures[0].name:
        return False
    parts = [row[figures[0].index] for row in result.rows]
    if any(part is None or part < 0 for part in parts) or sum(parts) <= 0:
        return False
    shares = [row[m.index] for m in figures[1:] if "%" in m.name for row in result.rows]
    return not shares or sum(share or 0 for share in shares) > WHOLE_PERCENT


def _comparable(
    result: QueryResult, figures: Sequence[ColumnProfile], measures: Sequence[Measure]
) -> list[ColumnProfile]:
    """Keep the figures that share an axis with the first: of its unit, percent or not, within a factor of 50.

    By how many percent a percentage changed is on no axis with it.
    """

    def size(column: ColumnProfile) -> float:
        return max(
            (abs(row[column.index]) for row in result.rows if row[column.index] is not None), default=0
        )

    def is_percent(column: ColumnProfile) -> bool:
        return "%" in column.name

    def is_figure(column: ColumnProfile) -> bool:
        return measure_of(column.name, measures) is not None

    def unit(column: ColumnProfile) -> str:
        told = measure_of(column.name, measures)
        return told.unit if told else ""

    first, *others = figures[:4]
    alike = [m for m in others if is_percent(m) == is_percent(first) and is_figure(m) == is_figure(first)]
    alike = [m for m in alike if unit(m) == unit(first)]  # cars on an axis of yuan are read as yuan
    return [first, *(m for m in alike if size(first) and 0.02 <= size(m) / size(first) <= 50)]


def _is_unique(result: QueryResult, *columns: ColumnProfile) -> bool:
    """Tell whether no two rows have the same values in these columns: a bar or point is one value."""
    return len(set(map(itemgetter(*[one.index for one in columns]), result.rows))) == result.row_count


def _count(result: QueryResult, column: ColumnProfile) -> int:
    return len({row[column.index] for row in result.rows})
