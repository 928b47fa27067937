"""What of the taught tables a user's rights open; a taught name may lack the schema that rights speak of."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from fnmatch import fnmatchcase

from database.rights import Rights
from database.schema import Table

DEFAULT_SCHEMAS = ("public", "main", "dbo")


def sees(rights: Rights, name: str) -> bool:
    """Tell whether these rights open the table of this name.

    A name without schema may be any of the default ones; what is denied under any schema stays closed.
    """
    lowered = name.lower()
    names = _full_names(lowered)
    if any(_matches(names, pattern) or _same_table(lowered, pattern) for pattern in rights.denied_tables):
        return False
    return any(_matches(names, pattern) for pattern in rights.tables)


def closed_columns(rights: Rights) -> list[tuple[str, str]]:
    """Return the patterns of tables and of their columns that these rights close or hide."""
    closed = [*rights.denied_columns, *(name for name, mask in rights.masks.items() if mask == "hide")]
    return [(table, column) for table, _, column in (pattern.rpartition(".") for pattern in closed)]


def visible_columns(rights: Rights, table: Table) -> Table:
    """Return the table without the columns these rights close or hide."""
    name = table.full_name.lower()
    names = _full_names(name)
    closed = [
        column
        for of, column in closed_columns(rights)
        if _matches(names, of) or _same_table(name, of) or not of
    ]
    if not closed:
        return table
    kept = tuple(c for c in table.columns if not any(fnmatchcase(c.name.lower(), one) for one in closed))
    return replace(table, columns=kept)


def _full_names(name: str) -> list[str]:
    return [name] if "." in name else [name, *(f"{schema}.{name}" for schema in DEFAULT_SCHEMAS)]


def _matches(names: Iterable[str], pattern: str) -> bool:
    return any(fnmatchcase(name, pattern) for name in names)


def _same_table(name: str, pattern: str) -> bool:
    table = pattern.rpartition(".")[2]
    return "." not in name and table != "*" and fnmatchcase(name, table)


def open_columns(rights: Rights) -> Callable[[str], bool]:
    """Return what tells whether a column's values may be shown: open, and not masked."""
    closed = [*rights.denied_columns, *rights.masks]

    def is_open(column: str) -> bool:
        lower = column.lower()
        table = lower.rpartition(".")[0]
        return (
            any(fnmatchcase(table, pattern) for pattern in rights.tables)
            and not any(fnmatchcase(table, pattern) for pattern in rights.denied_tables)
            and not any(fnmatchcase(lower, pattern) for pattern in closed)
        )

    return is_open
