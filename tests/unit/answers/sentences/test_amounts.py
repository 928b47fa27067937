"""Figures are written as people write them, and periods in words and dates."""

import datetime as dt
from typing import Any

import pytest

from answers.checks import FigureCheck
from answers.sentences.amounts import amount, change
from answers.sentences.times import dates, period
from query.metric_query import Window

WRITTEN: list[tuple[Any, ...]] = [
    (18595000.4, "元", "zh", 2, "1,859.5 万元"),
    (107000000, "元", "zh", 2, "1.07 亿元"),
    (99999999, "元", "zh", 2, "1.00 亿元"),
    (12345.67, "元", "zh", 2, "12,346 元"),
    (54.2, "元/单", "zh", 2, "54.20 元/单"),
    (54.71, "分钟", "zh", 1, "54.7 分钟"),
    (1234567.8, "千瓦时", "zh", 1, "123.5 万千瓦时"),
    (1234567.8, "kWh", "zh", 1, "123.5 万 kWh"),
    (19.24, "%", "zh", 2, "19.2 %"),
    (0.034, "件/万辆", "zh", 3, "0.034 件/万辆"),
    (7, "件", "zh", 0, "7 件"),
    (None, "件", "zh", 0, "没有记录"),
    (42, "", "zh", None, "42"),
    (0, "", "en", 1, "0"),
    (0, "小时", "zh", 1, "0 小时"),
    (0.0, "CNY", "en", 2, "CNY 0"),
    (8821742.43, "CNY", "en", 2, "CNY 8.82 M"),
    (184321000, "CNY", "en", 2, "CNY 184.3 M"),
    (1.2345e9, "CNY", "en", 2, "CNY 1.23 B"),
    (184321, "$", "en", 2, "$184,321"),
    (54.2, "CNY per order", "en", 2, "CNY 54.20 per order"),
    (1, "complaints", "en", 0, "1 complaint"),
    (1, "people", "en", 0, "1 person"),
    (2, "complaints", "en", 0, "2 complaints"),
    (1520000, "vehicles", "en", 0, "1.52 M vehicles"),
    (0.04, "%", "en", 2, "0.04 %"),
    (0.0052, "%", "en", 2, "0.01 %"),
    (-3.26, "%", "en", None, "-3.3 %"),
    (1.814, "%", "en", 2, "1.81 %"),
    (41, "分钟", "zh", 1, "41.0 分钟"),
    (536920.5, "GBP", "en", 2, "GBP 536,921"),
    (13604.5, "英镑", "zh", 2, "13,605 英镑"),
    (1562.5, "小时", "zh", 1, "1,562.5 小时"),
    (1562.4, "小时", "zh", 1, "1,562 小时"),
    (2.675, "元/单", "zh", 2, "2.68 元/单"),
    (1185500000, "元", "zh", 2, "11.86 亿元"),
    (98.85, "%", "zh", 2, "98.9 %"),
    (99.96, "%", "zh", 2, "99.96 %"),
    (100.04, "%", "en", 2, "100.04 %"),
    (100, "%", "en", 2, "100 %"),
]


@pytest.mark.parametrize(
    ("value", "unit", "language", "decimals", "written"), WRITTEN, ids=lambda one: str(one)
)
def test_a_figure_is_written_for_reading(
    value: float | None, unit: str, language: Any, decimals: int | None, written: str
) -> None:
    assert amount(value, unit, language, decimals) == written
    if value is not None:
        assert FigureCheck([[value, value / 100]], 0, percents=[0]).unfounded(written) == []


def test_a_change_has_its_sign_and_nothing_has_none() -> None:
    assert change(2.5, "%", "zh") == "+2.5 %"
    assert change(-1234567, "元", "zh") == "-123.5 万元"
    assert change(0.0, "%", "en") == "0 %"


def test_a_rate_that_is_not_nought_is_not_told_as_nought() -> None:
    assert (amount(0.0017, "%", "en", 2), amount(0.0017, "%", "zh")) == ("0.0017 %", "0.0017 %")
    assert (amount(0, "%", "en", 2), change(0.0017, "%", "en")) == ("0 %", "+0.0017 %")


def test_a_period_is_said_in_words_and_dates() -> None:
    today = dt.date(2026, 11, 20)
    week = Window(dt.date(2026, 11, 16), dt.date(2026, 11, 23), "week", unfinished=True, text="本周").cut(
        today
    )
    assert period(week, "zh") == "本周（2026-11-16 至 11-19）"
    assert period(week, "en") == "this week (16–19 Nov 2026)"
    named = Window(dt.date(2026, 9, 1), dt.date(2026, 10, 1), "month", text="2026年9月")
    assert (period(named, "zh"), period(named, "en")) == ("2026 年 9 月", "September 2026")
    begun = Window(dt.date(2026, 1, 1), dt.date(2027, 1, 1), "year", unfinished=True, text="2026年")
    assert period(begun.cut(today), "zh") == "2026-01-01 至 11-19"


def test_days_across_years_name_both_years() -> None:
    assert dates(dt.date(2025, 12, 29), dt.date(2026, 1, 5), "zh") == "2025-12-29 至 2026-01-04"
    assert dates(dt.date(2025, 12, 29), dt.date(2026, 1, 5), "en") == "29 Dec 2025 – 4 Jan 2026"
