"""By how much, behind two that were set beside each other, or behind who is first: how far the next is."""

from collections.abc import Sequence
from dataclasses import replace

from query.metric_query import MetricQuery
from understanding.chart.spans import Span
from understanding.figures.ranking import with_the_next
from understanding.metric.vocabulary import metric_words

PAIR = 2
WAYS = frozenset(["high", "low"])


def how_far(spans: Sequence[Span], before: MetricQuery) -> MetricQuery | None:
    """Return the query that tells a gap, where a message asks for no more than that: 差多少, by how much?

    Of two times or members it is the same one again; none tells how far apart more of them are.
    """
    if not _asks_how_far(spans):
        return None
    if before.ranking is not None:
        ahead = replace(before, ranking=with_the_next(before.ranking, asked=True))
        return ahead if len(before.splits) == 1 and not before.ranking.within and ahead != before else None
    pairs = [one for one in before.filters if one.dimension in before.splits and len(one.values) == PAIR]
    beside = bool(before.compared) or len(before.windows) == PAIR
    return before if beside != (len(before.splits) == len(pairs) == 1) and not before.conditions else None


def _asks_how_far(spans: Sequence[Span]) -> bool:
    said = [one for one in spans if one.type not in ("empty", "and")]  # and by how much?
    types = {one.type for one in said}
    gaps = set(map(str, metric_words()["differing"]))
    if types == {"compare"}:
        return all(one.value in gaps for one in said)
    return types in ({"some", way} for way in WAYS)
