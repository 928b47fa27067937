"""The records of truth in PostgreSQL: what was taught, and which of it each version holds."""

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Literal

from psycopg import AsyncConnection
from psycopg.rows import DictRow
from psycopg.types.json import Jsonb

from appdb.pool import AppDatabase
from database.schema import Table
from errors import KnowledgeError, NotFoundError
from knowledge.candidates import DISCARD, WANTED, Candidates
from knowledge.items import KnowledgeItem
from knowledge.tables import table_from

VersionStatus = Literal["building", "candidate", "published", "failed", "retired", "discarded"]
Act = Literal["added", "edited", "removed", "restored", "verified", "undone"]

ITEM_COLUMNS = "id, connection, kind, title, content, payload, status, author, source, verified_by"


@dataclass(frozen=True)
class Version:
    """One version of a connection's knowledge."""

    connection: str
    version: int
    status: VersionStatus
    embedding: str
    items: int
    author: str
    reason: str
    at: datetime


@dataclass(frozen=True)
class Staged:
    """What staging changed; `replaced` holds the ids of new items that will replace a published text."""

    added: list[KnowledgeItem] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    replaced: list[str] = field(default_factory=list)


def item_key(item: KnowledgeItem) -> str:
    """Return what an item is about: a new text with the same key replaces the old one."""
    if item.kind == "documentation":
        return f"{item.source}#{item.title}".lower()
    if item.kind == "metric" and item.payload.get("name"):
        return f"{item.payload.get('type', 'metric')} {item.payload['name']}".lower()
    return " ".join(item.title.lower().split())


def addressed(item: KnowledgeItem, connection: str, author: str) -> KnowledgeItem:
    """Return the item with its connection, author and the id that its content gives it."""
    told = [connection, item.kind, item.title, item.content, item.payload]
    if item.kind == "documentation":
        told.append(item.source)
    digest = hashlib.sha256(
        json.dumps(told, sort_keys=True, ensure_ascii=False, default=str).encode()
    ).hexdigest()
    return replace(item, id=digest[:32], connection=connection, author=item.author or author)


