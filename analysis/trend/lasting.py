"""Whether a move was one burst that went back, one step that stayed, a steady slope, or none of these.

A burst is sought in days: the stretch that lies furthest off what such days bring. A step and a slope are
sought in whole months, beside their year before where that is known, for a season is neither.
"""

import datetime as dt
import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import numpy as np

from analysis.daily import MAD, Daily, Floats, SpecialDays
from language.calendar import add_months, days
from query.metric_query import Window

LONGEST, AROUND, FEWEST_AFTER = 45, 60, 7  # days of a burst, on either side of it, and that tell it is over
CLEAR, AGAIN = 6.0, 3.0  # standard errors: of the furthest of many stretches, of one that is named
TIMES = 1.4  # of usual, or as much under it
BACK_AT = 0.2  # of what it was before: nearer is back; of a burst's large days: its first and last have more
MOST = 0.5  # of a year: a burst that holds it is sought as far back
FEWEST, FEWEST_BEFORE, FEWEST_SINCE = 8, 3, 2  # months in all, before a step and since
MONTHS_GROWN, YEAR = 12, 12  # months that are set beside their year before
LEAST = math.log(1.08)  # of a step or a slope
STEP, SLOPE = 5.0, 2.6  # standard errors; Kendall's, 1 in 100
CALMEST = 0.01  # what months differ by at least
APART = 0.02  # of the year before, by which every month lies on one side of it


@dataclass(frozen=True)
class Burst:
    """Days in a row off what they usually bring, what days before and after brought, and a year before."""

    window: Window
    value: float
    usual: float
    before: float
    after: float
    days_after: int
    year: tuple[Window, float, float] | None = None  # when, what, and what was usual then

    @property
    def is_over(self) -> bool:
        """Tell whether days went back to what they brought before, but for a fifth of what it was off."""
        far = max(self.before, abs(self.value - self.usual) / self.window.days)
        return abs(self.after - self.before) <= BACK_AT * far

    @property
    def again(self) -> bool:
        """Tell whether it was so a year before."""
        return self.year is not None and _is_off(self.year[1], self.year[2], up=self.value > self.usual)

    def holds_most(self, series: Daily) -> bool:
        """Tell whether it is most of what the last year of a series came to."""
        return self.value >= MOST * max(
            series.total(max(series.start, series.end - days(366)), series.end), 1.0
        )


@dataclass(frozen=True)
class Course:
    """How months went: by a step, a slope, steadily beside their year before, or none that can be told."""

    kind: Literal["step", "slope", "steady", "none"]
    months: Sequence[Window]
    levels: Sequence[float]  # of a day; of the growth on the year where that is known
    by_year: bool
    since: int = 0  # the first month of a step
    ends: tuple[float, float] = (0.0, 0.0)  # before and since, or the least and the most

    def holds(self, window: Window) -> bool:
        """Tell days that came when a step had lasted for a whole month, or within a slope."""
        first = self.months[min(self.since + 1, len(self.months) - 1)].start
        return self.kind == "slope" or (self.kind == "step" and first <= window.start)

    @property
    def spread(self) -> float:
        """Return by what share one month usually differs from the one before it."""
        return float(np.median([abs(after / before - 1) for before, after in pairwise(self.levels)]))


def burst_in(series: Daily, focus: Window, kinds: SpecialDays, *, counts: bool, way: str) -> Burst | None:
    """Return the days of a time that stand furthest out, where they do so by more than chance."""
    usual, error = _usual(series, counts=counts)
    off = series.values - usual
    first, last = (min(max(0, (it - series.start).days), len(off)) for it in (focus.start, focus.end))
    special = set(kinds.named) if not counts else set()
    for place in range(first, last):
        if series.start + days(place) in special:
            off[place] = 0.0  # a holiday is no event of its own
    found = [
        _furthest(sign * off[first:last], error)
        for sign in (1, -1)
        if way in ("", "up" if sign > 0 else "down")
    ]
    size, start, end = max(found)
    if end - start > LONGEST or size < CLEAR * error * math.sqrt(max(1, end - start)):
        return None
    start, end = _edges(off[first:last], start, end)
    return _told(series, first + start, first + end)


