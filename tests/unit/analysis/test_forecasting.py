"""Forecasts of generated days: right within their range, and none where the past does not bear one out."""

import datetime as dt
from decimal import Decimal

import numpy as np
import pytest

from analysis.daily import Daily, SpecialDays, as_long_as_before, special_days
from analysis.forecast.arithmetic import pace_of, pace_verdict
from analysis.forecast.models import (
    MEANS,
    ROUGH_ERROR,
    WORST_ERROR,
    Forecast,
    NoForecast,
    Target,
    Trial,
    forecast,
    ranged,
)
from analysis.forecast.steps import feast_before
from language.calendar import days
from query.metric_query import Window

END = dt.date(2026, 9, 22)
WEEK = np.array([0.94, 0.92, 0.93, 0.97, 1.09, 1.13, 1.02])
OCTOBER = Target(dt.date(2026, 10, 1), dt.date(2026, 11, 1), 1)
NO_DAYS_OFF = SpecialDays({})


def generated(
    length: int,
    *,
    noise: float = 0.03,
    holiday: float = 1.0,
    growth: float = 0.1,
    seed: int = 1,
    end: dt.date = END,
) -> Daily:
    """Return days with a week, a season, growth, and days off that bring `holiday` times as much."""
    start = end - days(length)
    number = np.arange(length)
    weekday = (number + start.weekday()) % 7
    of_year = np.array([(start + days(int(n))).timetuple().tm_yday for n in number])
    level = 1000 * (1 + growth * number / 365) * (1 + 0.08 * np.sin(2 * np.pi * of_year / 365))
    kinds = special_days(None)
    off = np.array([bool(kinds.off(start + days(int(n)), start + days(int(n) + 1))) for n in number])
    values = level * np.where(off, holiday, WEEK[weekday])
    return Daily(start, values * np.exp(noise * np.random.default_rng(seed).standard_normal(length)))


def the_whole(length: int, target: Target, **how: float) -> tuple[Daily, float]:
    """Return the days known when a forecast is made, and what its time came to."""
    ahead = (target.end - END).days
    whole = generated(length + ahead, end=target.end, **how)  # type: ignore[arg-type]
    return whole.until(END), whole.total(target.start, target.end)


def test_a_month_with_holidays_is_forecast_within_five_percent_and_better_than_by_last_week() -> None:
    known, actual = the_whole(1000, OCTOBER, holiday=1.6)
    found = forecast(known, OCTOBER, special_days(None))
    assert isinstance(found, Forecast)
    assert abs(found.value / actual - 1) < 0.05
    assert found.low <= found.value <= found.high
    assert found.error < found.plain_error / 2


def test_ranges_hold_about_as_often_as_they_say() -> None:
    held = 0
    for seed in range(40):
        known, actual = the_whole(800, OCTOBER, noise=0.1, seed=seed)
        found = forecast(known, OCTOBER, NO_DAYS_OFF)
        assert isinstance(found, Forecast)
        held += found.low <= actual <= found.high
    assert held >= 26  # 80 % are meant; 26 of 40 would be missed once in a hundred


def _ranged(misses: list[float]) -> Forecast:
    """Return a forecast tried on stretches that came to 100 each, the latest first."""
    trials = [Trial(OCTOBER.earlier(n + 1), 100.0 + miss, 100.0) for n, miss in enumerate(misses)]
    found = ranged("plain", 100.0, Daily(OCTOBER.start, np.full(31, 100 / 31)), trials, 0.1)
    assert isinstance(found, Forecast)
    return found


def test_how_many_ranges_held_is_what_the_ranges_of_the_table_say() -> None:
    found = _ranged([19.8, 20.2, -20.7, -4.8, 20.0, 9.6, -12.0, -2.0, 10.6, 4.6, -8.3, 5.7])
    held = [one.low <= one.actual <= one.high for one in found.trials]
    assert found.within == sum(held) and held.index(False) in (0, 1, 2)
    assert {(one.high - one.low) / one.forecast for one in found.trials} != {0.0}


