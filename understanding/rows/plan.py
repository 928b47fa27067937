"""From what is asked of rows to a plan: scan, joins along keys, conditions, order, the first of it."""

from dataclasses import dataclass

from knowledge.metrics import Join
from understanding.rows.frame import OF_OTHERS, Condition, Figure, Order, RowsQuery
from understanding.rows.names import Names, filter_tables


@dataclass(frozen=True)
class Plan:
    """The steps of a query over rows, each table once."""

    table: str
    joins: tuple[Join, ...]
    columns: tuple[str, ...]
    conditions: tuple[Condition, ...]
    filters: tuple[str, ...]  # of the metric whose rows are meant, as they were written
    order: tuple[Order, ...]
    first: int | None
    figure: Figure | None = None
    defined: str = ""  # the metric itself

    @property
    def tables(self) -> tuple[str, ...]:
        """Return what is read."""
        return (self.table, *(one.to_table for one in self.joins))


def plan(query: RowsQuery, names: Names) -> Plan:
    """Return the steps that answer a query."""
    told = (one.column for one in query.conditions if one.op not in OF_OTHERS)
    used = [*query.columns, *told, *(one.column for one in query.order)]
    if query.figure and query.figure.column:
        used.append(query.figure.column)
    meant = names.catalog.metrics[query.defined] if query.defined else None
    others = filter_tables(meant, names.catalog) if meant else ()
    joins: dict[str, Join] = {}
    for table in (*(column.rpartition(".")[0] for column in used), *others):
        for step in names.catalog.path(query.table, table) or ():
            joins.setdefault(step.to_table, step)
    return Plan(
        query.table,
        tuple(joins.values()),
        query.columns,
        query.conditions,
        meant.filters if meant else (),
        query.order,
        query.first,
        query.figure,
        query.defined,
    )
