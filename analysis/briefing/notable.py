"""What a manager must know of a time: who moved as nobody else did, what makes most of it, who lacks days."""

import statistics
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from analysis.asked import AnalysisAsked
from analysis.daily import MAD
from analysis.names import member_in, reads
from analysis.openings import Openings, without
from analysis.outcome import Look, Name, Read, Said, exact
from analysis.why.looks import of_member
from analysis.why.shape import shape_of
from analysis.why.split import (
    ZERO,
    MemberSplit,
    Pair,
    Share,
    chance_of,
    of_ratio,
    of_sum,
    outstanding,
    rate_of,
    total_of,
)
from query.metric_query import Filter, MetricQuery, Window
from understanding.metric.desk import MetricDesk

MOST = 3
MOST_OF_ONE = 2  # members of one figure, each of another dimension
_LEAST = Decimal("0.08")  # of itself
_LEAST_POINTS = Decimal(1)
_LEAST_MEMBER = Decimal("0.1")  # of what a member has on average: a smaller one says little
_FEW = 5  # members: of fewer there is no spread
_FEW_SPREAD = 0.05  # of itself, where there is none
_CLEAR = 3.5  # spreads that a member lies from how the others moved
_LEAST_SPREAD = 0.02  # of itself: members that all but move as one are no measure
_MUCH = Decimal("0.25")  # of the change of all
_TURNED = Decimal("0.3")  # of the whole that other members have than before: then they come and go
_OWN = Decimal("0.75")  # of a growth, without what is new


@dataclass(frozen=True)
class Notable:
    """A member whose figure moved unlike that of the others: how many spreads from them, and both ends."""

    metric: str
    dimension: str
    member: str
    pair: Pair
    unlike: float

    def kept(self, desk: MetricDesk) -> Filter:
        """Return the filter that keeps to it."""
        return of_member(self.dimension, self.member, desk)


def notable_of(
    moved: Sequence[tuple[str, str]],
    read: Mapping[str, Read],
    base: int,
    without: Collection[str],
    desk: MetricDesk,
) -> list[Notable]:
    """Return whose figures moved most unlike those of the others, beside `base`; a figure's own two at most.

    What one moved by is told of it once: sales and units of a product are one story.
    """
    every = [
        one
        for metric, cut in moved
        if not _repeats_first(metric, moved[0][0], desk)
        for one in _standing_out(metric, cut, read, base, desk)
        if one.member not in without and reads([one.member], desk, one.dimension)
    ]
    every = [_as_leading(one, moved[0][0], every, desk) for one in every]
    every.sort(key=lambda one: (-one.unlike, one.metric != moved[0][0]))
    kept: list[Notable] = []
    for one in every:
        own = [it for it in kept if it.metric == one.metric]
        alike = any(it.dimension == one.dimension for it in own)
        again = any(it.member == one.member and _moves_with(it.metric, one.metric, desk) for it in kept)
        if len(own) < MOST_OF_ONE and not alike and not again and len(kept) < MOST:
            kept.append(one)
    return kept


def _as_leading(one: Notable, first: str, every: Sequence[Notable], desk: MetricDesk) -> Notable:
    """Return a member's move of the first figure as the clearest of its moves: it stands for the others."""
    if one.metric != first:
        return one
    own = [it.unlike for it in every if it.member == one.member and _moves_with(it.metric, first, desk)]
    return replace(one, unlike=max(own, default=one.unlike))


def _repeats_first(metric: str, first: str, desk: MetricDesk) -> bool:
    """Tell units beside the sales that lead."""
    tables = [{it.table for it in desk.catalog.sources(name)} for name in (metric, first)]
    return metric != first and tables[0] == tables[1] and _is_volume(metric, desk)


def _moves_with(one: str, other: str, desk: MetricDesk) -> bool:
    """Tell figures that move together: of one table, or how much there is of two: sales, stops."""
    tables = [{it.table for it in desk.catalog.sources(name)} for name in (one, other)]
    return bool(tables[0] & tables[1]) or all(_is_volume(name, desk) for name in (one, other))


