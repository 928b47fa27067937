"""How members grew before and after a day, beside how all others did: whether one went its own way since."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from statistics import median

_TO_SIGMA = Decimal("1.4826")  # of a median absolute deviation, for normal spreads
APART = 2  # such spreads from the others: nearer is no way of its own
LEAST_POINTS = Decimal(3)  # less is nothing to act on, however alike the others are
_PAIR = 2
FEWEST = 6  # others, by which a spread is known


@dataclass(frozen=True)
class Four:
    """A figure since the day and before it, each with the same time a year earlier."""

    after: Decimal
    after_year: Decimal
    before: Decimal
    before_year: Decimal

    @classmethod
    def of(cls, cells: Sequence[Decimal | None]) -> "Four | None":
        """Return the figures of a row; None of who was not there in all of them.

        Of two, since and before, the earlier one stands for a year earlier, and nothing grew before.
        """
        known = [one for one in cells if one]
        if len(known) < len(cells) or not known:
            return None
        after, after_year, before, before_year = (
            known if len(known) > _PAIR else (*known, Decimal(1), Decimal(1))
        )
        return cls(after, after_year, before, before_year)

    def __add__(self, other: "Four") -> "Four":
        return Four(
            self.after + other.after, self.after_year + other.after_year,
            self.before + other.before, self.before_year + other.before_year,
        )  # fmt: skip

    @property
    def since(self) -> Decimal:
        """Return the growth on a year earlier since the day, in percent."""
        return 100 * (self.after / self.after_year - 1)

    @property
    def earlier(self) -> Decimal:
        """Return the same before it."""
        return 100 * (self.before / self.before_year - 1)

    @property
    def turned(self) -> Decimal:
        """Return by how many points its growth is another since."""
        return self.since - self.earlier


@dataclass(frozen=True)
class Beside:
    """Members that may have been moved, all others, and by how much the growth of one usually turns."""

    own: Four
    others: Four
    usual: Decimal  # points
    count: int  # of the others

    @property
    def apart(self) -> Decimal:
        """Return by how many points it turned otherwise than the others."""
        return self.own.turned - self.others.turned

    @property
    def bound(self) -> Decimal:
        """Return by how many points one usually turns otherwise than the others at most."""
        return APART * self.usual

    @property
    def way(self) -> str:
        """Tell whether it fell behind the others since the day, ran ahead of them, or neither."""
        if abs(self.apart) < max(self.bound, LEAST_POINTS):
            return "alike"
        return "ahead" if self.apart > 0 else "behind"


def set_beside(own: Sequence[Four], others: Mapping[str, Four]) -> Beside | None:
    """Return some members beside all others; None where these are too few to know what is usual.

    Of several members together chance turns less: the spread of one over the root of their number.

    >>> flat = Four(Decimal(110), Decimal(100), Decimal(110), Decimal(100))
    >>> set_beside([flat], {"a": flat}) is None
    True
    """
    if not own or len(others) < FEWEST:
        return None
    turned = [one.turned for one in others.values()]
    middle = Decimal(median(turned))
    spread = _TO_SIGMA * Decimal(median(abs(one - middle) for one in turned))
    usual = spread / Decimal(len(own)).sqrt()
    return Beside(_sum(own), _sum(list(others.values())), usual, len(others))


def _sum(some: Sequence[Four]) -> Four:
    total = some[0]
    for one in some[1:]:
        total += one
    return total
