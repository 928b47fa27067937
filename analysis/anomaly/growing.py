"""Which figures of which members slide away from their year before, month by month: a cost that creeps up.

A season hides in each month; beside the same month a year before, and beside how all others grew that had
both, Mann and Kendall's test of the last months tells which sums creep (as drifts.py does of what has no
season), and what the months before did tells what left its year before at once: a hall out of order.
"""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from analysis.anomaly.drifts import clearest, is_step, slide_begin, with_running
from analysis.anomaly.looks import Look, Span, two_sided, unlikely
from analysis.anomaly.month_looks import SMALLEST_SHARE, YEAR_BACK, Month, Table, freedom, weight_of
from analysis.daily import MAD, Floats

LEAST = 0.1  # of itself, beside all others: less is not worth telling
FEWEST = 6  # months with a year before
NEW = 3  # last months that do not tell what is usual
BEGUN = 0.25  # of where it stands now: nearer to usual it had not begun
_CALMEST = 0.01


@dataclass(frozen=True)
class Growing:
    """On the year: where a member stood when it began to slide, where it stands now, and all others."""

    first: Span
    then: float
    now: float
    others: float
    others_then: float


def growing_in(tables: Sequence[Table], steady: Collection[str] = ()) -> list[tuple[Month, Growing]]:
    """Return the members that moved away from their year before until now, corrected for their number.

    `steady` are the ratios of which a handful of things more or less moves none.
    """
    every: list[tuple[Month, Growing, float]] = []
    for one in filter(_is_long, tables):
        if one.under is not None and one.metric in steady:
            every += _of_table(with_running(one, tables))
        elif one.under is None:
            every += _of_table(one)
    return [(month, growing) for month, growing, chance in unlikely(every, lambda one: one[2]) if chance < 1]


def _is_long(table: Table) -> bool:
    months = table.spans[-1].is_month and len(table.spans) >= YEAR_BACK + FEWEST
    return months and len(table.members) > 1


def _of_table(table: Table) -> list[tuple[Month, Growing, float]]:
    """Return each member, and how likely its last month lies so far off its year before beside the rest's."""
    own_growth, rest_growth = growths = _growths(table)
    found, sums = [], table.under is None and not table.mean
    for number in _large(table):
        values = own_growth[number] - rest_growth[number]
        ways = [_departed(values, _by_chance(table, int(number)))]
        ways += [_slid(values)] if sums else []
        chance, at = min(ways, key=lambda way: np.nan_to_num(way[0], nan=math.inf))
        if not np.isfinite(chance):
            continue
        moved, alone = (float(part[-1] - part[at]) for part in (values, own_growth[number]))
        far = [float(values[-1]), moved, alone]
        far += [] if sums else [float(own_growth[number, -1])]
        if min(map(abs, far)) < LEAST or moved * far[0] < 0 or moved * alone < 0:
            chance = 1.0
        found.append(_slide(table, int(number), at, growths, chance))
    return found


def _large(table: Table) -> list[int]:
    """Return the places of the members with a fair share of all; of means, which have none, all of them."""
    if table.mean:
        return [*range(len(table.members))]
    sizes = (table.over if table.under is None else table.under)[:, -YEAR_BACK:].sum(axis=1)
    return [int(one) for one in np.nonzero(sizes >= SMALLEST_SHARE * sizes.sum())[0]]


def _growths(table: Table) -> tuple[Floats, Floats]:
    """Return how each member and the rest beside it grew on the year, of those alone that had both months.

    Means do not add up: their rest is the middle of the others.
    """
    if table.mean:
        with np.errstate(divide="ignore", invalid="ignore"):
            own = _log(table.over[:, YEAR_BACK:] / table.over[:, :-YEAR_BACK])
        return own, np.array([_middle(np.delete(own, number, axis=0)) for number in range(len(own))])
    held = (table.over[:, YEAR_BACK:] > 0) & (table.over[:, :-YEAR_BACK] > 0)

    def rest(part: Floats) -> tuple[Floats, Floats]:
        now, then = (np.where(held, one, 0.0) for one in (part[:, YEAR_BACK:], part[:, :-YEAR_BACK]))
        return now.sum(axis=0) - now, then.sum(axis=0) - then

    with np.errstate(divide="ignore", invalid="ignore"):
        now, then = rest(table.over)
        if table.under is not None:
            under, under_then = rest(table.under)
            now, then = now / under, then / under_then
        own = table.figures[:, YEAR_BACK:] / table.figures[:, :-YEAR_BACK]
        return _log(own), _log(now / then)


def _middle(others: Floats) -> Floats:
    """Return the median of each month; not a number where nobody has one."""
    held = np.isfinite(others).any(axis=0)
    found = np.full(others.shape[1], np.nan)
    found[held] = np.nanmedian(others[:, held], axis=0)
    return found


def _log(growth: Floats) -> Floats:
    """Return logarithms; not a number where one of both months has nothing."""
    found = np.log(growth)
    return np.where(np.isfinite(found), found, np.nan)


def _by_chance(table: Table, number: int) -> float:
    """Return how far chance alone moves a growth of things counted, 0 of amounts."""
    ends = table.over[number, [-1, -1 - YEAR_BACK]]
    return math.sqrt(float((1 / ends).sum())) if table.counts and (ends > 0).all() else 0.0


def _slid(values: Floats) -> tuple[float, int]:
    """Return how likely the last months lie in such an order by chance, and where that began."""
    length, chance = clearest(values)
    if not length:
        return math.nan, 0
    at = slide_begin(values, length)
    return (1.0 if is_step(values[at:]) else chance), at


def _departed(values: Floats, by_chance: float) -> tuple[float, int]:
    """Return how likely the last month, or last few, lie so far from those before by chance, and since when.

    The months just before it, which may be on their way already, do not tell what is usual. Both lengths that
    are tried are paid for (Bonferroni).
    """
    before = values[:-NEW]
    before = before[np.isfinite(before)]
    if len(before) < FEWEST or not np.isfinite(values[-NEW:]).all():
        return math.nan, 0
    middle = float(np.median(before))
    spread = max(
        MAD * float(np.median(np.abs(before - middle))), float(np.std(before, ddof=1)), _CALMEST, by_chance
    )
    away = values - middle
    near = np.nonzero(np.abs(away) <= BEGUN * abs(float(away[-1])))[0]
    scores = [
        abs(float(away[-some:].mean())) / (spread * math.sqrt(1 / some + 1 / len(before)))
        for some in (1, NEW)
    ]
    chance = len(scores) * two_sided(max(scores), freedom(len(before)))
    return min(1.0, chance), int(near[-1]) if len(near) else 0


def _slide(
    table: Table, number: int, at: int, growths: tuple[Floats, Floats], chance: float
) -> tuple[Month, Growing, float]:
    """Return a member's slide from a place on, from how it and how the rest grew on the year."""
    value, then = (float(table.figures[number, place]) for place in (-1, -1 - YEAR_BACK))
    usual = then * float(np.exp(growths[1][number, -1]))
    look = Look(
        table.metric, table.dimension, table.members[number], table.spans[-1], value, usual, 1.0, chance
    )
    ends = (growth[number, place] for growth in growths for place in (at, -1))
    first, last, others_then, others = (float(np.expm1(one)) for one in ends)
    growing = Growing(table.spans[at + YEAR_BACK], first, last, others, others_then)
    return Month(look, weight_of(table, number, -1, value, usual), then), growing, chance
