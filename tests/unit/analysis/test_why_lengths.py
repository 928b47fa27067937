"""Times of unlike length: all that is told of a change takes both at as many days, and adds up so."""

import datetime as dt
import sqlite3

import pytest

from tests.unit.analysis.kiosks import told, with_one_new

OPENED = dt.date(2025, 6, 2)
THEN, NOW = ("2025-01-28", "2025-02-04"), ("2026-02-15", "2026-02-23")  # 8 days and 9


def _mean(database: sqlite3.Connection, ends: tuple[str, str], condition: str = "TRUE") -> float:
    wanted = "SELECT SUM(amount), COUNT(DISTINCT day) FROM takings JOIN kiosks USING (kiosk_id)"
    found = database.execute(f"{wanted} WHERE day BETWEEN ? AND ? AND {condition}", ends).fetchone()
    return float(found[0]) / float(found[1])


@pytest.mark.parametrize(
    "question", ["为什么春节收款额同比涨了", "Why did takings rise in Spring Festival 2026 versus last year?"]
)
def test_without_who_is_new_a_holiday_of_nine_days_is_set_beside_eight_by_day(question: str) -> None:
    database, answers = with_one_new(OPENED)
    outcome, words = told(question, database, answers)
    alike, whole = (
        100 * (_mean(database, NOW, condition) / _mean(database, THEN, condition) - 1)
        for condition in ("name <> 'Maple'", "TRUE")
    )
    assert f"{whole:+.1f} %" in words and f"{alike:+.1f} %" in words, words
    assert outcome.result is not None
    rows = outcome.result.rows
    of_kiosks = [row[4] for row in rows if row[0] == rows[-1][0]]
    assert rows[0][4] == pytest.approx(rows[1][4] + sum(of_kiosks), abs=0.5)  # lengths, and the kiosks
