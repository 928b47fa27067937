"""Results: the rows behind an answer, kept apart from the conversation and only for a while."""

import uuid
from collections.abc import Collection, Mapping
from typing import Any

from appdb.lease import UNAWAITED, lease_token
from appdb.pool import AppDatabase
from appdb.storable import jsonb, text
from errors import NotFoundError

KEEP_DAYS = 30


class ResultStore:
    """The kept results; each is read by its owner alone."""

    def __init__(self, database: AppDatabase, keep_days: int = KEEP_DAYS) -> None:
        self._database = database
        self._keep_days = keep_days

    async def save(self, owner: str, thread: str, rights: str, result: Mapping[str, Any]) -> str:
        """Keep a result with a mark of the rights it was read under, and return its id."""
        ident = uuid.uuid4().hex
        await self._database.run(
            "INSERT INTO results (id, owner, thread, rights, result, bytes, expires_at)"
            " SELECT %s, %s, %s, %s, made.result, octet_length(made.result::text),"
            " now() + make_interval(days => %s) FROM (SELECT %s::jsonb) AS made (result)"
            + (f" RETURNING {UNAWAITED}" if lease_token.get() is not None else ""),  # the turn's end waits
            ident,
            text(owner),
            text(thread),
            rights,
            self._keep_days,
            jsonb(result),
        )
        return ident

    async def load(self, ident: str, owner: str, rights: Collection[str]) -> dict[str, Any]:
        """Return an owner's result read under one of these rights, or raise NotFoundError."""
        row = await self._database.row(
            "SELECT result FROM results WHERE id = %s AND owner = %s AND expires_at > now()"
            " AND rights = ANY(%s)",
            text(ident),
            text(owner),
            list(rights),
        )
        if row is None:
            raise NotFoundError("result_gone")
        return dict(row["result"])

    async def forget(self, owner: str, thread: str) -> None:
        """Remove an owner's results of a thread."""
        await self._database.run(
            "DELETE FROM results WHERE thread = %s AND owner = %s", text(thread), text(owner)
        )

    async def sweep(self) -> int:
        """Remove what has expired and return how many results that were."""
        return await self._database.run("DELETE FROM results WHERE expires_at <= now()")
