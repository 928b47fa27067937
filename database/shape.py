"""The shape of the database, information_schema.tables and .columns, cut to what a user may see."""

from collections.abc import Callable

from database.coverage import TableRule
from database.dialects import Dialect
from database.schema import Schema, Table
from errors import PolicyError

RuleOf = Callable[[Table], TableRule]


def shape_query(name: str, schema: Schema, rule_of: RuleOf, dialect: Dialect) -> str:
    """Return the query that stands for one of the two views; names in it are the database's own."""
    shown = [table for table in schema.tables if _is_shown(table, rule_of)]
    names = "table_schema, table_name"
    rows: list[tuple[str, ...]] = [(table.schema, table.name) for table in shown]
    if name == "columns":
        names += ", column_name"
        rows = [
            (table.schema, table.name, column.name)
            for table in shown
            for column in table.columns
            if column.name.lower() not in rule_of(table).hidden
        ]
    listed = ", ".join("(" + ", ".join(_literal(part, dialect) for part in row) + ")" for row in rows)
    condition = f"({names}) IN ({listed})" if listed else "1 = 0"
    return f"SELECT * FROM information_schema.{name} WHERE {condition}"


def _is_shown(table: Table, rule_of: RuleOf) -> bool:
    try:
        rule_of(table)
    except PolicyError:
        return False
    return True


def _literal(text: str, dialect: Dialect) -> str:
    if dialect.name == "mysql":
        text = text.replace("\\", "\\\\")
    return "'" + text.replace("'", "''") + "'"
