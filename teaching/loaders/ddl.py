"""Tables from any dialect's DDL: CREATE TABLE and VIEW, ALTER TABLE, COMMENT ON, comments beside columns."""

import logging
import re
from collections.abc import Iterable
from dataclasses import replace

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from database.schema import Column, ForeignKey, Table
from knowledge.tables import table_item
from teaching.loaders.plain_ddl import plain_table
from teaching.loaders.report import LoadReport, Refused, Tick, no_tick
from teaching.loaders.statements import restart, statements, without_leading_comments

DIALECTS = (
    "postgres",
    "mysql",
    "bigquery",
    "snowflake",
    "tsql",
    "oracle",
    "duckdb",
    "hive",
    "clickhouse",
    "sqlite",
)
TELLS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("mysql", re.compile(r"ENGINE\s*=|AUTO_INCREMENT|COMMENT\s*=?\s*'|UNSIGNED", re.IGNORECASE)),
    ("bigquery", re.compile(r"STRUCT<|ARRAY<|\bINT64\b|`[\w-]+\.[\w-]+\.", re.IGNORECASE)),
    ("snowflake", re.compile(r"NUMBER\(38|TIMESTAMP_NTZ|\bVARIANT\b|VARCHAR\(16777216\)", re.IGNORECASE)),
    ("oracle", re.compile(r"VARCHAR2|\bNUMBER\b", re.IGNORECASE)),
    ("tsql", re.compile(r"\[\w+\]|NVARCHAR|IDENTITY\s*\(", re.IGNORECASE)),
    ("mysql", re.compile(r"`")),
)
CREATES_TABLE = re.compile(r"CREATE\s+(?:OR\s+REPLACE\s+)?(?:\w+\s+){0,4}?(TABLE|VIEW)\b", re.IGNORECASE)
ALTERS_TABLE = re.compile(r"(ALTER\s+TABLE|COMMENT\s+ON\s+(TABLE|COLUMN|VIEW))\b", re.IGNORECASE)
SILENT = re.compile(
    r"(SET|USE|BEGIN|START|COMMIT|DROP|LOCK|UNLOCK|PRAGMA|SELECT\s+pg_catalog|GRANT|REVOKE)\b", re.IGNORECASE
)
NO_COMMENT = re.compile(
    r"table structure|dump|^[-=*#\s]*$|^(drop|create|insert)\b|foreign keys?$", re.IGNORECASE
)

logging.getLogger("sqlglot").setLevel(logging.ERROR)  # it warns about each construct it does not know


class TableSet:
    """The tables read so far, by full name, changed by ALTER and COMMENT."""

    def __init__(self, known: Iterable[Table] = ()) -> None:
        self._tables: dict[str, Table] = {table.full_name.lower(): table for table in known}
        self._sources: dict[str, str] = {}

    def put(self, table: Table, source: str) -> None:
        """Add or replace a table."""
        self._tables[table.full_name.lower()] = table
        self._sources[table.full_name.lower()] = source

    def find(self, schema: str, name: str) -> Table | None:
        """Return a table by its name, without schema where only one table has that name."""
        exact = self._tables.get(f"{schema}.{name}".lower() if schema else name.lower())
        if exact or schema:
            return exact
        same = [table for table in self._tables.values() if table.name.lower() == name.lower()]
        return same[0] if len(same) == 1 else None

    def known(self) -> list[Table]:
        """Return every table, as it is now."""
        return list(self._tables.values())

    def items(self) -> LoadReport:
        """Return the tables that material put or changed, as items."""
        return LoadReport([table_item(self._tables[key], source) for key, source in self._sources.items()])


def load_ddl(text: str, file: str, tables: TableSet, tick: Tick = no_tick) -> list[Refused]:
    """Read a file's statements into `tables` and return what was refused."""
    refused: list[Refused] = []
    others: list[int] = []
    lines = text.count("\n") + 1
    for line, statement in statements(text):
        tick(line / lines)
        body = without_leading_comments(statement)
        if CREATES_TABLE.match(body) or ALTERS_TABLE.match(body):
            refused.extend(_read_or_restart(line, statement, file, tables))
        elif body and not SILENT.match(body):
            others.append(line)
    if others:
        refused.append(Refused(file, others[0], "ddl_only", {"count": len(others)}))
    return refused


