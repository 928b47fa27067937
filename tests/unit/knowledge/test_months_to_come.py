"""A month named without a year may be the one to come, or the last of two: 12月, this October and last."""

import datetime as dt

import pytest

from knowledge.view import next_of
from language.periods import contrasted, find_periods

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


@pytest.mark.parametrize(
    ("question", "starts"),
    [
        ("this October against last October", ["2026-10-01", "2025-10-01"]),
        ("revenue of last October", ["2026-10-01"]),
        ("last October revenue and last October orders", ["2026-10-01", "2026-10-01"]),
        ("last month and October", ["2026-10-01", "2026-10-01"]),
    ],
)
def test_the_last_of_two_months_called_alike_is_a_year_back(question: str, starts: list[str]) -> None:
    found = contrasted(find_periods(question, TODAY), TODAY)
    assert [one.start.isoformat() for one in found] == starts
