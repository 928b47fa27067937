"""A stretch lacks days at its beginning only where they are a part of it worth saying."""

import datetime as dt

import pytest

from language.period.covered import has_part

FIRST, LAST, TODAY = dt.date(2025, 1, 2), dt.date(2026, 11, 28), dt.date(2026, 11, 29)


@pytest.mark.parametrize(
    ("start", "end", "lacks"),
    [
        (dt.date(2025, 1, 1), dt.date(2026, 1, 1), False),  # one day of 365
        (dt.date(2025, 1, 1), dt.date(2025, 2, 1), True),  # one of 31
        (dt.date(2024, 12, 1), dt.date(2026, 1, 1), True),  # a month
        (dt.date(2025, 1, 2), dt.date(2026, 1, 1), False),
    ],
)
def test_a_hundredth_of_a_stretch_may_be_without_data_unsaid(
    start: dt.date, end: dt.date, lacks: bool
) -> None:
    assert has_part(start, end, (FIRST, LAST), TODAY, dense=True) is lacks
