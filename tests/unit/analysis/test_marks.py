"""Will it reach a number, has it: a number named stands for a target, and is called by itself."""

from decimal import Decimal

import pytest

from analysis.asked import AnalysisAsked
from analysis.kinds import KINDS
from analysis.naming import recognised_beside_names
from analysis.outcome import Amount
from tests.unit.analysis.kiosks import asked, desk_for, kiosks, told


@pytest.mark.parametrize(
    ("question", "mark", "code"),
    [
        ("8月收款额超过1千元了吗", 1_000, "mark_over"),
        ("8月收款额到1亿了没有", 100_000_000, "mark_under"),
        ("8月收款额是不是超过了3百万元", 3_000_000, "mark_under"),
        ("did takings pass 1,000 in August?", 1_000, "mark_over"),
        ("has takings exceeded $1.5 bn this month", 1_500_000_000, "mark_under_running"),
        ("8月Hazel收款额过10亿了吗", 1_000_000_000, "mark_under"),
    ],
)  # fmt: skip
def test_a_time_that_has_been_is_told_by_yes_or_no(question: str, mark: int, code: str) -> None:
    rows, answers = kiosks()
    found = asked(question, answers)
    assert isinstance(found, AnalysisAsked) and found.metrics == ("takings",)
    assert found.mark == mark
    outcome, _ = told(question, rows, answers)
    assert outcome.statements[0].code == f"target.{code}"


@pytest.mark.parametrize(
    "question",
    ["下个月收款额能到1亿吗", "12月收款额会超过1亿元吗", "will takings reach 100 million next month",
     "can we hit 100 million next month", "will December takings exceed $100 million?"],
)  # fmt: skip
def test_a_time_to_come_is_forecast_beside_the_number(question: str) -> None:
    rows, answers = kiosks()
    found = asked(question, answers)
    assert isinstance(found, AnalysisAsked) and found.window is not None
    assert (found.metrics, found.mark, found.window.start.year) == (("takings",), 100_000_000, 2026)
    outcome, said = told(question, rows, answers)
    first = outcome.statements[0]
    assert first.code == "target.unlikely"
    assert first.params["target"] == Amount(Decimal(100_000_000), "takings", "bare")
    assert "目标" not in said and "target" not in said


@pytest.mark.parametrize(
    "question",
    [
        "每个售货亭8月都超过1千元了吗",  # of each one by itself: its target is none of it
        "8月收款额超过1千元的售货亭有哪些",
        "which kiosks took more than 1,000 in August",
        "8月收款额会超过300个吗",  # money is no number of things
        "8月收款额能到1.5%吗",
        "收款额能到1亿吗",  # at which time
    ],
)
def test_what_is_no_such_question_is_not_told_beside_a_number(question: str) -> None:
    found = recognised_beside_names(question, desk_for(question))
    read = KINDS[found.kind].read(found, desk_for(question)) if found else None
    assert not (isinstance(read, AnalysisAsked) and (read.mark is not None or read.kind == "target"))
