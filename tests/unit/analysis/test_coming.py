"""The forecast of a month to come is set beside its target: reached, not reached, or too close to call."""

import datetime as dt
import sqlite3
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache

import numpy as np
import pytest

from analysis.daily import Daily
from analysis.forecast.models import Forecast, Target, Trial
from analysis.outcome import Amount, Outcome, Said
from analysis.target.verdict import borne
from tests.unit.analysis.kiosks import kiosks, told
from understanding.metric.answers import MetricAnswers

QUESTIONS = ["10月收款额能完成目标吗", "Will takings reach the target in October?"]


def _database(target: float | None, month: str = "2026-10-01") -> tuple[sqlite3.Connection, MetricAnswers]:
    """Return the kiosks with a target of their own for all of them together in a month."""
    database, answers = kiosks()
    own = sqlite3.connect(":memory:")
    database.commit()  # of what is not committed no copy is made
    database.backup(own)
    if target is None:
        own.execute("DELETE FROM targets WHERE month = ?", (month,))
    else:
        own.execute("UPDATE targets SET amount = ? WHERE month = ?", (target / 12, month))
    return own, answers


@lru_cache
def _forecast() -> tuple[Outcome, dict[str, Decimal]]:
    """Return the forecast of October by the analysis of that name, and its figures."""
    outcome, _ = told("下个月收款额大概多少", *kiosks())
    params = outcome.statements[0].params
    return outcome, {one: params[one].value for one in ("low", "value", "high")}


def _target(where: str) -> float:
    """Return a target that lies below, within or above the range of the forecast."""
    found = _forecast()[1]
    return float(
        {"below": found["low"] - 1000, "within": found["value"], "above": found["high"] + 1000}[where]
    )


def _without_aim(said: Said) -> Said:
    """Return the comparison with a year before without what the target asks for."""
    return replace(said, params={**said.params, "aim": ""}) if said.code == "forecast.basis" else said


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize(
    ("where", "code", "words"),
    [
        ("below", "likely", {"预计能达到，但只是刚好：", "Likely to be reached, but only just: "}),
        ("within", "open", {"还说不准：2026 年 10 月收款额", "Too close to call: takings for October 2026 "}),
        (
            "above",
            "unlikely",
            {
                "预计达不到，但目标只略高于可能的范围：",
                "Likely to be missed, though the target lies just beyond the range: ",
            },
        ),
    ],
)  # fmt: skip
def test_the_verdict_is_by_the_range_and_has_both_figures(
    question: str, where: str, code: str, words: set[str]
) -> None:
    target = _target(where)
    outcome, text = told(question, *_database(target))
    verdict, *others = outcome.statements
    assert verdict.code == f"target.{code}" and text.startswith(tuple(words)), text
    whole, found = _forecast()
    shown = {one: verdict.params[one] for one in ("low", "sum", "high", "target")}
    assert all(isinstance(one, Amount) and one.metric == "takings" for one in shown.values())
    figures = {one: amount.value for one, amount in shown.items()}
    assert figures.pop("target") == pytest.approx(Decimal(target), abs=Decimal("0.01"))
    assert figures == {"low": found["low"], "sum": found["value"], "high": found["high"]}
    assert outcome.result is not None and whole.result is not None
    beside = [one for one in whole.statements[1:] if not one.code.startswith("target.")]
    assert outcome.result.rows == whole.result.rows
    *others, held = others
    assert held.code == "forecast.held"
    assert list(map(_without_aim, others)) == list(map(_without_aim, beside))
    basis = next(one for one in others if one.code == "forecast.basis")
    wanted = 100 * (Decimal(target) / basis.params["value"].value - 1)
    assert basis.params["aim"].params["wanted"].value == pytest.approx(wanted, abs=Decimal("0.1"))


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("below", "预测的范围全在目标之上"),
        ("within", "就在预测的范围里"),
        ("above", "预测的范围全在目标之下"),
    ],
)
def test_a_forecast_of_a_month_with_a_target_says_whether_it_is_reached(where: str, said: str) -> None:
    outcome, words = told("下个月收款额大概多少", *_database(_target(where)))
    assert [one.code for one in outcome.statements][:1] == ["forecast.value"] and said in words
    assert "target" not in " ".join(one.code for one in _bare().statements)


