"""Time expressions in Chinese and English, read into half-open dates.

What the words mean here:
- 近7天, 近一个月, past 7 days, last 3 weeks: rolling, whole days up to and including yesterday.
- 最近三个月, last 2 quarters, 前两个月, previous two months: whole calendar units before the current one.
- 上个月, last quarter: the calendar unit; weeks begin on Monday.
- 接下来两周, next two weeks, rest of the year: from today on; 未来三个月: the whole months after this one.
- 本月, this year, Q4 while it runs: from its first day up to and including today (`unfinished`).
- 3月, March, 上半年, Q3, 国庆 without a year: the latest one that has begun.
- 前月: the month before last, as 前年 and 前天; 前周, 前季度 may be either and are left unread.
- 第32周, W32: ISO's week, Monday to Sunday. last 3 full months, 最近三个月不含本月: whole units.
- 上个工作日: by the days off; last weekday: Monday to Friday. A weekend between several leaves them unread.
- 国庆: its days off; 国庆当天, 双十一, Black Friday: the day. 双十一期间, Christmas week: unread.
- since March, 年初至今: up to and including today. 前三季度: the first three quarters of this year.
- 今年（1-10月）, this year (Jan-Oct): the one in brackets; last week (9 to 15 November): last week.
- 同比, 去年同期, year over year: compared with the same days a year before; 环比: with the stretch before.
A bare 周末, 周一, 15号 or 2025 is no period: it may be a filter, a house number or an amount.
"""

import datetime as dt
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, TypeVar

from language.calendar import (
    MONTHS,
    YEAR_OF_WEEKS,
    Comparison,
    Holidays,
    Period,
    add_months,
    days,
    whole,
)
from language.numerals import number
from language.period.observed import all_names, observed
from language.period.reader import Reader
from language.period.words import fields_of, period_words
from language.units import Folded, fold

Placed = TypeVar("Placed", Period, Comparison)

__all__ = [
    "Comparison",
    "Period",
    "Step",
    "TimeReading",
    "find_periods",
    "last_year",
    "previous",
    "read_step",
    "read_time",
]


_IN_BRACKETS = re.compile(r"\s*[(（][^()（）]*[)）]")
_CLOSING = re.compile(r"\s*[)）]")
Own = tuple[tuple[str, Any], ...]  # a connection's holidays, where a text names one


@dataclass(frozen=True)
class TimeReading:
    """All that a text says about time."""

    periods: tuple[Period, ...] = ()
    comparisons: tuple[Comparison, ...] = ()
    unread: tuple[
        tuple[int, int], ...
    ] = ()  # spans of times that could not be read: the first week of October
    ends: tuple[Period, ...] = ()  # periods whose end alone is meant: 9月底, as of September 30


@dataclass(frozen=True)
class Step:
    """So many units on from the time a question before asked about: the month before, 再往前一周."""

    unit: str
    count: int
    sure: bool  # it cannot be told from today instead
    span: tuple[int, int]


def read_step(text: str) -> Step | None:
    """Return the one step a text takes from the time before it, or None."""
    folded, words = fold(text), period_words()
    found: list[Step] = []
    for rule in words.steps:
        for match in rule.pattern.finditer(folded.text):
            unit = words.units[fields_of(match)["unit"]]
            found.append(Step(unit, rule.count, rule.sure, folded.span(*match.span())))
    widest = sorted(found, key=lambda one: one.span[0] - one.span[1])[:1]
    apart = [one for one in found if widest and one.span[0] >= widest[0].span[1]]
    return widest[0] if widest and not apart else None


def read_time(
    text: str, today: dt.date, *, fiscal_start: int = 1, holidays: Holidays | None = None
) -> TimeReading:
    """Read every period and comparison in a text, in order."""
    return _read_time(text, today, fiscal_start, _named(holidays, text) if holidays else ())


def _named(holidays: Holidays, text: str) -> Own:
    """Return own holidays where a text names one; all other texts are read alike whoever asks."""
    folded = fold(text).text
    if not any(map(folded.__contains__, all_names(tuple(holidays)))):
        return ()
    return tuple((name, tuple(map(tuple, ranges))) for name, ranges in holidays.items())