def _usual(series: Daily, *, counts: bool) -> tuple[Floats, float]:
    """Return what each day usually brings, by its weekday and the months around, and a day's error."""
    values = np.nan_to_num(series.values)
    whole = max(float(values.mean()), 1e-9)
    week = np.array([values[series.weekday == day].mean() / whole for day in range(7)])
    size = 30
    blocks = [float(values[at : at + size].mean()) for at in range(0, len(values), size)]
    around = [float(np.median(blocks[max(0, at - 3) : at + 4])) for at in range(len(blocks))]
    usual = np.array([around[place // size] for place in range(len(values))]) * week[series.weekday]
    error = MAD * float(np.median(np.abs(values - usual)))
    if counts:  # chance alone, and no less than days differ
        error = max(error, math.sqrt(max(float(np.median(around)), 0.05)))
    return usual, max(error, CALMEST * whole)


def _furthest(off: Floats, error: float) -> tuple[float, int, int]:
    """Return the stretch with the largest sum, each day less half its error: how much, from, until."""
    best, start, total = (0.0, 0, 0), 0, 0.0
    for place, one in enumerate(off):
        if total <= 0:
            start, total = place, 0.0
        total += float(one) - error / 2
        if total > best[0]:
            best = (total, start, place + 1)
    return (float(off[best[1] : best[2]].sum()), best[1], best[2])


def _edges(off: Floats, start: int, end: int) -> tuple[int, int]:
    """Return a stretch without the days at its ends that have hardly any of it: one that came days before."""
    some = off[start:end]
    most = float((some**2).sum() / some.sum()) if some.sum() else 0.0  # a mean in which large days weigh more
    held = [place for place in range(start, end) if off[place] / most >= BACK_AT] if most else []
    return (held[0], held[-1] + 1) if held else (start, end)


def _told(series: Daily, start: int, end: int) -> Burst | None:
    """Return a stretch with the days around it, where it lies far off them."""
    values = np.nan_to_num(series.values)
    before, after = values[max(0, start - AROUND) : start], values[end : end + AROUND]
    if len(before) < FEWEST_AFTER:
        return None
    level = float(before.mean())
    value, usual = float(values[start:end].sum()), level * (end - start)
    if not _is_off(value, usual, up=value > usual):
        return None
    window = Window(series.start + days(start), series.start + days(end), "range")
    year = _year_before(series, window)
    return Burst(
        window, value, usual, level, float(after.mean()) if len(after) else math.nan, len(after), year
    )


def _is_off(value: float, usual: float, *, up: bool) -> bool:
    """Tell a figure of some days far off what they usually bring, by more than a handful of things."""
    far = value >= TIMES * usual if up else value <= usual / TIMES
    return far and abs(value - usual) >= AGAIN * math.sqrt(max(usual, 1.0))


def _year_before(series: Daily, window: Window) -> tuple[Window, float, float] | None:
    """Return the same dates a year before with what they brought, and what days before them did."""
    year = window.year_before(None)
    start, end = ((it - series.start).days for it in (year.start, year.end))
    if start < FEWEST_AFTER:
        return None
    values = np.nan_to_num(series.values)
    usual = float(values[max(0, start - AROUND) : start].mean()) * (end - start)
    return year, float(values[start:end].sum()), usual


def course_of(
    months: Sequence[Window], levels: Sequence[float], *, counted: Sequence[float]
) -> Course | None:
    """Return how whole months went, beside their year before where that is known; None of too few.

    `counted` is how many things each month has, where things are counted: chance alone moves few.
    """
    grown = [
        (it, one / then)
        for it, one, then in zip(months[YEAR:], levels[YEAR:], levels, strict=False)
        if then > 0
    ]
    by_year = len(grown) >= FEWEST and len(grown) == len(months[YEAR:])
    known = (
        grown[-MONTHS_GROWN:]
        if by_year
        else [(it, one) for it, one in zip(months, levels, strict=True) if one > 0]
    )
    if len(known) < FEWEST:
        return None
    over, own = [it for it, _ in known], [one for _, one in known]
    course = Course("none", over, own, by_year)
    few = [1 / math.sqrt(one) for one in counted[-len(own) :] if one > 0]
    calmest = max([CALMEST, *few]) * (math.sqrt(2) if by_year else 1)
    y = np.log(np.array(own))
    step, line = _step(y, calmest), _slope(y, calmest)
    if step is not None and (line is None or step[1] <= line[1]):
        at = step[0]
        ends = (float(np.exp(y[:at].mean())), float(np.exp(y[at:].mean())))
        return Course("step", over, own, by_year, at, ends)
    if line is not None:
        return Course("slope", over, own, by_year, 0, (own[0], own[-1]))
    low, high = min(own), max(own)
    if by_year and (low >= 1 + APART or high <= 1 - APART):
        return Course("steady", over, own, by_year, 0, (low, high))
    return course


def _step(y: Floats, calmest: float) -> tuple[int, float] | None:
    """Return the month from which all lie clear of all before, and what is left; None where there is none."""
    best: tuple[int, float] | None = None
    for at in range(FEWEST_BEFORE, len(y) - FEWEST_SINCE + 1):
        before, since = y[:at], y[at:]
        left = float(((before - before.mean()) ** 2).sum() + ((since - since.mean()) ** 2).sum())
        change = float(since.mean() - before.mean())
        error = max(math.sqrt(left / (len(y) - 2)), calmest) * math.sqrt(1 / len(before) + 1 / len(since))
        apart = min(since) > max(before) or max(since) < min(before)
        if apart and abs(change) >= max(LEAST, STEP * error) and (best is None or left < best[1]):
            best = at, left
    return best


def _slope(y: Floats, calmest: float) -> tuple[float, float] | None:
    """Return the slope of months that went one way by Kendall's test, and what is left of a line."""
    size, places = len(y), np.arange(len(y))
    signs = sum(float(np.sign(y[later] - y[at])) for at in places for later in range(at + 1, size))
    score = (abs(signs) - 1) / math.sqrt(size * (size - 1) * (2 * size + 5) / 18)
    slope, base = np.polyfit(places, y, 1)
    far = abs(float(slope)) * (size - 1)
    if score < SLOPE or far < max(LEAST, AGAIN * calmest):
        return None
    return float(slope), float(((y - base - slope * places) ** 2).sum())


def whole_months(series: Daily, until: dt.date) -> list[tuple[Window, float, float]]:
    """Return the whole months of a series before a day, what each came to, and its mean of a day."""
    first = series.start.replace(day=1)
    start = first if first == series.start else add_months(first, 1)
    found = []
    while (end := add_months(start, 1)) <= min(until, series.end):
        total = series.total(start, end)
        found.append((Window(start, end, "month"), total, total / (end - start).days))
        start = end
    return found
