"""Days, weeks, months and holidays as half-open ranges of dates."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

Range = tuple[dt.date, dt.date]
Holidays = Mapping[str, Sequence[Range]]
Unit = Literal["day", "week", "month", "quarter", "half", "year", "holiday", "range"]
MONTHS = {"month": 1, "quarter": 3, "half": 6, "year": 12}
YEAR_OF_WEEKS = 364  # days: a year back on the same weekday


@dataclass(frozen=True)
class Period:
    """One stretch of time named in a text: `start` is in it, `end` is not."""

    text: str
    start: dt.date
    end: dt.date
    unit: Unit
    span: tuple[int, int]
    count: int = 1
    unfinished: bool = False
    relative: bool = False  # its dates move with today
    holiday: str = ""
    ending: bool = False  # its end alone is meant: 9月底
    provisional: bool = False  # days off that are not announced yet: the statutory ones
    of_year: bool = False  # its year is said with it: Q1 2025, 去年一月


@dataclass(frozen=True)
class Comparison:
    """A wish to compare with the same days of last year, or with the stretch just before."""

    text: str
    kind: str  # last_year · previous · weekday
    span: tuple[int, int]
    unit: str = ""  # month over month


def add_months(day: dt.date, months: int) -> dt.date:
    """Return the same day that many months later, or the month's last day where it has no such day."""
    index = day.year * 12 + day.month - 1 + months
    year, month = index // 12, index % 12 + 1
    next_first = dt.date(year + month // 12, month % 12 + 1, 1)
    return dt.date(year, month, min(day.day, (next_first - dt.timedelta(days=1)).day))


def days(count: int) -> dt.timedelta:
    """Return so many days."""
    return dt.timedelta(days=count)


def month_range(year: int, month: int, months: int = 1) -> Range:
    """Return so many months from the first of this one."""
    start = dt.date(year, month, 1)
    return start, add_months(start, months)


def whole(unit: str, day: dt.date, offset: int = 0) -> Range:
    """Return the whole day, week, month, quarter or year around a day, or that many units later."""
    if unit == "day":
        return day + days(offset), day + days(offset + 1)
    if unit == "week":
        start = day - days(day.weekday()) + days(7 * offset)
        return start, start + days(7)
    months = MONTHS[unit]
    first = dt.date(day.year, (day.month - 1) // months * months + 1, 1)
    return add_months(first, months * offset), add_months(first, months * (offset + 1))


def in_whole_units(period: Period, grain: str) -> Period:
    """Let a rolling period split by a unit have whole ones only: half a month is no month.

    The last three months by month are the three before the running one (so all writers of four blind sets
    meant it); those of another unit begin with the first whole one.
    """
    rolls = period.relative and grain in ("week", *MONTHS) and whole(grain, period.start)[0] != period.start
    if rolls and grain == period.unit:
        end, _ = whole(grain, period.end)
        return replace(period, start=back(grain, end, period.count), end=end)
    if not rolls or grain not in MONTHS:
        return period
    first, following = whole(grain, period.start)
    start = period.start if first == period.start else following
    return replace(period, start=start) if start < period.end else period


def back(unit: str, day: dt.date, count: int) -> dt.date:
    """Return the day that many units before."""
    if unit in MONTHS:
        return add_months(day, -MONTHS[unit] * count)
    return day - days(count * (7 if unit == "week" else 1))
