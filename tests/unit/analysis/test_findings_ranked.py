"""All that is told of how it goes is ranked as one: what goes on and is large first, what is over last."""

import datetime as dt

import numpy as np
import pytest

from analysis.anomaly.finding import Finding, Scale, beside_usual, ranked
from analysis.outcome import Outcome, Said
from query.metric_query import Window
from tests.unit.analysis.kiosks import FIRST, calm, desk_of, kiosks, told

_DAY = Window(dt.date(2026, 9, 1), dt.date(2026, 9, 2), "day")


def _finding(name: str, weight: float, *, over: bool = False) -> Finding:
    return Finding(Said(name), beside_usual("takings", _DAY, 1.0, 2.0), weight, over)


def _gorse_falls(day: dt.date, days: int = 1) -> object:
    def plant(amounts: np.ndarray) -> None:
        at = (day - FIRST).days
        amounts[6, at : at + days] *= 0.3

    return plant


def _codes(outcome: Outcome) -> list[str]:
    items = (one.params.get("item", one) for one in outcome.statements)
    return [one.code for one in items]


def test_what_is_over_never_leads_while_something_larger_goes_on_and_five_are_told() -> None:
    found = [_finding("over", 0.5, over=True), _finding("on", 0.06), _finding("small", 0.001)]
    assert [one.said.code for one in ranked(found)] == ["on", "over", "small"]
    assert len(ranked([_finding(str(n), n) for n in range(9)])) == 5


def test_money_is_set_beside_money_and_counts_without_a_target_count_less() -> None:
    desk = desk_of(kiosks()[1], "en")
    scale = Scale({"takings": 100.0, "tickets": 100.0})
    assert scale.worth("takings", desk) == 1 and scale.worth("tickets", desk) < 0.1


@pytest.mark.parametrize(
    ("question", "least"), [("有没有异常", "少 9.4 万元"), ("anything odd?", "CNY 94,221 short")]
)
def test_a_target_that_is_behind_leads_with_what_lacks_most(question: str, least: str) -> None:
    database, answers = kiosks()
    outcome, words = told(question, database, answers)
    assert _codes(outcome)[:3] == ["anomaly.some", "anomaly.stands_aim", "anomaly.stands_undone"]
    (alder,) = database.execute(
        "SELECT SUM(amount) FROM takings WHERE kiosk_id = 0 AND day >= '2026-09-01'"
    ).fetchone()
    assert 200_000 * 22 / 30 - alder == pytest.approx(94_221, abs=1) and least in words


def test_a_backlog_is_told_with_all_that_is_open_what_of_it_is_old_and_since_when() -> None:
    database, answers = kiosks()
    _, words = told("anything odd?", database, answers)
    counted = "SELECT COUNT(*), SUM(opened_on < '2026-06-23') FROM tickets WHERE state = 1"
    count, old = database.execute(counted).fetchone()
    assert (
        f"Tickets still Open: {count} (all there are, of any year), {old} of them from before 23 Jun 2026"
        in words
    )


@pytest.mark.parametrize(
    ("question", "since"),
    [("本月有没有异常", "已恢复平常"), ("anything odd this month?", "it has been usual again")],
)
def test_a_day_that_is_over_is_told_as_past_and_behind_what_goes_on(question: str, since: str) -> None:
    _, words = told(question, *kiosks(_gorse_falls(dt.date(2026, 9, 16))))
    assert "Gorse" in words and since in words.partition("Gorse")[2]
    assert words.index("Alder") < words.index("Gorse")
    alone, _ = told(question, *calm(_gorse_falls(dt.date(2026, 9, 16))))
    assert alone.result is not None and "Gorse" in alone.result.rows[0][0]


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("最近7天有没有异常", "先是 2026-09-16 至 09-22 里的"),
        ("anything odd in the past seven days?", "First what there was in"),
    ],
)
def test_of_a_week_what_lies_in_it_comes_before_what_stands_as_of_now(question: str, first: str) -> None:
    outcome, words = told(question, *kiosks(_gorse_falls(dt.date(2026, 9, 18), 4)))
    assert _codes(outcome)[0] == "anomaly.some_then" and words.startswith(first), words
    assert words.index("Gorse") < words.index("Alder"), words


@pytest.mark.parametrize("question", ["上周有没有异常", "anything unusual last week?"])
def test_of_a_week_with_nothing_odd_that_comes_first_and_how_things_stand_behind_it(question: str) -> None:
    outcome, _ = told(question, *kiosks())
    assert _codes(outcome)[:2] == ["anomaly.none_then", "anomaly.stands_aim"]


@pytest.mark.parametrize("question", ["有没有异常", "what should I look at?", "what should I look at first?"])
def test_where_nothing_is_odd_and_all_stands_well_that_is_said(question: str) -> None:
    outcome, _ = told(question, *calm())
    assert outcome.statements[0].code.startswith("anomaly.none")


def test_of_a_month_that_is_long_over_its_own_target_is_told_and_no_backlog() -> None:
    outcome, words = told("6月有没有异常", *kiosks())
    assert (
        "2026 年 6 月目标" in words and "9 月" not in words and "anomaly.stands_undone" not in _codes(outcome)
    )
