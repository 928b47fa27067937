"""A stretch that still runs is compared with the same days of the one before, on its last day too."""

import datetime as dt

import pytest

from query.metric_query import Window

DAY = dt.date.fromisoformat


@pytest.mark.parametrize(
    ("unit", "start", "end", "today", "first", "last"),
    [
        ("week", "2026-11-16", "2026-11-23", "2026-11-22", "2026-11-09", "2026-11-15"),
        ("week", "2026-11-16", "2026-11-23", "2026-11-19", "2026-11-09", "2026-11-12"),
        ("month", "2026-11-01", "2026-12-01", "2026-11-30", "2026-10-01", "2026-10-30"),
        ("week", "2026-11-09", "2026-11-16", "2026-11-22", "2026-11-02", "2026-11-09"),
    ],
)
def test_before_what_runs_are_the_same_days(
    unit: str, start: str, end: str, today: str, first: str, last: str
) -> None:
    before = Window(DAY(start), DAY(end), unit).cut(DAY(today)).before()  # type: ignore[arg-type]
    assert (before.start, before.end) == (DAY(first), DAY(last))
