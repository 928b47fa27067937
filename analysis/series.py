"""Figures day by day as looks to be read, and the rows that came as series; a ratio by its two sums."""

import datetime as dt
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlglot import exp

from analysis.daily import Daily, daily_of
from analysis.outcome import Look, Read, Said
from knowledge.metrics import Metric
from language.calendar import days
from query.metric_query import Filter, MetricQuery, Window
from query.plan.engines import day_written
from understanding.metric.desk import MetricDesk

MOST_ROWS = 900  # of one look; a connection gives no more than MAX_ROWS, 1000 where nobody changed it


@dataclass(frozen=True)
class Wanted:
    """One figure day by day from start to end, of these members, by one dimension or all together."""

    metric: str
    start: dt.date
    end: dt.date
    filters: tuple[Filter, ...] = ()
    dimension: str = ""


def day_of_rows(metric: Metric, desk: MetricDesk) -> str:
    """Return the day of a figure's rows as SQL."""
    owner, _, column = metric.time.rpartition(".")
    if metric.time_format:
        dialect = desk.answers.dialect
        stored = exp.column(column, table=owner or None)
        return day_written(stored, metric.time_format, dialect).sql(dialect=dialect.sqlglot_name)
    table = desk.catalog.schema.table(owner or metric.table)
    held = table.column(column) if table else None
    return metric.time if held and held.type.lower() == "date" else f"CAST({metric.time} AS DATE)"


def adds_up(metric: Metric, desk: MetricDesk) -> bool:
    """Tell a figure whose days make up its months: a sum, a count, or a difference or ratio of these.

    Of days beside weeks no day has both.
    """
    daily = all(one.time_grain == "day" for one in desk.catalog.sources(metric.name))
    return daily and _is_of_sums(metric, desk) and not desk.catalog.sets_weeks_beside_days(metric.name)


def is_weekly(name: str, desk: MetricDesk) -> bool:
    """Tell a figure that has a row a week: each of its sources is booked on one and the same weekday."""
    sources = desk.catalog.sources(name)
    return all(one.weekly for one in sources) and len({one.week_day for one in sources}) == 1


def week_day_of(name: str, desk: MetricDesk) -> int:
    """Return the weekday, Monday 0, that a figure by the week is booked on."""
    return desk.catalog.sources(name)[0].week_day


def adds_up_by_month(metric: Metric, desk: MetricDesk) -> bool:
    """Tell a figure of whole months alone whose months make up its years, or a ratio of two such figures."""
    return _is_of_sums(metric, desk) and desk.catalog.is_monthly(metric.name)


def _is_of_sums(metric: Metric, desk: MetricDesk) -> bool:
    if metric.kind == "ratio" and any(desk.catalog.metrics[part].kind == "ratio" for part in metric.parts):
        return False
    return all(
        one.kind == "simple" and one.additivity == "sum" and one.time
        for one in desk.catalog.sources(metric.name)
    )


def accrues(metric: str, desk: MetricDesk) -> bool:
    """Tell a figure that comes together day by day; a rate or a level is what it is from the first day."""
    sources = desk.catalog.sources(metric)
    adds = all(one.kind == "simple" and one.additivity == "sum" for one in sources)
    return adds and desk.catalog.metrics[metric].kind != "ratio"


def data_span(metric: str, desk: MetricDesk) -> tuple[dt.date, dt.date] | None:
    """Return the days that all parts of a figure have complete data of, the last excluded."""
    return desk.answers.reader.known.span_of(metric, desk.today)


def is_complete(metric: str, window: Window, desk: MetricDesk) -> bool:
    """Tell whether all days of a time are complete of a figure: else it is set beside no other time."""
    open_ = desk.answers.reader.known.unsettled((metric,), desk.today)
    return open_ is None or open_.since >= min(window.end, desk.today)


def _figures_of(name: str, desk: MetricDesk) -> tuple[str, ...]:
    """Return what is read of a figure: of a ratio its two sums."""
    metric = desk.catalog.metrics[name]
    return metric.parts if metric.kind == "ratio" else (metric.name,)


