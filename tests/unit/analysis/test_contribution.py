"""Which members of a cut a change came from: parts that add up, and no change no answer."""

import datetime as dt

import numpy as np
import pytest

from analysis.asked import AnalysisAsked, NotRead
from tests.unit.analysis.kiosks import FIRST, asked, kiosks, told

AUGUST = (dt.date(2026, 8, 1) - FIRST).days


def _alder_rises(amounts: np.ndarray) -> None:
    amounts[0, AUGUST : AUGUST + 31] += 900
    amounts[1, AUGUST : AUGUST + 31] -= 200


@pytest.mark.parametrize(
    "question",
    [
        "哪个售货亭拉动了8月的收款额",
        "8月收款额增加主要来自哪些售货亭",
        "哪个售货亭对8月收款额增长贡献最大",
        "Which kiosk contributed most to the rise in takings in August?",
        "Which kiosk is behind the increase in takings in August?",
        "Which kiosk does most of the increase in takings in August come from?",
        "Takings in August against July: which kiosk made most of the difference?",
    ],
)
def test_the_one_a_change_came_from_is_named_first_with_its_part_of_the_whole(question: str) -> None:
    database, answers = kiosks(_alder_rises)
    outcome, words = told(question, database, answers)
    months = [
        dict(
            database.execute(
                "SELECT kiosk_id, SUM(amount) FROM takings WHERE day LIKE ? GROUP BY kiosk_id", (month,)
            ).fetchall()
        )
        for month in ("2026-07%", "2026-08%")
    ]
    parts = {kiosk: months[1][kiosk] - months[0][kiosk] for kiosk in months[0]}
    whole = sum(parts.values())
    assert (
        outcome.statements[0].code == "why.contributed_up" and "Alder" in words.split("。")[0].split(";")[0]
    )
    assert f"{100 * parts[0] / whole:.1f} %" in words or parts[0] > whole
    assert outcome.result is not None and outcome.chart is not None
    by_kiosk = outcome.result.rows[1:]
    assert sum(row[4] for row in by_kiosk) == pytest.approx(whole, abs=0.05)
    sizes = [abs(row[4]) for row in by_kiosk]
    assert sizes == sorted(sizes, reverse=True)  # no row of the rest: all twelve are listed
    assert outcome.result.rows[0][2:4] == pytest.approx([sum(month.values()) for month in months], abs=0.01)


@pytest.mark.parametrize(
    "question", ["8月收款额下降主要来自哪个售货亭", "Which kiosk drove the fall in takings in August?"]
)
def test_what_did_not_move_so_came_from_nobody(question: str) -> None:
    outcome, words = told(question, *kiosks(_alder_rises))
    assert outcome.statements[0].code == "why.not_down" and "Alder" not in words


@pytest.mark.parametrize(
    "question", ["8月收款额主要来自哪个售货亭", "Which kiosk contributed most in August?"]
)
def test_where_no_change_is_spoken_of_it_asks_for_no_part_of_one(question: str) -> None:
    found = asked(question, kiosks()[1])
    assert isinstance(found, NotRead) or (isinstance(found, AnalysisAsked) and found.kind != "contribution")


def test_against_what_it_is_told_is_the_time_that_was_named() -> None:
    found = asked("8月收款额比去年增加了，主要是哪个售货亭拉动的", kiosks()[1])
    assert isinstance(found, AnalysisAsked) and (found.kind, found.dimension) == ("contribution", "kiosk")
    assert found.against is not None and found.against.start == dt.date(2025, 8, 1)


def _maple_opens(amounts: np.ndarray) -> None:
    amounts[11, :AUGUST] = np.nan


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("哪个售货亭拉动了8月的收款额", "（前一期没有）"),
        ("Which kiosk drove the rise in takings in August?", "(nothing in the time before)"),
    ],
)
def test_who_had_nothing_before_is_told_as_such_and_not_from_nought(question: str, said: str) -> None:
    _, words = told(question, *kiosks(_maple_opens))
    assert "Maple" in words and said in words
