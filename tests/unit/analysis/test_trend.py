"""Whether a figure keeps going one way, over a made business whose figures are known."""

import datetime as dt
import re
from dataclasses import replace

import numpy as np
import pytest

from analysis.asked import AnalysisAsked, NotRead
from analysis.naming import recognised_beside_names
from analysis.trend.reading import read_trend
from tests.unit.analysis.kiosks import FIRST, Plant, desk_of, kiosks, told


def _growing(amounts: np.ndarray) -> None:
    """Let takings grow by four thousandths each day of the last 200."""
    amounts[:, -200:] *= 1.004 ** np.arange(200)


@pytest.mark.parametrize("question", ["收款额越来越多了吗？", "Are takings getting better?"])
def test_months_that_all_rose_are_told_with_their_mean_of_a_day(question: str) -> None:
    outcome, words = told(question, *kiosks(_growing))
    assert outcome.result is not None
    days = [row[2] for row in outcome.result.rows]
    assert len(days) == 6 and days[-4:] == sorted(days[-4:])
    assert outcome.chart is not None and outcome.chart["data"][0]["y"] == days
    zh = "收款额" in question
    assert words.startswith("是，收款额日均已连续" if zh else "Yes: takings a day rose")
    listed = re.findall(r"\d 月日均 [\d,.]+" if zh else r"\d{4} [^;]*? a day(?=[;.])", words)
    assert len(listed) >= 3  # each month's figure says that it is a day's


def test_each_month_listed_beside_the_year_before_is_said_to_be_a_mean_of_a_day() -> None:
    _, words = told("Are takings trending down?", *kiosks())
    months = re.findall(r"(?:May|June|July|August) 2026 CNY [^;]*", words)
    assert months and all("a day" in one for one in months)


def _another_shrinking(amounts: np.ndarray) -> None:
    """Let all take the same each day, but one kiosk, not Hazel, less each day of the last 200."""
    amounts[:] = 100
    amounts[0, -200:] *= 0.99 ** np.arange(200)


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("Hazel的收款额占比越来越高吗？", "是，Hazel的收款额占比已连续"),
        ("Hazel的收款额占比有没有下降？", "没有下降：Hazel的收款额占比"),
        ("Is Hazel's share of takings growing?", "Yes: share of takings of Hazel rose"),
        ("Is Hazel's share of takings shrinking?", "No: share of takings of Hazel"),
    ],
)
def test_a_share_is_told_month_by_month_and_what_moved_it(question: str, begins: str) -> None:
    outcome, words = told(question, *kiosks(_another_shrinking))
    assert words.startswith(begins)
    assert outcome.result is not None
    shares = [row[1] for row in outcome.result.rows]
    assert shares == sorted(shares) and 0 < shares[0] < shares[-1] < 100


@pytest.mark.parametrize("question", ["收款额越来越少了吗？", "Are takings getting worse?"])
def test_months_that_did_not_all_fall_are_no_trend(question: str) -> None:
    outcome, words = told(question, *kiosks(_growing))
    assert outcome.result is not None
    assert words.startswith("不是一直下降" if "收款额" in question else "No: takings, +57.4 %")


def _falling_in_steps(amounts: np.ndarray) -> None:
    """Hold takings level for two months of six, and let them fall in the four others."""
    ends = [(dt.date(2026, month, 1) - FIRST).days for month in range(3, 10)]
    amounts[:, ends[0] - 31 :] = 100
    for place, share in enumerate((1, 0.95, 0.95, 0.9, 0.9, 0.85)):
        amounts[:, ends[place] : ends[place + 1]] *= share


@pytest.mark.parametrize("question", ["收款额越来越少了吗？", "Are takings getting worse?"])
def test_months_that_fell_or_held_and_never_rose_are_mostly_down(question: str) -> None:
    _, words = told(question, *kiosks(_falling_in_steps))
    assert words.startswith("总体在降" if "收款额" in question else "Mostly down")


def _falling_then_rising(amounts: np.ndarray) -> None:
    ends = [(dt.date(2026, month, 1) - FIRST).days for month in range(3, 10)]
    amounts[:, ends[0] - 31 :] = 100
    for place, share in enumerate((1, 0.9, 0.95, 1, 1.05, 1.1)):
        amounts[:, ends[place] : ends[place + 1]] *= share


