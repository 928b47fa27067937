"""A year before, a few days are set beside the same weekdays, and what weekdays make is called no season."""

import numpy as np
import pytest

from tests.unit.analysis.kiosks import kiosks, told


def _friday_is_large(amounts: np.ndarray) -> None:
    number = np.arange(amounts.shape[1])
    amounts[:, number % 7 == 5] *= 1.5  # FIRST is a Sunday: Fridays


@pytest.mark.parametrize(
    ("question", "said", "season"),
    [
        ("为什么9月18日收款额涨了", "去年同样的星期几", "季节"),
        ("Why did takings rise on 18 September?", "On the same weekdays a year earlier", "season"),
    ],
)
def test_a_day_is_set_beside_the_same_weekdays_a_year_before(question: str, said: str, season: str) -> None:
    database, answers = kiosks(_friday_is_large)
    _, words = told(question, database, answers)
    then, now = (
        database.execute("SELECT SUM(amount) FROM takings WHERE day = ?", (day,)).fetchone()[0]
        for day in ("2025-09-18", "2025-09-19")
    )
    assert said in words and f"{100 * (now / then - 1):+.1f} %" in words and season not in words, words


@pytest.mark.parametrize(
    "question", ["为什么2026年5月6日收款额变了", "Why did takings change on 6 May 2026?"]
)
def test_where_the_days_a_year_before_are_of_another_kind_nothing_is_said_of_them(question: str) -> None:
    outcome, words = told(question, *kiosks(_friday_is_large))  # after a holiday, which 6 May 2025 was not
    assert not any(one.code.startswith("why.year") for one in outcome.statements), words
