"""Which of what was found of a change is told: a manager reads five sentences; the rest stands under them."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from analysis.outcome import Said

MOST = 4  # beside the premise


class Rank(IntEnum):
    """How much a sentence tells of a change; of two the lower comes first where not all have room."""

    DATED = 0  # what ended, which days hold it
    PLACED = 1  # what makes it, where
    CALENDAR = 2
    WITHIN = 3  # what the first is made of
    FACTORS = 4
    YEAR = 5
    BESIDE = 6
    AGAINST = 7
    NOTHING = 8  # that nothing stands out
    UNDER = 9  # what only those who look further want


@dataclass(frozen=True)
class Telling:
    """A sentence with its rank."""

    rank: Rank
    said: Said


def chosen(found: Sequence[Telling]) -> tuple[tuple[Said, ...], tuple[Said, ...]]:
    """Return what is told, as it was ordered, and what is left for those who look further.

    That nothing stands out is no answer beside one that tells where, or when.
    """
    answered = any(one.rank in (Rank.DATED, Rank.PLACED) for one in found)
    kept = [one for one in found if not (answered and one.rank is Rank.NOTHING)]
    first = sorted((one for one in kept if one.rank is not Rank.UNDER), key=lambda one: one.rank)[:MOST]
    told = tuple(one.said for one in kept if one in first)
    return told, tuple(one.said for one in kept if one not in first)
