"""Leaves out what tells an event again: another cut, a month beside its days, a part beside its whole."""

from collections.abc import Sequence
from dataclasses import replace

from analysis.anomaly.growing import Growing
from analysis.anomaly.looks import Look, Odd, same_rows
from analysis.anomaly.month_events import ByMonth, Event
from analysis.anomaly.silences import Silence
from analysis.anomaly.telling import Found, Seen
from analysis.forecast.models import YEAR
from language.calendar import days, whole
from understanding.metric.desk import MetricDesk

DAYS_SHARE = 0.5  # of what a month lies off: days that make as much stand for it


def without_slides(looks: Sequence[Look], months: ByMonth) -> list[Look]:
    """Leave out days and weeks of what slides away from its year before, on its way.

    The slide tells since when, and beside which season; and they would hide what else was odd in them.
    """
    slides = [(one.month.look, one.growing.first.start) for one in months.odd if one.growing]

    def is_on(one: Look) -> bool:
        series = (one.metric, one.dimension, one.member)
        return any(
            series == (slide.metric, slide.dimension, slide.member)
            and one.span.start >= first
            and (one.change > 0) == (slide.change > 0)
            for slide, first in slides
        )

    return [one for one in looks if not is_on(one)]


def without_repeats(found: Found) -> Found:
    """Leave out the lesser of two findings of the same rows: a month, the days that make it, another cut."""
    days_kept, months_kept = list[Seen](), [*found.months.odd]
    for one in sorted(found.odd, key=lambda one: -one.weight):
        if not any(_is_again(one, kept) for kept in days_kept):
            days_kept.append(one)
    for one in [*days_kept]:
        for event in [*months_kept]:
            month = event.month
            if event.slides or not _is_same(one.odd.look, month.look, one.weight, month.weight):
                continue
            if one.weight >= DAYS_SHARE * month.weight:
                months_kept.remove(event)
            else:
                days_kept.remove(one)
                break
    return replace(found, odd=tuple(days_kept), months=replace(found.months, odd=tuple(months_kept)))


def _is_again(one: Seen, other: Seen) -> bool:
    """Tell a smaller finding of a figure within a larger one's time, cut another way: it is part of that."""
    own, shown = one.odd.look, other.odd.look
    if _is_same(own, shown, one.weight, other.weight):
        return True
    alike = own.metric == shown.metric and own.dimension != shown.dimension
    return alike and own.span.meets(shown.span) and (own.change > 0) == (shown.change > 0)


def _is_same(one: Look, other: Look, weight: float, beside: float) -> bool:
    """Tell whether two findings are of one figure at one time, of one member or cut in two ways."""
    return one.metric == other.metric and same_rows(one, other, weight, beside)


def with_new_months(found: Found, months: ByMonth) -> Found:
    """Return findings with those by the month, of which what only began within the year is no finding."""
    new = [one for one in months.odd if one.part is not None and _began(one)]
    seen = tuple(Seen(Odd(one.month.look), part=one.part) for one in new)
    kept = replace(months, odd=tuple(one for one in months.odd if one not in new))
    return replace(found, months=kept, new=(*found.new, *seen))


def _began(one: Event) -> bool:
    opened = one.part.opened if one.part is not None else None
    return opened is not None and opened > one.month.look.span.start - days(YEAR)


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


def _is_of(one: Seen, silent: Sequence[Silence]) -> bool:
    """Tell a finding that is mostly a member's days of nothing."""
    names = set(one.part.names) if one.part is not None else set[str]()
    return any(names & set(it.members) and one.odd.look.span.meets(it.look.span) for it in silent)


def _began_before(slide: Growing, silence: Silence) -> bool:
    return slide.first.end < whole("month", silence.look.span.start)[0]


def without_silent(found: Found, silent: Sequence[Silence], desk: MetricDesk) -> Found:
    """Leave out the findings that only show stretches of nothing again.

    A slide that began in a month before is none of these: one cinema falls from March on, a hall of another
    is dark in October.
    """

    def is_told(one: Look, slide: Growing | None = None) -> bool:
        return any(it.tells(one, desk) and not (slide and _began_before(slide, it)) for it in silent)

    months = found.months
    odd = tuple(one for one in months.odd if not is_told(one.month.look, one.growing))
    weak = tuple(one for one in months.weak if not is_told(one.month.look))
    moved = tuple(one for one in months.moved if not is_told(one.look))
    return replace(
        found,
        odd=tuple(one for one in found.odd if not is_told(one.odd.look) and not _is_of(one, silent)),
        records=tuple(one for one in found.records if not is_told(one.look)),
        months=replace(months, odd=odd, weak=weak, moved=moved),
        silent=tuple(silent),
    )
