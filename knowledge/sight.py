"""What of the taught tables a user's rights open; a taught name may lack the schema that rights speak of."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from functools import lru_cache

from database.rights import Rights
from database.schema import ForeignKey, Table

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
    """Return the table without the columns these rights close or hide, and without keys that tell of such."""
    closed = (*rights.denied_columns, *(name for name, mask in rights.masks.items() if mask == "hide"))
    return _visible(tuple(rights.tables), tuple(rights.denied_tables), closed, table)


@lru_cache(maxsize=4096)  # every question asks of the same tables, for the same few groups of people
def _visible(
    tables: tuple[str, ...], denied_tables: tuple[str, ...], denied_columns: tuple[str, ...], table: Table
) -> Table:
    rights = Rights("", "", tables, denied_tables, denied_columns)
    closed = _closed_of(rights, table.full_name)
    columns = tuple(column for column in table.columns if not _is_closed(column.name, closed))
    keys = tuple(key for key in table.foreign_keys if _shows_key(rights, table, key, closed))
    own = () if any(_is_closed(name, closed) for name in table.primary_key) else table.primary_key
    if (columns, keys, own) == (table.columns, table.foreign_keys, table.primary_key):
        return table
    return replace(table, columns=columns, foreign_keys=keys, primary_key=own)


def _shows_key(rights: Rights, table: Table, key: ForeignKey, closed: Sequence[str]) -> bool:
    """Tell whether both ends of a key are open: it names a table and columns that may not be seen."""
    schema = key.to_schema or table.schema
    target = f"{schema}.{key.to_table}" if schema else key.to_table
    there = _closed_of(rights, target)
    return (
        sees(rights, target)
        and not any(_is_closed(name, closed) for name in key.columns)
        and not any(_is_closed(name, there) for name in key.to_columns)
    )


def _closed_of(rights: Rights, name: str) -> list[str]:
    lowered = name.lower()
    names = _full_names(lowered)
    return [
        column
        for of, column in closed_columns(rights)
        if _matches(names, of) or _same_table(lowered, of) or not of
    ]


def _is_closed(column: str, closed: Sequence[str]) -> bool:
    return any(fnmatchcase(column.lower(), one) for one in closed)


def _full_names(name: str) -> list[str]:
    return [name] if "." in name else [name, *(f"{schema}.{name}" for schema in DEFAULT_SCHEMAS)]


def _matches(names: Iterable[str], pattern: str) -> bool:
    return any(fnmatchcase(name, pattern) for name in names)


def _same_table(name: str, pattern: str) -> bool:
    table = pattern.rpartition(".")[2]
    return "." not in name and table != "*" and fnmatchcase(name, table)


@dataclass(frozen=True)
class OpenColumns:
    """Tells whether a column's values may be shown; equal for those who see the same."""

    tables: tuple[str, ...]
    denied_tables: tuple[str, ...]
    closed: tuple[str, ...]
    # Asked some hundred times a question, of the same few columns.
    _known: dict[str, bool] = field(default_factory=dict, compare=False, repr=False)

    def __call__(self, column: str) -> bool:
        """Tell whether schema.table.column is open, and not masked."""
        known = self._known.get(column)
        if known is None:
            known = self._known[column] = self._is_open(column.lower())
        return known

    def _is_open(self, column: str) -> bool:
        table = column.rpartition(".")[0]
        return (
            any(fnmatchcase(table, pattern) for pattern in self.tables)
            and not any(fnmatchcase(table, pattern) for pattern in self.denied_tables)
            and not any(fnmatchcase(column, pattern) for pattern in self.closed)
        )


def open_columns(rights: Rights) -> OpenColumns:
    """Return what tells which columns' values these rights show; one for all who see the same."""
    closed = (*rights.denied_columns, *rights.masks)
    return _sight(tuple(rights.tables), tuple(rights.denied_tables), closed)


@lru_cache(maxsize=32)  # there are few roles; each knows as many columns as were asked about
def _sight(tables: tuple[str, ...], denied_tables: tuple[str, ...], closed: tuple[str, ...]) -> OpenColumns:
    return OpenColumns(tables, denied_tables, closed)
