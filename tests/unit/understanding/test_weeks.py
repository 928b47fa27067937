"""A table of Mondays beside one of days: both parts of a ratio are of the same weeks, and sums of as many."""

import sqlite3
from functools import lru_cache
from typing import Any

import pytest

from database.dialects import SQLITE
from language.calendar import days, whole
from query.plan.compose import compose
from tests.unit.analysis.kiosks import TODAY, told
from tests.unit.understanding.small_business import answers_over
from understanding.metric.answers import MetricAnswers
from understanding.metric.settling import Tally
from understanding.metric.weeks import with_weeks
from understanding.readings import MetricHit, MetricReading

LAST_MONDAY = whole("week", TODAY, -1)[0]  # of the last week that is over: 2026-09-14
TABLES = """
CREATE TABLE bakery (bakery_id INT PRIMARY KEY, town TEXT NOT NULL);
CREATE TABLE baking (bakery_id INT NOT NULL REFERENCES bakery(bakery_id), baked_on DATE NOT NULL,
  loaves INT NOT NULL, PRIMARY KEY (bakery_id, baked_on));
CREATE TABLE shift_week (shift_id INT PRIMARY KEY, bakery_id INT NOT NULL REFERENCES bakery(bakery_id),
  monday DATE NOT NULL, hours NUMERIC NOT NULL);
"""
DEFINED = """
metrics:
  - {name: loaves, names: {zh: 面包数, en: Loaves}, table: baking, expression: SUM(loaves), time: baked_on,
     decimals: 0}
  - {name: hours, names: {zh: 工时, en: Hours worked}, table: shift_week, expression: SUM(hours),
     time: monday, unit: {zh: 小时, en: hours}, decimals: 0}
  - {name: per_hour, names: {zh: 每工时面包, en: Loaves per hour}, ratio: [loaves, hours], decimals: 2}
dimensions:
  - {name: town, names: {zh: 镇, en: Town}, column: bakery.town}
"""
RATE = {"Ash": 10, "Bow": 30}  # loaves an hour, always


@lru_cache
def bakeries(weekday: int = 0) -> tuple[sqlite3.Connection, MetricAnswers]:
    """Return two bakeries that bake by the day and book their hours by the week, on its Monday or another."""
    database = sqlite3.connect(":memory:", check_same_thread=False)
    database.executescript(TABLES)
    database.executemany("INSERT INTO bakery VALUES (?, ?)", enumerate(RATE))
    first = whole("week", TODAY, -90)[0]
    baked, booked = [], []
    for number in range((TODAY - first).days):
        day = first + days(number)
        hours = 14 if day.weekday() < 5 else 0
        baked += [(one, day.isoformat(), RATE[town] * hours) for one, town in enumerate(RATE)]
        if day.weekday() == 0 and day <= LAST_MONDAY:
            dated = (day + days(weekday)).isoformat()
            booked += [(2 * number + one, one, dated, 70) for one in range(len(RATE))]
    database.executemany("INSERT INTO baking VALUES (?, ?, ?)", baked)
    database.executemany("INSERT INTO shift_week VALUES (?, ?, ?, ?)", booked)
    return database, answers_over(database, TABLES, DEFINED, {"bakery.town": list(RATE)})


def _rows(question: str, weekday: int = 0) -> tuple[list[tuple[Any, ...]], MetricHit]:
    database, answers = bakeries(weekday)
    hit = answers.answer(question, TODAY, lambda _: True)
    assert isinstance(hit, MetricHit), hit
    return database.execute(hit.sql).fetchall(), hit


def test_a_table_of_mondays_is_known_to_hold_weeks() -> None:
    catalog = bakeries()[1].catalog
    assert {name: one.weekly for name, one in catalog.metrics.items()} == {
        "loaves": False,
        "hours": True,
        "per_hour": False,
    }


@pytest.mark.parametrize("weekday", [0, 2, 4, 6])
@pytest.mark.parametrize(
    "question", ["8月每工时面包数", "9月每工时面包数", "loaves per hour in August", "每工时面包数"]
)
def test_dated_on_any_weekday_a_week_is_beside_its_own_days(question: str, weekday: int) -> None:
    catalog = bakeries(weekday)[1].catalog
    assert (catalog.metrics["hours"].weekly, catalog.metrics["hours"].week_day) == (True, weekday)
    rows, _ = _rows(question, weekday)
    assert rows[0][0] == pytest.approx(sum(RATE.values()) / len(RATE))


