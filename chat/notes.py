"""The card of a person's own notes: read, delete, offer for review."""

from typing import Any

from appdb.users import User
from chat.cards import words
from chat.visitor import open_connections
from config.wording import Language
from errors import AccessError
from services import services
from teaching.upkeep.review import Submission


async def card(person: User, connection: str, language: Language) -> dict[str, Any]:
    """Return what NotesCard shows; without a name, of the first database the person may ask."""
    connection = connection or next(iter(open_connections(person)), "")
    found = await services().notes.of(person.name, connection)
    shown = [{"id": note.id, "text": note.text, "offered": note.offered} for note in found]
    return {"connection": connection, "notes": shown, "words": words("notes", language)}


async def remove(ident: str, person: User, language: Language) -> dict[str, Any]:
    """Forget a note and what was offered of it; return the card after that."""
    _, connection = await services().notes.one(person.name, ident)
    await services().notes.remove(person.name, ident)
    await services().reviews.withdraw(_subject(ident), person.name)
    await services().audit.write(who=person.name, act="note.remove", connection=connection)
    return await card(person, connection, language)


async def offer(ident: str, person: User, language: Language) -> dict[str, Any]:
    """Put a note into the review queue; return the card after that."""
    note, connection = await services().notes.one(person.name, ident)
    if not services().access.may_use(person, connection):
        raise AccessError("connection_forbidden", connection=connection)
    submission = Submission("note", _subject(ident), connection, person.name, note.text)
    await services().reviews.submit(submission)
    await services().audit.write(who=person.name, act="note.offer", connection=connection)
    return await card(person, connection, language)


def _subject(ident: str) -> str:
    return f"note {ident}"
