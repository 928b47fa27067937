"""MySQL and MariaDB: read-only transactions, the engine's own time limit, KILL QUERY on stop."""

import datetime as dt
import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

import pymysql
from pymysql.constants import CLIENT, FIELD_TYPE
from pymysql.cursors import SSCursor
from sqlalchemy.engine import make_url

from database.result import ColumnType, QueryResult, ResultColumn
from database.runners import mysql_catalog
from database.runners.base import Collector, Limits, Params, PlanEstimate
from database.runners.keepalive import keep_alive
from database.runners.threads import ThreadRunner
from database.runners.values import from_json, plain
from database.schema import Schema
from errors import ConnectionFailedError, DatabaseError, QueryTimeoutError

CONNECT_TIMEOUT_S = 5
LOCK_TIMEOUT_S = 3
SOCKET_SLACK_S = 10
# The guard reads quotes, || and \ as MySQL does by default; these modes would give them another meaning.
_OTHER_READINGS = {
    "ANSI", "ANSI_QUOTES", "PIPES_AS_CONCAT", "NO_BACKSLASH_ESCAPES", "IGNORE_SPACE", "HIGH_NOT_PRECEDENCE",
    "ORACLE", "MSSQL", "DB2", "MAXDB", "POSTGRESQL", "EMPTY_STRING_IS_NULL",
}  # fmt: skip
_INTEGERS = (
    FIELD_TYPE.TINY,
    FIELD_TYPE.SHORT,
    FIELD_TYPE.INT24,
    FIELD_TYPE.LONG,
    FIELD_TYPE.LONGLONG,
    FIELD_TYPE.YEAR,
)
_NUMBERS = (FIELD_TYPE.FLOAT, FIELD_TYPE.DOUBLE, FIELD_TYPE.DECIMAL, FIELD_TYPE.NEWDECIMAL)
_TYPES: dict[int, ColumnType] = {
    **dict.fromkeys(_INTEGERS, "integer"),
    **dict.fromkeys(_NUMBERS, "number"),
    **dict.fromkeys((FIELD_TYPE.DATETIME, FIELD_TYPE.TIMESTAMP), "datetime"),
    **dict.fromkeys((FIELD_TYPE.BIT, FIELD_TYPE.GEOMETRY), "other"),
    FIELD_TYPE.DATE: "date",
    FIELD_TYPE.TIME: "time",
    FIELD_TYPE.JSON: "json",
}
_CODES = {
    1146: "table_unknown", 1051: "table_unknown", 1109: "table_unknown",
    1054: "column_unknown", 1052: "column_unknown", 1064: "sql_syntax", 1305: "sql_types", 1582: "sql_types",
    1292: "sql_types", 1366: "sql_types", 1690: "sql_types", 1267: "sql_types",
    1044: "query_forbidden", 1142: "query_forbidden", 1143: "query_forbidden", 1227: "query_forbidden",
    1370: "query_forbidden", 1792: "write_refused", 1836: "write_refused", 1290: "write_refused",
    1205: "query_locked", 1040: "database_busy", 1203: "database_busy",
    1021: "database_resources", 1037: "database_resources", 1038: "database_resources",
    1114: "database_resources",
}  # fmt: skip
_TIMED_OUT = (1317, 1969, 3024)
_ABOUT_VALUES = (1105, 1292, 1366, 1411, 1690)
_UNREACHABLE = (1045, 1049, 1053, 1129, 1130, 2002, 2003, 2005, 2006, 2013)


@dataclass(frozen=True)
class MysqlSession:
    """One connection and what is pinned before each statement."""

    connection: Any
    modes: str
    zone: str

    @property
    def is_mariadb(self) -> bool:
        """Tell MariaDB, whose time limit and read-only switch have other names."""
        return "mariadb" in str(self.connection.get_server_info()).lower()


