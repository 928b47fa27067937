"""A span of days as arrays: weekday, season and holidays."""

import datetime as dt
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

import numpy as np
import yaml
from numpy.typing import NDArray

from demo.noise import Floats, Ints

WORLD = Path(__file__).resolve().parent / "world"
GROWTH_START = dt.date(2024, 1, 1).toordinal()

# Traffic at the start of each month, January first; days between are interpolated.
SEASON = np.array([0.98, 1.05, 0.95, 0.99, 1.03, 0.97, 1.04, 1.10, 0.99, 1.05, 0.97, 0.96])
# What a holiday's first, middle and last days bring.
STRONG_HOLIDAYS = {"春节": 0.75, "国庆节": 0.65, "劳动节": 0.55}
OTHER_HOLIDAY = 0.35


@dataclass(frozen=True)
class Holiday:
    """One day off."""

    date: dt.date
    name: str
    name_en: str
    day_number: int


@lru_cache(maxsize=1)
def holidays() -> tuple[Holiday, ...]:
    """Return every day off, by date."""
    found: list[Holiday] = []
    for festival in yaml.load((WORLD / "holidays.yaml").read_text("utf-8"), Loader=yaml.CSafeLoader):
        number: dict[int, int] = {}
        for first, last in festival["days"]:
            for ordinal in range(first.toordinal(), last.toordinal() + 1):
                number[first.year] = number.get(first.year, 0) + 1
                day = dt.date.fromordinal(ordinal)
                found.append(Holiday(day, festival["name"], festival["name_en"], number[first.year]))
    return tuple(sorted(found, key=lambda holiday: holiday.date))


@dataclass(frozen=True)
class Days:
    """The days from `first` up to, not including, `end`."""

    first: dt.date
    end: dt.date

    @cached_property
    def ordinals(self) -> Ints:
        """Return each day's ordinal."""
        return np.arange(self.first.toordinal(), self.end.toordinal(), dtype=np.int64)

    @cached_property
    def dates(self) -> list[dt.date]:
        """Return each day's date."""
        return [dt.date.fromordinal(int(ordinal)) for ordinal in self.ordinals]

    @cached_property
    def iso(self) -> NDArray[np.object_]:
        """Return each day's ISO text."""
        return np.array([day.isoformat() for day in self.dates], dtype=object)

    @cached_property
    def weekday(self) -> Ints:
        """Return 0 for Monday up to 6 for Sunday."""
        return np.asarray((self.ordinals + 6) % 7, dtype=np.int64)

    @cached_property
    def years(self) -> Floats:
        """Return the years passed since growth began to count."""
        return np.asarray((self.ordinals - GROWTH_START) / 365.0, dtype=np.float64)

    @cached_property
    def season(self) -> Floats:
        """Return the season's factor."""
        month = np.array([day.month - 1 for day in self.dates], dtype=np.int64)
        part = np.array([(day.day - 1) / 31.0 for day in self.dates])
        return np.asarray(SEASON[month] * (1.0 - part) + SEASON[(month + 1) % 12] * part)

    @cached_property
    def holiday(self) -> Floats:
        """Return how strongly each day is a holiday: 0 on ordinary days."""
        strength = {
            day.date: STRONG_HOLIDAYS.get(day.name, OTHER_HOLIDAY) * (1.0 if day.day_number <= 2 else 0.8)
            for day in holidays()
        }
        return np.array([strength.get(day, 0.0) for day in self.dates])

    def yearly(self, first: tuple[int, int], last: tuple[int, int]) -> NDArray[np.bool_]:
        """Mark the days between two (month, day), both included, of every year."""
        return np.array([first <= (day.month, day.day) <= last for day in self.dates])
