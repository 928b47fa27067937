"""Many people at once in the browser's chat, and what each finds on opening the conversation again.

`python -m tests.fakes.chat_load 50 5` serves the app on an own PostgreSQL; its model takes 300 ms a call, and
each session is another person's. `python -m tests.fakes.chat_load --one-person 100` tells how long another
waits for one answer while one person asks a hundred. With `--at ADDRESS` (once for each process, for their
sessions in turn) and `--process PID` it loads what is served already, by people called person0, person1 and
so on, and prints JSON.
"""

import argparse
import asyncio
import contextlib
import dataclasses
import json
import os
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from appdb.pool import AppDatabase
from appdb.users import PeopleStore
from config import loop
from tests.conftest import TEMPLATE
from tests.fakes.chat_client import ChatClient, chatting, signed_in

PATIENCE_S = 600.0
ROLES = ("viewer", "analyst", "admin")
ASKED = "前{n}份报表的构成"
TOP = "SELECT a.name, sum(s.amount) AS amount FROM sale s JOIN area a ON a.id = s.area_id GROUP BY 1"


@dataclass(frozen=True)
class Found:
    """What was asked and shown, and what of it is there on opening the conversations again."""

    asked: int
    shown: int
    lost: list[str]
    seconds: float
    p95_s: float
    cpu_s: float  # of the processes that serve
    busy: float  # the share of all cores that worked meanwhile, for whomever


async def load(
    addresses: Sequence[str],
    sessions: int,
    questions: int,
    people: Sequence[str] = ROLES,
    processes: Sequence[int] = (),
    first: int = 1,
) -> Found:
    """Ask in so many open chats at once, so many questions in each, and open all of them again.

    Questions are numbered from `first` on.
    """
    who = [people[number % len(people)] for number in range(sessions)]
    where = [addresses[number % len(addresses)] for number in range(sessions)]
    async with contextlib.AsyncExitStack() as open_chats:
        chats = [
            await open_chats.enter_async_context(chatting(address, name, patience_s=PATIENCE_S))
            for address, name in zip(where, who, strict=True)
        ]
        began, spent, cores = time.monotonic(), _cpu_s(processes), _cores()
        told = await asyncio.gather(
            *(_session(chat, first + number * questions, questions) for number, chat in enumerate(chats))
        )
        seconds, spent = time.monotonic() - began, _cpu_s(processes) - spent
        worked, passed = (after - before for before, after in zip(cores, _cores(), strict=True))
    lost: list[str] = []
    for address, name, chat, answers in zip(where, who, chats, told, strict=True):
        lost += await _lost(address, name, chat.thread, {asked: said for asked, (said, _) in answers.items()})
    waits = [wait for answers in told for _, wait in answers.values()]
    p95 = statistics.quantiles(waits, n=20)[-1]
    return Found(sessions * questions, len(waits), lost, seconds, p95, spent, worked / passed)


def _cpu_s(processes: Sequence[int]) -> float:
    """Return the CPU seconds of processes so far; Linux alone tells them without a package."""
    ticks = 0
    for process in processes:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def _cores() -> tuple[int, int]:
    """Return the ticks that all cores worked so far, and those that passed on them."""
    _, user, nice, system, idle, waiting, *others = Path("/proc/stat").read_text().split("\n")[0].split()
    worked = sum(map(int, (user, nice, system, *others[:2])))
    return worked, worked + int(idle) + int(waiting)


async def wait_of_another(address: str, questions: int, people: Sequence[str]) -> tuple[float, float, float]:
    """Return how long a person waits alone and beside one who asks so many, and until these are answered."""
    busy, other = people[:2]
    async with contextlib.AsyncExitStack() as open_chats:
        chats = await asyncio.gather(
            *(
                open_chats.enter_async_context(chatting(address, busy, patience_s=PATIENCE_S))
                for _ in range(questions)
            )
        )
        page = await open_chats.enter_async_context(chatting(address, other, patience_s=PATIENCE_S))
        await page.ask("预热的构成")
        alone = await _time_of(page, "第一次的构成")
        began = time.monotonic()
        asking = [
            asyncio.create_task(chat.ask(f"第{number}份报表的构成")) for number, chat in enumerate(chats)
        ]
        await asyncio.sleep(0.5)
        beside = await _time_of(page, "第二次的构成")
        await asyncio.gather(*asking)
        return alone, beside, time.monotonic() - began


