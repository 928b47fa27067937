"""A figure known by the month alone is forecast by whole months, tried on the past, beside its target."""

import datetime as dt

import numpy as np
import pytest

from analysis.asked import AnalysisAsked
from analysis.forecast.models import Forecast, NoForecast, Target
from analysis.forecast.months import Monthly, forecast_months
from language.calendar import add_months
from query.metric_query import Window
from tests.unit.analysis.kiosks import kiosks, ran
from tests.unit.analysis.kiosks import told as words_of

START = dt.date(2024, 9, 1)
SEASON = 1 + 0.3 * np.sin(np.arange(26) * 2 * np.pi / 12)


def _target(series: Monthly, ahead: int = 0, count: int = 1) -> Target:
    start = add_months(series.end, ahead)
    return Target(start, add_months(start, count), 1)


def _series(values: np.ndarray, *, rate: bool = False) -> Monthly:
    return Monthly(START, np.array(values, dtype=float), rate)


def test_a_season_that_grows_is_met_by_the_year_before_times_growth() -> None:
    growth = np.where(np.arange(26) < 12, 1.0, 1.1)
    growth[24:] = 1.21
    series = _series(1000 * SEASON * growth)
    found = forecast_months(series, _target(series))
    assert isinstance(found, Forecast)
    expected = 1000 * (1 + 0.3 * np.sin(26 * 2 * np.pi / 12)) * 1.21
    assert found.value == pytest.approx(expected, rel=0.03)
    assert found.error < found.plain_error  # of the last month repeated


def test_after_a_step_down_the_last_months_count() -> None:
    series = _series(np.where(np.arange(26) < 23, 1000.0, 650.0))
    found = forecast_months(series, _target(series))
    assert isinstance(found, Forecast)
    assert 600 <= found.value <= 700


def test_several_months_are_summed_and_a_rate_is_averaged() -> None:
    flat = np.full(26, 80.0)
    summed = forecast_months(_series(flat), _target(_series(flat), count=3))
    rate = forecast_months(_series(flat, rate=True), _target(_series(flat)))
    assert isinstance(summed, Forecast) and isinstance(rate, Forecast)
    assert (summed.value, rate.value) == pytest.approx((240.0, 80.0))
    assert summed.within == len(summed.trials)


def test_a_trial_knows_nothing_of_its_month_nor_of_those_between() -> None:
    values = np.full(26, 100.0)
    values[-1] = 130.0
    series = _series(values)
    found = forecast_months(series, _target(series, ahead=1))
    assert isinstance(found, Forecast)
    latest = found.trials[0]
    assert latest.target.start == dt.date(2026, 10, 1)
    assert (latest.forecast, latest.actual) == pytest.approx((100.0, 130.0))


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        (np.full(7, 100.0), "short_months"),
        (np.zeros(26), "empty"),
        (np.tile([10.0, 1000.0, 5.0, 400.0, 3.0], 6)[:26], "uncertain"),
    ],
)
def test_what_the_months_do_not_bear_out_is_declined(values: np.ndarray, reason: str) -> None:
    series = _series(values)
    found = forecast_months(series, _target(series))
    assert isinstance(found, NoForecast) and found.reason == reason


def test_months_before_the_first_figure_teach_nothing() -> None:
    late = np.concatenate([np.zeros(14), np.full(12, 500.0)])
    series = _series(late)
    found = forecast_months(series, _target(series))
    assert isinstance(found, Forecast) and found.value == pytest.approx(500.0)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("为什么7月开始收款目标跌了", "2026-07-01 至 08-31 收款目标没有跌：480 万元，"),
        ("why did takings target fall since July", "CNY 4.80 M, the same as 1 May – 30 Jun 2026"),
    ],
)
def test_why_since_a_month_is_told_by_the_whole_months_so_far(question: str, told: str) -> None:
    database, answers = kiosks()
    assert told in words_of(question, database, answers)[1]


@pytest.mark.parametrize(
    ("window", "told"),
    [
        (
            Window(dt.date(2026, 10, 1), dt.date(2026, 11, 1), "month"),
            "只有 8 个整月的数据，这段时间至少要 10 个月",
        ),
        (Window(dt.date(2026, 9, 28), dt.date(2026, 10, 5), "week"), "只有整月的数据"),
    ],
)
def test_too_few_months_and_parts_of_a_month_are_declined(window: Window, told: str) -> None:
    database, answers = kiosks()
    asked = AnalysisAsked("forecast", "zh", ("target",), window)
    assert told in ran(asked, database, answers)[1]
