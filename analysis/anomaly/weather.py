"""The weather of days that lie far from usual, where it is kept: told beside them, never as their cause."""

import datetime as dt
from collections import defaultdict
from collections.abc import Generator, Mapping, Sequence

from analysis.asked import AnalysisAsked
from analysis.effect.weather import weather_of
from analysis.outcome import Look, Read, Said, day_in
from language.calendar import days
from query.metric_query import MetricQuery, Window
from understanding.metric.desk import MetricDesk

LONGEST = 92  # days between the first and the last of them
MOSTLY = 0.8  # of a day's figure that came with one kind


def weather_steps(
    found: Sequence[dt.date], asked: AnalysisAsked, desk: MetricDesk
) -> Generator[Sequence[Look], Mapping[str, Read], Mapping[dt.date, str]]:
    """Yield what is read of the weather of some days of the one figure asked about, and return each day's.

    A day on which places had several kinds has none.
    """
    weather = weather_of(asked.metrics[0], desk) if len(asked.metrics) == 1 else None
    if not found or weather is None or desk.catalog.metrics[asked.metrics[0]].kind != "simple":
        return {}
    window = Window(min(found), max(found) + days(1), "range")
    if window.days > LONGEST:
        return {}
    query = MetricQuery(asked.metrics, (weather.name,), "day", (window,), filters=asked.filters)
    metric, by = desk.catalog.metrics[asked.metrics[0]], weather.label(desk.language)
    label = Said("series.label_by", {"metric": metric.label(desk.language), "window": window, "by": by})
    read = yield [Look("weather_beside", query, label, detail=True)]
    one = read.get("weather_beside")
    if one is None or one.result.truncated:
        return {}
    each = defaultdict[dt.date, dict[str, float]](dict)
    for kind, day, value in one.result.rows:
        each[day_in(day)][str(kind or "")] = float(str(value or 0))
    return {day: kind for day in found if (kind := _mostly(each.get(day, {})))}


def _mostly(kinds: Mapping[str, float]) -> str:
    """Return the kind that most of a day came with, or nothing."""
    total = sum(kinds.values())
    return next((kind for kind, value in kinds.items() if total > 0 and value >= MOSTLY * total), "")
