"""Columns of a figure's rows that no figure is made of: the mean of a row, by month and member, is looked at.

That only intake is defined does not mean that what was rejected is as usual.
"""

import datetime as dt
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from analysis.anomaly.looks import Span
from analysis.anomaly.month_events import found_in
from analysis.anomaly.month_looks import FEWEST_PAST, PAST, Month, Table, months_of
from analysis.anomaly.month_tables import sums_of
from analysis.asked import AnalysisAsked
from analysis.cuts import cuts_of
from analysis.daily import Floats
from analysis.outcome import Look as Reading
from analysis.outcome import Name, Read, Said
from analysis.series import MOST_ROWS, data_span
from database.schema import Column
from database.schema import Table as Stored
from knowledge.definitions.columns import head_of
from knowledge.metrics import Catalog, Metric
from knowledge.vocabulary import NUMERIC
from language.calendar import add_months, whole
from query.metric_query import MetricQuery, Window
from understanding.metric.desk import MetricDesk

MOST, MOST_TOLD, MOST_TARGETS = 4, 2, 12
_ROWS, _SUM = "analysis_rows", "analysis_sum_"
_GOES_ON = 0.5  # of what the first odd month lies off, in all since


@dataclass(frozen=True)
class Undefined:
    """The columns of a table that no figure is made of, and the look at them by month and member."""

    columns: tuple[Column, ...] = ()
    dimension: str = ""
    spans: tuple[Span, ...] = ()
    targets: int = 1  # the last of them, that are looked at
    looks: tuple[Reading, ...] = ()

    def told(self, read: Mapping[str, Read], asked: AnalysisAsked, desk: MetricDesk) -> tuple[Said, ...]:
        """Return what is odd in them, or that they were looked at, or not."""
        if not self.columns:
            return ()
        names = tuple(_called(one, desk) for one in self.columns)
        one = read.get("undefined")
        if one is None or one.result.truncated:
            return (Said("anomaly.not_columns", {"columns": names}),)
        tables = _tables(self, one.result.rows)
        found = [_Moved(month, table) for table in tables for month in _looked_at(table, self.targets)]
        odd = found_in([it.month for it in found])
        kept = sorted((it for it in found if it.month in odd), key=lambda it: it.month.look.span.start)
        first = list({(it.column, it.month.look.member): it for it in reversed(kept)}.values())
        largest = sorted(first, key=lambda it: -abs(it.times))[:MOST_TOLD]
        listed = tuple(it.told(self.columns[it.column], desk) for it in largest)
        by = Name(self.dimension, dimension=True)
        if not listed:
            return (Said("anomaly.columns_plain", {"columns": names, "by": by}),)
        return (Said("anomaly.columns_odd", {"list": listed, "by": by}),)


@dataclass(frozen=True)
class _Moved:
    """A member's first odd month of one column, with the months it is of."""

    month: Month
    table: Table

    @property
    def column(self) -> int:
        """Return which of the columns it is of."""
        return int(self.table.metric.removeprefix(_SUM))

    @property
    def times(self) -> float:
        """Return how far the last month is from usual, as a logarithm."""
        look = self.month.look
        return math.log(max(self._figures[-1], 1e-9) / look.usual) if look.usual > 0 else 0.0

    @property
    def _figures(self) -> Floats:
        return np.asarray(self.table.figures[self.table.members.index(self.month.look.member)])

    def told(self, column: Column, desk: MetricDesk) -> Said:
        """Return since when it is so, or that it was so in one month."""
        look, figures = self.month.look, self._figures
        later = figures[self.table.spans.index(look.span) :]
        goes_on = bool(((later - look.usual) / (look.value - look.usual) >= _GOES_ON).all())
        span = self.table.spans[-1] if goes_on else look.span
        params = {
            "who": look.member,
            "column": _called(column, desk),
            "since": Window(look.span.start, add_months(look.span.start, 1), "month"),
            "when": Window(span.start, span.end, "month" if span.is_month else "range"),
            "value": _plain(float(figures[-1]) if goes_on else look.value),
            "usual": _plain(look.usual),
        }
        return Said("anomaly.column_since" if goes_on and len(later) > 1 else "anomaly.column_once", params)


