"""A figure that comes by whole months, or a rate of such: whole months alone count, and no day has a pace."""

import datetime as dt
import sqlite3

import pytest

from database.dialects import SQLITE
from database.schema import Schema
from knowledge.tables import table_from
from knowledge.values import ColumnValues, ValueIndex
from language.calendar import days
from teaching.loaders.ddl import TableSet, load_ddl
from teaching.loaders.metrics import load_metrics
from tests.unit.analysis.kiosks import DEFINED, FIRST, NAMES, TABLES, TODAY, kiosks, told
from understanding.metric.answers import MetricAnswers

RENTS = """
CREATE TABLE rents (kiosk_id INT NOT NULL REFERENCES kiosks(kiosk_id), month DATE NOT NULL, rent NUMERIC,
  wanted NUMERIC, let INT, rooms INT, PRIMARY KEY (kiosk_id, month));
"""
OF_RENTS = """
  - {name: rent, names: {zh: 房租, en: Rent}, table: rents, expression: SUM(rent), time: month,
     time_grain: month, unit: {zh: 元, en: CNY}}
  - {name: rent_target, names: {zh: 房租目标, en: Rent target}, table: rents, expression: SUM(wanted),
     time: month, time_grain: month, unit: {zh: 元, en: CNY}}
  - {name: let, names: {zh: 已租间数, en: Rooms let}, table: rents, expression: SUM(let), time: month,
     time_grain: month}
  - {name: rooms, names: {zh: 房间数, en: Rooms}, table: rents, expression: SUM(rooms), time: month,
     time_grain: month}
  - {name: net, names: {zh: 净额, en: Net takings}, difference: [takings, rent], unit: {zh: 元, en: CNY}}
  - {name: occupancy, names: {zh: 出租率, en: Occupancy}, ratio: [let, rooms], unit: "%"}
  - {name: occupancy_target, names: {zh: 出租率目标, en: Occupancy target}, table: rents,
     expression: AVG(95), time: month, time_grain: month, unit: "%", additivity: average}
"""


def _rented(booked: dt.date = dt.date(2026, 9, 1)) -> tuple[sqlite3.Connection, MetricAnswers]:
    """Return the kiosks with a rent of each month until the one that runs, and its target of the year."""
    database, _ = kiosks()
    database.commit()  # of what is not committed no copy is made
    own = sqlite3.connect(":memory:")
    database.backup(own)
    own.executescript(RENTS)
    for kiosk in range(len(NAMES)):
        for month in range(1, 13):
            known = month <= TODAY.month
            row = (
                (1000 if month < 7 else 1100, 1200, 90 + kiosk % 10, 100)
                if known
                else (None, 1200, None, None)
            )
            own.execute("INSERT INTO rents VALUES (?, ?, ?, ?, ?, ?)", (kiosk, f"2026-{month:02}-01", *row))
    tables = TableSet()
    assert load_ddl(TABLES + RENTS, "kiosks.sql", tables) == []
    schema = Schema(tuple(table_from(item.payload) for item in tables.items().items))
    report = load_metrics(
        DEFINED.replace("dimensions:", f"{OF_RENTS.strip(chr(10))}\ndimensions:").replace(
            "scorecard: [takings,", "scorecard: [takings, net,"
        ),
        "kiosks.yaml",
    )
    assert report.refused == []
    names = ValueIndex.build([ColumnValues("kiosks.name", [(name, []) for name in NAMES])])
    last = TODAY - days(1)
    spans = {
        "takings.day": (FIRST, last),
        "targets.month": (dt.date(2026, 1, 1), dt.date(2026, 12, 31)),
        "tickets.opened_on": (TODAY - days(300), last),
        "rents.month": (dt.date(2026, 1, 1), booked),
    }
    return own, MetricAnswers.build(report.items, schema, names, SQLITE, spans=spans)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        # 12 x (6 x 1000 + 2 x 1100) of 12 x 12 x 1200, where eight of twelve months were due
        ("今年能完成房租目标吗", "2026 年目标 17.3 万元的 56.9 %，到这时应完成 66.7 %"),
        ("今年能完成房租目标吗", "余下 4 个月平均每月需要 18,600 元，到目前平均每月 12,300 元"),
        ("Will we hit the rent target this year?", "for 1 Jan – 31 Aug 2026 came to CNY 98,400, 56.9 % of"),
        ("Will we hit the rent target this year?", "It takes CNY 18,600 a month over the 4 months left"),
        ("本月能完成房租目标吗", "到目前 2026 年 9 月房租为 13,200 元，是目标 14,400 元的 91.7 %"),
        ("Will we hit the rent target this month?", "(CNY 1,200 to go). It comes by whole months"),
        ("哪些售货亭落后于房租目标", "12 个售货亭里有 12 个没有完成 2026 年 8 月的房租目标"),
        ("Which kiosks are behind the rent target?", "12 of 12 kiosks missed the target of rent for Aug"),
        ("哪些售货亭落后于出租率目标", "12 个售货亭里有 7 个没有完成 2026 年 8 月的出租率目标"),
        ("Which kiosks are behind the occupancy target?", "7 of 12 kiosks missed the target of occupancy"),
        ("本月哪些售货亭落后于出租率目标", "有 7 个落后于 2026 年 9 月的出租率目标（2026-09-01 至 09-22）"),
    ],
)  # fmt: skip
def test_whole_months_count_and_no_day_has_a_pace(question: str, said: str) -> None:
    _, words = told(question, *_rented())
    assert said in words, words
    paces = ("时间已过", "days gone", "days left", "余下 8 天", "每天", "a day")
    assert not any(one in words for one in paces), words


def test_what_is_left_after_costs_is_not_told_before_these_are_booked() -> None:
    database, answers = _rented(dt.date(2026, 8, 1))
    outcome, words = told("9月怎么样", database, answers)
    assert "净额在这段时间没有数据" in words
    assert outcome.result is not None and "净额" not in [row[0] for row in outcome.result.rows]
    outcome, _ = told("8月怎么样", database, answers)
    assert outcome.result is not None and "净额" in [row[0] for row in outcome.result.rows]
