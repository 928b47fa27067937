"""What every runner can do, the limits it keeps, and the collector that keeps them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from database.result import QueryResult, ResultColumn
from database.schema import Schema

Params = Sequence[Any] | Mapping[str, Any]

MAX_CELL_CHARS = 20_000
FIRST_BATCH = 256


@dataclass(frozen=True)
class Limits:
    """How long one statement may run and how much of its result is kept."""

    timeout_ms: int = 15_000
    max_rows: int = 1000
    max_bytes: int = 4_000_000
    max_cell_chars: int = MAX_CELL_CHARS

    def with_rows(self, max_rows: int | None) -> "Limits":
        """Return these limits with fewer rows; never with more."""
        return self if max_rows is None else replace(self, max_rows=min(max_rows, self.max_rows))


@dataclass(frozen=True)
class PlanEstimate:
    """What the engine's planner expects; `cost` in its own unit, None where it gives none.

    `made` is as in Schema, read as the statement was planned.
    """

    cost: float | None = None
    rows: int | None = None
    made: str = ""


MayRun = Callable[[PlanEstimate], None]  # raises where what was planned is not to run


class Runner(Protocol):
    """One engine behind its pool. Every call may raise DatabaseError and its kinds."""

    async def run(
        self, sql: str, params: Params, limits: Limits, may_run: MayRun | None = None
    ) -> QueryResult:
        """Run one query read-only within the limits; with `may_run` it is planned first, and that asked."""

    async def explain(self, sql: str, params: Params, timeout_ms: int) -> PlanEstimate:
        """Let the engine parse and plan the query without running it."""

    async def read_schema(self, schemas: Sequence[str]) -> Schema:
        """Read tables, columns, comments and keys of these schemas, or of all that are the user's."""

    async def estimate_rows(self, schemas: Sequence[str]) -> Mapping[str, int]:
        """Return how many rows the engine thinks its tables have, by `schema.table`."""

    async def writable(self) -> tuple[str, ...]:
        """Name what this sign-in could write, apart from the walls around it; empty is what one wants."""

    async def server(self) -> str:
        """Return what tells the server from every other, or "" for engines that have no such name."""

    async def has_tables(self, names: Sequence[str]) -> bool:
        """Tell whether all these tables (`schema.table`) are there, also those this sign-in may not read."""

    async def close(self) -> None:
        """Give every connection back."""


PLAIN_BYTES = 8  # what a number counts as
_PLAIN = {int, float, bool, type(None)}


@dataclass
class Collector:
    """Keeps rows until a limit is reached and remembers that it was."""

    limits: Limits
    rows: list[tuple[Any, ...]] = field(default_factory=list)
    truncated: bool = False
    _bytes: int = 0

    def add(self, rows: Iterable[Sequence[Any]]) -> bool:
        """Keep rows; return whether more are wanted."""
        longest = self.limits.max_cell_chars
        for row in rows:
            if len(self.rows) >= self.limits.max_rows or self._bytes >= self.limits.max_bytes:
                self.truncated = True
                return False
            self._bytes += PLAIN_BYTES * len(row)
            kept = list(row)
            for at, one in enumerate(row):
                if type(one) is str and (length := len(one)) <= longest:
                    self._bytes += length + 2 - PLAIN_BYTES
                elif type(one) not in _PLAIN:
                    kept[at] = self._cell(one)
            self.rows.append(tuple(kept))
        return not self.truncated

    def _cell(self, value: Any) -> Any:
        """Return a cell that may be too long, cut; what it has beyond a plain one is counted."""
        if isinstance(value, str):
            if len(value) > self.limits.max_cell_chars:
                value = value[: self.limits.max_cell_chars] + "…"
            self._bytes += len(value) + 2 - PLAIN_BYTES
        elif isinstance(value, list | dict):
            text = str(value)
            self._bytes += len(text) - PLAIN_BYTES
            if len(text) > self.limits.max_cell_chars:
                return text[: self.limits.max_cell_chars] + "…"
        return value

    def next_batch(self) -> int:
        """Return how many rows to fetch next: one more than fits tells whether rows were cut."""
        room = self.limits.max_rows - len(self.rows) + 1
        if not self.rows:
            return min(room, FIRST_BATCH)
        per_row = max(1, self._bytes // len(self.rows))
        return max(1, min(room, (self.limits.max_bytes - self._bytes) // per_row + 1))

    def result(self, columns: Sequence[ResultColumn], elapsed_ms: float) -> QueryResult:
        """Return what was kept."""
        return QueryResult(tuple(columns), tuple(self.rows), self.truncated, round(elapsed_ms, 2))
