"""Live schema reading: catalog rows of any engine into one Schema."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from database import guard
from database.dialects import Dialect
from database.schema import Column, ForeignKey, Schema, Table
from errors import UnsafeSQLError


@dataclass(frozen=True)
class TableRow:
    """One table or view of a catalog."""

    schema: str
    name: str
    comment: str | None = None
    is_view: bool = False


@dataclass(frozen=True)
class ColumnRow:
    """One column of a catalog, in the table's order."""

    schema: str
    table: str
    name: str
    type: str
    comment: str | None = None
    nullable: bool = True


@dataclass(frozen=True)
class KeyRow:
    """One primary key, or one foreign key where `to_table` is set."""

    schema: str
    table: str
    columns: tuple[str, ...]
    to_schema: str = ""
    to_table: str = ""
    to_columns: tuple[str, ...] = ()


Reads = Mapping[tuple[str, str], tuple[str, ...]]


def assemble(
    tables: Iterable[TableRow],
    columns: Iterable[ColumnRow],
    keys: Iterable[KeyRow],
    reads: Reads = MappingProxyType({}),
) -> Schema:
    """Put catalog rows together; a key to a table that is not shown is left out.

    `reads` says of each view, where it is known, which tables it reads.
    """
    rows = list(tables)
    shown = {(row.schema, row.name) for row in rows}
    by_table: defaultdict[tuple[str, str], list[Column]] = defaultdict(list)
    for row in columns:
        column = Column(row.name, row.type, (row.comment or "").strip(), row.nullable)
        by_table[row.schema, row.table].append(column)
    primary: dict[tuple[str, str], tuple[str, ...]] = {}
    foreign: defaultdict[tuple[str, str], list[ForeignKey]] = defaultdict(list)
    for key in keys:
        if not key.to_table:
            primary[key.schema, key.table] = key.columns
        elif (key.to_schema, key.to_table) in shown:
            to = ForeignKey(key.columns, key.to_schema, key.to_table, key.to_columns)
            foreign[key.schema, key.table].append(to)
    return Schema(
        tuple(
            Table(
                schema=row.schema,
                name=row.name,
                columns=tuple(by_table[row.schema, row.name]),
                comment=(row.comment or "").strip(),
                primary_key=primary.get((row.schema, row.name), ()),
                foreign_keys=tuple(foreign[row.schema, row.name]),
                is_view=row.is_view,
                reads=reads.get((row.schema, row.name)),
            )
            for row in rows
            if by_table[row.schema, row.name]
        )
    )


def tables_read(view: str, dialect: Dialect) -> tuple[str, ...] | None:
    """Return the tables a view's text reads, or None where the text could read what it does not name."""
    try:
        tree = sqlglot.parse_one(view, dialect=dialect.sqlglot_name)
        query = tree.expression if isinstance(tree, exp.Create) else tree
        return guard.check(query.sql(dialect=dialect.sqlglot_name), dialect).tables
    except (SqlglotError, UnsafeSQLError, AttributeError):
        return None
