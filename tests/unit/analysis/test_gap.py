"""Whether a gap of two members, or to a target, has widened: both gaps and how far they lie apart."""

import datetime as dt

import numpy as np
import pytest

from analysis.asked import AnalysisAsked, recognise
from tests.unit.analysis.kiosks import FIRST, NAMES, asked, kiosks, told


def _sum(name: str, first: str, last: str) -> float:
    found = kiosks()[0].execute(
        "SELECT SUM(amount) FROM takings WHERE kiosk_id = ? AND day BETWEEN ? AND ?",
        (NAMES.index(name), first, last),
    )
    return float(found.fetchone()[0])


YEARS = (("2026-01-01", "2026-09-22"), ("2025-01-01", "2025-09-22"))
MONTHS = (("2026-08-01", "2026-08-31"), ("2026-07-01", "2026-07-31"))


@pytest.mark.parametrize(
    ("question", "times"),
    [
        ("Maple和Linden的收款额差距扩大了多少", YEARS),
        ("8月Maple和Linden的收款额差距拉大了吗", MONTHS),
        ("8月Maple跟Linden的收款额差距比去年同期有没有缩小", (MONTHS[0], ("2025-08-01", "2025-08-31"))),
        ("8月Maple和Linden之间拉开了多少收款额差距", MONTHS),
        ("Has the gap in takings between Maple and Linden widened?", YEARS),
        ("Did the takings gap between Maple and Linden narrow in August?", MONTHS),
        ("By how much has the gap between Maple and Linden grown in August?", MONTHS),
        ("Maple和Linden的差距变化", YEARS),
    ],
)
def test_both_gaps_and_their_difference_are_told(question: str, times: tuple[tuple[str, str], ...]) -> None:
    outcome, words = told(question, *kiosks())
    now, before = (_sum("Maple", *one) - _sum("Linden", *one) for one in times)
    first = outcome.statements[0]
    assert first.code in ("gap.widened", "gap.narrowed", "gap.same"), words
    assert (first.code == "gap.widened") == (now - before > 0.01 * before)
    assert float(first.params["apart"].value) == pytest.approx(abs(now - before))
    ends = (float(first.params[one].params["gap"].value) for one in ("now", "then"))
    assert [*ends] == pytest.approx([now, before])


def _overtakes(amounts: np.ndarray) -> None:
    amounts[10, (dt.date(2026, 8, 1) - FIRST).days :] *= 1.4  # Linden, behind Maple until then


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("8月Maple和Linden的收款额差距缩小了吗", "高低换了位"),
        ("Has the gap in takings between Maple and Linden narrowed in August?", "changed places"),
    ],
)
def test_two_that_changed_places_are_said_to(question: str, said: str) -> None:
    outcome, words = told(question, *kiosks(_overtakes))
    now, then = (outcome.statements[0].params[one].params["gap"].value for one in ("now", "then"))
    assert said in words and outcome.statements[0].params["apart"].value == now + then


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("收款额与目标的差距扩大了吗", "收款额与目标的差距"),
        ("8月Maple的收款额离目标的差距缩小了多少", "Maple"),
        ("Has the gap to target in takings widened?", "to its target"),
        ("Has the gap between takings and target narrowed in August?", "to its target"),
    ],
)
def test_the_gap_to_a_target_is_of_whole_months_and_says_its_side(question: str, said: str) -> None:
    outcome, words = told(question, *kiosks())
    code = outcome.statements[0].code
    assert said in words and code.startswith("gap.") and code.endswith("_target"), words
    windows = [outcome.statements[0].params["when"], outcome.statements[0].params["against"]]
    assert [(one.start, one.end) for one in windows] == [
        (dt.date(2026, 8, 1), dt.date(2026, 9, 1)), (dt.date(2026, 7, 1), dt.date(2026, 8, 1)),
    ]  # fmt: skip
    assert {outcome.statements[0].params[one].code for one in ("now", "then")} == {"gap.over"}


def test_of_few_things_a_gap_may_move_by_chance() -> None:
    outcome, _ = told("8月Maple和Linden的工单差距扩大了吗", *kiosks())
    assert outcome.statements[-1].code == "gap.by_chance"


@pytest.mark.parametrize(
    "question",
    [
        "Maple的收款额差距扩大了吗",  # from whom?
        "Maple、Linden和Elm的收款额差距扩大了吗",
        "本月收款额与目标的差距扩大了吗",  # of a month that runs
        "南站和Linden的收款额差距扩大了吗",  # nobody is called so
        "Has the gap between Maple and Brunswick widened?",
    ],
)
def test_what_has_no_two_sides_is_left_to_others(question: str) -> None:
    found = asked(question, kiosks()[1])
    assert not isinstance(found, AnalysisAsked), found


@pytest.mark.parametrize(
    "question",
    [
        "为什么Maple和Linden的差距扩大了",
        "Why has the gap between Maple and Linden widened?",
        "哪些售货亭和目标的差距扩大了",
        "今年哪些店有断档没数据的日子",
        "Are there gaps in the daily takings?",
        "8月收款额扩大了吗",
        "离目标还差多少",
    ],
)
def test_other_questions_stay_what_they_are(question: str) -> None:
    found = recognise(question)
    assert found is None or found.kind != "gap"
