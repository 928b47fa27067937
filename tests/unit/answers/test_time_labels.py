"""What the labels of a column of days are read as."""

import pytest

from answers.calendar import unit_of
from understanding.metric.vocabulary import period_in


@pytest.mark.parametrize(
    ("labels", "column", "unit"),
    [
        (["2026-10-01"], "Month", "month"),
        (["2026-10-01"], "月份", "month"),
        (["2026-10-01", "2026-10-01"], "month", "month"),
        (["2026-10-01"], "day", "day"),
        (["2026-10-01", "2026-11-01"], "day", "month"),
        (["2026-10-01", "2026-10-02"], "month", "day"),
    ],
)
def test_first_day_of_one_month_is_the_month_where_the_column_is_of_months(labels, column, unit):
    assert unit_of(labels, column) == unit


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("Year to date", "year to date"),
        ("september", "September"),
        ("national day", "National Day"),
        ("the q3 of 2026", "the Q3 of 2026"),
        ("Black Friday", "Black Friday"),
        ("last month", "last month"),
    ],
)
def test_a_time_is_written_as_its_name_is_however_it_was_typed(typed, told):
    assert period_in(typed, "en") == told
