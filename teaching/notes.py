"""Personal notes: what one person asked to have remembered, for that person's questions alone."""

import datetime as dt
import hashlib
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from appdb.pool import AppDatabase
from appdb.storable import text as storable
from errors import InputError, NotFoundError
from knowledge.glossary import Glossary
from knowledge.items import KnowledgeItem, LinkedDocument
from knowledge.tables import count_tokens
from language.words import content_terms
from teaching.loaders.documents import definition_in

MOST_NOTES = 100
LONGEST_NOTE = 500
BUDGET_TOKENS = 300
TITLE_CHARS = 40


@dataclass(frozen=True)
class Note:
    """One note, and whether it waits for its review."""

    id: str
    text: str
    created_at: dt.datetime
    offered: bool = False

    @cached_property
    def item(self) -> KnowledgeItem:
        """Return what it would be as knowledge: a term where it defines one, else documentation."""
        found = definition_in(self.text)
        if found is not None:
            return found
        return KnowledgeItem("", "", "documentation", self.text[:TITLE_CHARS], self.text, source="note")

    @property
    def defines(self) -> bool:
        """Tell whether it says what a word means."""
        return self.item.kind == "term"


@dataclass(frozen=True)
class Given:
    """A note as the writer is given it, and whether it defines a word of the question."""

    text: str
    named: bool


@dataclass(frozen=True)
class Noted:
    """What a person's notes give to one question: what the writer is shown, and what the question names."""

    given: tuple[Given, ...] = ()
    named: tuple[Note, ...] = ()

    @property
    def documents(self) -> tuple[LinkedDocument, ...]:
        """Return what the writer is given as documents."""
        return tuple(LinkedDocument("", note.text, 1.0) for note in self.given)

    @property
    def lent(self) -> str:
        """Return the words that the named definitions lend to the search for tables."""
        return "\n".join(note.text for note in self.named)


def noted(notes: Sequence[Note], question: str) -> Noted:
    """Choose the notes to answer a question with: those it names first, then the nearest, then the newest."""
    if not notes:
        return Noted()
    by_id = {note.id: note for note in notes}
    terms = [
        KnowledgeItem(note.id, "", "term", note.item.title, note.text, note.item.payload)
        for note in notes
        if note.defines
    ]
    named = [by_id[mention.item.id] for mention in Glossary(terms).mentions(question)]
    asked = set(content_terms(question))

    def nearness(note: Note) -> tuple[bool, int, dt.datetime]:
        return note in named, len(asked & set(content_terms(note.text))), note.created_at

    given: list[Given] = []
    used = 0
    for note in sorted(notes, key=nearness, reverse=True):
        said = " ".join(note.text.split())
        used += count_tokens(said)
        if used > BUDGET_TOKENS:
            break
        given.append(Given(said, note in named))
    return Noted(tuple(given), tuple(named))


def fingerprint(notes: Sequence[Note]) -> str:
    """Return what changes whenever one of these notes is added, changed or removed."""
    return hashlib.sha256("\n".join(sorted(note.id for note in notes)).encode()).hexdigest()


class NoteStore:
    """Notes by owner and connection; there is no way to ask for another's."""

    def __init__(self, database: AppDatabase) -> None:
        self._database = database

    async def add(self, owner: str, connection: str, text: str) -> Note:
        """Keep a note; the same text twice is one note."""
        said = (storable(text) or "").strip()
        if not said:
            raise InputError("note_empty")
        if len(said) > LONGEST_NOTE:
            raise InputError("note_too_long", most=LONGEST_NOTE)
        row = await self._database.row(_ADD, uuid.uuid4().hex, owner, connection, said, owner, MOST_NOTES)
        if row is None:
            known = [note for note in await self.of(owner, connection) if note.text == said]
            if not known:
                raise InputError("notes_full", most=MOST_NOTES)
            return known[0]
        return Note(**row)

    async def of(self, owner: str, connection: str) -> list[Note]:
        """Return an owner's notes on a connection, newest first."""
        rows = await self._database.rows(_OF, owner, connection)
        return [Note(**row) for row in rows]

    async def one(self, owner: str, ident: str) -> tuple[Note, str]:
        """Return an owner's note and its connection, or raise NotFoundError."""
        row = await self._database.row(
            "SELECT id, text, created_at, connection FROM notes WHERE id = %s AND owner = %s",
            storable(ident),
            owner,
        )
        if row is None:
            raise NotFoundError("note_unknown")
        connection = row.pop("connection")
        return Note(**row), connection

    async def remove(self, owner: str, ident: str) -> None:
        """Forget an owner's note, or raise NotFoundError."""
        gone = await self._database.run(
            "DELETE FROM notes WHERE id = %s AND owner = %s", storable(ident), owner
        )
        if not gone:
            raise NotFoundError("note_unknown")


_ADD = """
INSERT INTO notes (id, owner, connection, text)
SELECT %s, %s, %s, %s WHERE (SELECT count(*) FROM notes WHERE owner = %s) < %s
ON CONFLICT DO NOTHING RETURNING id, text, created_at
"""

_OF = """
SELECT n.id, n.text, n.created_at, EXISTS (
    SELECT 1 FROM reviews r WHERE r.subject = 'note ' || n.id AND r.state = 'open') AS offered
FROM notes n WHERE n.owner = %s AND n.connection = %s ORDER BY n.created_at DESC, n.id
"""
