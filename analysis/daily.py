"""A figure day by day as an array, and the kind of each day: ordinary, off, or worked for a bridge."""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from language.calendar import Holidays, add_months, days
from language.period.observed import Observed, announced_days, observed

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

APART = 20  # days between days off of one holiday, at most
LATELY = 56  # days, eight weeks
HALF_A_YEAR, FEWEST_BEFORE = 182, 112  # days that tell by what a series goes, and that are before them
NEARER = 0.8  # of how far days lie from their weekdays
MAD = 1.4826  # of a median absolute deviation, the standard deviation of normal data
WORKED = "worked"  # a Saturday or Sunday worked for a bridge


@dataclass(frozen=True)
class SpecialDays:
    """Which days are not like others of their weekday, by what they are called; some not announced yet."""

    named: Mapping[dt.date, str]
    provisional: frozenset[dt.date] = frozenset()

    def off(self, start: dt.date, end: dt.date) -> list[dt.date]:
        """Return the days off from start up to, not including, end."""
        span = (start + days(number) for number in range((end - start).days))
        return [day for day in span if self.named.get(day, WORKED) != WORKED]


def special_days(own: Holidays | None, *, chinas: bool = True) -> SpecialDays:
    """Return the public holidays, the database's own before China's, and the weekend days worked for them."""
    shipped = observed() if chinas else Observed({})
    known, named, provisional = shipped.with_own(own or {}), dict[dt.date, str](), set[dt.date]()
    first = {name.lower() for name in own or {}}
    ranges = [one for found in (own or {}).values() for one in found]
    announced = {start + days(number) for start, end in ranges for number in range((end - start).days)}
    for name in sorted(known.named.keys() - known.single, key=lambda one: (one not in first, one)):
        for stretch in known.named[name]:
            for number in range((stretch.end - stretch.start).days):
                day = stretch.start + days(number)
                named.setdefault(day, name)
                if stretch.provisional and day not in announced:
                    provisional.add(day)
    constants = announced_days() if chinas else None
    for day in constants.workdays if constants else ():
        if day.weekday() >= 5:
            named.setdefault(day, WORKED)
    return SpecialDays(named, frozenset(provisional))


def by_weeks(kinds: SpecialDays, weekday: int = 0) -> SpecialDays:
    """Return the weekdays that a figure by the week is booked on, of weeks with a day unlike others, as such.

    >>> day = dt.date(2026, 9, 25)
    >>> by_weeks(SpecialDays({day: "Mid-Autumn"})).named
    {datetime.date(2026, 9, 21): 'Mid-Autumn'}
    """
    named: dict[dt.date, str] = {}
    for day, name in kinds.named.items():
        named.setdefault(day + days(weekday - day.weekday()), name)
    return SpecialDays(named, frozenset(day + days(weekday - day.weekday()) for day in kinds.provisional))


def as_long_as_before(kinds: SpecialDays) -> SpecialDays:
    """Return days off of which those not announced yet last as long as the last ones of that name did.

    The statutory days of a Spring Festival are four, what is announced for it eight or nine.
    """
    runs: dict[str, list[list[dt.date]]] = {}
    for day, name in sorted(kinds.named.items()):
        found = runs.setdefault(name, [])
        if found and (day - found[-1][-1]).days <= APART:
            found[-1].append(day)
        else:
            found.append([day])
    named, provisional = dict(kinds.named), set(kinds.provisional)
    for name, found in runs.items():
        announced = [run for run in found if kinds.provisional.isdisjoint(run)] if name != WORKED else []
        for run in found if announced else ():
            if not kinds.provisional.isdisjoint(run):
                more = [run[-1] + days(one + 1) for one in range(len(announced[-1]) - len(run))]
                named |= {day: name for day in more if day not in named}
                provisional |= {*more}
    return SpecialDays(named, frozenset(provisional))


@dataclass(frozen=True, eq=False)
class Daily:
    """One figure for every day from `start`; not a number where a day has none."""

    start: dt.date
    values: Floats

    @property
    def end(self) -> dt.date:
        """Return the day after its last."""
        return self.start + days(len(self.values))

    @cached_property
    def weekday(self) -> NDArray[np.int64]:
        """Return 0 for Monday up to 6 for Sunday, for each day."""
        return np.asarray((np.arange(len(self.values)) + self.start.weekday()) % 7, dtype=np.int64)

    def until(self, end: dt.date) -> "Daily":
        """Return it up to, not including, a day."""
        return Daily(self.start, self.values[: max(0, (end - self.start).days)])

    def begun(self) -> "Daily":
        """Return it from its first day with anything: before it opened a shop has nothing to learn from."""
        first = int(np.argmax(self.values > 0))
        return Daily(self.start + days(first), self.values[first:])

    def weekdays_with_any(self) -> frozenset[int]:
        """Return the days of the week, Monday 0, that had anything in eight weeks: all, of what is seldom."""
        held = np.nan_to_num(self.values[-LATELY:]) != 0
        found = frozenset(map(int, self.weekday[-LATELY:][held]))
        return found if 2 * held.sum() > LATELY * len(found) / 7 else frozenset(range(7))

    def total(self, start: dt.date, end: dt.date) -> float:
        """Return the sum from start up to, not including, end."""
        first, last = ((day - self.start).days for day in (start, end))
        return float(np.nansum(self.values[max(0, first) : max(0, last)]))

    def ordinary(self, kinds: SpecialDays) -> Flags:
        """Mark the days that are like others of their weekday."""
        span = (self.start + days(number) for number in range(len(self.values)))
        return np.array([day not in kinds.named for day in span], dtype=np.bool_)


def daily_of(
    found: Iterable[tuple[dt.date, float | None]], start: dt.date, end: dt.date, *, empty: float
) -> Daily:
    """Return the figures of days as a series; a day without a row has `empty`: 0 of sums, NaN of rates."""
    values = np.full(max(0, (end - start).days), empty, dtype=np.float64)
    for day, value in found:
        if start <= day < end:
            values[(day - start).days] = empty if value is None else value
    return Daily(start, values)


def by_the_month(start: dt.date, values: Floats, lately: int = HALF_A_YEAR) -> Flags:
    """Mark series, rows of days from `start`, that are nearer to the same day of the month before than to
    their weekday, over the last days: what is charged, billed or paid by the day of the month."""
    size = values.shape[1]
    places = range(max(FEWEST_BEFORE, size - lately), size)
    pairs = [(place, start + days(place)) for place in places]
    lasts = [(place, day, add_months(day, -1)) for place, day in pairs]
    kept = [(place, place - (day - last).days) for place, day, last in lasts if day.day == last.day]
    if not kept:
        return np.zeros(len(values), dtype=np.bool_)
    at, then = (np.array(one) for one in zip(*kept, strict=True))
    known = np.nan_to_num(values)
    by_month = np.abs(known[:, at] - known[:, then]).sum(axis=1)
    by_week = np.abs(known[:, at] - (known[:, at - 7] + known[:, at - 14]) / 2).sum(axis=1)
    return np.asarray(by_month < NEARER * by_week)
