"""Parts of a date (year, quarter, month, day, holiday …) resolved into half-open dates."""

import datetime as dt
from collections.abc import Callable
from typing import Any

from language.calendar import Range, add_months, days, month_range
from language.period.observed import DaysOff, Observed

CONTAINING, STARTING, ENDING = 1, 2, 3  # the week of, starting, ending a day
LONGEST_YEAR = days(385)  # from one Spring Festival to the next
SMALLEST_WEEK = 6  # week 2 is as often a month's, a campaign's


class Dates:
    """Resolves parts against one today."""

    def __init__(self, today: dt.date, fiscal_start: int, holidays: Observed) -> None:
        self.today = today
        self.fiscal_start = fiscal_start
        self.holidays = holidays

    def of(self, parts: dict[str, Any]) -> Range | None:
        """Return the dates that parts name, the latest begun where no year is named; None for no such day."""
        if (
            parts.keys() & {"day", "third", "month_half", "month_first", "month_last", "month_weeks"}
            and "month" not in parts
        ):
            return None
        try:
            if "holiday" in parts:
                return self._holiday(parts)
            if "week" in parts:
                return self._week(parts)
            if "fiscal" in parts:
                return self._fiscal(parts)
            if "year" in parts:
                return self._in_year(parts, parts["year"])
            found = self._in_year(parts, self.today.year)
            return found if found[0] <= self.today else self._in_year(parts, self.today.year - 1)
        except (ValueError, OverflowError):
            return None

    def days_off(self, parts: dict[str, Any]) -> DaysOff | None:
        """Return the holiday that parts name: a year's, last, this or next, else the latest begun."""
        known = self.holidays.named[parts["holiday"]]
        year = parts.get("year", self.today.year if parts.get("turn") == "this" else None)
        if year is not None:
            found = next((one for one in known if one.year == year), None)
        elif parts.get("turn") == "next":
            found = next((one for one in known if one.start > self.today), None)
        else:
            over = parts.get("turn") == "last"
            found = next((one for one in reversed(known) if self._has_begun(one, over)), None)
        if found is None or parts.get("days") not in (None, (found.end - found.start).days):
            return None
        return found

    def _has_begun(self, one: DaysOff, over: bool) -> bool:
        """Tell whether days have begun, or are over, within a year: a calendar may end before today."""
        lately = self.today - one.start <= LONGEST_YEAR
        return lately and (one.end <= self.today if over else one.start <= self.today)

    def _holiday(self, parts: dict[str, Any]) -> Range | None:
        found = self.days_off(parts)
        return (found.start, found.end) if found else None

    def _week(self, parts: dict[str, Any]) -> Range | None:
        """Return the ISO week of that number; a small one without a year may count something else's weeks."""
        if "year" not in parts and parts["week"] < SMALLEST_WEEK:
            return None
        this_year = self.today.isocalendar().year
        for year in [parts["year"]] if "year" in parts else [this_year, this_year - 1]:
            try:
                start = dt.date.fromisocalendar(year, parts["week"], 1)
                last = dt.date.fromisocalendar(year, parts.get("week2", parts["week"]), 1)
            except ValueError:
                continue
            if "year" in parts or start <= self.today:
                return start, last + days(7)
        return None

    def _fiscal(self, parts: dict[str, Any]) -> Range:
        year = parts["fiscal"] - (1 if self.fiscal_start > 1 else 0)
        start, end = month_range(year, self.fiscal_start, 12)
        if "quarter" in parts:
            start = add_months(start, 3 * (parts["quarter"] - 1))
            end = add_months(start, 3)
        elif "half" in parts:
            start = add_months(start, 6 * (parts["half"] - 1))
            end = add_months(start, 6)
        return start, end

    def _in_year(self, parts: dict[str, Any], year: int) -> Range:
        """Return the days that the finest of some parts names."""
        finest = next((range_of for name, range_of in _FINEST if name in parts), _whole_year)
        start, end = finest(parts, year)
        over = finest is _some_months and "year" not in parts and parts["month2"] < parts["month"]
        if over and start <= self.today < add_months(end, -1):
            raise ValueError("October to March, in November: this winter or the last one")
        return start, end


def _half_of_month(parts: dict[str, Any], year: int) -> Range:
    start, end = month_range(year, parts["month"])
    middle = start + days(15)
    return (start, middle) if parts["month_half"] == 1 else (middle, end)


def _weeks_of_month(parts: dict[str, Any], year: int) -> Range:
    start, _ = month_range(year, parts["month"])
    return start, start + days(7 * parts["month_weeks"])  # seven days each, whatever weekday it begins with


def _days_of_month(parts: dict[str, Any], year: int) -> Range:
    start, end = month_range(year, parts["month"])
    count = days(parts.get("month_first") or parts["month_last"])
    if not days(0) < count <= end - start:
        raise ValueError(f"no {count.days} days in that month")
    return (start, start + count) if "month_first" in parts else (end - count, end)


def _week_of_day(parts: dict[str, Any], year: int) -> Range:
    day = dt.date(year, parts["month"], parts["day"])
    back = {CONTAINING: day.weekday(), STARTING: 0, ENDING: 6}[parts["week_of"]]
    return day - days(back), day + days(7 - back)


def _some_days(parts: dict[str, Any], year: int) -> Range:
    start = dt.date(year, parts["month"], parts["day"])
    return start, dt.date(year, parts["month"], parts.get("day2", parts["day"])) + days(1)


def _third_of_month(parts: dict[str, Any], year: int) -> Range:
    start, end = month_range(year, parts["month"])
    first = start + days(10 * (parts["third"] - 1))
    return first, end if parts["third"] == 3 else first + days(10)


def _some_months(parts: dict[str, Any], year: int) -> Range:
    over = parts["month2"] < parts["month"]  # December to January
    return dt.date(year, parts["month"], 1), month_range(year + over, parts["month2"])[1]


def _first_months(parts: dict[str, Any], year: int) -> Range:
    return month_range(year, 1, parts["first"] * (3 if parts["first_unit"] == "quarter" else 1))


def _whole_year(_: dict[str, Any], year: int) -> Range:
    return month_range(year, 1, 12)


_FINEST: tuple[tuple[str, Callable[[dict[str, Any], int], Range]], ...] = (
    ("month_half", _half_of_month),
    ("month_weeks", _weeks_of_month),
    ("month_first", _days_of_month),
    ("month_last", _days_of_month),
    ("week_of", _week_of_day),
    ("day", _some_days),
    ("third", _third_of_month),
    ("month2", _some_months),
    ("month", lambda parts, year: month_range(year, parts["month"])),
    ("first", _first_months),
    ("quarter", lambda parts, year: month_range(year, 3 * parts["quarter"] - 2, 3)),
    ("half", lambda parts, year: month_range(year, 6 * parts["half"] - 5, 6)),
)