@lru_cache(maxsize=512)  # a question and its SQL's words are read for time by five who do not know each other
def _read_time(text: str, today: dt.date, fiscal_start: int, own: Own) -> TimeReading:
    reader, again = (Reader(today, fiscal_start, observed().with_own(dict(own))) for _ in range(2))
    folded = fold(text)
    comparisons, free = reader.comparisons(folded.text)
    if (periods := _with_lengths(free, again)) is None:
        again, periods = reader, reader.periods(free)
    found = _without_brackets(text, [_placed(text, folded, period) for period in periods])
    return TimeReading(
        tuple(period for period in found if not period.ending),
        tuple(_placed(text, folded, comparison) for comparison in comparisons),
        tuple(folded.span(*span) for span in again.unread),
        tuple(period for period in found if period.ending),
    )


def _without_brackets(text: str, periods: Sequence[Period]) -> list[Period]:
    """Return periods of which one that brackets tell again, or more exactly, is one with that before it.

    >>> [str(one.end) for one in find_periods("sales this year (Jan-Oct)", dt.date(2026, 11, 29))]
    ['2026-11-01']
    """
    found: list[Period] = []
    for one in periods:
        last = found[-1] if found else None
        told = last and _IN_BRACKETS.fullmatch(text, last.span[1], _closed(text, one.span[1]))
        if last and told and last.start <= one.start and one.end <= last.end:
            span = (last.span[0], told.end())
            found[-1] = replace(one, text=text[slice(*span)], span=span)
        else:
            found.append(one)
    return found


def _closed(text: str, end: int) -> int:
    """Return where a bracket that closes behind a place ends, or that place."""
    closing = _CLOSING.match(text, end)
    return closing.end() if closing else end


def _with_lengths(text: str, reader: Reader) -> list[Period] | None:
    """Return the periods of a text where words behind one only say how long it is: 11月9号到15号这一周.

    Read without them it is a week.
    """
    for match in period_words().restating.finditer(text):
        without = text[: match.start()] + " " * len(match.group()) + text[match.end() :]
        found = reader.periods(without)
        for at, one in enumerate(found):
            longer = one.span[1] - one.span[0] > len(match.group())
            if one.span[1] == match.start() and longer and _lasts(one, match):
                return [*found[:at], replace(one, span=(one.span[0], match.end())), *found[at + 1 :]]
        reader.unread.clear()
    return None


def _lasts(period: Period, said: re.Match[str]) -> bool:
    """Tell a period that is as long as is said."""
    count, unit = int(number(said["number"]) or 0), period_words().units.get(said["unit"], "")
    if unit == "month":
        return period.end == add_months(period.start, count)
    return period.end == period.start + days(count * (7 if unit == "week" else 1))


def find_periods(
    text: str, today: dt.date, *, fiscal_start: int = 1, holidays: Holidays | None = None
) -> list[Period]:
    """Return the periods a text names, in order; comparisons such as 同比 are not among them."""
    return list(read_time(text, today, fiscal_start=fiscal_start, holidays=holidays).periods)


def is_part_of_a_year(text: str, year: int) -> bool:
    """Tell 第三季度 from 上个季度: it begins on the same day, whichever day of that year it is read on."""
    late = (dt.date(year, 11, 30), dt.date(year, 12, 31), dt.date(year + 1, 1, 1))
    early = (dt.date(year, 4, 30), dt.date(year, 11, 30), dt.date(year, 12, 31))
    for read_on in (late, early):
        read = [find_periods(text, day) for day in read_on]
        starts = {found[0].start for found in read if found}
        units = {found[0].unit for found in read if found}
        if all(read) and len(starts) == 1 and starts.pop().year == year and "year" not in units:
            return True
    return False


def contrasted(periods: Sequence[Period], today: dt.date) -> list[Period]:
    """Put the last of two parts of a year called alike a year back: this October and last October.

    Of last October alone, said once or twice, nothing is moved.
    """
    plain = {one.start for one in periods if not is_named_last(one.text, today, ("last",))}
    return [
        last_year(one) if one.start in plain and is_named_last(one.text, today, ("last",)) else one
        for one in periods
    ]


def is_named_last(text: str, today: dt.date, lasts: Collection[str]) -> bool:
    """Tell a part of a year that is said to be the last of its name: last October, not last month."""
    first, _, name = text.lower().partition(" ")
    return first in lasts and is_part_of_a_year(name, today.year - 1)


def is_named_alone(period: Period) -> bool:
    """Tell a holiday without its year: 元旦, not 今年元旦 or New Year's Day 2026."""
    named = period.text.lower()
    return bool(period.holiday) and named.startswith(period.holiday) and not any(map(str.isdigit, named))


