"""The shape of the database, information_schema.tables and .columns, cut to what a user may see."""

from database.coverage import may_see, rule_for
from database.dialects import Dialect
from database.rights import Rights
from database.schema import Schema, Table
from errors import PolicyError


def shape_query(name: str, rights: Rights, schema: Schema, dialect: Dialect) -> str:
    """Return the query that stands for one of the two views; names in it are the database's own."""
    shown = [table for table in schema.tables if _shown(table, rights, schema, dialect)]
    names = "table_schema, table_name"
    rows: list[tuple[str, ...]] = [(table.schema, table.name) for table in shown]
    if name == "columns":
        names += ", column_name"
        rows = [
            (table.schema, table.name, column.name)
            for table in shown
            for column in table.columns
            if column.name.lower() not in rule_for(table, rights, schema, dialect).hidden
        ]
    listed = ", ".join("(" + ", ".join(_literal(part, dialect) for part in row) + ")" for row in rows)
    condition = f"({names}) IN ({listed})" if listed else "1 = 0"
    return f"SELECT * FROM information_schema.{name} WHERE {condition}"


def _shown(table: Table, rights: Rights, schema: Schema, dialect: Dialect) -> bool:
    if not may_see(table.full_name.lower(), rights):
        return False
    try:
        rule_for(table, rights, schema, dialect)
    except PolicyError:
        return False
    return True


def _literal(text: str, dialect: Dialect) -> str:
    if dialect.name == "mysql":
        text = text.replace("\\", "\\\\")
    return "'" + text.replace("'", "''") + "'"
