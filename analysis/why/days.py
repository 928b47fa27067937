"""Which few days hold most of a change: a typhoon, an opening; beside what such days usually bring."""

import datetime as dt
import math
import statistics
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import accumulate

from analysis.daily import MAD
from analysis.why.base import WEEK
from analysis.why.calendar import HOLIDAY, DayKinds, each_day, stretches
from analysis.why.split import ZERO
from language.calendar import days
from query.metric_query import Window

AROUND = 4 * WEEK  # days on either side whose like days tell what is usual
FEWEST_LIKE = 3
FEWEST_KNOWN = 20  # days that tell how far days lie from usual
MOST_DAYS, MOST_SHARE = 10, 3  # days that are few: no more, nor more than a third of the period
LONGEST = 31  # days in a row on which things came together, no more than two thirds of the period
NEARLY_ALL = Decimal("0.8")  # of all of the period: what more than a few days must hold
LEAST_OF_CHANGE = Decimal("0.6")  # all of them
LEAST_OF_EACH = Decimal("0.02")
LEAST, APART = 0.10, 2.0  # share of usual, standard deviations, from which a day may be one of them
BESIDE = 0.25  # of the largest in its row: less is only next to it
LEAST_COUNTED = 8  # things that came together: fewer are chance
LEAST_TOGETHER = Decimal("0.3")  # of all of the period: a tenth of a year is no concentration
LEAST_LIKELIHOOD = 12.0  # of the scan: some hundred stretches are looked at, of which chance fits one in 500
CLEAR = 5.0  # standard deviations that days in a row lie off together
_BEYOND_OTHERS = 4.0  # a day of single events must lie CLEAR by this farther off than any other one did
_TAIL, _MOST_TAIL = (0.97, 2.17), 1.5  # a quantile of distances, and where normal data have it
_CALMEST = 0.01


@dataclass(frozen=True)
class TellingDays:
    """A few days of one of the periods: what they brought beyond like days, as a part of the change."""

    parts: Mapping[dt.date, Decimal]
    is_before: bool  # days of the period before: what they lacked then is a rise now
    rest: Decimal  # what is left of the change
    held: Decimal = ZERO  # what they brought, all together
    counted: bool = False  # things that come when they come, and then came together
    of_holiday: bool = False  # some are told against the same holiday's days of the time compared

    @property
    def part(self) -> Decimal:
        """Return what all of them make of the change."""
        return sum(self.parts.values(), ZERO)

    @property
    def beyond(self) -> Decimal:
        """Return what they brought beyond like days."""
        return -self.part if self.is_before else self.part

    @property
    def usual(self) -> Decimal:
        """Return what as many like days usually bring."""
        return self.held - self.beyond


def telling_days(
    series: Mapping[dt.date, Decimal],
    before: Window,
    now: Window,
    change: Decimal,
    kinds: DayKinds,
    told: Collection[dt.date] = (),
    *,
    events: bool = False,
) -> TellingDays | None:
    """Return the few days that hold most of a change; None where it is spread over all.

    A day's usual figure is the median of the like weekdays around it, days off left out; a holiday that the
    other time has as well is told against its days there. Days in a row stand out where they lie farther off
    together than days of this series do. Days already `told` are left out. Few days hold nothing of a change
    where as much came on few days of the other time. Of single `events` the median of many days of next to
    nothing says little: they must lie as far off by what days differ all in all, too.
    """
    usual = {day: level for day in series if (level := usual_of(day, series, kinds)) is not None}
    known = [float(series[day] / usual[day]) - 1 for day in usual if kinds.kind(day) != HOLIDAY]
    if not change or len(known) < FEWEST_KNOWN:
        return None
    off = {day: float(series[day] - usual[day]) for day in usual} if events else {}
    apart = _apart(off, {*each_day(before), *each_day(now)})
    left = {day: value for day, value in series.items() if day not in told}
    spread, ends = _spread(known), list[_Far]()
    for window, other in ((now, before), (before, now)):
        shared, is_before = _shared(window, other, series, kinds), window is before
        parts = _far_days(window, left, {**usual, **shared}, spread, -1 if is_before else 1)
        ends.append(_Far(window, is_before, parts, shared))
    found = (_few(here, there, change, apart, series) for here, there in (ends, ends[::-1]))
    return max((one for one in found if one is not None), key=lambda one: abs(one.part), default=None)


