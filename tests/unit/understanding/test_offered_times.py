"""What is offered of a month is read as that month, though another one of its kind was read back for it."""

import datetime as dt

import pytest

from language.calendar import whole
from query.metric_query import MetricQuery, Window
from tests.unit.understanding.test_wrong_readings import answers, everyone
from understanding.readings import MetricReading

TODAY = dt.date(2026, 11, 29)


@pytest.mark.parametrize("month", range(1, 13))
@pytest.mark.parametrize("year", [2025, 2026])
@pytest.mark.parametrize("with_year", [True, False])
def test_each_month_is_read_as_itself(month: int, year: int, with_year: bool) -> None:
    gym = answers("gym")
    first = dt.date(year, month, 1)
    text = f"{year}年{month}月" if with_year else f"{month}月"
    for metric in gym.catalog.metrics:
        query = MetricQuery((metric,), windows=(Window(*whole("month", first), "month", text=text),))
        asked = gym.asked(query, "zh", TODAY, everyone)
        found = gym.reader.read(asked, TODAY, everyone) if asked else None
        read = isinstance(found, MetricReading) and found.query.key == query.key
        assert read == bool(asked), (asked, found)
