"""What a change is made of, from what was read: the calendar, few days, factors, members of each cut."""

import datetime as dt
from collections.abc import Collection, Mapping, Sequence
from decimal import Decimal
from typing import Literal, NamedTuple

from analysis.names import reads
from analysis.openings import openings_of
from analysis.outcome import Read, exact
from analysis.why.calendar import CalendarPart, DayKinds, calendar_part, each_day
from analysis.why.days import TellingDays, burst_days, telling_days
from analysis.why.findings import Beside, Findings
from analysis.why.looks import (
    FEW_DAYS,
    HELD,
    OFTEN,
    Change,
    pair_of,
    pairs_of,
    product_of,
    series_of,
    whole_of,
)
from analysis.why.shape import Shape
from analysis.why.split import (
    ZERO,
    Factor,
    MemberSplit,
    Pair,
    chance_of,
    is_whole,
    of_addends,
    of_difference,
    of_product,
    of_quotient,
    of_ratio,
    of_sum,
    outstanding,
    rate_of,
    total_of,
)
from analysis.why.switched import switched_of
from understanding.metric.desk import MetricDesk

SLIPS = Decimal("0.02")  # of a ratio's numerator, that lies in a cut where none of it can be
LACKING_MOVED = 5  # points of all rows
LEAST_EXPECTED = 5  # of it there, did all of the cut have one rate: fewer may be missing by chance


def found_of(change: Change, whole: Pair, read: Mapping[str, Read], desk: MetricDesk) -> Findings:
    """Return what was read as what a change is made of: calendar, factors, members, figures beside it."""
    splits = splits_of(change, whole, read, desk, counted=change.metric.counts_rows)
    beside = [
        Beside(name.removeprefix("beside_"), _even(pair_of(one), name.removeprefix("beside_"), change))
        for name, one in read.items()
        if name.startswith("beside_")
    ]
    year = _year(read, change.shape)
    unfilled = unfilled_of(change, read, {one.dimension for one in splits})
    return Findings(
        change, whole, calendar_of(change, whole, read), _factors(change, whole, read, desk), splits,
        tuple(beside), year=change.even(year) if year is not None else None,
        unfilled=unfilled, switched=switched_of(change, whole, read, [name for name, _ in unfilled], desk),
    )  # fmt: skip


def _even(pair: Pair, name: str, change: Change) -> Pair:
    """Return another figure of both times, a sum of days at as many days."""
    catalog = change.shape.catalog
    adds = catalog.metrics[name].kind == "simple" and catalog.metrics[name].additivity == "sum"
    return change.even(pair) if adds else pair


def _evened(pairs: Mapping[str, Pair], change: Change) -> dict[str, Pair]:
    return {name: change.even(pair) for name, pair in pairs.items()}


def _year(read: Mapping[str, Read], shape: Shape) -> Pair | None:
    """Return the figure over the same two periods a year before, where both have data."""
    if "year" not in read:
        return None
    found = whole_of(read["year"], shape)
    return None if found.before is None or found.now is None else found


def calendar_of(change: Change, whole: Pair, read: Mapping[str, Read]) -> CalendarPart | None:
    if "days" not in read or read["days"].result.truncated:
        return None
    window = read["days"].look.query.windows[0]
    catalog = change.shape.catalog
    kinds = DayKinds.of(catalog, (window.start, window.end)).kept_by(_series(change, read))
    dense = all(map(catalog.is_dense, catalog.sources(change.metric.name)))
    if change.scale != 1:  # all is told of as many days
        return CalendarPart((), kinds)
    return calendar_part(_series(change, read), change.before, change.now, whole, kinds, dense)


def _series(change: Change, read: Mapping[str, Read]) -> Mapping[dt.date, Decimal]:
    """Return the figure by day; a day without events has none, and of a sum of each day is not known."""
    catalog, series = change.shape.catalog, series_of(read["days"])
    if all(map(catalog.is_dense, catalog.sources(change.metric.name))):
        return series
    return {day: series.get(day, ZERO) for day in each_day(read["days"].look.query.windows[0])}


def days_of(found: Findings, read: Mapping[str, Read]) -> TellingDays | None:
    """Return the few days that hold most of a change, but for holidays of which the calendar tells."""
    change = found.change
    if found.calendar is None or found.calendar.of_days is None or found.is_flat or change.now.days <= 2:
        return None
    if change.scale != 1:  # days of one time are no part of a change of as many
        return None
    kinds, series = found.calendar.of_days, _series(change, read)
    told = kinds.holidays if found.calendar_tells else ()
    catalog, counted = change.shape.catalog, change.metric.counts_rows
    events = not counted and not all(map(catalog.is_dense, catalog.sources(change.metric.name)))
    few = telling_days(series, change.before, change.now, found.whole.change, kinds, told, events=events)
    if few is None and counted:
        few = burst_days(series, change.before, change.now, found.whole.change)
    return few


