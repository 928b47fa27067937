"""`make bench`: speed, model calls, tokens and memory, as medians of one run on this machine.

The model is the scripted server of tests/fakes as a process of its own; the database is the demo.
`make bench ARGS="--kills 30"` kills processes at random moments instead and tells what is lost;
`make bench ARGS="--sessions 10 50 100 200"` asks in so many chats at once, one load after the other.
"""

import argparse
import asyncio
import multiprocessing
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from agent.events import LAST, Answer
from appdb.users import User
from commands.people import OPERATOR
from config import loop
from config.settings import ROOT, Settings
from demo.people import CONNECTION
from services import Services
from tests.bench import vanna
from tests.bench.browser import browser, crowds
from tests.bench.calls import calls, walls
from tests.bench.ground import (
    KINDS_OF_SIGHT,
    ON_A_THREAD,
    PLAIN,
    TOGETHER,
    WARMING,
    demo,
    model,
    opened,
    with_model,
)
from tests.bench.loop import longest_stretches
from tests.bench.metrics import metrics
from tests.bench.ports import free_port
from tests.bench.retrieval import retrieval

RUNS = 60
AT_ONCE = 50
MANY = 500
SETTLE_S = 5.0  # reading ahead goes on behind a server that is ready


@dataclass(frozen=True)
class Row:
    """One line of the table: what, figure, goal."""

    what: str
    figure: str
    goal: str = ""


def main() -> None:
    """Measure everything and print one table, or count what kills leave behind."""
    words = argparse.ArgumentParser()
    words.add_argument("--kills", type=int)
    words.add_argument("--sessions", type=int, nargs="+")
    given = words.parse_args()
    if given.kills:
        kills = [sys.executable, "-m", "tests.fakes.kills", str(given.kills)]
        raise SystemExit(subprocess.call(kills, cwd=ROOT))
    console = Console()
    with tempfile.TemporaryDirectory(prefix="wenshu-bench-") as folder:
        measured = _crowds(Path(folder), given.sessions) if given.sessions else _all(Path(folder), console)
        rows = loop.run(measured)
    table = Table("measured", "figure", "goal")
    for row in rows:
        table.add_row(row.what, row.figure, row.goal)
    console.print(table)


async def _all(folder: Path, console: Console) -> list[Row]:
    console.print("preparing the demo …")
    base = await demo(folder)
    rows = []
    console.print("walls …")
    async with opened(base) as services:
        rows += await _walls(services)
        rows += await _offline(services)
        console.print("metrics …")
        rows += [Row(*measured) for measured in await metrics(services)]
        console.print("retrieval …")
        rows += [Row(*measured) for measured in await retrieval(services)]
    console.print("calls …")
    rows += [Row(*measured) for measured in await asyncio.to_thread(calls, base.data_dir)]
    for latency, measure in ((0.0, _one_by_one), (0.3, _together), (0.0, _one_thread)):
        console.print(f"{measure.__name__.strip('_')} …")
        async with model(folder, latency) as url:
            rows += await measure(with_model(base, url))
    console.print("memory …")
    async with model(folder, 0.0) as url:
        rows += await asyncio.to_thread(_memory_apart, with_model(base, url))
    console.print("chat sessions …")
    async with model(folder, 0.3) as url:
        rows += [Row(*told) for told in await asyncio.to_thread(browser, base, url)]
    console.print("longest stretches of the loop …")
    rows += [Row(*measured) for measured in await longest_stretches()]
    console.print("start …")
    rows += await asyncio.to_thread(_start, base)
    return rows


async def _crowds(folder: Path, sessions: Sequence[int]) -> list[Row]:
    base = await demo(folder)
    async with model(folder, 0.3) as url:
        return [Row(*told) for told in await asyncio.to_thread(crowds, base, url, sessions)]


def _wait_for(url: str, seconds: float) -> float:
    began = time.monotonic()
    while time.monotonic() - began < seconds:
        try:
            with urllib.request.urlopen(url, timeout=1):
                return time.monotonic() - began
        except OSError:
            time.sleep(0.05)
    raise TimeoutError(url)


async def _walls(services: Services) -> list[Row]:
    both = await walls(services)
    times = [_timed(both) for _ in range(RUNS)]
    return [
        Row("guard + policy, 30 lines, row policies", f"p50 {statistics.median(times) * 1000:.2f} ms", "≤ 3")
    ]


async def _offline(services: Services) -> list[Row]:
    areas = ["南城", "厚街", "白云", "罗浮山"]
    questions = [f"{areas[n % 4]}服务区{1 + n % 10}月的营业额是多少？" for n in range(RUNS)]
    answers, walls, cpus = await _asked(services, questions)
    known = sum(answer.source in ("verified", "similar", "metric") for answer in answers)
    return [
        Row(
            f"no model: verified question, own time ({known}/{len(answers)} answered)",
            f"p50 {_ms(walls)} wall, {_ms(cpus)} CPU",
        )
    ]