def _is_volume(metric: str, desk: MetricDesk) -> bool:
    """Tell how much there is of something from a share of it, and from what is counted one by one."""
    return shape_of(metric, desk).kind == "sum" and not desk.catalog.metrics[metric].counts_rows


def _standing_out(
    metric: str, cut: str, read: Mapping[str, Read], base: int, desk: MetricDesk
) -> Iterator[Notable]:
    """Yield the members of a figure that moved unlike the others, with how far they lie from them."""
    found = read.get(f"moves.{metric}.{cut}")
    if found is None or found.result.truncated:
        return
    known = desk.catalog.metrics[metric]
    split, whole = _split(metric, cut, found, base, desk)
    if split is None or _turns_over(split):
        return
    counted = known.is_count and shape_of(metric, desk).kind == "sum"
    events = not all(map(desk.catalog.is_dense, desk.catalog.sources(metric)))
    (out,) = outstanding([split], whole, events=events, counted=counted)
    large = [one for one in split.every if one.name and _is_large(one, split)]
    for one in (out.lines if out.stands_out else ()) or (_leaping(large, whole) if counted else ()):
        unlike = _unlike(one, large, counted=counted)
        by_chance = counted and abs(one.pair.change) <= chance_of(one.pair)
        if one in large and unlike >= _CLEAR and not by_chance and _is_much(one, known.unit("en") == "%"):
            yield Notable(metric, cut, one.name, one.pair, unlike)


def _leaping(large: Sequence[Share], whole: Pair) -> Sequence[Share]:
    """Return who leaps, which lifts what all are measured by: beside the rest alone it shows."""
    return [one for one in large if _makes_much(one, whole) and _beside_rest(one, large) > 1]


def _split(
    metric: str, cut: str, found: Read, base: int, desk: MetricDesk
) -> tuple[MemberSplit | None, Pair]:
    """Return a figure's change by member, beside `base`; None where there is nothing to compare."""
    shape, at = shape_of(metric, desk), len(found.look.query.windows)
    tops, bottoms = dict[str, Pair](), dict[str, Pair]()
    none = ZERO if desk.catalog.metrics[metric].counts_rows else None  # who has no row has no complaint
    for row in found.result.rows:
        cells = [none if cell is None else exact(cell) for cell in row[1:]]
        name = member_in(row[0])
        tops[name] = Pair(cells[base], cells[0])
        if shape.kind == "ratio":
            bottoms[name] = Pair(cells[at + base], cells[at])
    return split_of(cut, tops, bottoms, shape.scale, is_ratio=shape.kind == "ratio")


def split_of(
    cut: str, tops: Mapping[str, Pair], bottoms: Mapping[str, Pair], scale: int, *, is_ratio: bool
) -> tuple[MemberSplit | None, Pair]:
    whole = total_of([*tops.values()])
    if is_ratio:
        under = total_of([*bottoms.values()])
        whole = Pair(rate_of(whole.before, under.before, scale), rate_of(whole.now, under.now, scale))
    if not whole.before or whole.now is None or len(tops) < 2:
        return None, whole
    split = of_ratio(cut, tops, bottoms, whole, scale) if is_ratio else of_sum(cut, tops, whole, {})
    return split, whole


def _turns_over(split: MemberSplit) -> bool:
    """Tell members that change places each time, the films of a month: that one of them leapt is no news.

    The one that moved most is left out, for a leap alone moves the share of all others.
    """
    every = sorted((one.weights or one.pair for one in split.every), key=lambda it: -abs(it.change))
    whole = total_of(every[1:])
    if not whole.before or not whole.now:
        return False
    moved = (abs((it.now or ZERO) / whole.now - (it.before or ZERO) / whole.before) for it in every[1:])
    return sum(moved, ZERO) / 2 >= _TURNED


