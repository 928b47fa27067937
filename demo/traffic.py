"""What happens on the roads each day: weather, vehicles passing, vehicles entering."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from demo.days import Days
from demo.network import areas, pick, read
from demo.noise import Floats, Ints, around_one, choice, rounded, uniform

CAR_WEEK = np.array([0.94, 0.92, 0.93, 0.97, 1.09, 1.13, 1.07])
TRUCK_WEEK = np.array([1.03, 1.06, 1.06, 1.05, 1.02, 0.89, 0.80])
NEW_ENERGY = 2
NEW_ENERGY_GROWTH = 0.28
GROWTH = 0.03
WET_MONTHS = (4, 5, 6, 7, 8)
HEAVY_RAIN = 4
MONTH_HIGH = (19, 20, 23, 27, 31, 33, 34, 34, 32, 29, 25, 21)


@dataclass(frozen=True)
class Weather:
    """The weather of each branch on each day: arrays of branch by day."""

    condition: Ints
    high: Ints
    low: Ints
    rain: Floats


@dataclass(frozen=True)
class Traffic:
    """Vehicles by side, vehicle type and day; `open` marks the days on which a side's area was open."""

    passed: Ints
    entered: Ints
    stay_minutes: Ints
    open: Ints


@lru_cache(maxsize=4)
def weather(days: Days) -> Weather:
    """Return the weather of these days."""
    branch = np.arange(1, len(read("places")["branches"]) + 1)[:, None]
    day = days.ordinals[None, :]
    dry = choice("dry season", [38, 44, 12, 2, 4], branch, day)
    wet = choice("wet season", [30, 34, 22, 13, 1], branch, day)
    months = np.array([date.month for date in days.dates])
    condition = np.where(np.isin(months, WET_MONTHS)[None, :], wet, dry)
    high = np.array(MONTH_HIGH)[months - 1][None, :] + rounded(uniform("high", branch, day) * 8 - 4)
    high = high - np.where(condition >= 3, 3, 0)
    low = high - 6 - rounded(uniform("low", branch, day) * 4)
    amount = np.where(condition == 3, 2 + 12 * uniform("rain", branch, day), 0.0)
    amount = np.where(condition == HEAVY_RAIN, 30 + 60 * uniform("rain", branch, day), amount)
    return Weather(condition, high, low, np.asarray(rounded(amount * 10) / 10))


def traffic(days: Days, noisy: bool = True) -> Traffic:
    """Return the vehicles of these days; without noise it is what a planner would have expected."""
    sides = [(side, area) for area in areas() for side in area.sides]
    types = read("business")["vehicle_types"]
    side = np.array([number for number, _ in sides])[:, None, None]
    kind = np.arange(1, len(types) + 1)[None, :, None]
    day = days.ordinals[None, None, :]
    share, enter, stay = (
        np.array([t[key] for t in types])[None, :, None] for key in ("share", "enter", "stay")
    )
    passing = np.array([area.passing for _, area in sides])[:, None, None]
    entering = np.array([area.enter_share for _, area in sides])[:, None, None]

    passed = passing * share * _rhythm(days)[None, :, :]
    rate = entering * enter * (1.0 + 0.15 * days.holiday[None, None, :])
    if noisy:
        wet = weather(days).condition[np.array([area.branch for _, area in sides]) - 1] == HEAVY_RAIN
        passed = passed * np.where(wet, 0.86, 1.0)[:, None, :]
        passed = passed * around_one("passed", 0.12, side, kind, day)
        rate = rate * around_one("entered", 0.15, side, kind, day)
    counted = rounded(passed)
    entered = rounded(counted * rate)
    stay = stay * np.array([pick("stay", 0.8, 1.25, area.id) for _, area in sides])[:, None, None]
    minutes = rounded(entered * stay * around_one("stay", 0.15, side, kind, day))
    opened = np.array([area.opened_on.toordinal() for _, area in sides])[:, None]
    return Traffic(counted, entered, minutes, (days.ordinals[None, :] >= opened).astype(np.int64))


def _rhythm(days: Days) -> Floats:
    """Return each vehicle type's factor for each day: growth, season, week and holidays."""
    cars = CAR_WEEK[days.weekday]
    week = np.stack([cars, TRUCK_WEEK[days.weekday], cars])
    week = np.where(days.holiday[None, :] > 0, 1.0, week)
    holiday = np.stack([1 + days.holiday, 1 - 0.6 * days.holiday, 1 + 1.2 * days.holiday])
    growth = np.stack(
        [1 + (GROWTH - 0.01) * days.years, 1 + GROWTH * days.years, 1 + NEW_ENERGY_GROWTH * days.years]
    )
    return np.asarray(week * holiday * growth * days.season[None, :])


def entered_by_area(flow: Traffic) -> Ints:
    """Return the vehicles entering by area and day; an area not yet open has none."""
    by_side = flow.entered.sum(axis=1) * flow.open
    ids = [area.sides for area in areas()]
    return np.stack([by_side[np.array(sides) - 1].sum(axis=0) for sides in ids])


def new_energy_by_area(flow: Traffic) -> Ints:
    """Return the new energy vehicles entering by area and day."""
    by_side = flow.entered[:, NEW_ENERGY, :] * flow.open
    return np.stack([by_side[np.array(area.sides) - 1].sum(axis=0) for area in areas()])
