"""DuckDB: a read-only file, no way out to other files or the net, the configuration locked."""

import re
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from threading import Lock
from typing import Any

import duckdb

from database.dialects import DUCKDB
from database.reading import ColumnRow, KeyRow, TableRow, assemble, view_read
from database.result import ColumnType, QueryResult, ResultColumn
from database.runners.base import Collector, Limits, Params, PlanEstimate
from database.runners.threads import ThreadRunner
from database.runners.values import from_json, plain
from database.schema import Schema
from errors import ConnectionFailedError, DatabaseError, QueryTimeoutError

CLOSED: dict[str, str | bool | int | float | list[str]] = {
    "enable_external_access": "false",
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "allow_community_extensions": "false",
    "temp_directory": "",  # nor does it write beside the file it reads
    "python_enable_replacements": "false",  # else FROM name reads a variable of this process
}
_ZONED = "TIMESTAMP WITH TIME ZONE"
_ESTIMATE = re.compile(r'"Estimated Cardinality":\s*"(\d+)"')
_SHOWN = (
    "NOT internal AND database_name = current_database() AND (len($1) = 0 OR list_contains($1, schema_name))"
)
_TABLES = (
    f"SELECT schema_name, table_name, comment, false FROM duckdb_tables() WHERE {_SHOWN} UNION ALL"
    f" SELECT schema_name, view_name, comment, true FROM duckdb_views() WHERE {_SHOWN} ORDER BY 1, 2"
)
_ROWS = f"SELECT schema_name, table_name, estimated_size FROM duckdb_tables() WHERE {_SHOWN}"
_VIEWS = f"SELECT schema_name, view_name, sql FROM duckdb_views() WHERE {_SHOWN}"
_TYPES = f"SELECT schema_name, type_name, schema_name = 'main' FROM duckdb_types() WHERE {_SHOWN}"
_MACROS = "SELECT DISTINCT lower(function_name) FROM duckdb_functions() WHERE NOT internal"
_COLUMNS = (
    "SELECT schema_name, table_name, column_name, data_type, comment, is_nullable"
    f" FROM duckdb_columns() WHERE {_SHOWN} ORDER BY schema_name, table_name, column_index"
)
_KEYS = (
    "SELECT schema_name, table_name, constraint_type, constraint_column_names, referenced_table,"
    " referenced_column_names FROM duckdb_constraints()"
    " WHERE constraint_type IN ('PRIMARY KEY', 'FOREIGN KEY') AND database_name = current_database()"
    " AND (len($1) = 0 OR list_contains($1, schema_name))"
)
_INTEGER = re.compile(r"U?(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT)|BIGNUM|VARINT")


