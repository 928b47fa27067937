"""Who of those that have least was there for a part of the time only: its low figure is of fewer days."""

from collections.abc import Mapping, Sequence

from analysis.lifespans import day_of
from analysis.openings import openings_look, openings_of
from analysis.outcome import Look, Read, Said
from knowledge.metrics import Metric
from query.metric_query import MetricQuery
from understanding.metric.desk import MetricDesk


def newcomers_look(query: MetricQuery, desk: MetricDesk) -> Look | None:
    """Return the look at since when there is each of those ranked lowest by what grows with time, or None."""
    ranking = query.ranking
    if ranking is None or (ranking.direction, ranking.by) != ("bottom", "value") or len(query.windows) != 1:
        return None
    metric = desk.catalog.metrics.get(ranking.metric)
    if metric is None or len(query.splits) != 1:
        return None
    if not (_is_sum(metric) or desk.catalog.grows_with_time(metric.name)):
        return None
    look = openings_look((metric.name,), query.filters, desk)
    return look if look is not None and look.query.splits == query.splits else None


def _is_sum(metric: Metric) -> bool:
    return metric.kind == "simple" and metric.additivity == "sum" and bool(metric.time)


def part_of_the_time(
    query: MetricQuery, lowest: Sequence[str], read: Mapping[str, Read], desk: MetricDesk
) -> Said | None:
    """Return who of the lowest began within the time, with the days of it that each had."""
    openings, [window] = openings_of(read), query.windows
    window = window.cut(desk.today)
    began = {one.name: one.day for one in openings.every} if openings else {}
    told = tuple(
        Said(
            "like.newcomer",
            {
                "name": name,
                "day": day_of(began[name]),
                "days": (window.end - began[name]).days,
                "all": window.days,
            },
        )
        for name in lowest
        if name in began and window.start < began[name] < window.end
    )
    return Said("like.newcomers", {"list": told}) if told else None
