"""A few values of a table's text columns, of those columns alone that everybody who may ask sees whole."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from sqlglot import exp

from database.dialects import Dialect
from database.rights import Rights
from database.schema import Table
from knowledge.profiling.together import one_query
from knowledge.sight import open_columns
from knowledge.values import TEXT_TYPE

SAMPLED_ROWS = 50
TABLES_AT_ONCE = 20  # what a session costs to lend and to clean is paid once for all of them
MOST_VALUES = 6
MOST_CHARS = 40
MOST_COLUMNS = 30


@dataclass(frozen=True)
class Sampled:
    """One table and the columns of it that give samples."""

    table: Table
    columns: tuple[str, ...]


def sampled_columns(table: Table, sensitive: Sequence[str], rights: Iterable[Rights]) -> tuple[str, ...]:
    """Return the text columns that are not tagged sensitive and that no role sees masked, cut or not at all.

    Samples are shown on the admin page and to a model that drafts descriptions, whatever role reads them.
    """
    full, everybody = table.full_name.lower(), list(rights)
    if table.is_view or any(fnmatchcase(full, pattern) for pattern in sensitive):
        return ()  # a view may take a minute to give its first row
    if any(fnmatchcase(full, policy) for one in everybody for policy in one.row_policies):
        return ()
    opened = [open_columns(one) for one in everybody]
    found = [
        column.name
        for column in table.columns
        if TEXT_TYPE.search(column.type)
        and not any(fnmatchcase(f"{full}.{column.name.lower()}", pattern) for pattern in sensitive)
        and all(is_open(f"{full}.{column.name}") for is_open in opened)
    ]
    return tuple(found[:MOST_COLUMNS])


def sample_query(batch: Sequence[Sampled], dialect: Dialect) -> str:
    """Return one query that reads the first rows of several tables, each row with its table's place."""
    width = max(len(one.columns) for one in batch)
    return one_query([_first_rows(one, place, width) for place, one in enumerate(batch)], dialect)


def _first_rows(one: Sampled, place: int, width: int) -> exp.Select:
    source = exp.table_(one.table.name, db=one.table.schema or None, quoted=True)
    cells: list[exp.Expression] = [
        exp.Substring(
            this=exp.cast(exp.column(name, quoted=True), "text"),
            start=exp.Literal.number(1),
            length=exp.Literal.number(MOST_CHARS + 1),
        )
        for name in one.columns
    ]
    cells += [exp.cast(exp.null(), "text")] * (width - len(cells))
    named = [exp.alias_(cell, f"c{number}") for number, cell in enumerate(cells)]
    rows = exp.select(exp.alias_(exp.Literal.number(place), "t"), *named).from_(source).limit(SAMPLED_ROWS)
    return exp.select("*").from_(rows.subquery(f"s{place}"))  # SQLite takes no LIMIT within a UNION


def samples(batch: Sequence[Sampled], rows: Sequence[Sequence[Any]]) -> list[dict[str, list[str]]]:
    """Return each table's first distinct values by column; a column of long texts has none."""
    found: list[dict[str, list[str]]] = [{} for _ in batch]
    for place, one in enumerate(batch):
        own = [row for row in rows if int(row[0]) == place]
        for number, name in enumerate(one.columns, start=1):
            values = dict.fromkeys(str(row[number]).strip() for row in own if row[number] is not None)
            kept = [value for value in values if value and len(value) <= MOST_CHARS]
            if kept and len(kept) * 2 >= len(values):
                found[place][name] = kept[:MOST_VALUES]
    return found
