"""MySQL's information_schema: three queries for any number of tables, and what a sign-in could write."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from database.dialects import MYSQL
from database.reading import ColumnRow, KeyRow, TableRow, assemble, view_read
from database.schema import Schema

_SYSTEM = ("mysql", "information_schema", "performance_schema", "sys")
_TABLES = (
    "SELECT table_schema, table_name, table_comment, table_type LIKE '%%VIEW' FROM information_schema.tables"
)
_COLUMNS = (
    "SELECT table_schema, table_name, column_name, column_type, column_comment, is_nullable = 'YES'"
    " FROM information_schema.columns"
)
_KEYS = (
    "SELECT table_schema, table_name, constraint_name, column_name, referenced_table_schema,"
    " referenced_table_name, referenced_column_name FROM information_schema.key_column_usage"
)
_VIEWS = "SELECT table_schema, table_name, view_definition FROM information_schema.views"
_OWN = (
    "SELECT lower(routine_name) FROM information_schema.routines"
    " WHERE routine_type = 'FUNCTION' AND routine_schema = DATABASE()"
)
_ROWS = "SELECT table_schema, table_name, table_rows FROM information_schema.tables"
_WRITES = (
    "INSERT", "UPDATE", "DELETE", "CREATE", "DROP", "ALTER", "INDEX", "TRIGGER", "CREATE VIEW",
    "CREATE ROUTINE", "ALTER ROUTINE", "EVENT", "FILE", "SUPER",
)  # fmt: skip


def read_schema(connection: Any, schemas: Sequence[str]) -> Schema:
    """Read tables, columns, comments and keys the sign-in can see."""
    tables = _rows(connection, _TABLES, schemas, "table_name")
    columns = _rows(connection, _COLUMNS, schemas, "table_name, ordinal_position")
    keys = _rows(connection, _KEYS, schemas, "table_name, constraint_name, ordinal_position")
    views = _rows(connection, _VIEWS, schemas, "table_name")
    with connection.cursor() as cursor:
        cursor.execute(_OWN)
        own = [name for (name,) in cursor.fetchall()]
    return assemble(
        # A view's comment is the word VIEW.
        (TableRow(schema, name, "" if view else note, bool(view)) for schema, name, note, view in tables),
        (ColumnRow(*row) for row in columns),
        _keys(keys),
        {
            (schema, name): found
            for schema, name, text in views
            if text and (found := view_read(text, MYSQL, own))
        },
        own=own,
    )


def estimate_rows(connection: Any, schemas: Sequence[str]) -> dict[str, int]:
    """Return the storage engines' row counts."""
    rows = _rows(connection, _ROWS, schemas, "table_name")
    return {f"{schema}.{name}": int(count) for schema, name, count in rows if count is not None}


def writable(connection: Any) -> tuple[str, ...]:
    """Name the rights to write, on everything, a schema or a table."""
    found: dict[str, None] = {}
    for source, place in (
        ("user_privileges", "'*.*'"),
        ("schema_privileges", "CONCAT(table_schema, '.*')"),
        ("table_privileges", "CONCAT(table_schema, '.', table_name)"),
    ):
        with connection.cursor() as cursor:
            cursor.execute(
                f"SELECT DISTINCT {place} FROM information_schema.{source} WHERE privilege_type IN %s"
                " AND REPLACE(grantee, '''', '') = CURRENT_USER()",
                (_WRITES,),
            )
            found |= dict.fromkeys(row[0] for row in cursor.fetchall())
    return tuple(found)


def _rows(connection: Any, select: str, schemas: Sequence[str], order: str) -> list[tuple[Any, ...]]:
    within, which = ("IN %s", tuple(schemas)) if schemas else ("NOT IN %s", _SYSTEM)
    with connection.cursor() as cursor:
        cursor.execute(f"{select} WHERE table_schema {within} ORDER BY table_schema, {order}", (which,))
        return list(cursor.fetchall())


def _keys(rows: Sequence[tuple[Any, ...]]) -> list[KeyRow]:
    keys = []
    for (schema, table, name), group in groupby(rows, key=lambda row: row[:3]):
        parts = list(group)
        to_schema, to_table = parts[0][4] or "", parts[0][5] or ""
        if name == "PRIMARY" or to_table:
            columns = tuple(part[3] for part in parts)
            keys.append(
                KeyRow(
                    schema, table, columns, to_schema, to_table, tuple(part[6] for part in parts if part[6])
                )
            )
    return keys
