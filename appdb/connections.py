"""The registered databases: a name and a sealed description each, the same for every replica."""

import datetime as dt
from dataclasses import dataclass

from appdb.pool import AppDatabase


@dataclass(frozen=True)
class SealedConnection:
    """One registered database; what it holds is read with the secret it was sealed with."""

    name: str
    sealed: str
    author: str
    changed_at: dt.datetime


class ConnectionStore:
    """Keeps registered databases in PostgreSQL."""

    def __init__(self, database: AppDatabase) -> None:
        self._database = database

    async def all(self) -> list[SealedConnection]:
        """Return every registered database, the oldest first."""
        rows = await self._database.rows(
            "SELECT name, sealed, author, changed_at FROM connections ORDER BY created_at, name"
        )
        return [SealedConnection(**row) for row in rows]

    async def add(self, name: str, sealed: str, author: str) -> bool:
        """Add a database; tell whether the name was free."""
        return bool(
            await self._database.run(
                "INSERT INTO connections (name, sealed, author) VALUES (%s, %s, %s) ON CONFLICT DO NOTHING",
                name,
                sealed,
                author,
            )
        )

    async def put(self, name: str, sealed: str, author: str) -> None:
        """Add a database, or describe one of this name anew."""
        await self._database.run(
            "INSERT INTO connections (name, sealed, author) VALUES (%s, %s, %s) ON CONFLICT (name) DO UPDATE"
            " SET sealed = excluded.sealed, author = excluded.author, changed_at = clock_timestamp()",
            name,
            sealed,
            author,
        )

    async def remove(self, name: str, author: str | None = None) -> bool:
        """Take a database out, with `author` only where that one added it; tell whether it was there."""
        return bool(
            await self._database.run(
                "DELETE FROM connections WHERE name = %s AND (%s::text IS NULL OR author = %s)",
                name,
                author,
                author,
            )
        )
