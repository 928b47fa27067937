"""A level asked by what only rows that have ended are told of is the count of those that ended, never 0."""

import sqlite3
from functools import lru_cache
from typing import Any

import pytest

from database.dialects import SQLITE
from language.calendar import days
from query.plan.compose import compose
from tests.unit.analysis.kiosks import TODAY
from tests.unit.understanding.small_business import answers_over
from understanding.metric.answers import MetricAnswers
from understanding.readings import MetricHit

TABLES = """
CREATE TABLE trainer (trainer_id INT PRIMARY KEY, club TEXT NOT NULL, joined_on DATE NOT NULL,
  gone_on DATE, gone_why TEXT);
"""
LEVEL = """
metrics:
  - {name: trainers, names: {zh: 在岗教练数, en: Trainers}, synonyms: [教练人数, 教练],
     table: trainer, expression: COUNT(trainer_id), time: joined_on, until: gone_on,
     unit: {zh: 人, en: trainers}, decimals: 0}
  - {name: joined, names: {zh: 入职教练数, en: Trainers taken on}, table: trainer,
     expression: COUNT(trainer_id), time: joined_on, unit: {zh: 人, en: trainers}, decimals: 0}
"""
GONE = """
  - {name: gone, names: {zh: 离岗教练数, en: Trainers gone}, table: trainer, expression: COUNT(trainer_id),
     time: gone_on, filters: [gone_on IS NOT NULL], unit: {zh: 人, en: trainers}, decimals: 0}
"""
CUTS = """
dimensions:
  - {name: club, names: {zh: 门店, en: Club}, column: trainer.club}
  - {name: gone_why, names: {zh: 离岗原因, en: Reason}, column: trainer.gone_why,
     values: {MOVED: [搬家, moved away], ILL: [生病, fell ill]}}
"""


STAND, MOVED, ILL = 30, 7, 4  # trainers


def everyone(_: str) -> bool:
    return True


@lru_cache
def trainers(defined: str, stand: int = STAND) -> tuple[sqlite3.Connection, MetricAnswers]:
    """Return trainers of two clubs, some of whom have gone this year, each for one of two reasons."""
    database = sqlite3.connect(":memory:", check_same_thread=False)
    database.executescript(TABLES)
    joined, gone = (TODAY - days(700)).isoformat(), (TODAY - days(40)).isoformat()
    rows: list[tuple[Any, ...]] = [(joined, None, None)] * stand
    rows += [(joined, gone, "MOVED")] * MOVED + [(joined, gone, "ILL")] * ILL
    told = [(number, ("Ash", "Bow")[number % 2], *row) for number, row in enumerate(rows)]
    database.executemany("INSERT INTO trainer VALUES (?, ?, ?, ?, ?)", told)
    return database, answers_over(database, TABLES, defined, {"trainer.club": ["Ash", "Bow"]})


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("今年搬家的教练有多少人", [(MOVED,)]),
        ("trainers who fell ill this year", [(ILL,)]),
        ("今年教练人数按离岗原因", [("fell ill", ILL), ("moved away", MOVED)]),
    ],
)
def test_why_people_went_is_asked_of_those_who_went(question: str, rows: list[tuple[Any, ...]]) -> None:
    database, answers = trainers(LEVEL + GONE + CUTS)
    hit = answers.answer(question, TODAY, everyone)
    assert isinstance(hit, MetricHit)
    assert hit.query.metrics == ("gone",)
    assert not hit.neighbours
    found = database.execute(compose(hit.query, answers.catalog, SQLITE, "en", TODAY)).fetchall()
    assert sorted(tuple(one) for one in found) == rows


def test_those_who_stand_are_still_the_level() -> None:
    _, answers = trainers(LEVEL + GONE + CUTS)
    hit = answers.answer("Ash现在的教练人数", TODAY, everyone)
    assert isinstance(hit, MetricHit)
    assert hit.query.metrics == ("trainers",)


def test_nothing_is_said_of_those_who_went_where_no_figure_counts_them() -> None:
    _, answers = trainers(LEVEL + CUTS)
    hit = answers.answer("今年搬家的教练人数", TODAY, everyone)
    assert not (isinstance(hit, MetricHit) and hit.query.metrics == ("trainers",))


def test_a_column_empty_in_a_few_rows_that_stand_is_no_sign_that_it_is_of_the_end() -> None:
    _, answers = trainers(LEVEL + GONE + CUTS, stand=5)
    assert "trainers" not in answers.reader.known.ended