def undefined_of(asked: AnalysisAsked, desk: MetricDesk) -> Undefined:
    """Return what no figure is made of in the rows of the one that is asked about."""
    metric = desk.catalog.metrics.get(asked.metrics[0]) if len(asked.metrics) == 1 else None
    stored = desk.catalog.schema.table(desk.catalog.full(metric.table)) if metric and metric.table else None
    span = data_span(metric.name, desk) if metric else None
    if metric is None or stored is None or span is None or metric.time_grain != "day":
        return Undefined()
    columns = tuple(_columns(stored, desk))[:MOST]
    fixed = {kept.dimension for kept in asked.filters}
    cut = asked.dimension or next(iter(cuts_of(metric.name, desk, fixed)), "")
    end = span[1] if asked.window is None else min(span[1], asked.window.end)
    start = asked.window.start if asked.window else end
    spans, targets = _spans(span[0], start, end)
    size = desk.answers.reader.known.size(cut) if cut else 0
    if not columns or not cut or len(spans) < FEWEST_PAST + targets or size * len(spans) > MOST_ROWS:
        return Undefined(columns)
    figures = _figures(columns)
    window = Window(spans[0].start, spans[-1].end, "range")
    query = MetricQuery(figures, (cut,), "month", (window,), filters=asked.filters)
    label = Said("anomaly.label_columns", {"by": Name(cut, dimension=True)})
    look = Reading("undefined", query, label, catalog=_catalog(metric, columns, desk))
    return Undefined(columns, cut, spans, targets, (look,))


def _columns(stored: Stored, desk: MetricDesk) -> list[Column]:
    """Return the numbers of a table that nothing is defined by, and that are called something."""
    catalog = desk.catalog
    own = [one for one in catalog.metrics.values() if catalog.full(one.table) == stored.full_name]
    defined = " ".join(" ".join((one.expression, one.time, *one.filters)) for one in own)
    said = {*re.findall(r"\w+", defined.lower())}
    return [one for one in numbers_of(stored, desk) if one.name.lower() not in said and head_of(one.comment)]


def numbers_of(stored: Stored, desk: MetricDesk) -> list[Column]:
    """Return the columns of numbers of a table that are no key or code and may be seen."""
    catalog = desk.catalog
    keys = {*stored.primary_key, *(name for key in stored.foreign_keys for name in key.columns)}
    cuts = {catalog.full_column(one.column).lower() for one in catalog.dimensions.values() if one.column}
    return [
        one
        for one in stored.columns
        if NUMERIC.search(one.type) and one.name not in keys and not _NO_SUMS.search(one.type)
        if f"{stored.full_name}.{one.name}".lower() not in cuts
        if not f"_{one.name.lower()}".endswith(_NO_NUMBERS)
        if desk.allowed(f"{stored.full_name}.{one.name}".lower())
    ]


_NO_SUMS = re.compile(r"interval|point|range|\[", re.IGNORECASE)
_NO_NUMBERS = ("_id", "_cd", "code", "_no", "year", "month")


def _spans(first: dt.date, start: dt.date, end: dt.date) -> tuple[tuple[Span, ...], int]:
    """Return the months of a time as far as they are, with the twelve before, and how many they are."""
    last = whole("month", end)[0]
    last = add_months(last, -1) if last == end else last
    back = 12 * (last.year - start.year) + last.month - start.month
    targets = max(1, min(MOST_TARGETS, back + 1))
    starts = [add_months(last, -one) for one in range(PAST + targets - 1, -1, -1)]
    return tuple(Span(one, min(add_months(one, 1), end)) for one in starts if one >= first), targets


def _catalog(metric: Metric, columns: Sequence[Column], desk: MetricDesk) -> Catalog:
    """Return the definitions with the sums of some columns and the number of rows beside them."""
    wanted = {f"{_SUM}{at}": f"SUM({metric.table}.{one.name})" for at, one in enumerate(columns)}
    made = {
        name: replace(
            metric, name=name, zh=name, en=name, synonyms=(), expression=expression, unit_zh="", unit_en="",
            states={}, show=(), counts="",
        )
        for name, expression in (*wanted.items(), (_ROWS, "COUNT(*)"))
    }  # fmt: skip
    return desk.catalog.beside(*made.values())


def _figures(columns: Sequence[Column]) -> tuple[str, ...]:
    return (*(f"{_SUM}{at}" for at in range(len(columns))), _ROWS)


def _tables(one: Undefined, rows: Sequence[Sequence[object]]) -> list[Table]:
    figures = _figures(one.columns)
    sums, members = sums_of(figures, one.dimension, one.spans, rows)
    count = np.nan_to_num(sums[_ROWS])
    return [
        Table(name, one.dimension, members, one.spans, np.nan_to_num(sums[name]), count)
        for name in figures[:-1]
    ]


def _looked_at(table: Table, targets: int) -> list[Month]:
    """Return the months of each member that are looked at."""
    size = len(table.spans)
    return months_of(table, range(size - targets, size)) if (table.over >= 0).all() else []


def _called(column: Column, desk: MetricDesk) -> str:
    """Return what a column is called: by its comment in Chinese, else by its name."""
    return head_of(column.comment) if desk.language == "zh" else column.name.replace("_", " ")


def _plain(value: float) -> str:
    """Return a figure of a column without a unit."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
