"""The list of what was taught: searched, filtered, sorted and paged."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, get_args

from appdb.pool import AppDatabase
from knowledge.candidates import WANTED
from knowledge.items import Kind, KnowledgeItem, Status
from knowledge.records import ITEM_COLUMNS, item_from_row

Sort = Literal["newest", "oldest", "title", "kind", "use"]
SORTS: tuple[Sort, ...] = get_args(Sort)


@dataclass(frozen=True)
class Filter:
    """Which items are wanted; empty is all. `search` looks in title and content."""

    search: str = ""
    kind: Kind | None = None
    status: Status | None = None
    author: str = ""
    source: str = ""
    sort: Sort = "newest"


@dataclass(frozen=True)
class Listed:
    """One item of the list; `leaving` with the next version, retrieved `times`."""

    item: KnowledgeItem
    created_at: datetime
    updated_at: datetime
    verified_at: datetime | None
    leaving: bool
    times: int


@dataclass(frozen=True)
class Page:
    """One page, and how many items the filter lets through in all."""

    items: list[Listed]
    total: int


class KnowledgeList:
    """Reads the list."""

    def __init__(self, database: AppDatabase) -> None:
        self._database = database

    async def page(self, connection: str, wanted: Filter, limit: int, offset: int = 0) -> Page:
        """Return one page of a connection's items."""
        values = _values(connection, wanted) | {"limit": limit, "offset": offset, "sort": wanted.sort}
        async with self._database.pool.connection() as held:
            rows = await (await held.execute(_PAGE, values)).fetchall()
            total = await (await held.execute(_COUNT, values)).fetchone()
        return Page([_listed(row) for row in rows], total["n"] if total else 0)

    async def chosen(self, connection: str, ids: list[str]) -> list[KnowledgeItem]:
        """Return those of these items that belong to the connection."""
        rows = await self._database.rows(
            f"SELECT {ITEM_COLUMNS} FROM knowledge_items WHERE connection = %s AND id = ANY(%s)"
            " ORDER BY kind, key, id",
            connection,
            ids,
        )
        return [item_from_row(row) for row in rows]

    async def every(self, connection: str, wanted: Filter) -> list[KnowledgeItem]:
        """Return all items a filter lets through, in a stable order."""
        async with self._database.pool.connection() as held:
            rows = await (await held.execute(_EVERY, _values(connection, wanted))).fetchall()
        return [item_from_row(row) for row in rows]

    async def standing(self, connection: str, *, staged: bool) -> list[KnowledgeItem]:
        """Return what is published, or what the next version would hold, in a stable order."""
        async with self._database.pool.connection() as held:
            values = {"connection": connection, "staged": staged}
            rows = await (await held.execute(_STANDING, values)).fetchall()
        return [item_from_row(row) for row in rows]

    async def named(self, connection: str) -> dict[str, list[str]]:
        """Return the authors and sources there are to filter by."""
        rows = await self._database.rows(
            "SELECT array_agg(DISTINCT author) AS authors, (array_agg(DISTINCT source))[1:200] AS sources"
            " FROM knowledge_items WHERE connection = %s",
            connection,
        )
        return {key: sorted(filter(None, rows[0][key] or ())) for key in ("authors", "sources")}


def _values(connection: str, wanted: Filter) -> dict[str, Any]:
    return {
        "connection": connection,
        "kind": wanted.kind,
        "status": wanted.status,
        "author": wanted.author,
        "source": wanted.source,
        "search": wanted.search,
        "like": _like(wanted.search),
    }


def _like(search: str) -> str:
    escaped = search.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return f"%{escaped}%"


def _listed(row: dict[str, Any]) -> Listed:
    item = item_from_row({name: row[name] for name in ITEM_COLUMNS.split(", ")})
    leaving = row["removal_staged"] and item.status == "published"
    at = (row["created_at"], row["updated_at"], row["verified_at"])
    return Listed(item, *at, leaving, row["times"] or 0)


# How retrieval names what it counts (knowledge/use.py).
USE = """
LEFT JOIN knowledge_use u ON u.connection = i.connection
    AND u.about = CASE i.kind WHEN 'ddl' THEN 'table' WHEN 'pair' THEN 'pair' ELSE 'document' END
    AND u.name = lower(i.title) AND i.kind NOT IN ('metric', 'rejected')
"""

_WHERE = """
WHERE i.connection = %(connection)s
    AND (%(kind)s::text IS NULL OR i.kind = %(kind)s)
    AND (%(status)s::text IS NULL OR i.status = %(status)s)
    AND (%(author)s = '' OR i.author = %(author)s) AND (%(source)s = '' OR i.source = %(source)s)
    AND (%(search)s = '' OR i.title ILIKE %(like)s OR i.content ILIKE %(like)s
        OR i.payload ->> 'synonyms' ILIKE %(like)s)
"""

_PAGE = f"""
SELECT i.*, u.times FROM knowledge_items i {USE} {_WHERE}
ORDER BY CASE WHEN %(sort)s = 'use' THEN coalesce(u.times, 0) END DESC,
    CASE WHEN %(sort)s = 'kind' THEN i.kind END,
    CASE WHEN %(sort)s IN ('title', 'kind') THEN lower(i.title) END,
    CASE WHEN %(sort)s = 'oldest' THEN i.updated_at END,
    i.updated_at DESC, i.id
LIMIT %(limit)s OFFSET %(offset)s
"""

_COUNT = f"SELECT count(*) AS n FROM knowledge_items i {_WHERE}"

_EVERY = f"SELECT {ITEM_COLUMNS} FROM knowledge_items i {_WHERE} ORDER BY kind, key, id"

_STANDING = f"""
SELECT {ITEM_COLUMNS} FROM knowledge_items i WHERE i.id IN ({WANTED}) ORDER BY kind, key, id
"""
