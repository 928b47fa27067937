"""What the columns of a metric's answer are: which figure, in which unit, and whether its rows add up."""

import re
from collections.abc import Sequence

from config.wording import Language, say
from knowledge.metrics import Catalog, Metric
from query.metric_query import MetricQuery
from understanding.readings import Measure

_CHANGE = re.compile(r"[%％]|百分点|\bpoints\b")  # behind a figure's heading: its change or share, no figure


def measures(query: MetricQuery, catalog: Catalog, language: Language) -> tuple[Measure, ...]:
    """Return what a query's columns with figures are; changes and shares, in percent, are none of them."""
    beside = [other for name in query.figures for other in catalog.metrics[name].show]
    shown = dict.fromkeys([*query.figures, *beside])
    return tuple(one for name in shown for one in _of(catalog.metrics[name], query, catalog, language))


def measure_of(column: str, known: Sequence[Measure]) -> Measure | None:
    """Return what a column is, where it is a figure of a metric: Revenue 2026-10, not its change (%)."""
    exact = next((one for one in known if one.heading == column), None)
    begun = next((one for one in known if column.startswith(f"{one.heading} ")), None)
    return exact or (None if begun and _CHANGE.search(column.removeprefix(begun.heading)) else begun)


def _of(metric: Metric, query: MetricQuery, catalog: Catalog, language: Language) -> list[Measure]:
    heading, unit = metric.heading(language), metric.unit(language)
    found = [Measure(heading, metric.name, unit, _adds(metric, query, catalog))]
    if query.average and metric.name in query.metrics:
        of_one = query.average in catalog.dimensions
        each = (
            catalog.dimensions[query.average].label(language)
            if of_one
            else say(f"metrics.each.{query.average}", language)
        )
        named = say("metrics.column.average", language, metric=heading, each=each)
        return [Measure(named, metric.name, unit)]
    if query.compared and query.compared.kind != "named":
        before = say(f"metrics.column.before_{query.compared.kind}", language, metric=heading)
        found.append(Measure(before, metric.name, unit, found[0].adds))
    if query.running:
        found.append(Measure(say("metrics.column.running", language, metric=heading), metric.name, unit))
    return found


def _adds(metric: Metric, query: MetricQuery, catalog: Catalog) -> bool:
    """Tell whether a metric's definition lets its rows be summed: all it is made of are sums, no ratio.

    A level's too, where they are members at one time and no times.
    """
    if query.counted or metric.kind == "ratio":
        return False
    if query.is_of_one_time and catalog.adds_by_member(metric.name):
        return True
    return all(source.additivity == "sum" for source in catalog.sources(metric.name))
