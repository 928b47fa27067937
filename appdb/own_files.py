"""Files asked as data: one row each, its owner's alone; what goes with a file goes with its row."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, LiteralString

from appdb.pool import AppDatabase
from appdb.storable import jsonb, text

# What is kept by the name of a connection and means nothing without it, in an order that keys allow.
BY_CONNECTION: tuple[LiteralString, ...] = (
    "knowledge_changes",
    "knowledge_version_items",
    "knowledge_versions",
    "knowledge_items",
    "knowledge_use",
    "knowledge_checkups",
    "table_profiles",
    "inferred_keys",
    "live_tables",
    "schema_readings",
    "table_descriptions",
    "golden_questions",
    "teaching_runs",
    "reviews",
    "notes",
    "preferences",
)
_COLUMNS: LiteralString = "name, owner, file, thread, asked, kept, bytes, profile, made_at"


@dataclass(frozen=True)
class OwnFile:
    """One file as data: `name` is its connection's, `thread` the conversation it was dropped into."""

    name: str
    owner: str
    file: str
    thread: str = ""
    asked: bool = True
    kept: bool = False
    bytes: int = 0
    profile: Mapping[str, Any] = field(default_factory=dict)
    made_at: dt.datetime | None = None


class OwnFileStore:
    """Keeps them in PostgreSQL."""

    def __init__(self, database: AppDatabase) -> None:
        self._database = database

    async def all(self) -> list[OwnFile]:
        """Return every file, the oldest first, without what is known of it."""
        rows = await self._database.rows(
            "SELECT name, owner, file, thread, asked, kept, bytes, made_at FROM own_files"
            " ORDER BY made_at, name"
        )
        return [OwnFile(**row) for row in rows]

    async def of(self, owner: str, name: str) -> OwnFile | None:
        """Return a person's file, or None where it is gone or another's."""
        row = await self._database.row(
            f"SELECT {_COLUMNS} FROM own_files WHERE owner = %s AND name = %s", text(owner), text(name)
        )
        return OwnFile(**row) if row else None

    async def add(self, one: OwnFile, most: int) -> bool:
        """Add a file where its owner has fewer than `most`; tell whether it was added."""
        async with self._database.pool.connection() as held, held.transaction():
            await held.execute("SELECT pg_advisory_xact_lock(hashtext('own_files ' || %s))", [one.owner])
            added = await held.execute(
                "INSERT INTO own_files (name, owner, file, thread, kept, bytes, profile)"
                " SELECT %s, %s, %s, %s, %s, %s, %s"
                " WHERE (SELECT count(*) FROM own_files WHERE owner = %s) < %s",
                [
                    *(one.name, one.owner, text(one.file), text(one.thread), one.kept, one.bytes),
                    *(jsonb(dict(one.profile)), one.owner, most),
                ],
            )
            return added.rowcount > 0

    async def change(
        self, owner: str, name: str, *, kept: bool | None = None, asked: bool | None = None
    ) -> bool:
        """Change what is given of a person's file; tell whether it is there."""
        return bool(
            await self._database.run(
                "UPDATE own_files SET kept = coalesce(%s, kept), asked = coalesce(%s, asked)"
                " WHERE owner = %s AND name = %s",
                *(kept, asked, text(owner), text(name)),
            )
        )

    async def remove(self, name: str) -> None:
        """Delete a file's row and everything that was learned about it."""
        async with self._database.pool.connection() as held, held.transaction():
            for table in BY_CONNECTION:
                await held.execute(f"DELETE FROM {table} WHERE connection = %s", [name])
            await held.execute("DELETE FROM own_files WHERE name = %s", [name])

    async def outdated(self, days: int) -> list[str]:
        """Return the files made longer ago than so many days that nobody keeps."""
        rows = await self._database.rows(
            "SELECT name FROM own_files WHERE NOT kept AND made_at < now() - make_interval(days => %s)", days
        )
        return [str(row["name"]) for row in rows]
