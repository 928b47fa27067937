"""Months beside those of a named time stand in one row: each beside the one as far into that time."""

import datetime as dt

import pytest

from database.dialects import SQLITE
from query.metric_query import Compared, MetricQuery, Window
from query.plan.compose import compose
from tests.unit.analysis.kiosks import TODAY, desk_of, kiosks


@pytest.mark.parametrize("grain", ["month", "quarter", "day"])
def test_units_of_a_named_time_stand_beside_those_of_the_asked_one(grain: str) -> None:
    database, answers = kiosks()
    now = Window(dt.date(2026, 1, 1), dt.date(2026, 7, 1), "range")
    named, last_year = Compared("named", now.year_before(None)), Compared("last_year")

    def rows(compared: Compared) -> list[tuple[object, ...]]:
        query = MetricQuery(("takings",), grain=grain, windows=(now,), compared=compared)
        sql = compose(query, desk_of(answers, "en").catalog, SQLITE, "en", TODAY)
        return database.execute(sql).fetchall()

    assert rows(named) == rows(last_year) and len(rows(named)) in (6, 2, 181)
    assert all(None not in row for row in rows(named))


def test_months_of_the_quarter_before_are_laid_over_as_far_as_they_are_apart() -> None:
    database, answers = kiosks()
    now, before = (
        Window(dt.date(2026, month, 1), dt.date(2026, month + 3, 1), "quarter") for month in (4, 1)
    )
    query = MetricQuery(("takings",), grain="month", windows=(now,), compared=Compared("named", before))
    sql = compose(query, desk_of(answers, "en").catalog, SQLITE, "en", TODAY)
    rows = database.execute(sql).fetchall()
    assert [row[0] for row in rows] == ["2026-04-01", "2026-05-01", "2026-06-01"]
    (january,) = database.execute("SELECT SUM(amount) FROM takings WHERE day LIKE '2026-01%'").fetchone()
    assert rows[0][2] == pytest.approx(january)
