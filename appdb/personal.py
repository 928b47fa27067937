"""What is kept of one person: taken out as a whole, and deleted as a whole."""

import uuid
from typing import Any, LiteralString

from appdb.pool import AppDatabase
from appdb.storable import text

# What is a person's own, by the column that names them.
OWN: dict[LiteralString, LiteralString] = {
    "turns": "owner",
    "leases": "owner",
    "results": "owner",
    "traces": "owner",
    "drafts": "owner",
    "notes": "owner",
    "preferences": "owner",
    "places": "who",
    "own_files": "owner",
    "tokens": "owner",
    "api_requests": "owner",
    "shared_answers": "owner",
    "schedules": "owner",
}
# What they did for all stays, under a pseudonym.
FOR_ALL: tuple[tuple[LiteralString, LiteralString], ...] = (
    ("reviews", "author"),
    ("reviews", "decided_by"),
    ("knowledge_items", "author"),
    ("knowledge_items", "verified_by"),
    ("knowledge_changes", "who"),
    ("knowledge_versions", "author"),
    ("knowledge_checkups", "who"),
    ("teaching_runs", "author"),
    ("golden_questions", "author"),
    ("schema_readings", "author"),
    ("table_descriptions", "author"),
    ("connections", "author"),
)


class PersonalData:
    """One person's rows in every table."""

    def __init__(self, database: AppDatabase) -> None:
        self._database = database

    async def of(self, name: str) -> dict[str, list[dict[str, Any]]]:
        """Return everything that is kept of a person, by table."""
        own = {table: f"{owner} = %s" for table, owner in OWN.items()}
        asked = {**own, "reviews": "author = %s", "audit": "who = %s", "people": "name = %s"}
        return {table: await self._rows(table, condition, text(name)) for table, condition in asked.items()}

    async def threads(self, name: str) -> list[str]:
        """Return the conversations a person had, on the page and elsewhere."""
        rows = await self._database.rows(
            "SELECT thread FROM turns WHERE owner = %s"
            ' UNION SELECT id FROM chat.threads WHERE "userIdentifier" = %s ORDER BY 1',
            text(name),
            text(name),
        )
        return [str(row["thread"]) for row in rows]

    async def files(self, name: str) -> dict[str, str]:
        """Return the keys of the files in a person's conversations, with the names they had."""
        rows = await self._database.rows(
            'SELECT e."objectKey" AS key, e.name FROM chat.elements e'
            ' JOIN chat.threads t ON t.id = e."threadId"'
            ' WHERE t."userIdentifier" = %s AND e."objectKey" IS NOT NULL',
            text(name),
        )
        return {str(row["key"]): str(row["name"]) for row in rows}

    async def drafts(self, name: str) -> list[str]:
        """Return the files a person dropped and has not said what they are."""
        rows = await self._database.rows("SELECT id FROM drafts WHERE owner = %s", text(name))
        return [str(row["id"]) for row in rows]

    async def old_threads(self, days: int) -> list[tuple[str, str]]:
        """Return whose conversations were last spoken in longer ago than so many days: owner and thread."""
        rows = await self._database.rows(
            "SELECT owner, thread FROM turns GROUP BY owner, thread"
            " HAVING max(started_at) < now() - make_interval(days => %s)",
            days,
        )
        return [(str(row["owner"]), str(row["thread"])) for row in rows]

    async def forget(self, name: str) -> str:
        """Delete a person and what is theirs; return the pseudonym under which the rest stays."""
        pseudonym = f"former-{uuid.uuid4().hex[:12]}"
        person = text(name)
        async with self._database.pool.connection() as held, held.transaction():
            for table, owner in OWN.items():
                await held.execute(f"DELETE FROM {table} WHERE {owner} = %s", [person])
            await held.execute("DELETE FROM reviews WHERE author = %s AND state = 'open'", [person])
            for table, column in FOR_ALL:
                await held.execute(
                    f"UPDATE {table} SET {column} = %s WHERE {column} = %s", [pseudonym, person]
                )
            await held.execute("DELETE FROM chat.users WHERE identifier = %s", [person])
            await held.execute("SELECT set_config('wenshu.forgotten', %s, true)", [person])
            await held.execute("SELECT set_config('wenshu.pseudonym', %s, true)", [pseudonym])
            await held.execute(
                "UPDATE audit SET who = who WHERE who = %s OR detail ->> 'name' = %s", [person, person]
            )
            await held.execute("DELETE FROM people WHERE name = %s", [person])
        return pseudonym

    async def _rows(
        self, table: LiteralString, condition: LiteralString, person: str | None
    ) -> list[dict[str, Any]]:
        rows = await self._database.rows(
            "SELECT to_jsonb(t) - 'password_hash' - 'session_epoch' - 'secret_hash' - 'sealed' AS row"
            f" FROM {table} t WHERE {condition}",
            person,
        )
        return [dict(row["row"]) for row in rows]