def _bare() -> Outcome:
    """Return the forecast where there is no target."""
    return told("下个月收款额大概多少", *_database(None))[0]


def test_a_running_year_is_set_beside_the_targets_of_the_months_that_have_one() -> None:
    outcome, words = told("今年收款额能完成目标吗", *_database(None, "2026-12-01"))
    assert "只定了 12 个月里的 11 个月" in words and "（2026-01-01 至 11-30）" in words
    assert outcome.statements[0].params["target"].value == 11 * 2_400_000
    assert outcome.statements[0].params["whole"].end.isoformat() == "2026-12-01"


@pytest.mark.parametrize(
    ("target", "told_so"),
    [
        (2_400_000, ["预测约 278.8 万元，比目标多约 38.8 万元", "全在目标 240 万元之上",
                     "forecast at about CNY 2.79 M, about CNY 388,000 above the target",
                     "lies above the target of CNY 2.40 M"]),
        (3_000_000, ["预测约 278.8 万元，比目标少约 21.2 万元", "全在目标 300 万元之下",
                     "forecast at about CNY 2.79 M, about CNY 212,000 short of the target",
                     "lies below the target of CNY 3 M"]),
    ],
)  # fmt: skip
def test_how_far_it_is_from_the_target_is_told_in_both_languages(target: float, told_so: list[str]) -> None:
    words = " ".join(told(question, *_database(target))[1] for question in QUESTIONS)
    assert [one for one in told_so if one not in words] == [], words


def test_of_one_member_its_own_target_is_taken() -> None:
    outcome, words = told("Hazel 10月收款额能完成目标吗", *_database(3_000_000))
    assert outcome.statements[0].params["target"].value == 250_000
    assert "Hazel的收款额预测约" in words


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (QUESTIONS[0], "没有查到收款额 2026 年 10 月的目标，这里只有预测，没有和目标对照。"),
        (QUESTIONS[1], "No target of takings was found for October 2026, so the forecast stands alone."),
    ],
)
def test_without_a_target_the_forecast_stands_alone_and_it_is_said(question: str, said: str) -> None:
    outcome, words = told(question, *_database(None))
    whole, found = _forecast()
    assert outcome.statements[0].code == "forecast.value" and said in words, words
    assert outcome.statements[0].params["value"].value == found["value"]
    assert outcome.result is not None and whole.result is not None
    assert outcome.result.rows == whole.result.rows


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("下个季度收款额能完成目标吗",
         "收款额 2026 年第 4 季度的目标没有定全（3 个月里 2 个月有），所以没有把预测和目标对照。"),
        ("Will takings reach the target next quarter?",
         "A target of takings is set for 2 of the 3 months of Q4 2026 only, so the forecast is not set"),
    ],
)  # fmt: skip
def test_a_time_of_which_a_month_has_no_target_is_not_set_beside_the_rest(question: str, said: str) -> None:
    outcome, words = told(question, *_database(None, "2026-12-01"))
    assert outcome.statements[0].code == "forecast.value" and said in words, words
    every, _ = told(question, *_database(2_400_000))
    assert every.statements[0].code == "target.likely"
    assert every.statements[0].params["target"].value == 3 * 2_400_000


def test_several_months_are_told_one_by_one_with_the_highest_and_the_lowest() -> None:
    outcome, words = told("Takings forecast for the next three months", *kiosks())
    said = {one.code: one.params for one in outcome.statements}
    total, months = said["forecast.value"]["value"].value, said["forecast.months.each"]["list"]
    assert [one.params["month"].start.month for one in months] == [10, 11, 12]
    assert abs(sum(one.params["value"].value for one in months) - total) < 1
    assert "; highest in " in words and all(one.params["range"] for one in months)


