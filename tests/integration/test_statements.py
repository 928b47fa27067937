"""What one question reads and writes in the app's own database: each thing in one statement, and once."""

import asyncio
from typing import Any

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from agent.hooks import Finished, Hook, Moment
from tests.fakes.openai_server import FakeOpenAI
from tests.fakes.room import TOP, Room
from tests.integration.conftest import OpenRoom

UNHURRIED = {"turn_lease_s": 600.0, "answer_timeout_s": 120.0}  # on a busy machine no lease is renewed either
REPLIES = (f"```sql\n{TOP}\n```", "南城服务区最高。")
SENT = (
    "pg_advisory_xact_lock",
    "INSERT INTO turns",
    "FROM notes",
    "INSERT INTO places",
    "INSERT INTO results",
    "INSERT INTO checkpoints",
    "INSERT INTO audit",
)
FREED = "DELETE FROM places"  # a moment after the last statement of a person
NOW_AND_THEN = ("INSERT INTO turn_events", "LISTEN")  # what lasts is told others each quarter of a second


class Slow(Hook):
    """Takes its time once the end is written, so that the news of it are heard."""

    async def after_message(self, moment: Moment, finished: Finished) -> None:
        """Wait."""
        await asyncio.sleep(0.4)


async def test_a_question_costs_the_apps_database_seven_statements(
    fake: FakeOpenAI, opened: OpenRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened({"hooks": [Slow()]}, **UNHURRIED) as room:
        fake.script(*REPLIES, *REPLIES)
        await room.ask("各服务区的营业额是多少？")  # opens what is opened once
        sent = _sent(room, monkeypatch)
        wakes = room.assistant._turns._wakes
        with wakes.waiter() as waiter:
            wakes.listen()  # as after a few seconds of work: its own news reach it too
            await waiter.wait(10)
            answer = await room.ask("哪个服务区的营业额最高？", thread="another")
    assert answer.kind == "data"
    assert sum(FREED in one for one in sent) == 1
    counted = [one for one in sent if not any(part in one for part in (FREED, *NOW_AND_THEN))]
    assert [next((part for part in SENT if part in one), one) for one in counted] == list(SENT)


def _sent(room: Room, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the statements sent to the app's database from now on, as they are sent."""
    sent, own = list[str](), conninfo_to_dict(room.app.address)["dbname"]

    def watched(name: str) -> None:
        send = getattr(psycopg.AsyncCursor, name)

        async def sending(cursor: psycopg.AsyncCursor[Any], query: Any, *given: Any, **how: Any) -> Any:
            found = await send(cursor, query, *given, **how)
            if cursor.connection.info.dbname == own:
                sent.append(str(query))
            return found

        monkeypatch.setattr(psycopg.AsyncCursor, name, sending)

    for name in ("execute", "executemany"):
        watched(name)
    return sent
