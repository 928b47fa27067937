"""A figure of which a time has no data: when it began, or when it was seen last, and with what."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from analysis.lifespans import day_of, last_days_look, last_days_of
from analysis.outcome import Amount, Look, Name, Outcome, Said, Steps, day_in
from analysis.whom import members_of, names_of
from knowledge.metrics import Metric
from language.calendar import add_months
from query.metric_query import Filter, MetricQuery, Window
from understanding.metric.desk import MetricDesk


def never_or_no_more(
    metric: Metric, filters: tuple[Filter, ...], missing: Window, nothing: Said, desk: MetricDesk
) -> Steps:
    """Yield a figure by month, and return since or until when there are data of it; else `nothing`."""
    known = desk.answers.reader.known.range_of((metric.name,))
    if known is None:
        return Outcome(declined=nothing)
    over = Window(known[0], min(known[1], desk.today), "range")
    query = MetricQuery((metric.name,), grain="month", windows=(over,), filters=filters)
    label = Said("series.label", {"metric": metric.label(desk.language), "window": over})
    kept = [one.dimension for one in filters if not one.negated]
    looks = [look for name in kept if (look := last_days_look(name, filters, desk)) is not None]
    read = yield [Look("months", query, label), *looks]
    rows = [row for row in read["months"].result.rows if row[1]] if "months" in read else []
    if not rows:
        return Outcome(declined=nothing)
    first, last = (_month_told(row, metric) for row in (rows[0], rows[-1]))
    about = {"metric": Name(metric.name), "only": members_of(filters, desk)}
    when = replace(missing, text="")
    if first["month"].start >= missing.end:
        return Outcome((Said("why.began", {**about, **first, "when": when}),))
    if last["month"].start >= missing.start:
        return Outcome(declined=nothing)
    ends = [day for look in looks for day in last_days_of(read.get(look.name)).values()]
    until = None if None in ends else max((day for day in ends if day is not None), default=None)
    said = [Said("why.ended", {**about, **last, "when": when})]
    if until is not None:
        said.insert(0, Said("why.there_until", {"names": names_of(filters, desk), "day": day_of(until)}))
    return Outcome(tuple(said))


def _month_told(row: Sequence[Any], metric: Metric) -> dict[str, Any]:
    """Return a month of a series and its figure, as they are told."""
    start = day_in(row[0])
    value = Amount(Decimal(str(row[1])), metric.name)
    return {"month": Window(start, add_months(start, 1), "month"), "value": value}
