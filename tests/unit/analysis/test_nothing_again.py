"""Few days of nothing that hold a fall: whether it was so on such days of the year before, too."""

import datetime as dt

import numpy as np
import pytest

from tests.unit.analysis.kiosks import FIRST, Plant, kiosks, told

QUESTION = "8月Hazel的收款额为什么跌了"
FROM, COUNT = dt.date(2026, 8, 10), 7


def _nothing(*since: dt.date) -> Plant:
    """Return what leaves Hazel days that brought nothing, recorded as such."""

    def plant(amounts: np.ndarray) -> None:
        for one in since:
            at = (one - FIRST).days
            amounts[:, at : at + COUNT] = 0

    return plant


@pytest.mark.parametrize(
    ("year", "again"),
    [
        ((dt.date(2025, 8, 10),), "去年 2025-08-10 至 08-16 也这样。"),
        ((dt.date(2025, 8, 13),), "去年 2025-08-13 至 08-19 也这样。"),
        ((), ""),
        ((dt.date(2025, 7, 10),), ""),  # another month is another story
    ],
)
def test_days_of_nothing_that_came_a_year_before_are_told(year: tuple[dt.date, ...], again: str) -> None:
    _, said = told(QUESTION, *kiosks.__wrapped__(_nothing(FROM, *year)))
    assert "2026-08-10 至 08-16，这些天都是 0" in said
    assert (again in said) if again else ("去年 2025" not in said or "也这样" not in said)
