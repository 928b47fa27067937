"""Calls a finding by the cut that explains it best: the one shop of a kind of shops, not the kind."""

from collections.abc import Sequence
from dataclasses import replace

from analysis.anomaly.looks import Look, Odd
from analysis.anomaly.month_events import Event
from analysis.anomaly.month_looks import Month
from analysis.anomaly.parts import AS_MUCH, Part
from understanding.metric.desk import MetricDesk

MOSTLY = 0.6  # of what the finding lies off
OVERLAP = 0.5  # of the longer time


def by_its_best_cut(one: Odd, desk: MetricDesk) -> Odd:
    """Return a finding under the thing that makes most of it, not under what such things share."""
    shown = one.look
    if not shown.dimension or is_thing(shown.dimension, desk):
        return one
    fit = [
        it for it in one.same if is_thing(it.dimension, desk) and _overlap(it, shown) and _makes(it, shown)
    ]
    if not fit:
        return one
    best = min(fit, key=lambda it: it.usual)
    return Odd(best, tuple(it for it in (shown, *one.same) if it is not best))


def month_by_its_best_cut(event: Event, every: Sequence[Month], desk: MetricDesk) -> Event:
    """Return a finding by the month under the thing that makes most of it, or with the part that does."""
    shown = event.month.look
    is_rate = desk.catalog.metrics[shown.metric].kind == "ratio"
    fit = [
        it
        for it in every
        if it.look.span == shown.span and (_weighs(it, event.month) if is_rate else _makes(it.look, shown))
    ]
    things = [it for it in fit if it in event.same and is_thing(it.look.dimension, desk)]
    if shown.dimension and things and not is_thing(shown.dimension, desk):
        best = min(things, key=lambda it: it.look.usual)
        rest = tuple(it for it in (event.month, *event.same) if it is not best)
        return replace(event, month=best, same=rest)
    if not shown.dimension and fit and not event.slides:
        sizes = [it.weight if is_rate else abs(_off(it.look)) for it in fit]
        near = [it for it, size in zip(fit, sizes, strict=True) if size >= AS_MUCH * max(sizes)]
        return replace(event, part=_part(min(near, key=lambda it: it.look.usual)))
    return event


def with_its_months(event: Event, every: Sequence[Month]) -> Event:
    """Return a finding of several months with what its part had in each of them."""
    part = event.part
    if part is None or len(part.names) > 1 or len(event.run) < 2:
        return event
    spans, own = (
        {one.look.span for one in event.run},
        (event.month.look.metric, *part.dimensions, *part.names),
    )
    run = (one for one in every if (one.look.metric, one.look.dimension, one.look.member) == own)
    kept = sorted((one for one in run if one.look.span in spans), key=lambda one: one.look.span.start)
    return replace(event, part_run=tuple(kept)) if len(kept) > 1 else event


def clearer(part: Part | None, held: Part | None) -> Part | None:
    """Return the part that makes more of a finding."""
    if part is None or held is None:
        return part or held
    return part if abs(part.off) >= abs(held.off) else held


def _part(month: Month) -> Part:
    look = month.look
    return Part((look.dimension,), (look.member,), look.span, look.value, look.usual, month.year or 0.0)


def is_thing(dimension: str, desk: MetricDesk) -> bool:
    """Tell things with a key of their own that are not there to hold a few others: no city, no branch."""
    if not dimension or not desk.catalog.dimensions[dimension].key:
        return False
    ends = {one for levels in desk.catalog.hierarchies for one in levels[-2:]}
    return dimension in ends or not any(dimension in levels for levels in desk.catalog.hierarchies)


def _makes(part: Look, whole: Look) -> bool:
    return _is_like(part, whole) and abs(_off(part)) >= MOSTLY * abs(_off(whole))


def _weighs(part: Month, whole: Month) -> bool:
    """Tell a member that makes most of what a rate lies off: how far its own does is no part of that."""
    return _is_like(part.look, whole.look) and part.weight >= MOSTLY * whole.weight


def _is_like(part: Look, whole: Look) -> bool:
    same = part.metric == whole.metric and part.dimension and part.dimension != whole.dimension
    return bool(same) and _off(part) * _off(whole) > 0


def _off(one: Look) -> float:
    return one.value - one.usual


def _overlap(one: Look, other: Look) -> bool:
    first, end = max(one.span.start, other.span.start), min(one.span.end, other.span.end)
    longer = max((it.span.end - it.span.start).days for it in (one, other))
    return (end - first).days >= OVERLAP * longer
