"""The tables of a database as they were last read: kept, searched and paged in PostgreSQL."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from psycopg.rows import DictRow

from appdb.pool import AppDatabase
from appdb.storable import json_text, jsonb
from database.schema import Table
from knowledge.tables import table_from, table_payload

Taught = Literal["", "staged", "published", "leaving"]
Only = Literal["", "taught", "untaught"]


@dataclass(frozen=True)
class LiveTable:
    """One table as read: its estimated rows, a few values, whether it is taught, what was said of it."""

    table: Table
    rows: int | None = None
    samples: Mapping[str, Sequence[str]] = field(default_factory=dict)
    taught: Taught = ""
    description: str = ""


@dataclass(frozen=True)
class Wanted:
    """Which tables are looked for; empty is all."""

    search: str = ""
    schema: str = ""
    only: Only = ""


@dataclass(frozen=True)
class Moved:
    """One table that is not as it was when somebody last took note; None is: not there."""

    name: str
    before: Table | None
    after: Table | None


@dataclass(frozen=True)
class TaughtBy:
    """The items that teach one table, empty where there is none."""

    staged: str
    published: str


class LiveTableStore:
    """Keeps what was read, and what of it an admin has taken note of."""

    def __init__(self, database: AppDatabase) -> None:
        self._database = database

    async def save(self, connection: str, run: str, tables: Iterable[LiveTable]) -> bool:
        """Keep a whole reading; nothing of one that was stopped or overtaken. The first is taken note of."""
        read = list(tables)
        names = [one.table.full_name for one in read]
        written = await asyncio.to_thread(_written, read)  # a quarter of a second for 2,000 tables
        async with self._database.pool.connection() as held, held.transaction():
            ended = await held.execute(
                "UPDATE schema_readings SET status = 'done', done = whole, read_at = clock_timestamp(),"
                " beat_at = clock_timestamp()"
                " WHERE connection = %s AND run = %s AND status = 'reading' AND NOT cancel_wanted",
                [connection, run],
            )
            if ended.rowcount != 1:
                return False
            await held.execute(_PUT, {"connection": connection, "rows": written})
            await held.execute(
                "UPDATE live_tables SET live = NULL WHERE connection = %s AND name <> ALL(%s)",
                [connection, names],
            )
            await held.execute(
                "DELETE FROM live_tables WHERE connection = %s AND live IS NULL AND settled IS NULL",
                [connection],
            )
        return True

    async def page(
        self, connection: str, wanted: Wanted, limit: int, offset: int = 0
    ) -> tuple[list[LiveTable], int]:
        """Return a page of tables by name, and how many there are in all."""
        rows = await self._database.rows(
            f"SELECT *, count(*) OVER () AS among FROM ({_FOUND}) found ORDER BY name LIMIT %s OFFSET %s",
            *_asked(connection, wanted),
            limit,
            offset,
        )
        return [_live(row) for row in rows], rows[0]["among"] if rows else 0

    async def names(self, connection: str, wanted: Wanted) -> list[str]:
        """Return the names of all tables that are looked for."""
        rows = await self._database.rows(
            f"SELECT name FROM ({_FOUND}) found ORDER BY name", *_asked(connection, wanted)
        )
        return [row["name"] for row in rows]

    async def named(self, connection: str, names: Sequence[str]) -> list[LiveTable]:
        """Return those of these tables that were read."""
        rows = await self._database.rows(
            f"SELECT * FROM ({_FOUND}) found WHERE name = ANY(%s) ORDER BY name",
            *_asked(connection, Wanted()),
            list(names),
        )
        return [_live(row) for row in rows]

    async def schemas(self, connection: str) -> dict[str, int]:
        """Return how many tables each schema has."""
        rows = await self._database.rows(
            "SELECT schema_name, count(*) AS n FROM live_tables WHERE connection = %s AND live IS NOT NULL"
            " GROUP BY 1 ORDER BY 1",
            connection,
        )
        return {row["schema_name"]: row["n"] for row in rows}

    async def moved(self, connection: str) -> list[Moved]:
        """Return the tables that are not as they were when somebody last took note."""
        rows = await self._database.rows(
            "SELECT name, live, settled FROM live_tables"
            " WHERE connection = %s AND live IS DISTINCT FROM settled ORDER BY name",
            connection,
        )
        return [Moved(row["name"], _table(row["settled"]), _table(row["live"])) for row in rows]

    async def settle(self, connection: str, seen: Sequence[Moved]) -> None:
        """Take note of these tables, unless they have moved again since."""
        rows = [{"name": one.name, "live": table_payload(one.after) if one.after else None} for one in seen]
        async with self._database.pool.connection() as held, held.transaction():
            await held.execute(
                "UPDATE live_tables t SET settled = t.live"
                " FROM jsonb_to_recordset(%s) AS s(name text, live jsonb)"
                " WHERE t.connection = %s AND t.name = s.name AND t.live IS NOT DISTINCT FROM s.live",
                [jsonb(rows), connection],
            )
            await held.execute(
                "DELETE FROM live_tables WHERE connection = %s AND live IS NULL AND settled IS NULL",
                [connection],
            )

    async def taught(self, connection: str, names: Sequence[str]) -> dict[str, TaughtBy]:
        """Return the items that teach these tables, by name."""
        rows = await self._database.rows(
            "SELECT n.name, coalesce(max(i.id) FILTER (WHERE i.status = 'staged'), '') AS staged,"
            " coalesce(max(i.id) FILTER (WHERE i.status = 'published'), '') AS published"
            f" FROM unnest(%s::text[]) AS n(name) JOIN knowledge_items i ON {_TEACHES}"
            " WHERE i.connection = %s GROUP BY n.name",
            list(names),
            connection,
        )
        return {row["name"]: TaughtBy(row["staged"], row["published"]) for row in rows}

    async def forget(self, connection: str) -> None:
        """Let go of what was read of a database that was removed."""
        async with self._database.pool.connection() as held, held.transaction():
            await held.execute("DELETE FROM schema_readings WHERE connection = %s", [connection])
            await held.execute("DELETE FROM live_tables WHERE connection = %s", [connection])


_TEACHES = """i.kind = 'ddl' AND i.status IN ('staged', 'published')
    AND md5(i.key) = md5(lower(regexp_replace(n.name, '\\s+', ' ', 'g')))"""

_PUT = """
WITH known AS (SELECT count(*) > 0 AS any FROM live_tables WHERE connection = %(connection)s)
INSERT INTO live_tables (connection, name, schema_name, live, settled, row_estimate, samples)
SELECT %(connection)s, r.name, r.schema_name, r.live, CASE WHEN NOT known.any THEN r.live END,
    r.row_estimate, r.samples
