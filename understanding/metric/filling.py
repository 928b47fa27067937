"""Days and months without data that are asked for too: where there is one plain way to give each a row."""

from dataclasses import replace

from knowledge.metrics import Catalog
from query.metric_query import MetricQuery

MOST_ROWS = 1000  # MariaDB and MySQL count no further by themselves


def fillable(query: MetricQuery, catalog: Catalog) -> bool:
    """Tell whether there is one plain way to give every day or month of a query a row."""
    if not query.grain or not query.windows or (query.compared and query.compared.kind == "named"):
        return False
    if query.splits and query.ranking and query.ranking.number is not None:
        return False
    first, last = min(one.start for one in query.windows), max(one.end for one in query.windows)
    if replace(query.windows[0], start=first, end=last).units(query.grain) > MOST_ROWS:
        return False
    cut = [catalog.dimensions[name] for name in query.splits]
    kept = [catalog.dimensions[one.dimension] for one in query.filters]
    by_days = any(one.days or one.on_time for one in cut) or any(one.on_time for one in kept)
    return query.grain != "day" or not by_days  # no day is both a Monday and a Tuesday
