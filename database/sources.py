"""Which tables a query reads: its CTEs told apart, the catalogs closed, the connection's scope held."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase

from sqlglot import exp

from database.dialects import Dialect
from database.kinds import Nodes
from errors import UnsafeSQLError

_CLOSED_SCHEMAS = {
    "postgres": re.compile(r"pg_.*|information_schema"),
    "mysql": re.compile(r"mysql|performance_schema|sys|information_schema|ndbinfo"),
    "sqlite": re.compile(r"temp"),
    "duckdb": re.compile(r"pg_.*|information_schema|system|temp"),
}
_CLOSED_TABLES = {
    "postgres": re.compile(r"pg_.*"),
    "mysql": re.compile(r"(?!)"),
    "sqlite": re.compile(
        r"sqlite_.*|pragma_.*|dbstat|bytecode|tables_used|fsdir|zipfile|completion|.*_fts_shadow"
    ),
    "duckdb": re.compile(r"sqlite_.*|pragma_.*|duckdb_.*|pg_.*|show|describe|summarize|glob"),
}
# MariaDB makes rows of a name: seq_1_to_1000.
_COUNTING = re.compile(r"seq_(\d+)_to_(\d+)(?:_step_\d+)?")
MOST_COUNTED = 10_000_000
_OPEN_SHAPE = {"tables", "columns"}
_FILE_PART = re.compile(
    r"csv|tsv|parquet|json|jsonl|ndjson|xlsx|xls|db|duckdb|ddb|sqlite|sqlite3|txt|gz|zst|arrow|feather|avro|orc|wal|blob"
)
_PATH = re.compile(r"[/\\:*?]|\.\w+$")

_VALUE_WORDS = frozenset(
    ["user", "session_user", "system_user", "localtime", "localtimestamp"]
    + [f"current_{what}" for what in ("catalog", "date", "role", "schema", "time", "timestamp", "user")]
)

# What stands in FROM: a name, a function (its name is checked as a call), or rows in parentheses.
_TABLE_KINDS = (exp.Identifier, exp.Func, exp.Values, exp.Subquery, exp.Paren)


@dataclass(frozen=True)
class Scope:
    """The tables a connection shows: `schema.table` patterns (`*` allowed) within `schemas`.

    Bare names are searched in `schemas` in their order; empty, every schema but the system's own is shown.
    """

    tables: tuple[str, ...] = ("*",)
    schemas: tuple[str, ...] = ()
    default_schema: str = ""

    def search_path(self, dialect: Dialect) -> tuple[str, ...]:
        """Return the schemas a bare name is looked up in, in lower case."""
        names = ([self.default_schema] if self.default_schema else []) + list(self.schemas)
        return tuple(name.lower() for name in names) or (dialect.default_schema,)

    def shows(self, schema: str, name: str) -> bool:
        """Tell whether a table is among the patterns."""
        if self.schemas and schema not in (known.lower() for known in self.schemas):
            return False
        full = f"{schema}.{name}"
        return any(
            fnmatchcase(full, pattern if pattern == "*" or "." in pattern else f"*.{pattern}")
            for pattern in (wanted.lower() for wanted in self.tables)
        )


def folded(name: exp.Expr, dialect: Dialect) -> str:
    """Return a name as the engine compares it."""
    text = str(name.this)
    return text if dialect.name == "postgres" and name.args.get("quoted") else text.lower()


def real_tables(nodes: Nodes, dialect: Dialect) -> Iterator[exp.Table]:
    """Yield each reference to a table of the database: not to a CTE in its scope, not to a function."""
    for table in nodes.of(exp.Table):
        if _is_no_table(table, dialect):
            continue
        if not (isinstance(table.this, _TABLE_KINDS) or table.args.get("rows_from")):
            raise UnsafeSQLError("sql_node_unknown", node="Table")
        if isinstance(table.this, exp.Identifier) and not (
            table.args.get("db") is None and names_cte(table, dialect)
        ):
            yield table


def _is_no_table(table: exp.Table, dialect: Dialect) -> bool:
    """Tell SQLite's INDEXED BY, which names an index, and MySQL's FROM DUAL, which names nothing."""
    dual = dialect.name == "mysql" and table.args.get("db") is None and table.name.lower() == "dual"
    return table.arg_key == "indexed" or (dual and not table.this.args.get("quoted"))


def names_cte(table: exp.Table, dialect: Dialect) -> bool:
    """Tell whether a bare name means a CTE where it stands.

    A CTE is seen by what its WITH belongs to and by the CTEs after it; with RECURSIVE by all of them.
    """
    name, node = folded(table.this, dialect), table
    holder: exp.Expr | None = table
    while (parent := holder.parent if holder is not None else None) is not None:
        with_ = parent.args.get("with_")
        if with_ is not None and with_ is not holder:
            if any(_means(cte, name, node, dialect) for cte in with_.expressions):
                return True
        elif isinstance(parent, exp.With):
            for cte in parent.expressions:
                if cte is holder and not parent.args.get("recursive"):
                    break
                if _means(cte, name, node, dialect):
                    return True
        holder = parent
    return False


def _means(cte: exp.Expr, name: str, table: exp.Table, dialect: Dialect) -> bool:
    alias = cte.args["alias"].this
    if folded(alias, dialect) != name:
        return False
    if dialect.name == "postgres" and name in _VALUE_WORDS and not table.this.args.get("quoted"):
        return False  # FROM current_user calls it
    if dialect.name == "mysql" and str(alias.this) != str(table.this.this):
        # Whether these are one name depends on the server's file system.
        raise UnsafeSQLError("sql_name_case", name=str(table.this.this))
    return True


def named_tables(
    sources: Iterable[exp.Table], dialect: Dialect, scope: Scope | None, text: str
) -> tuple[str, ...]:
    """Return the real tables as `schema.table`, or raise for one that is closed."""
    return tuple(dict.fromkeys(_require_open(table, dialect, scope, text) for table in sources))


def _require_open(table: exp.Table, dialect: Dialect, scope: Scope | None, text: str) -> str:
    schema, name = str(table.db).lower(), str(table.name).lower()
    home = schema or (scope or Scope()).search_path(dialect)[0]
    full = f"{home}.{name}".lstrip(".")
    if dialect.name in ("duckdb", "sqlite"):
        _require_no_file(table, schema, name, dialect, text)
    if schema == "information_schema" and name in _OPEN_SHAPE and not table.catalog:
        return full
    if table.catalog and _CLOSED_SCHEMAS[dialect.name].fullmatch(table.catalog.lower()):
        raise UnsafeSQLError("sql_catalog_closed", table=f"{schema}.{name}")
    require_open_name(name, schema, dialect, scope)
    counting = _COUNTING.fullmatch(name) if dialect.name == "mysql" else None
    if counting and max(map(int, counting.groups())) > MOST_COUNTED:
        raise UnsafeSQLError("sql_too_much", name=name, limit=MOST_COUNTED)
    return full


def require_open_name(name: str, schema: str, dialect: Dialect, scope: Scope | None) -> None:
    """Raise for a name, in lower case, of the system's own or outside the scope; `schema` may be empty."""
    if schema and _CLOSED_SCHEMAS[dialect.name].fullmatch(schema):
        raise UnsafeSQLError("sql_catalog_closed", table=f"{schema}.{name}")
    if _CLOSED_TABLES[dialect.name].fullmatch(name):
        raise UnsafeSQLError("sql_catalog_closed", table=name)
    home = schema or (scope or Scope()).search_path(dialect)[0]
    if scope is not None and not scope.shows(home, name):
        raise UnsafeSQLError("sql_table_closed", table=f"{home}.{name}".lstrip("."))


def _require_no_file(table: exp.Table, schema: str, name: str, dialect: Dialect, text: str) -> None:
    start = table.this.meta.get("start")
    as_string = start is not None and ("'" in text[start : start + 2] or text[start] == "$")
    if dialect.name == "duckdb":
        path = _PATH.search(name) or _PATH.search(schema) or (schema and _FILE_PART.fullmatch(name))
        if as_string or start is None or path:
            raise UnsafeSQLError("sql_file_table", table=str(table.name)[:80])
    elif as_string and _PATH.search(name):
        raise UnsafeSQLError("sql_file_table", table=str(table.name)[:80])
