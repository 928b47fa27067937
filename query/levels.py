"""Levels, as stock and balances: taken as the mean of the days, or as the last day has it."""

from knowledge.metrics import Catalog, Metric
from query.metric_query import MetricQuery


def is_mean(query: MetricQuery, metric: Metric, catalog: Catalog) -> bool:
    """Tell a level that a query takes as the mean of its days; a day, and what is now, is what it is."""
    if metric.additivity != "semi" or not metric.time:
        return False
    if query.average and query.average not in catalog.dimensions:
        return True
    if metric.over_time != "average" or query.closing:
        return False
    return query.grain != metric.time_grain if query.grain else any(one.days > 1 for one in query.windows)
