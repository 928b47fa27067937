"""A change split so that its parts add up to it exactly: members, factors, numerator and denominator.

Figures are Decimals as the database gave them. A last part is what is left, never a second computation.
"""

import math
import statistics
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Literal

from analysis.daily import MAD

ZERO = Decimal(0)
MOST_LINES = 3
_LEAST_SHARE = Decimal("0.005")  # of the whole: a smaller member says nothing of it
_LEAST_OF_CHANGE = Decimal("0.05")
_LEAST_OF_WHOLE = Decimal("0.005")
_FEW = 12  # members; of fewer the spread says little
_APART_FEW = Decimal("0.05")  # of itself, against all
_LEAST_CLOSURE = Decimal("0.02")  # of the change: what opened or closed is told sooner
_LEAST_CLOSURE_OF_WHOLE = Decimal("0.002")
_OWN_MOVE = Decimal("0.25")  # of what a member departs by
_NAMED = Decimal("0.8")  # of the figure, by members that have a name
_CHANCE = 3  # standard deviations: a why looks at many members
_CHANCE_ALONE = 2  # of one figure that is told anyway: chance moves it by more in one of twenty times
_DARK = 3  # days without data: a closure, whatever is usual
_FALSE_ALARMS = 0.01  # of a question in which nothing stands out, were departures normal
_TAIL = 1.25  # they are not: sales have heavier tails


@dataclass(frozen=True)
class Pair:
    """A figure before and now; None where there is nothing."""

    before: Decimal | None
    now: Decimal | None

    @property
    def change(self) -> Decimal:
        """Return by how much it changed, nothing counting as nought."""
        return (self.now or ZERO) - (self.before or ZERO)


def is_whole(members: Mapping[str, Pair], whole: Pair | None) -> bool:
    """Tell whether named members make up a figure on both sides: few people have a reason for leaving."""
    named = total_of([pair for name, pair in members.items() if name])
    every = whole or total_of([*members.values()])
    ends = ((named.before, every.before), (named.now, every.now))
    return all(abs(part or ZERO) >= _NAMED * abs(of or ZERO) for part, of in ends)


@dataclass(frozen=True)
class Share:
    """A member's part of a change: its own figures, and how far it departs from moving as all did."""

    name: str
    pair: Pair
    part: Decimal
    apart: Decimal
    state: Literal["", "new", "gone", "dark"] = ""  # dark: days without data
    dark: int = 0
    weights: Pair | None = None  # of a ratio's member: its share of the denominator
    mixed: Decimal = ZERO  # how much of its part other weights make


@dataclass(frozen=True)
class MemberSplit:
    """A change over the members of one dimension: those that stand out, and the rest as one.

    The parts of `lines` and `rest` add up to the change. `mix` is how much of a ratio's change is due to
    other weights of the members, where it is a ratio's.
    """

    dimension: str
    lines: tuple[Share, ...]
    rest: Decimal
    rest_count: int
    stands_out: bool
    surprise: float
    mix: Decimal | None = None
    every: tuple[Share, ...] = ()  # all that are large enough, the most apart first
    scores: Mapping[str, float] = field(default_factory=dict, hash=False)

    @property
    def count(self) -> int:
        """Return how many members there are, the small ones too."""
        return len(self.lines) + self.rest_count

    @property
    def lacks_days(self) -> bool:
        """Tell whether who stands out has no data of some days."""
        return any(one.dark >= _DARK for one in self.lines)


def of_sum(
    dimension: str,
    members: Mapping[str, Pair],
    whole: Pair,
    dark: Mapping[str, int],
    rare: Collection[str] = (),
) -> MemberSplit:
    """Split the change of a sum over its members.

    `apart` is a member's change beyond its proportional one, before * change / whole before. `dark` counts
    the days without data now of those that had data on every day before. Those that are `rare`, with data now
    and then in both periods, are only of the rest: that there were none says nothing.
    """
    before = whole.before or ZERO
    rate = whole.change / before if before else ZERO
    shares = [
        Share(
            name=name,
            pair=pair,
            part=pair.change,
            apart=pair.change - (pair.before or ZERO) * rate,
            state=_state(pair, dark.get(name)),
            dark=dark.get(name, 0),
        )
        for name, pair in members.items()
    ]
    sizes = {name: (pair.before or ZERO) + (pair.now or ZERO) for name, pair in members.items()}
    return _ranked(dimension, shares, sizes, whole, rare)


