"""Turns: each question as it was asked, written before work starts, and what became of it."""

import datetime as dt
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from appdb.pool import AppDatabase
from appdb.storable import jsonb, text
from errors import NotFoundError

Status = Literal["running", "done", "failed", "stopped"]
Finished = Literal["done", "failed", "stopped"]


@dataclass(frozen=True)
class Turn:
    """One question and its answer; a turn still running after a restart was cut off."""

    id: str
    owner: str
    thread: str
    connection: str
    question: str
    status: Status
    answer: dict[str, Any] | None
    started_at: dt.datetime
    finished_at: dt.datetime | None


class TurnStore:
    """The turns of all threads."""

    def __init__(self, database: AppDatabase) -> None:
        self._database = database

    async def start(self, owner: str, thread: str, connection: str, question: str) -> str:
        """Write that a question is being worked on and return the turn's id."""
        turn = uuid.uuid4().hex
        await self._database.run(
            "INSERT INTO turns (id, owner, thread, connection, question) VALUES (%s, %s, %s, %s, %s)",
            turn,
            text(owner),
            text(thread),
            text(connection),
            text(question),
        )
        return turn

    async def begin(self, owner: str, thread: str, connection: str, question: str) -> tuple[str, bool | None]:
        """Start a turn, and say whether the one before may have left the graph waiting; None: there is none.

        One statement instead of a look at the checkpoint: most turns follow a finished one.
        """
        turn = uuid.uuid4().hex
        row = await self._database.row(
            "INSERT INTO turns (id, owner, thread, connection, question) VALUES (%s, %s, %s, %s, %s)"
            " RETURNING (SELECT coalesce(status <> 'done' OR answer ->> 'kind' = 'clarify', false)"
            " FROM turns AS before WHERE before.thread = %s AND before.owner = %s"
            " ORDER BY started_at DESC LIMIT 1) AS waiting",
            turn,
            text(owner),
            text(thread),
            text(connection),
            text(question),
            text(thread),
            text(owner),
        )
        return turn, row["waiting"] if row else None

    async def finish(self, turn: str, status: Finished, answer: Mapping[str, Any] | None = None) -> None:
        """Write how it ended; a turn that has ended stays as it is."""
        await self._database.run(
            "UPDATE turns SET status = %s, answer = %s, finished_at = clock_timestamp()"
            " WHERE id = %s AND status = 'running'",
            status,
            jsonb(answer),
            turn,
        )

    async def forget(self, owner: str, thread: str) -> None:
        """Remove an owner's turns of a thread."""
        await self._database.run(
            "DELETE FROM turns WHERE thread = %s AND owner = %s", text(thread), text(owner)
        )

    async def running(self, thread: str) -> Turn | None:
        """Return the newest turn of a thread that has not ended."""
        row = await self._database.row(
            "SELECT * FROM turns WHERE thread = %s AND status = 'running' ORDER BY started_at DESC LIMIT 1",
            text(thread),
        )
        return Turn(**row) if row else None

    async def recent(self, thread: str, owner: str, limit: int = 20) -> list[Turn]:
        """Return an owner's last turns of a thread, the oldest of them first."""
        rows = await self._database.rows(
            "SELECT * FROM turns WHERE thread = %s AND owner = %s ORDER BY started_at DESC LIMIT %s",
            text(thread),
            text(owner),
            limit,
        )
        return [Turn(**row) for row in reversed(rows)]

    async def get(self, turn: str) -> Turn:
        """Return one turn, or raise NotFoundError."""
        row = await self._database.row("SELECT * FROM turns WHERE id = %s", text(turn))
        if row is None:
            raise NotFoundError("turn_unknown")
        return Turn(**row)
