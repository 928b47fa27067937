"""What is still being read of a database holds a question up once, and is told; the next start has it."""

import asyncio
import datetime as dt
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from appdb.pool import AppDatabase
from config.settings import Settings
from database.connections import ConnectionSpec, Database, Databases
from database.rights import Rights
from errors import DatabaseError
from knowledge.pinned import PinnedKnowledge
from knowledge.profiling.known_values import KnownValues
from knowledge.profiling.store import Profiled, ProfileStore
from understanding import held as held_room
from understanding.asked import Asked
from understanding.held import Understandings
from understanding.taught import Taught

ALL = Rights(role="analyst", connection="shop")
CUT = Rights(role="south", connection="shop", row_policies={"main.sale": "area = 'Humen'"})
DAY = dt.date(2026, 11, 20)
SHORT_S = 0.05
SHOP = """
CREATE TABLE sale (id int PRIMARY KEY, area varchar(20), state varchar(20), paid_on date);
INSERT INTO sale SELECT value, CASE value % 4 WHEN 0 THEN 'Humen' ELSE 'Nancheng' END, 'open', '2026-01-15'
FROM (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n LIMIT 40) SELECT value FROM n);
"""


class SlowValues(KnownValues):
    """Values whose reading ends when the test says so, or fails."""

    def __init__(self, databases: Databases, store: ProfileStore) -> None:
        super().__init__(databases, store)
        self.may_end, self.fails, self.asked = asyncio.Event(), False, 0

    async def of(self, connection: str) -> Profiled:
        """Wait for the test, then read."""
        self.asked += 1
        if self.fails:
            raise DatabaseError("connection_lost", phase="execute")
        await self.may_end.wait()
        return await super().of(connection)


@dataclass
class Room:
    """Everything about one database, and how often somebody waited for it."""

    taught: Taught
    values: SlowValues
    waits: list[float]

    async def asked(self, question: str = "Humen", rights: Rights = ALL) -> list[str]:
        """Do what one question does, and return the values it was linked to."""
        found = await self.taught.find_values(question, "shop", rights)
        asked = Asked(question, "shop", rights, DAY)
        await self.taught.reuse(asked)
        await self.taught.metric(asked)
        await self.taught.near(question, "shop", rights, DAY, "en")
        return [one.value for one in found]


@pytest.fixture
async def room(
    settings_for: Callable[..., Settings],
    app_database: AppDatabase,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> AsyncIterator[Room]:
    with sqlite3.connect(tmp_path / "shop.db") as file:
        file.executescript(SHOP)
    spec = ConnectionSpec(
        "shop", SecretStr(f"sqlite:///{tmp_path}/shop.db"), sensitive=("main.sale.paid_on",)
    )
    settings = settings_for()
    databases = Databases.open([spec], settings)
    values = SlowValues(databases, ProfileStore(app_database))
    waits: list[float] = []
    real = asyncio.wait_for

    async def wait_for(awaited: Awaitable[Any], timeout: float) -> Any:
        if timeout <= SHORT_S:  # drivers wait too, for longer
            waits.append(timeout)
        return await real(awaited, timeout)

    monkeypatch.setattr(held_room.asyncio, "wait_for", wait_for)
    knowledge = PinnedKnowledge(settings, "shop", None)
    taught = Taught(Understandings(settings, databases, knowledge, values, first_wait_s=60, values_wait_s=60))
    yield Room(taught, values, waits)
    await taught.close()
    await values.close()
    await databases.close()


async def test_a_question_waits_once_and_the_next_one_not_at_all(room: Room) -> None:
    room.taught._understandings._first_wait_s = SHORT_S
    assert await room.asked() == [] and len(room.waits) == 1
    assert room.taught.reading("shop")
    assert await room.asked() == [] and len(room.waits) == 1
    room.values.may_end.set()
    await room.taught._understandings._building[("shop", "")].task
    assert not room.taught.reading("shop")
    assert await room.asked() == ["Humen"] and len(room.waits) == 1


async def test_values_alone_hold_a_question_up_for_a_moment_only(room: Room) -> None:
    room.taught._understandings._values_wait_s = SHORT_S
    assert await room.asked() == [] and len(room.waits) == 1 and room.waits[0] <= SHORT_S


async def test_what_failed_is_not_tried_again_within_the_same_question(room: Room) -> None:
    room.values.fails = True
    assert await room.asked() == [] and room.values.asked == 1
    assert not room.taught.reading("shop")


async def test_who_sees_some_rows_names_the_values_of_these_alone(room: Room) -> None:
    room.values.may_end.set()
    assert await room.asked("in Nancheng") == ["Nancheng"]
    assert await room.asked("in Nancheng", CUT) == [] and await room.asked("in Humen", CUT) == ["Humen"]


async def test_notes_are_for_who_sees_all_and_never_of_what_is_sensitive(room: Room) -> None:
    assert await room.taught.column_notes("shop", ALL) == {}, "nothing is read yet, and nobody waits"
    room.values.may_end.set()
    await room.asked()
    notes = {"area": "{Nancheng, Humen}", "state": "{open}"}
    assert await room.taught.column_notes("shop", ALL) == {"main.sale": notes, "sale": notes}
    assert await room.taught.column_notes("shop", CUT) == {}
    masked = Rights(role="r", connection="shop", masks={"main.sale.area": "partial"})
    assert await room.taught.column_notes("shop", masked) == {
        name: {"state": "{open}"} for name in ("main.sale", "sale")
    }
    room.taught._settings = room.taught._settings.model_copy(update={"prompt_profiles": False})
    assert await room.taught.column_notes("shop", ALL) == {}
    room.taught._settings = room.taught._settings.model_copy(update={"prompt_profiles": True})


async def test_values_that_were_read_once_are_not_read_from_the_database_again(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    room.values.may_end.set()
    assert await room.asked() == ["Humen"]

    async def refused(*_: Any, **__: Any) -> Any:
        raise AssertionError("the database was asked")

    monkeypatch.setattr(Database, "run", refused)
    later = SlowValues(room.values._databases, room.values._store)
    later.may_end.set()
    settings = room.taught._settings
    again = Taught(
        Understandings(settings, room.values._databases, PinnedKnowledge(settings, "shop", None), later, 5, 5)
    )
    found = await again.find_values("Humen", "shop", ALL)
    assert [one.value for one in found] == ["Humen"]
    await again.close()
