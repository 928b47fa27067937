"""Turns: each question as it was asked, written before work starts, and what became of it.

One turn of a conversation is answered at a time, by whoever holds the conversation's lease. A lease that is
not renewed runs out; who then takes it gets a new token, and what the late holder still writes is refused.
"""

import datetime as dt
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from appdb import turn_statements as sql
from appdb.audit import with_token
from appdb.pool import AppDatabase
from appdb.share import REFUSED, UNLIMITED, Share
from appdb.storable import jsonb, text
from appdb.traces import NO_TRACE, ToKeep
from appdb.turn_statements import COLUMNS, NAMES
from errors import InputError, NotFoundError

Status = Literal["running", "done", "failed", "stopped"]
Finished = Literal["done", "failed", "stopped"]
CHANNEL = "wenshu_turns"
MOST_TRIES = 3  # a question that ends its process each time is not taken up for ever


@dataclass(frozen=True)
class Turn:
    """One question and its answer; a turn still running that nobody holds waits or was cut off."""

    id: str
    owner: str
    thread: str
    connection: str
    question: str
    status: Status
    answer: dict[str, Any] | None
    started_at: dt.datetime
    finished_at: dt.datetime | None
    how: dict[str, Any] = field(default_factory=dict)  # what was chosen for it: language, care, a fresh look
    stop_asked: bool = False
    shown: dict[str, Any] | None = (
        None  # what the page showed beside the answer: steps, more rows, words cut short
    )


@dataclass(frozen=True)
class Held:
    """A turn and the lease under which it is answered here.

    `may_wait` tells whether the turn before may have left the graph waiting; None: there was none.
    """

    turn: Turn
    token: int
    tries: int = 1
    may_wait: bool | None = None

    @property
    def is_first(self) -> bool:
        """Say whether this is the first try at a conversation's first turn."""
        return self.may_wait is None and self.tries == 1


@dataclass(frozen=True)
class Standing:
    """Where a turn stands: what became of it, who holds its conversation, and what has happened since.

    Of one that waits also its place among its owner's that wait, and those of them being answered, on the
    same connection.
    """

    turn: Turn
    held: str | None  # the turn that the conversation's lease is for, while that lease lives
    token: int = 0
    place: int = 0
    running: tuple[str, ...] = ()
    news: tuple[tuple[int, list[dict[str, Any]]], ...] = ()  # its events with their numbers


