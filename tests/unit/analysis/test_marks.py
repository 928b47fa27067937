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


@pytest.mark.parametrize(
    ("question", "code"),
    [
        ("今年收款额能超过去年吗", "mark_under_running"),
        ("will takings this year beat last year?", "mark_under_running"),
        ("can Hazel's takings in August exceed last year's", "mark_over"),
        ("8月收款额会高于去年同期吗", "mark_over"),
    ],
)
def test_what_it_came_to_a_year_before_is_the_number_to_beat(question: str, code: str) -> None:
    rows, answers = kiosks()
    outcome, words = told(question, rows, answers)
    assert f"target.{code}" in [one.code for one in outcome.statements], words
    told_year = next(one for one in outcome.statements if one.code == "target.last_year")
    month, kiosk = "08" in code or "8" in question or "August" in question, "Hazel" in question
    where = "substr(day, 1, 7) = '2025-08'" if month else "day LIKE '2025%'"
    where += " AND kiosk_id = 7" if kiosk else ""
    (then,) = rows.execute(f"SELECT SUM(amount) FROM takings WHERE {where}").fetchone()
    assert isinstance(told_year.params["then"], Amount)
    assert float(told_year.params["then"].value) == pytest.approx(then)


@pytest.mark.parametrize("question", ["did takings exceed last year", "去年收款额超过前年吗"])
def test_what_has_been_beside_last_year_is_a_comparison(question: str) -> None:
    found = recognised_beside_names(question, desk_for(question))
    assert found is None or found.mark is None
