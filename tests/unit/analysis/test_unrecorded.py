"""Days in a row without rows of a member are told where its figure of that time is judged; no others are."""

import datetime as dt
import sqlite3

import numpy as np
import pytest

from analysis.asked import AnalysisAsked
from analysis.kinds import KINDS
from analysis.unrecorded import records_beside, unrecorded
from analysis.words import worded
from config.wording import language_of
from tests.unit.analysis.kiosks import FIRST, NAMES, asked, desk_of, kiosks, looked, told
from understanding.metric.answers import MetricAnswers
from understanding.readings import MetricReading

GORSE = NAMES.index("Gorse")


def _at(day: dt.date) -> int:
    return (day - FIRST).days


def _week(amounts: np.ndarray) -> None:
    at = _at(dt.date(2026, 8, 10))
    amounts[GORSE, at : at + 7] = np.nan


def _week_of_all(amounts: np.ndarray) -> None:
    at = _at(dt.date(2026, 8, 10))
    amounts[:, at : at + 7] = np.nan


def _weekends(amounts: np.ndarray) -> None:
    weekday = (np.arange(amounts.shape[1]) + FIRST.weekday()) % 7
    amounts[GORSE, weekday >= 5] = np.nan


def _two_days(amounts: np.ndarray) -> None:
    at = _at(dt.date(2026, 8, 10))
    amounts[GORSE, at : at + 2] = np.nan


def _opened(amounts: np.ndarray) -> None:
    amounts[GORSE, : _at(dt.date(2026, 8, 12))] = np.nan


def _closed(amounts: np.ndarray) -> None:
    amounts[GORSE, _at(dt.date(2026, 8, 20)) :] = np.nan


def _now_and_then(amounts: np.ndarray) -> None:
    none = np.random.default_rng(3).random(amounts.shape[1]) < 0.5
    amounts[GORSE, none] = np.nan
    _week(amounts)


def _nothing_recorded(amounts: np.ndarray) -> None:
    at = _at(dt.date(2026, 8, 10))
    amounts[GORSE, at : at + 7] = 0.0


def _last_week_of_a_month(amounts: np.ndarray) -> None:
    at = _at(dt.date(2026, 8, 25))
    amounts[GORSE, at : at + 10] = np.nan


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Gorse 8月收款额目标完成了吗", "有几天没有收款额的记录：Gorse 2026-08-10 至 08-16（7 天）"),
        ("Did Gorse meet its takings target in August?", "Gorse, 10–16 Aug 2026 (7 days)"),
        ("Gorse 今年收款额目标能完成吗", "Gorse 2026-08-10 至 08-16（7 天）"),
        ("8月哪些售货亭没完成收款额目标", "Gorse 2026-08-10 至 08-16（7 天）"),
        ("How far was each kiosk from its August target?", "Gorse, 10–16 Aug 2026 (7 days)"),
    ],
)
def test_a_silent_week_is_told_where_a_target_is_judged(question: str, words: str) -> None:
    outcome, answer = told(question, *kiosks(_week))
    assert words in answer, answer
    assert [one.code for one in outcome.cautions].count("unrecorded.target") == 1


def test_of_a_stretch_across_two_months_the_days_of_the_month_judged_are_told() -> None:
    _, answer = told("Gorse 8月收款额目标完成了吗", *kiosks(_last_week_of_a_month))
    assert "Gorse 2026-08-25 至 08-31（7 天）" in answer, answer


@pytest.mark.parametrize(
    "plant",
    [
        None, _weekends, _two_days, _opened, _closed, _now_and_then, _nothing_recorded, _week_of_all,
    ],
)  # fmt: skip
@pytest.mark.parametrize("question", ["Gorse 8月收款额目标完成了吗", "8月目标各售货亭还差多少"])
def test_no_days_are_told_of_who_lacks_none_that_it_usually_has(plant, question: str) -> None:  # type: ignore[no-untyped-def]
    outcome, answer = told(question, *kiosks(plant))
    assert "unrecorded.target" not in [one.code for one in outcome.cautions], answer


@pytest.mark.parametrize(
    "question", ["Hazel 8月收款额目标完成了吗", "8月收款额目标完成了吗", "Gorse 7月收款额目标完成了吗"]
)
def test_another_member_another_month_and_the_whole_are_judged_without(question: str) -> None:
    outcome, _ = told(question, *kiosks(_week))
    assert outcome.statements and not outcome.cautions


def _rounds(question: str, database: sqlite3.Connection, answers: MetricAnswers) -> list[list[str]]:
    """Return the looks of each round that a question reads."""
    found = asked(question, answers)
    assert isinstance(found, AnalysisAsked), found
    desk, rounds = desk_of(answers, found.language), []
    steps = KINDS[found.kind].run(found, desk)
    try:
        wanted = next(steps)
        while True:
            rounds.append([one.name for one in wanted])
            wanted = steps.send(looked(wanted, database, desk))
    except StopIteration:
        return rounds


@pytest.mark.parametrize("question", ["Gorse 8月收款额目标完成了吗", "8月目标各售货亭还差多少"])
def test_it_costs_one_statement_beside_the_others_where_no_days_are_missing(question: str) -> None:
    names = [name for one in _rounds(question, *kiosks()) for name in one if name.startswith("records")]
    assert names == ["records"]
    planted = [
        name for one in _rounds(question, *kiosks(_week)) for name in one if name.startswith("records")
    ]
    assert planted == ["records", "records_days.0"]


def _beside(question: str, database: sqlite3.Connection, answers: MetricAnswers) -> str:
    """Return what is told of days without records beside a figure that was asked for, or nothing."""
    desk = desk_of(answers, language_of(question))
    found = desk.read(question)
    assert isinstance(found, MetricReading), found
    records = records_beside(found.query, desk)
    if records is None:
        return ""
    read = looked([records.look(desk)], database, desk)
    steps = unrecorded(records, "time", read, desk)
    try:
        wanted = next(steps)
        while True:
            wanted = steps.send(looked(wanted, database, desk))
    except StopIteration as end:
        return " ".join(worded(one, desk.catalog, desk.language) for one in end.value)


BESIDE = [
    "8月Gorse收款额环比",
    "Takings of Gorse in August against last year",
    "9月Gorse收款额环比",
    "8月各售货亭收款额同比",
    "8月各售货亭收款额排名",
    "8月收款额最低的售货亭",
]


@pytest.mark.parametrize("question", BESIDE)
def test_a_silent_week_is_told_beside_another_time_or_other_members(question: str) -> None:
    words = _beside(question, *kiosks(_week))
    assert "Gorse 2026-08-10 至 08-16（7 天）" in words or "Gorse, 10–16 Aug 2026 (7 days)" in words, words


@pytest.mark.parametrize("question", BESIDE)
@pytest.mark.parametrize("plant", [None, _weekends, _opened, _closed, _now_and_then, _nothing_recorded])
def test_nothing_is_told_beside_another_time_of_who_lacks_no_days(plant, question: str) -> None:  # type: ignore[no-untyped-def]
    assert _beside(question, *kiosks(plant)) == ""


@pytest.mark.parametrize(
    "question",
    ["8月收款额环比", "8月各售货亭工单数", "8月各售货亭笔均金额", "8月Gorse每天收款额", "8月Gorse收款额"],
)
def test_no_days_are_told_of_all_of_events_of_rates_of_courses_and_of_a_figure_alone(question: str) -> None:
    assert _beside(question, *kiosks(_week)) == ""
