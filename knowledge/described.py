"""What was taught of tables, put on those the database shows: a COMMENT ON that nobody may run there."""

from collections.abc import Iterable
from dataclasses import replace

from database.schema import Column, Schema, Table


def described(schema: Schema, known: Iterable[Table]) -> Schema:
    """Return a database's schema with the comments that were taught; where both have one, the taught one."""
    taught = {table.full_name.lower(): table for table in known}
    if not taught:
        return schema
    names = [table.name.lower() for table in schema.tables]
    tables = []
    for table in schema.tables:
        own = taught.get(table.full_name.lower())
        if own is None and names.count(table.name.lower()) == 1:  # taught from a file that names no schema
            own = taught.get(table.name.lower())
        tables.append(table if own is None else _described(table, own))
    return replace(schema, tables=tuple(tables))


def _described(table: Table, taught: Table) -> Table:
    told = {column.name.lower(): column.comment for column in taught.columns if column.comment}
    columns = tuple(_commented(one, told.get(one.name.lower(), "")) for one in table.columns)
    return replace(table, columns=columns, comment=taught.comment or table.comment)


def _commented(column: Column, comment: str) -> Column:
    return replace(column, comment=comment) if comment and comment != column.comment else column
