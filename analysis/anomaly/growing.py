"""Which figures of which members slide away from their year before, month by month: a cost that creeps up.

No month is odd by itself, and a season hides in each; beside the same month a year before, and beside how all
others grew, Mann and Kendall's test of the last months tells which sums creep (as drifts.py does of what has
no season). Ratios keep so near to their year before that what they did in the months before tells it sooner.
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
    """Return the members that slide away from their year before until now, corrected for their number.

    `steady` are the ratios of which a handful of things more or less moves none.
    """
    long = [one for one in tables if _is_long(one)]
    every = [it for one in long if one.under is None and not one.mean for it in _of_table(one)]
    every += [
        it
        for one in long
        if one.under is not None and one.metric in steady
        for it in _of_ratios(with_running(one, tables))
    ]
    return [(month, growing) for month, growing, chance in unlikely(every, lambda one: one[2]) if chance < 1]


def _is_long(table: Table) -> bool:
    months = table.spans[-1].is_month and len(table.spans) >= YEAR_BACK + FEWEST
    return months and len(table.members) > 1


def _of_ratios(table: Table) -> list[tuple[Month, Growing, float]]:
    """Return each member's ratio, how far its last month lies off its year before beside the rest's."""
    assert table.under is not None
    found = []
    with np.errstate(divide="ignore", invalid="ignore"):
        rest = (table.over.sum(axis=0) - table.over) / (table.under.sum(axis=0) - table.under)
    own_growth, rest_growth = _on_year(table.figures), _on_year(rest)
    sizes = table.under[:, -YEAR_BACK:].sum(axis=1)
    for number in np.nonzero(sizes >= SMALLEST_SHARE * sizes.sum())[0]:
        values = own_growth[number] - rest_growth[number]
        chance, at = _departed(values)
        if not np.isfinite(chance):
            continue
        begun, now = (float(own_growth[number, place]) for place in (at, -1))
        moved, alone = float(values[-1] - values[at]), now - begun
        if min(abs(float(values[-1])), abs(moved), abs(alone), abs(now)) < LEAST or moved * alone < 0:
            chance = 1.0
        found.append(_slide(table, int(number), at, (own_growth, rest_growth), chance))
    return found


def _departed(values: Floats) -> tuple[float, int]:
    """Return how likely the last month lies so far from those before by chance, and where it began to.

    The months just before it, which may be on their way already, do not tell what is usual.
    """
    before = values[:-NEW]
    before = before[np.isfinite(before)]
    if len(before) < FEWEST or not np.isfinite(values[-NEW:]).all():
        return np.nan, 0
    middle = float(np.median(before))
    spread = max(MAD * float(np.median(np.abs(before - middle))), float(np.std(before, ddof=1)), _CALMEST)
    away = values - middle
    near = np.nonzero(np.abs(away) <= BEGUN * abs(float(away[-1])))[0]
    score = abs(float(away[-1])) / (spread * math.sqrt(1 + 1 / len(before)))
    return two_sided(score, freedom(len(before))), int(near[-1]) if len(near) else 0


def _of_table(table: Table) -> list[tuple[Month, Growing, float]]:
    rest = table.all_of - table.over
    own_growth, rest_growth = _on_year(table.over), _on_year(rest)
    apart, found = own_growth - rest_growth, []
    sizes = table.over[:, -YEAR_BACK:].sum(axis=1)
    for number in np.nonzero(sizes >= SMALLEST_SHARE * sizes.sum())[0]:
        values = apart[number]
        length, chance = clearest(values)
        if not length:
            continue
        at = slide_begin(values, length)
        moved, now = float(values[-1] - values[at]), float(values[-1])
        by_itself = float(own_growth[number, -1] - own_growth[number, at])
        small = min(abs(moved), abs(now), abs(by_itself)) < LEAST
        if small or moved * now < 0 or moved * by_itself < 0 or is_step(values[at:]):
            chance = 1.0
        found.append(_slide(table, int(number), at, (own_growth, rest_growth), chance))
    return found


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


def _on_year(sums: Floats) -> Floats:
    """Return the logarithm of how sums grew on the year; not a number where one of both is none."""
    with np.errstate(divide="ignore", invalid="ignore"):
        growth = np.log(sums[:, YEAR_BACK:] / sums[:, :-YEAR_BACK])
    return np.where(np.isfinite(growth), growth, np.nan)
