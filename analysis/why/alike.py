"""Who began within the times compared, whom they took over, and how a figure moved without them."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal

from analysis.openings import Openings, openings_look, openings_of
from analysis.outcome import Look, Name, Read, Said
from analysis.taken import Taken, taken_look, taken_of
from analysis.why.looks import Change, pairs_of
from analysis.why.split import ZERO, Pair
from query.metric_query import MetricQuery
from understanding.metric.desk import MetricDesk

_BY = "alike_"
_APART = Decimal("0.005")  # from which growth without the new is another growth


@dataclass(frozen=True)
class Alike:
    """Who is new, and the figure in both times without them."""

    new: Openings
    pair: Pair
    taken: Taken | None = None  # whom they took over from others


def alike_looks(change: Change, by: Collection[str], desk: MetricDesk) -> list[Look]:
    """Return the looks at since when there is each place, and at the figure by these unless `by` has it."""
    look = openings_look([change.metric.name], change.asked.filters, desk)
    if look is None:
        return []
    level, shape = look.query.splits[-1], change.shape
    if f"by_{level}" in by or not all(shape.catalog.cuts(one, level) for one in shape.atoms):
        return [look]
    windows = (change.before, change.now)
    query = MetricQuery(shape.atoms, (level,), windows=windows, filters=change.asked.filters)
    label = Said("why.label.by", {"dimension": Name(level, dimension=True)})
    return [look, Look(f"{_BY}{level}", query, label, catalog=shape.catalog)]


def alike_of(change: Change, whole: Pair, read: Mapping[str, Read]) -> Alike | None:
    """Return the figure of those that were there in both times, where others began since the earlier one."""
    openings = openings_of(read)
    new = openings.within(change.before, change.now) if openings else None
    by = read.get(f"by_{new.level}", read.get(f"{_BY}{new.level}")) if new else None
    if not new or by is None or by.result.truncated or not whole.before:
        return None
    tops, shape = pairs_of(by), change.shape
    new = new.among(tops)  # of one site: those it has
    if not new:
        return None
    top = _without(tops, new)
    if shape.kind != "ratio":
        return _told(new, change.even(top), whole)
    under = _without(pairs_of(by, 1), new)
    if not under.before or not under.now:
        return None
    rate = Pair(
        (top.before or ZERO) * shape.scale / under.before, (top.now or ZERO) * shape.scale / under.now
    )
    return _told(new, rate, whole)


def whom_looks(change: Change, alike: Alike | None, desk: MetricDesk) -> list[Look]:
    """Return the look at whom those that are new took over, if any are."""
    if alike is None:
        return []
    times, filters = (change.now, change.before), change.asked.filters
    return taken_look(change.metric.name, times, alike.new, filters, desk)


def with_whom(alike: Alike | None, change: Change, read: Mapping[str, Read]) -> Alike | None:
    """Return the figure without who is new with whom these took over."""
    taken = taken_of(read, alike.new) if alike else None
    if alike is None or taken is None:
        return alike
    return replace(alike, taken=replace(taken, rest=change.even(taken.rest)))


def _without(pairs: Mapping[str, Pair], new: Openings) -> Pair:
    kept = [pair for name, pair in pairs.items() if name not in new.names]
    return Pair(sum((one.before or ZERO for one in kept), ZERO), sum((one.now or ZERO for one in kept), ZERO))


def _told(new: Openings, pair: Pair, whole: Pair) -> Alike | None:
    if not pair.before or not whole.before:
        return None
    apart = pair.change / abs(pair.before) - whole.change / abs(whole.before)
    return Alike(new, pair) if abs(apart) >= _APART else None
