"""The review queue: verdicts on answers and offered notes wait for an admin; nothing here teaches itself."""

import datetime as dt
import uuid
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from appdb.pool import AppDatabase
from appdb.storable import text
from errors import InputError, NotFoundError
from knowledge.items import KnowledgeItem
from teaching.loaders.documents import definition_in

Kind = Literal["up", "down", "note"]
State = Literal["open", "promoted", "rejected"]
Reason = Literal["number", "period", "scope", "definition", "chart", "other"]
KINDS: tuple[Kind, ...] = get_args(Kind)
STATES: tuple[State, ...] = get_args(State)
REASONS: tuple[Reason, ...] = get_args(Reason)
LONGEST = 20_000
SOURCE = "review"

Act = Callable[[], Awaitable[str]]


@dataclass(frozen=True)
class Submission:
    """What somebody puts into the queue; `subject` is the answer or note it is about, once at a time."""

    kind: Kind
    subject: str
    connection: str
    author: str
    question: str
    sql: str = ""
    answer: str = ""
    reasons: Sequence[str] = ()
    comment: str = ""
    correction: str = ""
    asked_at: dt.datetime | None = None


@dataclass(frozen=True)
class Review:
    """One entry of the queue."""

    id: str
    kind: Kind
    subject: str
    connection: str
    author: str
    question: str
    sql: str
    answer: str
    reasons: list[str]
    comment: str
    correction: str
    asked_at: dt.datetime
    at: dt.datetime
    state: State
    decided_by: str
    decided_at: dt.datetime | None
    decision: str
    item_id: str

    @property
    def proposed(self) -> str:
        """Return the SQL, or for a note the text, that would be taught: the correction where there is one."""
        return self.question if self.kind == "note" else self.correction or self.sql

    @property
    def title(self) -> str:
        """Return the question, or what a note is about."""
        found = definition_in(self.question) if self.kind == "note" else None
        return found.title if found else self.question


def taught_item(review: Review, title: str, content: str, verified_by: str) -> KnowledgeItem:
    """Return what a promoted entry teaches: a verified pair, or a note as term or documentation."""
    if not title.strip() or not content.strip():
        raise InputError("review_incomplete")
    payload: dict[str, object] = {}
    if review.kind == "note":
        found = definition_in(content)
        if found is not None and found.title == title.strip():
            payload, content = dict(found.payload), found.content
        kind: Literal["pair", "term", "documentation"] = "term" if payload else "documentation"
    else:
        kind = "pair"
    return KnowledgeItem(
        *("", review.connection, kind, title.strip(), content.strip(), payload),
        author=review.author,
        source=SOURCE,
        verified_by=verified_by if kind == "pair" else "",
    )


class ReviewStore:
    """The queue in the app's database."""

    def __init__(self, database: AppDatabase) -> None:
        self._database = database

    async def submit(self, submission: Submission) -> None:
        """Put in an entry; while it is open, a second one about the same thing by its author replaces it."""
        await self._database.run(
            _SUBMIT,
            uuid.uuid4().hex,
            submission.kind,
            submission.subject,
            submission.connection,
            submission.author,
            *(_cut(part) for part in (submission.question, submission.sql, submission.answer)),
            list(submission.reasons),
            _cut(submission.comment),
            _cut(submission.correction),
            submission.asked_at or dt.datetime.now(dt.UTC),
        )

    async def withdraw(self, subject: str, author: str) -> bool:
        """Take an open entry back; what was decided stays."""
        gone = await self._database.run(
            "DELETE FROM reviews WHERE subject = %s AND author = %s AND state = 'open'", text(subject), author
        )
        return gone > 0

    async def listed(
        self, connection: str, state: State | None, kind: Kind | None, limit: int, offset: int = 0
    ) -> list[Review]:
        """Return a page of a connection's entries, newest first."""
        rows = await self._database.rows(
            "SELECT * FROM reviews WHERE connection = %s AND (%s::text IS NULL OR state = %s)"
            " AND (%s::text IS NULL OR kind = %s) ORDER BY at DESC, id LIMIT %s OFFSET %s",
            connection,
            *(state, state, kind, kind),
            *(limit, offset),
        )
        return [Review(**row) for row in rows]

    async def counts(self, connection: str) -> dict[str, int]:
        """Return how many entries there are in each state."""
        rows = await self._database.rows(
            "SELECT state, count(*) AS among FROM reviews WHERE connection = %s GROUP BY state", connection
        )
        return {row["state"]: row["among"] for row in rows}

    async def get(self, ident: str, connection: str) -> Review:
        """Return one entry, or raise NotFoundError."""
        row = await self._database.row(
            "SELECT * FROM reviews WHERE id = %s AND connection = %s", text(ident), connection
        )
        if row is None:
            raise NotFoundError("review_unknown")
        return Review(**row)

    async def decide(self, ident: str, state: State, by: str, act: Act, decision: str = "") -> None:
        """Decide an open entry once `act` has worked; of two admins the second is told.

        The row stays locked meanwhile; cut off by a kill, the entry is open still. `act` returns the id of
        what is taught.
        """
        async with self._database.pool.connection() as held, held.transaction():
            found = await held.execute(_LOCK, [ident])
            row = await found.fetchone()
            if row is None:
                raise NotFoundError("review_unknown")
            if row["state"] != "open":
                raise InputError("review_decided", who=row["decided_by"])
            await held.execute(_DECIDE, [state, by, _cut(decision), await act(), ident])


_LOCK = "SELECT state, decided_by FROM reviews WHERE id = %s FOR UPDATE"

_DECIDE = """
UPDATE reviews SET state = %s, decided_by = %s, decided_at = clock_timestamp(), decision = %s, item_id = %s
WHERE id = %s
"""

_SUBMIT = """
INSERT INTO reviews (id, kind, subject, connection, author, question, sql, answer, reasons, comment,
    correction, asked_at)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
ON CONFLICT (subject) WHERE state = 'open' DO UPDATE SET kind = EXCLUDED.kind, reasons = EXCLUDED.reasons,
    comment = EXCLUDED.comment, correction = EXCLUDED.correction, question = EXCLUDED.question,
    sql = EXCLUDED.sql, answer = EXCLUDED.answer, at = clock_timestamp()
WHERE reviews.author = EXCLUDED.author
"""


def _cut(value: str) -> str:
    return (text(value) or "")[:LONGEST]