@dataclass(frozen=True)
class _Far:
    """The days of one time that lie off usual, and those told against the same holiday of the other time."""

    window: Window
    is_before: bool
    parts: Mapping[dt.date, Decimal]
    shared: Mapping[dt.date, Decimal]


def _far_days(
    window: Window,
    series: Mapping[dt.date, Decimal],
    sizes: Mapping[dt.date, Decimal],
    spread: float,
    sign: int,
) -> dict[dt.date, Decimal]:
    """Return the days of one time that lie off their usual sizes, as parts of the change."""
    away = {day: float(series[day] / size) - 1 for day, size in sizes.items() if day in series}
    clear = _clear([day for day in each_day(window) if day in away], away, spread)
    return {day: sign * (series[day] - sizes[day]) for day in clear}


def _few(
    here: _Far, there: _Far, change: Decimal, apart: float, series: Mapping[dt.date, Decimal]
) -> TellingDays | None:
    """Return the days of one time that hold most of a change, where they are few and far enough off."""
    kept = {day: part for day, part in here.parts.items() if part / change >= LEAST_OF_EACH}
    part = sum(kept.values(), ZERO)
    against = sum((one for day, one in there.parts.items() if day not in there.shared), ZERO)
    few = 0 < len(kept) <= min(MOST_DAYS, here.window.days // MOST_SHARE)
    far = abs(float(part)) >= CLEAR * apart * math.sqrt(len(kept))
    if not (few and far and _holds_most(part, against, change)):
        return None
    held, of_holiday = sum((series[day] for day in kept), ZERO), bool(kept.keys() & here.shared.keys())
    return TellingDays(kept, here.is_before, change - part, held, of_holiday=of_holiday)


def _holds_most(part: Decimal, against: Decimal, change: Decimal) -> bool:
    """Tell days that make most of a change, also beside what few days of the other time make against it."""
    against = min(against / change, ZERO)
    return part / change + against >= LEAST_OF_CHANGE and -against <= 1 - LEAST_OF_CHANGE


def _shared(
    window: Window, other: Window, series: Mapping[dt.date, Decimal], kinds: DayKinds
) -> dict[dt.date, Decimal]:
    """Return what a day of the same holiday brought in the other time, by each day of one that both have."""
    there: dict[str, list[Decimal]] = defaultdict(list)
    for day in each_day(other):
        if day in kinds.holidays and day in series:
            there[kinds.holidays[day]].append(series[day])
    means = {name: sum(of, ZERO) / len(of) for name, of in there.items()}
    named = ((day, kinds.holidays.get(day, "")) for day in each_day(window))
    return {day: means[name] for day, name in named if means.get(name)}


def _apart(off: Mapping[dt.date, float], compared: Collection[dt.date]) -> float:
    """Return how far days of single events lie off: all in all, or as the largest of others does."""
    others = [abs(one) for day, one in off.items() if day not in compared]
    return max(statistics.pstdev(off.values()) if off else 0.0, max(others, default=0.0) / _BEYOND_OTHERS)


def burst_days(
    series: Mapping[dt.date, Decimal], before: Window, now: Window, change: Decimal
) -> TellingDays | None:
    """Return the days in a row on which things that are counted came together and made most of a change.

    The stretch with the largest likelihood ratio of Kulldorff's scan statistic (1997) over both periods.
    """
    if not change:
        return None
    length = before.days + now.days
    total = sum((series.get(day, ZERO) for one in (before, now) for day in each_day(one)), ZERO)
    is_before = change < 0
    window, other = (before, now) if is_before else (now, before)
    likelihood, few = _burst(window, series, total, length)
    if likelihood < LEAST_LIKELIHOOD:
        return None
    sign = -1 if is_before else 1
    parts = {day: sign * more for day, more in few.items()}
    part = sum(parts.values(), ZERO)
    against = -sign * sum(_burst(other, series, total, length)[1].values(), ZERO)
    held = sum((series.get(day, ZERO) for day in parts), ZERO)
    together = held >= LEAST_TOGETHER * sum((series.get(day, ZERO) for day in each_day(window)), ZERO)
    if held < LEAST_COUNTED or not together or not _holds_most(part, against, change):
        return None
    return TellingDays(parts, is_before, change - part, held, counted=True)


def _burst(
    window: Window, series: Mapping[dt.date, Decimal], total: Decimal, length: int
) -> tuple[float, dict[dt.date, Decimal]]:
    """Return how likely most came together on days in a row of one time, and by how many beyond usual."""
    every = [series.get(day, ZERO) for day in each_day(window)]
    likelihood, first, last = max(_stretches(every, total, length), default=(0.0, 0, 0))
    usual = (total - sum(every[first:last], ZERO)) / (length - (last - first))
    return likelihood, {window.start + days(at): every[at] - usual for at in range(first, last)}


def _stretches(every: Sequence[Decimal], total: Decimal, length: int) -> Iterator[tuple[float, int, int]]:
    """Yield stretches with their likelihood: of a few days, or of more that hold nearly all of the period."""
    few = min(MOST_DAYS, len(every) // MOST_SHARE)
    longest = max(few, min(LONGEST, 2 * len(every) // 3))
    sums = [*accumulate(every, initial=ZERO)]
    for first, last in ((one, one + size) for one in range(len(every)) for size in range(1, longest + 1)):
        if last > len(every) or not every[first] or not every[last - 1]:
            continue
        held = sums[last] - sums[first]
        if last - first <= few or held >= NEARLY_ALL * sums[-1]:
            yield _likelihood(float(held), float(total), (last - first) / length), first, last


def _likelihood(held: float, total: float, share: float) -> float:
    """Return how much likelier so many of all are in a share of the time if they come together there."""
    expected, outside = total * share, total - held
    if held <= expected:
        return 0.0
    rest = outside * math.log(outside / (total - expected)) if outside else 0.0
    return held * math.log(held / expected) + rest


def _clear(every: Sequence[dt.date], away: Mapping[dt.date, float], spread: float) -> list[dt.date]:
    """Return the days that lie off usual, those in a row taken together, from one clear day to another."""
    found, least = list[dt.date](), max(LEAST, APART * spread)
    for way in (1, -1):
        for run in stretches(day for day in every if way * away[day] >= least / 2):
            largest = max(way * away[day] for day in each_day(run))
            clear = [day for day in each_day(run) if way * away[day] >= max(least, BESIDE * largest)]
            held = [day for day in each_day(run) if clear and clear[0] <= day <= clear[-1]]
            if not held:
                continue
            together = sum(way * away[day] for day in held) / math.sqrt(len(held))
            found += held if together >= CLEAR * spread else []
    return sorted(found)


def usual_of(day: dt.date, series: Mapping[dt.date, Decimal], kinds: DayKinds) -> Decimal | None:
    """Return the median of the like days around a day: of one weekday, and weekends worked as such."""
    kind = kinds.kind(day)
    worked = day.weekday() >= 5 and day in kinds.worked
    like = [
        series[near]
        for step in range(-AROUND, AROUND + 1, 1 if worked else WEEK)
        if step and (near := day + days(step)) in series
        if (there := kinds.kind(near)) != HOLIDAY and kind in (HOLIDAY, there)
    ]
    level = statistics.median(like) if len(like) >= FEWEST_LIKE else ZERO
    return level if level > 0 else None


def _spread(known: list[float]) -> float:
    """Return how far days lie from usual, as a standard deviation; of heavy tails as far as they reach."""
    away = sorted(abs(one) for one in known)
    usual = max(MAD * statistics.median(away), _CALMEST)
    tail = away[int(_TAIL[0] * len(away))] / _TAIL[1]
    return min(max(usual, tail), _MOST_TAIL * usual)
