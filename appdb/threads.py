"""A person's conversations, page by page."""

import datetime as dt
from dataclasses import dataclass

from appdb.pool import AppDatabase
from appdb.storable import text
from appdb.turn_statements import COLUMNS, NAMES
from appdb.turns import Turn


@dataclass(frozen=True)
class Thread:
    """One conversation: its name, or its first question, and when it was spoken in."""

    id: str
    name: str
    began_at: dt.datetime
    last_at: dt.datetime
    turns: int


class ThreadList:
    """Reads them from the turns, with the names the page gave them."""

    def __init__(self, database: AppDatabase) -> None:
        self._database = database

    async def page(self, owner: str, limit: int, before: tuple[dt.datetime, str] | None) -> list[Thread]:
        """Return an owner's conversations, the last spoken in first, from behind a place in that order."""
        at, ident = before or (None, None)
        rows = await self._database.rows(_PAGE, text(owner), text(owner), at, at, text(ident), limit)
        return [Thread(**row) for row in rows]

    async def turns(self, owner: str, thread: str, limit: int, after: int) -> list[tuple[int, Turn]]:
        """Return an owner's turns of a conversation behind a place, the oldest first, with their places."""
        rows = await self._database.rows(
            f"SELECT {COLUMNS}, place FROM turns WHERE owner = %s AND thread = %s AND place > %s"
            " ORDER BY place LIMIT %s",
            *(text(owner), text(thread), after, limit),
        )
        return [(row["place"], Turn(**{name: row[name] for name in NAMES})) for row in rows]


_PAGE = """
WITH mine AS (
    SELECT thread AS id, (array_agg(question ORDER BY place))[1] AS first, min(started_at) AS began_at,
        max(started_at) AS last_at, count(*)::int AS turns
    FROM turns WHERE owner = %s GROUP BY thread
)
SELECT mine.id, left(coalesce(named.name, first), 200) AS name, began_at, last_at, turns
FROM mine LEFT JOIN chat.threads AS named ON named.id = mine.id AND named."userIdentifier" = %s
WHERE %s::timestamptz IS NULL OR (last_at, mine.id) < (%s::timestamptz, %s::text)
ORDER BY last_at DESC, mine.id DESC LIMIT %s
"""
