"""A rate's change by the cut that tells it best: whose own rate moved, and whose weight."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from analysis.why.split import ZERO, MemberSplit, Pair, Share

_MOST_MEMBERS = 12
_LEAST = Decimal("0.5")  # of the change, told by a cut: less is all alike
_LARGE = Decimal("0.2")  # of the change: a smaller part is one of the rest
_MOST_NAMED = 2


@dataclass(frozen=True)
class Rates:
    """A cut of a rate: the members whose own rate, and those whose weight, made most of the change."""

    split: MemberSplit
    own: tuple[Share, ...]
    weights: tuple[Share, ...]
    mix: Decimal

    @property
    def rest(self) -> tuple[int, Decimal]:
        """Return how many others there are, and what their own rates made."""
        others = [one for one in self.split.every if one not in self.own]
        return len(others), sum((own_of(one) for one in others), ZERO)


def own_of(one: Share) -> Decimal:
    """Return what a member's own rate made of a change, without what its weight did."""
    return one.part - one.mixed


def rates_of(splits: Sequence[MemberSplit], whole: Pair) -> Rates | None:
    """Return the cut that tells a rate's change best, or None where all moved alike in each.

    A cut of which all rates moved alike tells nothing of them; weights that went against the change tell less
    than nothing: the channels all became dearer, though the cheap one grew; of the halls one did.
    """
    fit = [one for one in splits if one.mix is not None and len(one.every) > 1 and one.count <= _MOST_MEMBERS]
    scored = [(_tells(one, whole.change), one) for one in fit]
    best, split = max(scored, key=lambda one: one[0], default=(ZERO, None))
    if split is None or split.mix is None or best < _LEAST:
        return None
    large = [one for one in split.every if own_of(one) / whole.change >= _LARGE]
    own = sorted(large, key=lambda one: -abs(own_of(one)))[:_MOST_NAMED]
    mix = split.mix if abs(split.mix) >= _LARGE / 2 * abs(whole.change) else ZERO
    moved = [one for one in split.every if one.weights and one.mixed * mix > 0]
    weights = sorted(moved, key=lambda one: -abs(one.mixed))[:_MOST_NAMED]
    return Rates(split, tuple(own), tuple(weights), mix) if own or mix else None


def _tells(split: MemberSplit, change: Decimal) -> Decimal:
    """Return how far the two that depart most from all rates' move, and the weights, make the change."""
    every = sum((own_of(one) for one in split.every), ZERO)
    apart = sorted((abs(own_of(one) - _weight(one) * every) for one in split.every), reverse=True)
    return (sum(apart[:_MOST_NAMED], ZERO) + (split.mix or ZERO) * (1 if change > 0 else -1)) / abs(change)


def _weight(one: Share) -> Decimal:
    return ((one.weights.before or ZERO) + (one.weights.now or ZERO)) / 2 if one.weights else ZERO
