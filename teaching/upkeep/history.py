"""Every text an item had, who changed it and when; an edit is a staged replacement that loses nothing."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from psycopg import AsyncConnection
from psycopg.rows import DictRow

from appdb.pool import AppDatabase
from errors import KnowledgeError, NotFoundError
from knowledge.items import KnowledgeItem, Status
from knowledge.records import ITEM_COLUMNS, Act, item_from_row, item_key, note_changes, put_staged

ALIVE: tuple[Status, ...] = ("staged", "published")


@dataclass(frozen=True)
class Change:
    """One act on an item; `before_id` is the item an edit began with."""

    id: int
    item_id: str
    before_id: str | None
    act: Act
    who: str
    at: datetime


@dataclass(frozen=True)
class Text:
    """One text of an item's history, with the versions that served it."""

    item: KnowledgeItem
    created_at: datetime
    verified_at: datetime | None
    versions: tuple[int, ...]


class ItemChanged(KnowledgeError):
    """Somebody else changed the item meanwhile; `latest` is what stands now, None where it was taken out."""

    code = "knowledge_item_changed"

    def __init__(self, latest: KnowledgeItem | None) -> None:
        super().__init__(detail=latest.id if latest else "gone")
        self.latest = latest


class ItemHistory:
    """Reads the texts and changes of items, and edits them without overwriting anybody."""

    def __init__(self, database: AppDatabase) -> None:
        self._database = database

    async def texts(self, id: str) -> list[Text]:
        """Return every text an item had or is to have, newest first."""
        async with self._database.pool.connection() as connection:
            rows = await (await connection.execute(_TEXTS, {"id": id})).fetchall()
        return [
            Text(_item(row), row["created_at"], row["verified_at"], tuple(row["versions"] or ()))
            for row in rows
        ]

    async def changes(self, ids: Sequence[str]) -> list[Change]:
        """Return what was done with these items, newest first."""
        rows = await self._database.rows(
            "SELECT id, item_id, before_id, act, who, at FROM knowledge_changes WHERE item_id = ANY(%s)"
            " ORDER BY id DESC LIMIT 200",
            list(ids),
        )
        return [Change(**row) for row in rows]

    async def latest(self, id: str) -> KnowledgeItem | None:
        """Return the text that stands now where this one was or is; None where it was taken out."""
        async with self._database.pool.connection() as connection:
            return await _latest(connection, await _row(connection, id))

    async def add(self, item: KnowledgeItem) -> KnowledgeItem:
        """Stage a new item, or raise where there is one about the same thing."""
        async with self._database.pool.connection() as connection, connection.transaction():
            await _hold(connection, item.connection)
            await _require_free(connection, item, [])
            await put_staged(connection, [item])
            await note_changes(connection, [(item.id, None, "added", item.author)])
        return item

    async def edit(self, base_id: str, item: KnowledgeItem, by: str) -> bool:
        """Stage a new text in the place of the one it was made of; False where nothing differs.

        Raises ItemChanged where another text stands in its place by now: the second of two people who edit
        at once sees the first one's text, and nothing is lost.
        """
        async with self._database.pool.connection() as connection, connection.transaction():
            await _hold(connection, item.connection)
            base = await _row(connection, base_id)
            latest = await _latest(connection, base)
            if latest is None or latest.id != base.id:
                raise ItemChanged(latest)
            if item.id == base.id:
                return await _verify(connection, item, by)
            line = await _line(connection, base.id)
            await _require_free(connection, item, line)
            await _leave_room(connection, item, line)
            standing = await _status(connection, item.id)
            if standing == "published":
                await connection.execute(_KEEP, [item.id])
            else:
                await put_staged(connection, [item])
            await note_changes(connection, [(item.id, base.id, "edited", by)])
        return True

    async def undo(self, id: str, by: str) -> KnowledgeItem:
        """Take an edit back that is still staged: the text it was made of stands again."""
        async with self._database.pool.connection() as connection, connection.transaction():
            item = await _row(connection, id)
            await _hold(connection, item.connection)
            made = await _one(
                connection,
                "SELECT before_id FROM knowledge_changes WHERE item_id = %s AND act = 'edited'"
                " ORDER BY id DESC LIMIT 1",
                [id],
            )
            if made is None or item.status != "staged":
                raise KnowledgeError("knowledge_edit_gone")
            await connection.execute(
                "UPDATE knowledge_items SET status = 'retired', updated_at = clock_timestamp() WHERE id = %s",
                [id],
            )
            await connection.execute(_STAND_AGAIN, [made["before_id"]])
            await note_changes(connection, [(made["before_id"], None, "undone", by)])
            return await _row(connection, made["before_id"])

    async def verify(self, items: Sequence[KnowledgeItem], by: str) -> int:
        """Note who vouches for items that stand as they are; returns how many changed."""
        async with self._database.pool.connection() as connection, connection.transaction():
            return sum([await _verify(connection, item, by) for item in items])


