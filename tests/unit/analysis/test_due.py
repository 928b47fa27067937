"""What of a target is due: its months that are over in full, the one that runs by its days."""

import datetime as dt
import sqlite3
from collections.abc import Sequence
from decimal import Decimal

import numpy as np
import pytest

from analysis.target.due import due_by, due_windows
from analysis.words import worded
from query.metric_query import Unit, Window
from tests.unit.analysis.kiosks import FIRST, desk_of, kiosks, told
from understanding.metric.answers import MetricAnswers

YEAR, QUARTER = ("2026-01-01", "2027-01-01"), ("2026-07-01", "2026-10-01")
CASES: Sequence[tuple[str, Unit, tuple[str, str], str, list[int | None], str, str]] = [
    ("one month by its days", "month", ("2026-09-01", "2026-10-01"), "2026-09-23", [300], "73.3", "days"),
    ("a month over", "month", ("2026-08-01", "2026-09-01"), "2026-09-01", [300], "100.0", "days"),
    ("months over and one that runs", "year", YEAR, "2026-11-28", [1200, 1000, 100], "90.8", "due"),
    ("the first month runs", "year", YEAR, "2026-01-11", [1000, 310], "10.0", "due"),
    ("up to a month's end", "year", YEAR, "2026-11-01", [1000, 850], "85.0", "due"),
    ("set since June only", "year", YEAR, "2026-11-16", [400, 250, 50], "68.8", "due"),
    ("none of what is over", "year", YEAR, "2026-11-16", [100, None, None], "0.0", "due"),
    ("a quarter", "quarter", QUARTER, "2026-09-16", [300, 200, 100], "83.3", "due"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("unit", "whole", "until", "cells", "share", "by"),
    [case[1:] for case in CASES],
    ids=[c[0] for c in CASES],
)
def test_a_target_is_due_by_its_months(
    unit: Unit, whole: tuple[str, str], until: str, cells: list[int | None], share: str, by: str
) -> None:
    day = dt.date.fromisoformat(until)
    windows = due_windows(Window(*map(dt.date.fromisoformat, whole), unit), day)
    due = due_by(day, windows, [None if one is None else Decimal(one) for one in cells])
    assert due is not None
    assert f"{due.share:.1f}" == share
    assert due.gone().code == f"target.gone.{by}"


def test_of_no_target_nothing_is_due() -> None:
    year = Window(dt.date(2026, 1, 1), dt.date(2027, 1, 1), "year")
    day = dt.date(2026, 9, 23)
    assert due_by(day, due_windows(year, day), [None, None, None]) is None


def _aimed(sql: str, *, since: dt.date | None = None) -> tuple[sqlite3.Connection, MetricAnswers]:
    """Return the kiosks with other targets; Maple with takings since a day only."""

    def plant(amounts: np.ndarray) -> None:
        if since is not None:
            amounts[11, : (since - FIRST).days] = np.nan

    database, answers = kiosks(plant) if since else kiosks()
    own = sqlite3.connect(":memory:")
    database.commit()  # of what is not committed no copy is made
    database.backup(own)
    own.executescript(sql)
    return own, answers


BY_SEASON = (
    "UPDATE targets SET amount = 400000 WHERE month < '2026-07-01'"  # 12 x 4.8 M, the first half double
)


@pytest.mark.parametrize(
    ("question", "due"),
    [
        ("今年情况怎么样", "到这时应完成 81.9 %）"),
        ("How are we doing this year?", "with 81.9 % of it due by then)"),
        ("今年能完成收款额目标吗", "到这时应完成 81.9 %"),
        ("Are we on target with takings this year?", "with 81.9 % of it due by then"),
    ],
)
def test_a_year_is_set_beside_what_its_months_want_and_not_its_days(question: str, due: str) -> None:
    outcome, words = told(question, *_aimed(BY_SEASON))
    assert due in words and "72.6 %" not in words, words  # (6 x 400 + 2 x 200 + 200 x 22 / 30) / 3600
    language = "zh" if due.startswith("到") else "en"
    catalog = desk_of(kiosks()[1], language).catalog
    how = " ".join(worded(one, catalog, language) for one in outcome.reading)
    assert ("3,536 万元" if language == "zh" else "CNY 35.4 M") in how, how
    assert ("30 天里的 22 天" if language == "zh" else "22 of its 30 days") in how, how


@pytest.mark.parametrize("question", ["本月情况怎么样", "How are we doing this month?"])
def test_a_month_stays_with_its_days(question: str) -> None:
    outcome, words = told(question, *_aimed(BY_SEASON))
    assert "73.3 %" in words and "应完成" not in words and "due by then" not in words
    assert not any(one.code.startswith("target.due_") for one in outcome.reading)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("今年情况怎么样", "Alder 40.4 %（应完成 59.2 %）"),
        ("How are we doing this year?", "Alder 40.4 % (due 59.2 %)"),
    ],
)
def test_a_member_with_targets_for_some_months_is_set_beside_its_own(question: str, said: str) -> None:
    _, words = told(question, *_aimed("DELETE FROM targets WHERE kiosk_id = 0 AND month < '2026-05-01'"))
    assert said in words, words  # (4 + 22 / 30) of 8 months
    _, words = told(question, *kiosks())
    assert "Alder 26.9 %" in words and said.partition("%")[2][:4] not in words  # all alike: told once


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Maple 今年怎么样", "到这时应完成 53.3 %"),
        ("How is Maple doing this year?", "with 53.3 % of it due by then"),
    ],
)
def test_who_opened_within_the_year_is_set_beside_its_own_months(question: str, said: str) -> None:
    since = "DELETE FROM targets WHERE kiosk_id = 11 AND month < '2026-06-01'"
    _, words = told(question, *_aimed(since, since=dt.date(2026, 6, 1)))
    assert said in words, words  # (3 + 22 / 30) of 7 months


@pytest.mark.parametrize(
    ("question", "since", "said"),
    [
        ("Maple 今年怎么样", "2026-06-01", "去年同期（2025-01-01 至 09-22）还没有数字：2026-06-01 起才有"),
        ("How is Maple doing this year?", "2026-06-01", "it had nothing yet: it begins on 1 Jun 2026"),
        ("Maple 今年怎么样", "2025-06-01", "去年同期（2025-01-01 至 09-22）不是一直都有：2025-06-01 起才有"),
        ("How is Maple doing in August?", "2025-10-05", "Beside July 2026: takings"),
    ],
)
def test_a_time_that_a_member_had_nothing_in_is_not_told_as_one_beside_it(
    question: str, since: str, said: str
) -> None:
    outcome, words = told(question, *_aimed("", since=dt.date.fromisoformat(since)))
    assert said in words, words
    assert not any(one.code in ("briefing.figures", "briefing.figures_year") for one in outcome.reading)
