"""What a target takes is told of the days of the week with anything, who is behind without a tolerance."""

import datetime as dt

import numpy as np
import pytest

from tests.unit.analysis.kiosks import FIRST, TODAY, kiosks, told


def _no_sundays(amounts: np.ndarray) -> None:
    for number in range(amounts.shape[1]):
        if (FIRST + dt.timedelta(days=number)).weekday() == 6:
            amounts[:, number] = np.nan


@pytest.mark.parametrize(
    ("question", "without"),
    [
        ("9月收款额目标完成了吗", "余下 7 天（不算没有数据的周日）"),
        ("Did we reach the takings target for September?", "7 days left (not counting Sunday, when"),
    ],
)
def test_what_a_day_must_bring_counts_no_day_of_the_week_without_any(question: str, without: str) -> None:
    database, answers = kiosks(_no_sundays)
    outcome, words = told(question, database, answers)
    needed = next(one for one in outcome.statements if one.code == "target.needed")
    (total,) = database.execute("SELECT SUM(amount) FROM takings WHERE day >= '2026-09-01'").fetchone()
    assert without in words, words
    assert float(needed.params["so_far"].value) == pytest.approx(total / 19)
    assert float(needed.params["needed"].value) == pytest.approx((2_400_000 - total) / 7)
    assert (
        "不算没有" not in told(question, *kiosks())[1] and "not counting" not in told(question, *kiosks())[1]
    )


def test_who_is_told_behind_the_days_is_counted_behind_them() -> None:
    database, answers = kiosks()
    gone = (TODAY - dt.date(2026, 9, 1)).days / 30
    sums = "SELECT kiosk_id, SUM(amount) FROM takings WHERE day >= '2026-09-01' GROUP BY 1"
    try:
        for kiosk, total in database.execute(sums).fetchall():
            aim = total / (gone - 0.003 if kiosk < 3 else gone + 0.01)
            kept = (aim, kiosk)
            database.execute(
                "UPDATE targets SET amount = ? WHERE kiosk_id = ? AND month = '2026-09-01'", kept
            )
        outcome, words = told("Which kiosks are behind target this month?", database, answers)
    finally:
        database.execute("UPDATE targets SET amount = 200000")
    assert outcome.statements[0].params["count"] == 3, words
