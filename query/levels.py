"""What is a mean over time: of a query, and of levels, as stock, which else are what the last day has."""

from knowledge.metrics import Catalog, Metric
from query.metric_query import MetricQuery


def is_per_time(query: MetricQuery, catalog: Catalog) -> bool:
    """Tell a query for what one day, week or month has on average; one for a member on average is none."""
    return bool(query.average) and query.average not in catalog.dimensions


def is_mean(query: MetricQuery, metric: Metric, catalog: Catalog) -> bool:
    """Tell a level that a query takes as the mean of its days; a day, and what is now, is what it is."""
    if metric.additivity != "semi" or not metric.time:
        return False
    if is_per_time(query, catalog):
        return True
    if metric.over_time != "average" or query.closing:
        return False
    return query.grain != metric.time_grain if query.grain else any(one.days > 1 for one in query.windows)
