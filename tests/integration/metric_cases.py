"""A MetricQuery as a small JSON object and back, for labelled questions."""

from dataclasses import asdict
from typing import Any

from query.metric_query import MetricQuery


def compact(query: MetricQuery) -> dict[str, Any]:
    """Return what a query says, without what it does not say."""
    found: dict[str, Any] = {"metrics": list(query.metrics)}
    if query.splits:
        found["splits"] = list(query.splits)
    if query.grain:
        found["grain"] = query.grain
    if query.windows:
        found["periods"] = [[str(one.start), str(one.end)] for one in query.windows]
    if query.period_assumed:
        found["assumed"] = True
    if query.compared:
        window = query.compared.window
        found["compared"] = [str(window.start), str(window.end)] if window else query.compared.kind
    for kept in query.filters:
        side = found.setdefault("without" if kept.negated else "only", {})
        side[kept.dimension] = sorted(kept.values)
    if query.conditions:
        found["conditions"] = [
            [one.metric, one.comparer, str(one.number), *(["growth"] if one.of_growth else [])]
            for one in query.conditions
        ]
    if query.ranking:
        ranking = {name: value for name, value in asdict(query.ranking).items() if value}
        found["ranking"] = {name: list(v) if isinstance(v, tuple) else v for name, v in ranking.items()}
    if query.share_within:
        found["share_within"] = list(query.share_within)
    told = ("share", "counted", "others", "running", "ascending", "filled")
    flags = {name: getattr(query, name) for name in told}
    found |= {name: True for name, value in flags.items() if value}
    if query.average:
        found["average"] = query.average
    return found
