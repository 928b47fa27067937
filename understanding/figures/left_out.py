"""Members that a figure's own definition leaves out: cancelled ones, of orders that are not cancelled."""

from collections.abc import Iterator

from knowledge.definitions.kept import Kept, kept_by
from knowledge.metrics import Catalog, Metric
from query.metric_query import Filter


def leaves_out(source: Metric, one: Filter, catalog: Catalog) -> bool:
    """Tell whether a definition counts no row of the members that are kept to."""
    told = _of_the_column(source, one, catalog)
    return not one.negated and any(
        {*one.values} <= kept.values if kept.negated else {*one.values}.isdisjoint(kept.values)
        for kept in told
    )


def counts_only(source: Metric, one: Filter, catalog: Catalog) -> bool:
    """Tell whether a definition counts the members that are kept to, and no others."""
    told = _of_the_column(source, one, catalog)
    return not one.negated and any(not kept.negated and kept.values == {*one.values} for kept in told)


def counts_part_of(source: Metric, dimension: str, catalog: Catalog) -> bool:
    """Tell whether a definition leaves some members of a dimension out: cancelled ones, by status."""
    return bool(_of_the_column(source, Filter(dimension, ()), catalog))


def kept_by_definition(source: Metric, catalog: Catalog) -> tuple[Filter, ...]:
    """Return the members of codes that a definition keeps to."""
    known, asked = catalog.once(_known), (source.table, source.filters)
    if asked not in known:
        known[asked] = tuple(_kept_to(source, catalog))
    return known[asked]


def _known(catalog: Catalog) -> dict[tuple[str, tuple[str, ...]], tuple[Filter, ...]]:
    """Return what each condition keeps to, once it was looked for: each sentence and offer asks for it."""
    return {}


def _kept_to(source: Metric, catalog: Catalog) -> Iterator[Filter]:
    for one in catalog.dimensions.values():
        for kept in _of_the_column(source, Filter(one.name, ()), catalog) if one.values else ():
            if not kept.negated:
                yield Filter(one.name, tuple(sorted(kept.values)))


def _of_the_column(source: Metric, one: Filter, catalog: Catalog) -> list[Kept]:
    dimension = catalog.lying(catalog.dimensions[one.dimension], source.table)
    if not dimension.column:
        return []
    column = catalog.full_column(dimension.column).lower()
    found = (kept_by(text) for text in source.filters)
    return [kept for kept in found if kept and column == catalog.column_of(source, kept.column).lower()]
