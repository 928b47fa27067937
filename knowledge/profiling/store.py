"""Profiles as they are kept: in the app's PostgreSQL, so that every replica and the next start have them."""

import asyncio
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from appdb.pool import AppDatabase
from appdb.storable import json_text, jsonb
from knowledge.inferred import Keys
from knowledge.profiles import ColumnProfile, TableProfile, profile_from, profile_payload
from knowledge.tables import key_from, key_payload


@dataclass(frozen=True, eq=False)
class Profiled:
    """What is known of a database: each table's profile, the keys inferred, when the oldest was read.

    `read_at` is of `time.monotonic`.
    """

    tables: Mapping[str, TableProfile] = field(default_factory=dict)
    keys: Keys = field(default_factory=dict)
    read_at: float = 0.0

    def column(self, name: str) -> ColumnProfile | None:
        """Return the profile of `schema.table.column`."""
        table, _, column = name.rpartition(".")
        return self.tables[table].columns.get(column) if table in self.tables else None


class ProfileStore:
    """Keeps the profile of each table of each connection, and the keys inferred from them."""

    def __init__(self, database: AppDatabase) -> None:
        self._database = database

    async def load(self, connection: str) -> Profiled:
        """Return what is kept of a connection, and how many seconds ago the oldest of it was read."""
        rows = await self._database.rows(
            "SELECT name, shape, profile, extract(epoch FROM clock_timestamp() - read_at)::float8 AS age"
            " FROM table_profiles WHERE connection = %s",
            connection,
        )
        inferred = await self._database.row(
            "SELECT keys FROM inferred_keys WHERE connection = %s", connection
        )
        profiles = await asyncio.to_thread(
            lambda: {row["name"]: profile_from(row["name"], row["shape"], row["profile"]) for row in rows}
        )
        keys = {name: tuple(map(key_from, of)) for name, of in (inferred["keys"] if inferred else {}).items()}
        age = max((row["age"] for row in rows), default=0.0)
        return Profiled(profiles, keys, time.monotonic() - age)

    async def save(self, connection: str, profiles: Sequence[TableProfile]) -> None:
        """Keep these tables' profiles in place of the earlier ones."""
        await self._database.run(_PUT, connection, await asyncio.to_thread(_written, profiles))

    async def save_keys(self, connection: str, keys: Keys) -> None:
        """Keep the inferred keys in place of the earlier ones."""
        await self._database.run(
            "INSERT INTO inferred_keys (connection, keys) VALUES (%s, %s)"
            " ON CONFLICT (connection) DO UPDATE SET keys = excluded.keys",
            connection,
            jsonb({name: [key_payload(key) for key in of] for name, of in keys.items()}),
        )

    async def keep_only(self, connection: str, names: Iterable[str]) -> None:
        """Let go of tables that are no more."""
        await self._database.run(
            "DELETE FROM table_profiles WHERE connection = %s AND name <> ALL(%s)", connection, list(names)
        )

    async def forget(self, connection: str) -> None:
        """Let go of a database that was removed."""
        await self._database.run("DELETE FROM table_profiles WHERE connection = %s", connection)
        await self._database.run("DELETE FROM inferred_keys WHERE connection = %s", connection)


_PUT = """
INSERT INTO table_profiles (connection, name, shape, profile)
SELECT %s, r.name, r.shape, r.profile
FROM jsonb_to_recordset(%s::jsonb) AS r(name text, shape text, profile jsonb)
ON CONFLICT (connection, name) DO UPDATE SET shape = excluded.shape, profile = excluded.profile,
    read_at = clock_timestamp()
"""


def _written(profiles: Iterable[TableProfile]) -> str:
    return json_text(
        [{"name": one.name, "shape": one.shape, "profile": profile_payload(one)} for one in profiles]
    )
