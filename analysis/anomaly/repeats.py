"""Leaves out what tells an event again: another cut, a month beside its days, a part beside its whole."""

from collections.abc import Sequence
from dataclasses import replace

from analysis.anomaly.looks import Look, same_rows
from analysis.anomaly.telling import Found, Seen

DAYS_SHARE = 0.5  # of what a month lies off: days that make as much stand for it


def without_repeats(found: Found) -> Found:
    """Leave out the lesser of two findings of the same rows: a month, the days that make it, another cut."""
    days_kept, months_kept = list[Seen](), [*found.months.odd]
    for one in sorted(found.odd, key=lambda one: -one.weight):
        if not any(_is_same(one.odd.look, kept.odd.look, one.weight, kept.weight) for kept in days_kept):
            days_kept.append(one)
    for one in [*days_kept]:
        for event in [*months_kept]:
            month = event.month
            if event.drift is not None or not _is_same(one.odd.look, month.look, one.weight, month.weight):
                continue
            if one.weight >= DAYS_SHARE * month.weight:
                months_kept.remove(event)
            else:
                days_kept.remove(one)
                break
    return replace(found, odd=tuple(days_kept), months=replace(found.months, odd=tuple(months_kept)))


def _is_same(one: Look, other: Look, weight: float, beside: float) -> bool:
    """Tell whether two findings are of one figure at one time, of one member or cut in two ways."""
    return one.metric == other.metric and same_rows(one, other, weight, beside)


def each_once(seen: Sequence[Seen]) -> list[Seen]:
    """Leave out what is mostly another finding's: the town of a place that stood still."""
    return [
        one
        for at, one in enumerate(seen)
        if not any(_repeats(at, place, seen) for place in range(len(seen)) if place != at)
    ]


def _repeats(at: int, place: int, seen: Sequence[Seen]) -> bool:
    """Tell whether a finding is told by another; of two that each tell the other the later one is."""
    one, other = seen[at], seen[place]
    mutual = place > at and _is_within(other, one, is_first=True)
    return not mutual and _is_within(one, other, is_first=place < at)


def _is_within(one: Seen, other: Seen, *, is_first: bool) -> bool:
    """Tell whether a finding is only part of another, or tells what that told first."""
    shown, own = other.odd.look, one.odd.look
    if not shown.span.meets(own.span):
        return False
    if (own.metric, own.dimension, own.member) == (shown.metric, shown.dimension, shown.member):
        return is_first  # two weeks of it, over the same days
    if one.part is None:
        return False
    again = is_first and other.part is not None and other.part.names == one.part.names
    return again or (shown.dimension, shown.member) in zip(one.part.dimensions, one.part.names, strict=True)
