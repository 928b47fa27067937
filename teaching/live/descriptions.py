"""What an admin says of a table and its columns where the database's own comments do not."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from appdb.pool import AppDatabase
from appdb.storable import jsonb, text
from database.schema import Table
from errors import InputError

MOST_CHARS = 500


@dataclass(frozen=True)
class Description:
    """One table's description; `revision` counts its changes, 0 where there is none yet."""

    text: str = ""
    columns: Mapping[str, str] = field(default_factory=dict)
    revision: int = 0
    author: str = ""


def described(table: Table, description: Description) -> Table:
    """Return the table with what was said of it in place of the database's comments."""
    columns = tuple(
        replace(column, comment=description.columns.get(column.name) or column.comment)
        for column in table.columns
    )
    return replace(table, comment=description.text or table.comment, columns=columns)


class DescriptionStore:
    """Keeps descriptions; of two people who change one at once, the second is told."""

    def __init__(self, database: AppDatabase) -> None:
        self._database = database

    async def of(self, connection: str, names: Sequence[str]) -> dict[str, Description]:
        """Return the descriptions there are of these tables."""
        rows = await self._database.rows(
            "SELECT name, description, columns, revision, author FROM table_descriptions"
            " WHERE connection = %s AND name = ANY(%s)",
            connection,
            list(names),
        )
        return {
            row["name"]: Description(row["description"], row["columns"], row["revision"], row["author"])
            for row in rows
        }

    async def save(self, connection: str, table: Table, wanted: Description, by: str) -> None:
        """Keep a description in place of the revision it was written on, or raise where that has moved."""
        said = {
            column.name: kept
            for column in table.columns
            if (kept := _kept(wanted.columns.get(column.name, ""))) and kept != column.comment
        }
        whole = _kept(wanted.text)
        values = {
            "connection": connection,
            "name": table.full_name,
            "text": whole if whole != table.comment else "",
            "columns": jsonb(said),
            "by": by,
            "revision": wanted.revision,
        }
        async with self._database.pool.connection() as held:
            saved = (await held.execute(_SAVE, values)).rowcount
        if not saved:
            raise InputError("description_changed")


_SAVE = """
INSERT INTO table_descriptions AS kept (connection, name, description, columns, author)
SELECT %(connection)s, %(name)s, %(text)s, %(columns)s, %(by)s
WHERE %(revision)s = 0 OR EXISTS (
    SELECT 1 FROM table_descriptions WHERE connection = %(connection)s AND name = %(name)s)
ON CONFLICT (connection, name) DO UPDATE SET description = excluded.description, columns = excluded.columns,
    author = excluded.author, changed_at = clock_timestamp(), revision = kept.revision + 1
WHERE kept.revision = %(revision)s
"""


def _kept(said: str) -> str:
    return " ".join((text(said) or "").split())[:MOST_CHARS]
