"""Days on which a series stands at one and the same value though its like move: a ceiling, a frozen meter.

That a value comes again by chance is taken from its like: from how many different values they have in so many
days, and from the days on which the series itself has another one.
"""

import datetime as dt
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from language.calendar import days

BY_CHANCE = 0.001  # of all series looked at together
SHORTEST, AT_MOST = 7, 10  # days in a row; and days at the highest value, of which none has more
OFTEN = 0.4  # of the days, at the highest value
FEWEST = 10.0  # things a day: of fewer the same number comes again and again
PASSED_OVER = 2  # days without anything that a row of days may have between them: a weekend
FEWEST_OTHERS = 14  # days at other values that tell by themselves how often one comes again


@dataclass(frozen=True)
class Standing:
    """Days of one member at one value: all of a stretch, or so many of it and none above."""

    member: str
    value: float
    start: dt.date
    end: dt.date  # the day after its last
    count: int  # days at the value
    of: int  # days with anything

    @property
    def is_whole(self) -> bool:
        """Tell days that are all alike from a highest value that is reached on most."""
        return self.count == self.of


def same_by_chance(kinds: float, number: int) -> float:
    """Return how likely two days are the same, of which so many have so many different values.

    >>> same_by_chance(30, 30) < 0.005, round(same_by_chance(10, 30), 2)
    (True, 0.09)
    """
    low, high = 1e-4, 1.0
    for _ in range(40):
        middle = (low + high) / 2
        expected = (1 - (1 - middle) ** number) / middle
        low, high = (middle, high) if expected > kinds else (low, middle)
    return high


def standing_of(
    member: str, held: Sequence[tuple[dt.date, float]], same: float, looks: int, *, counts: bool
) -> Standing | None:
    """Return where a series stands still on more of its days than chance brings, given how its like do."""
    held = sorted((day, value) for day, value in held if value > 0)
    if len(held) < SHORTEST or (counts and max(value for _, value in held) < FEWEST):
        return None
    row, most = _longest(held), _at_most(held)
    found = [one for one in (most, row) if one is not None and (not counts or one[0][1] >= FEWEST)]
    for stretch in sorted(found, key=lambda one: -sum(value == _value(one) for _, value in one)):
        value = _value(stretch)
        count = sum(it == value for _, it in stretch)
        others = [it for _, it in held if it != value]
        chance = _of_row if count == len(stretch) else _of_many
        if chance(count, len(held), max(same, _own(others))) * looks <= BY_CHANCE:
            last = stretch[-1][0] + days(1)
            return Standing(member, value, stretch[0][0], last, count, len(stretch))
    return None


_Days = Sequence[tuple[dt.date, float]]


def _value(stretch: _Days) -> float:
    """Return the value that a stretch begins with: the one it stands at."""
    return stretch[0][1]


def _longest(held: _Days) -> _Days | None:
    """Return the longest row of days at one value."""
    runs: list[list[tuple[dt.date, float]]] = []
    for day, value in held:
        last = runs[-1][-1] if runs else None
        if last and last[1] == value and (day - last[0]).days <= 1 + PASSED_OVER:
            runs[-1].append((day, value))
        else:
            runs.append([(day, value)])
    longest = max(runs, key=len)
    return longest if len(longest) >= SHORTEST else None


def _at_most(held: _Days) -> _Days | None:
    """Return the days from the first to the last at the highest value, where they are that on many."""
    top = max(value for _, value in held)
    at = [place for place, (_, value) in enumerate(held) if value == top]
    stretch = held[at[0] : at[-1] + 1]
    return stretch if len(at) >= max(AT_MOST, OFTEN * len(held)) else None


def _own(others: Sequence[float]) -> float:
    """Return how often two of the days at other values are the same."""
    number = len(others)
    if number < FEWEST_OTHERS:
        return 0.0
    return sum(one * (one - 1) for one in Counter(others).values()) / (number * (number - 1))


def _of_row(count: int, number: int, same: float) -> float:
    """Return how likely so many days in a row are the same, wherever they begin."""
    return number * same ** (count - 1)


def _of_many(count: int, number: int, same: float) -> float:
    """Return how likely any value comes so often among so many days: a binomial tail, for each."""
    return number * sum(
        math.comb(number - 1, one) * same**one * (1 - same) ** (number - 1 - one)
        for one in range(count - 1, number)
    )
