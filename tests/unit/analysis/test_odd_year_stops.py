"""What stood still for days within the last year is told where nobody named a time, and only there."""

import datetime as dt

import numpy as np
import pytest

from tests.unit.analysis.kiosks import FIRST, NAMES, Plant, told
from tests.unit.analysis.kiosks import calm as kiosks


def _out(*firsts: dt.date, size: int = 8) -> Plant:
    def plant(amounts: np.ndarray) -> None:
        for first in firsts:
            at = (first - FIRST).days
            amounts[NAMES.index("Gorse"), at : at + size] = np.nan

    return plant


BOTH = _out(dt.date(2025, 3, 3), dt.date(2026, 3, 3))
ONCE = _out(dt.date(2026, 3, 3))
TWO_DAYS = _out(dt.date(2026, 3, 3), size=2)
LATELY = _out(dt.date(2026, 8, 20))


@pytest.mark.parametrize(
    ("question", "said", "again"),
    [
        (
            "有没有异常",
            "最近一年里：Gorse在 2026-03-03 至 03-10 连续 8 天没有收款额",
            "去年 2025-03-03 至 03-10 也是这样",
        ),
        (
            "anything unusual?",
            "Within the last year: Gorse had no takings at all over 3–10 Mar 2026",
            "a year before",
        ),
    ],
)
def test_a_stop_within_the_year_is_told_with_the_same_dates_last_year(
    question: str, said: str, again: str
) -> None:
    words = told(question, *kiosks(BOTH))[1]
    assert said in words and again in words.partition(said)[2], words
    words = told(question, *kiosks(ONCE))[1]
    assert said in words and again not in words, words


@pytest.mark.parametrize("plant", [None, TWO_DAYS, LATELY])
@pytest.mark.parametrize("question", ["有没有异常", "anything unusual?"])
def test_nothing_is_told_of_the_year_where_nothing_stood_still_for_long(
    question: str, plant: Plant | None
) -> None:
    words = told(question, *kiosks(plant))[1]
    assert "最近一年里" not in words and "Within the last year" not in words, words


@pytest.mark.parametrize("question", ["上个月有没有异常", "anything unusual last week?", "8月有没有异常"])
def test_a_time_that_is_named_holds_its_own_alone(question: str) -> None:
    assert "Gorse" not in told(question, *kiosks(BOTH))[1]
