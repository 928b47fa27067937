"""Turns: each question as it was asked, written before work starts, and what became of it.

One turn of a conversation is answered at a time, by whoever holds the conversation's lease. A lease that is
not renewed runs out; who then takes it gets a new token, and what the late holder still writes is refused.
"""

import datetime as dt
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from appdb.pool import AppDatabase
from appdb.storable import jsonb, text
from errors import NotFoundError

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


@dataclass(frozen=True)
class Standing:
    """Where a turn stands: what became of it, who holds its conversation, and what has happened since."""

    turn: Turn
    held: str | None  # the turn that the conversation's lease is for, while that lease lives
    token: int = 0
    news: tuple[tuple[int, list[dict[str, Any]]], ...] = ()  # its events with their numbers


class TurnStore:
    """The turns of all conversations."""

    def __init__(self, database: AppDatabase) -> None:
        self._database = database

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
        """Write a question down and hold it, where no other of its conversation is being answered.

        One statement: most questions find their conversation free.
        """
        row = await self._database.row(
            _TAKE,
            turn.id,
            *map(text, (turn.owner, turn.thread, turn.connection, turn.question)),
            jsonb(turn.how),
            holder,
            seconds,
        )
        return _held(row) if row and row["token"] is not None else None

    async def claim(self, owner: str, thread: str, holder: str, seconds: float) -> Held | None:
        """Hold the first unfinished turn of a conversation, where nobody does."""
        row = await self._database.row(_CLAIM, text(owner), text(thread), holder, seconds)
        return _held(row) if row else None

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
    ) -> bool:
        """Write how a turn ended, with its audit record; False where the lease is another's by now."""
        row = await self._database.row(
            _FINISH,
            *(held.turn.id, held.token, status, jsonb(answer), jsonb(shown)),
            *(text(audit["who"]), audit["act"], text(audit.get("connection")), text(audit.get("question"))),
            *(text(audit.get("sql")), jsonb(audit.get("policies")), audit.get("rows"), audit.get("ms")),
            *(audit.get("code"), jsonb(audit.get("detail"))),
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
        return await self._database.row(_DROP, turn, text(owner), CHANNEL) is not None

    async def keep(self, held: Held, number: int, events: Sequence[Mapping[str, Any]]) -> None:
        """Keep what has happened since for other processes, until the turn ends."""
        await self._database.run(_KEEP, held.turn.id, held.token, number, jsonb(list(events)), CHANNEL)

    async def standing(self, turn: str, owner: str, token: int = 0, number: int = 0) -> Standing:
        """Return where an owner's turn stands after what was seen of it, or raise NotFoundError."""
        row = await self._database.row(_STANDING, token, number, turn, text(owner))
        if row is None:
            raise NotFoundError("turn_unknown")
        return Standing(_turn(row), row["held"], row["token"] or 0, tuple(map(tuple, row["news"] or ())))

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
            f"SELECT {_COLUMNS} FROM turns WHERE owner = %s AND thread = %s AND status = 'running'"
            " ORDER BY place",
            text(owner),
            text(thread),
        )
        return [_turn(row) for row in rows]

    async def recent(self, thread: str, owner: str, limit: int = 20) -> list[Turn]:
        """Return an owner's last turns of a conversation, the oldest of them first."""
        rows = await self._database.rows(
            f"SELECT {_COLUMNS} FROM turns WHERE thread = %s AND owner = %s ORDER BY place DESC LIMIT %s",
            text(thread),
            text(owner),
            limit,
        )
        return [_turn(row) for row in reversed(rows)]

    async def get(self, turn: str) -> Turn:
        """Return one turn, or raise NotFoundError."""
        row = await self._database.row(f"SELECT {_COLUMNS} FROM turns WHERE id = %s", text(turn))
        if row is None:
            raise NotFoundError("turn_unknown")
        return _turn(row)


def _turn(row: Mapping[str, Any]) -> Turn:
    return Turn(**{name: row[name] for name in _NAMES})


def _held(row: Mapping[str, Any]) -> Held:
    return Held(_turn(row), row["token"], row["tries"], row["may_wait"])


_NAMES = tuple(Turn.__dataclass_fields__)
_COLUMNS = ", ".join(_NAMES)

_MAY_WAIT = """
    (SELECT coalesce(status <> 'done' OR answer ->> 'kind' = 'clarify', false) FROM turns AS before
     WHERE before.owner = {0}.owner AND before.thread = {0}.thread AND before.status <> 'running'
     ORDER BY finished_at DESC LIMIT 1) AS may_wait
"""

