"""Months of unlike length are told by their day's mean, and parts are called alike only where they were."""

import datetime as dt

import numpy as np

from tests.unit.analysis.kiosks import FIRST, kiosks, told

JANUARY = (dt.date(2026, 1, 1) - FIRST).days


def test_a_briefing_of_a_shorter_month_tells_the_change_of_a_day() -> None:
    database, answers = kiosks()
    sums = "SELECT SUM(amount) FROM takings WHERE day LIKE ?"
    later, before = (database.execute(sums, (one,)).fetchone()[0] for one in ("2026-02%", "2026-01%"))
    _, words = told("2月怎么样", database, answers)
    assert f"按日均收款额环比 {100 * ((later / 28) / (before / 31) - 1):+.1f} %" in words, words


def test_parts_far_apart_are_not_said_to_have_moved_alike() -> None:
    def plant(amounts: np.ndarray) -> None:
        apart = np.linspace(-0.12, 0.12, amounts.shape[0])[[0, 7, 2, 9, 4, 11, 6, 1, 8, 3, 10, 5]]
        amounts[:, JANUARY:] *= np.exp(apart)[:, None] * 1.3

    _, words = told("为什么8月收款额比去年同期涨了", *kiosks(plant))
    assert "没有哪一个特别突出（差得最多的是售货亭：从" in words and "大体同步" not in words, words
