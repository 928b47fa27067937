"""`make bench`: speed, model calls, tokens and memory, as medians of one run on this machine.

The model is the scripted server of tests/fakes as a process of its own; the database is the demo.
`make bench ARGS="--kills 30"` kills processes at random moments instead and tells what is lost;
`make bench ARGS="--sessions 10 50 100 200"` asks in so many chats at once, one load after the other.
"""

import argparse
import asyncio
import json
import multiprocessing
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from agent.events import LAST, Answer
from appdb.users import User
from commands.people import OPERATOR
from commands.run import prepare
from config import loop
from config.memory import settle
from config.settings import ROOT, Settings, load_settings
from database import guard, policy
from database.dialects import POSTGRES
from demo.first_start import steps
from demo.people import CONNECTION
from services import Services, build_services
from tests.bench.browser import WARMING, browser, crowds
from tests.bench.loop import longest_stretches
from tests.bench.metrics import metrics
from tests.bench.ports import free_port
from tests.bench.retrieval import retrieval

SQL = (
    "SELECT a.name, SUM(r.amount) AS revenue FROM daily_revenue r JOIN service_areas a"
    " ON a.service_area_id = r.service_area_id WHERE r.revenue_date >= DATE '2026-10-01'"
    " GROUP BY a.name ORDER BY revenue DESC LIMIT 10"
)
LONG_SQL = """WITH monthly AS (
  SELECT
    a.branch_id,
    a.name,
    date_trunc('month', r.revenue_date) AS month,
    SUM(r.amount) AS revenue,
    COUNT(DISTINCT r.shop_id) AS shops,
    SUM(r.order_count) AS orders
  FROM daily_revenue AS r
  JOIN service_areas AS a ON a.service_area_id = r.service_area_id
  LEFT JOIN shops AS s ON s.shop_id = r.shop_id
  WHERE r.revenue_date >= DATE '2026-01-01'
    AND r.revenue_date < DATE '2026-11-01'
    AND COALESCE(s.status, 1) <> 3
  GROUP BY a.branch_id, a.name, date_trunc('month', r.revenue_date)
),
ranked AS (
  SELECT
    m.*,
    RANK() OVER (PARTITION BY m.month ORDER BY m.revenue DESC) AS place,
    LAG(m.revenue) OVER (PARTITION BY m.name ORDER BY m.month) AS before
  FROM monthly AS m
)
SELECT
  b.name AS branch,
  k.name,
  k.month,
  k.revenue,
  ROUND(100.0 * (k.revenue - k.before) / NULLIF(k.before, 0), 1) AS growth
FROM ranked AS k
JOIN branches AS b ON b.branch_id = k.branch_id
WHERE k.place <= 5
ORDER BY k.month, k.place"""
# Questions that no pair or metric answers; the number stands in the SQL too.
PLAIN = "请比较前{n}组指标的构成情况"
TOGETHER = "前{n}份报表的构成"
ON_A_THREAD = "前{n}张表的构成如何"
KINDS_OF_SIGHT = ("前{n}个网点的概况", "前{n}条线路的概况")
MOST_NUMBERED = WARMING + 300  # chats ask up to 800, and one each to warm
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
    base = await _demo(folder)
    rows = []
    console.print("walls …")
    async with _opened(base) as services:
        rows += await _walls(services)
        rows += await _offline(services)
        console.print("metrics …")
        rows += [Row(*measured) for measured in await metrics(services)]
        console.print("retrieval …")
        rows += [Row(*measured) for measured in await retrieval(services)]
    for latency, measure in ((0.0, _one_by_one), (0.3, _together), (0.0, _one_thread)):
        console.print(f"{measure.__name__.strip('_')} …")
        async with _model(folder, latency) as url, _opened(_with_model(base, url)) as services:
            rows += await measure(services)
    console.print("memory …")
    async with _model(folder, 0.0) as url:
        rows += await asyncio.to_thread(_memory_apart, _with_model(base, url))
    console.print("chat sessions …")
    async with _model(folder, 0.3) as url:
        rows += [Row(*told) for told in await asyncio.to_thread(browser, base, url)]
    console.print("longest stretches of the loop …")
    rows += [Row(*measured) for measured in await longest_stretches()]
    console.print("start …")
    rows += await asyncio.to_thread(_start, base)
    return rows


async def _crowds(folder: Path, sessions: Sequence[int]) -> list[Row]:
    base = await _demo(folder)
    async with _model(folder, 0.3) as url:
        return [Row(*told) for told in await asyncio.to_thread(crowds, base, url, sessions)]


