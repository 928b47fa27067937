"""Rows kept by a state they are in now, told by the time they came in: complaints still open, by month.

Those that came in earlier had longer to be dealt with, so that one time says nothing beside another.
"""

from collections.abc import Iterator

from knowledge.metrics import Catalog, Dimension
from knowledge.vocabulary import lexicon
from query.metric_query import Filter, MetricQuery
from understanding.figures.left_out import kept_by_definition


def are_as_now(query: MetricQuery, catalog: Catalog) -> bool:
    """Tell whether a figure keeps only its own rows that are not done yet, or tells them apart from others.

    None of what is told as it stood on a day.
    """
    sources = [one for name in query.figures for one in catalog.sources(name)]
    for source in (one for one in sources if one.time and not one.until):
        kept = [*query.filters, *kept_by_definition(source, catalog)]
        states = [*(one.dimension for one in kept if _keeps_open(one, catalog)), *_split_by(query, catalog)]
        if any(catalog.is_own(catalog.dimensions[name], [catalog.full(source.table)]) for name in states):
            return True
    return False


def _keeps_open(kept: Filter, catalog: Catalog) -> bool:
    codes = open_codes(catalog.dimensions[kept.dimension])
    return not kept.negated and bool(kept.values) and codes.issuperset(kept.values)


def _split_by(query: MetricQuery, catalog: Catalog) -> Iterator[str]:
    """Yield the states that rows are told apart by."""
    named = (catalog.dimensions[name] for name in query.splits if name in catalog.dimensions)
    return (one.name for one in named if open_codes(one))


def open_codes(dimension: Dimension) -> frozenset[str]:
    """Return the codes of a dimension that are called not done yet."""
    open_ = {str(one) for one in lexicon()["words"]["unfinished"]}
    named = [*dimension.groups.items(), *dimension.values.items()]
    found = (codes.split("|") for codes, names in named if any(name.lower() in open_ for name in names))
    return frozenset(code for codes in found for code in codes)