def _is_large(one: Share, split: MemberSplit) -> bool:
    """Tell a member with a figure on both sides that is no small one of its kind."""
    if one.pair.before is None or one.pair.now is None or not one.pair.before:
        return False
    sizes = [it.weights or it.pair for it in split.every]
    own = one.weights or one.pair
    return _size(own) >= _LEAST_MEMBER * sum(map(_size, sizes), ZERO) / max(1, len(sizes))


def _size(pair: Pair) -> Decimal:
    return max(abs(pair.before or ZERO), abs(pair.now or ZERO))


def _unlike(one: Share, every: Sequence[Share], *, counted: bool) -> float:
    """Return how many spreads a move lies from those of the others; of a count, those of chance too."""
    moves = {it.name: float((it.pair.now or ZERO) / (it.pair.before or 1)) - 1 for it in every}
    if one.name not in moves:
        return 0.0
    middle = statistics.median(moves.values())
    spread = MAD * statistics.median(abs(it - middle) for it in moves.values())
    spread = max(spread, _LEAST_SPREAD) if len(moves) >= _FEW else _FEW_SPREAD
    unlike = abs(moves[one.name] - middle) / spread
    return min(unlike, 3 * _beside_rest(one, every)) if counted and chance_of(one.pair) else unlike


def _makes_much(one: Share, whole: Pair) -> bool:
    """Tell a member that makes a good part of a change."""
    return abs(one.part) >= _MUCH * abs(whole.change)


def _beside_rest(one: Share, every: Sequence[Share]) -> float:
    """Return how far a count lies from where the growth of all others puts it, in what chance may do."""
    rest = total_of([it.pair for it in every if it is not one])
    usual = (one.pair.before or ZERO) * ((rest.now or ZERO) / rest.before if rest.before else 1)
    return float(abs((one.pair.now or ZERO) - usual) / (chance_of(one.pair) or 1))


def _is_much(one: Share, percent: bool) -> bool:
    change = abs(one.pair.change)
    return change >= _LEAST_POINTS if percent else change >= _LEAST * abs(one.pair.before or ZERO)


def is_of(cut: str, others: Collection[str], metric: str, desk: MetricDesk) -> bool:
    """Tell what follows from one of some dimensions, or the other way: a city, a grade or a side of a place.

    A kind of the figure's own rows follows from none.
    """
    catalog = desk.catalog
    own = {catalog.full(one.table) for one in catalog.sources(metric)}
    table = catalog.full(catalog.dimensions[cut].table)
    beside = [catalog.full(catalog.dimensions[one].table) for one in others]
    is_own = any(catalog.is_own(catalog.dimensions[cut], [one]) for one in own)
    return not is_own and any(
        catalog.path(*each) is not None
        for one in beside
        if one not in own
        for each in ((table, one), (one, table))
    )


def alike_looks(
    found: Sequence[Notable],
    new: Openings,
    windows: tuple[Window, Window],
    asked: AnalysisAsked,
    desk: MetricDesk,
) -> list[Look]:
    """Return the looks at each member without what is new within it, before and now."""
    looks, left = [], without(new, desk)
    for place, one in enumerate(found):
        if desk.catalog.cuts(one.metric, new.level):
            filters = (*asked.filters, one.kept(desk), *left)
            label = Said(
                "briefing.label.moves", {"metric": Name(one.metric), "by": Name(new.level, dimension=True)}
            )
            looks.append(
                Look(f"alike.{place}", MetricQuery((one.metric,), windows=windows, filters=filters), label)
            )
    return looks


def without_the_new(found: Sequence[Notable], read: Mapping[str, Read]) -> list[Notable]:
    """Return those whose move is their own for the most part: a brand's new shop makes no brand grow."""
    return [one for place, one in enumerate(found) if _is_own(one, read.get(f"alike.{place}"))]


def _is_own(one: Notable, alike: Read | None) -> bool:
    if alike is None:
        return True
    row = alike.result.rows[0] if alike.result.rows else (None, None)
    before, now = (exact(cell) for cell in row[:2])
    if not before or now is None or not one.pair.before:
        return False
    rate = one.pair.change / one.pair.before
    return (now / before - 1) / rate >= _OWN if rate else True
