"""From when and until when the things of a dimension exist, by a column of their own table: as looks."""

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from analysis.outcome import Look, Name, Read, Said, day_in
from database.schema import Column
from knowledge.definitions.lifespan import begins_of
from knowledge.metrics import Dimension, Metric
from language.calendar import days
from query.metric_query import Filter, MetricQuery, Window
from understanding.figures.doers import is_own
from understanding.metric.desk import MetricDesk

Edge = Literal["first", "last"]


def day_of(day: dt.date) -> Window:
    """Return a day as it is told."""
    return Window(day, day + days(1), "day")


def begins_at(one: Dimension, desk: MetricDesk) -> Column | None:
    """Return the column that holds the first day of the things of a dimension, in their own table."""
    table = desk.catalog.schema.table(one.table)
    known = desk.catalog.lifespan(one.table).begins
    return _own_column(known or (begins_of(table) if table else ""), one, desk)


def opens_and_closes(one: Dimension, desk: MetricDesk) -> bool:
    """Tell things of which their own table says since when they exist, but for people who work for us.

    Who works for us is no place: the next takes over what one leaves.
    """
    return begins_at(one, desk) is not None and not is_own(one)


def ends_at(one: Dimension, desk: MetricDesk) -> Column | None:
    """Return the column that holds the last day of the things of a dimension, in their own table."""
    return _own_column(desk.catalog.lifespan(one.table).ends, one, desk)


def _own_column(name: str, one: Dimension, desk: MetricDesk) -> Column | None:
    catalog = desk.catalog
    table = catalog.schema.table(one.table)
    own = bool(one.key) and catalog.full(one.key.rpartition(".")[0]) == catalog.full(one.table)
    return table.column(name) if table and name and own and desk.shows(one) else None


def edge_look(
    edge: Edge, name: str, splits: Sequence[str], of: Dimension, filters: tuple[Filter, ...], label: Said,
    desk: MetricDesk,
) -> Look | None:  # fmt: skip
    """Return the look at the first or last days of the things of a dimension, by `splits`."""
    taken, held, at = _EDGES[edge]
    column = at(of, desk)
    if column is None:
        return None
    day = Metric(
        name=held, zh=column.comment or column.name, en=column.name, table=of.table,
        expression=f"{taken}({column.name})", additivity="distinct",
    )  # fmt: skip
    catalog = desk.catalog.beside(day)
    if not all(catalog.cuts(day.name, kept.dimension) for kept in filters):
        return None
    return Look(name, MetricQuery((day.name,), tuple(splits), filters=filters), label, catalog=catalog)


def last_days_look(
    dimension: str, filters: tuple[Filter, ...], desk: MetricDesk, name: str = ""
) -> Look | None:
    """Return the look at the last day of each thing of a dimension; None where its table keeps none.

    It is called `name`, or after the dimension.
    """
    of = desk.catalog.dimensions.get(dimension)
    if of is None:
        return None
    label = Said("why.label.ended", {"dimension": Name(of.name, dimension=True)})
    return edge_look("last", name or f"ended.{of.name}", (of.name,), of, filters, label, desk)


def last_days_of(read: Read | None) -> dict[str, dt.date | None]:
    """Return the last day of each thing that was read, None of those that go on."""
    if read is None or read.result.truncated:
        return {}
    return {
        str(row[0]): day_in(row[-1]) if row[-1] else None for row in read.result.rows if row[0] is not None
    }


_EDGES: Mapping[Edge, tuple[str, str, Callable[[Dimension, MetricDesk], Column | None]]] = {
    "first": ("MIN", "analysis_first_day", begins_at),
    "last": ("MAX", "analysis_last_day", ends_at),
}
