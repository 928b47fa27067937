"""Twelve kiosks over two years in SQLite, defined as metrics: analyses run on it as they do in a turn."""

import datetime as dt
import sqlite3
from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np

from analysis.asked import AnalysisAsked, AskBack, NotRead
from analysis.daily import special_days
from analysis.kinds import KINDS, as_heard
from analysis.naming import recognised_beside_names
from analysis.outcome import Look, Outcome, Read
from analysis.words import worded
from config.wording import Language, language_of
from database.dialects import SQLITE
from database.result import QueryResult, ResultColumn
from database.schema import Schema
from knowledge.tables import table_from
from knowledge.values import ColumnValues, ValueIndex
from language.calendar import days
from query.plan.compose import compose
from teaching.loaders.ddl import TableSet, load_ddl
from teaching.loaders.metrics import load_metrics
from understanding.metric.answers import MetricAnswers
from understanding.metric.desk import MetricDesk

TODAY = dt.date(2026, 9, 23)
FIRST = dt.date(2024, 9, 1)
NAMES = [
    "Alder",
    "Birch",
    "Cedar",
    "Dogwood",
    "Elm",
    "Fir",
    "Gorse",
    "Hazel",
    "Ivy",
    "Juniper",
    "Linden",
    "Maple",
]
WEEK = (0.94, 0.92, 0.93, 0.97, 1.09, 1.13, 1.02)
TABLES = """
CREATE TABLE kiosks (kiosk_id INT PRIMARY KEY, name TEXT NOT NULL, opened_on DATE);
CREATE TABLE takings (kiosk_id INT NOT NULL REFERENCES kiosks(kiosk_id), day DATE NOT NULL, amount NUMERIC,
  sales INT, PRIMARY KEY (kiosk_id, day));
CREATE TABLE targets (kiosk_id INT NOT NULL REFERENCES kiosks(kiosk_id), month DATE NOT NULL, amount NUMERIC,
  PRIMARY KEY (kiosk_id, month));
CREATE TABLE tickets (ticket_id INT PRIMARY KEY, kiosk_id INT NOT NULL REFERENCES kiosks(kiosk_id),
  opened_on DATE NOT NULL, state INT NOT NULL);
"""
DEFINED = """
metrics:
  - {name: takings, names: {zh: 收款额, en: Takings}, table: takings, expression: SUM(amount), time: day,
     unit: {zh: 元, en: CNY}, decimals: 2, show: [sales]}
  - {name: sales, names: {zh: 成交笔数, en: Sales made}, table: takings, expression: SUM(sales),
     time: day,
     unit: {zh: 笔, en: sales}, decimals: 0}
  - {name: average_sale, names: {zh: 笔均金额, en: Average sale}, ratio: [takings, sales], decimals: 2}
  - {name: target, names: {zh: 收款目标, en: Takings target}, table: targets, expression: SUM(amount),
     time: month,
     time_grain: month, unit: {zh: 元, en: CNY}}
  - {name: reached, names: {zh: 目标达成, en: Target reached}, ratio: [takings, target], unit: "%"}
  - {name: tickets, names: {zh: 工单数, en: Tickets}, table: tickets, expression: COUNT(ticket_id),
     time: opened_on,
     decimals: 0}
  - {name: best_day, names: {zh: 最高一天, en: Best day}, table: takings, expression: MAX(amount), time: day}
dimensions:
  - {name: kiosk, names: {zh: 售货亭, en: Kiosk}, column: kiosks.name, key: kiosks.kiosk_id}
  - {name: state, names: {zh: 状态, en: State}, column: tickets.state,
     values: {1: [未处理, Open], 2: [已处理, Closed]}}
scorecard: [takings, average_sale, tickets]
"""
_NOT_OPEN = ("1: [未处理, Open], 2: [已处理, Closed]", "1: [加急, Urgent], 2: [普通, Normal]")
Plant = Callable[[np.ndarray], None]  # changes takings by kiosk and day in place


@lru_cache
def kiosks(
    plant: Plant | None = None, first: dt.date = FIRST, *, is_calm: bool = False
) -> tuple[sqlite3.Connection, MetricAnswers]:
    """Return the database and its definitions, with what is planted in the takings."""
    written, usual = _days_of(first, TODAY)
    chance = np.random.default_rng(11)
    base = np.linspace(2000, 9000, len(NAMES))[:, None]
    amounts = base * usual * np.exp(0.04 * chance.standard_normal((len(NAMES), len(written))))
    if plant is not None:
        plant(amounts)
    database = sqlite3.connect(":memory:")
    database.executescript(TABLES)
    database.executemany("INSERT INTO kiosks (kiosk_id, name) VALUES (?, ?)", enumerate(NAMES))
    database.executemany(
        "INSERT INTO takings VALUES (?, ?, ?, ?)",
        [
            (kiosk, day, round(amount, 2), int(amount / 20))
            for kiosk, row in enumerate(amounts.tolist())
            for day, amount in zip(written, row, strict=True)
            if amount == amount  # not NaN, which is a day without
        ],
    )
    months = [dt.date(2026, month, 1).isoformat() for month in range(1, 13)]
    database.executemany(
        "INSERT INTO targets VALUES (?, ?, ?)",
        [(k, m, 2000 if is_calm else 200000) for k in range(12) for m in months],
    )
    database.executemany(
        "INSERT INTO tickets VALUES (?, ?, ?, ?)",
        [(n, n % 12, (TODAY - days(1 + n % 300)).isoformat(), 1 + (n % 5 > 0)) for n in range(600)],
    )
    return database, definitions(TABLES, DEFINED.replace(*_NOT_OPEN) if is_calm else DEFINED, first, TODAY)


