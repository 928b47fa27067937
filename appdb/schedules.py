"""Schedules: who wants what asked when, held by one process while it is carried out, and their history."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from appdb.pool import AppDatabase
from appdb.storable import jsonb, text
from errors import NotFoundError

State = Literal["active", "paused", "stopped"]
RunStatus = Literal["running", "sent", "quiet", "failed"]
RUNS_KEPT = 200  # of each schedule

NAMES = (
    "id", "owner", "connection", "question", "query", "cron", "timezone", "language", "condition", "channels",
    "sealed", "state", "why", "failures", "memory", "next_at", "asked_at",
)  # fmt: skip
RUN_NAMES = (
    "id", "schedule", "due_at", "by_hand", "missed", "tries", "started_at", "finished_at", "status", "turn",
    "said", "why", "deliveries",
)  # fmt: skip
_COLUMNS, _RUN_COLUMNS = ", ".join(NAMES), ", ".join(RUN_NAMES)
_ALL_COLUMNS = ", ".join(f"schedules.{name}" for name in NAMES)

_CLAIM = f"""
WITH due AS (
    SELECT id FROM schedules
    WHERE (asked_at IS NOT NULL OR (state = 'active' AND next_at <= %s))
        AND claimed_until <= clock_timestamp()
    ORDER BY coalesce(asked_at, next_at) LIMIT 1 FOR UPDATE SKIP LOCKED
)
UPDATE schedules SET token = nextval('schedule_tokens'),
    claimed_until = clock_timestamp() + make_interval(secs => %s)
FROM due WHERE schedules.id = due.id RETURNING {_ALL_COLUMNS}, schedules.token
"""
# A run that was begun before goes on under a new token: what it had begun to deliver is in its row.
_BEGIN = f"""
INSERT INTO schedule_runs AS run (schedule, due_at, by_hand, missed)
SELECT id, %s, %s, %s FROM schedules WHERE id = %s AND token = %s
ON CONFLICT (schedule, due_at, by_hand) DO UPDATE SET tries = run.tries + 1
RETURNING {_RUN_COLUMNS}
"""
_DELIVERING = """
UPDATE schedule_runs SET deliveries = deliveries || %s
FROM schedules WHERE schedule_runs.id = %s AND schedules.id = schedule_runs.schedule AND schedules.token = %s
"""
_FINISH = """
WITH mine AS (
    UPDATE schedules SET claimed_until = '-infinity', failures = %s, memory = %s,
        state = CASE WHEN %s::jsonb IS NULL THEN state ELSE 'stopped' END, why = coalesce(%s::jsonb, why),
        next_at = coalesce(%s, next_at), asked_at = CASE WHEN %s THEN NULL ELSE asked_at END
    WHERE id = %s AND token = %s RETURNING id
), ended AS (
    UPDATE schedule_runs SET finished_at = clock_timestamp(), status = %s, turn = %s, said = %s, why = %s
    FROM mine WHERE schedule_runs.id = %s RETURNING schedule
), cut_off AS (
    UPDATE schedule_runs SET finished_at = clock_timestamp(), status = 'failed',
        why = '{"code": "schedule_cut_off"}'
    FROM mine WHERE schedule = mine.id AND finished_at IS NULL AND schedule_runs.id <> %s
), old AS (
    DELETE FROM schedule_runs USING mine WHERE schedule = mine.id AND schedule_runs.id IN (
        SELECT kept.id FROM schedule_runs AS kept WHERE kept.schedule = mine.id
        ORDER BY kept.id DESC OFFSET %s)
)
SELECT schedule FROM ended
"""


@dataclass(frozen=True)
class Schedule:
    """A question and when it is asked; with a condition it is an alert.

    `query` is how the question was read when it was scheduled, `channels` what may be shown of where the
    answer goes, `sealed` all of it, `memory` what an alert knows of earlier looks, `why` why it stopped.
    """

    id: str
    owner: str
    connection: str
    question: str
    query: dict[str, Any] | None
    cron: str
    timezone: str
    language: str
    condition: dict[str, Any] | None
    channels: list[dict[str, str]]
    sealed: str
    state: State = "active"
    why: dict[str, Any] | None = None
    failures: int = 0
    memory: dict[str, Any] = field(default_factory=dict)
    next_at: dt.datetime | None = None
    asked_at: dt.datetime | None = None


@dataclass(frozen=True)
class Run:
    """One time a schedule was carried out; `deliveries` say of each channel's place what became of it."""

    id: int
    schedule: str
    due_at: dt.datetime
    by_hand: bool
    missed: int
    tries: int
    started_at: dt.datetime
    finished_at: dt.datetime | None
    status: RunStatus
    turn: str | None
    said: str | None
    why: dict[str, Any] | None
    deliveries: dict[str, str]


@dataclass(frozen=True)
class Claimed:
    """A schedule that is due, held here under a token."""

    schedule: Schedule
    token: int


@dataclass(frozen=True)
class Ended:
    """How a run ended, and what its schedule is from now on; `stops` says why it goes on no more."""

    status: RunStatus
    failures: int
    memory: Mapping[str, Any]
    next_at: dt.datetime | None
    turn: str = ""
    said: str = ""
    why: Mapping[str, Any] | None = None
    stops: Mapping[str, Any] | None = None