FROM known, jsonb_to_recordset(%(rows)s::jsonb)
    AS r(name text, schema_name text, live jsonb, row_estimate bigint, samples jsonb)
ON CONFLICT (connection, name) DO UPDATE SET live = excluded.live, schema_name = excluded.schema_name,
    row_estimate = excluded.row_estimate, samples = excluded.samples
"""

_FOUND = f"""
SELECT * FROM (
    SELECT n.name, n.live, n.row_estimate, n.samples, coalesce(said.description, '') AS description,
        coalesce((
        SELECT CASE WHEN i.removal_staged THEN 'leaving' ELSE i.status END FROM knowledge_items i
        WHERE i.connection = n.connection AND {_TEACHES} ORDER BY i.status DESC LIMIT 1), '') AS taught
    FROM live_tables n LEFT JOIN table_descriptions said USING (connection, name)
    WHERE n.connection = %s AND n.live IS NOT NULL AND (%s = '' OR n.schema_name = %s)
        AND (%s = '' OR concat_ws(E'\\n', n.name, n.live ->> 'comment', n.live ->> 'columns',
            said.description, said.columns::text) ILIKE %s)
) every WHERE CASE %s WHEN 'taught' THEN taught <> '' WHEN 'untaught' THEN taught = '' ELSE true END
"""


def _asked(connection: str, wanted: Wanted) -> list[Any]:
    escaped = wanted.search.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    like = f"%{escaped}%"
    return [connection, wanted.schema, wanted.schema, wanted.search, like, wanted.only]


def _written(tables: Iterable[LiveTable]) -> str:
    rows = [
        {
            "name": one.table.full_name,
            "schema_name": one.table.schema,
            "live": table_payload(one.table),
            "row_estimate": one.rows,
            "samples": dict(one.samples),
        }
        for one in tables
    ]
    return json_text(rows)


def _live(row: DictRow) -> LiveTable:
    return LiveTable(
        table_from(row["live"]), row["row_estimate"], row["samples"], row["taught"], row["description"]
    )


def _table(payload: dict[str, Any] | None) -> Table | None:
    return table_from(payload) if payload else None
