"""Looks at sums without who opened or closed within the weeks that tell what is usual: like beside like."""

import datetime as dt
from dataclasses import replace

import numpy as np

from analysis.anomaly.bursts import bursts
from analysis.anomaly.looks import BACK_DAYS, SMALLEST, WEEKS, Group, Look, Odd, look
from analysis.daily import Daily, SpecialDays
from analysis.openings import Openings
from language.calendar import days
from query.metric_query import Window
from understanding.metric.desk import MetricDesk


def changed_within(
    one: Look, openings: Openings | None, desk: MetricDesk, back: int = BACK_DAYS
) -> Openings | None:
    """Return who opened or closed in a look's days, or in those before that tell what is usual.

    They are members of a finer level, part of what is looked at; what is looked at itself is none.
    """
    if (
        openings is None
        or one.dimension == openings.level
        or not desk.catalog.cuts(one.metric, openings.level)
    ):
        return None
    start, end = one.span.start, one.span.end
    within = openings.within(Window(start - days(back), start, "range"), Window(start, end, "range"))
    return within.part_of(one.dimension, one.member) or None


def is_too_new(one: Look, openings: Openings | None) -> bool:
    """Tell a member that is not there long enough for its days to tell what is usual."""
    first = one.span.start - days(7 * WEEKS)
    return (
        openings is not None
        and one.dimension == openings.level
        and any(it.name == one.member and it.day > first for it in openings.every)
    )


def as_there_group(shown: Look, near: Group | None, group: Group) -> Group | None:
    """Return the group of a finding with its member's series replaced by that of who was there throughout.

    `near` is that series alone; None where it was not read, or does not reach as far.
    """
    if near is None or not near.members:
        return None
    over = next(iter(near.members.values()))
    under = next(iter(near.under.values())) if near.under else None
    return _with_member(group, shown.member, over, under)


def as_there(
    one: Odd, beside: Group, kinds: SpecialDays, limit: float, looked: tuple[dt.date, dt.date]
) -> Odd | None:
    """Return a finding in the group of who was there throughout; None where nothing is odd in that.

    `limit` is the chance of one look from which nothing is odd, `looked` the days that were looked at.
    """
    shown = one.look
    alike = [shown, *(it for it in one.same if _is_of(it, shown))]
    if shown.rare:
        found = bursts(beside, [replace(shown.span, start=looked[0], end=looked[1])])
        found = [it for it in found if it.span.meets(shown.span)]
    else:
        found = look(beside, list(dict.fromkeys(it.span for it in alike)), kinds)
    kept = [
        it
        for it in found
        if it.member == shown.member and it.chance <= limit and min(abs(it.apart), abs(it.change)) >= SMALLEST
    ]
    kept.sort(key=lambda it: it.chance)
    return Odd(kept[0], tuple(kept[1:])) if kept else None


def _is_of(one: Look, other: Look) -> bool:
    return (one.metric, one.dimension, one.member) == (other.metric, other.dimension, other.member)


def _with_member(group: Group, member: str, over: Daily, under: Daily | None) -> Group | None:
    """Return a group with another series of a member; None where that does not reach as far."""
    held = group.members[member]
    if over.start > held.start or over.end < held.end or (group.under is None) != (under is None):
        return None
    members = {**group.members, member: _between(over, held.start, held.end)}
    if under is None or group.under is None:
        return replace(group, members=members)
    return replace(
        group, members=members, under={**group.under, member: _between(under, held.start, held.end)}
    )


def _between(series: Daily, start: dt.date, end: dt.date) -> Daily:
    first = (start - series.start).days
    return Daily(start, np.asarray(series.values[first : first + (end - start).days]))