def test_a_ratio_is_not_summed_over_the_days_of_each_month() -> None:
    outcome, _ = told("Average sale forecast for the next three months", *kiosks())
    assert outcome.statements[0].params["value"].value == pytest.approx(Decimal(20), abs=Decimal("0.2"))
    assert "forecast.months.each" not in [one.code for one in outcome.statements]


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("本月收款额预测", "按最近 22 天里的高低算（往后的日子至少上下一成）为"),
        ("本月收款额目标能完成吗", "按最近 22 天里的高低算（往后的日子至少上下一成）为"),
        (
            "Will we hit the takings target this month?",
            "with the lows and highs of the last 22 days (at least",
        ),
    ],
)
def test_arithmetic_says_of_how_many_days_its_range_is(question: str, said: str) -> None:
    _, words = told(question, *kiosks(first=dt.date(2026, 9, 1)))
    assert said in words and "八周" not in words and "eight weeks" not in words


def test_twenty_two_days_give_no_verdict_of_a_hundred_to_come() -> None:
    outcome, words = told("今年收款额目标能完成吗", *kiosks(first=dt.date(2026, 9, 1)))
    assert [one.code for one in outcome.statements][:2] == ["target.behind", "target.needed"]
    assert "照最近的速度" not in words and "推算" not in words and "只有 22 天" in words


def _wild(amounts: np.ndarray) -> None:
    amounts[:] *= 0.1 * np.exp(1.8 * np.random.default_rng(5).standard_normal(amounts.shape[1]))


def test_what_the_past_does_not_bear_out_gives_no_verdict_by_the_pace() -> None:
    outcome, words = told("Will we hit the takings target this month?", *kiosks(_wild))
    assert [one.code for one in outcome.cautions] == ["forecast.uncertain"], words
    assert not [one.code for one in outcome.statements if "pace" in one.code]


@pytest.mark.parametrize(
    ("target", "error", "ratios", "way"),
    [
        (105.0, 0.05, [0.9] * 10 + [1.1] * 2, "rather_unlikely"),
        (105.0, 0.05, [0.9] * 8 + [1.1] * 4, "open"),  # a third went the other way
        (95.0, 0.05, [1.0] * 9 + [0.9] * 3, "rather_likely"),
        (96.0, 0.05, [1.0] * 9 + [0.9] * 3, "close_likely"),  # nearer than what is usually missed
        (104.0, 0.05, [0.9] * 10 + [1.1] * 2, "close_unlikely"),
        (99.0, 0.05, [1.0] * 12, "open"),  # nearer than half of that
        (105.0, 0.05, [1.1] * 12, "open"),  # the past was higher than forecast each time, this one is below
        (105.0, 0.05, [0.9] * 5, "open"),
    ],
)
def test_a_target_within_the_range_leans_where_the_past_and_the_forecast_say_the_same(
    target: float, error: float, ratios: list[float], way: str
) -> None:
    days = Target(dt.date(2026, 12, 1), dt.date(2027, 1, 1), 1)
    trials = tuple(Trial(days, 100.0, 100 * ratio) for ratio in ratios)
    by_day = Daily(days.start, np.full(31, 100 / 31))
    found = Forecast("mixed", 100.0, 80.0, 120.0, by_day, trials, error, error)
    assert borne(Decimal(target), Decimal(0), found).way == way


@pytest.mark.parametrize("question", ["这周末收款额大概多少", "How much will takings be this weekend?"])
def test_a_weekend_to_come_stands_beside_the_weekend_of_a_year_before(question: str) -> None:
    outcome, _ = told(question, *kiosks())
    basis = next(one for one in outcome.statements if one.code.startswith("forecast.basis"))
    assert basis.code == "forecast.basis_weekdays"
    assert basis.params["year"].start == dt.date(2025, 9, 27)  # a Saturday, as 2026-09-26 is
