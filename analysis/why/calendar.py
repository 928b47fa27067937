"""What of a change the calendar makes: working days, weekends, holidays, and days without data."""

import datetime as dt
import math
import statistics
import string
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal

from analysis.home import keeps_chinas_days
from analysis.why.split import ZERO, Pair
from config.wording import Language
from knowledge.metrics import Catalog
from language.calendar import Holidays, days
from language.period.observed import announced_days, observed
from query.metric_query import Window

WORKDAY, WEEKEND, HOLIDAY = "workday", "weekend", "holiday"
KINDS = (WORKDAY, WEEKEND, HOLIDAY)
REFERENCE_DAYS = 400  # a year and its holidays
_AROUND = 28  # days on either side whose working days tell the level of a day
_LEAST_LEVEL = 5
_LONGEST_WITHOUT = 120  # days between two of China's holidays
_LEAST_EFFECT = Decimal("0.002")  # of the figure: less is rounding
_CLEAR = 2  # standard errors: a part that is less may be chance
_LEAST_APART = 180  # days beside those compared, on which levels of single events rest alone
_LIKE_WEEKS, _LEAST_LIKE = (
    8,
    4,
)  # of which the same weekday tells what one day usually is, and such days at least
_HARDLY = 0.2  # of the days of a weekday: who has something on no more has nothing on it
_LEAST_HELD = 5  # days with data on which the level of one holiday rests, of single events


@dataclass(frozen=True)
class DayKinds:
    """Which days are holidays, by name, and which weekends are worked."""

    holidays: Mapping[dt.date, str]
    worked: frozenset[dt.date]
    english: Mapping[str, str] = field(default_factory=dict)  # what a holiday is called, by its first name

    @classmethod
    def of(cls, catalog: Catalog, window: tuple[dt.date, dt.date]) -> "DayKinds":
        """Return the database's own holidays, else China's where they are kept."""
        announced = announced_days()
        chinese = keeps_chinas_days(catalog)
        own = catalog.holidays or {}
        named: dict[dt.date, str] = _days(own)
        if named and max(named) < window[1] - days(_LONGEST_WITHOUT):
            named = {}  # its table ends before: it would say that there are none
        if not named and announced is not None and chinese:
            own = _stretches()
            named = {day: name for day, name in _days(own).items() if day in announced.holidays}
        worked = frozenset(announced.workdays) if announced is not None and chinese else frozenset()
        first, last = window
        return cls(
            {day: name for day, name in named.items() if first <= day < last}, worked, _in_english(own)
        )

    def kept_by(self, series: Mapping[dt.date, Decimal]) -> "DayKinds":
        """Return the kinds of days but for worked Sundays of who has nothing on Sundays, worked or not."""
        first, last = (min(series), max(series)) if series else (dt.date.max, dt.date.min)
        worked = [day for day in self.worked if first <= day <= last]
        over = Window(first, last + days(1), "range")
        idle = {
            weekday
            for weekday in {day.weekday() for day in worked}
            if _hardly(series, [day for day in worked if day.weekday() == weekday])
            and _hardly(
                series,
                [day for day in each_day(over) if day.weekday() == weekday and day not in self.holidays],
            )
        }
        return replace(self, worked=frozenset(day for day in self.worked if day.weekday() not in idle))

    def kind(self, day: dt.date) -> str:
        """Return what kind of day it is."""
        if day in self.holidays:
            return HOLIDAY
        return WEEKEND if day.weekday() >= 5 and day not in self.worked else WORKDAY

    def called(self, window: Window, language: Language) -> dict[str, list[Window]]:
        """Return the holidays of a stretch by name, each once, with their days."""
        found: dict[str, list[dt.date]] = defaultdict(list)
        for day in each_day(window):
            if (name := self.holidays.get(day)) is not None:
                found[name if language == "zh" else self.english.get(name, name)].append(day)
        return {name: stretches(of) for name, of in found.items()}

    def made_up(self, window: Window) -> int:
        """Return how many Saturdays and Sundays of a stretch are working days."""
        return sum(day.weekday() >= 5 and self.kind(day) == WORKDAY for day in each_day(window))

    def counted(self, window: Window) -> Counter[str]:
        """Return how many days of each kind a stretch has."""
        return Counter(self.kind(day) for day in each_day(window))


@dataclass(frozen=True)
class KindPart:
    """How many days of one kind both periods have, and what such days usually bring, all in all."""

    kind: str
    days_before: int
    days_now: int
    before: Decimal
    now: Decimal

    @property
    def part(self) -> Decimal:
        """Return what the days of this kind make of the change."""
        return self.now - self.before


