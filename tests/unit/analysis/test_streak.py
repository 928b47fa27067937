"""Who rose or fell so many months in a row, over a made business whose figures are known."""

import numpy as np
import pytest

from analysis.asked import AnalysisAsked
from tests.unit.analysis.kiosks import FIRST, NAMES, TODAY, asked, kiosks, told


def _sliding(amounts: np.ndarray) -> None:
    """Let Cedar lose a sixth each month from May on, Dogwood close in July, and all others grow."""
    amounts[[0, 1, *range(3, len(NAMES))]] *= np.linspace(1, 3, amounts.shape[1])
    for day in range(amounts.shape[1]):
        months = (FIRST.year * 12 + FIRST.month - 1 + (FIRST.day + day) // 30.44) - (2026 * 12 + 3)
        amounts[2, day] *= 0.85 ** max(months, 0)
    amounts[3, -80:] = np.nan


@pytest.mark.parametrize(
    "question",
    [
        "哪些售货亭的收款额连续三个月下滑？",
        "哪几个售货亭收款额已经连着3个月在跌",
        "Which kiosks have seen takings fall three months in a row?",
        "Which kiosks' takings have been falling for three consecutive months?",
        "哪个售货亭每个月都在下降",
        "有没有售货亭收款额连续下降三个月",
        "哪些售货亭收款额连跌三个月",
        "哪些售货亭的收款额一直在降",
        "收款额连续三个月下滑的售货亭",
        "Which kiosks keep falling?",
        "Which kiosks fell in each of the last three months?",
        "Which kiosks' takings have fallen in every one of the last three full months?",
    ],
)
def test_only_who_fell_in_each_of_the_last_months_is_named(question: str) -> None:
    outcome, words = told(question, *kiosks(_sliding))
    assert outcome.result is not None
    assert [(row[0], row[2]) for row in outcome.result.rows] == [(NAMES[2], 4)], words
    assert words.count(NAMES[2]) == 1 and NAMES[3] not in words
    assert ("共 11 个，其中 1 个" in words) or ("1 of 11 kiosks" in words), words


@pytest.mark.parametrize("question", ["哪些售货亭连续六个月下滑", "Which kiosks fell six months in a row?"])
def test_where_nobody_did_the_longest_run_is_told(question: str) -> None:
    _, words = told(question, *kiosks(_sliding))
    assert words.startswith(("没有：", "None of")) and f"{NAMES[2]} 4" in words


@pytest.mark.parametrize(
    "question", ["哪些售货亭的笔均金额连续两个月上升", "which kiosks grew two months in a row"]
)
def test_the_way_and_the_number_are_the_asked_ones(question: str) -> None:
    found = asked(question, kiosks(_sliding)[1])
    assert isinstance(found, AnalysisAsked) and found.kind == "streak" and found.direction == "up"
    assert found.window is not None and found.window.units("month") == 3
    assert found.window.end == TODAY.replace(day=1)


def _short(amounts: np.ndarray) -> None:
    """Let all take enough for their target of 200,000 a month but Cedar, which never does."""
    amounts[:] = 9000
    amounts[2] = 5000


@pytest.mark.parametrize(
    "question", ["哪些售货亭连续三个月没完成目标", "Which kiosks missed their target three months in a row?"]
)
def test_months_below_the_target_are_a_run_too(question: str) -> None:
    outcome, words = told(question, *kiosks(_short))
    assert outcome.result is not None and [row[0] for row in outcome.result.rows] == [NAMES[2]]
    assert outcome.result.rows[0][2:] == (8, 155000.0, 200000.0, 77.5)  # January to August: 31 days of 5,000
    assert "77.5 %" in words and words.count(NAMES[2]) == 1


def _once_enough(amounts: np.ndarray) -> None:
    """Let Cedar take enough in March alone, as the others always do."""
    _short(amounts)
    march = (TODAY.replace(month=3, day=1) - FIRST).days
    amounts[2, march : march + 31] = 9000


@pytest.mark.parametrize(
    "question",
    ["哪些售货亭今年每个月都没完成目标", "Which kiosks missed target every month this year?"],
)
def test_every_month_of_a_time_is_asked_of_that_time(question: str) -> None:
    outcome, words = told(question, *kiosks(_once_enough))
    assert words.startswith(("没有：", "None of")) and NAMES[2] in words
    assert ("8 个月里有 7 个月" in words) or ("7 of 8" in words), words
    outcome, words = told(question, *kiosks(_short))
    assert outcome.result is not None and [row[0] for row in outcome.result.rows] == [NAMES[2]]
