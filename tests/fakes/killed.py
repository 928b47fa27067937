"""A process that asks until it is killed: `python -m tests.fakes.killed` and a `Task` as JSON."""

import asyncio
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from types import SimpleNamespace
from typing import Any, Literal

from appdb.pool import AppDatabase
from appdb.share import UNLIMITED, Share
from config.settings import Settings
from tests.fakes.room import open_room, settings_on


@dataclass(frozen=True)
class Task:
    """What to ask as the room's user, all at once or one after the other, and where."""

    model: str
    app: str
    shop: str
    questions: Sequence[str]
    threads: Sequence[str] = ("t1",)  # one for each question in turn
    durability: Literal["exit", "async"] = "exit"
    lease_s: float = 1.0
    share: Sequence[int] = (UNLIMITED.running, UNLIMITED.waiting)
    one_by_one: bool = False

    def words(self) -> list[str]:
        """Return the command that does it."""
        return [sys.executable, "-m", "tests.fakes.killed", json.dumps(asdict(self))]


async def main(task: Task) -> None:
    """Ask, and print each answer's kind."""
    fake: Any = SimpleNamespace(url=task.model)
    settings = settings_on(
        fake,
        Settings(today="2026-11-20"),  # type: ignore[arg-type]
        durability=task.durability,
        turn_lease_s=task.lease_s,
        llm_timeout_s=60.0,
    )
    async with (
        await AppDatabase.open(task.app) as database,
        open_room(settings, database, task.shop, share=Share(*task.share)) as room,
    ):
        asked = [
            room.ask(question, thread=task.threads[number % len(task.threads)])
            for number, question in enumerate(task.questions)
        ]
        answers = [await one for one in asked] if task.one_by_one else await asyncio.gather(*asked)
        print(*(answer.kind for answer in answers), flush=True)


def work(task: Task) -> None:
    """Do it in this process."""
    asyncio.run(main(task))


if __name__ == "__main__":
    work(Task(**json.loads(sys.argv[1])))
