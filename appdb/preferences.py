"""Preferences: what a person once chose between readings, kept for that person's later questions."""

from collections.abc import Iterable, Mapping

from appdb.pool import AppDatabase
from appdb.storable import text

MOST_KEPT = 500  # of one person; the oldest go first


class PreferenceStore:
    """Choices by owner and connection; there is no way to ask for another's."""

    def __init__(self, database: AppDatabase) -> None:
        self._database = database

    async def keep(self, owner: str, connection: str, reading: str, choices: Mapping[str, str]) -> None:
        """Keep a chosen reading under each of its subjects; what was chosen before is replaced."""
        for subject, chosen in choices.items():
            await self._database.run(
                "INSERT INTO preferences (owner, connection, subject, chosen, reading)"
                " VALUES (%s, %s, %s, %s, %s) ON CONFLICT (owner, connection, subject)"
                " DO UPDATE SET chosen = EXCLUDED.chosen, reading = EXCLUDED.reading, chosen_at = now()",
                text(owner),
                text(connection),
                text(subject),
                text(chosen),
                text(reading),
            )
        await self._database.run(
            "DELETE FROM preferences WHERE owner = %s AND (connection, subject) IN"
            " (SELECT connection, subject FROM preferences WHERE owner = %s"
            " ORDER BY chosen_at DESC, subject OFFSET %s)",
            text(owner),
            text(owner),
            MOST_KEPT,
        )

    async def find(self, owner: str, connection: str, subjects: Iterable[str]) -> dict[str, str]:
        """Return what was chosen under these subjects."""
        rows = await self._database.rows(
            "SELECT subject, chosen FROM preferences"
            " WHERE owner = %s AND connection = %s AND subject = ANY(%s)",
            text(owner),
            text(connection),
            [text(subject) for subject in subjects],
        )
        return {row["subject"]: row["chosen"] for row in rows}

    async def of(self, owner: str, connection: str) -> list[str]:
        """Return the readings an owner chose, the newest first."""
        rows = await self._database.rows(
            "SELECT reading FROM preferences WHERE owner = %s AND connection = %s"
            " GROUP BY reading ORDER BY max(chosen_at) DESC, reading",
            text(owner),
            text(connection),
        )
        return [row["reading"] for row in rows]

    async def forget(self, owner: str, connection: str, reading: str = "") -> int:
        """Forget one reading, or all of them, and return how many that were."""
        rows = await self._database.rows(
            "DELETE FROM preferences WHERE owner = %s AND connection = %s AND (%s = '' OR reading = %s)"
            " RETURNING reading",
            text(owner),
            text(connection),
            text(reading),
            text(reading),
        )
        return len({row["reading"] for row in rows})