_TAKE = f"""
WITH made AS (
    INSERT INTO turns (id, owner, thread, connection, question, how) VALUES (%s, %s, %s, %s, %s, %s)
    RETURNING {_COLUMNS}
), held AS (
    INSERT INTO leases (owner, thread, turn, holder, expires_at)
    SELECT owner, thread, id, %s, clock_timestamp() + make_interval(secs => %s) FROM made
    WHERE NOT EXISTS (
        SELECT 1 FROM turns AS other
        WHERE other.owner = made.owner AND other.thread = made.thread AND other.status = 'running')
    ON CONFLICT DO NOTHING RETURNING token, tries
)
SELECT made.*, held.token, held.tries, {_MAY_WAIT.format("made")} FROM made LEFT JOIN held ON true
"""

# The turn's row is locked before the lease's, here and at the end, so that the two never wait for each other.
_CLAIM = f"""
WITH head AS (
    SELECT {_COLUMNS} FROM turns WHERE owner = %s AND thread = %s AND status = 'running'
    ORDER BY place LIMIT 1 FOR UPDATE
), held AS (
    INSERT INTO leases (owner, thread, turn, holder, expires_at)
    SELECT owner, thread, id, %s, clock_timestamp() + make_interval(secs => %s) FROM head
    ON CONFLICT (owner, thread) DO UPDATE
    SET turn = excluded.turn, holder = excluded.holder, token = excluded.token,
        tries = CASE WHEN leases.turn = excluded.turn THEN leases.tries + 1 ELSE 1 END,
        expires_at = excluded.expires_at
    WHERE leases.expires_at <= clock_timestamp()
    RETURNING turn, token, tries
), begun_anew AS (
    DELETE FROM turn_events USING held WHERE turn_events.turn = held.turn
)
SELECT head.*, held.token, held.tries, {_MAY_WAIT.format("head")} FROM head JOIN held ON true
"""

_FINISH = """
WITH unfinished AS (
    SELECT id, owner, thread FROM turns WHERE id = %s AND status = 'running' FOR UPDATE
), freed AS (
    DELETE FROM leases USING unfinished AS u
    WHERE leases.owner = u.owner AND leases.thread = u.thread AND turn = u.id AND token = %s RETURNING turn
), ended AS (
    UPDATE turns SET status = %s, answer = %s, shown = %s, finished_at = clock_timestamp() FROM freed
    WHERE turns.id = freed.turn RETURNING turns.id
), told AS (
    DELETE FROM turn_events USING freed WHERE turn_events.turn = freed.turn
), audited AS (
    INSERT INTO audit (who, act, connection, question, sql, policies, rows, ms, code, detail)
    SELECT %s::text, %s::text, %s::text, %s::text, %s::text, %s::jsonb, %s::bigint, %s::float8, %s::text,
           %s::jsonb
    FROM ended
)
SELECT pg_notify(%s, id || ' 0') FROM ended
"""

_DROP = """
WITH waiting AS (
    SELECT id FROM turns WHERE id = %s AND owner = %s AND status = 'running' AND NOT EXISTS (
        SELECT 1 FROM leases WHERE turn = turns.id AND expires_at > clock_timestamp())
    FOR UPDATE
), ended AS (
    UPDATE turns SET status = 'stopped', shown = '{}', finished_at = clock_timestamp() FROM waiting
    WHERE turns.id = waiting.id RETURNING turns.*
), audited AS (
    INSERT INTO audit (who, act, connection, question, code, detail)
    SELECT owner, 'ask', connection, question, 'stopped', jsonb_build_object('turn', id, 'kind', 'stopped')
    FROM ended
)
SELECT pg_notify(%s, id || ' 0') FROM ended
"""

_KEEP = """
WITH mine AS (
    SELECT turn, token FROM leases WHERE turn = %s AND token = %s
), kept AS (
    INSERT INTO turn_events (turn, token, number, events) SELECT turn, token, %s::int, %s::jsonb FROM mine
    RETURNING turn, number
)
SELECT pg_notify(%s, turn || ' ' || number) FROM kept
"""

_STANDING = f"""
WITH live AS (SELECT owner, thread, turn, token FROM leases WHERE expires_at > clock_timestamp())
SELECT {_COLUMNS}, live.turn AS held, live.token, (
    SELECT jsonb_agg(jsonb_build_array(number, events) ORDER BY number) FROM turn_events AS told
    WHERE told.turn = id AND told.token = live.token
      AND number > CASE WHEN live.token = %s THEN %s ELSE 0 END
) AS news
FROM turns LEFT JOIN live USING (owner, thread) WHERE id = %s AND owner = %s
"""
