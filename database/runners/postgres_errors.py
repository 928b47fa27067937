"""PostgreSQL's SQLSTATEs as our errors, with the server's own words for the repair."""

import re
from typing import Any

import psycopg

from errors import ConnectionFailedError, DatabaseError, QueryTimeoutError

_CODES = {
    "42P01": "table_unknown",
    "42703": "column_unknown",
    "42601": "sql_syntax",
    "42883": "sql_types",
    "42804": "sql_types",
    "42P18": "sql_types",
    "42846": "sql_types",
    "42501": "query_forbidden",
    "25006": "write_refused",
    "55P03": "query_locked",
}
_CLASSES = {"22": "sql_types", "53": "database_resources"}
_QUOTED = re.compile(r'"[^"]*"')


def database_error(error: psycopg.Error, *, connection: str, prefix: str = "") -> DatabaseError:
    """Return our error for the server's; `prefix` is what the runner put before the statement."""
    state = error.sqlstate or ""
    said: dict[str, Any] = {"sqlstate": state, "detail": _words(error), "hint": error.diag.message_hint or ""}
    if state == "57014":
        return QueryTimeoutError(phase="execute", connection=connection, **said)
    if not state or state.startswith(("08", "57P", "28", "3D")):
        return ConnectionFailedError(phase="execute", connection=connection, **said)
    code = _CODES.get(state) or _CLASSES.get(state[:2])
    return DatabaseError(
        code, phase="execute", position=_position(error, prefix), connection=connection, **said
    )


def _words(error: psycopg.Error) -> str:
    """Return the server's message. Class 22 quotes a value, perhaps of a row this user may not see."""
    words = error.diag.message_primary or str(error)
    return _QUOTED.sub('"…"', words) if (error.sqlstate or "").startswith("22") else words


def _position(error: psycopg.Error, prefix: str) -> int | None:
    place = error.diag.statement_position
    return max(1, int(place) - len(prefix)) if place else None
