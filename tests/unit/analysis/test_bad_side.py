"""A briefing tells the bad side: what got worse, who is behind in the running month, what is open."""

import datetime as dt
import sqlite3

import pytest

from analysis.daily import special_days
from analysis.outcome import Outcome, Said
from language.calendar import days
from tests.unit.analysis import kiosks as shop
from tests.unit.analysis.kiosks import TODAY, kiosks, told
from understanding.metric.answers import MetricAnswers

NOVEMBER = dt.date(2026, 11, 22)


def _said(outcome: Outcome, code: str) -> Said:
    return next(one for one in outcome.statements if one.code.startswith(code))


@pytest.fixture
def in_november(monkeypatch: pytest.MonkeyPatch) -> tuple[sqlite3.Connection, MetricAnswers]:
    monkeypatch.setattr(shop, "TODAY", NOVEMBER)
    return kiosks.__wrapped__()


@pytest.mark.parametrize("question", ["上个月生意怎么样", "how's business"])
def test_a_month_behind_one_with_a_holiday_week_is_set_beside_its_ordinary_days(
    question: str, in_november: tuple[sqlite3.Connection, MetricAnswers]
) -> None:
    database, answers = in_november
    outcome, words = told(question, database, answers)
    assert outcome.statements[0].params["window"].start == dt.date(2026, 10, 1)
    change = _said(outcome, "briefing.running").params["ordinary"].params["change"].value
    named, means = special_days(None).named, []
    for month in (11, 10):
        by_weekday: dict[int, list[float]] = {}
        for n in range(21):
            day = dt.date(2026, month, 1) + days(n)
            if day not in named:
                query = "SELECT SUM(amount) FROM takings WHERE day = ?"
                value = database.execute(query, (day.isoformat(),)).fetchone()[0]
                by_weekday.setdefault(day.weekday(), []).append(value)
        means.append(sum(sum(one) / len(one) for one in by_weekday.values()))
    assert float(change) == pytest.approx(100 * (means[0] / means[1] - 1), abs=0.051)
    assert abs(float(change)) < 3  # the plain days of October are no better than those of November
    assert "不算节假日" in words or "no public holidays" in words


def test_months_that_are_alike_are_set_beside_each_other_as_they_are() -> None:
    running = _said(told("上个月生意怎么样", *kiosks())[0], "briefing.running")
    assert running.code == "briefing.running" and running.params["ordinary"] == ""


def test_who_is_behind_in_the_month_that_runs_is_named() -> None:
    outcome, words = told("8月生意怎么样", *kiosks())
    missed = _said(outcome, "briefing.running").params["missed"]
    assert "running" in missed.code and missed.params["list"][0].params["name"] == "Alder"
    assert missed.params["best"] == "" and "Alder" in words


@pytest.mark.parametrize("question", ["8月生意怎么样", "How was business in August?"])
def test_what_got_worse_stands_before_what_got_better(question: str) -> None:
    database, answers = kiosks.__wrapped__()
    database.execute("UPDATE takings SET sales = sales * 1.1 WHERE day >= '2026-08-01'")
    others = _said(told(question, database, answers)[0], "briefing.others").params
    first = others["part0"]
    assert first.code == "briefing.others.watch"
    assert [one.params["metric"].name for one in first.params["list"]] == ["average_sale"]


def test_nothing_is_told_as_worse_where_nothing_is() -> None:
    others = _said(told("8月生意怎么样", *kiosks())[0], "briefing.others").params
    assert not [one for one in others.values() if getattr(one, "code", "") == "briefing.others.watch"]


@pytest.mark.parametrize("question", ["8月生意怎么样", "How was business in August?"])
def test_what_is_open_tells_how_much_of_it_is_old(question: str) -> None:
    database, answers = kiosks()
    old = _said(told(question, database, answers)[0], "briefing.open").params["then"]
    assert (
        _said(told(question, database, answers)[0], "briefing.open").params["any"].code == "briefing.open_any"
    )
    query = "SELECT COUNT(*) FROM tickets WHERE state = 1 AND opened_on < ?"
    wanted = database.execute(query, (TODAY.replace(month=6).isoformat(),)).fetchone()[0]
    assert old.code == "briefing.open_old" and int(old.params["count"].value) == wanted > 0
    first = database.execute("SELECT MIN(opened_on) FROM tickets WHERE state = 1").fetchone()[0]
    assert old.params["oldest"].params["day"].start == dt.date.fromisoformat(first)


@pytest.mark.parametrize("question", ["有什么异常吗", "Anything unusual?"])
def test_what_got_much_worse_in_the_month_that_runs_is_odd_without_a_time(question: str) -> None:
    database, answers = kiosks.__wrapped__()
    database.execute("UPDATE takings SET sales = sales * 2 WHERE day >= '2026-09-01'")
    _, words = told(question, database, answers)
    assert "2026-09-01 至 09-22 合计：笔均金额" in words or "over 1–22 Sep 2026: average sale" in words
