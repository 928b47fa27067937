"""Which ratios of which members slide month by month: no month is odd by itself, half a year of them is.

Mann (1945) and Kendall's test of the last months, the running one among them, less what all members share;
exact, times the lengths that were tried (Bonferroni), and corrected for many members like all looks.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations

import numpy as np

from analysis.anomaly.looks import FEWEST_MEMBERS, Look, Span, unlikely
from analysis.anomaly.month_looks import POINTS, SMALLEST_SHARE, YEAR_BACK, Month, Table, weight_of
from analysis.daily import Floats

LENGTHS = (6, 7, 8, 9)  # months, of which the clearest is told
SHARE = 0.15  # of a ratio that is no percentage: less is of no use
FEWEST = 5  # months of a slide
STEP = 0.5  # of all of it in one month: that is no slide
OF_YEAR = 0.5  # of it a year before: then it comes with the season


@dataclass(frozen=True)
class Drift:
    """Where a ratio stood at first, and the middle of all then and now; none of few members.

    `back` are the months in which it went the other way: with one it did not slide month by month.
    """

    first: Span
    value: float
    others: tuple[float, float] | None
    back: tuple[Span, ...] = ()


def drifts_in(tables: Sequence[Table], percent: set[str]) -> list[tuple[Month, Drift]]:
    """Return the ratios that slide until now, corrected for the number of members."""
    every: list[tuple[Month, Drift, float]] = []
    for table in tables:
        if table.under is not None and table.spans[-1].is_month:
            every += _of_table(with_running(table, tables), percent)
    return [(one[0], one[1]) for one in unlikely(every, lambda one: one[2]) if one[2] < 1]


def with_running(table: Table, tables: Sequence[Table]) -> Table:
    """Return months with the running one after them, where that was read of the same members."""
    last = table.spans[-1]
    for other in tables:
        same = (other.metric, other.dimension) == (table.metric, table.dimension)
        if not same or other.under is None or other.spans[-1].start != last.end:
            continue
        places = [other.members.index(name) if name in other.members else -1 for name in table.members]
        over, under = (_column(part, places) for part in (other.over, other.under))
        assert table.under is not None
        return replace(
            table,
            spans=(*table.spans, other.spans[-1]),
            over=np.column_stack([table.over, over]),
            under=np.column_stack([table.under, under]),
        )
    return table


def _column(part: Floats, places: Sequence[int]) -> Floats:
    return np.array([float(part[place, -1]) if place >= 0 else 0.0 for place in places])


def _of_table(table: Table, percent: set[str]) -> list[tuple[Month, Drift, float]]:
    assert table.under is not None
    figures, found = table.figures, []
    few = len(table.members) < FEWEST_MEMBERS
    middle = np.zeros(len(table.spans)) if few else np.nanmedian(figures, axis=0)
    sizes = table.under[:, -LENGTHS[0] :].sum(axis=1)
    for number in np.nonzero(sizes >= SMALLEST_SHARE * sizes.sum())[0]:
        own = figures[number]
        length, chance = clearest(own - middle)
        if not length:
            continue
        at = slide_begin(own, length)
        moved, beside = float(own[-1] - own[at]), float(middle[-1] - middle[at])
        least = POINTS if table.metric in percent else SHARE * abs(float(own[at]))
        small = min(abs(moved), abs(moved - beside)) < least or moved * (moved - beside) < 0
        if small or is_step(own[at:]) or _comes_again(own, at):
            chance = 1.0
        look = Look(
            table.metric, table.dimension, table.members[number], table.spans[-1], float(own[-1]),
            float(own[at]), 1.0, chance,
        )  # fmt: skip
        weight = weight_of(table, int(number), -1, float(own[-1]), float(own[at]))
        others = None if few else (float(middle[at]), float(middle[-1]))
        back = _back(own, at, table.spans)
        found.append((Month(look, weight), Drift(table.spans[at], float(own[at]), others, back), chance))
    return found


def _back(own: Floats, at: int, spans: Sequence[Span]) -> tuple[Span, ...]:
    """Return the months of a slide in which it went the other way."""
    steps = np.diff(own[at:]) * (own[-1] - own[at])
    return tuple(spans[at + 1 + int(place)] for place in np.nonzero(steps < 0)[0])


def clearest(values: Floats) -> tuple[int, float]:
    """Return the length of the clearest slide until now, and its chance; 0 where none is known."""
    best, found = math.inf, 0
    for length in LENGTHS:
        last = values[-length:]
        if len(last) < length or not np.isfinite(last).all():
            continue
        chance = kendall(last)
        if chance < best:
            best, found = chance, length
    return found, min(1.0, best * len(LENGTHS))


def slide_begin(own: Floats, length: int) -> int:
    """Return the place of the highest of the last months where they fall, else of the lowest."""
    last = own[-length:]
    falls = float(last[-1]) < float(last[: length // 2].mean())
    return len(own) - length + int(np.argmax(last) if falls else np.argmin(last))


def is_step(own: Floats) -> bool:
    """Tell what moved in one month, or in two, from what slid."""
    moved = abs(float(own[-1] - own[0]))
    return len(own) < FEWEST or bool(np.abs(np.diff(own)).max() > STEP * moved)


def _comes_again(own: Floats, at: int) -> bool:
    """Tell whether it moved the same way by half as much in the same months a year before."""
    first, last = at - YEAR_BACK, len(own) - 1 - YEAR_BACK
    if first < 0 or not np.isfinite(own[[first, last]]).all():
        return False
    return bool((own[last] - own[first]) / (own[-1] - own[at]) >= OF_YEAR) if own[-1] != own[at] else False


def kendall(values: Floats) -> float:
    """Return how likely so many pairs of a series lie in one order by chance.

    >>> round(kendall(np.array([5.0, 4.0, 3.0, 2.0, 1.0])) * 120)
    2
    """
    falls = sum(two < one for one, two in combinations(values.tolist(), 2))
    rises = sum(two > one for one, two in combinations(values.tolist(), 2))
    ways = _inversions(len(values))
    return min(1.0, 2 * sum(ways[: min(falls, rises) + 1]) / math.factorial(len(values)))


@cache
def _inversions(length: int) -> tuple[int, ...]:
    """Return how many orders of so many things have none, one, two … pairs turned round."""
    ways = [1]
    for size in range(2, length + 1):
        ways = [sum(ways[max(0, at - size + 1) : at + 1]) for at in range(len(ways) + size - 1)]
    return tuple(ways)
