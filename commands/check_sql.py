"""`check-sql`: hold statements against the guard, with no database and nothing else loaded."""

import json
from collections.abc import Iterable
from typing import Any, TextIO

from commands.lines import write_line
from config.wording import say_error
from database.dialects import dialect_named
from database.guard import check
from errors import InputError, WenshuError


def check_sql_batch(lines: Iterable[str], dialect: str, out: TextIO) -> None:
    """Answer each {"id", "sql", "dialect"?} line with {"id", "allowed", "code", "reason"}, flushed."""
    for number, line in enumerate(lines, start=1):
        if line.strip():
            write_line(out, _verdict(line, number, dialect))


def _verdict(line: str, number: int, dialect: str) -> dict[str, Any]:
    ident: Any = None
    try:
        record = _record(line, number)
        ident = record.get("id")
        if not isinstance(record.get("sql"), str):
            raise InputError("batch_line_invalid", line=number)
        check(record["sql"], dialect_named(str(record.get("dialect") or dialect)))
    except Exception as exc:  # the edge: one line's fault must not take the other lines' answers
        error = exc if isinstance(exc, WenshuError) else WenshuError()
        return {"id": ident, "allowed": False, "code": error.code, "reason": say_error(error, "en")}
    return {"id": ident, "allowed": True, "code": None, "reason": None}


def _record(line: str, number: int) -> dict[str, Any]:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as exc:
        raise InputError("batch_line_invalid", line=number) from exc
    if not isinstance(record, dict):
        raise InputError("batch_line_invalid", line=number)
    return record
