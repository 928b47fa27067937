"""An odd week is told by its exact days, and by the part that makes it; who is new makes nothing odd."""

import datetime as dt
import random

import numpy as np
import pytest

from analysis.anomaly.extent import AROUND, extent
from analysis.anomaly.looks import WEEKS, Look, Span
from analysis.anomaly.parts import part_of
from analysis.daily import Daily, SpecialDays
from analysis.outcome import Look as Reading
from analysis.outcome import Read, Said
from database.result import QueryResult
from language.calendar import days
from query.metric_query import MetricQuery

QUIET = SpecialDays({})
MONDAY = dt.date(2026, 8, 3)
START = MONDAY - days(7 * WEEKS + AROUND)
LENGTH = 7 * WEEKS + 2 * AROUND + 7


def _series(first: int, last: int, factor: float, seed: int) -> Daily:
    """Return a series about 100 a day, times a factor from one day to another after that Monday."""
    values = 100 * np.exp(0.03 * np.random.default_rng(seed).standard_normal(LENGTH))
    place = (MONDAY - START).days
    values[place + first : place + last] *= factor
    return Daily(START, values)


def _week(series: Daily) -> Look:
    span = Span(MONDAY, MONDAY + days(7))
    return Look("takings", "", "", span, series.total(span.start, span.end), 700.0, 1.0, 1e-9)


@pytest.mark.parametrize("factor", [0.0, 0.5, 1.8])
@pytest.mark.parametrize(("first", "last"), [(-1, 8), (3, 13), (2, 6), (0, 7)])
def test_the_days_that_hold_an_odd_week_are_found_to_the_day(first: int, last: int, factor: float) -> None:
    for seed in range(5):
        series = _series(first, last, factor, seed)
        found = extent(_week(series), series, QUIET, counted=False)
        assert (found.span.start, found.span.end) == (MONDAY + days(first), MONDAY + days(last))
        assert found.value == pytest.approx(series.total(found.span.start, found.span.end))


def test_a_new_level_is_no_stretch_of_days() -> None:
    series = _series(0, 7 + AROUND, 1.8, 1)
    assert extent(_week(series), series, QUIET, counted=False).span == Span(MONDAY, MONDAY + days(7))


def _read(rows: list[tuple[object, ...]]) -> Read:
    query = MetricQuery(("complaints",), ("area", "kind"))
    return Read(Reading("part.0", query, Said("x")), QueryResult((), tuple(rows), False, 0.0), "")


def test_a_part_by_both_cuts_is_told_where_it_makes_most_and_is_no_larger_than_either() -> None:
    chance = random.Random(3)
    for _ in range(40):
        rows: list[tuple[object, ...]] = [
            (f"area {place}", f"kind {kind}", chance.randrange(4), 8 * chance.randrange(4), 0)
            for place in range(6)
            for kind in range(3)
        ]
        rows[4] = ("area 1", "kind 1", 60, 8, 50)
        value, usual = sum(int(str(row[2])) for row in rows), sum(int(str(row[3])) for row in rows) / 8
        one = Look("complaints", "", "", Span(MONDAY, MONDAY + days(7)), value, usual, 1.0, 1e-9)
        part = part_of(one, _read(rows), None)
        assert part is not None and part.names == ("area 1", "kind 1") and part.comes_again
        for place, name in ((0, "area 1"), (1, "kind 1")):
            assert part.value <= sum(int(str(row[2])) for row in rows if row[place] == name)


def test_what_is_spread_over_many_parts_is_told_of_none() -> None:
    rows: list[tuple[object, ...]] = [(f"area {n}", f"kind {n % 2}", 10, 40, 0) for n in range(9)]
    one = Look("complaints", "", "", Span(MONDAY, MONDAY + days(7)), 90.0, 45.0, 1.0, 1e-9)
    found = part_of(one, _read(rows), None)
    assert found is None or len(found.names) == 1
