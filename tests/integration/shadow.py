"""The chart's reader beside the one that answers: python -m tests.integration.shadow [verdict …]

Over the seven spent blind sets, the demo and the shop: of the questions the metrics answer with certainty,
how many the chart reads the same, otherwise, as one of several, or not at all; and how many it alone is
certain of. Questions of the named verdicts are listed. Starts a PostgreSQL of its own (two minutes).
"""

import asyncio
import datetime as dt
import json
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import psycopg
from pydantic import SecretStr

from appdb.embedded import EmbeddedPostgres
from config.settings import Settings
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
from understanding.figures.reader import FigureReader
from understanding.metric.answers import MetricAnswers
from understanding.metric.followups import FollowUps
from understanding.question import MetricReading
from understanding.verdicts import of_metric

Verdict = Literal["same", "different", "among", "nothing", "alone", "neither"]
VERDICTS: tuple[Verdict, ...] = ("same", "different", "among", "nothing", "alone")
ROOT = Path(__file__).resolve().parents[2]
RIGHTS = Rights("admin", "demo")


@dataclass(frozen=True)
class Beside:
    """One question as both readers read it, each in short."""

    question: str
    verdict: Verdict
    old: object
    new: tuple[object, ...]


def compared(answers: MetricAnswers, chart: FigureReader, question: str, today: dt.date) -> Beside:
    """Read a question twice; only what is certain counts as read."""
    answered = of_metric(answers.answer(question, today, lambda _: True)).verdict == "certain"
    found = answers.reader.read(question, today)
    old = found.query if answered and isinstance(found, MetricReading) else None
    new = chart.read(question, today)
    keys, certain = [one.query.key for one in new.frames], new.verdict == "certain"
    verdict: Verdict
    if old is None:
        verdict = "alone" if certain else "neither"
    elif certain:
        verdict = "same" if keys == [old.key] else "different"
    else:
        verdict = "among" if old.key in keys else "nothing"
    return Beside(question, verdict, old and compact(old), tuple(compact(one.query) for one in new.frames))


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
        asked = [(turn.question, turn.today or TODAY) for turn, *_ in read_blind(folder)]
        yield folder.name, await Room(folder, databases).reader(), asked
        await databases.close()
    yield "demo", await _demo(server), list(_labelled("demo"))
    shop = shop_reader(shop_rows())
    yield "shop", MetricAnswers(shop, FollowUps(shop), SQLITE), list(_labelled("shop"))


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


def _labelled(over: str) -> Iterator[tuple[str, dt.date]]:
    cases = (ROOT / "tests" / "cases" / "metrics" / "questions.jsonl").read_text("utf-8").splitlines()
    return ((case["question"], TODAY) for case in map(json.loads, cases) if case["over"] == over)


async def main(listed: Iterable[str]) -> None:
    """Print a line for each database, then the questions of the verdicts that are listed."""
    print("| set | certain | " + " | ".join(VERDICTS) + " |")
    total, told = Counter[str](), list[tuple[str, Beside]]()
    server = EmbeddedPostgres(Path(tempfile.mkdtemp(prefix="wenshu-shadow-")) / "data")
    server.start()
    try:
        async for name, answers, asked in rooms(server):
            chart = FigureReader.over(answers.reader.known)
            found = [compared(answers, chart, *one) for one in asked]
            _print(name, count := Counter[str](one.verdict for one in found))
            total += count
            told += [(name, one) for one in found if one.verdict in set(listed)]
    finally:
        server.stop()
    _print("all", total)
    for name, one in told:
        print(f"\n{one.verdict} · {name} · {one.question}\n  old {one.old}")
        print("\n".join(f"  new {query}" for query in one.new))


def _print(name: str, count: Counter[str]) -> None:
    certain = sum(count[one] for one in VERDICTS if one != "alone")
    print(f"| {name} | {certain} | " + " | ".join(str(count[one]) for one in VERDICTS) + " |", flush=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
