"""The chart's reader beside the one that answers: python -m tests.integration.shadow [verdict …]

Over the spent blind sets, the demo and the shop, and every text of the cases: what both readers make of it
as it is answered, asked back or declined. Texts of the named verdicts are listed. Starts a PostgreSQL of its
own (three minutes), and ends with the CPU time of either reader.
"""

import asyncio
import datetime as dt
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Literal

import psycopg
import yaml
from pydantic import SecretStr

from appdb.embedded import EmbeddedPostgres
from config.settings import Settings
from config.wording import language_of
from database.connections import Database, Databases
from database.dialects import SQLITE
from database.rights import Rights
from database.spec import ConnectionSpec
from demo import database as demo_database
from evaluation.blind import read_blind
from knowledge.values import ValueIndex, code_values, read_values
from teaching.loaders import load_paths
from tests.conftest import TODAY
from tests.integration.metric_cases import compact
from tests.integration.metrics_shop import reader as shop_reader
from tests.integration.metrics_shop import rows as shop_rows
from tests.integration.test_blind_sets import SETS, Room
from understanding.figures.outcome import outcome_of
from understanding.figures.reader import FigureReader
from understanding.metric.answers import MetricAnswers
from understanding.metric.followups import FollowUps
from understanding.metric.reader import MetricReader
from understanding.question import Ambiguous, MetricQuery, MetricReading, NotMine

Verdict = Literal["same", "different", "asks", "silent", "surer", "why"]
VERDICTS: tuple[Verdict, ...] = ("same", "different", "asks", "silent", "surer", "why")
ROOT = Path(__file__).resolve().parents[2]
CASES = ROOT / "tests" / "cases"
FOLDERS = (
    *("analysis", "conversations", "derived", "figures", "metrics"),
    *("reuse", "rows", "sentences", "together"),
)
SHORTEST, LONGEST = 3, 160
RIGHTS = Rights("admin", "demo")
Outcome = MetricReading | Ambiguous | NotMine


@dataclass(frozen=True)
class Beside:
    """One text as both readers read it, and how long either took, CPU seconds."""

    text: str
    verdict: Verdict
    old: Outcome
    new: Outcome
    took: tuple[float, float]


def compared(old: MetricReader, chart: FigureReader, text: str, today: dt.date) -> Beside:
    """Read a text twice."""
    start = time.process_time()
    before = old.read(text, today)
    middle = time.process_time()
    now = outcome_of(chart.read(text, today), language_of(text), old.catalog)
    took = (middle - start, time.process_time() - middle)
    return Beside(text, verdict_on(before, now), before, now, took)


def verdict_on(old: Outcome, new: Outcome) -> Verdict:
    """Tell how what the chart makes of a text differs from what is made of it today.

    *different*: other queries; *asks*: the chart takes more for granted; *silent*: it declines what is
    answered or asked back; *surer*: the other way round; *why*: both decline, for other reasons.
    """
    if isinstance(old, NotMine) or isinstance(new, NotMine):
        if isinstance(old, NotMine) and isinstance(new, NotMine):
            return "same" if old.reason == new.reason else "why"
        return "surer" if isinstance(old, NotMine) else "silent"
    if not {one.key for one in _queries(old)} & {one.key for one in _queries(new)}:
        return "different"
    if _sureness(old) == _sureness(new):
        return "same"
    return "asks" if _sureness(old) > _sureness(new) else "surer"


def _queries(found: MetricReading | Ambiguous) -> tuple[MetricQuery, ...]:
    return (found.query,) if isinstance(found, MetricReading) else found.queries


def _sureness(found: MetricReading | Ambiguous) -> int:
    """Return 2 for a certain reading, 1 for one that takes something for granted, 0 for several."""
    if isinstance(found, Ambiguous):
        return 0
    assumed = found.query.period_assumed and not found.by_definition
    taken = (
        found.figure_assumed,
        found.unread,
        found.guessed,
        found.of_sibling,
        found.months_assumed,
        assumed,
    )
    return 1 if any(taken) else 2


