"""A month named without a year may be the one to come: 12月 in November."""

import datetime as dt

import pytest

from knowledge.view import next_of
from language.periods import find_periods

TODAY = dt.date(2026, 11, 22)


@pytest.mark.parametrize(
    ("question", "start"),
    [
        ("预计12月营业额多少", "2026-12-01"),
        ("what will December bring", "2026-12-01"),
        ("去年12月营业额多少", ""),
        ("revenue of last December", ""),
        ("2025年12月营业额多少", ""),
        ("10月营业额多少", ""),
        ("今年营业额多少", ""),
    ],
)
def test_only_a_month_later_this_year_that_was_read_as_last_years_may_be_to_come(
    question: str, start: str
) -> None:
    (period,) = find_periods(question, TODAY)
    assert next_of(period, TODAY) == start