class RecordStore:
    """Stages, publishes and reads knowledge; one publisher at a time per connection."""

    def __init__(self, database: AppDatabase) -> None:
        self._database = database
        self._building = asyncio.Semaphore(max(1, database.pool.max_size // 2))
        self.candidates = Candidates(database)

    async def stage(self, items: Iterable[KnowledgeItem]) -> Staged:
        """Add items to what the next version will hold; the same text twice changes nothing.

        Of two uploads at once the later one sees what the other staged, and reports it as there or replaced.
        """
        wanted = {item.id: item for item in items}
        async with self._database.pool.connection() as connection, connection.transaction():
            for name in sorted({item.connection for item in wanted.values()}):
                key = f"staging:{name}"
                await connection.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [key])
            known = await _known(connection, list(wanted))
            report = Staged()
            for id, item in wanted.items():
                if known.get(id) in ("staged", "published"):
                    report.unchanged.append(id)
                else:
                    report.added.append(item)
            await put_staged(connection, report.added)
            await connection.execute(
                "UPDATE knowledge_items SET removal_staged = false WHERE id = ANY(%s) AND removal_staged",
                [report.unchanged],
            )
            await note_changes(connection, [(item.id, None, "added", item.author) for item in report.added])
            report.replaced.extend(await _replaced(connection, report.added))
            overtaken = await _ids(connection, _OVERTAKEN, {"ids": report.unchanged})
            by = next((item.author for item in wanted.values()), "")
            await note_changes(connection, [(id, None, "removed", by) for id in overtaken])
            report.replaced.extend(overtaken)
        return report

    async def stage_removal(self, ids: Sequence[str], removed: bool = True, by: str = "") -> int:
        """Mark published items as leaving with the next version, or take that back; staged ones leave now.

        A staged text that leaves gives back the published one it was to replace.
        """
        async with self._database.pool.connection() as connection, connection.transaction():
            changed = await _ids(connection, _MARK, {"ids": list(ids), "removed": removed})
            if removed:
                withdrawn = await _ids(connection, _WITHDRAW, {"ids": list(ids)})
                await connection.execute(_GIVE_BACK, {"ids": withdrawn})
                changed += withdrawn
            act: Act = "removed" if removed else "restored"
            await note_changes(connection, [(id, None, act, by) for id in changed])
            return len(changed)

    async def item(self, id: str) -> KnowledgeItem:
        """Return one item, or raise NotFoundError."""
        row = await self._database.row(f"SELECT {ITEM_COLUMNS} FROM knowledge_items WHERE id = %s", id)
        if row is None:
            raise NotFoundError("knowledge_item_unknown", id=id)
        return item_from_row(row)

    async def definitions(self, connection: str) -> list[KnowledgeItem]:
        """Return the definitions of metrics that the next version would hold."""
        return await self.of_kinds(connection, "metric")

    async def of_kinds(self, connection: str, *kinds: str) -> list[KnowledgeItem]:
        """Return the items of some kinds that the next version would hold."""
        sql = f"SELECT {ITEM_COLUMNS} FROM knowledge_items WHERE kind = ANY(%(kinds)s) AND id IN ({WANTED})"
        told = {"connection": connection, "staged": True, "kinds": list(kinds)}
        async with self._database.pool.connection() as held:
            cursor = await held.execute(f"{sql} ORDER BY key, id", told)
            return [item_from_row(row) for row in await cursor.fetchall()]

    async def staged_tables(self, connection: str) -> list[Table]:
        """Return the tables that wait for the next version."""
        rows = await self._database.rows(
            "SELECT payload FROM knowledge_items"
            " WHERE connection = %s AND kind = 'ddl' AND status = 'staged' ORDER BY id",
            connection,
        )
        return [table_from(row["payload"]) for row in rows]

    async def counts(self, connection: str) -> dict[str, dict[str, int]]:
        """Return how many items there are by status and kind."""
        rows = await self._database.rows(
            "SELECT status, kind, count(*) AS n FROM knowledge_items WHERE connection = %s GROUP BY 1, 2",
            connection,
        )
        found: dict[str, dict[str, int]] = {}
        for row in rows:
            found.setdefault(row["status"], {})[row["kind"]] = row["n"]
        return found

    async def waits(self, connection: str) -> bool:
        """Tell whether the next version would hold anything else, or lack anything that leaves."""
        row = await self._database.row(
            "SELECT 1 FROM knowledge_items WHERE connection = %s"
            " AND (status = 'staged' OR (status = 'published' AND removal_staged)) LIMIT 1",
            connection,
        )
        return row is not None

    async def current(self, connection: str) -> Version | None:
        """Return the published version, or None where nothing was published."""
        row = await self._database.row(
            "SELECT * FROM knowledge_versions WHERE connection = %s AND status = 'published'", connection
        )
        return Version(**row) if row else None

    async def versions(self, connection: str) -> list[Version]:
        """Return every version, newest first."""
        rows = await self._database.rows(
            "SELECT * FROM knowledge_versions WHERE connection = %s ORDER BY version DESC", connection
        )
        return [Version(**row) for row in rows]

    async def version_items(self, connection: str, version: int) -> list[KnowledgeItem]:
        """Return what a version holds, in a stable order."""
        rows = await self._database.rows(
            f"SELECT {ITEM_COLUMNS} FROM knowledge_items WHERE id IN"
            " (SELECT item_id FROM knowledge_version_items WHERE connection = %s AND version = %s)"
            " ORDER BY kind, title, id",
            connection,
            version,
        )
        return [item_from_row(row) for row in rows]

    @asynccontextmanager
    async def publishing(self, connection: str) -> AsyncIterator[None]:
        """Hold the one right to change a connection's versions; half-built ones are marked failed."""
        key = f"knowledge:{connection}"
        # Who holds it needs a second connection to work with: half of them are for that.
        async with self._building, self._database.pool.connection() as held:
            await held.execute("SELECT pg_advisory_lock(hashtextextended(%s, 0))", [key])
            try:
                await held.execute(
                    "UPDATE knowledge_versions SET status = 'failed'"
                    " WHERE connection = %s AND status = 'building'",
                    [connection],
                )
                yield
            finally:
                await held.execute("SELECT pg_advisory_unlock(hashtextextended(%s, 0))", [key])

    async def begin(
        self, connection: str, embedding: str, author: str, reason: str, staged: bool = True
    ) -> Version:
        """Write down the next version as it would be: what is published and, if wanted, what is staged."""
        async with self._database.pool.connection() as held, held.transaction():
            row = await _one(
                held,
                "SELECT coalesce(max(version), 0) + 1 AS next FROM knowledge_versions WHERE connection = %s",
                [connection],
            )
            await held.execute(
                "INSERT INTO knowledge_versions (connection, version, status, embedding, items, author,"
                " reason) VALUES (%s, %s, 'building', %s, 0, %s, %s)",
                [connection, row["next"], embedding, author, reason],
            )
            members = await held.execute(
                _MEMBERS, {"connection": connection, "version": row["next"], "staged": staged}
            )
            made = await _one(
                held,
                "UPDATE knowledge_versions SET items = %s WHERE connection = %s AND version = %s RETURNING *",
                [members.rowcount, connection, row["next"]],
            )
        return Version(**made)

    async def publish(self, connection: str, version: int, reason: str = "") -> None:
        """Make a version the one that is served, and its items' status follow, in one transaction."""
        async with self._database.pool.connection() as held, held.transaction():
            await held.execute(_RETIRE, [connection])
            done = await held.execute(
                "UPDATE knowledge_versions SET status = 'published', reason = %s, at = clock_timestamp()"
                " WHERE connection = %s AND version = %s",
                [reason, connection, version],
            )
            await held.execute(DISCARD, [connection, version])
            if done.rowcount != 1:
                raise NotFoundError("knowledge_version_unknown", version=version)
            await held.execute(_STATUS, {"connection": connection, "version": version})

    async def roll_back(self, connection: str, version: int) -> None:
        """Serve an earlier version again; what came after it is staged, so that nothing is lost."""
        target = next((v for v in await self.versions(connection) if v.version == version), None)
        if target is None or target.status not in ("published", "retired"):
            raise KnowledgeError("knowledge_version_unknown", version=version)
        async with self._database.pool.connection() as held, held.transaction():
            await held.execute(_BACK_TO_STAGED, {"connection": connection, "version": version})
            await held.execute(_RETIRE, [connection])
            await held.execute(DISCARD, [connection, version])
            await held.execute(
                "UPDATE knowledge_versions SET status = 'published' WHERE connection = %s AND version = %s",
                [connection, version],
            )
            await held.execute(_RESTORED, {"connection": connection, "version": version})

    async def fail(self, connection: str, version: int) -> None:
        """Note that a version could not be built."""
        await self._database.run(
            "UPDATE knowledge_versions SET status = 'failed' WHERE connection = %s AND version = %s"
            " AND status = 'building'",
            connection,
            version,
        )


_MARK = """
UPDATE knowledge_items SET removal_staged = %(removed)s, updated_at = clock_timestamp()
WHERE id = ANY(%(ids)s) AND status = 'published' AND removal_staged <> %(removed)s RETURNING id
"""

_WITHDRAW = """
UPDATE knowledge_items SET status = 'retired', updated_at = clock_timestamp()
WHERE id = ANY(%(ids)s) AND status = 'staged' RETURNING id
"""

# The published text was taught again: what was staged to replace it is no longer wanted.
_OVERTAKEN = """
UPDATE knowledge_items later SET status = 'retired', updated_at = clock_timestamp()
FROM knowledge_items again
WHERE again.id = ANY(%(ids)s) AND again.status = 'published' AND later.connection = again.connection
    AND later.kind = again.kind AND md5(later.key) = md5(again.key) AND later.key = again.key
    AND later.status = 'staged' RETURNING later.id
"""

_GIVE_BACK = """
WITH RECURSIVE earlier (id) AS (
    SELECT unnest(%(ids)s::text[])
    UNION
    SELECT c.before_id FROM knowledge_changes c JOIN earlier e ON c.item_id = e.id
    WHERE c.before_id IS NOT NULL
)
UPDATE knowledge_items i SET removal_staged = false FROM earlier e
WHERE i.id = e.id AND i.status = 'published' AND i.removal_staged
"""

_RETIRE = """
UPDATE knowledge_versions SET status = 'retired' WHERE connection = %s AND status = 'published'
"""

_MEMBERS = f"""
INSERT INTO knowledge_version_items (connection, version, item_id)
SELECT %(connection)s, %(version)s, wanted.id FROM ({WANTED}) wanted
"""

_STATUS = """
UPDATE knowledge_items i
SET status = CASE WHEN m.item_id IS NULL THEN 'retired' ELSE 'published' END,
    removal_staged = false, updated_at = clock_timestamp()
FROM knowledge_items j
LEFT JOIN knowledge_version_items m
    ON m.item_id = j.id AND m.connection = %(connection)s AND m.version = %(version)s
WHERE j.id = i.id AND i.connection = %(connection)s
    AND ((m.item_id IS NOT NULL AND i.status <> 'published')
        OR (m.item_id IS NULL AND i.status = 'published'))
"""

_BACK_TO_STAGED = """
UPDATE knowledge_items SET status = 'staged', removal_staged = false, updated_at = clock_timestamp()
WHERE connection = %(connection)s AND status = 'published' AND id NOT IN (
    SELECT item_id FROM knowledge_version_items WHERE connection = %(connection)s AND version = %(version)s)
"""

_RESTORED = """
UPDATE knowledge_items SET status = 'published', removal_staged = false, updated_at = clock_timestamp()
WHERE connection = %(connection)s AND status <> 'published' AND id IN (
    SELECT item_id FROM knowledge_version_items WHERE connection = %(connection)s AND version = %(version)s)
"""


async def note_changes(
    connection: AsyncConnection[DictRow], changes: Sequence[tuple[str, str | None, Act, str]]
) -> None:
    """Write down who did what: item, the item it was made of, act, person."""
    if changes:
        ids, befores, acts, people = (list(part) for part in zip(*changes, strict=True))
        await connection.execute(_NOTE, [ids, befores, acts, people])


_NOTE = """
INSERT INTO knowledge_changes (connection, item_id, before_id, act, who)
SELECT i.connection, i.id, n.before_id, n.act, n.who
FROM unnest(%s::text[], %s::text[], %s::text[], %s::text[]) AS n (item_id, before_id, act, who)
JOIN knowledge_items i ON i.id = n.item_id
"""


async def _ids(connection: AsyncConnection[DictRow], sql: Any, values: Mapping[str, Any]) -> list[str]:
    return [row["id"] for row in await (await connection.execute(sql, values)).fetchall()]


async def _known(connection: AsyncConnection[DictRow], ids: list[str]) -> dict[str, str]:
    cursor = await connection.execute("SELECT id, status FROM knowledge_items WHERE id = ANY(%s)", [ids])
    return {row["id"]: row["status"] for row in await cursor.fetchall()}


async def put_staged(connection: AsyncConnection[DictRow], items: Sequence[KnowledgeItem]) -> None:
    """Stage items; a staged text about the same thing makes way."""
    async with connection.cursor() as cursor:
        await cursor.executemany(
            "UPDATE knowledge_items SET status = 'retired', updated_at = clock_timestamp()"
            " WHERE connection = %s AND kind = %s AND md5(key) = md5(%s) AND key = %s AND status = 'staged'",
            [(item.connection, item.kind, item_key(item), item_key(item)) for item in items],
        )
        await cursor.executemany(
            "INSERT INTO knowledge_items (id, connection, kind, key, title, content, payload, author, source,"
            " verified_by, verified_at) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s,"
            " CASE WHEN %s THEN clock_timestamp() END)"
            " ON CONFLICT (id) DO UPDATE SET status = 'staged', author = excluded.author,"
            " source = excluded.source, verified_by = excluded.verified_by,"
            " verified_at = excluded.verified_at, updated_at = clock_timestamp()",
            [
                (
                    *(item.id, item.connection, item.kind, item_key(item), item.title, item.content),
                    *(Jsonb(dict(item.payload)), item.author, item.source, item.verified_by),
                    bool(item.verified_by),
                )
                for item in items
            ],
        )


async def _replaced(connection: AsyncConnection[DictRow], items: Sequence[KnowledgeItem]) -> list[str]:
    cursor = await connection.execute(
        "SELECT n.id FROM knowledge_items n WHERE n.id = ANY(%s) AND EXISTS (SELECT 1 FROM knowledge_items p"
        " WHERE p.connection = n.connection AND p.kind = n.kind AND md5(p.key) = md5(n.key) AND p.key = n.key"
        " AND p.status = 'published')",
        [[item.id for item in items]],
    )
    return [row["id"] for row in await cursor.fetchall()]


async def _one(connection: AsyncConnection[DictRow], sql: Any, values: Sequence[Any]) -> DictRow:
    row = await (await connection.execute(sql, values)).fetchone()
    if row is None:
        raise KnowledgeError("knowledge_invalid", detail="a statement that returns a row returned none")
    return row


def item_from_row(row: Mapping[str, Any]) -> KnowledgeItem:
    """Return the item of a row of ITEM_COLUMNS."""
    return KnowledgeItem(**row)
