"""Which days in a row hold far more than a member ever has: of things so few that no day or week tells.

Of every stretch the count is set beside what the other days of the same member lead to expect, times how the
rest moved in it; the clearest stretch of each is one look. Its chance, of a negative binomial with the spread
of the member's own weeks, is multiplied by how many stretches there were to choose from (Bonferroni).
"""

import math
from collections.abc import Iterable

import numpy as np

from analysis.anomaly.looks import Group, Look, Span
from analysis.anomaly.month_looks import tail
from analysis.daily import Floats
from language.calendar import days

LONGEST = 28  # days
FEW_A_WEEK = 40.0  # who has more is looked at by day and week
FEWEST, FEWEST_MORE, TIMES = 5.0, 5.0, 2.0  # things; more than expected; times what is expected
SHORTEST = 56 + LONGEST  # days of a series, with those beside the stretch
NEARLY = 3.0  # stretches a day that are as good as different from each other
_UNSURE = 3.0  # times what the spread is beyond that of chance alone
_SMOOTH = 0.5  # of a thing: who never had any may have one


def bursts(group: Group, spans: Iterable[Span]) -> list[Look]:
    """Return the clearest stretch of each member of small counts that lies within the time looked at."""
    if not group.counts or not group.dimension or not (kept := list(spans)):
        return []
    first, end = min(one.start for one in kept), max(one.end for one in kept)
    names = list(group.members)
    start = group.members[names[0]].start
    counts = np.nan_to_num(np.stack([group.members[name].values for name in names]))
    low, high = max(0, (first - start).days), min(counts.shape[1], (end - start).days)
    if counts.shape[1] < SHORTEST:
        return []
    whole = counts.sum(axis=0)
    found = []
    for number, name in enumerate(names):
        own = counts[number]
        if own.sum() < FEWEST or 7 * own.mean() >= FEW_A_WEEK:
            continue
        place, stop = _clearest(own, low, high)
        usual, others = _expected(own, whole - own, place, stop)
        chance = _chance(own, place, stop, usual * max(1.0, others)) * NEARLY * (high - low)
        span = Span(start + days(place), start + days(stop))
        value = float(own[place:stop].sum())
        if value < FEWEST or value - usual < FEWEST_MORE or value < TIMES * usual:
            chance = 1.0
        found.append(
            Look(
                group.metric, group.dimension, name, span, value, usual, 1.0, min(1.0, chance), rare=True
            )
        )  # fmt: skip
    return found


def _clearest(own: Floats, low: int, high: int) -> tuple[int, int]:
    """Return the stretch that lies farthest above what the other days lead to expect."""
    sums = np.concatenate([[0.0], np.cumsum(own)])
    total, size = sums[-1], len(own)
    best, found = -math.inf, (low, low + 1)
    for length in range(1, min(LONGEST, high - low) + 1):
        starts = np.arange(low, high - length + 1)
        inside = sums[starts + length] - sums[starts]
        expected = (total - inside + _SMOOTH) * length / (size - length)
        score = np.sqrt(inside) - np.sqrt(expected)
        at = int(np.argmax(score))
        if score[at] > best:
            best, found = float(score[at]), (int(starts[at]), int(starts[at]) + length)
    return found


def _expected(own: Floats, rest: Floats, place: int, stop: int) -> tuple[float, float]:
    """Return what the other days lead to expect of a stretch, and how the rest moved in it."""
    length, size = stop - place, len(own)
    each = (own.sum() - own[place:stop].sum() + _SMOOTH) / (size - length)
    beside = (rest.sum() - rest[place:stop].sum()) / (size - length)
    moved = rest[place:stop].sum() / (beside * length) if beside > 0 else 1.0
    return float(each * length), float(moved)


def _chance(own: Floats, place: int, stop: int, expected: float) -> float:
    """Return how likely a stretch holds so many; its spread is that of days and weeks without it."""
    plain = np.delete(own, np.s_[place:stop])
    weeks = plain[len(plain) % 7 :].reshape(-1, 7).sum(axis=1)
    loose = max(
        (float(one.var(ddof=1) / one.mean()) for one in (plain, weeks) if one.mean() > 0), default=1.0
    )
    # The stretch was chosen as the clearest, so its member's spread without it is taken too small.
    spread = max(1.0, 1 + _UNSURE * (loose - 1))
    return tail(float(own[place:stop].sum()), expected, spread)
