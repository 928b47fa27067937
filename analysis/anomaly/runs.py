"""Odd days of one series in a row are one finding: nine days of nothing, not the worst of them."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from analysis.anomaly.extent import trimmed
from analysis.anomaly.looks import Group, Look, Odd, Span
from analysis.daily import SpecialDays
from language.calendar import days

HALF = 0.5  # of what an odd week lies off


def as_run(one: Odd, kinds: SpecialDays) -> Odd:
    """Return a finding as the stretch of its odd days, or as the week that holds more of it."""
    one = _with_days(one)
    shown = one.look
    alike = [
        look
        for look in (shown, *one.same)
        if (look.metric, look.dimension, look.member) == (shown.metric, shown.dimension, shown.member)
        if (look.change > 0) == (shown.change > 0)
    ]
    run = max(
        _stretches([look for look in alike if look.span.is_day], kinds),
        key=lambda found: abs(_off(found)),
        default=[],
    )
    widest = max(alike, key=lambda look: abs(_off([look])))
    if run:
        start, stop = trimmed(0, len(run), np.array([abs(look.value - look.usual) for look in run]))
        run = run[start:stop]
    if len(run) < 2 or abs(_off(run)) < abs(_off([widest])):
        return (
            one
            if widest is shown
            else Odd(widest, tuple(look for look in (shown, *one.same) if look != widest))
        )
    whole = replace(
        shown,
        span=Span(run[0].span.start, run[-1].span.end),
        value=sum(look.value for look in run),
        usual=sum(look.usual for look in run),
        others=sum(look.others for look in run) / len(run),
        left_out=(run[-1].span.end - run[0].span.start).days - len(run),
    )
    return Odd(whole, tuple(look for look in (shown, *one.same) if look not in run))


def weeks_together(one: Odd, group: Group) -> Odd:
    """Return a ratio's finding over all its odd weeks in a row: their sums divided, beside their usual."""
    shown = one.look
    alike = [look for look in (shown, *one.same) if _is_week_of(look, shown)]
    if group.under is None or shown.span.unit != "week":
        return one
    run = next(run for run in _stretches(alike, SpecialDays({})) if shown in run)
    usual = sum(look.usual for look in run) / len(run)
    span = _with_near_weeks(Span(run[0].span.start, run[-1].span.end), shown, usual, group)
    over, under = (part[shown.member].total(span.start, span.end) for part in (group.members, group.under))
    whole = replace(
        shown, span=span, value=group.scale * over / under if under else shown.value, usual=usual, left_out=0
    )
    return Odd(whole, tuple(look for look in (shown, *one.same) if look not in run))


def _with_near_weeks(span: Span, shown: Look, usual: float, group: Group) -> Span:
    """Return a stretch with the weeks beside it that lie off by half as much the same way."""
    figures = group.figures(shown.member)

    def is_off(first: dt.date) -> bool:
        place = (first - group.members[shown.member].start).days
        week = figures[max(0, place) : place + 7]
        return len(week) == 7 and bool((np.nanmean(week) - usual) / (shown.value - shown.usual) >= HALF)

    while is_off(span.end):
        span = Span(span.start, span.end + days(7))
    while is_off(span.start - days(7)):
        span = Span(span.start - days(7), span.end)
    return span


def _is_week_of(look: Look, shown: Look) -> bool:
    same = (look.metric, look.dimension, look.member) == (shown.metric, shown.dimension, shown.member)
    return same and look.span.unit == "week" and (look.change > 0) == (shown.change > 0)


def _with_days(one: Odd) -> Odd:
    """Return a finding under a figure that was looked at by day, where only that of the same rows was."""
    shown = one.look
    own = [
        look
        for look in (shown, *one.same)
        if (look.dimension, look.member) == (shown.dimension, shown.member)
    ]
    by_day = [look for look in own if look.span.is_day]
    if not by_day or any(look.metric == shown.metric for look in by_day):
        return one
    first = by_day[0]
    return Odd(first, tuple(look for look in (shown, *one.same) if look is not first))


def _off(run: Sequence[Look]) -> float:
    return sum(look.value - look.usual for look in run)


def _stretches(found: Sequence[Look], kinds: SpecialDays) -> list[list[Look]]:
    """Return days as stretches that follow each other, days off between them passed over."""
    runs: list[list[Look]] = []
    for look in sorted(found, key=lambda one: one.span.start):
        if runs and _follows(runs[-1][-1].span.end, look.span.start, kinds):
            runs[-1].append(look)
        else:
            runs.append([look])
    return runs


def _follows(end: dt.date, start: dt.date, kinds: SpecialDays) -> bool:
    between = (start - end).days
    return between >= 0 and all(end + days(number) in kinds.named for number in range(between))
