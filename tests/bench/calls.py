"""How many functions a question calls on the thread of its loop, path by path: no other load changes that.

`python -m tests.bench.calls DATA_DIR` counts on a demo that stands prepared there. `--beneath model` tells
besides where the calls of one path are: for each function its own, those beneath it too, and how often it
is called. What runs compiled (sqlglot, pydantic) counts as one call, and other threads do not count.
"""

import argparse
import asyncio
import cProfile
import itertools
import json
import os
import pstats
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from operator import sub
from pathlib import Path

from appdb.users import User
from commands.people import OPERATOR
from config import loop
from config.settings import ROOT, Settings
from database import guard, policy
from database.dialects import POSTGRES
from demo.people import CONNECTION
from services import Services
from tests.bench.browser import running, with_people
from tests.bench.ground import LONG_SQL, TOGETHER, WARMING, model, opened, settings_at, with_model
from tests.fakes.chat_client import chatting

WARMED, COUNTED = 2, 8
AREAS = ("南城", "厚街", "白云", "罗浮山")
# One wording of each path, with another month, place or number each time, so that nothing is remembered.
PATHS: Mapping[str, tuple[str, ...]] = {
    "pair": ("{month}月营业额最高的5个服务区是哪些？", "similar"),
    "pair with a member": ("{area}服务区{month}月的营业额是多少？", "similar"),
    "metric": ("{month}月各业态的客单价和退款率", "metric"),
    "model": (TOGETHER, "generated"),
}
WALLS = "guard + policy, 30 lines"
BROWSER = "model, in the browser"
SIGNAL_S = 0.2  # in which a process has heard a signal
GOALS = {"model": "≤ 40,000"}


def _profile() -> cProfile.Profile:
    """Return a profiler whose clock is its own count, so that what is beneath is counted in calls too."""
    return cProfile.Profile(itertools.count().__next__, 1.0)