def _read_or_restart(line: int, statement: str, file: str, tables: TableSet) -> list[Refused]:
    problem = _read(statement, file, tables)
    if not problem:
        return []
    parts = restart(statement) if problem == "ddl_unreadable" else []
    if len(parts) < 2:
        shown = " ".join(without_leading_comments(statement).split())[:80]
        return [Refused(file, line, problem, {"statement": shown})]
    return [found for offset, part in parts for found in _read_or_restart(line + offset, part, file, tables)]


def _read(statement: str, file: str, tables: TableSet) -> str | None:
    tree = _parse(statement)
    if isinstance(tree, exp.Create):
        table = _created(tree)
        if table is None:
            return "ddl_without_columns"
        tables.put(table, file)
        return None
    if isinstance(tree, exp.Alter | exp.Comment):
        schema, name = _name(_commented_table(tree) if isinstance(tree, exp.Comment) else tree.this)
        known = tables.find(schema, name)
        if known is None:
            return "ddl_table_unknown"
        tables.put(_altered(known, tree), file)
        return None
    return "ddl_unreadable" if not _read_plainly(statement, file, tables) else None


def _read_plainly(statement: str, file: str, tables: TableSet) -> bool:
    body = without_leading_comments(statement)
    if len(restart(statement)) > 1:
        return False
    table = plain_table(body)
    if table is not None:
        tables.put(table, file)
    return table is not None


def _parse(statement: str) -> exp.Expression | None:
    guess = next((name for name, tell in TELLS if tell.search(statement)), "postgres")
    for dialect in dict.fromkeys((guess, *DIALECTS)):
        try:
            found = [tree for tree in sqlglot.parse(statement, dialect=dialect) if tree is not None]
        except (SqlglotError, RecursionError):
            continue
        tree = next((tree for tree in found if not isinstance(tree, exp.Semicolon)), None)
        if isinstance(tree, exp.Create | exp.Alter | exp.Comment):
            return tree
    return None


def _name(node: exp.Expression | None) -> tuple[str, str]:
    table = node.find(exp.Table) if node is not None and not isinstance(node, exp.Table) else node
    if not isinstance(table, exp.Table):
        return "", ""
    parts = [part.name for part in table.parts]
    return ".".join(parts[:-1]), parts[-1]


def _created(tree: exp.Create) -> Table | None:
    if tree.kind not in ("TABLE", "VIEW"):
        return None
    schema, name = _name(tree.this)
    body = tree.this if isinstance(tree.this, exp.Schema) else None
    columns = _columns(body) if body else _selected(tree)
    if not name or not columns:
        return None
    return Table(
        schema=schema,
        name=name,
        columns=tuple(columns),
        comment=_table_comment(tree),
        primary_key=_primary_key(body) if body else (),
        foreign_keys=tuple(_foreign_keys(body, schema)) if body else (),
        is_view=tree.kind == "VIEW",
    )


def _columns(body: exp.Schema) -> list[Column]:
    found = []
    for node in body.expressions:
        if isinstance(node, exp.ColumnDef):
            found.append(_column(node))
        elif isinstance(node, exp.Identifier | exp.Column):
            found.append(Column(node.name, ""))
    return found


def _column(node: exp.ColumnDef) -> Column:
    kinds = _kinds(node)
    explicit = next((text for text in map(_comment, kinds) if text), "")
    beside = " ".join(part.strip() for part in (*(node.this.comments or ()), *(node.comments or ())))
    required = any(
        isinstance(k, exp.PrimaryKeyColumnConstraint)
        or (isinstance(k, exp.NotNullColumnConstraint) and not k.args.get("allow_null"))
        for k in kinds
    )
    kind = node.kind.sql() if node.kind else ""
    return Column(node.name, kind, explicit or _plain(beside), not required)