async def rooms(
    server: EmbeddedPostgres,
) -> AsyncIterator[tuple[str, MetricAnswers, list[tuple[str, dt.date]]]]:
    """Yield each database's reader with its single questions and the day they are asked on."""
    for folder in sorted(path for path in SETS.iterdir() if path.is_dir()):
        with psycopg.connect(server.url("postgres"), autocommit=True) as made:
            made.execute(f'CREATE DATABASE "{folder.name}"'.encode())
        url = server.url(folder.name)
        with psycopg.connect(url, autocommit=True) as made:
            made.execute((folder / "schema.sql").read_bytes())
        databases = Databases.open([ConnectionSpec(name=folder.name, url=SecretStr(url))], Settings())
        asked = [(turn.question, turn.today or TODAY) for turns in read_blind(folder) for turn in turns]
        yield folder.name, await Room(folder, databases).reader(), asked
        await databases.close()
    texts = [(one, TODAY) for one in _texts()]
    yield "demo", await _demo(server), texts
    shop = shop_reader(shop_rows())
    yield "shop", MetricAnswers(shop, FollowUps(shop), SQLITE), texts


async def _demo(server: EmbeddedPostgres) -> MetricAnswers:
    demo_database.create(server.url())
    url = demo_database.demo_url(server.url())
    demo_database.fill(url, TODAY)
    spec = ConnectionSpec(name="demo", url=SecretStr(url), schemas=("public",))
    databases = Databases.open([spec], Settings())
    database: Database = databases.get("demo")
    schema = await database.load_schema()

    async def run(sql: str) -> list[tuple[object, ...]]:
        return [tuple(row) for row in (await database.run(await database.approve(sql, RIGHTS))).rows]

    values = await read_values(schema, run, dialect=database.dialect, max_distinct=900)
    report = load_paths([ROOT / "demo" / "knowledge" / "metrics.yaml"])
    index = ValueIndex.build([*code_values(schema), *values])
    await databases.close()
    return MetricAnswers.build(report.items, schema, index, database.dialect)


def _texts() -> Iterator[str]:
    """Yield every text of the cases that may be a question, also messages that only follow one."""
    for file in sorted(one for folder in FOLDERS for one in (CASES / folder).rglob("*")):
        if file.suffix == ".yaml":
            yield from _strings(yaml.load(file.read_bytes(), yaml.CSafeLoader))
        elif file.suffix == ".jsonl":
            yield from _strings([json.loads(line) for line in file.read_text("utf-8").splitlines()])


def _strings(data: object) -> Iterator[str]:
    if isinstance(data, dict):
        data = [*data, *data.values()]
    if isinstance(data, list):
        yield from (text for one in data for text in _strings(one))
    elif isinstance(data, str) and SHORTEST <= len(data) <= LONGEST and "\n" not in data:
        yield data


async def main(listed: Iterable[str]) -> None:
    """Print a line for each database, then the texts of the verdicts that are listed."""
    print("| set | texts | " + " | ".join(VERDICTS) + " |\n|" + "---|" * (len(VERDICTS) + 2))
    every = list[tuple[str, Beside]]()
    server = EmbeddedPostgres(Path(tempfile.mkdtemp(prefix="wenshu-shadow-")) / "data")
    server.start()
    try:
        async for name, answers, asked in rooms(server):
            chart = FigureReader.over(answers.reader.known)
            chart.read("warm", TODAY)
            found = [compared(answers.reader, chart, *one) for one in dict.fromkeys(asked)]
            _print(name, found)
            every += [(name, one) for one in found]
    finally:
        server.stop()
    _print("all", [one for _, one in every])
    for at, reader in enumerate(("old", "new")):
        print(f"{reader}: {median(one.took[at] for _, one in every) * 1000:.1f} ms CPU at the median")
    for name, one in every:
        if one.verdict in set(listed):
            print(f"\n{one.verdict} · {name} · {one.text}\n  old {_told(one.old)}\n  new {_told(one.new)}")


def _told(found: Outcome) -> object:
    return found if isinstance(found, NotMine) else [compact(one) for one in _queries(found)]


def _print(name: str, found: Sequence[Beside]) -> None:
    count = Counter(one.verdict for one in found)
    print(f"| {name} | {len(found)} | " + " | ".join(str(count[one]) for one in VERDICTS) + " |", flush=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
