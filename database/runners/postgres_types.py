"""PostgreSQL values as plain JSON types, read from the wire text without a detour."""

import math
from typing import Any

from psycopg import AsyncConnection, Column, adapters
from psycopg.abc import Buffer
from psycopg.adapt import Loader
from psycopg.types.json import set_json_loads
from psycopg.types.string import TextLoader

from database.result import ColumnType, ResultColumn
from database.runners.values import from_json

_TYPES: dict[str, ColumnType] = {
    "bool": "boolean",
    **dict.fromkeys(("int2", "int4", "int8", "oid"), "integer"),
    **dict.fromkeys(("float4", "float8", "numeric"), "number"),
    **dict.fromkeys(("timestamp", "timestamptz"), "datetime"),
    **dict.fromkeys(("time", "timetz"), "time"),
    **dict.fromkeys(("json", "jsonb"), "json"),
    **dict.fromkeys(("interval", "bytea", "record", "point", "box", "path", "polygon", "circle"), "other"),
    "date": "date",
}
_AS_TEXT = (
    "bytea", "cidr", "date", "inet", "interval", "money", "record", "time", "timetz", "uuid",
    "daterange", "int4range", "int8range", "numrange", "tsrange", "tstzrange",
    "datemultirange", "int4multirange", "int8multirange", "nummultirange", "tsmultirange", "tstzmultirange",
)  # fmt: skip


_RECORDS = 2287  # record[], which has no name: text, as an array of a table's rows is


class NumberLoader(Loader):
    """numeric as int where it has no decimals, else float; NaN and infinities stay text."""

    def load(self, data: Buffer) -> int | float | str:
        """Return the plain number."""
        text = bytes(data).decode()
        if text[-1].isalpha() and text[-1] not in "eE":
            return text
        try:
            return int(text)
        except ValueError:
            number = float(text)
        return number if math.isfinite(number) else text  # 1 with 400 zeros has no float


class FloatLoader(Loader):
    """float8 as float; NaN and infinities stay text."""

    def load(self, data: Buffer) -> float | str:
        """Return the plain number."""
        text = bytes(data).decode()
        return text if text[-1] in "Ny" else float(text)


class TimestampLoader(Loader):
    """A timestamp as ISO text: any year, BC and infinity included, which datetime cannot hold."""

    def load(self, data: Buffer) -> str:
        """Return 2026-11-20T08:00:00, with +08:00 where the type has a zone."""
        text = bytes(data).decode().replace(" ", "T", 1)
        return text + ":00" if text[-3] in "+-" else text


def use_plain_types(connection: AsyncConnection[Any]) -> None:
    """Make a connection give JSON types."""
    for name in (*_AS_TEXT, _RECORDS):
        connection.adapters.register_loader(name, TextLoader)
    connection.adapters.register_loader("numeric", NumberLoader)
    for name in ("float4", "float8"):
        connection.adapters.register_loader(name, FloatLoader)
    set_json_loads(from_json, connection)
    for name in ("timestamp", "timestamptz"):
        connection.adapters.register_loader(name, TimestampLoader)


def column_of(column: Column) -> ResultColumn:
    """Return a result column's name and plain type; types of the database's own, such as enums, are text."""
    info = adapters.types.get(column.type_code)
    if info is None:
        return ResultColumn(column.name, "text")
    if column.type_code == _RECORDS:
        return ResultColumn(column.name, "text")
    if info.array_oid == column.type_code:
        return ResultColumn(column.name, "json")
    known = _TYPES.get(info.name)
    if known is None:
        known = "other" if info.name.endswith("range") else "text"
    return ResultColumn(column.name, known)
