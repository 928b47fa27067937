"""Members that a figure's own definition leaves out: cancelled ones, of orders that are not cancelled."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from sqlglot import exp, parse_one
from sqlglot.errors import SqlglotError

from knowledge.metrics import Catalog, Metric
from query.metric_query import Filter


@dataclass(frozen=True)
class _Kept:
    """The values that a plain condition keeps of a column, or leaves out."""

    column: str
    values: frozenset[str]
    negated: bool


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


def kept_by_definition(source: Metric, catalog: Catalog) -> Iterator[Filter]:
    """Yield the members of codes that a definition keeps to."""
    for one in catalog.dimensions.values():
        for kept in _of_the_column(source, Filter(one.name, ()), catalog) if one.values else ():
            if not kept.negated:
                yield Filter(one.name, tuple(sorted(kept.values)))


def only_leaves_out(condition: str) -> bool:
    """Tell whether a condition of a definition only leaves values out: status <> 'cancelled'."""
    kept = _kept_by(condition)
    return kept is not None and kept.negated


def _of_the_column(source: Metric, one: Filter, catalog: Catalog) -> list[_Kept]:
    dimension = catalog.lying(catalog.dimensions[one.dimension], source.table)
    if not dimension.column:
        return []
    column = catalog.full_column(dimension.column).lower()
    found = (_kept_by(text) for text in source.filters)
    return [kept for kept in found if kept and column == catalog.column_of(source, kept.column).lower()]


@lru_cache(maxsize=1024)
def _kept_by(text: str) -> _Kept | None:
    """Return what a condition keeps, or nothing where it is none of one column's values."""
    try:
        node = parse_one(text).unnest()
    except SqlglotError:
        return None
    negated = isinstance(node, exp.Not | exp.NEQ)
    node = node.this.unnest() if isinstance(node, exp.Not) else node
    if not isinstance(node, exp.EQ | exp.NEQ | exp.In) or node.args.get("query"):
        return None
    values = node.expressions if isinstance(node, exp.In) else [node.expression]
    if not isinstance(node.this, exp.Column) or not all(isinstance(one, exp.Literal) for one in values):
        return None
    column = ".".join(part.name for part in node.this.parts)
    return _Kept(column, frozenset(str(one.this) for one in values), negated)
