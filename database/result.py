"""What a query gives back: typed columns and plain rows."""

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeVar, cast

ColumnType = Literal["integer", "number", "text", "date", "datetime", "time", "boolean", "json", "other"]


Found = TypeVar("Found")


@dataclass(frozen=True)
class ResultColumn:
    """One column of a result."""

    name: str
    type: ColumnType


@dataclass(frozen=True)
class QueryResult:
    """Rows as JSON types, in the order the database gave them.

    Dates and times are ISO text, numerics int or float, NULL is None. `truncated` says that the database had
    more rows than `rows` holds.
    """

    columns: tuple[ResultColumn, ...]
    rows: tuple[tuple[Any, ...], ...]
    truncated: bool
    elapsed_ms: float

    @property
    def row_count(self) -> int:
        """Return how many rows are held."""
        return len(self.rows)

    def to_json(self) -> dict[str, Any]:
        """Return the result as JSON types, for storage."""
        return {
            "columns": [{"name": column.name, "type": column.type} for column in self.columns],
            "rows": self.rows,
            "truncated": self.truncated,
            "elapsed_ms": self.elapsed_ms,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "QueryResult":
        """Rebuild a result that `to_json` wrote."""
        return cls(
            columns=tuple(ResultColumn(**column) for column in data["columns"]),
            rows=tuple(tuple(row) for row in data["rows"]),
            truncated=data["truncated"],
            elapsed_ms=data["elapsed_ms"],
        )


def once_a_result(work: Callable[[QueryResult], Found]) -> Callable[[QueryResult], Found]:
    """Have what is worked out of a result kept with it: a result does not change."""

    name = f"{work.__module__}.{work.__qualname__}"

    @functools.wraps(work)
    def found(result: QueryResult) -> Found:
        kept = vars(result)
        if name not in kept:
            kept[name] = work(result)  # no field, so neither stored, compared nor copied
        return cast(Found, kept[name])

    return found
