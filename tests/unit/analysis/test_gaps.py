"""Days without data are told by member with their dates; closed weekdays and days before opening are none."""

import datetime as dt
from collections.abc import Sequence

import numpy as np
import pytest

from analysis.anomaly.gaps import days_looks
from analysis.anomaly.stretches import Gap, closed_weekdays, gaps_between
from analysis.series import MOST_ROWS
from language.calendar import days
from query.metric_query import Window
from tests.unit.analysis.kiosks import FIRST, NAMES, desk_of, kiosks, told_as_heard

AUGUST = Window(dt.date(2026, 8, 1), dt.date(2026, 9, 1), "month")
QUESTIONS = ["8月哪些售货亭有断档", "Which kiosks have gaps in takings in August?"]
SATURDAY, SUNDAY = 5, 6


def _in_both(zh: str, en: str) -> list[tuple[str, str]]:
    return list(zip(QUESTIONS, (zh, en), strict=True))


def _at(day: dt.date) -> int:
    return (day - FIRST).days


def _every_weekday(amounts: np.ndarray, number: int) -> slice:
    return slice((number - FIRST.weekday()) % 7, amounts.shape[1], 7)


def _missing(amounts: np.ndarray) -> None:
    start = _at(dt.date(2026, 8, 10))
    amounts[NAMES.index("Gorse"), start : start + 5] = np.nan


def _ended_and_opened(amounts: np.ndarray) -> None:
    amounts[NAMES.index("Cedar"), _at(dt.date(2026, 8, 20)) :] = np.nan
    amounts[NAMES.index("Ivy"), : _at(dt.date(2026, 8, 12))] = np.nan


def _no_sundays(amounts: np.ndarray) -> None:
    amounts[NAMES.index("Dogwood"), _every_weekday(amounts, SUNDAY)] = np.nan


def _round_a_sunday(amounts: np.ndarray) -> None:
    _no_sundays(amounts)
    start = _at(dt.date(2026, 8, 14))  # a Friday
    amounts[NAMES.index("Dogwood"), start : start + 5] = np.nan


def _more_than_one_look_reads(amounts: np.ndarray) -> None:
    for number in range(len(NAMES)):
        day = _at(dt.date(2026, 1, 5) + days(20 * number))
        amounts[number, day : day + 1 + number] = np.nan


@pytest.mark.parametrize(
    ("question", "told"),
    _in_both(
        "有 1 个（共看了 12 个，按每天有没有记录看）：Gorse 2026-08-10 至 08-14（5 天）。",
        "1 of 12 kiosks had days without takings data between their first and last, August 2026: "
        "Gorse, 10–14 Aug 2026 (5 days).",
    ),
)
def test_a_stretch_of_missing_days_is_told_with_its_dates_and_length(question: str, told: str) -> None:
    outcome, words = told_as_heard(question, *kiosks(_missing))
    assert words.endswith(told), words  # and of nobody else anything
    assert outcome.result is not None
    assert outcome.result.rows == (("Gorse", "2026-08-10", "2026-08-14", 5),)


@pytest.mark.parametrize(
    ("question", "none", "ended"),
    [
        (QUESTIONS[0], "看了 12 个售货亭，从第一天到最后一天每天都有记录。",
         "另有 1 个到期末之前就不再有记录（可能停了，也可能没报）：Cedar（最后一天 2026-08-19）。"),
        (QUESTIONS[1], "None of 12 kiosks lacks a day of takings, August 2026: each has a record for",
         "1 more had no records up to the end (stopped, or not reported): Cedar (last on 19 Aug 2026)."),
    ],
)  # fmt: skip
def test_who_ended_is_told_apart_and_who_opened_has_no_gap_before(
    question: str, none: str, ended: str
) -> None:
    outcome, words = told_as_heard(question, *kiosks(_ended_and_opened))
    assert none in words and words.endswith(ended) and "Ivy" not in words, words
    assert outcome.result is None