def of_ratio(
    dimension: str, tops: Mapping[str, Pair], bottoms: Mapping[str, Pair], whole: Pair, scale: int
) -> MemberSplit:
    """Split the change of a ratio over members into their own rates and their weights (mix).

    With weights w and rates r: sum of dr * mean(w) is the rates' part, sum of dw * (mean(r) - mean(R)) the
    mix's; they add up to the change of R. A member absent on one side keeps its rate of the other.
    """
    bottom = total_of([*bottoms.values()])
    middle = ((whole.before or ZERO) + (whole.now or ZERO)) / 2
    shares, sizes, mix = [], {}, ZERO
    for name in bottoms:
        n, d = tops.get(name, Pair(None, None)), bottoms[name]
        own = Pair(rate_of(n.before, d.before, scale), rate_of(n.now, d.now, scale))
        first, last = (own.before if own.before is not None else own.now), own.now
        last = first if last is None else last
        if first is None or last is None:
            continue
        weights = [
            (one or ZERO) / all_of if all_of else ZERO
            for one, all_of in ((d.before, bottom.before or ZERO), (d.now, bottom.now or ZERO))
        ]
        weight = sum(weights, ZERO) / 2
        moved = (weights[1] - weights[0]) * ((first + last) / 2 - middle)
        part = (last - first) * weight + moved
        mix += moved
        sizes[name] = weight
        apart = part - weight * whole.change
        state = _state(d, None)
        shares.append(Share(name, own, part, apart, state, weights=Pair(*weights), mixed=moved))
    found = _ranked(dimension, shares, sizes, whole)
    return replace(found, mix=mix)


def _ranked(
    dimension: str,
    shares: Sequence[Share],
    sizes: Mapping[str, Decimal],
    whole: Pair,
    rare: Collection[str] = (),
) -> MemberSplit:
    """Put those first that depart most from moving as all did."""
    size = sum(sizes.values(), ZERO)
    big = [one for one in shares if size and sizes[one.name] >= _LEAST_SHARE * size and one.name not in rare]
    scores = {one.name: float(one.apart) / math.sqrt(float(sizes[one.name])) for one in big}
    ranked = sorted(big, key=lambda one: -abs(one.apart))
    return _lined(MemberSplit(dimension, tuple(ranked), ZERO, len(shares), False, 0.0, scores=scores), whole)


def _lined(split: MemberSplit, whole: Pair) -> MemberSplit:
    """Keep the first lines, and let the rest be what is left of the change."""
    lines = split.lines[:MOST_LINES]
    rest = whole.change - sum((one.part for one in lines), ZERO)
    return replace(split, lines=lines, every=split.lines, rest=rest, rest_count=split.rest_count - len(lines))


def widened(split: MemberSplit, whole: Pair, most: int) -> MemberSplit:
    """Return a split with its largest other parts beside its lines: none of these hides in the rest."""
    named = {one.name for one in split.lines}
    others = sorted((one for one in split.every if one.name not in named), key=lambda one: -abs(one.part))
    more = [*split.lines, *(one for one in others if one.name)][: max(most, len(split.lines))]
    rest = whole.change - sum((one.part for one in more), ZERO)
    count = split.rest_count + len(split.lines) - len(more)
    return replace(split, lines=tuple(more), rest=rest, rest_count=count)


def outstanding(
    splits: Sequence[MemberSplit], whole: Pair, *, events: bool = False, counted: bool = False
) -> tuple[MemberSplit, ...]:
    """Return the splits with those members first that stand out, where any do.

    Of single `events` there may just have been none: a member without any neither opened nor closed. What is
    `counted` moves by chance, by the root of what was counted.

    A member's score is its departure by the root of its size, which for independent sales has one spread
    whatever is split by. That spread (1.4826 MAD) is taken over the dimension's own members; where these are
    few, over those of the other dimensions. The bound rises with the number of members looked at.
    """
    own = {one.dimension: _spread([*one.scores.values()]) for one in splits if len(one.scores) >= _FEW}
    pooled = statistics.median(own.values()) if own else 0.0
    looks = sum(len(one.scores) for one in splits)
    bound = _TAIL * statistics.NormalDist().inv_cdf(1 - _FALSE_ALARMS / (2 * max(looks, 1)))
    return tuple(
        _with_outstanding(one, whole, _Bound(bound * own.get(one.dimension, pooled), events, counted))
        for one in splits
    )


@dataclass(frozen=True)
class _Bound:
    """What a member's score must pass, 0 where nothing tells it; and what is special of the figure."""

    score: float
    events: bool = False
    counted: bool = False


def _spread(scores: Sequence[float]) -> float:
    middle = statistics.median(scores)
    return MAD * statistics.median(abs(score - middle) for score in scores)


def _with_outstanding(split: MemberSplit, whole: Pair, bound: _Bound) -> MemberSplit:
    out = [one for one in split.every if _stands_out(one, split.scores, whole, bound)]
    if not out:
        return split
    surprise = max(abs(split.scores[one.name]) for one in out)
    count = split.rest_count + len(split.lines)
    found = replace(split, lines=tuple(out), rest_count=count, stands_out=True, surprise=surprise)
    return replace(_lined(found, whole), every=split.every)


