"""Which sums of which members slide away from their year before, month by month: a cost that creeps up.

No month is odd by itself, and a season hides in each; beside the same month a year before, and beside how all
others grew, Mann and Kendall's test of the last months tells what creeps (as drifts.py does of ratios).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from analysis.anomaly.drifts import clearest, is_step, slide_begin
from analysis.anomaly.looks import Look, Span, unlikely
from analysis.anomaly.month_looks import SMALLEST_SHARE, YEAR_BACK, Month, Table, weight_of
from analysis.daily import Floats

LEAST = 0.1  # of itself, beside all others: less is not worth telling
FEWEST = 6  # months with a year before


@dataclass(frozen=True)
class Growing:
    """On the year: where a member stood when it began to slide, where it stands now, and all others."""

    first: Span
    then: float
    now: float
    others: float
    others_then: float


def growing_in(tables: Sequence[Table]) -> list[tuple[Month, Growing]]:
    """Return the members that slide away from their year before until now, corrected for their number."""
    every = [one for table in tables if _fits(table) for one in _of_table(table)]
    return [(month, growing) for month, growing, chance in unlikely(every, lambda one: one[2]) if chance < 1]


def _fits(table: Table) -> bool:
    months = table.spans[-1].is_month and len(table.spans) >= YEAR_BACK + FEWEST
    return bool(months and table.under is None and not table.mean and len(table.members) > 1)


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
        value, then = float(table.over[number, -1]), float(table.over[number, -1 - YEAR_BACK])
        usual = then * float(np.exp(rest_growth[number, -1]))
        look = Look(
            table.metric, table.dimension, table.members[number], table.spans[-1], value, usual, 1.0, chance
        )
        ends = (growth[number, place] for growth in (own_growth, rest_growth) for place in (at, -1))
        first, last, others_then, others = (float(np.expm1(one)) for one in ends)
        growing = Growing(table.spans[at + YEAR_BACK], first, last, others, others_then)
        month = Month(look, weight_of(table, int(number), -1, value, usual), then)
        found.append((month, growing, chance))
    return found


def _on_year(sums: Floats) -> Floats:
    """Return the logarithm of how sums grew on the year; not a number where one of both is none."""
    with np.errstate(divide="ignore", invalid="ignore"):
        growth = np.log(sums[:, YEAR_BACK:] / sums[:, :-YEAR_BACK])
    return np.where(np.isfinite(growth), growth, np.nan)
