"""A name after another of its kind: 惠州 after 东莞分公司 is 惠州分公司, though a city is called so too."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from knowledge.values import WHOLE
from query.metric_query import Filter, MetricQuery
from understanding.chart.spans import Key, Span
from understanding.figures.leaves import Question
from understanding.figures.named import Names

PEER = "peers"


def as_peers(leaves: Sequence[Span], question: Question, names: Names, before: MetricQuery) -> Iterator[Span]:
    """Yield the leaves, a member of a dimension not spoken of yet as the one of the dimension kept to."""
    shown = [one for one in before.filters if not one.negated]
    for leaf in leaves:
        peers = list(_peers(leaf, question, names, before, shown)) if leaf.type == "member" else []
        if len(peers) == 1:
            yield replace(leaf, value=names.member(*peers[0], WHOLE), rule=PEER)
        else:
            yield leaf


def _peers(
    leaf: Span, question: Question, names: Names, before: MetricQuery, shown: Sequence[Filter]
) -> Iterator[tuple[str, str]]:
    """Yield the members of what is kept or split by whose names hold a leaf's words, one of each."""
    if leaf.value.dimension in before.cuts:
        return
    key = question.keys[leaf.start : leaf.end]
    for name in before.splits:
        if len(found := _named(name, key, names)) == 1:
            yield name, next(iter(found))
    for one in (one for one in shown if one.dimension not in before.splits):
        found = _named(one.dimension, key, names)
        if len(found) == 1 and (len(one.values) > 1 or found.isdisjoint(one.values)):
            yield one.dimension, next(iter(found))


def _named(name: str, key: Key, names: Names) -> set[str]:
    """Return the members of a dimension whose names, in either language, hold these words."""
    known = names.known
    dimension, values = known.catalog.dimensions[name], known.values
    if values is None or dimension.values:
        return set()
    columns = [known.catalog.full_column(one) for one in (*dimension.columns, dimension.column_en) if one]
    named = {value for column in columns for value in values.named(column, key)}
    return {one for value in named for one in known.canonicals(name, value)}
