"""The order of rows, and how many of its first are wanted."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal, cast

from understanding.chart.saturation import rule
from understanding.chart.spans import Span
from understanding.rows.names import Col

End = Literal["top", "bottom", "earliest", "latest"]
ENDS: tuple[End, ...] = ("top", "bottom", "earliest", "latest")
MOST = 1000
DIRECTIONS = ("ascending", "descending")


@dataclass(frozen=True)
class First:
    """So many from one end of an order."""

    end: End
    count: int


@dataclass(frozen=True)
class Sorted:
    """A column to order by; `descending` None where no way is said, `count` None: all rows.

    Not `plain`: a bare by, which may as well make groups.
    """

    column: Col
    descending: bool | None = None
    count: int | None = None
    plain: bool = True


@rule(
    "first", *((end,) for end in ENDS), *((end, "number") for end in ENDS), *(("number", end) for end in ENDS)
)
def first(*parts: Span) -> First | None:
    """Read an end of an order with how many: the 3 largest, 前5个, earliest."""
    end = next(one for one in parts if one.type in ENDS)
    counted = next((one.value for one in parts if one.type == "number"), Decimal(1))
    assert isinstance(counted, Decimal)
    if counted != int(counted) or not 1 <= counted <= MOST:
        return None
    return First(cast(End, end.type), int(counted))


@rule("sorted", ("first", "column"), ("column", "first"), ("first", "event"), ("event", "first"))
def by_first(*parts: Span) -> Sorted | None:
    """Read an end with its column: largest floor area, 进价最高, opened first."""
    column = next(one for one in parts if one.type != "first").value
    end = next(one for one in parts if one.type == "first").value
    assert isinstance(column, Col) and isinstance(end, First)
    descending = descending_of(end.end, column)
    return Sorted(column, descending, end.count) if descending is not None else None


@rule(
    "sorted",
    *(("by", "column", *more) for more in ((), ("sorts",), *((way,) for way in DIRECTIONS))),
    *(("by", "column", way, "sorts") for way in DIRECTIONS),
    *(("column", way) for way in DIRECTIONS),
    *(("column", way, "sorts") for way in DIRECTIONS),
)  # fmt: skip
def by_column(*parts: Span) -> Sorted | None:
    """Read a wish for an order: sort by income, 按进价从高到低排."""
    column = next(one for one in parts if one.type == "column").value
    assert isinstance(column, Col)
    way = next((one.type == "descending" for one in parts if one.type in DIRECTIONS), None)
    said = next((one.value for one in parts if one.type == "by"), ("sort", "by"))
    grouping = said in (("by",), ("按",), ("按", "照"), ("依",))
    plain = not grouping or way is not None or any(one.type == "sorts" for one in parts)
    return Sorted(column, way, None, plain)


@rule("sorted", ("dearest",), ("dearest", "number"), ("number", "dearest"))
def by_dearest(*parts: Span) -> Sorted | None:
    """Read an end that names its column by itself: the 3 most expensive."""
    column, end = next(one for one in parts if one.type == "dearest").value
    counted = next((one.value for one in parts if one.type == "number"), Decimal(1))
    return Sorted(column, end == "top", int(counted)) if 1 <= counted <= MOST else None


def descending_of(end: End, column: Col) -> bool | None:
    """Return which way an end orders a column, or None where it has none: a code has no highest."""
    if column.kind == "number" and not (column.coded or column.tells_rows):
        return {"top": True, "bottom": False}.get(end)
    return {"latest": True, "earliest": False}.get(end) if column.kind == "time" else None


RULES = (*first, *by_first, *by_column, *by_dearest)
