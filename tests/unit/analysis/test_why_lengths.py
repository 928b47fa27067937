"""Times of unlike length: all that is told of a change takes both at as many days, and adds up so."""

import datetime as dt
import sqlite3

import pytest

from analysis.asked import AnalysisAsked
from analysis.why.looks import Change, year_looks
from analysis.why.shape import shape_of
from tests.unit.analysis.kiosks import asked, desk_of, kiosks, told, with_one_new

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


@pytest.mark.parametrize(
    ("question", "holidays"),
    [
        ("为什么2026-03-01到2026-03-20的收款额比2026年2月少", "没有节假日，之前春节 9 天"),
        ("为什么2026-08-01到2026-08-20的收款额比2026年7月少", ""),
    ],
)
def test_unlike_holidays_of_times_of_unlike_length_are_told(question: str, holidays: str) -> None:
    database, answers = kiosks()
    _, words = told(question, database, answers)
    assert "长短不同" in words
    assert ("节假日不一样" in words) == bool(holidays) and holidays in words


def test_how_both_stood_a_year_before_is_read_though_their_lengths_differ() -> None:
    _, answers = kiosks()
    found = asked("为什么2026-03-01到2026-03-20的收款额比2026年2月少", answers)
    assert isinstance(found, AnalysisAsked) and found.window and found.against
    desk = desk_of(answers, "zh")
    change = Change(found, shape_of(found.metrics[0], desk), found.against, found.window)
    (look,) = year_looks(change, desk)
    assert [one.start.isoformat() for one in look.query.windows] == [
        "2025-02-01",
        "2025-03-02",
    ]  # a Sunday too