def _kinds(node: exp.ColumnDef) -> list[exp.Expression]:
    # Not `.kind`: sqlglot's compiled form checks its type, and BigQuery's OPTIONS are of another.
    return [kind for kind in (constraint.args.get("kind") for constraint in node.constraints) if kind]


def _comment(kind: exp.Expression) -> str:
    """Return a column's comment: COMMENT '…' or BigQuery's OPTIONS(description='…')."""
    if isinstance(kind, exp.CommentColumnConstraint):
        return str(kind.this.name)
    if isinstance(kind, exp.Properties):
        return next((_value(p) for p in kind.expressions if p.name.lower() == "description"), "")
    return ""


def _value(node: exp.Expression) -> str:
    value = node.args.get("value")
    return value.name if isinstance(value, exp.Expression) else ""


def _selected(tree: exp.Create) -> list[Column]:
    query = tree.expression
    if not isinstance(query, exp.Query):
        return []
    return [Column(name, "") for name in query.named_selects if name and name != "*"]


def _table_comment(tree: exp.Create) -> str:
    for node in tree.find_all(exp.SchemaCommentProperty):
        return str(node.this.name)
    return _plain(" ".join(part.strip() for part in tree.comments or ()))


def _plain(comment: str) -> str:
    cleaned = comment.strip().strip("-=* ").strip()
    return "" if NO_COMMENT.search(cleaned) else cleaned


def _primary_key(body: exp.Schema) -> tuple[str, ...]:
    for node in body.find_all(exp.PrimaryKey):
        return tuple(_names(node.expressions))
    return tuple(
        column.name
        for column in body.expressions
        if isinstance(column, exp.ColumnDef)
        and any(isinstance(kind, exp.PrimaryKeyColumnConstraint) for kind in _kinds(column))
    )


def _names(nodes: Iterable[exp.Expression]) -> list[str]:
    return [node.name if node.name else node.this.name for node in nodes]


def _foreign_keys(node: exp.Expression, schema: str) -> list[ForeignKey]:
    found = []
    for key in node.find_all(exp.ForeignKey):
        reference = key.args.get("reference")
        if reference is not None:
            found.append(_points_at(tuple(_names(key.expressions)), reference, schema))
    for column in node.find_all(exp.ColumnDef):
        for kind in _kinds(column):
            if isinstance(kind, exp.Reference):
                found.append(_points_at((column.name,), kind, schema))
    return found


def _points_at(columns: tuple[str, ...], reference: exp.Reference, schema: str) -> ForeignKey:
    target = reference.this
    to_schema, to_table = _name(target)
    to_columns = tuple(_names(target.expressions)) if isinstance(target, exp.Schema) else ()
    return ForeignKey(columns, to_schema or schema, to_table, to_columns)


def _commented_table(tree: exp.Comment) -> exp.Expression:
    node = tree.this
    if isinstance(node, exp.Column):
        return exp.table_(node.args["table"], db=node.args.get("db"), catalog=node.args.get("catalog"))
    found: exp.Expression = node
    return found


def _altered(table: Table, tree: exp.Alter | exp.Comment) -> Table:
    if isinstance(tree, exp.Comment):
        text = tree.expression.name if tree.expression is not None else ""
        if isinstance(tree.this, exp.Column):
            return _with_column_comment(table, tree.this.name, text)
        return replace(table, comment=text)
    added = tuple(
        _column(node)
        for node in tree.args.get("actions", ())
        if isinstance(node, exp.ColumnDef) and table.column(node.name) is None
    )
    keys = [key for key in _foreign_keys(tree, table.schema) if key not in table.foreign_keys]
    primary = next(
        (tuple(_names(node.expressions)) for node in tree.find_all(exp.PrimaryKey)), table.primary_key
    )
    return replace(
        table,
        columns=table.columns + added,
        foreign_keys=table.foreign_keys + tuple(keys),
        primary_key=primary,
    )


def _with_column_comment(table: Table, name: str, text: str) -> Table:
    columns = tuple(replace(c, comment=text) if c.name.lower() == name.lower() else c for c in table.columns)
    return replace(table, columns=columns)