@pytest.mark.parametrize(("weekday", "weeks"), [(0, 5), (4, 4), (6, 5)])  # of August 2026
def test_weeks_are_of_the_month_that_their_rows_lie_in(weekday: int, weeks: int) -> None:
    rows, _ = _rows("8月工时", weekday)
    assert rows[0][0] == 70 * len(RATE) * weeks


@pytest.mark.parametrize(
    "held",
    [
        [TODAY + days(n) for n in range(60)],
        [LAST_MONDAY - days(7 * n) for n in range(5)],
        [LAST_MONDAY - days(14 * n) for n in range(9)],
        [LAST_MONDAY + days(n % 2 - 7 * n) for n in range(9)],
    ],
    ids=["days", "too_few", "every_other", "of_two_weekdays"],
)
def test_other_days_are_no_weeks(held: list[Any]) -> None:
    catalog = bakeries()[1].catalog
    plain = with_weeks(catalog, {})
    unmarked = with_weeks(plain, {"loaves": Tally(dict.fromkeys(held, 1))})
    assert not unmarked.metrics["loaves"].weekly


@pytest.mark.parametrize(
    "question",
    [
        "Loaves per hour this month",
        "本月每工时面包",
        "Loaves per hour in August 2026",
        "每工时面包",
        "Loaves per hour by month this year",
        "今年每月每工时面包",
        "Loaves per hour by week since July",
        "Loaves per hour last week",
        "Loaves per hour this month vs last month",
        "本月每工时面包跟上个月比",
        "Loaves per hour this month vs the same period last year",
    ],
)
def test_both_parts_of_a_ratio_are_of_the_same_weeks(question: str) -> None:
    rows, _ = _rows(question)
    cells = [cell for row in rows for cell in row if isinstance(cell, int | float)]
    assert cells and all(abs(cell - 20) < 0.01 or abs(cell) < 0.01 for cell in cells), rows


def test_a_running_month_ends_with_the_last_week_that_all_have() -> None:
    _, hit = _rows("Loaves per hour this month")
    assert hit.computed is not None and hit.computed.windows[0].end == LAST_MONDAY + days(7)


@pytest.mark.parametrize(
    ("question", "now", "then"),
    [
        ("Hours worked this month vs last month", 280, 280),  # two weeks beside the first two
        ("本月工时跟上个月比", 280, 280),
        ("Hours worked in August 2026 vs July 2026", 700, 560),  # five Mondays beside four, which is said
    ],
)
def test_sums_of_weeks_that_run_are_set_beside_as_many(question: str, now: int, then: int) -> None:
    rows, _ = _rows(question)
    assert list(rows[0])[:2] == [now, then]


@pytest.mark.parametrize(
    "question",
    [
        "Loaves per hour yesterday",
        "昨天每工时面包",
        "Hours worked by day",
        "每天工时",
        "Hours worked on weekends",
    ],
)
def test_what_no_week_tells_is_not_answered(question: str) -> None:
    answers = bakeries()[1]
    assert not isinstance(answers.reader.read(question, TODAY, lambda _: True), MetricReading)


def test_figures_by_the_day_keep_their_days_beside_weeks() -> None:
    rows, hit = _rows("Loaves and hours worked in August 2026")
    assert rows[0][0] == 21 * 14 * 40 and hit.computed is None


def test_members_of_a_ratio_are_of_the_same_weeks_too() -> None:
    outcome, _ = told("Why did loaves per hour change last month?", *bakeries())
    assert outcome.declined is None and outcome.result is not None
    rates = [cell for row in outcome.result.rows for cell in row[2:4]]
    assert rates and {round(float(cell), 6) for cell in rates} <= {10, 20, 30}, outcome.result.rows


def test_composed_statements_say_nothing_of_weeks_where_there_are_none() -> None:
    answers = bakeries()[1]
    read = answers.reader.read("Loaves in August 2026", TODAY, lambda _: True)
    assert isinstance(read, MetricReading)
    assert "weekday" not in compose(read.query, answers.catalog, SQLITE, "en", TODAY).lower()
