"""Candidates: versions that are built and tested, and served to nobody until they are published."""

from typing import Any, LiteralString

from appdb.pool import AppDatabase
from errors import KnowledgeError


class Candidates:
    """The candidate of each connection, at most one that can still be published."""

    def __init__(self, database: AppDatabase) -> None:
        self._database = database

    async def same(self, connection: str, embedding: str) -> int | None:
        """Return the candidate that holds exactly what the next version would, if there is one."""
        return await self._version(_SAME, connection=connection, embedding=embedding, staged=True)

    async def keep(self, connection: str, version: int) -> None:
        """Let a built version wait to be tested and published; an earlier one that waits is given up."""
        async with self._database.pool.connection() as held, held.transaction():
            await held.execute(DISCARD, [connection, version])
            await held.execute(
                "UPDATE knowledge_versions SET status = 'candidate' WHERE connection = %s AND version = %s",
                [connection, version],
            )

    async def require_fresh(self, connection: str, version: int) -> None:
        """Raise KnowledgeError unless publishing does what was seen when the candidate was built."""
        if await self._version(_FRESH, connection=connection, version=version) is None:
            raise KnowledgeError("candidate_outdated", version=version)

    async def discard(self, connection: str, version: int) -> bool:
        """Give a candidate up, and tell whether it was one."""
        gone = await self._database.run(
            "UPDATE knowledge_versions SET status = 'discarded' WHERE connection = %s AND version = %s"
            " AND status = 'candidate'",
            connection,
            version,
        )
        return bool(gone)

    async def _version(self, sql: LiteralString, **values: Any) -> int | None:
        async with self._database.pool.connection() as held:
            row = await (await held.execute(sql, values)).fetchone()
        return row["version"] if row else None


DISCARD = """
UPDATE knowledge_versions SET status = 'discarded'
WHERE connection = %s AND status = 'candidate' AND version <> %s
"""

# What the next version would hold: all that is published and, where `staged`, what is staged in its place.
WANTED = """
SELECT i.id FROM knowledge_items i
WHERE i.connection = %(connection)s AND (
    (i.status = 'published' AND NOT %(staged)s)
    OR (i.status = 'staged' AND %(staged)s)
    OR (i.status = 'published' AND NOT i.removal_staged AND NOT EXISTS (
        SELECT 1 FROM knowledge_items s WHERE s.connection = i.connection AND s.kind = i.kind
        AND md5(s.key) = md5(i.key) AND s.key = i.key AND s.status = 'staged')))
"""

_HELD = "SELECT item_id FROM knowledge_version_items WHERE connection = v.connection AND version = v.version"

_SAME = f"""
SELECT v.version FROM knowledge_versions v
WHERE v.connection = %(connection)s AND v.status = 'candidate' AND v.embedding = %(embedding)s
    AND NOT EXISTS (({_HELD}) EXCEPT ({WANTED})) AND NOT EXISTS (({WANTED}) EXCEPT ({_HELD}))
"""

# What was staged since waits for the next version. What was withdrawn since must not be published, and what
# was published or kept since must not be lost.
_FRESH = """
SELECT v.version FROM knowledge_versions v
WHERE v.connection = %(connection)s AND v.version = %(version)s AND v.status = 'candidate' AND NOT EXISTS (
    SELECT 1 FROM knowledge_version_items m JOIN knowledge_items i ON i.id = m.item_id
    WHERE m.connection = v.connection AND m.version = v.version AND i.status NOT IN ('staged', 'published')
) AND NOT EXISTS (
    SELECT 1 FROM knowledge_items i
    WHERE i.connection = v.connection AND i.status = 'published' AND NOT i.removal_staged AND NOT EXISTS (
        SELECT 1 FROM knowledge_version_items m JOIN knowledge_items n ON n.id = m.item_id
        WHERE m.connection = v.connection AND m.version = v.version
            AND (n.id = i.id OR (n.kind = i.kind AND md5(n.key) = md5(i.key) AND n.key = i.key)))
)
"""
