"""What each holiday brings beside ordinary days, by regression of days off on the level around them."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from analysis.daily import MAD, Daily, Flags, Floats, SpecialDays
from language.calendar import days

AROUND = 28  # days each side that tell the level a day off stands on
PROFILE = 364  # days that tell how weekdays differ
CLEAR = 2.0  # standard errors from which an effect counts


@dataclass(frozen=True)
class HolidayEffect:
    """The factor of each kind of day on a day's level, and how weekdays differ from it."""

    kinds: SpecialDays
    weekday: tuple[float, ...]
    factors: Mapping[str, float]
    usual: float  # of holidays never seen

    def factor(self, day: dt.date) -> float:
        """Return what a day brings beside an ordinary one of its weekday: 1 where it is one."""
        name = self.kinds.named.get(day)
        factor = self.factors.get(name, self.usual) if name else None
        if factor is None or factor == 1.0:
            return 1.0
        own = self.weekday[day.weekday()]
        return factor / own if own > 0 else factor


def holiday_effect(series: Daily, ordinary: Flags, kinds: SpecialDays) -> HolidayEffect:
    """Return the effects seen in a series; one that cannot be told from chance is none."""
    weekday = _weekday_profile(series, ordinary)
    profile = np.array([weekday[number] for number in series.weekday])
    profile = np.where(profile > 0, profile, np.nan)
    level = series.values / profile
    seen: dict[str, list[tuple[float, float]]] = {}
    spread = _spread(level, ordinary)
    for place in np.nonzero(~ordinary)[0]:
        first, last = max(0, place - AROUND), place + AROUND + 1
        around = level[first:last][ordinary[first:last]]
        around = around[np.isfinite(around)]
        if len(around) >= AROUND // 2 and (usual := float(np.median(around))) > 0:
            name = kinds.named[series.start + days(int(place))]
            seen.setdefault(name, []).append((float(series.values[place]), usual))
    factors = {name: _factor(found, spread) for name, found in seen.items()}
    off = [factor for name, factor in factors.items() if len(seen[name]) > 1]
    return HolidayEffect(kinds, weekday, factors, float(np.median(off)) if off else 1.0)


def _weekday_profile(series: Daily, ordinary: Flags) -> tuple[float, ...]:
    """Return each weekday's mean beside the mean of all ordinary days of the last year."""
    values, chosen, weekday = series.values[-PROFILE:], ordinary[-PROFILE:], series.weekday[-PROFILE:]
    mean = float(np.mean(values[chosen])) if chosen.any() else 0.0
    if mean <= 0:
        return (1.0,) * 7
    of_weekday = (values[chosen & (weekday == number)] for number in range(7))
    return tuple(float(found.mean()) / mean if len(found) else 1.0 for found in of_weekday)


def _spread(level: Floats, ordinary: Flags) -> float:
    """Return how far ordinary days lie from the week before, as a share: a robust standard deviation."""
    values = np.where(ordinary, level, np.nan)
    if len(values) <= 7:
        return 0.0
    before = values[:-7]
    moved = (values[7:] - before) / np.where(before > 0, before, np.nan)
    moved = moved[np.isfinite(moved)]
    return float(MAD * np.median(np.abs(moved)) / np.sqrt(2)) if len(moved) else 0.0


def _factor(found: list[tuple[float, float]], spread: float) -> float:
    seen, usual = (sum(column) for column in zip(*found, strict=True))
    factor = seen / usual
    return factor if abs(factor - 1) > CLEAR * spread / np.sqrt(len(found)) else 1.0