async def _one_by_one(config: Settings) -> list[Row]:
    plain = await asyncio.to_thread(vanna.plain, config, PLAIN, RUNS)
    async with opened(config) as services:
        questions = [PLAIN.format(n=n + 1) for n in range(RUNS)]
        await _asked(services, ["预热"])
        answers, walls, cpus = await _asked(services, questions)
        again, repeat_walls, _ = await _asked(services, questions[:20])
    first = [answer.ms["first_event"] for answer in answers]
    return [
        Row("model calls a plain question", f"{_median(a.model_calls for a in answers):.0f}", "≤ 2"),
        Row("prompt tokens a plain question", f"{_median(a.prompt_tokens for a in answers):.0f}", "≤ 1,500"),
        Row("model calls a repeat", f"{_median(a.model_calls for a in again):.0f}", "0"),
        Row("own time, zero-latency model", f"p50 {_ms(walls)} wall, {_ms(cpus)} CPU", "≤ 30, ≤ 30"),
        Row("the same of a plain Vanna", f"p50 {_ms([plain.wall])} wall, {_ms([plain.cpu])} CPU"),
        Row("CPU of a question, against Vanna's", f"{_median(cpus) / plain.cpu:.2f} times", "≤ 1.11"),
        Row("a repeat", f"p50 {_ms(repeat_walls)} wall"),
        Row("first visible event", f"p50 {statistics.median(first):.1f} ms", "≤ 100"),
        Row("right kind of answer", f"{sum(a.kind == 'data' for a in answers)} of {len(answers)}", "all"),
    ]


async def _together(config: Settings) -> list[Row]:
    count = AT_ONCE * 4
    gate = asyncio.Semaphore(AT_ONCE)
    plain = await asyncio.to_thread(vanna.plain, config, TOGETHER, count, AT_ONCE)
    async with opened(config) as services:

        async def one(number: int) -> Answer:
            async with gate:
                user = User(f"u{number % AT_ONCE}", "admin")
                return await services.assistant.ask_whole(TOGETHER.format(n=number), user=user)

        await one(WARMING)
        began = time.perf_counter()
        answers = await asyncio.gather(*(one(number + 1) for number in range(count)))
        rate = count / (time.perf_counter() - began)
    failed = sum(answer.kind != "data" for answer in answers)
    return [
        Row(f"{AT_ONCE} at once, 300 ms a model call ({failed} failed)", f"{rate:.1f} a second", "≥ 25"),
        Row(f"{AT_ONCE} at once of a plain Vanna", f"{plain.rate:.1f} a second"),
        Row(f"{AT_ONCE} at once, against Vanna", f"{rate / plain.rate:.2f} times", "≥ 1.2"),
    ]


async def _one_thread(config: Settings) -> list[Row]:
    walls = []
    async with opened(config) as services:
        for turn in range(1, 51):
            began = time.perf_counter()
            asked = ON_A_THREAD.format(n=turn)
            await services.assistant.ask_whole(asked, user=OPERATOR, thread="bench-thread")
            walls.append(time.perf_counter() - began)
    early, late = statistics.median(walls[1:6]), statistics.median(walls[-5:])
    return [Row("turns 46–50 against turns 2–6 of a thread", f"{late / early:.2f} times as long", "about 1")]


def _memory_apart(config: Settings) -> list[Row]:
    """Measure in a process of its own: what was measured before is not what a terminal's question takes."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as apart:
        return apart.submit(_memory_of, config).result()


def _memory_of(config: Settings) -> list[Row]:
    async def measured() -> list[Row]:
        async with opened(config) as services:
            return await _memory(services)

    return loop.run(measured())


async def _memory(services: Services) -> list[Row]:
    before = _resident_mb()
    await _asked(services, [KINDS_OF_SIGHT[0].format(n=n + 1) for n in range(MANY // 2)])
    half = _resident_mb()
    await _asked(services, [KINDS_OF_SIGHT[1].format(n=n + 1) for n in range(MANY // 2)])
    after = _resident_mb()
    return [Row(f"resident memory idle / after {MANY // 2} / {MANY} questions",
                f"{before:.0f} / {half:.0f} / {after:.0f} MB", "≤ 550, no growth")]  # fmt: skip


def _start(base: Settings) -> list[Row]:
    port = free_port()
    env = {**os.environ, "DATA_DIR": str(base.data_dir), "PORT": str(port), "LOG_LEVEL": "ERROR"}
    process = subprocess.Popen(
        [sys.executable, "cli.py", "run"], cwd=ROOT, env=env, stdout=subprocess.DEVNULL
    )
    try:
        seconds = _wait_for(f"http://127.0.0.1:{port}/ready", 60)
        time.sleep(SETTLE_S)
        launcher, server = _resident_mb(process.pid), max(map(_resident_mb, _children(process.pid)))
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(30)
    return [
        Row("`cli.py run` to ready, set up", f"{seconds:.1f} s", "≤ 8"),
        Row("resident memory of server, launcher", f"{server:.0f}, {launcher:.0f} MB", "≤ 550 together"),
    ]


async def _asked(
    services: Services, questions: Sequence[str]
) -> tuple[list[Answer], list[float], list[float]]:
    """Ask one after the other; return answers, wall seconds and CPU seconds of each."""
    answers, walls, cpus = [], [], []
    for question in questions:
        wall, cpu = time.perf_counter(), time.process_time()
        async for event in services.assistant.ask(question, user=OPERATOR, connection=CONNECTION):
            if isinstance(event, LAST):
                answers.append(event.answer)
        walls.append(time.perf_counter() - wall)
        cpus.append(time.process_time() - cpu)
    return answers, walls, cpus


def _timed(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def _median(values: Iterable[float]) -> float:
    return statistics.median(values)


def _ms(seconds: Sequence[float]) -> str:
    return f"{statistics.median(seconds) * 1000:.0f} ms"


def _resident_mb(process: int | str = "self") -> float:
    """Return a process's resident memory; Linux alone tells it without a package."""
    status = Path(f"/proc/{process}/status").read_text()
    return next((int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")), 0) / 1024


def _children(process: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


if __name__ == "__main__":
    main()
