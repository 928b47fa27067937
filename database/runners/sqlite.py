"""SQLite: a read-only file, an authorizer that lets only reading pass, a deadline inside the engine."""

import contextlib
import re
import sqlite3
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from database.dialects import SQLITE
from database.reading import ColumnRow, KeyRow, TableRow, assemble, view_read
from database.result import QueryResult, ResultColumn
from database.runners.base import Collector, Limits, Params, PlanEstimate
from database.runners.threads import ThreadRunner
from database.runners.values import plain, type_of
from database.schema import Schema
from errors import ConnectionFailedError, DatabaseError, QueryTimeoutError

STEPS_BETWEEN_LOOKS = 2000
# full-text tables ask for data_version themselves when they are read
_HARMLESS_PRAGMAS = ("data_version",)
_CLOSED_FUNCTIONS = ("load_extension", "fts3_tokenizer", "writefile", "readfile", "edit")
_READING = (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_RECURSIVE)
_TABLES = (
    "SELECT name, type = 'view' FROM pragma_table_list WHERE schema = 'main' AND type <> 'shadow' ORDER BY 1"
)
_PLAIN_TABLES = "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND NOT wr"
_VIRTUAL = "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'virtual'"
_COLUMNS = (
    'SELECT t.name, c.name, c.type, c."notnull", c.pk FROM pragma_table_list t,'
    " pragma_table_xinfo(t.name) c WHERE t.schema = 'main' AND c.hidden <> 1 ORDER BY t.name, c.cid"
)
_KEYS = (
    'SELECT t.name, k.id, k."table", k."from", k."to" FROM pragma_table_list t,'
    " pragma_foreign_key_list(t.name) k WHERE t.schema = 'main' ORDER BY t.name, k.id, k.seq"
)


class SqliteSession:
    """One open file with its own stop flag and deadline."""

    def __init__(self, path: str, max_bytes: int) -> None:
        if not Path(path).is_file():
            raise sqlite3.OperationalError("unable to open database file")
        uri = f"file:{quote(path)}?mode=ro"
        self.connection = sqlite3.connect(uri, uri=True, check_same_thread=False, isolation_level=None)
        self.stopped = threading.Event()
        self.deadline = 0.0
        self.connection.execute("PRAGMA query_only = ON")
        self.connection.execute("PRAGMA trusted_schema = OFF")
        self.connection.text_factory = _text
        self.connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, max_bytes)
        self.connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
        self.connection.set_progress_handler(self._over, STEPS_BETWEEN_LOOKS)
        self._wake_virtual_tables()

    def guarded(self, timeout_ms: int) -> sqlite3.Connection:
        """Return the connection with only reading let through, and the clock running."""
        self.stopped.clear()
        self.deadline = time.monotonic() + timeout_ms / 1000
        self.connection.set_authorizer(_only_reading)
        return self.connection

    def _wake_virtual_tables(self) -> None:
        """Let full-text tables set themselves up: that writes the schema in memory, which is closed later."""
        found = self.connection.execute(_VIRTUAL).fetchall()
        for (name,) in found:
            quoted = name.replace('"', '""')
            with contextlib.suppress(sqlite3.Error):  # of a module that is not here: its table stays unread
                self.connection.execute(f'SELECT 1 FROM "{quoted}" LIMIT 0')

    def _over(self) -> int:
        return int(self.stopped.is_set() or time.monotonic() > self.deadline > 0)


def _text(stored: bytes) -> str:
    """Return a text that need not be UTF-8: SQLite keeps what it was given, as old exports do in Latin-1."""
    return stored.decode("utf-8", errors="replace")