@pytest.mark.parametrize(
    ("question", "told"),
    _in_both(
        "2026 年 8 月收款额没有中间断过：看了 12 个售货亭，从第一天到最后一天每天都有记录。",
        "None of 12 kiosks lacks a day of takings, August 2026: "
        "each has a record for every day from its first to its last.",
    ),
)
def test_where_nothing_is_missing_it_is_said_of_how_many(question: str, told: str) -> None:
    assert told_as_heard(question, *kiosks())[1] == told


@pytest.mark.parametrize(
    ("question", "told"),
    _in_both(
        "每周有几天平常就没有记录，这些日子不算断：Dogwood（周日）。",
        "for every day that usually has one, from its first to its last. Days of the week that "
        "usually have no record are not counted, at 1 of 12 kiosks: Dogwood (Sunday).",
    ),
)
def test_a_weekday_without_records_is_no_gap_and_is_told(question: str, told: str) -> None:
    outcome, words = told_as_heard(question, *kiosks(_no_sundays))
    assert words.endswith(told) and outcome.result is None, words


def test_a_gap_goes_on_over_a_closed_day_which_does_not_count() -> None:
    outcome, words = told_as_heard(QUESTIONS[0], *kiosks(_round_a_sunday))
    assert "Dogwood 2026-08-14 至 08-18（4 天）" in words and "Dogwood（周日）" in words
    assert outcome.result is not None and len(outcome.result.rows) == 1


def test_of_more_than_one_look_reads_all_are_told_the_longest_first() -> None:
    outcome, words = told_as_heard("今年收款额哪些天没有数据", *kiosks(_more_than_one_look_reads))
    assert "有 12 个（共看了 12 个" in words and "另有 7 段见下表" in words
    assert outcome.result is not None
    assert [row[3] for row in outcome.result.rows] == list(range(12, 0, -1))
    assert outcome.result.rows[0][:3] == ("Maple", "2026-08-13", "2026-08-24")


def _looks_over(window: Window, members: Sequence[str]) -> tuple[int, int]:
    desk = desk_of(kiosks()[1], "zh")
    groups, looks = days_looks(desk.catalog.metrics["takings"], "kiosk", members, window, (), desk)
    assert all(len(group) * window.days <= MOST_ROWS for group in groups)
    return len(looks), sum(len(group) for group in groups)


def test_looks_hold_as_many_members_as_fit_and_stay_few() -> None:
    members = [f"m{number}" for number in range(400)]
    assert _looks_over(AUGUST, members[:29]) == (1, 29)
    assert _looks_over(AUGUST, members) == (12, 12 * 29)  # of the others it is said that they were not read


def test_a_long_stretch_without_data_closes_no_weekday() -> None:
    every = {AUGUST.start + days(number) for number in range(90)}
    have = every - {AUGUST.start + days(number) for number in range(10, 80)}
    first, last = min(have), max(have)
    assert closed_weekdays(have, first, last) == frozenset()
    (gap,) = gaps_between("m", have, first, last, frozenset(), Window(first, last + days(1), "range"))
    assert gap == Gap("m", first + days(10), first + days(80), 70)


def test_closed_is_a_weekday_with_hardly_any_data_of_at_least_four() -> None:
    sundays = [dt.date(2026, 8, 2) + days(7 * number) for number in range(10)]
    every = {dt.date(2026, 7, 30) + days(number) for number in range(75)}
    end = max(every)

    def closed(without: Sequence[dt.date], last: dt.date) -> frozenset[int]:
        return closed_weekdays({one for one in every - {*without} if one <= last}, min(every), last)

    assert closed(sundays, end) == {SUNDAY} == closed(sundays[1:], end)
    assert closed(sundays[:5], end) == frozenset()
    assert closed(sundays[:3], sundays[2] + days(2)) == frozenset()
    assert closed([*sundays, *(one - days(1) for one in sundays)], end) == {SATURDAY, SUNDAY}
