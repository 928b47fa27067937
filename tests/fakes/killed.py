"""A process that asks until it is killed; `begin` forks it from one that has imported all of it."""

import asyncio
import multiprocessing
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from types import SimpleNamespace
from typing import Any, Literal

from appdb.pool import AppDatabase
from appdb.share import UNLIMITED, Share
from config.settings import Settings
from tests.fakes.begun import PRELOADED
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
    turn_lease_s: float = 1.0
    answer_timeout_s: float = 120.0
    share: Sequence[int] = (UNLIMITED.running, UNLIMITED.waiting)
    one_by_one: bool = False


def begin(task: Task) -> tuple[BaseProcess, Connection]:
    """Start a process that does it, and return the end of a pipe that each answer's kind comes out of."""
    forking = multiprocessing.get_context("forkserver")
    forking.set_forkserver_preload([*PRELOADED])
    ours, theirs = forking.Pipe(duplex=False)
    process = forking.Process(target=work, args=(task, theirs), daemon=True)
    process.start()
    theirs.close()
    return process, ours


async def asked(task: Task) -> list[str]:
    """Ask, and return each answer's kind."""
    fake: Any = SimpleNamespace(url=task.model)
    settings = settings_on(
        fake,
        Settings(today="2026-11-20"),  # type: ignore[arg-type]
        durability=task.durability,
        turn_lease_s=task.turn_lease_s,
        llm_timeout_s=60.0,
        answer_timeout_s=task.answer_timeout_s,
    )
    async with (
        await AppDatabase.open(task.app) as database,
        open_room(settings, database, task.shop, share=Share(*task.share)) as room,
    ):
        asking = [
            room.ask(question, thread=task.threads[number % len(task.threads)])
            for number, question in enumerate(task.questions)
        ]
        answers = [await one for one in asking] if task.one_by_one else await asyncio.gather(*asking)
        return [answer.kind for answer in answers]


def work(task: Task, said: Connection) -> None:
    """Do it in this process, and say each answer's kind."""
    said.send(asyncio.run(asked(task)))