class SqliteRunner(ThreadRunner[SqliteSession]):
    """Runs checked queries on one SQLite file."""

    def __init__(self, path: str, *, name: str, pool_size: int, max_bytes: int) -> None:
        super().__init__(name=name, pool_size=pool_size)
        self._path = path
        self._max_bytes = max_bytes

    def _open(self) -> SqliteSession:
        return SqliteSession(self._path, self._max_bytes)

    def _alive(self, session: SqliteSession) -> bool:
        return True

    def _query(self, session: SqliteSession, sql: str, params: Params, limits: Limits) -> QueryResult:
        started = time.perf_counter()
        collector = Collector(limits)
        cursor = session.guarded(limits.timeout_ms).execute(sql, params)
        wanted = True
        while wanted and (rows := cursor.fetchmany(collector.next_batch())):
            wanted = collector.add([plain(value) for value in row] for row in rows)
        names = [column[0] for column in cursor.description or ()]
        cursor.close()
        columns = [
            ResultColumn(name, type_of(row[place] for row in collector.rows))
            for place, name in enumerate(names)
        ]
        return collector.result(columns, (time.perf_counter() - started) * 1000)

    def _plan(self, session: SqliteSession, sql: str, params: Params, timeout_ms: int) -> PlanEstimate:
        session.guarded(timeout_ms).execute(f"EXPLAIN QUERY PLAN {sql}", params).fetchall()
        return PlanEstimate()

    def _catalog(self, session: SqliteSession, schemas: Sequence[str]) -> Schema:
        connection = session.connection
        connection.set_authorizer(None)
        session.deadline = 0.0
        shown = [row for row in connection.execute(_TABLES) if not row[0].startswith("sqlite_")]
        columns = connection.execute(_COLUMNS).fetchall()
        views = connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'view'").fetchall()
        keys = _primary_keys(columns) + _foreign_keys(connection.execute(_KEYS).fetchall())
        return assemble(
            (TableRow("main", name, is_view=bool(is_view)) for name, is_view in shown),
            (
                ColumnRow("main", table, name, kind or "any", nullable=not (not_null or key))
                for table, name, kind, not_null, key in columns
            ),
            keys,
            {("main", name): found for name, sql in views if (found := view_read(sql, SQLITE))},
        )

    def _rows(self, session: SqliteSession, schemas: Sequence[str]) -> Mapping[str, int]:
        """Return each table's highest row number: found at once, and right where nothing was deleted."""
        connection = session.connection
        connection.set_authorizer(None)
        found = {}
        for (name,) in connection.execute(_PLAIN_TABLES).fetchall():
            quoted = name.replace('"', '""')
            with contextlib.suppress(sqlite3.Error):
                row = connection.execute(f'SELECT max(rowid) FROM "{quoted}"').fetchone()
                found[f"main.{name}"] = int(row[0] or 0)
        return found

    def _writable(self, session: SqliteSession) -> tuple[str, ...]:
        return ()  # the file is opened read-only: the engine itself has nowhere to write

    def _stop(self, session: SqliteSession) -> None:
        session.stopped.set()

    def _close(self, session: SqliteSession) -> None:
        session.connection.close()

    def _mapped(self, error: Exception) -> DatabaseError | None:
        if not isinstance(error, sqlite3.Error | sqlite3.Warning):
            return None
        words = str(error)
        if words == "interrupted":
            return QueryTimeoutError(phase="execute", detail=words, connection=self._name)
        if "unable to open" in words or "not a database" in words or "image is malformed" in words:
            return ConnectionFailedError(phase="connect", detail=words, connection=self._name)
        return DatabaseError(_code(words), phase="execute", detail=words, connection=self._name)


def _only_reading(action: int, first: str | None, second: str | None, *_: Any) -> int:
    if action in _READING:
        return sqlite3.SQLITE_OK
    if action == sqlite3.SQLITE_FUNCTION and (second or "").lower() not in _CLOSED_FUNCTIONS:
        return sqlite3.SQLITE_OK
    if action == sqlite3.SQLITE_PRAGMA and first in _HARMLESS_PRAGMAS:
        return sqlite3.SQLITE_OK
    return sqlite3.SQLITE_DENY


def _code(words: str) -> str:
    tells = (
        ("no such table", "table_unknown"),
        ("no such column", "column_unknown"),
        ("authoriz", "write_refused"),
        ("one statement at a time", "sql_syntax"),
        ("syntax error", "sql_syntax"),
        ("no such function", "sql_types"),
        ("malformed", "sql_types"),
        ("wrong number of arguments", "sql_types"),
        ("too big", "database_resources"),
        ("locked", "query_locked"),
    )
    return next((code for tell, code in tells if re.search(tell, words)), "query_failed")


def _primary_keys(columns: Sequence[tuple[Any, ...]]) -> list[KeyRow]:
    keys: dict[str, list[tuple[int, str]]] = {}
    for table, name, _, _, place in columns:
        if place:
            keys.setdefault(table, []).append((place, name))
    return [KeyRow("main", table, tuple(name for _, name in sorted(key))) for table, key in keys.items()]


def _foreign_keys(rows: Sequence[tuple[Any, ...]]) -> list[KeyRow]:
    keys: dict[tuple[str, int, str], list[tuple[str, str | None]]] = {}
    for table, number, to, here, there in rows:
        keys.setdefault((table, number, to), []).append((here, there))
    return [
        KeyRow(
            "main",
            table,
            tuple(here for here, _ in key),
            "main",
            to,
            tuple(there for _, there in key if there),
        )
        for (table, _, to), key in keys.items()
    ]