async def _time_of(page: ChatClient, question: str) -> float:
    began = time.monotonic()
    await page.ask(question)
    return time.monotonic() - began


async def _session(chat: ChatClient, first: int, questions: int) -> dict[str, tuple[str, float]]:
    """Ask one question after the other, numbered on; return what was said to each and after how long."""
    answers: dict[str, tuple[str, float]] = {}
    for number in range(first, first + questions):
        began = time.monotonic()
        said = (await chat.ask(ASKED.format(n=number)))["output"]
        answers[ASKED.format(n=number)] = said, time.monotonic() - began
    return answers


async def _lost(address: str, name: str, thread: str, answers: dict[str, str]) -> list[str]:
    """Return the questions that are not there, or not with what was said to them."""
    async with signed_in(address, name) as http:
        reopened = await http.get(f"/project/thread/{thread}")
    steps: list[dict[str, Any]] = reopened.json().get("steps", []) if reopened.status_code == 200 else []
    runs = {step["id"]: step["parentId"] for step in steps if step["type"] == "run"}
    asked = {step["id"]: step["output"] for step in steps if step["type"] == "user_message"}
    said = {
        asked.get(runs.get(step["parentId"], ""), ""): step["output"]
        for step in steps
        if step["type"] == "assistant_message"
    }
    return [question for question, answer in answers.items() if said.get(question) != answer]


@contextlib.contextmanager
def _served(people: Sequence[str]) -> Iterator[str]:
    """Serve the app for these people until the block ends; return its address."""
    from appdb.embedded import EmbeddedPostgres
    from appdb.migrate import migrate
    from appdb.server import APP_ROLE, create_app_database
    from tests.fakes.admin_app import running_admin_app
    from tests.fakes.openai_server import FakeOpenAI

    with (
        tempfile.TemporaryDirectory() as folder,
        EmbeddedPostgres(Path(folder) / "postgres") as postgres,
        FakeOpenAI(answers={"*": TOP}, latency_s=0.3) as model,
    ):
        create_app_database(postgres.url(), TEMPLATE)
        migrate(postgres.url(TEMPLATE, APP_ROLE))
        served = Path(folder) / "served"
        served.mkdir()
        environment = {"OPENAI_BASE_URL": model.url, "OPENAI_API_KEY": "x"}
        with running_admin_app(postgres, TEMPLATE, "load", served, **environment) as server:
            asyncio.run(_add(postgres.url("load", APP_ROLE), people))
            yield server.address


async def _add(url: str, people: Sequence[str]) -> None:
    async with await AppDatabase.open(url, size=2) as database:
        store = PeopleStore(database)
        for name in people:
            await store.put(name, f"{name}-password", "analyst")


def main() -> None:
    """Serve the app, load it and print what was found."""
    words = argparse.ArgumentParser()
    words.add_argument("sessions", type=int, nargs="?", default=50)
    words.add_argument("questions", type=int, nargs="?", default=5)
    words.add_argument("--one-person", type=int, metavar="QUESTIONS")
    words.add_argument("--at", action="append", metavar="ADDRESS")
    words.add_argument("--process", action="append", type=int, default=[], metavar="PID")
    words.add_argument("--first", type=int, default=1, metavar="NUMBER")
    given = words.parse_args()
    people = [f"person{number}" for number in range(2 if given.one_person else given.sessions)]
    if given.at:
        found = loop.run(load(given.at, given.sessions, given.questions, people, given.process, given.first))
        print(json.dumps({**dataclasses.asdict(found), "lost": len(found.lost)}))
        return
    with _served(people) as address:
        if given.one_person:
            alone, beside, all_said = asyncio.run(wait_of_another(address, given.one_person, people))
            print(f"another waits {alone:.1f} s alone, {beside:.1f} s beside {given.one_person} questions of")
            print(f"one person, which were all answered or refused after {all_said:.1f} s")
            return
        found = loop.run(load([address], given.sessions, given.questions, people))
    rate = found.asked / found.seconds
    print(f"{given.sessions} sessions: {len(found.lost)} of {found.asked} lost, {rate:.1f} a second")
    print(*found.lost[:3])


if __name__ == "__main__":
    main()
