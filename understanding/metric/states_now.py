"""Rows kept by a state they are in now, told by the time they came in: complaints still open, by month.

Those that came in earlier had longer to be dealt with, so that one time says nothing beside another.
"""

from collections.abc import Iterator

from sqlglot import exp

from database.schema import Table
from knowledge.definitions.columns import MOMENT
from knowledge.metrics import Catalog, Metric
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


def keeps_open_ones(query: MetricQuery, catalog: Catalog) -> bool:
    """Tell whether all figures count own rows that are not done yet, of any time: how many there are now."""
    sources = [one for name in query.figures for one in catalog.sources(name)]
    return bool(sources) and all(_counts_open(one, query, catalog) for one in sources)


def _counts_open(source: Metric, query: MetricQuery, catalog: Catalog) -> bool:
    kept = [*query.filters, *kept_by_definition(source, catalog)]
    states = [catalog.dimensions[one.dimension] for one in kept if _keeps_open(one, catalog)]
    own = any(catalog.is_own(one, [catalog.full(source.table)]) for one in states)
    return own and not source.until and source.expression.lower().startswith("count")


def counts_open_ones(tree: exp.Expr, table: Table, catalog: Catalog) -> bool:
    """Tell a statement that counts or lists rows of a table that are not done yet, wherever it reads them.

    They are without the day on which something was done with them, or in a state called so; none is summed.
    """
    if any(not one.this.find(exp.Count) for one in tree.find_all(exp.Sum, exp.Avg)):
        return False
    reads = [one for one in tree.find_all(exp.Select) if _leads(one, table)]
    return bool(reads) and all(_keeps_open_rows(one, table, catalog) for one in reads)


def _leads(select: exp.Select, table: Table) -> bool:
    first = select.args.get("from_")
    return first is not None and isinstance(first.this, exp.Table) and first.this.name == table.name


def _keeps_open_rows(select: exp.Select, table: Table, catalog: Catalog) -> bool:
    place, called = select.args.get("where"), select.args["from_"].this.alias_or_name
    conditions = place.this.flatten() if place and isinstance(place.this, exp.And) else [place and place.this]
    return any(_is_open(one.unnest(), called, table, catalog) for one in conditions if one is not None)


def _is_open(condition: exp.Expr, called: str, table: Table, catalog: Catalog) -> bool:
    """Tell a condition that keeps what has no day of its end, or is in a state that is not done yet."""
    left = condition.args.get("this")
    column = table.column(left.name) if isinstance(left, exp.Column) and left.table in ("", called) else None
    if column is None:
        return False
    if isinstance(condition, exp.Is):
        return isinstance(condition.expression, exp.Null) and bool(MOMENT.search(column.type))
    if not isinstance(condition, exp.EQ | exp.In):
        return False
    kept = condition.expressions if isinstance(condition, exp.In) else [condition.expression]
    full = f"{table.full_name}.{column.name}"
    own = [d for d in catalog.dimensions.values() if full in map(catalog.full_column, d.columns)]
    codes = frozenset().union(*(one.open_codes for one in own))
    return bool(kept) and all(isinstance(one, exp.Literal) and one.name in codes for one in kept)


def _keeps_open(kept: Filter, catalog: Catalog) -> bool:
    codes = catalog.dimensions[kept.dimension].open_codes
    return not kept.negated and bool(kept.values) and codes.issuperset(kept.values)


def _split_by(query: MetricQuery, catalog: Catalog) -> Iterator[str]:
    """Yield the states that rows are told apart by."""
    named = (catalog.dimensions[name] for name in query.splits if name in catalog.dimensions)
    return (one.name for one in named if one.open_codes)
