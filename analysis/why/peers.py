"""How the others of its kind moved beside one member that is asked about: it alone fell, or most did."""

from collections.abc import Mapping
from dataclasses import dataclass

from analysis.outcome import Look, Name, Read, Said
from analysis.why.looks import Change, pairs_of
from query.metric_query import MetricQuery
from understanding.metric.desk import MetricDesk

FEWEST, MOST = 4, 60


@dataclass(frozen=True)
class Peers:
    """Of how many of its kind, with data in both times, how many rose and fell, itself among them."""

    dimension: str
    every: int
    up: int
    down: int


def peers_looks(change: Change, desk: MetricDesk) -> list[Look]:
    """Return the look at all members of the kind of the one that is asked about."""
    one = _asked_member(change)
    if one is None or change.shape.kind == "whole":
        return []
    others = tuple(kept for kept in change.asked.filters if kept.dimension != one)
    size, metric = desk.answers.reader.known.size(one), change.metric.name
    if not FEWEST <= size <= MOST or others:
        return []
    query = MetricQuery((metric,), (one,), windows=(change.before, change.now), filled=True)
    label = Said("why.label.by", {"dimension": Name(one, dimension=True)})
    return [Look("peers", query, label, catalog=change.shape.catalog)]


def peers_of(change: Change, read: Mapping[str, Read]) -> Peers | None:
    """Return how many of its kind moved the same way."""
    one, found = _asked_member(change), read.get("peers")
    if one is None or found is None or found.result.truncated:
        return None
    counted = change.metric.counts_rows
    pairs = [
        change.even(pair)
        for name, pair in pairs_of(found).items()
        if name and (pair.before or (counted and pair.before is not None)) and pair.now is not None
    ]
    if len(pairs) < FEWEST:
        return None
    up, down = sum(pair.change > 0 for pair in pairs), sum(pair.change < 0 for pair in pairs)
    return Peers(one, len(pairs), up, down)


def _asked_member(change: Change) -> str | None:
    filters = [one for one in change.asked.filters if not one.negated]
    single = len(filters) == 1 == len(change.asked.filters) and len(filters[0].values) == 1
    return filters[0].dimension if single else None
