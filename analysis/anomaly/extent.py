"""From which day to which an odd week really was so: 6–15 August, not the week that holds most of it."""

import datetime as dt
from dataclasses import replace

import numpy as np

from analysis.anomaly.looks import FEWEST_WEEKS, WEEKS, Look, Span
from analysis.daily import Daily, Floats, SpecialDays
from language.calendar import days

AROUND = 14  # days on either side of the week that may belong to it
SHARE = 0.5  # of what a day of the week lies off: a day that lies off less ends it
SHORTEST = 2
LEAST_USUAL = 0.3  # of what such days have by the usual week: of what comes on few days only weeks tell
EDGE = 0.3  # of what a day of the stretch lies off: a day at its edge that lies off less is none of it


def extent(one: Look, series: Daily, kinds: SpecialDays, *, counted: bool) -> Look:
    """Return a finding over the days in a row that hold it; as it was, where they cannot be told apart.

    They are the stretch whose departures, less half of what a day of the week lies off, add up to most. Where
    it runs to the edge of what is looked at it is no event but a new level, and the week stands.
    """
    if one.span.is_day or one.value == one.usual:
        return one
    first, end = one.span.start - days(AROUND), min(one.span.end + days(AROUND), series.end)
    usual = usual_of(series, first, end, kinds, counted=counted)
    if usual is None or first < series.start:
        return one
    place = (first - series.start).days
    values = np.nan_to_num(series.values[place : place + len(usual)])
    sign, length = (1 if one.value > one.usual else -1), (one.span.end - one.span.start).days
    gain = sign * (values - usual) - SHARE * abs(one.value - one.usual) / length
    start, stop = best_stretch(gain)
    if start > 0 and stop < len(gain):
        start, stop = trimmed(start, stop, sign * (values - usual))
    span = Span(first + days(start), first + days(stop))
    if (
        start == 0
        or span.end == one.span.end + days(AROUND)
        or not span.meets(one.span)
        or stop - start < SHORTEST
        or usual[start:stop].sum() <= 0
        or usual[start:stop].sum() < LEAST_USUAL * one.usual * (stop - start) / length
    ):
        return one
    return replace(
        one,
        span=span,
        value=float(values[start:stop].sum()),
        usual=float(usual[start:stop].sum()),
        left_out=0,
    )


def best_stretch(gain: Floats) -> tuple[int, int]:
    """Return the stretch that adds up to most (Kadane).

    >>> best_stretch(np.array([-1.0, 2.0, 3.0, -9.0, 4.0]))
    (1, 3)
    """
    best, found, total, start = 0.0, (0, 0), 0.0, 0
    for place, one in enumerate(gain):
        if total <= 0:
            total, start = 0.0, place
        total += float(one)
        if total > best:
            best, found = total, (start, place + 1)
    return found


def trimmed(start: int, stop: int, off: Floats) -> tuple[int, int]:
    """Return a stretch without days at its edges that are nearly as usual: a storm of two days has two.

    >>> trimmed(0, 4, np.array([90.0, 100.0, 80.0, 15.0]))
    (0, 3)
    """
    while stop - start > 1:
        least = EDGE * float(off[start:stop].mean())
        if off[stop - 1] < least:
            stop -= 1
        elif off[start] < least:
            start += 1
        else:
            break
    return start, stop


def usual_of(
    series: Daily, first: dt.date, end: dt.date, kinds: SpecialDays, *, counted: bool
) -> Floats | None:
    """Return what each day usually brings: the median of its weekday, of counts the mean."""
    stop = (first - series.start).days
    place = stop - 7 * WEEKS
    if place < 0:
        return None
    known, ordinary = series.values[place:stop], series.ordinary(kinds)[place:stop]
    weekday, found = series.weekday[place:stop], []
    for number in range((end - first).days):
        like = ordinary & (
            np.full(len(known), True) if counted else weekday == (first + days(number)).weekday()
        )
        if like.sum() < FEWEST_WEEKS:
            return None
        found.append(float(known[like].mean() if counted else np.median(known[like])))
    return np.array(found)