def _table(counted: pstats.Stats, asked: int, lines: int = 60) -> str:
    """Return where calls are, for one question."""
    stats = counted.stats  # type: ignore[attr-defined]
    owners: Counter[str] = Counter()
    for (file, _, _), (_, called, _, _, callers) in stats.items():
        if file.startswith(("~", "<")) and callers:  # what is built in counts to whoever calls it
            for (caller, _, _), (_, times, _, _) in callers.items():
                owners[_owner(caller)] += times
        else:
            owners[_owner(file)] += called
    told = [f"{calls / asked:9.0f}  {owner}" for owner, calls in owners.most_common(lines // 2)]
    told += ["", "  beneath       own    called"]
    by_all = sorted(stats.items(), key=lambda item: -item[1][3])
    for (file, line, name), (_, called, own, beneath, _) in by_all[: lines * 4]:
        figures = "".join(f"{figure / asked:10.1f}" for figure in (beneath / 2, own / 2, called))
        told.append(f"{figures}  {_short(file)}:{line} {name}")
    return "\n".join(told)


def _short(file: str) -> str:
    return file.rpartition("site-packages/")[2].removeprefix(f"{ROOT}/")


def _owner(file: str) -> str:
    """Return whose a function is: a room of ours, a library, or Python's own."""
    within = file.startswith(f"{ROOT}/") or "site-packages/" in file
    return _short(file).partition("/")[0] if within else "Python's own"


def calls(data_dir: Path) -> list[tuple[str, str, str]]:
    """Return what, figure and goal of each path, counted in a process in which hashes are always the same."""
    words = [sys.executable, "-m", "tests.bench.calls", str(data_dir), "--json"]
    env = {**os.environ, "PYTHONHASHSEED": "0"}
    told: dict[str, float] = json.loads(subprocess.check_output(words, cwd=ROOT, env=env))
    return [
        (f"calls of a question on its loop: {path}", f"{count:,.0f}", GOALS.get(path, ""))
        for path, count in told.items()
    ]


async def _counted(data_dir: Path, beneath: str) -> tuple[dict[str, float], str]:
    """Return the number of calls of each path, and the table of the one that is looked beneath."""
    base = settings_at(data_dir)
    found: dict[str, float] = {}
    table = ""

    def keep(path: str, counted: pstats.Stats, asked: int = COUNTED, each: float = 0) -> None:
        nonlocal table
        found[path] = each or counted.total_calls / asked  # type: ignore[attr-defined]
        if path == beneath:
            table = _table(counted, asked)

    with tempfile.TemporaryDirectory(prefix="wenshu-calls-") as folder:
        async with model(Path(folder), 0.0) as url:
            async with opened(with_model(base, url)) as services:
                keep(WALLS, await _walled(services), 1)
                for path in PATHS:
                    counted, each = await _asked(services, path)
                    keep(path, counted, each=each)
            await with_people(base, 1)
            keep(BROWSER, await asyncio.to_thread(_in_browser, base, url, Path(folder) / "counted"))
    return found, table


async def _walled(services: Services) -> pstats.Stats:
    """Hold the long statement against both walls once, after once that warms."""
    both = await walls(services)
    both()
    with _profile() as counted:
        both()
    return pstats.Stats(counted)


async def _asked(services: Services, path: str) -> tuple[pstats.Stats, float]:
    """Ask what warms, then what is counted; each question must take the path it stands for.

    Return the calls of all, and the median of each: what is read anew after a while falls on one of them.
    """
    worded, *sources = PATHS[path]
    counted, totals = _profile(), [0]
    for number in range(WARMED + COUNTED):
        with nullcontext() if number < WARMED else counted:
            question = worded.format(month=1 + number, area=AREAS[number % len(AREAS)], n=WARMING + number)
            answer = await services.assistant.ask_whole(question, user=OPERATOR, connection=CONNECTION)
        assert answer.source in sources, f"{question}: {answer.source}, not {sources}"
        if number >= WARMED:
            totals.append(sum(one.callcount for one in counted.getstats()))
    return pstats.Stats(counted), statistics.median(itertools.starmap(sub, itertools.pairwise(totals[::-1])))


def _in_browser(base: Settings, url: str, into: Path) -> pstats.Stats:
    """Ask in one chat of a server that counts by itself; the numbers go on after those of the terminal."""
    counting = {"PYTHONPATH": str(Path(__file__).parent / "counted"), "COUNTED_INTO": str(into)}
    with running(base, url, workers=1, **counting) as ([address], [server]):
        asyncio.run(_chat(address, server))
        while not into.exists():
            time.sleep(SIGNAL_S)
    return pstats.Stats(str(into))


async def _chat(address: str, server: int) -> None:
    async with chatting(address, "person0") as chat:
        for number in range(WARMED + COUNTED):
            if number == WARMED:
                os.kill(server, signal.SIGUSR1)
                await asyncio.sleep(SIGNAL_S)
            await chat.ask(TOGETHER.format(n=WARMING + WARMED + COUNTED + number))
    os.kill(server, signal.SIGUSR2)


async def walls(services: Services) -> Callable[[], object]:
    """Return what holds the long statement against guard and policy."""
    schema = await services.databases.get(CONNECTION).load_schema()
    manager = services.access.rights(User("m", "branch_manager", {"branch_id": "2"}), CONNECTION)
    return lambda: policy.apply(guard.check(LONG_SQL, POSTGRES), manager, schema, 1000)


def main() -> None:
    """Print what was counted."""
    words = argparse.ArgumentParser()
    words.add_argument("data_dir", type=Path)
    words.add_argument("--json", action="store_true")
    words.add_argument("--beneath", choices=(WALLS, *PATHS, BROWSER), default="")
    given = words.parse_args()
    found, table = loop.run(_counted(given.data_dir, given.beneath))
    if given.json:
        print(json.dumps(found))
        return
    print(*(f"{count:9,.0f}  {path}" for path, count in found.items()), sep="\n")
    print(table)


if __name__ == "__main__":
    main()
