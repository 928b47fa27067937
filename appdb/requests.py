"""Requests that a program may send twice: by a key of its own each leads to one turn, for a day."""

from dataclasses import dataclass

from appdb.pool import AppDatabase
from appdb.storable import text


@dataclass(frozen=True)
class Kept:
    """What a key stands for: a digest of what was asked, and the turn that answers it."""

    asked: str
    turn: str


class RequestStore:
    """The keys of everybody."""

    def __init__(self, database: AppDatabase) -> None:
        self._database = database

    async def keep(self, owner: str, key: str, asked: str, turn: str) -> Kept:
        """Keep a request under its key; return what stands there, which of a former request is that one."""
        row = await self._database.row(_KEEP, text(owner), text(key), asked, turn)
        assert row is not None
        return Kept(row["asked"], row["turn"])

    async def release(self, owner: str, key: str, turn: str) -> None:
        """Let a key be used anew whose turn was not taken."""
        await self._database.run(
            "DELETE FROM api_requests WHERE owner = %s AND key = %s AND turn = %s",
            *(text(owner), text(key), turn),
        )

    async def sweep(self) -> int:
        """Remove the keys whose day is over."""
        return await self._database.run(
            "DELETE FROM api_requests WHERE created_at < now() - interval '1 day'"
        )


_OVER = "held.created_at < now() - interval '1 day'"
_KEEP = f"""
INSERT INTO api_requests AS held (owner, key, asked, turn) VALUES (%s, %s, %s, %s)
ON CONFLICT (owner, key) DO UPDATE SET
    asked = CASE WHEN {_OVER} THEN excluded.asked ELSE held.asked END,
    turn = CASE WHEN {_OVER} THEN excluded.turn ELSE held.turn END,
    created_at = CASE WHEN {_OVER} THEN now() ELSE held.created_at END
RETURNING asked, turn
"""
