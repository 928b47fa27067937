"""Whether a stretch of time has data at all or in part, by the first and last day, and how that is said."""

import calendar
import datetime as dt
from dataclasses import dataclass

from config.wording import Language, say
from language.calendar import add_months, days, whole

Days = tuple[dt.date, dt.date]  # the first and the last
Stretch = tuple[dt.date | None, dt.date | None]  # from a day until before another, either open

UNSAID_PART = 100  # a hundredth of the time asked about changes no figure that is told
QUIET = days(7)  # that events may be away for without their data having ended
YEAR = days(360)
_SLIP = days(3)  # by which one of two times is written too long or too short
_WEEK = 7


@dataclass(frozen=True)
class Unlike:
    """Two times that are compared and not of like length, ends excluded; the earlier should end at `like`."""

    before: Days
    now: Days
    like: dt.date

    @property
    def lengths(self) -> tuple[int, int]:
        """Return how many days the later and the earlier one have."""
        return (self.now[1] - self.now[0]).days, (self.before[1] - self.before[0]).days


def slack(start: dt.date, end: dt.date, today: dt.date, *, dense: bool) -> dt.timedelta:
    """Return how long a stretch may be without data at its end unsaid: events come when they come.

    Dense are tables with a row a day for each of their things.
    """
    ahead = max(end - today, days(0))
    if dense or end <= today - QUIET:
        return ahead if start < today else days(0)
    return QUIET + ahead


def slack_before(start: dt.date, end: dt.date) -> dt.timedelta:
    """Return how long a stretch may be without data at its beginning unsaid: 1 January of a year."""
    return days((end - start).days // UNSAID_PART)


def has_none(start: dt.date | None, end: dt.date | None, data: Days, today: dt.date, *, dense: bool) -> bool:
    """Tell whether no data are of a stretch: it is before them, or after them where they have ended."""
    first, last = data
    if end is not None and end <= first:
        return True
    if start is None or start <= last:
        return False
    return dense or last < today - QUIET


def has_part(start: dt.date | None, end: dt.date | None, data: Days, today: dt.date, *, dense: bool) -> bool:
    """Tell whether a stretch has days without data before the first or after the last of them."""
    first, last = data
    begins, ends = start or first, end or today + days(1)
    if start is None and end is None:
        return False
    return begins < first - slack_before(begins, ends) or last + days(1) < ends - slack(
        begins, ends, today, dense=dense
    )


def unlike(before: Stretch, now: Stretch, until: dt.date) -> Unlike | None:
    """Return two times of which the later has data until a day, excluded, and so is not as long.

    None where they end alike, or are no two of a kind: all of last year beside this year so far.

    >>> year, before = ((dt.date(one, 1, 1), dt.date(one, 11, 30)) for one in (2026, 2025))
    >>> found = unlike(before, year, dt.date(2026, 11, 29))
    >>> found and (found.lengths, found.like.isoformat()), unlike(before, year, dt.date(2026, 12, 1))
    (((332, 333), '2025-11-29'), None)
    """
    (first, last), (start, end) = before, now
    if first is None or last is None or start is None or last > start or not start < until:
        return None
    months = (start.year - first.year) * 12 + start.month - first.month
    by_month, apart = start.day == first.day, start - first
    if (end is not None and end < until) or not (by_month or apart.days % _WEEK == 0):
        return None
    like, written = (_earlier(one, months) if by_month else one - apart for one in (until, end or until))
    of_a_kind = last == written or abs(last - like) <= _SLIP or (end is None and last > like)
    return Unlike((first, last), (start, until), like) if last != like and of_a_kind else None


def _earlier(end: dt.date, months: int) -> dt.date:
    """Return the end of as many days some months before, excluded; all of March is beside all of February.

    >>> [_earlier(dt.date.fromisoformat(one), 1).isoformat() for one in ("2026-03-30", "2026-10-01")]
    ['2026-03-01', '2026-09-01']
    """
    return add_months(end, -months) if end.day == 1 else add_months(end - days(1), -months) + days(1)


def worded(start: dt.date | None, end: dt.date | None, language: Language) -> str:
    """Return a stretch in words: October 2026, 2025, a day, from one day to another, since, until.

    >>> worded(dt.date(2026, 10, 1), dt.date(2026, 11, 1), "en")
    'October 2026'
    """
    last = end - days(1) if end else None
    if start is None or last is None:
        key, day = ("until", last) if start is None else ("since", start)
        return say(f"covered.{key}", language, day=day)
    if start == last:
        return start.isoformat()
    if (start, end) == whole("month", start):
        return month_of(start, language)
    if (start, end) == whole("year", start):
        return say("covered.year", language, year=start.year)
    return say("summary.period", language, first=start, last=last)


def month_of(day: dt.date, language: Language) -> str:
    """Return a day's month in words."""
    month = day.month if language == "zh" else calendar.month_name[day.month]
    return say("covered.month", language, year=day.year, month=month)


def latest_with_data(data: Days, language: Language, *, year: bool) -> str:
    """Return the last year with data, or its last whole month, in words."""
    first, last = data
    if year:
        return say("covered.year", language, year=last.year)
    before = last.replace(day=1) - days(1)
    is_whole = (last + days(1)).day == 1
    return month_of(last if is_whole or before < first else before, language)