def _placed(text: str, folded: Folded, found: Placed) -> Placed:
    start, end = folded.span(*found.span)
    return replace(found, text=text[start:end], span=(start, end))


def previous(period: Period) -> Period:
    """Return the stretch just before: the unit before, cut at the same day where the period is unfinished."""
    months = _months(period)
    length = period.end - period.start
    if months:
        start = add_months(period.start, -months)
        end = min(start + length, period.start) if period.unfinished else period.start
    elif period.unit == "week" and period.unfinished:
        start = period.start - days(7 * period.count)
        end = start + length
    else:
        start, end = period.start - length, period.start
    return replace(period, start=start, end=end)


def as_a_whole(period: Period) -> Period:
    """Return a time that runs with its days to come, unless it is said to end now: this year, not so far."""
    if not period.unfinished or period_words().said_to_date.search(period.text.lower()):
        return period
    if period.unit == "week":
        return replace(period, end=period.start + days(7 * period.count), unfinished=False)
    months = MONTHS.get(period.unit, 0) * period.count
    return replace(period, end=add_months(period.start, months), unfinished=False) if months else period


def last_year(period: Period, holidays: Holidays | None = None) -> Period:
    """Return the same days a year before: the same weekdays for weeks, the same holiday for a holiday.

    Of one day it is the same day of the week too, unless one of these is a day off: a Saturday is no Friday.
    """
    if period.holiday:
        known = observed().with_own(holidays or {}).named.get(period.holiday.lower(), ())
        before = [one for one in known if one.end <= period.start]
        if before:
            last = before[-1]
            return replace(period, start=last.start, end=last.end, provisional=last.provisional)
    back = days(YEAR_OF_WEEKS)
    same = replace(period, start=period.start - back, end=period.end - back)
    if period.unit == "week":
        return same
    by_date = _by_date(period)
    if period.unit != "day" or period.end - period.start != days(1):
        return by_date
    off = observed().with_own(holidays or {}).off  # asked for days alone: a pair's question took 32,000 calls
    return same if off.isdisjoint((period.start, same.start, by_date.start)) else by_date


def part_in_year(
    period: Period, year: int, today: dt.date, *, fiscal_start: int = 1, holidays: Holidays | None = None
) -> Period | None:
    """Return a part of a year in another year, whole where it is one unit; a holiday on its days then."""
    years = year - period.start.year
    if period.holiday:
        named = f"{year} {period.holiday}"
        found = find_periods(named, today, fiscal_start=fiscal_start, holidays=holidays)
        return found[0] if len(found) == 1 and found[0].holiday and found[0].start.year == year else None
    if period.unit == "week":
        shift = days(YEAR_OF_WEEKS) * years
        return replace(period, start=period.start + shift, end=period.end + shift)
    start = add_months(period.start, 12 * years)
    if period.unit in MONTHS and period.count == 1:
        return replace(period, start=start, end=whole(period.unit, start)[1], unfinished=False)
    return replace(period, start=start, end=add_months(period.end, 12 * years))


def has_its_year(told: Period, today: dt.date) -> bool:
    """Tell whether a part of a year is said with its year: 去年9月, Q3 2025; not last month."""
    if told.of_year:
        return told.unit != "year"
    if not told.holiday and all(is_part_of_a_year(told.text, today.year - back) for back in (1, 2)):
        return False  # January is this year's on the second day of a year as on its last
    read = [find_periods(told.text, dt.date(today.year, *day)) for day in ((1, 2), (12, 30))]
    return told.unit != "year" and all(read) and len({found[0].start for found in read}) == 1


def _by_date(period: Period) -> Period:
    """Return the same dates a year before."""
    start, end = add_months(period.start, -12), add_months(period.end - days(1), -12) + days(1)
    if _months(period) and not period.unfinished:
        end = add_months(period.end, -12)
    return replace(period, start=start, end=max(end, start + days(1)))


def _months(period: Period) -> int:
    """Return how many months a period steps by, or 0 where it steps by days."""
    if period.unfinished and period.unit in MONTHS:
        return MONTHS[period.unit] * period.count
    if period.start.day == period.end.day and period.unit not in ("day", "week", "holiday"):
        return (period.end.year - period.start.year) * 12 + period.end.month - period.start.month
    return 0
