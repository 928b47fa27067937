"""Days that a place of single events lacks are told, also where all hardly moved; a rare one lacks none."""

import datetime as dt
import sqlite3

import pytest

from analysis.why.nearby import _lacks_often
from language.calendar import days
from query.metric_query import Window
from tests.unit.analysis.kiosks import told
from tests.unit.analysis.laundry import laundry

WEEK = ("2026-08-10", "2026-08-16")


def _without_a_week(database: sqlite3.Connection, others: float) -> None:
    """Take the South's jobs of a week away, and weigh those of the others in August so many times."""
    database.execute("DELETE FROM job WHERE plant_id = 1 AND picked_on BETWEEN ? AND ?", WEEK)
    over = "picked_on BETWEEN '2026-08-01' AND '2026-08-31'"
    database.execute(f"UPDATE job SET kg = kg * ? WHERE plant_id <> 1 AND {over}", (others,))


@pytest.mark.parametrize(
    ("question", "begins", "gap"),
    [
        (
            "为什么8月产量比7月少",
            "8月（2026-08-01 至 08-31）产量基本持平",
            "South在 2026-08-10 至 08-16 共 7 天没有",
        ),
        (
            "why did output fall in August",
            "Output hardly moved",
            "South has no records at all on 10–16 Aug 2026",
        ),
    ],
)
def test_a_place_that_lacks_a_week_is_told_though_all_hardly_moved(
    question: str, begins: str, gap: str
) -> None:
    database, answers = laundry.__wrapped__()  # its own: it is changed
    _without_a_week(database, 1.1)
    _, words = told(question, database, answers)
    assert words.startswith(begins) and gap in words, words


def test_nobody_lacks_days_where_all_have_them() -> None:
    _, words = told("why did output fall in August", *laundry())
    assert "no records" not in words and "without data" not in words


@pytest.mark.parametrize(("every", "often"), [(1, False), (40, False), (6, True)])
def test_days_of_nothing_are_no_news_of_who_has_them_now_and_then(every: int, often: bool) -> None:
    """Of `every` so many days one has nothing, beside a stretch of four."""
    first = dt.date(2026, 1, 1)
    lacking = Window(first + days(100), first + days(104), "range")
    series = {
        first + days(number): 1
        for number in range(200)
        if not 100 <= number < 104 and (every == 1 or number % every)
    }
    around = Window(first, first + days(200), "range")
    assert _lacks_often((lacking,), series, around) is often  # type: ignore[arg-type]
