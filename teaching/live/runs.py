"""Readings of a database's tables: one at a time per database, seen and stopped from every replica."""

import datetime as dt
import uuid
from dataclasses import dataclass
from typing import Any, Literal

from appdb.pool import AppDatabase
from appdb.storable import jsonb

Status = Literal["reading", "done", "cancelled", "failed", "interrupted"]
LOST_AFTER = "15 seconds"  # without a beat: the process that read is gone


@dataclass(frozen=True)
class Reading:
    """The last reading of one database; `failure` is an error's code and parameters."""

    run: str
    status: Status
    done: int
    whole: int
    cancel_wanted: bool
    failure: dict[str, Any] | None
    author: str
    started_at: dt.datetime
    beat_at: dt.datetime
    read_at: dt.datetime | None

    @property
    def seconds(self) -> float:
        """Return how long it has run."""
        return (self.beat_at - self.started_at).total_seconds()


class ReadingStore:
    """Keeps how far readings are."""

    def __init__(self, database: AppDatabase) -> None:
        self._database = database

    async def begin(self, connection: str, by: str) -> str | None:
        """Return the new reading's name, or None while another one lives."""
        row = await self._database.row(
            "INSERT INTO schema_readings (connection, run, status, author) VALUES (%s, %s, 'reading', %s)"
            " ON CONFLICT (connection) DO UPDATE SET run = excluded.run, status = 'reading', done = 0,"
            " whole = 0, cancel_wanted = false, failure = NULL, author = excluded.author,"
            " started_at = clock_timestamp(), beat_at = clock_timestamp()"
            " WHERE schema_readings.status <> 'reading'"
            f" OR schema_readings.beat_at < clock_timestamp() - interval '{LOST_AFTER}' RETURNING run",
            connection,
            uuid.uuid4().hex,
            by,
        )
        return row["run"] if row else None

    async def beat(self, connection: str, run: str, done: int, whole: int) -> bool:
        """Note how far a reading is; tell whether it is to go on."""
        row = await self._database.row(
            "UPDATE schema_readings SET done = %s, whole = %s, beat_at = clock_timestamp()"
            " WHERE connection = %s AND run = %s AND status = 'reading' RETURNING cancel_wanted",
            done,
            whole,
            connection,
            run,
        )
        return row is not None and not row["cancel_wanted"]

    async def end(
        self, connection: str, run: str, status: Status, failure: dict[str, Any] | None = None
    ) -> None:
        """Note that a reading ended without a result."""
        await self._database.run(
            "UPDATE schema_readings SET status = %s, failure = %s, beat_at = clock_timestamp()"
            " WHERE connection = %s AND run = %s AND status = 'reading'",
            status,
            jsonb(failure),
            connection,
            run,
        )

    async def cancel(self, connection: str) -> None:
        """Ask the reading to stop, in whichever process it runs."""
        await self._database.run(
            "UPDATE schema_readings SET cancel_wanted = true WHERE connection = %s AND status = 'reading'",
            connection,
        )

    async def last(self, connection: str) -> Reading | None:
        """Return the last reading, or None where there was none."""
        row = await self._database.row(
            "SELECT run, CASE WHEN status = 'reading'"
            f" AND beat_at < clock_timestamp() - interval '{LOST_AFTER}' THEN 'interrupted' ELSE status END"
            " AS status, done, whole, cancel_wanted, failure, author, started_at, beat_at, read_at"
            " FROM schema_readings WHERE connection = %s",
            connection,
        )
        return Reading(**row) if row else None
