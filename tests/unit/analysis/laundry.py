"""A laundry's jobs in SQLite: what was picked up on the last day is mostly not delivered yet."""

import asyncio
import datetime as dt
import random
import sqlite3
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from database.dialects import SQLITE
from database.schema import Schema
from knowledge.tables import table_from
from knowledge.values import ColumnValues, ValueIndex
from language.calendar import days
from teaching.loaders.ddl import TableSet, load_ddl
from teaching.loaders.metrics import load_metrics
from tests.unit.analysis.kiosks import TODAY
from understanding.metric.answers import MetricAnswers
from understanding.metric.ranges import read_spans
from understanding.metric.tallies import read_tallies

LAST = TODAY - days(1)  # a Tuesday
FIRST = TODAY - days(500)
TABLES = """
CREATE TABLE plant (plant_id INT PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE job (job_id INT PRIMARY KEY, plant_id INT NOT NULL REFERENCES plant(plant_id),
  picked_on DATE NOT NULL, st TEXT NOT NULL, delivered_on DATE, kg NUMERIC NOT NULL);
"""
DEFINED = """
metrics:
  - {name: output, names: {zh: 产量, en: Output}, table: job, expression: SUM(kg), time: picked_on,
     filters: ["st = 'D'"], unit: kg, decimals: 0}
  - {name: jobs, names: {zh: 单数, en: Jobs}, table: job, expression: COUNT(*), time: picked_on,
     filters: [delivered_on IS NOT NULL, st <> 'V'], decimals: 0}
  - {name: weight, names: {zh: 单重, en: Weight per job}, ratio: [output, jobs], decimals: 2}
  - {name: pickups, names: {zh: 收件数, en: Pickups}, table: job, expression: COUNT(*), time: picked_on,
     decimals: 0}
dimensions:
  - {name: plant, names: {zh: 工厂, en: Plant}, column: plant.name, key: plant.plant_id}
  - {name: state, names: {zh: 状态, en: State}, column: job.st,
     values: {D: [已送回, delivered], O: [在洗, in the wash], V: [作废, void]}}
scorecard: [output, pickups]
"""


Job = tuple[int, int, str, str, str | None, int]


def _add(
    rows: list[Job], chance: random.Random, day: dt.date, end: dt.date, given: Mapping[dt.date, Sequence[str]]
) -> None:
    """Add the jobs of each day until an end: with the states that are given for it, else as is usual."""
    while day < end:
        usual = ["V" if chance.random() < 0.03 else "D" for _ in range(chance.randint(27, 33))]
        for state in given.get(day, usual):
            delivered = day.isoformat() if state == "D" else None
            rows.append(
                (len(rows), len(rows) % 3, day.isoformat(), state, delivered, chance.randint(90, 110))
            )
        day += days(1)


@lru_cache
def _until(end: dt.date) -> tuple[list[Job], tuple[Any, ...]]:
    """Return the usual jobs before a day, drawn once for all laundries, and where chance stands then."""
    chance, rows = random.Random(3), list[Job]()
    _add(rows, chance, FIRST, end, {})
    return rows, chance.getstate()


@lru_cache(maxsize=64)  # nothing that reads it changes it
def laundry(
    last: Sequence[str] = ("D", *"O" * 29),
    before: Sequence[str] = ("D",) * 30,
    *,
    more: str = "",
    of_pickups: str = "",
    planned: int = 0,
    most: int = 1000,
) -> tuple[sqlite3.Connection, MetricAnswers]:
    """Return the database and its definitions; `last` and `before` are the states of the last days' jobs.

    `more` is a field that all metrics are given, `of_pickups` one of theirs; `most` rows a result may have.
    `planned` days from today on hold jobs of state P.
    """
    earlier, at = _until(LAST - days(1))
    chance, rows = random.Random(), [*earlier]
    chance.setstate(at)
    _add(rows, chance, LAST - days(1), TODAY, {LAST: last, LAST - days(1): before})
    for number in range(planned):
        day = (TODAY + days(number)).isoformat()
        rows += [(len(rows) + one, 0, day, "P", None, 100) for one in range(30)]
    database = sqlite3.connect(":memory:", check_same_thread=False)
    database.executescript(TABLES)
    database.executemany("INSERT INTO plant VALUES (?, ?)", enumerate(["North", "South", "West"]))
    database.executemany("INSERT INTO job VALUES (?, ?, ?, ?, ?, ?)", rows)
    tables = TableSet()
    assert load_ddl(TABLES, "laundry.sql", tables) == []
    schema = Schema(tuple(table_from(item.payload) for item in tables.items().items))
    defined = DEFINED.replace("picked_on,", f"picked_on, {more},") if more else DEFINED
    if of_pickups:
        defined = defined.replace(
            "COUNT(*), time: picked_on,\n     decimals",
            f"COUNT(*), time: picked_on, {of_pickups},\n     decimals",
        )
    report = load_metrics(defined, "laundry.yaml")
    assert report.refused == []
    names = ValueIndex.build([ColumnValues("plant.name", [(one, []) for one in ("North", "South", "West")])])

    async def run(sql: str) -> Sequence[Sequence[Any]]:
        return database.execute(sql).fetchall()

    answers = MetricAnswers.build(report.items, schema, names, SQLITE)
    spans = asyncio.run(read_spans(answers.catalog, run, SQLITE))
    tallies = asyncio.run(read_tallies(answers.catalog, spans, run, SQLITE, TODAY, most=most))
    return database, MetricAnswers.build(report.items, schema, names, SQLITE, spans=spans, tallies=tallies)