async def _verify(connection: AsyncConnection[DictRow], item: KnowledgeItem, by: str) -> bool:
    cursor = await connection.execute(
        "UPDATE knowledge_items SET verified_by = %s, verified_at = CASE WHEN %s THEN clock_timestamp() END"
        " WHERE id = %s AND verified_by <> %s",
        [item.verified_by, bool(item.verified_by), item.id, item.verified_by],
    )
    if cursor.rowcount:
        await note_changes(connection, [(item.id, None, "verified", by)])
    return bool(cursor.rowcount)


async def _hold(connection: AsyncConnection[DictRow], name: str) -> None:
    """Let one edit at a time look and write, until the transaction ends."""
    await connection.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [f"edit:{name}"])


async def _latest(connection: AsyncConnection[DictRow], base: KnowledgeItem) -> KnowledgeItem | None:
    row = await _one(connection, _LATEST, {"id": base.id})
    return _item(row) if row else None


async def _line(connection: AsyncConnection[DictRow], id: str) -> list[str]:
    rows = await (await connection.execute(_LINE, {"id": id})).fetchall()
    return [row["id"] for row in rows]


async def _require_free(
    connection: AsyncConnection[DictRow], item: KnowledgeItem, line: Sequence[str]
) -> None:
    taken = await _one(
        connection,
        "SELECT id FROM knowledge_items WHERE connection = %s AND kind = %s AND md5(key) = md5(%s)"
        " AND key = %s AND status = ANY(%s) AND NOT id = ANY(%s) LIMIT 1",
        [item.connection, item.kind, item_key(item), item_key(item), list(ALIVE), list(line)],
    )
    if taken is not None:
        raise KnowledgeError("knowledge_item_exists", title=item.title)


async def _leave_room(connection: AsyncConnection[DictRow], item: KnowledgeItem, line: Sequence[str]) -> None:
    """Retire the line's staged texts; a published one under another name leaves with the next version."""
    await connection.execute(
        "UPDATE knowledge_items SET status = 'retired', updated_at = clock_timestamp()"
        " WHERE id = ANY(%s) AND status = 'staged'",
        [list(line)],
    )
    await connection.execute(
        "UPDATE knowledge_items SET removal_staged = true WHERE id = ANY(%s) AND status = 'published'"
        " AND key <> %s",
        [list(line), item_key(item)],
    )


async def _status(connection: AsyncConnection[DictRow], id: str) -> str | None:
    row = await _one(connection, "SELECT status FROM knowledge_items WHERE id = %s", [id])
    return row["status"] if row else None


async def _row(connection: AsyncConnection[DictRow], id: str) -> KnowledgeItem:
    row = await _one(connection, f"SELECT {ITEM_COLUMNS} FROM knowledge_items WHERE id = %s", [id])
    if row is None:
        raise NotFoundError("knowledge_item_unknown", id=id)
    return item_from_row(row)


async def _one(connection: AsyncConnection[DictRow], sql: Any, values: Any) -> DictRow | None:
    return await (await connection.execute(sql, values)).fetchone()


def _item(row: DictRow) -> KnowledgeItem:
    return item_from_row({name: row[name] for name in ITEM_COLUMNS.split(", ")})


_KEEP = "UPDATE knowledge_items SET removal_staged = false, updated_at = clock_timestamp() WHERE id = %s"

_STAND_AGAIN = """
UPDATE knowledge_items SET removal_staged = false, updated_at = clock_timestamp(),
    status = CASE WHEN status = 'retired' THEN 'staged' ELSE status END
WHERE id = %s
"""

# All items that edits tie together, from any of them, and those about the same thing.
_LINE = """
WITH RECURSIVE line (id) AS (
    SELECT %(id)s
    UNION
    SELECT CASE WHEN c.item_id = l.id THEN c.before_id ELSE c.item_id END
    FROM line l JOIN knowledge_changes c
        ON c.before_id IS NOT NULL AND (c.item_id = l.id OR c.before_id = l.id)
), whole (id) AS (
    SELECT id FROM line
    UNION
    SELECT s.id FROM line l JOIN knowledge_items i ON i.id = l.id
    JOIN knowledge_items s ON s.connection = i.connection AND s.kind = i.kind
        AND md5(s.key) = md5(i.key) AND s.key = i.key
)
SELECT id FROM whole
"""

_TEXTS = f"""
SELECT i.*, (
    SELECT array_agg(v.version ORDER BY v.version) FROM knowledge_version_items m
    JOIN knowledge_versions v ON v.connection = m.connection AND v.version = m.version
        AND v.status IN ('published', 'retired')
    WHERE m.item_id = i.id
) AS versions
FROM knowledge_items i WHERE i.id IN ({_LINE}) ORDER BY i.created_at DESC, i.id LIMIT 50
"""

_LATEST = f"""
SELECT i.* FROM knowledge_items i WHERE i.id IN ({_LINE})
    AND (i.status = 'staged' OR (i.status = 'published' AND NOT i.removal_staged))
ORDER BY i.status = 'staged' DESC, i.updated_at DESC LIMIT 1
"""
