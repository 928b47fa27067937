"""Tests, rebuilds and publications of knowledge: one at a time per connection, with progress and outcome."""

import datetime as dt
import uuid
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Literal

from appdb.pool import AppDatabase
from appdb.storable import jsonb, text
from errors import KnowledgeError, NotFoundError

Act = Literal["test", "rebuild", "prepare", "publish"]
RunStatus = Literal["running", "done", "cancelled", "failed"]
Phase = Literal["build", "test", "publish"]
KEPT_RUNS = 50  # whose questions are kept; what older ones came to stays for the chart


@dataclass(frozen=True)
class TeachingRun:
    """One run; `base` was published when it began, `version` is what it built."""

    id: str
    connection: str
    act: Act
    status: RunStatus
    phase: Phase
    done: int
    whole: int
    author: str
    rights: str
    base: int
    version: int
    published: bool
    cancel_asked: bool
    reason: str
    code: str
    params: dict[str, Any]
    summary: dict[str, Any] | None
    started_at: dt.datetime
    ended_at: dt.datetime | None


class TeachingRuns:
    """The runs; a lock that dies with its process tells a run that goes on from one that was cut off."""

    def __init__(self, database: AppDatabase) -> None:
        self._database = database

    @asynccontextmanager
    async def alone(self, connection: str) -> AsyncIterator[None]:
        """Keep every other run of a connection off, or raise KnowledgeError naming the one that goes on."""
        async with self._database.pool.connection() as held:
            row = await (
                await held.execute(f"SELECT pg_try_advisory_lock({_KEY}) AS got", [connection])
            ).fetchone()
            if row is None or not row["got"]:
                raise await self._going(connection)
            try:
                yield
            finally:
                await held.execute(f"SELECT pg_advisory_unlock({_KEY})", [connection])

    async def begin(self, connection: str, act: Act, author: str, rights: str = "") -> str:
        """Write that a run begins and return its id; only within `alone`."""
        run = uuid.uuid4().hex
        async with self._database.pool.connection() as held, held.transaction():
            await held.execute(f"{_CUT_OFF} AND connection = %s", [connection])
            await held.execute(
                "INSERT INTO teaching_runs (id, connection, act, author, rights) VALUES (%s, %s, %s, %s, %s)",
                [run, connection, act, author, rights],
            )
            await held.execute(_FORGET, [connection, KEPT_RUNS])
        return run

    async def progress(self, run: str, phase: Phase, done: int, whole: int) -> bool:
        """Write how far a run is, and tell whether it may go on."""
        row = await self._database.row(
            "UPDATE teaching_runs SET phase = %s, done = %s, whole = %s WHERE id = %s AND status = 'running'"
            " RETURNING cancel_asked",
            *(phase, done, whole, run),
        )
        return row is not None and not row["cancel_asked"]

    async def ask_to_cancel(self, connection: str) -> bool:
        """Ask the run that goes on to stop, wherever it runs, and tell whether there was one."""
        asked = await self._database.run(
            "UPDATE teaching_runs SET cancel_asked = true WHERE connection = %s AND status = 'running'",
            connection,
        )
        return bool(asked)

    async def keep_question(self, run: str, place: int, way: str, asked: Mapping[str, Any]) -> None:
        """Keep what both versions made of one question."""
        await self._database.run(
            "INSERT INTO teaching_run_questions (run, place, way, asked) VALUES (%s, %s, %s, %s)",
            *(run, place, way, jsonb(asked)),
        )

    async def tested(self, run: str, base: int, version: int, summary: Mapping[str, Any] | None) -> None:
        """Write what a run built, and what came out of testing it."""
        await self._database.run(
            "UPDATE teaching_runs SET base = %s, version = %s, summary = %s WHERE id = %s",
            *(base, version, jsonb(summary), run),
        )

    async def published(self, run: str, reason: str) -> None:
        """Write that what a run built is served."""
        await self._database.run(
            "UPDATE teaching_runs SET published = true, reason = %s WHERE id = %s", text(reason), run
        )

    async def end(
        self, run: str, status: RunStatus, code: str = "", params: Mapping[str, Any] | None = None
    ) -> None:
        """Write how a run ended; one that was found cut off stays so."""
        await self._database.run(
            "UPDATE teaching_runs SET status = %s, code = %s, params = %s, ended_at = clock_timestamp()"
            " WHERE id = %s AND status = 'running'",
            *(status, code, jsonb(dict(params or {})), run),
        )

    async def settle(self) -> None:
        """Mark what processes left behind when they died as failed."""
        await self._database.run(f"{_CUT_OFF} AND NOT {_HELD}")
        await self._database.run(
            "UPDATE knowledge_versions SET status = 'failed' WHERE status = 'building'"
            f" AND NOT {_HELD_BY_PUBLISHER}"
        )

    async def get(self, connection: str, run: str) -> TeachingRun:
        """Return one run, or raise NotFoundError."""
        row = await self._database.row(
            "SELECT * FROM teaching_runs WHERE connection = %s AND id = %s", connection, text(run)
        )
        if row is None:
            raise NotFoundError("run_unknown")
        return TeachingRun(**row)

    async def recent(self, connection: str, acts: Sequence[Act], limit: int = 1) -> list[TeachingRun]:
        """Return the newest runs of these acts, newest first."""
        rows = await self._database.rows(
            "SELECT * FROM teaching_runs WHERE connection = %s AND act = ANY(%s)"
            " ORDER BY started_at DESC LIMIT %s",
            *(connection, list(acts), limit),
        )
        return [TeachingRun(**row) for row in rows]

    async def questions(self, run: str, ways: Sequence[str], limit: int) -> list[dict[str, Any]]:
        """Return what both versions made of the questions that went these ways, in their order."""
        rows = await self._database.rows(
            "SELECT asked FROM teaching_run_questions WHERE run = %s AND way = ANY(%s)"
            " ORDER BY place LIMIT %s",
            *(run, list(ways), limit),
        )
        return [dict(row["asked"]) for row in rows]

    async def _going(self, connection: str) -> KnowledgeError:
        row = await self._database.row(
            "SELECT act, author FROM teaching_runs WHERE connection = %s AND status = 'running'", connection
        )
        if row is None:
            return KnowledgeError("run_going", connection=connection)
        return KnowledgeError(f"run_going_{row['act']}", connection=connection, who=row["author"])


_KEY = "hashtextextended('teaching:' || %s, 0)"


def _held(key: str) -> str:
    """Return the condition that a session holds this advisory lock: PostgreSQL shows its two halves."""
    return (
        f"EXISTS (SELECT 1 FROM pg_locks, (SELECT {key} AS number) k WHERE locktype = 'advisory' AND granted"
        " AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND objsubid = 1"
        " AND classid::bigint = (k.number >> 32) & 4294967295 AND objid::bigint = k.number & 4294967295)"
    )


_HELD = _held("hashtextextended('teaching:' || connection, 0)")
_HELD_BY_PUBLISHER = _held("hashtextextended('knowledge:' || connection, 0)")

_CUT_OFF = """
UPDATE teaching_runs SET status = 'failed', code = 'run_cut_off', ended_at = clock_timestamp()
WHERE status = 'running'
"""

_FORGET = """
DELETE FROM teaching_run_questions WHERE run IN (
    SELECT id FROM teaching_runs WHERE connection = %s ORDER BY started_at DESC OFFSET %s)
"""
