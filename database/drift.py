"""How a database's shape has moved between two readings: tables and columns added, removed, changed."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from database.schema import Table

TableFate = Literal["added", "removed", "changed"]
What = Literal[
    "column_added", "column_removed", "type", "nullable", "comment", "table_comment", "key", "links"
]


@dataclass(frozen=True)
class Change:
    """One difference within a table; `column` is empty where it is about the table as a whole."""

    what: What
    column: str = ""
    before: str = ""
    after: str = ""


@dataclass(frozen=True)
class TableDrift:
    """What became of one table."""

    name: str
    fate: TableFate
    changes: tuple[Change, ...] = ()


def drift(before: Iterable[Table], after: Iterable[Table]) -> list[TableDrift]:
    """Return the tables that differ, by name; a renamed column is one removed and one added."""
    old = {table.full_name: table for table in before}
    new = {table.full_name: table for table in after}
    found = []
    for name in sorted({*old, *new}):
        if name not in old:
            found.append(TableDrift(name, "added"))
        elif name not in new:
            found.append(TableDrift(name, "removed"))
        elif changes := tuple(_changes(old[name], new[name])):
            found.append(TableDrift(name, "changed", changes))
    return found


def _changes(old: Table, new: Table) -> Iterable[Change]:
    before = {column.name: column for column in old.columns}
    after = {column.name: column for column in new.columns}
    for name, column in after.items():
        if name not in before:
            yield Change("column_added", name, after=column.type)
    for name, was in before.items():
        now = after.get(name)
        if now is None:
            yield Change("column_removed", name, before=was.type)
            continue
        if was.type != now.type:
            yield Change("type", name, was.type, now.type)
        if was.nullable != now.nullable:
            yield Change("nullable", name, after="null" if now.nullable else "not_null")
        if was.comment != now.comment:
            yield Change("comment", name, was.comment, now.comment)
    if old.comment != new.comment:
        yield Change("table_comment", "", old.comment, new.comment)
    if old.primary_key != new.primary_key:
        yield Change("key", "", ", ".join(old.primary_key), ", ".join(new.primary_key))
    if set(old.foreign_keys) != set(new.foreign_keys):
        yield Change("links", "", _links(old), _links(new))


def _links(table: Table) -> str:
    return ", ".join(sorted(f"{', '.join(key.columns)} → {key.to_table}" for key in table.foreign_keys))