@dataclass(frozen=True)
class CalendarPart:
    """What the calendar makes of a change, kind by kind of days, and what days without data make of it."""

    kinds: tuple[KindPart, ...]  # those that are not alike; none where they make nothing
    of_days: DayKinds | None = None
    missing: int = 0  # days without any data now, beyond those before
    missing_part: Decimal = ZERO
    lacking: tuple[dt.date, ...] = ()  # the days without any data now, where all before had some
    usual: bool = False  # of two single days: their kinds are told by the same weekday of the weeks before
    uneven: bool = False  # days differ by so much that what their kinds make is no more than chance

    @property
    def part(self) -> Decimal:
        """Return what other numbers of days of each kind make."""
        return sum((one.part for one in self.kinds), ZERO)


def _hardly(series: Mapping[dt.date, Decimal], of: Sequence[dt.date]) -> bool:
    """Tell days of which hardly any has anything."""
    return sum(bool(series.get(day)) for day in of) <= _HARDLY * len(of)


def _days(holidays: Holidays) -> dict[dt.date, str]:
    """Return each day off by one of its names: the first that the database gives."""
    found: dict[dt.date, str] = {}
    for name, stretches in holidays.items():
        for start, end in stretches:
            for number in range((end - start).days):
                found.setdefault(start + days(number), name)
    return found


def _stretches() -> Holidays:
    """Return China's holidays as a database has its own, without what is one day alone."""
    known = observed()
    return {
        name: [(one.start, one.end) for one in found]
        for name, found in known.named.items()
        if name not in known.single
    }


def _in_english(holidays: Holidays) -> dict[str, str]:
    """Return the first English name of each holiday, by any of its names: those of the same days."""
    by_days: dict[tuple[tuple[dt.date, dt.date], ...], str] = {}
    for name, stretches in holidays.items():
        if name.isascii():
            by_days.setdefault(tuple(stretches), string.capwords(name))
    return {
        name: by_days[days_of] for name, found in holidays.items() if (days_of := tuple(found)) in by_days
    }


def stretches(of: Iterable[dt.date]) -> list[Window]:
    """Return days as stretches of days that follow each other."""
    found: list[Window] = []
    for day in sorted(of):
        if found and found[-1].end == day:
            found[-1] = replace(found[-1], end=day + days(1))
        else:
            found.append(Window(day, day + days(1), "range"))
    return found


def each_day(window: Window) -> list[dt.date]:
    """Return the days of a stretch."""
    return [window.start + days(number) for number in range(window.days)]


def calendar_part(
    series: Mapping[dt.date, Decimal], before: Window, now: Window, whole: Pair, kinds: DayKinds, dense: bool
) -> CalendarPart:
    """Return what the calendar makes of a change, by what a day of each kind usually is.

    A day's usual size is its kind's mean ratio to the working days around it over the last year; holidays
    have that of their own name. With W the sum of these over a stretch, the calendar's part is
    before * (W now / W before - 1). It is none where it is less than twice its standard error.
    """
    compared = {day for one in (before, now) for day in each_day(one)}
    apart = not dense and len(series.keys() - compared) >= _LEAST_APART
    levels = usual_sizes(series, kinds, dense, compared if apart else ())
    usual = {kind: one.size for kind, one in levels.items()}
    if dense and (single := _of_single_days(series, before, now, kinds)) is not None:
        return single
    every = [_weight(each_day(one), usual, kinds) for one in (before, now)]
    if not every[0]:
        return CalendarPart(())
    start = whole.before or ZERO
    level = start / every[0]  # of a working day
    lacking = [_lacking(series, one) if dense else [] for one in (before, now)]
    present = [weight - _weight(gone, usual, kinds) for weight, gone in zip(every, lacking, strict=True)]
    missing = len(lacking[1]) - len(lacking[0])
    part = start * (present[1] / present[0] - every[1] / every[0]) if missing and present[0] else ZERO
    gone = () if lacking[0] else tuple(lacking[1])
    found = CalendarPart(tuple(_kind_parts(before, now, level, usual, kinds)), kinds, missing, part, gone)
    if abs(found.part) < _LEAST_EFFECT * abs(start):
        return replace(found, kinds=())
    error = abs(float(level)) * _error(before, now, every[1] / every[0], levels, kinds)
    return replace(found, kinds=(), uneven=True) if abs(found.part) < _CLEAR * error else found


def _lacking(series: Mapping[dt.date, Decimal], window: Window) -> list[dt.date]:
    return [day for day in each_day(window) if day not in series]


