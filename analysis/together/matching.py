"""Which column of the other source holds the names that figures are cut by, told by the values they share."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from knowledge.metrics import Dimension

LEAST = 0.5  # of the other's names, or of these, must be shared; fewer are for the person to say
MARGIN = 0.8  # a column that shares so much of what the best one shares is as likely


@dataclass(frozen=True)
class Names:
    """The names in one column of a source, as they stand there, and how many rows the commonest has."""

    dimension: Dimension
    said: tuple[str, ...]
    most_rows: int = 1

    @property
    def plain(self) -> frozenset[str]:
        """Return them as they are compared."""
        return frozenset(map(plain, self.said))


@dataclass(frozen=True)
class Matched:
    """A column whose names are those figures are cut by: how many of how many were found."""

    names: Names
    found: int

    @property
    def of(self) -> int:
        """Return how many names the column has."""
        return len(self.names.plain)


@dataclass(frozen=True)
class Unclear:
    """Why no column was taken; `likely` are those that share a name, the best first."""

    why: Literal["none", "few", "several"]
    likely: tuple[Matched, ...] = ()


def plain(name: str) -> str:
    """Return a name as two sources compare it: without spaces around it, in small letters."""
    return name.strip().lower()


def match(known: Collection[str], columns: Sequence[Names], chosen: str = "") -> Matched | Unclear:
    """Return the column that holds these names; one that was `chosen` by what it is called needs but one."""
    names = frozenset(map(plain, known))
    found = [Matched(one, len(names & one.plain)) for one in columns if one.said]
    likely = tuple(sorted((one for one in found if one.found), key=lambda one: -_share(one, names)))
    if chosen:
        wanted = [one for one in likely if plain(chosen) in map(plain, one.names.dimension.wordings)]
        return wanted[0] if wanted else Unclear("none", likely)
    if not likely:
        return Unclear("none")
    best = _share(likely[0], names)
    if best < LEAST:
        return Unclear("few", likely)
    near = (one for one in likely if _share(one, names) >= MARGIN * best)
    rivals = {one.names.dimension.name: one for one in reversed(list(near))}  # of one cut, its best column
    return likely[0] if len(rivals) == 1 else Unclear("several", tuple(rivals.values())[::-1])


def _share(one: Matched, names: frozenset[str]) -> float:
    return max(one.found / max(1, one.of), one.found / max(1, len(names)))
