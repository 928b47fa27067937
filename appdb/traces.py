"""Traces: how each answer was found, kept for some days and read by its owner and by admins."""

import datetime as dt
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from appdb.pool import AppDatabase
from appdb.storable import json_text, text
from errors import NotFoundError

_SWEEP_EVERY_S = 3600.0


@dataclass(frozen=True)
class StoredTrace:
    """One turn's trace; `rights` marks the rights it was answered under."""

    turn: str
    owner: str
    thread: str
    connection: str
    rights: str
    trace: dict[str, Any]
    created_at: dt.datetime


class ToKeep(NamedTuple):
    """A trace as the end of its turn writes it; without text none is kept."""

    connection: str | None = None
    rights: str | None = None
    trace: str | None = None
    days: int | None = None


NO_TRACE = ToKeep()


class TraceStore:
    """The kept traces; `keep_days` 0 keeps none."""

    def __init__(self, database: AppDatabase, keep_days: int) -> None:
        self._database = database
        self.keep_days = keep_days
        self._swept_at = time.monotonic()

    def to_keep(self, connection: str, rights: str, trace: Mapping[str, Any]) -> ToKeep:
        """Return a trace as the statement that ends its turn takes it."""
        return ToKeep(text(connection), rights, json_text(trace), self.keep_days)

    async def sweep_at_times(self) -> None:
        """Remove what has expired, where an hour has gone since."""
        if self.keep_days and time.monotonic() - self._swept_at > _SWEEP_EVERY_S:
            self._swept_at = time.monotonic()
            await self.sweep()

    async def get(self, turn: str) -> StoredTrace:
        """Return a turn's trace, or raise NotFoundError."""
        row = await self._database.row(
            "SELECT turn, owner, thread, connection, rights, trace, created_at FROM traces"
            " WHERE turn = %s AND expires_at > now()",
            text(turn),
        )
        if row is None:
            raise NotFoundError("trace_unknown")
        return StoredTrace(**row)

    async def forget(self, owner: str, thread: str) -> None:
        """Remove an owner's traces of a thread."""
        await self._database.run(
            "DELETE FROM traces WHERE thread = %s AND owner = %s", text(thread), text(owner)
        )

    async def sweep(self) -> int:
        """Remove what has expired and return how many traces that were."""
        return await self._database.run("DELETE FROM traces WHERE expires_at <= now()")