class TurnStore:
    """The turns of all conversations; `share` is what each person may take of the machine."""

    def __init__(self, database: AppDatabase, share: Share = UNLIMITED) -> None:
        self._database = database
        self.share = share

    @property
    def address(self) -> str:
        """Return where other processes' news of turns can be heard."""
        return self._database.address

    async def start(self, owner: str, thread: str, connection: str, question: str) -> str:
        """Write a question that nobody works on yet and return the turn's id."""
        ident = uuid.uuid4().hex
        await self._database.run(
            "INSERT INTO turns (id, owner, thread, connection, question) VALUES (%s, %s, %s, %s, %s)",
            ident,
            *map(text, (owner, thread, connection, question)),
        )
        return ident

    async def take(self, turn: Turn, holder: str, seconds: float) -> Held | None:
        """Write a question down, and hold it where it need not wait for others of its conversation or owner.

        One trip. Raises InputError where its owner has too many waiting, or sent too many within a minute.
        """
        row = await self._database.row_in_turn(
            _line_of(turn.owner),
            sql.TAKE,
            turn.id,
            *map(text, (turn.owner, turn.thread, turn.connection, turn.question)),
            jsonb(turn.how),
            holder,
            seconds,
            *(self.share.running, self.share.waiting, self.share.messages_a_minute),
            list(REFUSED),
        )
        assert row is not None
        if row["refusal"] is not None:
            raise InputError(
                row["refusal"],
                running=row["running"],
                waiting=row["waiting"],
                most=self.share.messages_a_minute,
            )
        return _held(row) if row["token"] is not None else None

    async def claim(self, owner: str, holder: str, seconds: float) -> Held | None:
        """Hold the first of an owner's unfinished turns that nobody holds and that need not wait."""
        row = await self._database.row_in_turn(
            _line_of(owner), sql.CLAIM, text(owner), holder, seconds, self.share.running
        )
        return _held(row) if row else None

    async def abandoned(self, seconds: float) -> list[tuple[str, float]]:
        """Return who has unfinished turns that nobody holds and that are older, and how old they are."""
        rows = await self._database.rows(sql.ABANDONED, seconds)
        return [(row["owner"], row["age_s"]) for row in rows]

    async def drop_all(self, owner: str) -> None:
        """End as stopped what an owner has that nobody answers."""
        rows = await self._database.rows(
            "SELECT id FROM turns WHERE owner = %s AND status = 'running'", text(owner)
        )
        for row in rows:
            await self.drop(row["id"], owner)

    async def renew(self, tokens: Sequence[int], seconds: float) -> dict[int, bool]:
        """Renew leases; return those still held, each with whether its turn shall stop."""
        rows = await self._database.rows(
            "UPDATE leases SET expires_at = clock_timestamp() + make_interval(secs => %s) FROM turns"
            " WHERE turns.id = leases.turn AND token = ANY(%s) RETURNING token, stop_asked",
            seconds,
            list(tokens),
        )
        return {row["token"]: row["stop_asked"] for row in rows}

    async def release(self, tokens: Sequence[int]) -> None:
        """Give leases back with their turns unfinished, for somebody else to take up at once."""
        await self._database.run(
            "WITH freed AS (UPDATE leases SET expires_at = clock_timestamp(), tries = tries - 1"
            " WHERE token = ANY(%s) RETURNING turn) SELECT pg_notify(%s, turn || ' 0') FROM freed",
            list(tokens),
            CHANNEL,
        )

    async def finish(
        self,
        held: Held,
        status: Finished,
        answer: Mapping[str, Any] | None,
        audit: Mapping[str, Any],
        shown: Mapping[str, Any] | None = None,
        trace: ToKeep = NO_TRACE,
    ) -> bool:
        """Write how a turn ended, with its audit record and trace; False where the lease is another's."""
        row = await self._database.row(
            sql.FINISH,
            *(held.turn.id, held.token, status, jsonb(answer), jsonb(shown)),
            *trace,
            *(text(audit["who"]), audit["act"], text(audit.get("connection")), text(audit.get("question"))),
            *(text(audit.get("sql")), jsonb(audit.get("policies")), audit.get("rows"), audit.get("ms")),
            *(audit.get("code"), jsonb(with_token(audit.get("detail")))),
            CHANNEL,
        )
        return row is not None

    async def refuse(self, turn: Turn, answer: Mapping[str, Any]) -> None:
        """Write down a message that is no question, with what was said to it."""
        await self._database.run(
            "INSERT INTO turns (id, owner, thread, connection, question, how, status, answer, shown,"
            " finished_at) VALUES (%s, %s, %s, %s, %s, %s, 'failed', %s, '{}', clock_timestamp())",
            turn.id,
            *map(text, (turn.owner, turn.thread, turn.connection, turn.question)),
            jsonb(turn.how),
            jsonb(answer),
        )

    async def ask_to_stop(self, turn: str, owner: str) -> bool:
        """Ask whoever answers a turn to stop; tell whether it was unfinished."""
        row = await self._database.row(
            "WITH asked AS (UPDATE turns SET stop_asked = true"
            " WHERE id = %s AND owner = %s AND status = 'running' RETURNING id)"
            " SELECT pg_notify(%s, id || ' 0') FROM asked",
            turn,
            text(owner),
            CHANNEL,
        )
        return row is not None

    async def drop(self, turn: str, owner: str) -> bool:
        """End a turn as stopped that nobody answers yet; tell whether it was one."""
        return await self._database.row(sql.DROP, turn, text(owner), CHANNEL) is not None

    async def keep(self, held: Held, number: int, events: Sequence[Mapping[str, Any]]) -> None:
        """Keep what has happened since for other processes, until the turn ends."""
        await self._database.run(sql.KEEP, held.turn.id, held.token, number, jsonb(list(events)), CHANNEL)

    async def standing(self, turn: str, owner: str, token: int = 0, number: int = 0) -> Standing:
        """Return where an owner's turn stands after what was seen of it, or raise NotFoundError."""
        row = await self._database.row(sql.STANDING, text(owner), token, number, turn, text(owner))
        if row is None:
            raise NotFoundError("turn_unknown")
        return Standing(
            turn=_turn(row),
            held=row["held"],
            token=row["token"] or 0,
            place=row["place_in_line"] or 0,
            running=tuple(row["running"] or ()),
            news=tuple(map(tuple, row["news"] or ())),
        )

    async def hold_whole(self, owner: str, thread: str, holder: str, seconds: float) -> int | None:
        """Hold a conversation without answering in it, where nobody does; return the lease's token."""
        row = await self._database.row(
            "INSERT INTO leases (owner, thread, turn, holder, expires_at)"
            " VALUES (%s, %s, '', %s, clock_timestamp() + make_interval(secs => %s))"
            " ON CONFLICT (owner, thread) DO UPDATE SET turn = '', holder = excluded.holder,"
            " token = excluded.token, tries = 1, expires_at = excluded.expires_at"
            " WHERE leases.expires_at <= clock_timestamp() RETURNING token",
            text(owner),
            text(thread),
            holder,
            seconds,
        )
        return int(row["token"]) if row else None

    async def forget(self, owner: str, thread: str) -> None:
        """Remove an owner's turns of a conversation, and its lease."""
        await self._database.run(
            "WITH gone AS (DELETE FROM turns WHERE thread = %s AND owner = %s RETURNING id),"
            " freed AS (DELETE FROM leases WHERE thread = %s AND owner = %s),"
            " told AS (DELETE FROM turn_events USING gone WHERE turn_events.turn = gone.id)"
            " SELECT pg_notify(%s, id || ' 0') FROM gone",
            *(text(thread), text(owner), text(thread), text(owner)),
            CHANNEL,
        )

    async def unfinished(self, owner: str, thread: str) -> list[Turn]:
        """Return the turns of a conversation that have not ended, in their order."""
        rows = await self._database.rows(
            f"SELECT {COLUMNS} FROM turns WHERE owner = %s AND thread = %s AND status = 'running'"
            " ORDER BY place",
            text(owner),
            text(thread),
        )
        return [_turn(row) for row in rows]

    async def recent(self, thread: str, owner: str, limit: int = 20) -> list[Turn]:
        """Return an owner's last turns of a conversation, the oldest of them first."""
        rows = await self._database.rows(
            f"SELECT {COLUMNS} FROM turns WHERE thread = %s AND owner = %s ORDER BY place DESC LIMIT %s",
            text(thread),
            text(owner),
            limit,
        )
        return [_turn(row) for row in reversed(rows)]

    async def get(self, turn: str) -> Turn:
        """Return one turn, or raise NotFoundError."""
        row = await self._database.row(f"SELECT {COLUMNS} FROM turns WHERE id = %s", text(turn))
        if row is None:
            raise NotFoundError("turn_unknown")
        return _turn(row)


def _turn(row: Mapping[str, Any]) -> Turn:
    return Turn(**{name: row[name] for name in NAMES})


def _held(row: Mapping[str, Any]) -> Held:
    return Held(_turn(row), row["token"], row["tries"], row["may_wait"])


def _line_of(owner: str) -> str:
    return f"line of {owner}"