def test_a_level_that_jumps_is_told_by_the_last_week_where_the_past_bears_that_out() -> None:
    known = generated(900, noise=0.02, growth=0.0)
    jumped = Daily(known.start, known.values * np.where(np.arange(900) // 21 % 2 == 1, 1.6, 1.0))
    found = forecast(jumped, Target(END, END + days(7)), NO_DAYS_OFF)
    assert isinstance(found, Forecast) and found.model == "latest"
    assert found.made.lately and found.made.year
    assert (found.made.lately + found.made.year) / 2 == pytest.approx(found.value)


def test_the_days_of_a_forecast_make_up_its_sum() -> None:
    found = forecast(generated(800), OCTOBER, NO_DAYS_OFF)
    assert isinstance(found, Forecast)
    assert found.by_day.values.sum() == pytest.approx(found.value)
    assert found.by_day.start == OCTOBER.start and found.by_day.end == OCTOBER.end


def test_too_little_history_is_declined_with_the_days_that_are_needed() -> None:
    found = forecast(generated(100), OCTOBER, NO_DAYS_OFF)
    assert isinstance(found, NoForecast)
    assert found.reason == "short" and found.history_days == 100
    enough = forecast(generated(found.needed_days), OCTOBER, NO_DAYS_OFF)
    assert not (isinstance(enough, NoForecast) and enough.reason == "short")


def test_a_stretch_that_the_past_does_not_hold_twice_is_declined() -> None:
    year = Target(dt.date(2027, 1, 1), dt.date(2028, 1, 1), 12)
    found = forecast(generated(700), year, NO_DAYS_OFF)
    assert isinstance(found, NoForecast) and found.reason == "short"
    assert isinstance(forecast(generated(found.needed_days), year, NO_DAYS_OFF), Forecast)


def test_what_the_past_does_not_bear_out_is_declined() -> None:
    found = forecast(generated(800, noise=2.0), Target(END + days(1), END + days(2)), NO_DAYS_OFF)
    assert isinstance(found, NoForecast) and found.reason == "uncertain" and found.error > 0.2


def test_a_figure_that_was_never_above_nothing_is_declined() -> None:
    assert forecast(Daily(END - days(500), np.zeros(500)), OCTOBER, NO_DAYS_OFF) == NoForecast("empty")


def test_a_holiday_is_tried_on_holidays_and_declined_where_these_are_few() -> None:
    week = Target(dt.date(2026, 10, 1), dt.date(2026, 10, 8))
    few = forecast(generated(300, holiday=1.6), week, special_days(None))
    assert isinstance(few, NoForecast) and few.reason == "holiday"
    many = forecast(generated(1500, holiday=1.6), week, special_days(None))
    assert isinstance(many, Forecast)
    kinds = special_days(None)
    assert all(kinds.off(one.target.start, one.target.end) for one in many.trials)


def test_a_trial_knows_nothing_of_the_days_it_forecasts() -> None:
    """A series that doubles in its last days must be missed by the trials of these."""
    known = generated(800, noise=0.0, growth=0.0)
    jumped = Daily(known.start, known.values.copy())
    jumped.values[-7:] *= 2
    found = forecast(jumped, Target(END, END + days(7)), NO_DAYS_OFF)
    assert isinstance(found, Forecast)
    last = next(one for one in found.trials if one.target.end == END)
    assert last.actual > 1.8 * last.forecast


def test_the_same_part_of_months_before_is_what_a_running_month_is_tried_on() -> None:
    rest = Target(dt.date(2026, 9, 22), dt.date(2026, 10, 1), 1)
    assert rest.earlier(1) == Target(dt.date(2026, 8, 22), dt.date(2026, 9, 1), 1)
    assert Target(END, END + days(10)).earlier(1).start == END - days(14)


def test_what_comes_unevenly_is_told_as_rough_before_it_is_declined() -> None:
    found = forecast(generated(800, noise=0.8), Target(END, END + days(7)), NO_DAYS_OFF)
    assert isinstance(found, Forecast) and found.is_rough
    assert ROUGH_ERROR < found.error <= WORST_ERROR


def test_the_mean_of_models_is_taken_unless_one_is_clearly_better() -> None:
    level = forecast(generated(800, noise=0.2, growth=0.0), OCTOBER, NO_DAYS_OFF)
    assert isinstance(level, Forecast) and level.model in MEANS
    rising = generated(900, noise=0.0, growth=0.0)
    jumped = Daily(rising.start, rising.values * np.where(np.arange(900) % 364 < 182, 1.0, 9.0))
    week = forecast(jumped, Target(END, END + days(7)), NO_DAYS_OFF)
    assert isinstance(week, Forecast) and week.model in ("week", "plain")


def test_a_holiday_is_set_beside_the_same_holiday_a_year_before() -> None:
    kinds = special_days(None)
    spring = feast_before(Window(dt.date(2026, 2, 15), dt.date(2026, 2, 24), "range"), kinds)
    assert spring is not None and (spring[1].start, spring[1].end) == (
        dt.date(2025, 1, 28),
        dt.date(2025, 2, 5),
    )
    assert feast_before(Window(dt.date(2026, 3, 2), dt.date(2026, 3, 9), "range"), kinds) is None


def test_days_before_something_opened_teach_a_forecast_nothing() -> None:
    chance = np.random.default_rng(3)
    open_days = 100 * (1 + 0.05 * chance.standard_normal(300))
    end = dt.date(2026, 9, 22)
    late = Daily(end - dt.timedelta(days=700), np.concatenate([np.zeros(400), open_days]))
    own = Daily(end - dt.timedelta(days=300), open_days)
    target = Target(end, end + dt.timedelta(days=9), 1)
    found, alone = (forecast(one, target, special_days(None)) for one in (late, own))
    assert isinstance(found, Forecast) and isinstance(alone, Forecast)
    assert (found.low, found.high) == (alone.low, alone.high)
    assert found.low > 0.8 * found.value


@pytest.mark.parametrize(("missed", "expected"), [(1, Forecast), (2, NoForecast)])
def test_a_range_that_has_no_end_is_no_forecast(missed: int, expected: type) -> None:
    trials = [Trial(OCTOBER, 0.0, 5.0)] * missed + [Trial(OCTOBER, 100.0, 101.0)] * (12 - missed)
    found = ranged("plain", 100.0, Daily(END, np.array([100.0])), trials, 0.1)
    assert isinstance(found, expected)
    if isinstance(found, NoForecast):
        assert found.reason == "unbounded"


def test_what_comes_by_the_day_of_the_month_is_forecast_by_it_and_nothing_else_is() -> None:
    start, size = dt.date(2024, 9, 1), 811
    chance = np.random.default_rng(3)
    month_days = np.array([(start + days(number)).day for number in range(size)])
    week = np.array([(start + days(number)).weekday() for number in range(size)])
    noise = np.exp(0.03 * chance.standard_normal(size))
    fees = np.where(month_days <= 28, 100.0 + 80 * (month_days <= 5), 4.0) * noise
    target, none = Target(dt.date(2026, 12, 1), dt.date(2027, 1, 1), 1), SpecialDays({})
    found = forecast(Daily(start, fees), target, none)
    assert isinstance(found, Forecast) and found.model == "month"
    assert abs(found.value - (28 * 100 + 5 * 80 + 3 * 4)) < 100
    weekly = forecast(Daily(start, (100.0 + 40 * (week >= 5)) * noise), target, none)
    assert isinstance(weekly, Forecast) and weekly.model != "month"


def test_days_off_that_are_not_announced_last_as_long_as_the_last_ones_of_their_name() -> None:
    known = {dt.date(2026, 2, 15) + days(number): "Spring Festival" for number in range(9)}
    coming = {dt.date(2027, 2, 5) + days(number): "Spring Festival" for number in range(4)}
    found = as_long_as_before(SpecialDays(known | coming, frozenset(coming)))
    off = found.off(dt.date(2027, 1, 1), dt.date(2027, 12, 31))
    assert off == [dt.date(2027, 2, 5) + days(number) for number in range(9)]
    assert found.provisional == frozenset(off)


@pytest.mark.parametrize(
    ("target", "code"), [(2000, "pace_likely"), (4000, "pace_unlikely"), (3100, "pace_open")]
)
def test_the_pace_of_the_last_weeks_is_set_beside_a_target_with_its_range(target: int, code: str) -> None:
    values = np.concatenate([np.full(28, 90.0), np.full(28, 110.0)])
    pace = pace_of(Daily(dt.date(2026, 9, 1), values), 30)
    assert pace is not None and (pace.mean, pace.low, pace.high) == (110, 90, 121)
    said = pace_verdict(pace, "fees", Decimal(0), Decimal(target), 30, {})
    assert said.code == f"target.{code}"
    assert (said.params["sum"].value, said.params["low"].value) == (3300, 2700)
    assert pace_of(Daily(dt.date(2026, 9, 1), values[:13]), 30) is None
