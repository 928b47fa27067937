"""What opened or closed inside within the last year, and how a figure moved since then without it."""

import datetime as dt
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from analysis.asked import Direction
from analysis.like_for_like import compares_sums, since_when
from analysis.openings import INSIDE, Opening, Openings, openings_of, without
from analysis.outcome import Amount, Look, Name, Percent, Read, Said, exact
from analysis.series import data_span
from analysis.whom import members_of
from analysis.why.reading import windows_of
from analysis.why.split import ZERO, Pair
from language.calendar import days
from query.metric_query import Compared, MetricQuery, Window
from understanding.metric.desk import MetricDesk

_YEAR, _FEWEST_DAYS = 365, 28
_APART = Decimal("0.5")  # points: from which growth without them is another growth


@dataclass(frozen=True)
class Since:
    """What opened or closed, the change since then beside the year before, and how it is told."""

    query: MetricQuery
    pair: Pair
    told: Said


def since_then(
    query: MetricQuery, way: Direction, desk: MetricDesk
) -> Generator[Sequence[Look], Mapping[str, Read], Since | None]:
    """Yield who came and went within a year; return how the figure moved since the last of them did.

    Who closed tells a fall, who opened a rise. None where it is no other growth without them.
    """
    span = data_span(query.metrics[0], desk)
    end = min(desk.today, span[1]) if span else desk.today
    whole = replace(query, windows=(Window(end - days(_YEAR), end, "range"),), compared=Compared("last_year"))
    if not compares_sums(whole, desk):
        return None
    some = _within((yield since_when(whole, desk)), way, end)
    known = [one for one in _days(some) if (end - one).days >= _FEWEST_DAYS] if some else []
    if some is None or not known:
        return None
    since = replace(whole, windows=(Window(max(known), end, "range"),))
    now, then = windows_of(since, desk)
    both, label = replace(since, windows=(then, now), compared=None), Said("why.label.total")
    own = tuple(replace(one, negated=False) for one in without(some, desk))
    theirs = replace(both, filters=(*both.filters, *own))
    read = yield [Look("since", both, label), Look("since.own", theirs, label)]
    rates = _rates(_pair(read.get("since")), _pair(read.get("since.own")))
    if rates is None or (way and (rates[1] > rates[0]) != (way == "down")):
        return None
    name, pair = query.metrics[0], _pair(read.get("since"))
    params = {
        "who": some.told(desk.language), "names": some.left_out, "when": now,
        "only": members_of(query.filters, desk), "metric": Name(name),
        "now": Amount(pair.now or ZERO, name), "year": replace(then, text=""),
        **{key: Percent(rate, signed=True) for key, rate in zip(("rate", "rest"), rates, strict=True)},
    }  # fmt: skip
    return Since(since, pair, Said("why.sought_since", params))


def _rates(pair: Pair, own: Pair) -> tuple[Decimal, Decimal] | None:
    """Return how a figure moved in percent, and how without some; None where that is the same."""
    rest = Pair((pair.before or ZERO) - (own.before or ZERO), (pair.now or ZERO) - (own.now or ZERO))
    if not pair.before or not rest.before:
        return None
    every, others = (100 * one.change / abs(one.before or ZERO) for one in (pair, rest))
    return (every, others) if abs(others - every) >= _APART else None


def _pair(read: Read | None) -> Pair:
    rows = read.result.rows if read is not None else ()
    return Pair(exact(rows[0][0]), exact(rows[0][1])) if rows else Pair(None, None)


def _within(read: Mapping[str, Read], way: Direction, end: dt.date) -> Openings | None:
    """Return who began or closed within a year, of the level asked about, or inside one of it."""
    level, inside = openings_of(read), openings_of(read, INSIDE)
    if level is None:
        return None
    names = {one.name for one in level.every}
    own = [one for one in (inside.every if inside else ()) if one.parents.get(level.level) in names]
    for found in (level, replace(inside, every=tuple(own)) if inside else None):
        some = found and _of_the_year(found, way, end)
        if some:
            return some
    return None


def _of_the_year(found: Openings, way: Direction, end: dt.date) -> Openings | None:
    def lately(day: dt.date | None) -> bool:
        return day is not None and end - days(_YEAR) <= day < end

    new = tuple(one for one in found.every if way != "down" and lately(one.day))
    gone = tuple(one for one in found.every if way != "up" and lately(one.ended))
    return replace(found, every=new, closed=gone) if new or gone else None


def _days(some: Openings) -> list[dt.date]:
    """Return the first day of each that began, and the first day without each that closed."""
    gone = [_after(one) for one in some.closed]
    return [*(one.day for one in some.every), *gone]


def _after(one: Opening) -> dt.date:
    assert one.ended is not None
    return one.ended + days(1)
