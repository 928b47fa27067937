"""Names that things of several parents share: told with the parent, kept to with it, and never added up."""

import asyncio
import sqlite3
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import pytest

from config.wording import language_of
from database.dialects import SQLITE
from tests.unit.analysis.kiosks import TODAY
from tests.unit.understanding.small_business import answers_over
from understanding.metric.answers import MetricAnswers
from understanding.metric.desk import MetricDesk
from understanding.metric.namesakes import read_namesakes
from understanding.metric.part_names import of_its_name
from understanding.readings import MetricHit

TABLES = """
CREATE TABLE site (id INT PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE room (id INT PRIMARY KEY, site_id INT NOT NULL REFERENCES site(id), name TEXT NOT NULL);
CREATE TABLE coach (id INT PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE lesson (id INT PRIMARY KEY, room_id INT NOT NULL REFERENCES room(id),
  coach_id INT NOT NULL REFERENCES coach(id), site_id INT NOT NULL REFERENCES site(id),
  held_on DATE NOT NULL, fee NUMERIC NOT NULL);
"""
DEFINED = """
metrics:
  - {name: fees, names: {zh: 学费, en: Fees}, table: lesson, expression: SUM(fee), time: held_on, decimals: 0}
dimensions:
  - {name: site, names: {zh: 校区, en: Site}, column: site.name, key: site.id,
     values: {东门: [东门, East Gate], 西门: [西门, West Gate]}}
  - {name: room, names: {zh: 教室, en: Room}, column: room.name, key: room.id}
  - {name: coach, names: {zh: 教练, en: Coach}, column: coach.name, key: coach.id}
hierarchies:
  - [site, room]
"""
SITES = [(1, "东门"), (2, "西门")]
ROOMS = [(1, 1, "1号室"), (2, 1, "2号室"), (3, 2, "1号室"), (4, 2, "3号室")]
COACHES = [(1, "王力"), (2, "王力"), (3, "陈晨"), (4, "李静"), (5, "赵敏")]
LESSONS = [(1, 1, 1, 1, 10), (2, 2, 2, 1, 20), (3, 3, 3, 2, 40), (4, 4, 4, 2, 80), (5, 3, 1, 2, 160)]


@lru_cache
def school() -> tuple[sqlite3.Connection, MetricAnswers]:
    """Return a school of two sites whose rooms are numbered alike."""
    database = sqlite3.connect(":memory:", check_same_thread=False)
    database.executescript(TABLES)
    database.executemany("INSERT INTO site VALUES (?, ?)", SITES)
    database.executemany("INSERT INTO room VALUES (?, ?, ?)", ROOMS)
    database.executemany("INSERT INTO coach VALUES (?, ?)", COACHES)
    for number, room, coach, site, fee in LESSONS:
        row = (number, room, coach, site, "2026-08-03", fee)
        database.execute("INSERT INTO lesson VALUES (?, ?, ?, ?, ?, ?)", row)
    values = {
        "site.name": ["东门", "西门"],
        "room.name": sorted({name for _, _, name in ROOMS}),
        "coach.name": sorted({name for _, name in COACHES}),
    }
    return database, answers_over(database, TABLES, DEFINED, values)


def rows_of(question: str, *before: str) -> dict[str, int]:
    """Return what a question, behind others, comes to, by what it is told by."""
    database, answers = school()
    hit = answers.answer(question, TODAY, lambda _: True, *before[-1:])
    assert isinstance(hit, MetricHit), hit
    return {" | ".join(map(str, row[:-1])): row[-1] for row in database.execute(hit.sql)}


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("8月各教室学费", {"东门 · 1号室": 10, "东门 · 2号室": 20, "西门 · 1号室": 200, "西门 · 3号室": 80}),
        (
            "Fees by room in August",
            {
                "East Gate · 1号室": 10,
                "East Gate · 2号室": 20,
                "West Gate · 1号室": 200,
                "West Gate · 3号室": 80,
            },
        ),
        ("8月学费最高的教室", {"西门 · 1号室": 200}),
        ("8月1号室学费", {"东门 · 1号室": 10, "西门 · 1号室": 200}),  # not on the 1st
        ("8月2号室学费", {"": 20}),  # there is one
        ("西门1号室8月学费", {"": 200}),
        ("8月各教练学费", {"王力 · 1": 170, "王力 · 2": 20, "陈晨": 40, "李静": 80}),
        ("王力8月学费", {"王力 · 1": 170, "王力 · 2": 20}),
        ("陈晨8月学费", {"": 40}),
    ],
)
def test_things_of_one_name_are_told_apart(question: str, rows: dict[str, int]) -> None:
    assert rows_of(question) == rows


def test_what_is_told_so_is_read_so() -> None:
    assert rows_of("只看西门", "8月1号室学费") == {"": 200}


def test_an_analysis_of_a_shared_name_is_offered_of_each() -> None:
    question = "为什么1号室的学费跌了"
    desk = MetricDesk(school()[1], language_of(question), TODAY, lambda _: True)
    assert of_its_name(question, desk) == ("为什么东门 · 1号室的学费跌了", "为什么西门 · 1号室的学费跌了")
    assert of_its_name("为什么东门1号室的学费跌了", desk) == of_its_name("为什么2号室的学费跌了", desk) == ()


def test_who_may_not_see_what_tells_them_apart_has_no_such_cut() -> None:
    catalog = school()[1].catalog
    room = catalog.dimensions["room"]
    assert catalog.shows(room, lambda _: True) and not catalog.shows(room, lambda it: it != "site.name")


@pytest.mark.parametrize(("answered", "unread"), [(0, {"room", "coach"}), (1, {"coach"})])
def test_names_that_could_not_be_counted_are_told_as_not_read(answered: int, unread: set[str]) -> None:
    """Nothing known is no proof that each has a name of its own: two clinics were added up."""
    asked = list[str]()

    async def run(sql: str) -> Sequence[Sequence[Any]]:
        asked.append(sql)
        return [(2, 2)] if len(asked) <= answered else ()

    catalog = school()[1].catalog
    found, lacking = asyncio.run(read_namesakes(catalog, run, SQLITE, TODAY))
    assert not found and set(lacking) == unread
