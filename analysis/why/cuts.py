"""Which cut tells a change: the finest in which one or two members make most of it and the others none."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from analysis.why.split import ZERO, MemberSplit, Pair, Share, chance_of

_HALF = Decimal("0.5")  # of the change: the first alone
_MOST = Decimal("0.66")  # both
_LIKE_FIRST = Decimal("0.5")  # of what the first makes: a second is told beside it
_TOO_MUCH = Decimal(3)  # times the change: parts beyond that nearly cancel each other
_OF_MOVES = Decimal("0.25")  # of all rises and falls of its cut: less is one of many that move by chance
_BEYOND = Decimal("0.25")  # of the change, beyond moving as all did
_LEAST_GAIN = Decimal("0.3")  # of what moving by size alone leaves to tell
_AS_MUCH = Decimal("0.8")  # of what any other cut gains: a finer one says more
_LEAST_ALIKE, _ALIKE = 4, Decimal("0.8")  # members of a rate, and how many of them went one way
_MORE = Decimal("1.1")  # of what the finer cut makes
_NEARLY_ALONE = Decimal("0.6")  # of all rises and falls: a coarser cut that is told beside it


@dataclass(frozen=True)
class _Cut:
    """A cut with the one or two members that make most of a change."""

    split: MemberSplit
    first: tuple[Share, ...]
    moves: Decimal  # all rises and falls of its members, whatever their way

    @property
    def part(self) -> Decimal:
        return sum((abs(one.part) for one in self.first), ZERO)

    @property
    def of_moves(self) -> Decimal:
        return self.part / self.moves

    @property
    def gain(self) -> Decimal:
        """Return how much more of all moves the first make than their size: 1 where no other moved.

        A channel that lost what another won makes less of its cut than a hall that fell beside still ones.
        """
        size = share_of(self.split, self.first)
        return (self.of_moves - size) / (1 - size) if size < 1 else ZERO


def share_of(split: MemberSplit, some: Sequence[Share]) -> Decimal:
    """Return what share of a cut some members were before, in a ratio their mean weight."""
    sizes = {one.name: _size(one) for one in split.every}
    every = sum(sizes.values(), ZERO)
    return sum((sizes[one.name] for one in some), ZERO) / every if every else ZERO


def _size(one: Share) -> Decimal:
    if one.weights is None:
        return abs(one.pair.before or ZERO)
    return ((one.weights.before or ZERO) + (one.weights.now or ZERO)) / 2


def telling_cuts(
    splits: Sequence[MemberSplit],
    whole: Pair,
    tables: Mapping[str, str],
    *,
    counted: bool,
    things: Collection[str] = (),
) -> tuple[tuple[MemberSplit, tuple[Share, ...]], ...]:
    """Return the cut that tells a change with who makes it, behind a coarser one of the same things, if any.

    Of cuts whose one or two members make most of the change while the others stand still, the finest is told:
    the customers, not the warehouse that they are all sent from. Where one member of a coarser cut makes
    nearly all that moved there, that leads: the channel, then the customers. Before a single one of `things`,
    which have names of their own, it must make more of the change: else it only tells of what kind that is.
    """
    found = [cut for one in splits if (cut := _cut(one, whole, counted=counted)) is not None]
    found = [one for one in found if one.gain >= _LEAST_GAIN]
    if not found:
        return ()
    most = max(one.gain for one in found)
    finest = max(
        (one for one in found if one.gain >= _AS_MUCH * most),
        key=lambda one: (len(one.split.every), one.part),
    )
    named = len(finest.first) == 1 and finest.split.dimension in things
    coarser = [
        one
        for one in found
        if len(one.first) == 1 and one.of_moves >= _NEARLY_ALONE
        if len(one.split.every) < len(finest.split.every)
        if tables.get(one.split.dimension) == tables.get(finest.split.dimension)
        if not named or one.part > _MORE * finest.part
    ]
    lead = max(coarser, key=lambda one: one.of_moves, default=None)
    return tuple((one.split, one.first) for one in (lead, finest) if one is not None)


def _cut(split: MemberSplit, whole: Pair, *, counted: bool) -> _Cut | None:
    """Return who makes most of a change in a cut; None where nobody does, or all move by chance."""
    change, moves = whole.change, sum((abs(one.part) for one in split.every), ZERO)
    same = sorted((one for one in split.every if one.part * change > 0), key=lambda one: -abs(one.part))
    if len(split.every) < 2 or not same or not same[0].name or 2 * abs(split.mix or ZERO) > abs(change):
        return None
    first = tuple(one for one in same[:2] if abs(one.part) >= _LIKE_FIRST * abs(same[0].part) and one.name)
    for told in (first, first[:1]):
        clear = not counted or all(abs(one.apart) >= chance_of(one.pair) for one in told)
        if clear and _make_most(told, change, moves):
            return _Cut(split, told, moves)
    return None


def _make_most(told: Sequence[Share], change: Decimal, moves: Decimal) -> bool:
    """Tell members that make most of a change, not only by their size, and no less than all moves beside."""
    share = sum((one.part for one in told), ZERO) / change
    beyond = sum((one.apart for one in told), ZERO) / change
    enough = (_MOST if len(told) > 1 else _HALF) <= share <= _TOO_MUCH
    return enough and beyond >= _BEYOND and share * abs(change) >= _OF_MOVES * moves


def moved_alike(split: MemberSplit, whole: Pair) -> tuple[int, int] | None:
    """Return of how many members of a ratio how many moved its way, where nearly all did and none stands out.

    None stands out where nobody's part departs by a quarter of the change from moving as all did.
    """
    moved = [one for one in split.every if one.name and one.pair.change]
    way = [one for one in moved if one.pair.change * whole.change > 0]
    if len(moved) < _LEAST_ALIKE or len(way) < _ALIKE * len(moved):
        return None
    if any(abs(one.apart) >= _BEYOND * abs(whole.change) for one in split.every):
        return None
    return len(moved), len(way)