def _stands_out(one: Share, scores: Mapping[str, float], whole: Pair, bound: _Bound) -> bool:
    """Tell whether a member's departure is large beside the change, the whole, and that of the others."""
    change, level = whole.change, abs(whole.before or ZERO)
    if (one.state in ("new", "gone") and not bound.events) or one.dark >= _DARK:
        return abs(one.apart) >= max(_LEAST_CLOSURE * abs(change), _LEAST_CLOSURE_OF_WHOLE * level)
    least = max(_LEAST_OF_CHANGE * abs(change), _LEAST_OF_WHOLE * level)
    if not one.name or abs(one.apart) < least or abs(one.part) < _OWN_MOVE * abs(one.apart):
        return False  # what hardly moved itself stayed behind the others: they are what is to be told
    if bound.counted and abs(one.apart) < chance_of(_as_all(one.pair, whole)):
        return False
    if not bound.score:  # nothing tells how much is usual: it must move by itself, and well apart
        return abs(one.apart) >= _APART_FEW * abs(one.pair.before or one.pair.now or ZERO)
    middle = statistics.median(scores.values()) if len(scores) >= _FEW else 0.0
    return abs(scores[one.name] - middle) > bound.score


def chance_of(pair: Pair) -> Decimal:
    """Return by how much a count moves by chance: three times the root of what was counted."""
    return _CHANCE * ((pair.before or ZERO) + (pair.now or ZERO)).sqrt()


def _as_all(pair: Pair, whole: Pair) -> Pair:
    """Return a count beside what it would be had it risen as all did: so much more chance moves that by."""
    times = max((whole.now or ZERO) / whole.before, Decimal(1)) if whole.before else Decimal(1)
    return Pair((pair.before or ZERO) * times**2, pair.now)


def chance_alone(pair: Pair) -> Decimal:
    """Return by how much a count that is looked at alone moves by chance in nineteen of twenty times."""
    return chance_of(pair) * _CHANCE_ALONE / _CHANCE


def _state(pair: Pair, dark: int | None) -> Literal["", "new", "gone", "dark"]:
    if not pair.before and pair.now:
        return "new"
    if pair.before and not pair.now:
        return "gone"
    return "dark" if dark else ""


def total_of(pairs: Sequence[Pair]) -> Pair:
    """Return the sums of both sides."""
    return Pair(sum((p.before or ZERO for p in pairs), ZERO), sum((p.now or ZERO for p in pairs), ZERO))


def rate_of(top: Decimal | None, bottom: Decimal | None, scale: int) -> Decimal | None:
    """Return a ratio of two sums, or None where there is nothing to divide by."""
    return (top or ZERO) * scale / bottom if bottom else None


@dataclass(frozen=True)
class Factor:
    """One factor's part of a change."""

    metric: str
    pair: Pair
    part: Decimal


def of_product(volume: tuple[str, Pair], rate: tuple[str, Pair], whole: Pair) -> tuple[Factor, Factor]:
    """Split the change of volume * rate: each factor's change by the mean of the other (Shapley's value)."""
    (v_name, v), (r_name, r) = volume, rate
    v0, v1 = v.before or ZERO, v.now or ZERO
    w0, w1 = whole.before or ZERO, whole.now or ZERO
    part = (v1 - v0) * ((w0 / v0 if v0 else ZERO) + (w1 / v1 if v1 else ZERO)) / 2
    return Factor(v_name, v, part), Factor(r_name, r, whole.change - part)


def of_quotient(
    top: tuple[str, Pair], bottom: tuple[str, Pair], whole: Pair, scale: int
) -> tuple[Factor, Factor]:
    """Split the change of top / bottom: the top's change by the mean of 1 / bottom, and what is left."""
    (t_name, t), (b_name, b) = top, bottom
    b0, b1 = b.before or ZERO, b.now or ZERO
    inverse = sum((1 / one for one in (b0, b1) if one), ZERO) / 2
    part = t.change * inverse * scale
    return Factor(t_name, t, part), Factor(b_name, b, whole.change - part)


def of_addends(parts: Sequence[tuple[str, Pair]], whole: Pair) -> tuple[Factor, ...]:
    """Split the change of a sum of figures: each by its own change, the last by what is left."""
    *first, (name, pair) = parts
    told = tuple(Factor(*one, one[1].change) for one in first)
    return (*told, Factor(name, pair, whole.change - sum((one.part for one in told), ZERO)))


def of_difference(left: tuple[str, Pair], right: tuple[str, Pair], whole: Pair) -> tuple[Factor, Factor]:
    """Split the change of left - right."""
    return Factor(*left, left[1].change), Factor(*right, whole.change - left[1].change)
