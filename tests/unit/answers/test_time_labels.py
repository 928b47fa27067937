"""What the labels of a column of days are read as."""

import pytest

from answers.calendar import unit_of


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