def _of_single_days(
    series: Mapping[dt.date, Decimal], before: Window, now: Window, kinds: DayKinds
) -> CalendarPart | None:
    """Return what two single days of other kinds make, by what the same weekdays brought in the weeks before.

    Taken from the one day compared, what is usual would be that day itself.
    """
    ends = (before.start, now.start)
    named = [kinds.kind(day) for day in ends]
    if before.days != 1 or now.days != 1 or HOLIDAY in named or named[0] == named[1]:
        return None
    if any(day not in series for day in ends):
        return None
    means = []
    for day, kind in zip(ends, named, strict=True):
        like = (day - days(7 * weeks) for weeks in range(1, _LIKE_WEEKS + 1))
        found = [series[one] for one in like if one in series and kinds.kind(one) == kind]
        if len(found) < _LEAST_LIKE:
            return None
        means.append(statistics.mean(found))
    parts = (KindPart(named[0], 1, 0, means[0], ZERO), KindPart(named[1], 0, 1, ZERO, means[1]))
    told = sorted(parts, key=lambda one: KINDS.index(one.kind))
    small = abs(means[1] - means[0]) < _LEAST_EFFECT * abs(series[before.start])
    return CalendarPart(() if small else tuple(told), kinds, usual=True)


def _error(
    before: Window, now: Window, ratio: Decimal, levels: Mapping[str, "_Level"], kinds: DayKinds
) -> float:
    """Return the standard error of the calendar's part, in working days: of each level by its days."""
    counts = [Counter(_named(day, levels, kinds) for day in each_day(one)) for one in (before, now)]
    moved = {name: counts[1][name] - float(ratio) * counts[0][name] for name in {*counts[0], *counts[1]}}
    return math.hypot(*(moved[name] * levels[name].error for name in moved if name in levels))


def _kind_parts(
    before: Window, now: Window, level: Decimal, usual: Mapping[str, Decimal], kinds: DayKinds
) -> Iterator[KindPart]:
    """Yield the kinds of which both periods have other numbers of days."""
    counted = [kinds.counted(one) for one in (before, now)]
    if counted[0] == counted[1]:
        return
    for kind in KINDS:
        of_kind = [[day for day in each_day(one) if kinds.kind(day) == kind] for one in (before, now)]
        sizes = [level * _weight(found, usual, kinds) for found in of_kind]
        if sizes[0] != sizes[1]:
            yield KindPart(kind, len(of_kind[0]), len(of_kind[1]), *sizes)


@dataclass(frozen=True)
class _Level:
    """What a day of a kind usually is beside the working days around it, and the standard error of that."""

    size: Decimal
    error: float = 0.0


def usual_sizes(
    series: Mapping[dt.date, Decimal], kinds: DayKinds, dense: bool, left_out: Collection[dt.date] = ()
) -> dict[str, _Level]:
    """Return what a day of each kind, and of each holiday, usually is beside the working days around it.

    Of single events the median of days of which many are nothing is no level: there it is the mean, and a
    holiday has a level of its own only where some days of it brought anything. Days `left_out` are what is
    to be explained: what they brought tells nothing of what such days bring.
    """
    ratios = _ratios(series, kinds, dense, left_out)
    spread = statistics.pstdev(ratios[WORKDAY]) if ratios[WORKDAY] else 0.0
    found = {WORKDAY: _Level(Decimal(1), spread / math.sqrt(max(len(ratios[WORKDAY]), 1)))}
    for name, of in ratios.items():
        rests = dense or name in KINDS or sum(one > 0 for one in of) >= _LEAST_HELD
        if name != WORKDAY and rests:
            error = max(statistics.pstdev(of), spread) / math.sqrt(len(of))
            found[name] = _Level(Decimal(repr(round(statistics.fmean(of), 6))), error)
    if (lent := found.get(HOLIDAY)) is not None:  # to a holiday without a level: holidays differ
        means = [statistics.fmean(of) for name, of in ratios.items() if name not in KINDS]
        apart = statistics.stdev(means) if len(means) > 1 else spread
        found[HOLIDAY] = replace(lent, error=math.hypot(lent.error, apart))
    return found


def _ratios(
    series: Mapping[dt.date, Decimal], kinds: DayKinds, dense: bool, left_out: Collection[dt.date]
) -> dict[str, list[float]]:
    """Return what days of each kind, and of each holiday, were beside the working days around them."""
    working = {day: float(value) for day, value in series.items() if kinds.kind(day) == WORKDAY}
    middle = statistics.median if dense else statistics.fmean
    ratios: dict[str, list[float]] = defaultdict(list)
    for day in series.keys() - {*left_out}:
        near = (day + days(step) for step in range(-_AROUND, _AROUND + 1))
        around = [working[one] for one in near if one in working]
        level = middle(around) if len(around) >= _LEAST_LEVEL else 0
        if level > 0:
            kind = kinds.kind(day)
            for name in {kind, kinds.holidays.get(day, kind)}:
                ratios[name].append(float(series[day]) / level)
    return ratios


def _weight(of: list[dt.date], usual: Mapping[str, Decimal], kinds: DayKinds) -> Decimal:
    return sum((usual.get(_named(day, usual, kinds), Decimal(1)) for day in of), ZERO)


def _named(day: dt.date, levels: Collection[str], kinds: DayKinds) -> str:
    """Return whose level a day has: that of its holiday, else of its kind."""
    name = kinds.holidays.get(day, "")
    return name if name in levels else kinds.kind(day)
