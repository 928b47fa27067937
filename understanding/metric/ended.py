"""Levels and what only rows that have ended are told of: why drivers left is no question of those in post."""

from knowledge.metrics import Catalog, Metric
from query.metric_query import MetricQuery
from understanding.metric.known import Known


def levels_without(query: MetricQuery, known: Known) -> list[Metric]:
    """Return the levels of a query that are cut by what none of their rows that stand is told of."""
    told = _told_of(query, known)
    return [one for name in query.figures for one in known.catalog.sources(name) if one.name in told]


def ends_of(level: Metric, catalog: Catalog) -> list[Metric]:
    """Return the figures that count a level's rows by the day they end."""
    return [one for one in catalog.metrics.values() if _counts_ends(one, level, catalog)]


def counts_told(query: MetricQuery, known: Known) -> tuple[str, ...]:
    """Return the figures of a query that count what ended, where it is cut by what only this is told of."""
    levels = map(known.catalog.metrics.__getitem__, _told_of(query, known))
    ends = {one.name for level in levels for one in ends_of(level, known.catalog)}
    return tuple(name for name in query.figures if name in ends)


def _told_of(query: MetricQuery, known: Known) -> list[str]:
    """Return the levels whose rows that have ended alone are told of what a query is cut by, or keeps to."""
    if not known.ended:
        return []
    catalog, cuts = known.catalog, (*query.splits, *(one.dimension for one in query.filters))
    columns = (column for name in cuts for column in catalog.dimensions[name].columns)
    told = {catalog.full_column(one).lower() for one in columns}
    return [name for name, ended in known.ended.items() if told & ended]


def _counts_ends(one: Metric, level: Metric, catalog: Catalog) -> bool:
    if not (one.counts_rows and level.counts_rows and one.time) or one.until:
        return False
    alike = catalog.full(one.table) == catalog.full(level.table)
    return alike and catalog.column_of(one, one.time) == catalog.column_of(level, level.until)
