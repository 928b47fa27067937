"""A forecast member by member: each by its own days, beside the forecast of the whole."""

import math
from collections.abc import Mapping
from typing import Any

from analysis.asked import AnalysisAsked
from analysis.daily import Daily
from analysis.forecast.models import Forecast, NoForecast, Target, forecast
from analysis.home import days_kept
from analysis.outcome import Amount, Look, Name, Outcome, Read, Said, figure_of
from analysis.series import Wanted, looks_of, room_of, series_of
from analysis.tables import table
from config.wording import say
from database.result import QueryResult
from language.calendar import days
from query.metric_query import Window
from understanding.metric.desk import MetricDesk

MOST_MEMBERS, MOST_STATEMENTS = 12, 30
_NAMED = 7


def member_looks(asked: AnalysisAsked, wanted: Wanted, desk: MetricDesk) -> tuple[Wanted, list[Look]] | None:
    """Return the looks at each member's days, as far back as there is room for; None of too many members."""
    size = max(1, desk.answers.reader.known.size(asked.dimension))
    catalog = desk.catalog
    if size > MOST_MEMBERS or not catalog.cuts(wanted.metric, asked.dimension):
        return None
    room = MOST_STATEMENTS * room_of(asked.dimension, desk)
    start = max(wanted.start, wanted.end - days(room))
    own = Wanted(wanted.metric, start, wanted.end, wanted.filters, asked.dimension)
    return own, looks_of(own, desk, "members")


def coarser(asked: AnalysisAsked, desk: MetricDesk) -> tuple[str, ...]:
    """Return the dimensions of the same figure of which there are not too many, levels above first."""
    catalog, known = desk.catalog, desk.answers.reader.known
    above = [name for levels in catalog.hierarchies if asked.dimension in levels for name in reversed(levels)]
    fit = [
        name
        for name in above
        if 1 < known.size(name) <= MOST_MEMBERS
        and name in catalog.dimensions
        and desk.shows(catalog.dimensions[name])
        and all(catalog.cuts(metric, name) for metric in asked.metrics)
    ]
    return tuple(dict.fromkeys(fit))


def with_members(
    whole: Outcome, own: Wanted, looks: list[Look], target: Target, asked: AnalysisAsked,
    read: Mapping[str, Read], desk: MetricDesk,
) -> Outcome:  # fmt: skip
    """Return the forecast of the whole, followed by that of each member, the largest first."""
    series = series_of(own, desk, looks, read)
    if series is None or not series[0] or series[1] is not None or asked.window is None:
        return whole
    kinds = days_kept(desk.catalog)
    found: dict[str, tuple[float, Forecast]] = {}
    left = []
    for name, one in series[0].items():
        if not name:
            continue
        made = forecast(one, target, kinds)
        if isinstance(made, NoForecast):
            left.append(name)
        else:
            found[name] = (brought(one, asked.window, target), made)
    if len(found) < 2:
        return whole
    ranked = sorted(found.items(), key=lambda one: -(one[1][0] + one[1][1].value))
    cut = Name(asked.dimension, dimension=True)
    named: dict[str, Any] = {"dimension": cut, "list": _listed(ranked, own.metric)}
    more = len(ranked) - _NAMED
    code = "by_member_more" if more > 0 else "by_member"
    together = _amount(sum(actual + made.value for _, (actual, made) in ranked), own.metric)
    named["sum"] = "" if left else Said("forecast.sum", {"sum": together})
    said = [Said(f"forecast.{code}", {**named, "count": len(ranked)})]
    if left:
        said.append(Said("forecast.without", {"list": tuple(left)}))
    first, *rest = whole.statements
    return Outcome(
        (first, *said, *rest), _table(ranked, asked, desk), whole.chart, whole.cautions, whole.reading,
        whole.questions,
    )  # fmt: skip


def brought(series: Daily, window: Window, target: Target) -> float:
    """Return what has been of the time asked about: its days before those that are forecast."""
    return series.total(window.start, target.start) if window.start < target.start else 0.0


def _listed(ranked: list[tuple[str, tuple[float, Forecast]]], metric: str) -> tuple[Said, ...]:
    return tuple(
        Said("forecast.member", {"name": name, "value": _amount(actual + made.value, metric)})
        for name, (actual, made) in ranked[:_NAMED]
    )


def _amount(value: float, metric: str) -> Amount:
    return Amount(figure_of(value), metric)


def _table(
    ranked: list[tuple[str, tuple[float, Forecast]]], asked: AnalysisAsked, desk: MetricDesk
) -> QueryResult:
    """Return each member's forecast with its range, what it has so far, how far off it was before."""
    language = desk.language
    heads = [desk.catalog.dimensions[asked.dimension].label(language)]
    started = any(actual for _, (actual, _) in ranked)
    parts = ("forecast", "low", "high", *(("so_far",) if started else ()), "error")
    heads += [say(f"analysis.forecast.column.{one}", language) for one in parts]
    rows: list[tuple[Any, ...]] = []
    for name, (actual, made) in ranked:
        cells = [actual + value for value in (made.value, made.low, made.high)]
        error = None if math.isnan(made.error) else round(100 * made.error, 1)
        rows.append((name, *cells, *((actual,) if started else ()), error))
    return table(heads, rows)
