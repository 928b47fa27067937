"""What goes on since autumn, and did so a year before as far, is the season and nothing odd."""

import datetime as dt

import numpy as np
import pytest

from analysis.anomaly.lasting import lasting, season_before
from analysis.anomaly.looks import Look, Odd, Span
from analysis.anomaly.telling import Seen
from analysis.daily import Daily, SpecialDays

FIRST, LAST = dt.date(2025, 3, 3), dt.date(2026, 11, 29)
THIS = (dt.date(2026, 10, 7), LAST)


def _boilers(before: float, now: float) -> Daily:
    """Return five jobs a day, so many from early October on, this year and the year before."""
    length = (LAST - FIRST).days
    values = np.full(length, 5.0) + np.random.default_rng(5).normal(0, 0.5, length)
    for year, each in ((2025, before), (2026, now)):
        start, end = ((dt.date(year, *one) - FIRST).days for one in ((10, 7), (12, 20)))
        values[start : min(end, length)] += each - 5
    return Daily(FIRST, values)


@pytest.mark.parametrize(("before", "season"), [(19.0, True), (16.0, True), (8.0, False), (5.0, False)])
def test_weeks_that_go_on_are_the_season_where_they_lay_off_as_far_a_year_before(
    before: float, season: bool
) -> None:
    series, week = _boilers(before, 20.0), Span(dt.date(2026, 10, 12), dt.date(2026, 10, 19))
    found = lasting(
        Look("jobs", "kind", "Boilers", week, 140.0, 35.0, 1.0, 1e-9), series, SpecialDays({}), counted=True
    )
    assert found is not None and abs((found.span.start - THIS[0]).days) <= 1
    year = season_before(found, series)
    assert year is not None
    assert Seen(Odd(found), year, goes_on=True).is_seasonal is season


def test_where_the_year_before_is_not_known_nothing_is_called_a_season() -> None:
    series = _boilers(19.0, 20.0)
    one = Look("jobs", "kind", "Boilers", Span(dt.date(2026, 4, 1), LAST), 4000.0, 1200.0, 1.0, 1e-9)
    assert season_before(one, series) is None
