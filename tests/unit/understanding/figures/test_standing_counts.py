"""How many of a kind there are is the level that is defined of them, unless how rows ended is spoken of."""

import datetime as dt
from functools import lru_cache

import pytest

from tests.unit.understanding.small_business import answers_of
from understanding.metric.answers import MetricAnswers
from understanding.readings import MetricHit

TABLES = """
CREATE TABLE yards (yard_id INT PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE trams (tram_id INT PRIMARY KEY, number TEXT NOT NULL, yard_id INT REFERENCES yards(yard_id),
  drive TEXT NOT NULL, bought_on DATE NOT NULL, retired_on DATE, retired_reason TEXT, status TEXT NOT NULL);
CREATE TABLE runs (run_id INT PRIMARY KEY, tram_id INT NOT NULL REFERENCES trams(tram_id), km INT NOT NULL,
  run_on DATE NOT NULL);
"""
DEFINED = """
metrics:
  - {name: stock, names: {zh: 电车数, en: Fleet}, table: trams, expression: COUNT(tram_id),
     time: bought_on, until: retired_on, unit: {zh: 辆, en: trams}, decimals: 0}
  - {name: mean_stock, names: {zh: 平均电车数, en: Mean fleet}, table: trams, expression: COUNT(tram_id),
     time: bought_on, until: retired_on, over_time: average, decimals: 1}
  - {name: bought, names: {zh: 新购数, en: Purchases}, table: trams, expression: COUNT(tram_id),
     time: bought_on, decimals: 0}
  - {name: km, names: {zh: 里程, en: Distance}, table: runs, expression: SUM(km), time: run_on}
dimensions:
  - {name: tram, names: {zh: 列车, en: Tram}, column: trams.number, key: trams.tram_id}
  - {name: yard, names: {zh: 车厂, en: Yard}, column: yards.name, key: yards.yard_id}
  - {name: drive, names: {zh: 驱动, en: Drive}, column: trams.drive,
     values: {L: [低地板车, Low-floor, low-floor trams], H: [高地板车, High-floor, high-floor trams]}}
  - {name: reason, names: {zh: 退役原因, en: Reason}, column: trams.retired_reason,
     values: {W: [磨损, Worn], C: [碰撞, Crashed]}}
  - {name: status, names: {zh: 状态, en: Status}, column: trams.status, values: {S: [卖掉, Sold]}}
"""


@lru_cache(maxsize=1)
def yards() -> MetricAnswers:
    """Return the definitions of a tramway."""
    return answers_of(TABLES, DEFINED, {"yards.name": ["North", "South"]})


def read(question: str) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]] | None:
    """Return the figure, the cuts and the members that a question is read as."""
    found = yards().answer(question, dt.date(2026, 11, 28), lambda _: True)
    if not isinstance(found, MetricHit):
        return None
    kept = tuple(value for one in found.query.filters for value in one.values)
    return found.query.metrics, found.query.splits, kept


@pytest.mark.parametrize(
    ("question", "cuts", "members"),
    [
        ("有多少列车", (), ()),
        ("how many trams are there", (), ()),
        ("各车厂现在有多少列车", ("yard",), ()),
        ("how many trams does each yard have now", ("yard",), ()),
        ("低地板车有多少辆", (), ("L",)),
        ("how many low-floor trams do we have", (), ("L",)),
    ],
)
def test_how_many_there_are_is_the_level(
    question: str, cuts: tuple[str, ...], members: tuple[str, ...]
) -> None:
    assert read(question) == (("stock",), cuts, members)


@pytest.mark.parametrize(
    "question", ["磨损的列车有多少", "卖掉的列车有多少", "how many worn trams", "碰撞的有多少辆"]
)
def test_members_that_tell_how_rows_ended_are_not_counted_as_standing(question: str) -> None:
    found = read(question)
    assert found is None or found[0] != ("stock",)


@pytest.mark.parametrize("question", ["10月里程最高的3辆电车", "10月里程最低的两辆电车"])
def test_so_many_of_what_a_level_counts_are_the_first_of_these_things(question: str) -> None:
    assert read(question) == (("km",), ("tram",), ())


def test_the_level_itself_is_ranked_where_no_other_figure_is() -> None:
    assert read("电车最多的3个车厂") == (("stock",), ("yard",), ())
