"""Files read for teaching, kept for their owner until a click stages them or their time is over."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from appdb.pool import AppDatabase
from appdb.storable import jsonb, text

KEPT_MINUTES = 120
MOST_PER_OWNER = 20  # the oldest goes first: nobody fills the disk with what is never staged


@dataclass(frozen=True)
class Draft:
    """What was read: items as plain records, or a sheet whose owner has yet to say what it is."""

    id: str
    owner: str
    connection: str
    files: list[str]
    items: list[dict[str, Any]]
    sheet: bytes | None
    done: int
    outcome: dict[str, Any] | None
    thread: str = ""


class DraftStore:
    """Drafts by id; whoever asks gets their own alone."""

    def __init__(self, database: AppDatabase) -> None:
        self._database = database

    async def keep(
        self,
        owner: str,
        connection: str,
        files: Sequence[str],
        sheet: bytes | None = None,
        *,
        thread: str = "",
    ) -> str:
        """Keep what was read and return its id; what is over or too much goes."""
        ident = uuid.uuid4().hex
        await self._database.run(
            "INSERT INTO drafts (id, owner, connection, files, sheet, thread, expires_at)"
            " VALUES (%s, %s, %s, %s, %s, %s, clock_timestamp() + make_interval(mins => %s))",
            ident,
            owner,
            connection,
            [text(file) for file in files],
            sheet,
            thread,
            KEPT_MINUTES,
        )
        await self._database.run(_TIDY, owner, MOST_PER_OWNER)
        return ident

    async def of(self, owner: str, ident: str) -> Draft | None:
        """Return an owner's draft, or None where it is over or another's."""
        row = await self._database.row(
            "SELECT id, owner, connection, files, items, sheet, done, outcome, thread FROM drafts"
            " WHERE id = %s AND owner = %s AND expires_at > clock_timestamp()",
            text(ident),
            owner,
        )
        return Draft(**row) if row else None

    async def decide(self, ident: str, items: Sequence[Mapping[str, Any]], refused: Sequence[str]) -> None:
        """Put what was read in place of the sheet it was read from."""
        await self._database.run(
            "UPDATE drafts SET items = %s, outcome = %s, sheet = NULL WHERE id = %s",
            jsonb([dict(item) for item in items]),
            jsonb({"refused": list(refused)}),
            ident,
        )

    async def note_progress(self, ident: str, done: int) -> None:
        """Note how many items are staged."""
        await self._database.run("UPDATE drafts SET done = %s WHERE id = %s", done, ident)

    async def finish(self, ident: str, outcome: Mapping[str, Any]) -> None:
        """Note what became of it; its content is not needed any more."""
        await self._database.run(
            "UPDATE drafts SET outcome = %s, items = '[]', sheet = NULL WHERE id = %s", jsonb(outcome), ident
        )


_TIDY = """
DELETE FROM drafts WHERE expires_at < clock_timestamp() OR id IN (
    SELECT id FROM drafts WHERE owner = %s ORDER BY expires_at DESC OFFSET %s)
"""
