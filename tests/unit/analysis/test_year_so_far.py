"""How it goes, where no time was named, is of the year that runs too, and of a month far behind."""

import datetime as dt

import numpy as np
import pytest

from tests.unit.analysis.kiosks import FIRST, TODAY, kiosks, told, with_one_new


@pytest.mark.parametrize("question", ["生意怎么样", "How are we doing?", "Hazel怎么样"])
def test_the_year_so_far_and_the_running_month_stand_behind_the_first_sentence(question: str) -> None:
    database, answers = kiosks()
    outcome, _ = told(question, database, answers)
    codes = [one.code for one in outcome.statements]
    assert (
        codes[:2] == ["briefing.verdict.told", "briefing.year_so_far"] and codes[2][:16] == "briefing.running"
    )
    line = outcome.statements[1].params["line"]
    kept = " JOIN kiosks USING (kiosk_id) WHERE name = 'Hazel' AND" if "Hazel" in question else " WHERE"
    query = f"SELECT SUM(amount) FROM takings{kept} day >= '2026-01-01' AND day < ?"
    (wanted,) = database.execute(query, (TODAY.isoformat(),)).fetchone()
    assert float(line.params["now"].value) == pytest.approx(wanted)
    assert outcome.statements[1].params["so_far"].start == dt.date(2026, 1, 1)


@pytest.mark.parametrize("question", ["8月生意怎么样", "今年生意怎么样", "How was last week?", "周报"])
def test_a_time_that_was_named_is_told_alone(question: str) -> None:
    outcome, _ = told(question, *kiosks())
    assert not [one for one in outcome.statements if one.code == "briefing.year_so_far"]


def test_growth_of_the_year_is_told_without_who_is_new() -> None:
    outcome, words = told("生意怎么样", *with_one_new(dt.date(2026, 3, 1)))
    (year,) = (one for one in outcome.statements if one.code == "briefing.year_so_far")
    assert year.params["like"].code == "briefing.verdict.like" and "Maple" in words


def test_of_who_opened_this_year_all_of_it_is_told_once() -> None:
    outcome, _ = told("Maple怎么样", *with_one_new(dt.date(2026, 3, 1)))
    codes = [one.code for one in outcome.statements]
    assert "briefing.year_so_far" not in codes and "briefing.young.told" in codes


def _slow(amounts: np.ndarray) -> None:
    amounts[:, (dt.date(2026, 9, 1) - FIRST).days :] *= 0.8


def test_a_month_far_behind_its_target_stands_in_the_first_sentence() -> None:
    outcome, words = told("生意怎么样", *kiosks(_slow))
    lagging = outcome.statements[0].params["lagging"]
    assert lagging.code == "briefing.verdict.lagging" and "本月远落后于目标进度" in words
    assert told("生意怎么样", *kiosks())[0].statements[0].params["lagging"] == ""


@pytest.mark.parametrize(
    ("question", "alone"),
    [
        ("生意怎么样", "这个月收款额目标能完成吗"),
        ("今年生意怎么样", "这个月收款额目标能完成吗"),
        ("本月生意怎么样", "这个月收款额目标能完成吗"),
        ("How is Hazel doing?", "will Hazel reach its target for takings this month?"),
    ],
)
def test_where_the_month_will_end_is_told_as_a_question_of_its_target_tells_it(
    question: str, alone: str
) -> None:
    (said,) = (one for one in told(question, *kiosks())[0].statements if "outlook" in one.code)
    verdict = next(one for one in told(alone, *kiosks())[0].statements if "sum" in one.params)
    for end in ("low", "sum", "high"):
        assert float(said.params[end].value) == pytest.approx(float(verdict.params[end].value))


@pytest.mark.parametrize(("question", "plant"), [("7月生意怎么样", None), ("生意怎么样", "chance")])
def test_no_end_of_a_month_is_told_of_a_time_long_over_nor_where_the_past_bears_none_out(
    question: str, plant: str | None
) -> None:
    def chance(amounts: np.ndarray) -> None:
        amounts *= np.exp(2 * np.random.default_rng(1).standard_normal(amounts.shape[1]))

    outcome, _ = told(question, *kiosks(chance if plant else None))
    assert not [one for one in outcome.statements if "outlook" in one.code]
