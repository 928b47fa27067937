"""How many statements a *why* may still read: all that it reads is taken from here, first things first."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

from analysis.outcome import Look

IN_ALL = 40  # of 48, the others are for the largest rows and entries, which are read first
UNUSUAL = 4  # kept for who holds most of a figure and usually little
KEPT = 3  # of these, for what lies near what is told: so much may be read before it
Share = Literal["beside", "held", "lacking", "begun", "came", "still"]
_SHARES: Mapping[Share, int] = {"beside": 8, "held": 4, "lacking": 2, "begun": 2, "came": 4, "still": 4}

_One = TypeVar("_One")


@dataclass
class Budget:
    """The statements that are left of a *why*: what is taken is gone for all that comes after it."""

    left: int = IN_ALL

    def take(self, looks: Iterable[Look], *, keep: int = 0) -> list[Look]:
        """Return the looks that may be read, the first ones of them, where some statements are kept."""
        taken = list(looks)[: max(0, self.left - keep)]
        self.left -= len(taken)
        return taken


def share(of: Share, every: Sequence[_One]) -> Sequence[_One]:
    """Return the first of what looks of one kind are at, or of these: as many as their share of all."""
    return every[: _SHARES[of]]
