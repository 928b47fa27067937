"""Stretches that nobody named, over a shop whose data run from the middle of 2025 to yesterday."""

import datetime as dt
from dataclasses import replace

import pytest

from tests.integration.metrics_shop import TODAY
from tests.unit.understanding.figures.figure_rooms import known_of
from understanding.figures.reader import FigureReader
from understanding.metric.ranges import time_column

FIRST, LAST = dt.date(2025, 6, 10), TODAY - dt.timedelta(days=1)


def reader() -> FigureReader:
    """Return a reader that knows from when to when the shop's data run."""
    known = known_of("shop")
    columns = (time_column(known.catalog, name) for name in known.catalog.metrics)
    return FigureReader.over(replace(known, spans={one: (FIRST, LAST) for one in columns if one}))


READER = reader()


@pytest.mark.parametrize(
    "question, start, end",
    [
        ("日均销售额", FIRST, TODAY),
        ("average sales per day", FIRST, TODAY),
        ("哪个月销售额最低", FIRST, dt.date(2026, 11, 1)),
        ("which month had the lowest sales", FIRST, dt.date(2026, 11, 1)),
        ("今年哪个月销售额最低", dt.date(2026, 1, 1), dt.date(2026, 11, 1)),
        ("which month this year had the lowest sales", dt.date(2026, 1, 1), dt.date(2026, 11, 1)),
    ],
)
def test_a_figure_that_needs_whole_units_is_of_all_days_with_data(
    question: str, start: dt.date, end: dt.date
) -> None:
    (frame,) = READER.read(question, TODAY).frames
    assert [(one.start, one.end) for one in frame.query.windows] == [(start, end)]


@pytest.mark.parametrize("question", ["本月哪个月销售额最低", "which month this month had the lowest sales"])
def test_no_unit_is_the_lowest_of_one_that_still_runs(question: str) -> None:
    assert READER.read(question, TODAY).frames == ()


@pytest.mark.parametrize("question", ["哪个月销售额最高", "sales by region"])
def test_what_is_right_over_any_days_is_of_all_there_are(question: str) -> None:
    (frame,) = READER.read(question, TODAY).frames
    assert frame.query.windows == ()
