"""A few values of a table's text columns, of those columns alone that everybody who may ask sees whole."""

from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any

from sqlglot import exp

from database.dialects import Dialect
from database.rights import Rights
from database.schema import Table
from knowledge.taught import open_columns
from knowledge.values import TEXT_TYPE

SAMPLED_ROWS = 100
MOST_VALUES = 6
MOST_CHARS = 40
MOST_COLUMNS = 30


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


def sample_query(table: Table, columns: Sequence[str], dialect: Dialect) -> str:
    """Return the query that reads the first rows of these columns."""
    source = exp.table_(table.name, db=table.schema or None, quoted=True)
    shown = [exp.column(name, quoted=True) for name in columns]
    return exp.select(*shown).from_(source).limit(SAMPLED_ROWS).sql(dialect=dialect.sqlglot_name)


def samples(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> Mapping[str, list[str]]:
    """Return the first distinct values of each column; a column of long texts has none."""
    found: dict[str, list[str]] = {}
    for place, name in enumerate(columns):
        values = dict.fromkeys(str(row[place]).strip() for row in rows if row[place] is not None)
        kept = [value for value in values if value and len(value) <= MOST_CHARS]
        if kept and len(kept) * 2 >= len(values):
            found[name] = kept[:MOST_VALUES]
    return found
