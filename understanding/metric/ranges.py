"""From when to when the data of each metric runs, and the holidays a database names itself."""

import datetime as dt
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from sqlglot import exp

from database.dialects import Dialect
from database.schema import Table
from knowledge.metrics import Catalog, Dimension
from knowledge.values import TEXT_TYPE
from language.calendar import Holidays, Range, days
from query.plan.engines import day_written

Run = Callable[[str], Awaitable[Sequence[Sequence[Any]]]]
Spans = Mapping[str, tuple[dt.date, dt.date]]  # table.column → first and last day


async def read_spans(catalog: Catalog, run: Run, dialect: Dialect) -> dict[str, tuple[dt.date, dt.date]]:
    """Return the first and last day in each column that says when."""
    found: dict[str, tuple[dt.date, dt.date]] = {}
    written = {time_column(catalog, one.name): one.time_format for one in catalog.metrics.values()}
    for column, how in written.items():
        table = catalog.schema.table(column.rpartition(".")[0])
        if not column or table is None:
            continue
        time = day_written(exp.column(column.rpartition(".")[2], quoted=True), how, dialect)
        query = exp.select(exp.Min(this=time.copy()), exp.Max(this=time)).from_(_source(table))
        rows = await run(query.sql(dialect=dialect.sqlglot_name))
        first, last = (day_of(cell) for cell in rows[0]) if rows else (None, None)
        if first and last:
            found[column] = (first, last)
    return found


def time_column(catalog: Catalog, metric: str) -> str:
    """Return schema.table.column of what says when for a simple metric, or nothing."""
    source = catalog.metrics[metric]
    if source.kind != "simple" or not source.time:
        return ""
    return catalog.column_of(source, source.time)


async def read_holidays(catalog: Catalog, run: Run, dialect: Dialect) -> Holidays:
    """Return the holidays of the database's own table of days that have names."""
    for dimension in catalog.dimensions.values():
        table = catalog.schema.table(dimension.table) if dimension.on_time and not dimension.along else None
        if table is None or len(table.primary_key) != 1 or not _is_text(table, dimension):
            continue
        names = [one.rpartition(".")[2] for one in (dimension.column, dimension.column_en) if one]
        columns = [exp.column(name, quoted=True) for name in (table.primary_key[0], *names)]
        has_name = exp.or_(*(one.copy().is_(exp.null()).not_() for one in columns[1:]))
        query = exp.select(*columns).from_(_source(table)).where(has_name).order_by(columns[0].copy())
        return _stretches(await run(query.sql(dialect=dialect.sqlglot_name)))
    return {}


def _stretches(rows: Sequence[Sequence[Any]]) -> dict[str, list[Range]]:
    """Join neighbouring days of one name, over days between that have another: 中秋 within 国庆.

    A table may hold every day; those without a name join nothing.
    """
    found: dict[str, list[Range]] = defaultdict(list)
    named = [(day, row[1:]) for row in rows if (day := day_of(row[0])) and any(row[1:])]
    free = {day for day, _ in named}
    for day, cells in named:
        for name in dict.fromkeys(str(cell).lower() for cell in cells if cell):
            stretches = found[name]
            gap = (day - stretches[-1][1]).days if stretches else 0
            if stretches and all(stretches[-1][1] + days(one) in free for one in range(gap)):
                stretches[-1] = (stretches[-1][0], day + days(1))
            else:
                stretches.append((day, day + days(1)))
    return dict(found)


def _is_text(table: Table, dimension: Dimension) -> bool:
    column = table.column(dimension.column.rpartition(".")[2])
    return column is not None and bool(TEXT_TYPE.search(column.type)) and not dimension.values


def _source(table: Table) -> exp.Table:
    return exp.table_(table.name, db=table.schema or None, quoted=True)


def day_of(cell: Any) -> dt.date | None:
    """Return the day that a cell of a result holds, whether it is a day or a time, or None."""
    if isinstance(cell, dt.datetime):
        return cell.date()
    if isinstance(cell, dt.date):
        return cell
    try:
        return dt.date.fromisoformat(str(cell)[:10])
    except ValueError:
        return None
