"""A courier's sixteen depots in four regions over two years, with targets of two figures and of a rate."""

import datetime as dt
import sqlite3
from collections.abc import Callable
from functools import lru_cache

import numpy as np

from database.dialects import SQLITE
from database.schema import Schema
from knowledge.tables import table_from
from knowledge.values import ColumnValues, ValueIndex
from language.calendar import days
from teaching.loaders.ddl import TableSet, load_ddl
from teaching.loaders.metrics import load_metrics
from understanding.metric.answers import MetricAnswers

TODAY = dt.date(2026, 9, 23)
FIRST = dt.date(2024, 9, 1)
REGIONS = ["North", "South", "East", "West"]
EACH = 4
NAMES = [
    *("Abbey", "Brook", "Croft", "Dale"),
    *("Easton", "Ford", "Grove", "Heath"),
    *("Inver", "Jarrow", "Kirk", "Leigh"),
    *("Marsh", "Norton", "Oak", "Priory"),
]
WEEK = (1.05, 1.02, 1.0, 1.01, 1.04, 0.96, 0.92)
TABLES = """
CREATE TABLE regions (region_id INT PRIMARY KEY, region_name TEXT NOT NULL);
CREATE TABLE depots (depot_id INT PRIMARY KEY, depot_name TEXT NOT NULL,
  region_id INT NOT NULL REFERENCES regions(region_id), open_date DATE NOT NULL, close_date DATE);
CREATE TABLE depot_days (depot_id INT NOT NULL REFERENCES depots(depot_id), day DATE NOT NULL,
  revenue NUMERIC, pcs INT, delivered INT, late INT, PRIMARY KEY (depot_id, day));
CREATE TABLE depot_targets (depot_id INT NOT NULL REFERENCES depots(depot_id), month DATE NOT NULL,
  rev NUMERIC, pcs INT, PRIMARY KEY (depot_id, month));
CREATE TABLE damages (ticket_id INT PRIMARY KEY, depot_id INT NOT NULL REFERENCES depots(depot_id),
  opened_on DATE NOT NULL);
"""
DEFINED = """
metrics:
  - {name: revenue, names: {zh: 收入, en: Revenue}, table: depot_days, expression: SUM(revenue), time: day,
     unit: {zh: 元, en: CNY}, good: high}
  - {name: parcels, names: {zh: 揽收件数, en: Parcels}, synonyms: [件数], table: depot_days,
     expression: SUM(pcs), time: day, unit: {zh: 件, en: parcels}, decimals: 0, good: high}
  - {name: delivered, names: {zh: 签收件数, en: Delivered}, table: depot_days, expression: SUM(delivered),
     time: day, unit: {zh: 件, en: parcels}, decimals: 0}
  - {name: on_time, names: {zh: 准时件数, en: Delivered on time}, table: depot_days,
     expression: SUM(delivered - late), time: day, unit: {zh: 件, en: parcels}, decimals: 0}
  - {name: on_time_rate, names: {zh: 准时率, en: On-time rate}, ratio: [on_time, delivered], unit: "%",
     decimals: 2, good: high}
  - {name: damages, names: {zh: 破损件数, en: Damage tickets}, table: damages, expression: COUNT(ticket_id),
     time: opened_on, unit: {zh: 件, en: tickets}, decimals: 0, good: low}
  - {name: revenue_target, names: {zh: 收入目标, en: Revenue target}, table: depot_targets,
     expression: SUM(rev), time: month, time_grain: month, unit: {zh: 元, en: CNY}}
  - {name: parcels_target, names: {zh: 揽收件数目标, en: Parcels target}, synonyms: [件数目标],
     table: depot_targets, expression: SUM(pcs), time: month, time_grain: month,
     unit: {zh: 件, en: parcels}, decimals: 0}
  - {name: revenue_achievement, names: {zh: 收入达成率, en: Revenue achievement},
     synonyms: [达成率, 目标完成率, target achievement], ratio: [revenue, revenue_target], unit: "%",
     decimals: 1, good: high, states: {at_least: 100, names: [met their target, 达标]}}
  - {name: parcels_achievement, names: {zh: 件数达成率, en: Parcels achievement},
     ratio: [parcels, parcels_target], unit: "%", decimals: 1, good: high}
  - {name: depots, names: {zh: 网点数, en: Depots in operation}, table: depots,
     expression: COUNT(depot_id), time: open_date, until: close_date, unit: {zh: 个, en: depots},
     decimals: 0}
dimensions:
  - {name: region, names: {zh: 大区, en: Region}, column: regions.region_name, key: regions.region_id}
  - {name: depot, names: {zh: 网点, en: Depot}, column: depots.depot_name, key: depots.depot_id}
hierarchies:
  - [region, depot]
scorecard: [revenue, parcels, on_time_rate, damages]
"""


