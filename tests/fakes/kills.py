"""Processes killed at random moments while they answer, and what became of each question they had taken.

`python -m tests.fakes.kills 30` does so thirty times on an own PostgreSQL; its model takes 200 ms a call.
"""

import asyncio
import contextlib
import random
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from appdb.pool import AppDatabase
from appdb.share import Share
from appdb.users import User
from config.settings import Settings
from tests.fakes.killed import Task, begin
from tests.fakes.room import TOP, USER, Room, fill_shop, open_room, settings_on

PATIENCE_S = 300.0
LONGEST_S = 2.5  # from the first question of a process to its end
SHARE = Share(running=2, waiting=1000)  # none is refused: those of killed processes wait too


@dataclass(frozen=True)
class Found:
    """What was asked and killed, and what of it was not answered, or not written down exactly once."""

    kills: int
    asked: int
    taken_up: int
    given_up: int
    seconds: float
    not_answered: list[str] = field(default_factory=list)
    not_once: list[str] = field(default_factory=list)


async def killing(model: str, app: str, shop: str, kills: int, seed: int) -> Found:
    """Let one process after the other ask four questions in two conversations, and kill each."""
    chance, began = random.Random(seed), time.monotonic()
    async with await AppDatabase.open(app, size=4) as database:
        for number in range(kills):
            questions = [f"第{number}号报表第{part}部分的构成" for part in range(4)]
            threads = (f"a{number}", f"b{number}")
            share = (SHARE.running, SHARE.waiting)
            task = Task(model, app, shop, questions, threads, share=share)
            process, _ = begin(task)
            while process.is_alive() and not await _is_taken(database, questions[0]):  # noqa: ASYNC110
                await asyncio.sleep(0.02)
            await asyncio.sleep(chance.uniform(0, LONGEST_S))
            process.kill()
            process.join()
        unfinished = await _count(database, "status = 'running'")
        async with _living(model, database, shop):
            async with asyncio.timeout(PATIENCE_S):
                while await _count(database, "status = 'running'"):  # noqa: ASYNC110  a table
                    await asyncio.sleep(0.1)
        rows = await database.rows(
            "SELECT question, status, answer -> 'failure' ->> 'code' = 'cut_off_again' AS is_given_up,"
            " (SELECT count(*) FROM audit WHERE detail ->> 'turn' = turns.id) AS n"
            " FROM turns ORDER BY place"
        )
    return Found(
        kills,
        len(rows),
        unfinished,
        sum(bool(row["is_given_up"]) for row in rows),
        time.monotonic() - began,
        [
            f"{row['question']}: {row['status']}"
            for row in rows
            if row["status"] != "done" and not row["is_given_up"]
        ],
        [f"{row['question']}: {row['n']} records" for row in rows if row["n"] != 1],
    )


@contextlib.asynccontextmanager
async def _living(model: str, database: AppDatabase, shop: str) -> AsyncIterator[Room]:
    """Open a process that lives on, in which nobody opens these conversations."""
    fake: Any = SimpleNamespace(url=model)
    settings = settings_on(fake, Settings(today="2026-11-20"), turn_lease_s=1.0)  # type: ignore[arg-type]

    async def find(name: str) -> User | None:
        return USER if name == USER.name else None

    async with open_room(settings, database, shop, share=SHARE) as room:
        looking = asyncio.create_task(room.assistant.take_up_abandoned(find))
        try:
            yield room
        finally:
            looking.cancel()


async def _is_taken(database: AppDatabase, question: str) -> bool:
    return await database.row("SELECT 1 AS one FROM turns WHERE question = %s", question) is not None


async def _count(database: AppDatabase, condition: Any) -> int:
    row = await database.row(f"SELECT count(*) AS n FROM turns WHERE {condition}")
    return int(row["n"]) if row else 0


def main(kills: int, seed: int) -> None:
    """Do it on an own PostgreSQL, print what was found, and fail where a question was lost."""
    from appdb.embedded import EmbeddedPostgres
    from appdb.migrate import migrate
    from appdb.server import APP_ROLE, create_app_database
    from tests.conftest import create_database
    from tests.fakes.openai_server import FakeOpenAI

    with (
        tempfile.TemporaryDirectory() as folder,
        EmbeddedPostgres(Path(folder) / "postgres") as postgres,
        FakeOpenAI(answers={"*": TOP}, latency_s=0.2) as model,
    ):
        create_app_database(postgres.url(), "app")
        migrate(postgres.url("app", APP_ROLE))
        create_database(postgres, "shop")
        fill_shop(postgres.url("shop"))
        app = postgres.url("app", APP_ROLE)
        found = asyncio.run(killing(model.url, app, postgres.url("shop"), kills, seed))
    print(
        f"{found.kills} kills: {found.asked} questions taken, {found.taken_up} unfinished after the last,"
        f" {found.given_up} told after three kills each that they are not tried again,"
        f" {len(found.not_answered)} not answered, {len(found.not_once)} not audited exactly once,"
        f" {found.seconds:.0f} s"
    )
    print(*found.not_answered, *found.not_once, sep="\n")
    sys.exit(bool(found.not_answered or found.not_once))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0)
