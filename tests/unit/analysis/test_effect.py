"""A figure over holidays beside ordinary days, and what cannot be set beside it."""

import datetime as dt
from decimal import Decimal

import pytest

from analysis.asked import AnalysisAsked, AskBack, hear, is_ours, recognise
from analysis.daily import special_days
from analysis.effect.weather import Kind, are_alike, asked_for
from language.calendar import days
from tests.unit.analysis.kiosks import DEFINED, asked, kiosks, told


@pytest.mark.parametrize(
    "question",
    ["2025年国庆对收款额影响多大", "How did National Day 2025 affect takings?", "收款额受2025年国庆影响大吗"],
)
def test_a_holiday_stands_beside_the_same_weekdays_around_it(question: str) -> None:
    database, answers = kiosks()
    outcome, words = told(question, database, answers)
    assert outcome.result is not None
    _, _, number, mean, count, usual, rate = outcome.result.rows[0]
    first, end = dt.date(2025, 10, 1), dt.date(2025, 10, 9)
    total = dict(database.execute("SELECT day, SUM(amount) FROM takings GROUP BY day").fetchall())
    off = set(special_days(None).named)
    around = [first + days(n) for n in range(-28, 36) if not first <= first + days(n) < end]
    plain = [total[day.isoformat()] for day in around if day not in off]
    assert (number, count) == (8, len(plain))
    assert mean == pytest.approx(sum(total[(first + days(n)).isoformat()] for n in range(8)) / 8, abs=0.01)
    assert usual == pytest.approx(sum(plain) / len(plain), abs=0.01)
    assert 40 < rate < 60  # days off bring half as much again
    assert "2025-10-01 至 10-08" in words or "1–8 Oct 2025" in words
    assert "因为" not in words and "because" not in words


def test_all_holidays_of_a_time_are_told_together_and_each() -> None:
    outcome, words = told("节假日对收款额有什么影响", *kiosks())
    assert outcome.result is not None and len(outcome.result.rows) > 3
    assert "天节假日" in words and "相差最大的节日" in words


def test_a_ratio_is_that_of_the_sums_over_the_days() -> None:
    outcome, words = told("2025年国庆对笔均金额影响多大", *kiosks())
    assert outcome.result is not None and outcome.result.rows[0][3] == pytest.approx(20, rel=0.01)
    assert "差不多" in words and "合计" not in words


def test_without_weather_it_is_declined() -> None:
    outcome, words = told("下雨天影响收款额吗", *kiosks())
    assert outcome.declined is not None and outcome.questions and "没有能和收款额" in words


def test_without_a_figure_the_scorecards_first_is_taken_and_told() -> None:
    found = asked("国庆影响大吗", kiosks()[1])
    assert isinstance(found, AnalysisAsked) and found.metrics == ("takings",)
    _, words = told("国庆影响大吗", *kiosks())
    assert "没有说是哪个数字，按收款额看" in words


def test_without_a_figure_and_a_scorecard_it_is_asked_which(monkeypatch: pytest.MonkeyPatch) -> None:
    bare = "".join(line for line in DEFINED.splitlines(keepends=True) if "scorecard" not in line)
    monkeypatch.setattr("tests.unit.analysis.kiosks.DEFINED", bare)
    _, answers = kiosks.__wrapped__()
    found = asked("国庆影响大吗", answers)
    assert isinstance(found, AskBack) and len(found.questions) > 1
    for one in found.questions:
        assert isinstance(asked(one, answers), AnalysisAsked), one


@pytest.mark.parametrize("question", ["明年国庆对收款额影响多大", "工单对收款额影响大吗", "国庆收款额是多少"])
def test_what_is_to_come_other_things_and_figures_are_none(question: str) -> None:
    found = recognise(question)
    assert found is None or found.kind != "effect"


@pytest.mark.parametrize(
    ("question", "rest"),
    [
        ("下雨天收款额会少吗", "下雨天收款额"),
        ("下大雨的时候收款额会不会少", "下大雨 收款额"),
        ("雨天收款额是不是会低一些", "雨天收款额"),
        ("国庆期间笔均金额是否更高", "国庆期间笔均金额"),
        ("节假日收款额会高一点吗", "节假日收款额"),
    ],
)
def test_whether_a_figure_is_lower_then_asks_the_same(question: str, rest: str) -> None:
    found = recognise(question)
    assert found is not None and (found.kind, found.rest) == ("effect", rest)


def test_the_kind_of_rain_that_is_named_comes_first() -> None:
    def kind(name: str) -> Kind:
        return Kind(name, 30, Decimal(90), Decimal(100), 1.0)

    kinds = [kind("大雨"), kind("小雨"), kind("晴")]
    assert asked_for(kinds, "下大雨的时候收款额会不会少") == kinds[:1]
    assert asked_for(kinds, "下雨天影响收款额吗") == kinds[:2]
    assert asked_for(kinds, "雾影响收款额吗") == []
    assert asked_for(kinds, "雨天和晴天差多少") == kinds


def test_kinds_are_told_as_one_only_where_they_differ_by_chance() -> None:
    def kind(name: str, total: int) -> Kind:
        return Kind(name, 100, Decimal(total), Decimal(10000), 1.0)

    light, heavy, storm = kind("小雨", 10050), kind("大雨", 8800), kind("暴雨", 8750)
    assert (light.way, heavy.way) == ("flat", "down")
    assert not are_alike([light, heavy]) and are_alike([heavy, storm]) and are_alike([light])
    assert heavy.joined(storm).rate == Decimal("-12.25")


@pytest.mark.parametrize(
    "question",
    [
        "下雨天生意是不是就差一截？",
        "大雨天我们是不是少卖很多",
        "天气不好的时候生意是不是差很多",
        "do we really sell less on rainy days?",
        "does fog hurt us",
    ],
)
def test_whether_weather_makes_a_difference_is_heard_by_two_words(question: str) -> None:
    found = hear(question, ())
    assert found is not None and found.kind == "effect"


@pytest.mark.parametrize(
    "question", ["雨天的营业额是多少", "which branch sells least on rainy days", "为什么下雨天营业额少"]
)
def test_a_figure_of_rainy_days_and_who_or_why_is_none(question: str) -> None:
    found = hear(question, ())
    assert found is None or found.kind != "effect"


def test_a_holiday_with_a_name_is_not_taken_for_another() -> None:
    _, answers = kiosks()
    found = asked("圣诞节对收款额影响多大", answers)
    assert isinstance(found, AnalysisAsked) and found.window is not None
    assert found.window.start == dt.date(2025, 12, 25)


def test_words_of_weather_and_days_off_are_no_names_but_rainfall_is() -> None:
    assert is_ours("节假日") and is_ours("大雨") and not is_ours("降雨量") and not is_ours("Rainfall")


def test_a_kind_of_few_days_is_told_only_far_beyond_chance() -> None:
    def kind(number: int, off: float, noise: float) -> Kind:
        squares = number * (off * off + noise * noise)
        return Kind("大雨", number, Decimal(str(number * 100 * (1 + off))), Decimal(number * 100), squares)

    assert kind(16, -0.14, 0.1).is_told  # two weeks of heavy rain that each lay far below
    assert not kind(16, -0.02, 0.1).is_told  # which may be chance
    assert not kind(7, -0.4, 0.01).is_told  # too few, however far
    assert kind(20, 0.0, 0.1).is_told