def _factors(change: Change, whole: Pair, read: Mapping[str, Read], desk: MetricDesk) -> tuple[Factor, ...]:
    shape = change.shape
    if shape.kind == "ratio" and shape.metric.kind == "ratio":
        total = read["total"]
        top, bottom = ((name, pair_of(total, at)) for at, name in enumerate(shape.atoms, 1))
        return of_quotient(top, bottom, whole, shape.scale)
    if "parts" in read:
        parts = [(name, pair_of(read["parts"], at)) for at, name in enumerate(shape.metric.parts)]
        if shape.metric.kind == "sum":
            return of_addends(parts, whole)
        left, right = parts
        return of_difference(left, right, whole)
    rate = product_of(change, desk)
    if rate is None or "product" not in read:
        return ()
    volume = change.even(pair_of(read["product"], 0))
    if not volume.before or not volume.now:
        return ()
    before, now = ((whole.before or ZERO) / volume.before, (whole.now or ZERO) / volume.now)
    exact = Pair(before * rate.scale, now * rate.scale)  # the one that is read is rounded
    return of_product((rate.parts[1], volume), (rate.name, exact), whole)


def splits_of(
    change: Change, whole: Pair, read: Mapping[str, Read], desk: MetricDesk, *, counted: bool
) -> tuple[MemberSplit, ...]:
    """Return the splits of the change over each dimension that was read whole."""
    shape, found = change.shape, []
    for name, one in read.items():
        if not name.startswith("by_") or one.result.truncated:
            continue
        dimension, first = name.removeprefix("by_"), _evened(pairs_of(one), change)
        below = pairs_of(one, 1) if shape.kind == "ratio" else first
        if shape.kind == "ratio" and _kinds_of_top(dimension, first, below, shape):
            found.extend(_by_kind(dimension, first, below, whole, shape))
            continue
        of = whole if shape.kind == "sum" else pair_of(read["total"], 2) if "total" in read else None
        if not _is_filled(below, of) or not reads(first, desk, dimension):
            continue
        if shape.kind == "ratio":
            if not by_definition(first, below) and not _is_of_new(dimension, below, read):
                found.append(of_ratio(dimension, first, below, whole, shape.scale))
            continue
        held = read.get(f"{HELD}{dimension}")
        active = pairs_of(one, 1) if shape.active else pairs_of(held) if held else {}
        rare = _rare(active, change) if shape.active else set()
        rare |= _seldom(first, read.get(f"{OFTEN}{dimension}"))
        if 2 * abs(sum((first[name].change for name in rare), ZERO)) > abs(whole.change):
            continue  # nobody can tell whether there was none or none was entered
        found.append(of_sum(dimension, first, whole, _dark(active, change, read), rare))
    catalog, metric = change.shape.catalog, change.metric
    events = not all(map(catalog.is_dense, catalog.sources(metric.name)))
    return outstanding(found, whole, events=events, counted=counted)


def _is_filled(members: Mapping[str, Pair], whole: Pair | None) -> bool:
    """Tell members that make up a figure, as nearly as before."""
    return len(members) > 1 and is_whole(members, whole) and _lacks_a_key(members) is None


def unfilled_of(
    change: Change, read: Mapping[str, Read], told: Collection[str]
) -> tuple[tuple[str, Pair], ...]:
    """Return the cuts left out because their rows without a member are more, or fewer, than before."""
    at = 1 if change.shape.kind == "ratio" else 0
    cuts = [(name.removeprefix("by_"), one) for name, one in read.items() if name.startswith("by_")]
    cuts = [one for one in cuts if one[0] not in told and not one[1].result.truncated]
    return tuple((name, share) for name, one in cuts if (share := _lacks_a_key(pairs_of(one, at))))


def _lacks_a_key(members: Mapping[str, Pair]) -> Pair | None:
    """Return the share of rows without a member in both times, where it moved: an effect and no cause.

    Orders that were cancelled have no technician because they were. A column that only some rows have ever
    filled in, and as many of them as before, is another thing.
    """
    whole, none = total_of([*members.values()]), members.get("")
    if none is None or not whole.before or not whole.now:
        return None
    share = Pair(100 * (none.before or ZERO) / whole.before, 100 * (none.now or ZERO) / whole.now)
    return share if abs(share.change) >= LACKING_MOVED else None


def _kinds_of_top(
    dimension: str, tops: Mapping[str, Pair], bottoms: Mapping[str, Pair], shape: Shape
) -> bool:
    """Tell a cut of a ratio that says of what kind its numerator is: why orders that were cancelled were.

    All that has a kind is counted above, and nearly all counted above has one, which the definition says.
    """
    catalog, over = shape.catalog, shape.metric.parts[:1]
    if not over or catalog.dimensions[dimension].measured_by != over[0]:
        return False
    named = {name: pair for name, pair in bottoms.items() if name}
    sides = [one for at in ("before", "now") for one in _of_side(tops, named, at)]
    return all(one.top == one.under for one in sides) and is_whole(tops, None)