@pytest.mark.parametrize("question", ["收款额是不是一直在涨？", "Have takings been getting better?"])
def test_of_months_of_which_only_the_last_rose_that_is_told_with_the_one_before(question: str) -> None:
    outcome, words = told(question, *kiosks(_falling_then_rising))
    assert outcome.statements[0].code == "trend.lately_up", words
    assert ("再往前不是：2026 年 3 月" if "收款额" in question else "Before that it did not: March") in words


def _the_dear_one_shrinking(amounts: np.ndarray) -> None:
    amounts[11, -400:] *= 0.996 ** np.arange(400)


def _none_shrinking(amounts: np.ndarray) -> None:
    amounts[:] = 100


@pytest.mark.parametrize(
    ("plant", "sales", "by_mix"),
    [
        (_the_dear_one_shrinking, "amount / iif(kiosk_id = 11, 40, 20)", True),
        (_none_shrinking, "amount / 20 * (1 + (julianday(day) - julianday('2025-01-01')) / 300)", False),
    ],
)
@pytest.mark.parametrize("question", ["笔均金额越来越低了吗？", "Is average sale getting lower?"])
def test_that_other_weights_make_a_rate_slip_and_no_member_s_own_is_told_next(
    plant: Plant, sales: str, by_mix: bool, question: str
) -> None:
    database, answers = kiosks(plant)
    database.execute(f"UPDATE takings SET sales = {sales}")
    outcome, words = told(question, database, answers)
    assert outcome.statements[0].code == "trend.yes_down", words
    assert (outcome.statements[1].code == "trend.mix") is by_mix, words
    assert ("Maple" in words) is by_mix, words


def test_a_month_that_runs_is_left_out_and_months_with_holidays_are_named() -> None:
    outcome, words = told("今年收款额越来越多了吗", *kiosks())
    assert outcome.result is not None and len(outcome.result.rows) == 8
    assert "2026 年 2 月" in words and "节假日" in words and "2026 年 9 月" not in words


def read_after(previous: str, message: str) -> AnalysisAsked | NotRead:
    """Read a message after a question that had an answer."""
    _, answers = kiosks()
    desk = desk_of(answers, "en")
    recognised = recognised_beside_names(message, desk)
    assert recognised is not None
    found = read_trend(replace(recognised, previous=previous), desk)
    assert isinstance(found, AnalysisAsked | NotRead)
    return found


@pytest.mark.parametrize(
    "message",
    [
        "is it getting better?",
        "is that getting better",
        "是不是越来越好了",
        "一直在涨吗",
        "has it been rising steadily",
    ],
)
def test_a_message_that_names_no_figure_is_of_the_one_shown(message: str) -> None:
    found = read_after("Tickets in September 2026", message)
    assert isinstance(found, AnalysisAsked)
    assert (
        found.followed and found.metrics == ("tickets",) and found.window and found.window.units("month") == 6
    )


@pytest.mark.parametrize(
    "previous", ["", "Tickets by kiosk in September 2026", "Share of tickets by kiosk in September 2026"]
)
def test_it_is_of_no_figure_where_none_was_shown_or_several(previous: str) -> None:
    assert isinstance(read_after(previous, "is it getting better?"), NotRead)


@pytest.mark.parametrize(
    ("question", "starts"),
    [
        ("收款额在上升吗", "trend.of_late_"),
        ("Are takings rising?", "trend.of_late_"),
        ("收款额是不是越来越多", "trend.no_up"),
    ],
)
def test_whether_it_rises_these_months_is_told_beside_the_year_before_first(
    question: str, starts: str
) -> None:
    outcome, words = told(question, *kiosks())
    assert outcome.statements[0].code.startswith(starts)
    of_late = starts.startswith("trend.of_late")
    assert ("trend.year" in [one.code for one in outcome.statements]) is not of_late
    assert " %" in words


@pytest.mark.parametrize(("days", "least"), [(300, False), (10_000, True)])
def test_months_in_a_row_are_counted_past_the_first_one_asked_about_until_they_break(
    days: int, least: bool
) -> None:
    def plant(amounts: np.ndarray) -> None:
        length = min(days, amounts.shape[1])
        amounts[:] = 100
        amounts[:, -length:] *= 1.004 ** np.arange(length)

    outcome, words = told("Are takings getting better?", *kiosks(plant))
    run = outcome.statements[0].params["run"]
    months = 23 if least else 10  # the first of 24, or November, whose last four days grew
    assert run == months, words
    assert words.startswith(f"Yes: takings a day rose {'at least ' if least else ''}{run} months in a row")