async def _demo(folder: Path) -> Settings:
    """Return the settings of a demo that is prepared in this folder."""
    data_dir = folder / "data"
    base = load_settings(data_dir=data_dir, openai_api_key=None, openai_base_url=None, log_level="ERROR")
    await asyncio.to_thread(_prepared, base)
    return base


def _prepared(base: Settings) -> None:
    """Prepare in a process of its own, whose memory is not what is measured."""
    work = multiprocessing.get_context("spawn").Process(target=prepare, args=(base, steps))
    work.start()
    work.join()
    if work.exitcode:
        raise SystemExit(work.exitcode)


def _with_model(base: Settings, url: str) -> Settings:
    return base.model_copy(update={"openai_base_url": url, "openai_api_key": None})


@asynccontextmanager
async def _opened(config: Settings) -> AsyncIterator[Services]:
    services = await build_services(config)
    try:
        await services.warm_up()
        settle()
        yield services
    finally:
        await services.close()


@asynccontextmanager
async def _model(folder: Path, latency: float) -> AsyncIterator[str]:
    script = folder / "script.jsonl"
    asked = [*((question, _sql(n)) for n, question in _questions()), ("*", SQL)]
    script.write_text("\n".join(json.dumps({"question": one, "sql": sql}) for one, sql in asked), "utf-8")
    words = [sys.executable, "-m", "tests.fakes.openai_server", "--script", str(script)]
    words += ["--latency-ms", str(latency * 1000)]
    quiet, pipe = asyncio.subprocess.DEVNULL, asyncio.subprocess.PIPE
    server = await asyncio.create_subprocess_exec(*words, cwd=ROOT, stdout=pipe, stderr=quiet)
    try:
        assert server.stdout is not None
        yield (await asyncio.wait_for(server.stdout.readline(), 30)).decode().strip()
    finally:
        server.terminate()
        await server.wait()


def _questions() -> Iterator[tuple[int, str]]:
    """Yield every numbered question that is asked of a model, with its number."""
    for worded in (PLAIN, TOGETHER, ON_A_THREAD, *KINDS_OF_SIGHT):
        yield from ((n, worded.format(n=n)) for n in range(1, MOST_NUMBERED))


def _sql(number: int) -> str:
    """Return other SQL for another number, so that none is remembered and no number goes unused."""
    return SQL.replace("LIMIT 10", f"LIMIT {number}")


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
    schema = await services.databases.get(CONNECTION).load_schema()
    manager = services.access.rights(User("m", "branch_manager", {"branch_id": "2"}), CONNECTION)

    def both() -> None:
        policy.apply(guard.check(LONG_SQL, POSTGRES), manager, schema, 1000)

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


async def _one_by_one(services: Services) -> list[Row]:
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
        Row("a repeat", f"p50 {_ms(repeat_walls)} wall"),
        Row("first visible event", f"p50 {statistics.median(first):.1f} ms", "≤ 100"),
        Row("right kind of answer", f"{sum(a.kind == 'data' for a in answers)} of {len(answers)}", "all"),
    ]


async def _together(services: Services) -> list[Row]:
    count = AT_ONCE * 4
    gate = asyncio.Semaphore(AT_ONCE)

    async def one(number: int) -> Answer:
        async with gate:
            user = User(f"u{number % AT_ONCE}", "admin")
            return await services.assistant.ask_whole(TOGETHER.format(n=number), user=user)

    await one(WARMING)
    began = time.perf_counter()
    answers = await asyncio.gather(*(one(number + 1) for number in range(count)))
    rate = count / (time.perf_counter() - began)
    failed = sum(answer.kind != "data" for answer in answers)
    return [Row(f"{AT_ONCE} at once, 300 ms a model call ({failed} failed)", f"{rate:.1f} a second", "≥ 25")]


async def _one_thread(services: Services) -> list[Row]:
    walls = []
    for turn in range(1, 51):
        began = time.perf_counter()
        await services.assistant.ask_whole(ON_A_THREAD.format(n=turn), user=OPERATOR, thread="bench-thread")
        walls.append(time.perf_counter() - began)
    early, late = statistics.median(walls[1:6]), statistics.median(walls[-5:])
    return [Row("turns 46–50 against turns 2–6 of a thread", f"{late / early:.2f} times as long", "about 1")]


def _memory_apart(config: Settings) -> list[Row]:
    """Measure in a process of its own: what was measured before is not what a terminal's question takes."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as apart:
        return apart.submit(_memory_of, config).result()


def _memory_of(config: Settings) -> list[Row]:
    async def measured() -> list[Row]:
        async with _opened(config) as services:
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


def _timed(work: Callable[[], None]) -> float:
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
