"""What publishing would change: what is new, what replaces a published text, what leaves."""

from dataclasses import dataclass, field
from typing import Literal

from appdb.pool import AppDatabase
from knowledge.items import Kind

Change = Literal["added", "replaced", "leaving"]
SHOWN = 50


@dataclass(frozen=True)
class PendingItem:
    """One item the next version differs in; `before` is the published text it replaces."""

    change: Change
    id: str
    kind: Kind
    title: str
    content: str
    before: str | None
    author: str
    source: str


@dataclass(frozen=True)
class Pending:
    """How many items change, and the first of each sort."""

    counts: dict[Change, int] = field(default_factory=dict)
    items: list[PendingItem] = field(default_factory=list)

    @property
    def total(self) -> int:
        """Return how many items change."""
        return sum(self.counts.values())

    def of(self, change: Change) -> list[PendingItem]:
        """Return the first items that change so."""
        return [item for item in self.items if item.change == change]


async def pending(database: AppDatabase, connection: str, shown: int = SHOWN) -> Pending:
    """Return what the next version of a connection's knowledge would change."""
    rows = await database.rows(_CHANGES, connection, connection, shown)
    counts: dict[Change, int] = {row["change"]: row["among"] for row in rows}
    items = [PendingItem(**{key: row[key] for key in _FIELDS}) for row in rows]
    return Pending(counts, items)


_FIELDS = ("change", "id", "kind", "title", "content", "before", "author", "source")

_CHANGES = """
SELECT * FROM (
    SELECT c.*, count(*) OVER (PARTITION BY change) AS among,
        row_number() OVER (PARTITION BY change ORDER BY kind, title, id) AS place
    FROM (
        SELECT CASE WHEN p.id IS NULL THEN 'added' ELSE 'replaced' END AS change,
            s.id, s.kind, s.title, s.content, p.content AS before, s.author, s.source
        FROM knowledge_items s
        LEFT JOIN knowledge_items p ON p.connection = s.connection AND p.kind = s.kind
            AND md5(p.key) = md5(s.key) AND p.key = s.key AND p.status = 'published'
        WHERE s.connection = %s AND s.status = 'staged'
        UNION ALL
        SELECT 'leaving', p.id, p.kind, p.title, p.content, NULL, p.author, p.source
        FROM knowledge_items p
        WHERE p.connection = %s AND p.status = 'published' AND p.removal_staged AND NOT EXISTS (
            SELECT 1 FROM knowledge_items s WHERE s.connection = p.connection AND s.kind = p.kind
                AND md5(s.key) = md5(p.key) AND s.key = p.key AND s.status = 'staged')
    ) c
) ranked
WHERE place <= %s ORDER BY change, place
"""