class World:
    """What is planted: parcels and late ones by depot and day, tickets by depot and day, who closed when."""

    def __init__(self) -> None:
        length, chance = (TODAY - FIRST).days, np.random.default_rng(7)
        week = np.array(WEEK)[(np.arange(length) + FIRST.weekday()) % 7]
        base = np.linspace(300, 900, len(NAMES))[:, None] * (1 + 0.08 * np.arange(length) / 365)
        self.chance = chance
        self.parcels = base * week * np.exp(0.03 * chance.standard_normal((len(NAMES), length)))
        self.late = np.full(self.parcels.shape, 0.04)  # of what is delivered
        self.tickets = chance.poisson(0.5, self.parcels.shape)
        self.closed: dict[str, dt.date] = {}
        self.wanted: dict[str, float] = {}  # of what came, the target of parcels by depot; else as revenue's

    def at(self, first: dt.date, end: dt.date | None = None) -> slice:
        """Return the days from one to before another, by place."""
        return slice((first - FIRST).days, None if end is None else (end - FIRST).days)


Plant = Callable[[World], None]


@lru_cache
def depots(plant: Plant | None = None) -> tuple[sqlite3.Connection, MetricAnswers]:
    """Return the database and its definitions, with what is planted."""
    world = World()
    if plant is not None:
        plant(world)
    database = sqlite3.connect(":memory:")
    database.executescript(TABLES)
    database.executemany("INSERT INTO regions VALUES (?, ?)", enumerate(REGIONS))
    for at, name in enumerate(NAMES):
        closed = world.closed.get(name)
        row = (at, name, at // EACH, "2020-01-01", closed.isoformat() if closed else None)
        database.execute("INSERT INTO depots VALUES (?, ?, ?, ?, ?)", row)
    _fill(database, world)
    return database, _definitions()


@lru_cache
def _definitions() -> MetricAnswers:
    """Return what reads questions: whatever is planted, the same."""
    tables = TableSet()
    assert load_ddl(TABLES, "depots.sql", tables) == []
    schema = Schema(tuple(table_from(item.payload) for item in tables.items().items))
    report = load_metrics(DEFINED, "depots.yaml")
    assert report.refused == [], report.refused
    kept = [
        ColumnValues("depots.depot_name", [(name, []) for name in NAMES]),
        ColumnValues("regions.region_name", [(name, []) for name in REGIONS]),
    ]
    last = TODAY - days(1)
    spans = {
        "depot_days.day": (FIRST, last),
        "damages.opened_on": (FIRST, last),
        "depot_targets.month": (dt.date(2026, 1, 1), dt.date(2026, 12, 31)),
        "depots.open_date": (dt.date(2020, 1, 1), dt.date(2020, 1, 1)),
    }
    names = ValueIndex.build(kept)
    return MetricAnswers.build(report.items, schema, names, SQLITE, spans=spans)


def _fill(database: sqlite3.Connection, world: World) -> None:
    length = world.parcels.shape[1]
    tickets = 0
    for at, name in enumerate(NAMES):
        closed = world.closed.get(name)
        end = length if closed is None else (closed - FIRST).days + 1
        for n in range(end):
            day, pcs = (FIRST + days(n)).isoformat(), int(world.parcels[at, n])
            late = int(world.chance.binomial(pcs, world.late[at, n]))
            database.execute(
                "INSERT INTO depot_days VALUES (?, ?, ?, ?, ?, ?)", (at, day, pcs * 7, pcs, pcs, late)
            )
            for _ in range(int(world.tickets[at, n])):
                tickets += 1
                database.execute("INSERT INTO damages VALUES (?, ?, ?)", (tickets, at, day))
        for month in range(1, 13):
            usual = int(30 * world.parcels[at, : world.at(FIRST, dt.date(2025, 9, 1)).stop].mean() * 1.05)
            row = (at, dt.date(2026, month, 1).isoformat(), usual * 7, int(usual * world.wanted.get(name, 1)))
            database.execute("INSERT INTO depot_targets VALUES (?, ?, ?, ?)", row)
