"""Values of Python drivers as plain JSON types, and the column types they amount to."""

import base64
import datetime as dt
import decimal
import json
import math
import re
from collections.abc import Iterable, Mapping
from typing import Any

from database.result import ColumnType

MOST_NESTED = 60
_JSON_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_BRACKETS = re.compile(r"[\[\]{}]")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_DATETIME = re.compile(r"\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?")


def plain(value: Any) -> Any:
    """Return a driver's value as JSON types; what JSON has no form for becomes text."""
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, decimal.Decimal):
        return _number(value)
    if isinstance(value, dt.date | dt.time):  # datetime is a date
        return value.isoformat()
    if isinstance(value, dt.timedelta):
        return _clock(value)
    if isinstance(value, bytes | bytearray | memoryview):
        return "base64:" + base64.b64encode(bytes(value)).decode()
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(item) for item in value]
    return str(value)


def from_json(text: str | bytes) -> Any:
    """Return a JSON value, or its text where it is nested deeper than what stores and shows it can follow."""
    written = text if isinstance(text, str) else bytes(text).decode()
    deep = written.count("[") + written.count("{") > MOST_NESTED and _depth(written) > MOST_NESTED
    try:
        return written if deep else json.loads(written)
    except ValueError:  # a number of thousands of digits
        return written


def _depth(written: str) -> int:
    depth = most = 0
    for sign in _BRACKETS.findall(_JSON_STRING.sub("", written)):
        depth += 1 if sign in "[{" else -1
        most = max(most, depth)
    return most


def type_of(values: Iterable[Any]) -> ColumnType:
    """Return the plain type of a column by its values, for engines that declare none on a result."""
    kinds = {_kind(value) for value in values if value is not None}
    if not kinds:
        return "text"
    if kinds == {"integer", "number"}:
        return "number"
    return kinds.pop() if len(kinds) == 1 else "text"


def _kind(value: Any) -> ColumnType:
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int):
        return "integer"
    if isinstance(value, float):
        return "number"
    if isinstance(value, list | dict):
        return "json"
    if isinstance(value, str):
        if _DATE.fullmatch(value):
            return "date"
        return "datetime" if _DATETIME.fullmatch(value) else "text"
    return "other"


def _number(value: decimal.Decimal) -> int | float | str:
    if not value.is_finite():
        return str(value)
    exponent = value.as_tuple().exponent
    return int(value) if isinstance(exponent, int) and exponent >= 0 else float(value)


def _clock(value: dt.timedelta) -> str:
    sign = "-" if value < dt.timedelta(0) else ""
    seconds = abs(value).total_seconds()
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{sign}{hours:02}:{minutes:02}:{rest:02}"
