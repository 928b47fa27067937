"""A year before, a few days are set beside the same weekdays, and what weekdays make is called no season."""

import datetime as dt
import sqlite3

import numpy as np
import pytest

from analysis.asked import AnalysisAsked
from analysis.why.base import like_base
from tests.unit.analysis.kiosks import FIRST, asked, desk_of, kiosks, told


def _friday_is_large(amounts: np.ndarray) -> None:
    number = np.arange(amounts.shape[1])
    amounts[:, number % 7 == 5] *= 1.5  # FIRST is a Sunday: Fridays


@pytest.mark.parametrize(
    ("question", "said", "season"),
    [
        ("为什么9月17日到18日收款额涨了", "去年同样的星期几", "季节"),
        ("Why did takings rise on 17–18 September?", "On the same weekdays a year earlier", "season"),
    ],
)
def test_days_are_set_beside_the_same_weekdays_a_year_before(question: str, said: str, season: str) -> None:
    database, answers = kiosks(_friday_is_large)
    _, words = told(question, database, answers)
    then, now = (
        database.execute("SELECT SUM(amount) FROM takings WHERE day BETWEEN ? AND ?", pair).fetchone()[0]
        for pair in (("2025-09-16", "2025-09-17"), ("2025-09-18", "2025-09-19"))
    )
    assert said in words and f"{100 * (now / then - 1):+.1f} %" in words and season not in words, words


@pytest.mark.parametrize(
    "question", ["为什么2026年5月6日收款额变了", "Why did takings change on 6 May 2026?"]
)
def test_where_the_days_a_year_before_are_of_another_kind_nothing_is_said_of_them(question: str) -> None:
    outcome, words = told(question, *kiosks(_friday_is_large))  # after a holiday, which 6 May 2025 was not
    assert not any(one.code.startswith("why.year") for one in outcome.statements), words


@pytest.mark.parametrize(("level", "said"), [(1.0, "可能是季节性的"), (2.2, "不只是季节")])
def test_a_rise_far_beyond_that_of_its_year_before_is_not_the_season_alone(level: float, said: str) -> None:
    def plant(amounts: np.ndarray) -> None:
        for year, factor in ((2025, 1.0), (2026, level)):
            july, august, september = ((dt.date(year, month, 1) - FIRST).days for month in (7, 8, 9))
            amounts[:, july:september] *= factor
            amounts[:, august:september] *= 1.4

    assert said in told("为什么8月收款额涨了", *kiosks(plant))[1]


def _sum(database: sqlite3.Connection, day: str) -> float:
    found = database.execute("SELECT SUM(amount) FROM takings WHERE day = ?", (day,)).fetchone()
    return float(found[0])


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (
            "为什么9月19日收款额跌了",
            "前一个周六（2026-09-12）",
        ),  # a Saturday, behind a Friday of half as much more
        ("9月19日收款额是不是掉了", "前一个周六（2026-09-12）"),
        ("Why did takings fall on 19 September?", "the Saturday before (12 Sep 2026)"),
        ("Did takings fall on 19 September?", "the Saturday before (12 Sep 2026)"),
    ],
)
def test_a_day_is_set_beside_the_same_day_of_the_week_before(question: str, said: str) -> None:
    database, answers = kiosks(_friday_is_large)
    outcome, words = told(question, database, answers)
    assert said in words, words
    day_before = next(one for one in outcome.statements if one.code == "why.day_before")
    assert float(day_before.params["value"].value) == pytest.approx(_sum(database, "2026-09-18"))


@pytest.mark.parametrize(
    "question",
    ["9月19日收款额为什么比前一天低", "Why are takings on 19 September lower than the day before?"],
)
def test_the_day_before_that_is_named_stays_with_the_like_weekday_beside_it(question: str) -> None:
    database, answers = kiosks(_friday_is_large)
    outcome, words = told(question, database, answers)
    assert "2026-09-18" in words or "18 Sep 2026" in words
    beside = next(one for one in outcome.statements if one.code == "why.week_before")
    assert float(beside.params["value"].value) == pytest.approx(_sum(database, "2026-09-12"))


@pytest.mark.parametrize(
    "question", ["为什么2025年10月9日收款额跌了", "Why did takings fall on 9 October 2025?"]
)
def test_a_day_off_is_no_measure_for_a_working_day(question: str) -> None:
    found = asked(question, kiosks()[1])
    assert isinstance(found, AnalysisAsked) and found.window is not None and found.against is not None
    base = like_base(found.query, found.window, found.against, desk_of(kiosks()[1], "zh"))
    assert base is not None and base.start == dt.date(2025, 9, 25)  # 2 October was a holiday


@pytest.mark.parametrize(
    ("question", "window"),
    [
        ("为什么8月11日到8月20日工单变多了", (dt.date(2026, 7, 21), dt.date(2026, 7, 31))),
        ("Why did tickets rise on 11–20 August?", (dt.date(2026, 7, 21), dt.date(2026, 7, 31))),
        ("8月11日到8月20日工单是不是变多了", (dt.date(2026, 7, 21), dt.date(2026, 7, 31))),
    ],
)
def test_days_behind_those_in_which_a_burst_began_are_set_beside_usual_ones(
    question: str, window: tuple[dt.date, dt.date]
) -> None:
    database, answers = kiosks.__wrapped__()
    database.executemany(
        "INSERT INTO tickets VALUES (?, 4, ?, 1)",
        [(5000 + n, f"2026-08-{5 + n % 12:02}") for n in range(120)],
    )
    outcome, words = told(question, database, answers)
    (said,) = (one for one in outcome.statements if one.code == "why.rebased_unusual")
    assert (said.params["against"].start, said.params["against"].end) == window, words
    assert "20" in words and not any(one.code.startswith("why.not_") for one in outcome.statements)


@pytest.mark.parametrize("burst", [(20, 6), (5, 5)])  # within the days asked about, and over by then
def test_a_burst_on_one_side_alone_passes_nothing_over(burst: tuple[int, int]) -> None:
    first, length = burst
    database, answers = kiosks.__wrapped__()
    database.executemany(
        "INSERT INTO tickets VALUES (?, 4, ?, 1)",
        [(5000 + n, f"2026-08-{first + n % length:02}") for n in range(60)],
    )
    question = f"为什么8月15日到8月25日工单{'变多' if first > 14 else '变少'}了"
    outcome, _ = told(question, database, answers)
    assert not any(one.code == "why.rebased_unusual" for one in outcome.statements)
