"""What only seems odd is not told: what goes by the day of the month, what was nearly so before."""

import datetime as dt

import numpy as np
import pytest

from analysis.anomaly.extent import extent
from analysis.anomaly.looks import Look, Span
from analysis.anomaly.month_looks import Table, months_of
from analysis.daily import Daily, SpecialDays, by_the_month
from language.calendar import add_months, days

START = dt.date(2026, 1, 1)


def _rents(size: int = 300) -> np.ndarray:
    """Return rents that come on the first days of each month, whatever weekday these are."""
    return np.array([9000.0 if (START + days(number)).day <= 5 else 100.0 for number in range(size)])


def test_rents_go_by_the_month_and_sales_by_the_week() -> None:
    week = np.array([100.0 + 80 * ((START + days(number)).weekday() > 4) for number in range(300)])
    found = by_the_month(START, np.vstack([_rents(), week]))
    assert found.tolist() == [True, False]


def test_too_short_a_series_goes_by_neither() -> None:
    assert not by_the_month(START, _rents(60)[None]).any()


@pytest.mark.parametrize(
    ("past", "now", "as_far"),
    [
        ([43, 40, 38, 45, 41, 54, 44, 36, 42, 41, 47, 43], 55, True),  # 54 was there before
        ([43, 40, 38, 45, 41, 46, 44, 36, 42, 41, 47, 43], 58, False),
        (
            [43, 40, 38, 45, 41, 46, 44, 36, 42, 41, 43, 57],
            58,
            False,
        ),  # the month before is of the same event
        ([2, 3, 1, 2, 60, 2, 3, 2, 1, 2, 3, 2], 72, False),  # far off is far off, also the second time
    ],
)
def test_a_month_like_another_of_the_year_before_is_not_odd(past: list[int], now: int, as_far: bool) -> None:
    starts = [add_months(dt.date(2025, 10, 1), number) for number in range(13)]
    spans = tuple(Span(one, add_months(one, 1)) for one in starts)
    rest = np.full(13, 400.0)
    table = Table(
        "repairs", "cause", ("furniture", "other"), spans, np.array([[*past, now], rest]), counts=True
    )
    found = [one for one in months_of(table, [12]) if one.look.member == "furniture"]
    assert [one.as_far for one in found] == [as_far]


def test_an_odd_week_of_what_comes_on_few_days_stays_the_week() -> None:
    values = np.zeros(140)
    values[::7] = 380.0  # one repair a week, of Thursdays
    values[100:103] = 500.0
    series = Daily(START, values)
    week = Look("cost", "", "", Span(START + days(98), START + days(105)), 1880.0, 380.0, 1.0, 0.0)
    assert extent(week, series, SpecialDays({}), counted=False).span == week.span
