"""The audit trail: who did what, with which SQL under which policies; rows are only ever added."""

import datetime as dt
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from appdb.pool import AppDatabase
from appdb.storable import jsonb, text

# The name of the token that the request at hand came with; empty where somebody signed in. Never its secret.
through: ContextVar[str] = ContextVar("through", default="")


def with_token(detail: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    """Return what is written of an act, with the token it was done through, if any."""
    return {**(detail or {}), "through": through.get()} if through.get() else detail


@dataclass(frozen=True)
class AuditRecord:
    """One act; `code` names the error or refusal it ended with."""

    id: int
    at: dt.datetime
    who: str
    act: str
    connection: str | None
    question: str | None
    sql: str | None
    policies: list[Any] | None
    rows: int | None
    ms: float | None
    code: str | None
    detail: dict[str, Any] | None


class AuditLog:
    """The trail, written by every front end and read by admins."""

    def __init__(self, database: AppDatabase) -> None:
        self._database = database

    async def write(
        self,
        *,
        who: str,
        act: str,
        connection: str | None = None,
        question: str | None = None,
        sql: str | None = None,
        policies: Sequence[Any] | None = None,
        rows: int | None = None,
        ms: float | None = None,
        code: str | None = None,
        detail: Mapping[str, Any] | None = None,
    ) -> None:
        """Add one record."""
        await self._database.run(
            "INSERT INTO audit (who, act, connection, question, sql, policies, rows, ms, code, detail)"
            " VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)",
            text(who),
            act,
            text(connection),
            text(question),
            text(sql),
            jsonb(policies),
            rows,
            ms,
            code,
            jsonb(with_token(detail)),
        )

    async def read(
        self,
        user: str | None = None,
        since: dt.datetime | None = None,
        limit: int = 100,
        act: str | None = None,
        before: int | None = None,
    ) -> list[AuditRecord]:
        """Return the newest records: of one person, since a time, of an act, older than a record, as asked.

        An act's name holds for those under it: `teach` for `teach.publish` too.
        """
        rows = await self._database.rows(
            "SELECT * FROM audit WHERE (%s::text IS NULL OR who = %s)"
            " AND (%s::timestamptz IS NULL OR at >= %s)"
            " AND (%s::text IS NULL OR split_part(act, '.', 1) = %s)"
            " AND (%s::bigint IS NULL OR id < %s) ORDER BY id DESC LIMIT %s",
            text(user),
            text(user),
            since,
            since,
            act,
            act,
            before,
            before,
            limit,
        )
        return [AuditRecord(**row) for row in rows]
