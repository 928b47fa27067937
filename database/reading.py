"""Live schema reading: catalog rows of any engine into one Schema."""

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from sqlglot.dialects.dialect import Dialect as SqlglotDialect
from sqlglot.errors import SqlglotError
from sqlglot.tokenizer_core import TokenType

from database import guard
from database.dialects import Dialect
from database.own_calls import to_qualify
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


# Stands for a view's own name where its query is given names for its columns.
_ITSELF = "wenshu_view"


@dataclass(frozen=True)
class View:
    """What a view selects, and the tables it reads; None where it may read more than it names."""

    query: str
    reads: tuple[str, ...] | None


Views = Mapping[tuple[str, str], View]


def assemble(
    tables: Iterable[TableRow],
    columns: Iterable[ColumnRow],
    keys: Iterable[KeyRow],
    views: Views = MappingProxyType({}),
    types: Iterable[tuple[str, str, bool]] = (),
    calls: Iterable[str] | None = None,
    own: Iterable[str] = (),
    made: str = "",
) -> Schema:
    """Put catalog rows together; a key to a table that is not shown is left out.

    `views` holds what is known of each view; `types` of each type somebody created
    its schema, its name, and whether a bare name means it; `calls`, `own` and `made` as in Schema.
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
                reads=view.reads if (view := views.get((row.schema, row.name))) else None,
                definition=view.query if view else "",
            )
            for row in rows
            if by_table[row.schema, row.name]
        ),
        frozenset(
            form
            for schema, name, bare in types
            for form in ((f"{schema}.{name}", name) if bare else (f"{schema}.{name}",))
        ),
        None if calls is None else frozenset(calls),
        frozenset(own),
        made,
    )


def view_read(created: str, dialect: Dialect, own: Iterable[str] = ()) -> View | None:
    """Return a view's query and the tables it reads, or None where it could read what it does not name.

    `created` is the query, or the CREATE VIEW that holds it; `own` as in Schema.
    """
    query = view_query(created, dialect)
    try:
        checked = guard.check(query, dialect)
        deque(to_qualify(checked, Schema(own=frozenset(own))), 0)
        return View(query, checked.tables)
    except UnsafeSQLError:
        return None


def view_query(created: str, dialect: Dialect) -> str:
    """Return the query of a CREATE VIEW, with the names it gives its columns; a plain query as it is."""
    try:
        tokens = SqlglotDialect.get_or_raise(dialect.sqlglot_name).tokenize(created)
    except SqlglotError:
        return ""
    if not tokens or tokens[0].token_type is not TokenType.CREATE:
        return created
    depth, opened, columns = 0, 0, ""
    for token in tokens:
        if token.token_type is TokenType.L_PAREN:
            depth, opened = depth + 1, opened or token.start
        elif token.token_type is TokenType.R_PAREN:
            depth, columns = depth - 1, columns or created[opened : token.end + 1]
        elif token.token_type is TokenType.ALIAS and not depth:
            query = created[token.end + 1 :].strip().rstrip(";").rstrip()
            return f"WITH {_ITSELF}{columns} AS ({query}\n) SELECT * FROM {_ITSELF}" if columns else query
    return ""
