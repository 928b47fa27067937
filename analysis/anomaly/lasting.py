"""Whether a finding goes on until the last day with data, and since when: a shop that closed in March."""

from dataclasses import replace

import numpy as np

from analysis.anomaly.extent import AROUND, SHARE, best_stretch, usual_of
from analysis.anomaly.looks import WEEKS, Look, Span
from analysis.daily import Daily, SpecialDays
from language.calendar import days

LONGEST = 70  # days after a finding: what was usual before it tells nothing of later
WEEK = 7
SHORTEST = 3


def lasting(one: Look, series: Daily, kinds: SpecialDays, *, counted: bool) -> Look | None:
    """Return a finding from its first day to the last one with data, where it goes on so long."""
    if one.value == one.usual or series.end < one.span.end or one.span.start <= series.start:
        return None
    return _of_nothing(one, series) if not one.value else _of_some(one, series, kinds, counted=counted)


def _of_nothing(one: Look, series: Daily) -> Look | None:
    """Return the days from the first of nothing on, where none after it had any."""
    values = np.nan_to_num(series.values)
    held = np.nonzero(values)[0]
    first = int(held[-1]) + 1 if len(held) else 0
    start = series.start + days(first)
    if not first or not start <= one.span.start or (series.end - start).days < WEEK:
        return None
    each = one.usual / (one.span.end - one.span.start).days
    return replace(one, span=Span(start, series.end), usual=each * (series.end - start).days, left_out=0)


def _of_some(one: Look, series: Daily, kinds: SpecialDays, *, counted: bool) -> Look | None:
    """Return the stretch that holds a finding where it ends with the data, each week of it off by half."""
    first = one.span.start - days(AROUND)
    if one.span.is_day or (series.end - one.span.end).days > LONGEST or first < series.start:
        return None
    usual = usual_of(series, first, series.end, kinds, counted=counted)
    if usual is None:
        return None
    values = np.nan_to_num(series.values[(first - series.start).days :])
    sign, length = (1 if one.value > one.usual else -1), (one.span.end - one.span.start).days
    off = sign * (values - usual)
    least = SHARE * abs(one.value - one.usual) / length
    start, stop = best_stretch(off - least)
    span = Span(first + days(start), first + days(stop))
    if not start or stop < len(off) - 1 or stop - start < SHORTEST or not span.meets(one.span):
        return None
    weeks = [off[at : at + WEEK] for at in range(start, stop - WEEK + 1, WEEK)]
    if any(week.mean() < least for week in weeks) or usual[start:stop].sum() <= 0:
        return None
    return replace(
        one,
        span=span,
        value=float(values[start:stop].sum()),
        usual=float(usual[start:stop].sum()),
        left_out=0,
    )


def season_before(one: Look, series: Daily) -> Look | None:
    """Return what goes on as it was a year before, beside the weeks before it then, as far as data go."""
    span = one.span.year_before(counted=False)
    first = span.start - days(AROUND + WEEK * WEEKS)
    if one.rare or first < series.start or not one.value:
        return None
    usual = series.total(first, span.start - days(AROUND)) / (WEEK * WEEKS) * (span.end - span.start).days
    return (
        replace(one, span=span, value=series.total(span.start, span.end), usual=usual) if usual > 0 else None
    )