class MysqlRunner(ThreadRunner[MysqlSession]):
    """Runs checked queries on one MySQL or MariaDB server."""

    def __init__(self, url: str, *, name: str, schema: str, pool_size: int, timezone: str) -> None:
        super().__init__(name=name, pool_size=pool_size)
        self._url = make_url(url)
        self._schema = schema
        self._timezone = timezone

    def _open(self) -> MysqlSession:
        connection = self._connected()
        modes = _one(connection, "SELECT @@sql_mode").split(",")
        kept = ",".join(mode for mode in modes if mode and mode not in _OTHER_READINGS)
        return MysqlSession(connection, kept, self._zone(connection))

    def _connected(self) -> Any:
        query = {key: str(value) for key, value in self._url.query.items()}
        connection = pymysql.connect(
            host=self._url.host or "localhost",
            port=self._url.port or 3306,
            unix_socket=query.get("unix_socket"),
            user=self._url.username,
            password=self._url.password or "",
            database=self._schema or None,
            charset="utf8mb4",
            cursorclass=SSCursor,
            autocommit=True,
            local_infile=False,
            connect_timeout=CONNECT_TIMEOUT_S,
            read_timeout=SOCKET_SLACK_S,
            ssl_ca=query.get("ssl_ca"),
            client_flag=CLIENT.MULTI_RESULTS,
        )
        keep_alive(connection._sock)
        return connection

    def _zone(self, connection: Any) -> str:
        """Return the zone's name, or its offset today where the server has no zone tables."""
        if _one(connection, "SELECT CONVERT_TZ('2026-01-01', '+00:00', %s)", self._timezone) is not None:
            return self._timezone
        offset = dt.datetime.now(ZoneInfo(self._timezone)).strftime("%z")
        return f"{offset[:3]}:{offset[3:]}"

    def _alive(self, session: MysqlSession) -> bool:
        session.connection._read_timeout = CONNECT_TIMEOUT_S
        try:
            session.connection.ping(reconnect=False)
        except pymysql.Error:
            return False
        return True

    def _begin(self, session: MysqlSession, timeout_ms: int) -> None:
        """Pin the session and open a read-only transaction: two round trips."""
        limit, read_only = f"max_execution_time = {timeout_ms}", "transaction_read_only"
        if session.is_mariadb:
            limit, read_only = f"max_statement_time = {timeout_ms / 1000}", "tx_read_only"
        wait_s = max(1, min(LOCK_TIMEOUT_S, timeout_ms // 2000))  # a lock is told before the time is up
        with session.connection.cursor() as cursor:
            cursor.execute(
                f"SET SESSION sql_mode = %s, time_zone = %s, {limit}, {read_only} = 1,"
                f" lock_wait_timeout = {wait_s}, innodb_lock_wait_timeout = {wait_s}",
                (session.modes, session.zone),
            )
            cursor.execute("START TRANSACTION READ ONLY")
        session.connection._read_timeout = timeout_ms / 1000 + SOCKET_SLACK_S

    def _query(self, session: MysqlSession, sql: str, params: Params, limits: Limits) -> QueryResult:
        started = time.perf_counter()
        collector = Collector(limits)
        self._begin(session, limits.timeout_ms)
        cursor = session.connection.cursor()
        cursor.execute(sql, params or None)
        if cursor.description is None:
            raise DatabaseError("write_refused", phase="execute", detail="not a query", connection=self._name)
        described = [(str(column[0]), int(column[1])) for column in cursor.description]
        shape = [_SHAPES.get(kind, plain) for _, kind in described]
        wanted = True
        while wanted and (rows := cursor.fetchmany(collector.next_batch())):
            wanted = collector.add(
                [make(value) for make, value in zip(shape, row, strict=True)] for row in rows
            )
        columns = [ResultColumn(name, _TYPES.get(kind, "text")) for name, kind in described]
        if collector.truncated:
            # What is left unread would have to be read to go on: the next statement takes another connection.
            cursor._result.unbuffered_active = False
            session.connection._force_close()
        else:
            cursor.close()
            session.connection.rollback()
        return collector.result(columns, (time.perf_counter() - started) * 1000)

    def _plan(self, session: MysqlSession, sql: str, params: Params, timeout_ms: int) -> PlanEstimate:
        self._begin(session, timeout_ms)
        # MariaDB's is no JSON where a literal holds a quote; the cost of the whole stands before conditions.
        plan = _one(session.connection, f"EXPLAIN FORMAT=JSON {sql}", *params)
        session.connection.rollback()
        cost = re.search(r'"(?:query_)?cost": "?([\d.]+)', plan)
        found = map(int, re.findall(r'"(?:rows|rows_produced_per_join)": (\d+)', plan))
        return PlanEstimate(float(cost[1]) if cost else None, max(found, default=None))

    def _catalog(self, session: MysqlSession, schemas: Sequence[str]) -> Schema:
        return mysql_catalog.read_schema(session.connection, self._shown(schemas))

    def _shown(self, schemas: Sequence[str]) -> Sequence[str]:
        return schemas or ((self._schema,) if self._schema else ())

    def _rows(self, session: MysqlSession, schemas: Sequence[str]) -> Mapping[str, int]:
        return mysql_catalog.estimate_rows(session.connection, self._shown(schemas))

    def _writable(self, session: MysqlSession) -> tuple[str, ...]:
        return mysql_catalog.writable(session.connection)

    def _stop(self, session: MysqlSession) -> None:
        other = self._connected()
        try:
            with other.cursor() as cursor:
                cursor.execute(f"KILL QUERY {int(session.connection.thread_id())}")
        finally:
            other.close()

    def _close(self, session: MysqlSession) -> None:
        session.connection._force_close()

    def _overdue(self) -> DatabaseError:
        # The server ends what takes too long itself: one that says nothing has not been heard.
        return ConnectionFailedError("database_silent", phase="execute", connection=self._name)

    def _mapped(self, error: Exception) -> DatabaseError | None:
        if not isinstance(error, pymysql.Error):
            return None
        number = error.args[0] if error.args and isinstance(error.args[0], int) else 0
        words = str(error.args[1]) if len(error.args) > 1 else str(error)
        if number in _ABOUT_VALUES:
            words = re.sub(r"'[^']*'", "'…'", words)
        said: dict[str, Any] = {"sqlstate": str(number), "detail": words, "connection": self._name}
        if number in _TIMED_OUT:
            return QueryTimeoutError(phase="execute", **said)
        if number in _UNREACHABLE or (isinstance(error, pymysql.OperationalError) and not number):
            return ConnectionFailedError(phase="connect", **said)
        return DatabaseError(_CODES.get(number), phase="execute", **said)


def _one(connection: Any, sql: str, *params: Any) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(sql, params or None)
        rows = cursor.fetchall()
    return rows[0][0]


def _json(value: str | None) -> Any:
    return None if value is None else from_json(value)


def _bits(value: bytes | None) -> int | None:
    return None if value is None else int.from_bytes(value, "big")


_SHAPES: dict[int, Callable[[Any], Any]] = {FIELD_TYPE.JSON: _json, FIELD_TYPE.BIT: _bits}