def _by_kind(
    dimension: str, tops: Mapping[str, Pair], bottoms: Mapping[str, Pair], whole: Pair, shape: Shape
) -> list[MemberSplit]:
    """Return what each kind of a ratio's numerator makes of the ratio, which adds up to it.

    Nothing where the kind that made most of it moved by no more than chance moves such a number.
    """
    under = total_of([*bottoms.values()])
    kinds = {name: pair for name, pair in tops.items() if pair.before or pair.now}
    if not under.before or not under.now or len(kinds) < 2:
        return []
    times, way = under.now / under.before, 1 if whole.change > 0 else -1
    moved = {name: (pair.now or ZERO) - (pair.before or ZERO) * times for name, pair in kinds.items()}
    most = max(moved, key=lambda one: way * moved[one])
    if way * moved[most] < chance_of(kinds[most]):
        return []
    points = {
        name: Pair(*(rate_of(top, of, shape.scale) for top, of in _ends(pair, under)))
        for name, pair in kinds.items()
    }
    return [of_sum(dimension, points, whole, {})]


def _ends(one: Pair, other: Pair) -> tuple[tuple[Decimal | None, Decimal | None], ...]:
    return (one.before, other.before), (one.now, other.now)


def _is_of_new(dimension: str, below: Mapping[str, Pair], read: Mapping[str, Read]) -> bool:
    """Tell a cut of a rate that parts a new place: both of its sides depart, each its way."""
    new = {name for name, pair in below.items() if not pair.before and pair.now}
    openings = openings_of(read)
    return bool(new) and openings is not None and openings.level != dimension


def by_definition(tops: Mapping[str, Pair], bottoms: Mapping[str, Pair]) -> bool:
    """Tell a cut whose members a ratio's numerator makes: who answered, of calls answered or not.

    Each of them is all or none of it, or it lies where nothing is filled in, but for a slip: the instrument
    of samples that were rejected before they came to any.
    """
    sides = [_of_side(tops, bottoms, at) for at in ("before", "now")]
    ends = [(one.top, one.under) for side in sides for one in side]
    all_or_none = all(top in (ZERO, under) for top, under in ends)
    if all_or_none and len({top == under for top, under in ends}) == 2:
        return True
    return all(_is_unfilled(side) for side in sides)


class _Side(NamedTuple):
    """Numerator and denominator of a member in one of both times."""

    name: str
    top: Decimal
    under: Decimal


def _of_side(
    tops: Mapping[str, Pair], bottoms: Mapping[str, Pair], at: Literal["before", "now"]
) -> list[_Side]:
    none = Pair(None, None)
    found = ((name, getattr(tops.get(name, none), at), getattr(pair, at)) for name, pair in bottoms.items())
    return [_Side(name, top or ZERO, under) for name, top, under in found if under]


def _is_unfilled(side: Sequence[_Side]) -> bool:
    """Tell whether what is filled in has none of a ratio's numerator, or nothing else."""
    top, under = (sum(some, ZERO) for some in ((one.top for one in side), (one.under for one in side)))
    filled = [one for one in side if one.name]
    named_top, named = sum((one.top for one in filled), ZERO), sum((one.under for one in filled), ZERO)
    expected = min(top, under - top) * named / under if under else ZERO
    if named == under or expected < LEAST_EXPECTED:
        return False
    return named_top <= SLIPS * top or named - named_top <= SLIPS * (under - top)


def _dark(active: Mapping[str, Pair], change: Change, read: Mapping[str, Read]) -> dict[str, int]:
    """Return how many days lack data now that others have, of members that had data on every day before."""
    kept = change.now.days
    if "days" in read and not read["days"].result.truncated:
        series = series_of(read["days"])
        kept = sum(day in series for day in each_day(change.now))
    return {
        name: kept - int(pair.now)
        for name, pair in active.items()
        if pair.now and pair.before == change.before.days and pair.now < kept
    }


def _seldom(members: Mapping[str, Pair], often: Read | None) -> set[str]:
    """Return who has nothing in one of two times of a few days, and had nothing on most days before."""
    if often is None or often.result.truncated:
        return set()
    held = {str(row[0]): exact(row[-1]) or ZERO for row in often.result.rows if row[0] is not None}
    lacking = {name for name, pair in members.items() if not pair.before or not pair.now}
    return {name for name in lacking if 2 * held.get(name, ZERO) < FEW_DAYS}


def _rare(active: Mapping[str, Pair], change: Change) -> set[str]:
    """Return the members with data on less than half the days of both periods: paid by card now and then."""
    return {
        name
        for name, pair in active.items()
        if 2 * (pair.before or ZERO) < change.before.days and 2 * (pair.now or ZERO) < change.now.days
    }
