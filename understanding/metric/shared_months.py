"""Figures worked out from parts that stand by the month: unknown of months that one has no data of."""

import datetime as dt
from dataclasses import replace

from query.metric_query import MetricQuery
from understanding.metric.known import Known


def over_shared_months(query: MetricQuery, known: Known) -> MetricQuery:
    """Return a query over times that end with the months that every monthly part of its figures has data of.

    A month that is not billed yet is no month in which nothing was sold: leakage was 100 % in it, and 0 % of
    a target was met. Of times that begin later that part alone is asked, which has none and says so.
    """
    ends = [end for name in query.figures if (end := _last_part(name, known)) is not None]
    if not ends or not query.windows:
        return query
    until, part = min(ends)
    held = tuple(one.cut(until) for one in query.windows if one.start < until)
    if not held:
        return MetricQuery((part,), windows=query.windows, filters=query.filters)
    return replace(query, windows=held)


def _last_part(name: str, known: Known) -> tuple[dt.date, str] | None:
    """Return until when the monthly part that ends first has data, the day after, and which part that is."""
    if known.catalog.metrics[name].kind == "simple":
        return None
    monthly = [one.name for one in known.catalog.sources(name) if one.time and one.time_grain == "month"]
    return min(((end, one) for one in monthly for _, end in known.ranges((one,))), default=None)
