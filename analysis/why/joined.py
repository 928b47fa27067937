"""Two cuts that make most of a change taken together: one kind of rows at one place."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING

from analysis.outcome import Look, Read, Said, exact
from analysis.why.looks import of_member, pair_of, year_window
from analysis.why.split import ZERO, MemberSplit, Pair, Share
from query.metric_query import MetricQuery, Window
from understanding.metric.desk import MetricDesk

if TYPE_CHECKING:
    from analysis.why.findings import Findings

HALF = Decimal("0.5")  # of the change
OF_KIND = Decimal("0.4")  # of what a kind makes, beyond moving as all did: one is often large anyway
OF_EACH = Decimal("0.6")  # of what the cut that makes more does: less is not one thing in two views
MOST_KINDS = 24
AS_MUCH = Decimal("0.8")  # of what a place of any cut makes: a finer one that makes less is a part of it

Member = tuple[str, str]  # dimension and name


@dataclass(frozen=True)
class Joined:
    """A place and a kind that make most of a change together, with the same time a year before."""

    place: Member
    kind: Member
    pair: Pair
    year: Decimal | None = None
    year_window: Window | None = None


def both_of(found: "Findings") -> tuple[tuple[MemberSplit, Share], tuple[MemberSplit, Share]] | None:
    """Return the place and the kind that each make half of the change; None where one cut alone does."""
    if found.is_flat or found.change.shape.kind != "sum":
        return None
    places = [one for one in found.splits if one.dimension in found.levels] or _things(found)
    kinds = [one for one in found.splits if found.is_of_rows(one) and len(one.every) <= MOST_KINDS]
    place = _finest(places, found)
    kinds.sort(key=lambda one: -max((abs(it.apart) for it in one.every), default=ZERO))
    whole = found.whole.change
    kind = _half(kinds, whole, lambda one: _is_much_of(one, whole))
    return (place, kind) if place and kind else None


def _finest(places: Sequence[MemberSplit], found: "Findings") -> tuple[MemberSplit, Share] | None:
    """Return who makes half of the change in the finest cut in which as much of it is in one place.

    Of two crews of one branch the first made 59 % and the branch 95 %: the branch is where it was.
    """
    whole = found.whole.change
    led = [one for split in places if (one := _half([split], whole, found.makes_half)) is not None]
    most = max((abs(one.part) for _, one in led), default=ZERO)
    much = [(split, one) for split, one in led if abs(one.part) >= AS_MUCH * most]
    return max(much, key=lambda one: len(one[0].scores), default=None)


def _things(found: "Findings") -> list[MemberSplit]:
    """Return the cuts by things with a key, products or depots, where no places are defined as levels."""
    dimensions = found.change.shape.catalog.dimensions
    return [one for one in found.splits if dimensions[one.dimension].key and not found.is_of_rows(one)]


def _half(
    splits: Sequence[MemberSplit], whole: Decimal, is_much: Callable[[Share], bool]
) -> tuple[MemberSplit, Share] | None:
    """Return who departs most the way of the change, of the first cut in which that makes much of it."""
    for split in splits:
        same = (one for one in split.every if one.apart * whole > 0)
        lead = max(same, key=lambda one: abs(one.apart), default=None)
        if lead is not None and is_much(lead):
            return split, lead
    return None


def _is_much_of(one: Share, whole: Decimal) -> bool:
    """Tell a kind that makes half of the change; how clear that is, the place with it tells."""
    same = one.part * whole > 0 and one.apart * whole > 0
    return bool(one.name) and same and abs(one.part) >= HALF * abs(whole) and _is_beyond(one)


def _is_beyond(one: Share) -> bool:
    return abs(one.apart) >= OF_KIND * abs(one.part)


def joined_looks(found: "Findings", desk: MetricDesk) -> list[Look]:
    """Return the looks at both cuts together: in both periods and a year before, and day by day."""
    both = both_of(found)
    if both is None:
        return []
    change = found.change
    members = (of_member(split.dimension, line.name, desk) for split, line in both)
    filters = (*change.asked.filters, *members)
    windows = [change.before, change.now]
    if (year := year_window(change, desk)) is not None:
        windows.append(year)
    label = Said("why.label.joined", {"place": both[0][1].name, "kind": both[1][1].name})
    query = MetricQuery((change.metric.name,), windows=tuple(windows), filters=filters)
    return [Look("joined", query, label)]


def joined_of(found: "Findings", read: Mapping[str, Read]) -> Joined | None:
    """Return both cuts together, where they make most of the change and most of what each of them makes."""
    both, one = both_of(found), read.get("joined")
    if both is None or one is None:
        return None
    (place, first), (kind, last) = both
    pair, whole = found.change.even(pair_of(one)), found.whole.change
    most = max(abs(first.part), abs(last.part))
    if pair.change / whole < HALF or abs(pair.change) < OF_EACH * most:
        return None
    windows = one.look.query.windows
    told = Joined((place.dimension, first.name), (kind.dimension, last.name), pair)
    if len(windows) > 2 and one.result.rows:
        told = replace(told, year=exact(one.result.rows[0][2]), year_window=windows[2])
    return told