def rows_of(metric: str, desk: MetricDesk) -> frozenset[tuple[str, str]]:
    """Return of which rows, by which time, a figure is: figures of the same can be read together."""
    return frozenset((one.table, one.time) for one in desk.catalog.sources(metric))


def room_of(dimension: str, desk: MetricDesk) -> int:
    """Return how many days, or months, of each member one result holds, and of what has none."""
    members = max(1, desk.answers.reader.known.size(dimension)) if dimension else 1
    return MOST_ROWS // (members + bool(dimension))


def statements_of(dimension: str, length: int, desk: MetricDesk) -> int:
    """Return how many results some days of each member fill."""
    return max(1, math.ceil(length / max(1, room_of(dimension, desk))))


def looks_of(
    wanted: Wanted,
    desk: MetricDesk,
    name: str,
    *,
    needed: bool = False,
    others: Sequence[str] = (),
    number: int = 0,
) -> list[Look]:
    """Return the looks that read a series, each short enough for one result, `others` in the same rows.

    They are as many as its members' days fill, or `number` of what has fewer rows than these.
    """
    every = tuple(dict.fromkeys((wanted.metric, *others)))
    figures = tuple(dict.fromkeys(part for one in every for part in _figures_of(one, desk)))
    splits = (wanted.dimension,) if wanted.dimension else ()
    number = number or statements_of(wanted.dimension, (wanted.end - wanted.start).days, desk)
    step = math.ceil((wanted.end - wanted.start).days / number)
    called = tuple(desk.catalog.metrics[one].label(desk.language) for one in every)
    found = []
    for place in range(number):
        start = wanted.start + days(place * step)
        window = Window(start, min(start + days(step), wanted.end), "range")
        query = MetricQuery(figures, splits, "day", (window,), filters=wanted.filters)
        named = {"metric": called, "window": window}
        by = {"by": desk.catalog.dimensions[splits[0]].label(desk.language)} if splits else {}
        label = Said("series.label_by" if by else "series.label", named | by)
        found.append(Look(f"{name}.{place}", query, label, needed))
    return found


def series_of(
    wanted: Wanted, desk: MetricDesk, looks: Sequence[Look], read: Mapping[str, Read]
) -> tuple[dict[str, Daily], dict[str, Daily] | None] | None:
    """Return each member's series, and of a ratio what it is divided by; None where a part was not read.

    All together stand under the name "". A day without a row had none: 0.
    """
    if any(look.name not in read or read[look.name].result.truncated for look in looks):
        return None
    own = _figures_of(wanted.metric, desk)
    over: dict[str, list[tuple[dt.date, float | None]]] = {}
    under: dict[str, list[tuple[dt.date, float | None]]] = {}
    for member, day, figures in _cells(own, looks, read):
        over.setdefault(member, []).append((day, _number(figures[0])))
        if len(own) > 1:
            under.setdefault(member, []).append((day, _number(figures[1])))

    def made(found: Mapping[str, list[tuple[dt.date, float | None]]]) -> dict[str, Daily]:
        return {name: daily_of(rows, wanted.start, wanted.end, empty=0.0) for name, rows in found.items()}

    return made(over), made(under) if len(own) > 1 else None


def _cells(
    own: Sequence[str], looks: Sequence[Look], read: Mapping[str, Read]
) -> Iterator[tuple[str, dt.date, Sequence[Any]]]:
    for look in looks:
        result = read[look.name].result
        figures = len(look.query.metrics)
        places = [look.query.metrics.index(one) for one in own]
        for row in result.rows:
            keys, every = list(row[: len(row) - figures]), row[len(row) - figures :]
            values = [every[place] for place in places]
            day = next(cell for cell in keys if isinstance(cell, str) and _is_day(cell))
            keys.remove(day)
            member = str(keys[0]) if keys else ""
            yield member, dt.date.fromisoformat(day[:10]), values


def _is_day(cell: str) -> bool:
    return len(cell) >= 10 and cell[4] == "-" and cell[7] == "-" and cell[:4].isdigit()


def _number(cell: Any) -> float | None:
    return None if cell is None else float(cell)
