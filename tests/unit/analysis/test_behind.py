"""Who did worse than a year before, over a made business whose figures are known."""

import datetime as dt

import numpy as np
import pytest

from analysis.asked import AnalysisAsked
from tests.unit.analysis.kiosks import FIRST, NAMES, TABLES, TODAY, asked, kiosks, told


def _fallen(amounts: np.ndarray) -> None:
    """Let one kiosk take half in the last 200 days, and another begin within the last year."""
    amounts[2, -200:] /= 2
    amounts[3, :-200] = 0


@pytest.mark.parametrize(
    "question",
    [
        "上个月哪些售货亭不如去年？",
        "Which kiosks did worse last month than last year?",
        "上个月哪几个售货亭在往下掉",
        "Which kiosks were losing ground last month?",
        "Which kiosks were losing takings last month compared with last year?",
    ],
)
def test_only_those_below_a_year_before_are_named_with_both_figures(question: str) -> None:
    assert (TODAY - FIRST).days > 600
    outcome, words = told(question, *kiosks(_fallen))
    assert outcome.result is not None
    fallen = [row for row in outcome.result.rows if row[3] < 0]
    assert outcome.chart is not None and outcome.chart["data"][1]["y"][0] == NAMES[2]
    assert [row[0] for row in fallen] == [NAMES[2]] and fallen[0][4] == pytest.approx(-45, abs=3)
    assert words.count(NAMES[2]) == 1 and ("1 个" in words or "1 of" in words) and "→" in words


@pytest.mark.parametrize("question", ["上个月哪个售货亭拖了后腿？", "Which kiosks held us back last month?"])
def test_where_nobody_fell_it_is_said_with_the_slowest(question: str) -> None:
    outcome, words = told(question, *kiosks())
    assert outcome.result is not None and all(row[3] > 0 for row in outcome.result.rows)
    slowest = outcome.result.rows[0]
    assert ("没有一个低于" in words or "None of 12" in words) and slowest[0] in words
    assert f"+{slowest[4]:.1f} %" in words


def test_who_had_nothing_a_year_before_is_not_compared() -> None:
    outcome, words = told("上个月哪些售货亭不如去年？", *kiosks(_fallen))
    assert outcome.result is not None and NAMES[3] not in [row[0] for row in outcome.result.rows]
    assert f"没有比的：{NAMES[3]}" in words


def test_who_closed_within_the_time_is_told_and_not_ranked_as_fallen(monkeypatch: pytest.MonkeyPatch) -> None:
    def plant(amounts: np.ndarray) -> None:
        _fallen(amounts)
        amounts[5, (dt.date(2026, 3, 1) - FIRST).days :] = 0

    tables = TABLES.replace("opened_on DATE)", "opened_on DATE, closed_on DATE)")
    monkeypatch.setattr("tests.unit.analysis.kiosks.TABLES", tables)
    database, answers = kiosks.__wrapped__(plant)
    database.execute(f"UPDATE kiosks SET closed_on = '2026-02-28' WHERE name = '{NAMES[5]}'")
    outcome, words = told("今年哪些售货亭不如去年？", database, answers)
    assert outcome.result is not None and NAMES[5] not in [row[0] for row in outcome.result.rows]
    assert f"没有了的：{NAMES[5]}" in words and "参与比较的合计" in words


def test_where_nobody_fell_who_is_behind_its_target_leads() -> None:
    outcome, words = told("今年哪个售货亭在拖后腿", *kiosks())
    assert [one.code for one in outcome.statements[:2]] == ["behind.aimed", "behind.none"]
    assert outcome.statements[0].params["list"][0].params["name"] == "Alder" and "按目标看" in words


def test_it_is_held_back_too() -> None:
    found = asked("who is dragging it down", kiosks()[1])
    assert isinstance(found, AnalysisAsked) and found.kind == "behind" and found.held_back