@lru_cache
def definitions(tables: str, defined: str, first: dt.date, today: dt.date) -> MetricAnswers:
    """Return what reads questions: whatever is planted, the same, and half of what making the kiosks took."""
    found = TableSet()
    assert load_ddl(tables, "kiosks.sql", found) == []
    schema = Schema(tuple(table_from(item.payload) for item in found.items().items))
    report = load_metrics(defined, "kiosks.yaml")
    assert report.refused == []
    names = ValueIndex.build([ColumnValues("kiosks.name", [(name, []) for name in NAMES])])
    last = today - days(1)
    spans = {
        "takings.day": (first, last),
        "targets.month": (dt.date(2026, 1, 1), dt.date(2026, 12, 31)),
        "tickets.opened_on": (today - days(300), last),
    }
    return MetricAnswers.build(report.items, schema, names, SQLITE, spans=spans)


@lru_cache
def _days_of(first: dt.date, today: dt.date) -> tuple[list[str], np.ndarray]:
    """Return the days as they are written, and what is usual on each."""
    every = [first + days(number) for number in range((today - first).days)]
    off = set(special_days(None).off(first, today))
    number = np.arange(len(every))
    week = np.array(WEEK)[(number + first.weekday()) % 7]
    usual = np.where([day in off for day in every], 1.5, week) * (1 + 0.1 * number / 365)
    return [day.isoformat() for day in every], usual


@lru_cache
def calm(plant: Plant | None = None, first: dt.date = FIRST) -> tuple[sqlite3.Connection, MetricAnswers]:
    """Return the database with every target met and nothing left undone: only what is odd is told of it."""
    return kiosks.__wrapped__(plant, first, is_calm=True)


@lru_cache
def from_a_day(opened: dt.date) -> Plant:
    """Return what leaves Maple, the largest, nothing before a day."""

    def plant(amounts: np.ndarray) -> None:
        amounts[11, : (opened - FIRST).days] = np.nan

    return plant


def with_one_new(opened: dt.date, plant: Plant | None = None) -> tuple[sqlite3.Connection, MetricAnswers]:
    """Return the database, and its definitions, where Maple opened on a day and all others long before."""
    database, answers = kiosks(plant or from_a_day(opened))
    database.execute(
        "UPDATE kiosks SET opened_on = iif(name = 'Maple', ?, '2020-01-01')", (opened.isoformat(),)
    )
    return database, answers


def asked(question: str, answers: MetricAnswers) -> AnalysisAsked | AskBack | NotRead:
    """Return what a question asks for, as its kind reads it."""
    language: Language = language_of(question)
    recognised = recognised_beside_names(question, desk_of(answers, language))
    assert recognised is not None
    return KINDS[recognised.kind].read(recognised, desk_of(answers, language))


def desk_of(answers: MetricAnswers, language: Language) -> MetricDesk:
    """Return the desk of somebody who may see everything."""
    return MetricDesk(answers, language, TODAY, lambda _: True)


def desk_for(text: str) -> MetricDesk:
    """Return the desk over the plain kiosks, in the language of a text."""
    return desk_of(kiosks()[1], language_of(text))


def told(question: str, database: sqlite3.Connection, answers: MetricAnswers) -> tuple[Outcome, str]:
    """Return what a question comes to, and its words, or those it is declined with."""
    found = asked(question, answers)
    assert isinstance(found, AnalysisAsked), found
    return ran(found, database, answers)


def told_as_heard(question: str, database: sqlite3.Connection, answers: MetricAnswers) -> tuple[Outcome, str]:
    """Return what a question comes to that is heard by what it holds, and its words."""
    heard = as_heard(question, NotRead(), desk_of(answers, language_of(question)))
    assert heard is not None and isinstance(heard.read, AnalysisAsked), heard
    return ran(heard.read, database, answers)


def looked(wanted: Sequence[Look], database: sqlite3.Connection, desk: MetricDesk) -> dict[str, Read]:
    """Return what looks read, by name."""
    read = {}
    for look in wanted:
        catalog = look.catalog or desk.catalog
        sql = compose(look.query, catalog, SQLITE, desk.language, TODAY, exact=True)
        cursor = database.execute(sql)
        columns = tuple(ResultColumn(one[0], "other") for one in cursor.description)
        rows = cursor.fetchall()
        assert len(rows) <= 1000
        worded(look.label, desk.catalog, desk.language)
        read[look.name] = Read(look, QueryResult(columns, tuple(map(tuple, rows)), False, 0.0), sql)
    return read


def ran(found: AnalysisAsked, database: sqlite3.Connection, answers: MetricAnswers) -> tuple[Outcome, str]:
    """Return what an analysis comes to, and its words, or those it is declined with."""
    desk = desk_of(answers, found.language)
    steps = KINDS[found.kind].run(found, desk)
    try:
        wanted = next(steps)
        while True:
            wanted = steps.send(looked(wanted, database, desk))
    except StopIteration as end:
        outcome: Outcome = end.value
    said = (
        [outcome.declined] if outcome.declined else [*outcome.statements, *outcome.cautions, *outcome.reading]
    )
    return outcome, " ".join(worded(one, desk.catalog, desk.language) for one in said)