class ScheduleStore:
    """The schedules of everybody."""

    def __init__(self, database: AppDatabase) -> None:
        self._database = database

    async def add(self, schedule: Schedule) -> None:
        """Keep a new schedule."""
        await self._database.run(
            "INSERT INTO schedules (id, owner, connection, question, query, cron, timezone, language,"
            " condition, channels, sealed, memory, next_at)"
            " VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)",
            schedule.id,
            *map(text, (schedule.owner, schedule.connection, schedule.question)),
            jsonb(schedule.query),
            *map(text, (schedule.cron, schedule.timezone, schedule.language)),
            jsonb(schedule.condition),
            jsonb(schedule.channels),
            schedule.sealed,
            jsonb(schedule.memory),
            schedule.next_at,
        )

    async def get(self, ident: str) -> Schedule:
        """Return one schedule, or raise NotFoundError."""
        row = await self._database.row(f"SELECT {_COLUMNS} FROM schedules WHERE id = %s", text(ident))
        if row is None:
            raise NotFoundError("schedule_unknown")
        return _schedule(row)

    async def of(self, owner: str | None = None) -> list[Schedule]:
        """Return a person's schedules, or everybody's, the newest first."""
        rows = await self._database.rows(
            f"SELECT {_COLUMNS} FROM schedules WHERE %s::text IS NULL OR owner = %s"
            " ORDER BY created_at DESC, id",
            text(owner),
            text(owner),
        )
        return [_schedule(row) for row in rows]

    async def remove(self, ident: str) -> bool:
        """Take a schedule out with its history; tell whether it was there."""
        return bool(await self._database.run("DELETE FROM schedules WHERE id = %s", text(ident)))

    async def set_state(self, ident: str, state: State, next_at: dt.datetime | None = None) -> None:
        """Pause a schedule, or let it go on from a time, as if it had never failed."""
        await self._database.run(
            "UPDATE schedules SET state = %s, next_at = coalesce(%s, next_at), why = NULL, failures = 0"
            " WHERE id = %s",
            state,
            next_at,
            text(ident),
        )

    async def ask_for(self, ident: str, at: dt.datetime) -> None:
        """Have a schedule carried out as soon as somebody can, beside its times."""
        await self._database.run("UPDATE schedules SET asked_at = %s WHERE id = %s", at, text(ident))

    async def runs(self, ident: str, limit: int) -> list[Run]:
        """Return a schedule's last runs, the newest first."""
        rows = await self._database.rows(
            f"SELECT {_RUN_COLUMNS} FROM schedule_runs WHERE schedule = %s ORDER BY id DESC LIMIT %s",
            text(ident),
            limit,
        )
        return [_run(row) for row in rows]

    async def claim(self, now: dt.datetime, seconds: float) -> Claimed | None:
        """Hold what has been due longest at a moment and that nobody holds."""
        row = await self._database.row(_CLAIM, now, seconds)
        return Claimed(_schedule(row), row["token"]) if row else None

    async def begin(
        self, claimed: Claimed, due_at: dt.datetime, *, by_hand: bool = False, missed: int = 0
    ) -> Run | None:
        """Write down that a run begins, or goes on; None where another holds the schedule by now."""
        row = await self._database.row(_BEGIN, due_at, by_hand, missed, claimed.schedule.id, claimed.token)
        return _run(row) if row else None

    async def hold(self, claimed: Claimed, seconds: float) -> State | None:
        """Renew a claim; return the schedule's state, or None where it is another's or gone."""
        row = await self._database.row(
            "UPDATE schedules SET claimed_until = clock_timestamp() + make_interval(secs => %s)"
            " WHERE id = %s AND token = %s RETURNING state",
            seconds,
            claimed.schedule.id,
            claimed.token,
        )
        return row["state"] if row else None

    async def delivering(self, claimed: Claimed, run: Run, deliveries: Mapping[str, str]) -> bool:
        """Write what becomes of deliveries, before and after each; False where it is another's to say."""
        changed = await self._database.run(_DELIVERING, jsonb(dict(deliveries)), run.id, claimed.token)
        return bool(changed)

    async def finish(self, claimed: Claimed, run: Run, ended: Ended) -> bool:
        """Write how a run ended and give the schedule back; False where it is another's to say."""
        stops = jsonb(dict(ended.stops)) if ended.stops else None
        row = await self._database.row(
            _FINISH,
            *(ended.failures, jsonb(dict(ended.memory)), stops, stops, ended.next_at, run.by_hand),
            *(claimed.schedule.id, claimed.token),
            *(
                ended.status,
                text(ended.turn),
                text(ended.said),
                jsonb(dict(ended.why)) if ended.why else None,
            ),
            *(run.id, run.id, RUNS_KEPT),
        )
        return row is not None

    async def count(self, owner: str) -> int:
        """Return how many schedules a person has."""
        row = await self._database.row("SELECT count(*) AS n FROM schedules WHERE owner = %s", text(owner))
        return int(row["n"]) if row else 0


def _schedule(row: Mapping[str, Any]) -> Schedule:
    return Schedule(**{name: row[name] for name in NAMES})


def _run(row: Mapping[str, Any]) -> Run:
    return Run(**{name: row[name] for name in RUN_NAMES})
