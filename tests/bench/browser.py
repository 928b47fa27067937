"""The browser's whole way: real chat sessions on `cli.py run`, with one process and with two."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from appdb.pool import AppDatabase
from appdb.server import AppServer
from appdb.users import PeopleStore
from config.settings import ROOT, Settings
from tests.bench.ground import WARMING
from tests.bench.ports import free_port

SESSIONS, QUESTIONS = 50, 4
START_S, SETTLE_S = 90.0, 5.0  # reading ahead goes on behind a server that is ready


@dataclass(frozen=True)
class Load:
    """What chat sessions met: of so many questions some lost, in so many seconds, with so much CPU."""

    asked: int
    shown: int
    lost: int
    seconds: float
    p95_s: float
    cpu_s: float
    busy: float

    @property
    def rate(self) -> float:
        """Return questions a second."""
        return self.asked / self.seconds


def browser(base: Settings, model: str) -> list[tuple[str, str, str]]:
    """Return the lines on chat sessions; the model at this address takes 300 ms a call."""
    asyncio.run(with_people(base, SESSIONS))
    alone, two = (_loaded(base, model, SESSIONS, workers) for workers in (1, 2))
    lost, asked = alone.lost + two.lost, alone.asked + two.asked
    return [
        (f"{_where(SESSIONS)}: one process", _met(alone), "p95 ≤ 5 s"),
        ("CPU of a question through the browser", f"{alone.cpu_s / alone.asked * 1000:.0f} ms", "≤ 60"),
        (
            f"{_where(SESSIONS)}: two processes",
            f"{two.rate / alone.rate:.2f} times, cores allow {1 / alone.busy:.2f}, p95 {two.p95_s:.1f} s",
            "≥ 1.6",
        ),
        ("lost of what chat sessions were shown", f"{lost} of {asked}", "0"),
    ]


def crowds(base: Settings, model: str, sessions: Sequence[int]) -> list[tuple[str, str, str]]:
    """Return a line on each of these numbers of chat sessions, one process serving them."""
    asyncio.run(with_people(base, max(sessions)))
    loads = [(count, _loaded(base, model, count, workers=1)) for count in sessions]
    return [
        (_where(count), f"{_met(load)}, {load.lost} of {load.asked} lost", "0 lost") for count, load in loads
    ]


def _where(sessions: int) -> str:
    return f"{sessions} chat sessions, 300 ms a model call"


def _met(load: Load) -> str:
    return f"{load.rate:.1f} a second, p95 {load.p95_s:.1f} s"


async def with_people(base: Settings, count: int) -> None:
    """Add so many people who may sign in."""
    with AppServer(base) as server:
        async with await AppDatabase.open(server.url, size=2) as database:
            people = PeopleStore(database)
            for number in range(count):
                await people.put(f"person{number}", f"person{number}-password", "analyst")


def _loaded(base: Settings, model: str, sessions: int, workers: int) -> Load:
    with running(base, model, workers) as (addresses, processes):
        _asked(addresses, processes, sessions, 1, first=WARMING)
        return _asked(addresses, processes, sessions, QUESTIONS)


def _asked(
    addresses: Sequence[str], processes: Sequence[int], sessions: int, questions: int, first: int = 1
) -> Load:
    words = [sys.executable, "-m", "tests.fakes.chat_load", str(sessions), str(questions)]
    words += ["--first", str(first)]
    words += [word for address in addresses for word in ("--at", address)]
    words += [word for process in processes for word in ("--process", str(process))]
    return Load(**json.loads(subprocess.check_output(words, cwd=ROOT)))


@contextmanager
def running(
    base: Settings, model: str, workers: int, **environment: str
) -> Iterator[tuple[Sequence[str], Sequence[int]]]:
    """Serve until the block ends; yield the addresses and ids of the processes that serve."""
    port = free_port(beside=workers)
    given = {"DATA_DIR": base.data_dir, "PORT": port, "WORKERS": workers, "LOG_LEVEL": "ERROR"}
    given |= {"OPENAI_BASE_URL": model, "OPENAI_API_KEY": "none", **environment}
    env = {**os.environ, **{name: str(value) for name, value in given.items()}}
    launcher = subprocess.Popen(
        [sys.executable, "cli.py", "run"], cwd=ROOT, env=env, stdout=subprocess.DEVNULL
    )
    ports = [port] if workers == 1 else range(port + 1, port + 1 + workers)
    addresses = [f"http://127.0.0.1:{one}" for one in ports]
    try:
        for address in addresses:
            _wait_for(f"{address}/ready")
        time.sleep(SETTLE_S)
        children = Path(f"/proc/{launcher.pid}/task/{launcher.pid}/children").read_text().split()
        yield addresses, [int(child) for child in children if _serves(child)]
    finally:
        launcher.send_signal(signal.SIGINT)
        launcher.wait(30)


def _serves(process: str) -> bool:
    return b"chat.serve" in Path(f"/proc/{process}/cmdline").read_bytes()


def _wait_for(url: str) -> None:
    until = time.monotonic() + START_S
    while time.monotonic() < until:
        with suppress(OSError), urllib.request.urlopen(url, timeout=2):
            return
        time.sleep(0.1)
    raise TimeoutError(url)
