"""A figure kept by the month stands beside as many whole months before, of a time that still runs, too."""

import datetime as dt

import pytest

from analysis.briefing.figures import period_before, whole_months_of, year_of
from query.metric_query import Window
from tests.unit.analysis.kiosks import TODAY, desk_of, kiosks

DESK = desk_of(kiosks()[1], "en")


def _windows(start: dt.date, end: dt.date, unit: str) -> tuple[Window, Window, Window]:
    now = Window(start, end, unit)  # type: ignore[arg-type]
    return now, period_before(now), year_of(now, DESK)


def test_eight_months_are_set_beside_eight_where_the_year_runs_in_the_ninth() -> None:
    own = whole_months_of("target", _windows(dt.date(2026, 1, 1), TODAY, "year"), DESK)
    assert own is not None
    assert [(one.start, one.end) for one in own] == [
        (dt.date(2026, 1, 1), dt.date(2026, 9, 1)),
        (dt.date(2025, 5, 1), dt.date(2026, 1, 1)),
        (dt.date(2025, 1, 1), dt.date(2025, 9, 1)),
    ]


@pytest.mark.parametrize(
    ("metric", "start", "end", "unit"),
    [
        ("takings", dt.date(2026, 1, 1), TODAY, "year"),  # by the day
        ("target", dt.date(2026, 8, 1), dt.date(2026, 9, 1), "month"),  # whole
        ("target", dt.date(2026, 9, 1), TODAY, "month"),  # no whole month in it
        ("target", dt.date(2026, 8, 25), TODAY, "range"),
    ],
)
def test_other_times_are_taken_as_they_are(metric: str, start: dt.date, end: dt.date, unit: str) -> None:
    assert whole_months_of(metric, _windows(start, end, unit), DESK) is None