class DuckdbRunner(ThreadRunner[duckdb.DuckDBPyConnection]):
    """Runs checked queries on one DuckDB file."""

    def __init__(self, path: str, *, name: str, pool_size: int, timezone: str, memory: str = "1GB") -> None:
        super().__init__(name=name, pool_size=pool_size)
        self._path = path
        self._timezone = timezone
        self._memory = memory
        self._opening = Lock()
        self._file: duckdb.DuckDBPyConnection | None = None

    async def close(self) -> None:
        """Close the sessions, then the file itself."""
        await super().close()
        if self._file is not None:
            self._file.close()
            self._file = None

    def _open(self) -> duckdb.DuckDBPyConnection:
        with self._opening:
            if self._file is None:
                if not Path(self._path).is_file():
                    raise duckdb.IOException("the file is not there")
                file = duckdb.connect(
                    self._path, read_only=True, config=CLOSED | {"memory_limit": self._memory}
                )
                file.execute(f"SET GLOBAL TimeZone = '{self._timezone}'")
                file.execute("SET lock_configuration = true")
                self._file = file
            return self._file.cursor()

    def _alive(self, session: duckdb.DuckDBPyConnection) -> bool:
        return True

    def _query(
        self, session: duckdb.DuckDBPyConnection, sql: str, params: Params, limits: Limits
    ) -> QueryResult:
        started = time.perf_counter()
        collector = Collector(limits)
        described = self._executed(session, sql, params)
        shape = [_SHAPES.get(kind, plain) for _, kind in described]
        wanted = True
        while wanted and (rows := session.fetchmany(collector.next_batch())):
            wanted = collector.add(
                [make(value) for make, value in zip(shape, row, strict=True)] for row in rows
            )
        columns = [ResultColumn(name, _plain_type(kind)) for name, kind in described]
        return collector.result(columns, (time.perf_counter() - started) * 1000)

    def _executed(
        self, session: duckdb.DuckDBPyConnection, sql: str, params: Params
    ) -> list[tuple[str, str]]:
        """Execute one SELECT, read so by DuckDB's own parser, and return its columns' names and types."""
        statements = session.extract_statements(sql)
        if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
            raise DatabaseError(
                "write_refused", phase="execute", detail="not one SELECT", connection=self._name
            )
        session.execute(sql, params or None)
        described = [(str(column[0]), str(column[1])) for column in session.description or ()]
        if any(_ZONED in kind for _, kind in described):
            # The driver needs pytz to hand out a time with a zone; DuckDB writes it as text without.
            names = [f"c{place}" for place in range(len(described))]
            shown = ", ".join(
                f"CAST({name} AS VARCHAR)" if _ZONED in kind else name
                for name, (_, kind) in zip(names, described, strict=True)
            )
            session.execute(f"SELECT {shown} FROM ({sql}\n) AS asked({', '.join(names)})", params or None)
        return described

    def _plan(
        self, session: duckdb.DuckDBPyConnection, sql: str, params: Params, timeout_ms: int
    ) -> PlanEstimate:
        rows = session.execute(f"EXPLAIN (FORMAT json) {sql}", params or None).fetchall()
        found = _ESTIMATE.search(str(rows[0][1])) if rows else None
        return PlanEstimate(None, int(found[1]) if found else None)

    def _catalog(self, session: duckdb.DuckDBPyConnection, schemas: Sequence[str]) -> Schema:
        which = [list(schemas)]
        own = [name for (name,) in session.execute(_MACROS).fetchall()]
        keys = session.execute(_KEYS, which).fetchall()
        return assemble(
            (TableRow(*row) for row in session.execute(_TABLES, which).fetchall()),
            (ColumnRow(*row) for row in session.execute(_COLUMNS, which).fetchall()),
            (
                KeyRow(schema, table, tuple(columns), schema if to else "", to or "", tuple(to_columns or ()))
                for schema, table, _, columns, to, to_columns in keys
            ),
            {
                (schema, name): found
                for schema, name, sql in session.execute(_VIEWS, which).fetchall()
                if (found := view_read(sql, DUCKDB, own))
            },
            (
                (schema, name.lower(), bare)
                for schema, name, bare in session.execute(_TYPES, which).fetchall()
            ),
            own=own,
        )

    def _rows(self, session: duckdb.DuckDBPyConnection, schemas: Sequence[str]) -> Mapping[str, int]:
        rows = session.execute(_ROWS, [list(schemas)]).fetchall()
        return {f"{schema}.{name}": int(count) for schema, name, count in rows}

    def _writable(self, session: duckdb.DuckDBPyConnection) -> tuple[str, ...]:
        return ()  # the file is opened read-only: the engine itself has nowhere to write

    def _stop(self, session: duckdb.DuckDBPyConnection) -> None:
        session.interrupt()

    def _close(self, session: duckdb.DuckDBPyConnection) -> None:
        session.close()

    def _mapped(self, error: Exception) -> DatabaseError | None:
        if not isinstance(error, duckdb.Error):
            return None
        words = _words(error)
        if isinstance(error, duckdb.InterruptException):
            return QueryTimeoutError(phase="execute", detail=words, connection=self._name)
        if isinstance(error, duckdb.IOException | duckdb.ConnectionException):
            return ConnectionFailedError(phase="connect", detail=words, connection=self._name)
        return DatabaseError(_code(error, words), phase="execute", detail=words, connection=self._name)


def _json(value: str | None) -> Any:
    return None if value is None else from_json(value)


def _instant(value: str | None) -> str | None:
    """Return 2026-11-20T08:00:00+08:00 for DuckDB's 2026-11-20 08:00:00+08."""
    if value is None:
        return None
    text = value.replace(" ", "T", 1)
    return text + ":00" if text[-3] in "+-" else text


_SHAPES: dict[str, Callable[[Any], Any]] = {"JSON": _json, _ZONED: _instant}


def _words(error: duckdb.Error) -> str:
    """Return DuckDB's message without the statement it quotes, nor values where it is about those."""
    words = str(error).partition("\n\nLINE ")[0].strip()
    if "Malformed JSON" in words:
        return "Malformed JSON"  # and the whole value behind it
    is_about_values = isinstance(error, duckdb.ConversionException | duckdb.OutOfRangeException)
    return re.sub(r"'[^']*'|\"[^\"]*\"", "'…'", words) if is_about_values else words


def _code(error: duckdb.Error, words: str) -> str:
    if isinstance(error, duckdb.CatalogException):
        return "table_unknown" if "Table with name" in words else "sql_types"
    if isinstance(error, duckdb.ParserException):
        return "sql_syntax"
    if isinstance(error, duckdb.BinderException) and "GROUP BY clause" in words:
        return "sql_grouping"
    if isinstance(error, duckdb.BinderException):
        return "column_unknown" if "column" in words.lower() and "not found" in words else "sql_types"
    if words == "Malformed JSON":
        return "sql_types"
    if isinstance(error, duckdb.PermissionException):
        return "write_refused"
    if isinstance(error, duckdb.OutOfMemoryException):
        return "database_resources"
    if isinstance(
        error, duckdb.ConversionException | duckdb.OutOfRangeException | duckdb.TypeMismatchException
    ):
        return "sql_types"
    return "query_failed"


def _plain_type(kind: str) -> ColumnType:
    if _INTEGER.fullmatch(kind):
        return "integer"
    if kind.startswith(("DECIMAL", "DOUBLE", "FLOAT", "REAL")) and not kind.endswith("]"):
        return "number"
    if kind.startswith("TIMESTAMP") and not kind.endswith("]"):
        return "datetime"
    if kind.endswith("]") or kind.startswith(("STRUCT", "MAP", "JSON", "UNION")):
        return "json"
    names: dict[str, ColumnType] = {"DATE": "date", "TIME": "time", "BOOLEAN": "boolean"}
    return names.get(kind, "other" if kind in ("BLOB", "BIT", "INTERVAL") else "text")
