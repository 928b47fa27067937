"""Which months of which members are odd: beside the months before and beside how the rest moved in them.

Where a handful of things happen a day no day or week can tell anything, a month of a member can. Each is
taken as a count or sum that goes with an exposure: the rest of the same month, of a ratio what it is divided
by, of all together the days. Chance moves it as a negative binomial, of amounts as Student's t of square
roots, with the spread of its own months before; of means, as their own spread.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

import numpy as np
import numpy.typing as npt

from analysis.anomaly.looks import FEWEST_MEMBERS, Look, Span, two_sided
from analysis.daily import Floats

PAST = 12  # stretches before that tell what is usual
FEWEST_PAST = 8
FEWEST_EXPECTED = 5.0  # things counted
SMALLEST_SHARE = 0.01  # of all
MOSTLY = 0.75  # of the stretches before, in which there must have been some
SMALLEST = 0.15  # of usual, by itself and beside the rest
POINTS = 3.0  # of a percentage near all: less is of no use
MOST, ALL = 0.5, 100.0  # of what a percentage is of: with more it is looked at by what it lacks
YEAR_BACK = 12
ALIKE_OFF = 3  # days off more or less in stretches that tell what is usual: no Golden Week beside a November
MILD, AS_FAR, SAME_RUN = 0.5, 0.8, 0.5  # of usual; and of how far it lies off
ON_ITS_WAY = 0.3  # of how far a ratio lies off: 90, then 84 of 95
FEWEST_GROWN = 3
MANY = 300  # things: from there their square roots are as good as normal
_CALMEST = 1e-4  # of a mean's own size, and of a sum's


Places = npt.NDArray[np.intp]
Basis = Literal["sums", "median", "days_mean", "days_median"]


@dataclass(frozen=True, eq=False)
class Table:
    """One figure of each member over stretches in a row, the same days of each month or whole months."""

    metric: str
    dimension: str
    members: tuple[str, ...]
    spans: tuple[Span, ...]
    over: Floats  # members by stretches
    under: Floats | None = None  # of a ratio: what it is divided by
    scale: float = 1.0
    counts: bool = False
    mean: bool = False  # neither adds up over members nor has parts
    begins: bool = False  # the first stretch is the first there are data of
    targets: int = 1  # stretches that are looked at, the last ones
    off: tuple[int, ...] = ()  # days off in each stretch, of what adds up

    @cached_property
    def figures(self) -> Floats:
        """Return the figure of each member and stretch: a sum, a mean, or a ratio of sums."""
        if self.under is None:
            return self.over
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray(self.scale * self.over / self.under)

    @cached_property
    def lacking(self) -> "Table | None":
        """Return what is lacking to all, of a percentage that is most of what it is of: 95 % on time.

        At 84 % what is late is three times as much, though what is on time is hardly less.
        """
        if self.under is None or self.scale != ALL or (self.over > self.under).any():
            return None
        most = self.over.sum() > MOST * self.under.sum()
        return replace(self, over=np.asarray(self.under - self.over)) if most else None

    @cached_property
    def all_of(self) -> Floats:
        """Return the sum of all members in each stretch."""
        return np.asarray(self.over.sum(axis=0))

    @cached_property
    def lengths(self) -> Floats:
        """Return how many days each stretch has."""
        return np.array([(one.end - one.start).days for one in self.spans], dtype=np.float64)


@dataclass(frozen=True)
class Month:
    """A member's stretch: beside usual, the year before, its share of all, and how long none was as high."""

    look: Look
    weight: float  # what it lies off, as a share of all
    year: float | None = None
    shares: tuple[float, float, float | None] | None = None  # now, the stretch before, the year before
    since: int = 0  # stretches before that were all lower, or all higher
    ever: bool = False  # none that is known was
    growth: float | None = None  # on the year, in the middle of the months before
    season: float = 1.0  # how far the same month of the year before lay from what was usual then
    next: float | None = None  # the farthest of those it beat
    as_far: bool = False  # one of those that tell what is usual lay nearly as far off
    basis: tuple[Basis, int] = ("median", PAST)  # how usual is made, and of how many stretches before
    alike: bool = False  # only those with about as many days off
    calm: bool = False  # only those before it began to lie off so
    lacks: bool = False  # a percentage near all: how far it lies off is that of what it lacks

    @property
    def measured(self) -> tuple[float, float, float | None]:
        """Return what tells how far it lies off: now, usually, and a year before."""
        ends = (self.look.value, self.look.usual, self.year)
        if not self.lacks:
            return ends
        value, usual, year = (None if one is None else ALL - one for one in ends)
        assert value is not None and usual is not None
        return value, usual, year

    def turned(self) -> "Month":
        """Return a stretch of what is lacking as the percentage itself."""
        look = replace(self.look, value=ALL - self.look.value, usual=ALL - self.look.usual, others=1.0)
        year, past = (None if one is None else ALL - one for one in (self.year, self.next))
        return replace(self, look=look, year=year, next=past, lacks=True)

    @property
    def is_up(self) -> bool:
        """Tell more than usual from less."""
        return self.look.value > self.look.usual


def months_of(table: Table, places: Sequence[int]) -> list[Month]:
    """Return each member over the stretches at some places, as far as there is enough to tell."""
    lacking = table.lacking
    own = table if lacking is None else lacking
    every = (_month(own, number, at) for at in places for number in range(len(table.members)))
    found = [one for one in every if one is not None]
    return found if lacking is None else [one.turned() for one in found]


def _month(table: Table, number: int, at: int) -> Month | None:
    alike = _past(table, at)
    if len(alike) < FEWEST_PAST:
        return None
    figures, past = table.figures[number], _before_it_began(table, number, alike, at)
    now, before = float(figures[at]), figures[past]
    usual = _usual(table, number, past, at)
    if not math.isfinite(now) or not math.isfinite(usual) or usual <= 0:
        return None
    judged = _of_mean(before, now) if table.mean else _of_sum(table, number, past, at)
    if judged is None:
        return None
    chance, others = judged
    look = Look(
        table.metric, table.dimension, table.members[number], table.spans[at], now, usual, others, chance
    )
    since, known = _since(figures[:at], now, usual), int(np.isfinite(figures[:at]).sum())
    year = figures[at - YEAR_BACK] if at >= YEAR_BACK else math.nan
    return Month(
        look,
        weight_of(table, number, at, now, usual),
        float(year) if math.isfinite(year) else None,
        _shares(table, number, at),
        since,
        table.begins and since == known,
        _growth(table, number, at),
        _season(table, number, at),
        _next(figures[:at], since, now > usual),
        _lay_as_far(before, now, usual),
        (_basis(table), len(past)),
        len(alike) < min(PAST, at),
        len(past) < len(alike),
    )


def _before_it_began(table: Table, number: int, past: Places, at: int) -> Places:
    """Leave out of what tells a ratio's usual the months right before that lie off as it does: a step's own
    first months, which would make it one of many such."""
    figures = table.figures[number]
    while table.under is not None and len(past) > FEWEST_PAST:
        usual = _usual(table, number, past[:-1], at)
        far, off = figures[at] - usual, figures[past[-1]] - usual
        if not (far and off / far >= ON_ITS_WAY):
            break
        past = past[:-1]
    return past


def _past(table: Table, at: int) -> Places:
    """Return the stretches before that tell what is usual: those with like days off, where enough are."""
    every = np.arange(max(0, at - PAST), at)
    alike = (
        [place for place in every if abs(table.off[place] - table.off[at]) <= ALIKE_OFF] if table.off else []
    )
    return np.array(alike) if len(alike) >= FEWEST_PAST else every


def _basis(table: Table) -> Basis:
    """Return how what is usual is made of the stretches before."""
    if table.under is not None:
        return "sums"
    return "median" if table.mean else "days_mean" if table.counts else "days_median"


def _lay_as_far(before: Floats, now: float, usual: float) -> bool:
    """Tell a figure that lies off by less than half, nearly as far as another of the stretches before.

    Those right before it that lie off so too are of the same event.
    """
    off = (before[np.isfinite(before)] - usual) / (now - usual) if now != usual else np.zeros(0)
    while len(off) and off[-1] >= SAME_RUN:
        off = off[:-1]
    return abs(now - usual) < MILD * usual and bool(np.any(off >= AS_FAR))


def _growth(table: Table, number: int, at: int) -> float | None:
    """Return what the stretches before grew by on the year, in the middle, where some tell it."""
    figures = table.figures[number]
    then, now = figures[: max(0, at - YEAR_BACK)], figures[YEAR_BACK:at] if at > YEAR_BACK else figures[:0]
    both = [(a, b) for a, b in zip(then, now, strict=False) if 0 < a < math.inf and 0 < b < math.inf]
    known = [float(b / a) for a, b in both]
    return float(np.median(known)) if len(known) >= FEWEST_GROWN else None


def _season(table: Table, number: int, at: int) -> float:
    """Return how far the same stretch a year before lay from its own usual, 1.0 where that is not known."""
    then, first = at - YEAR_BACK, max(0, at - YEAR_BACK - PAST)
    if then - first < FEWEST_PAST:
        return 1.0
    usual, figure = _usual(table, number, np.arange(first, then), then), float(table.figures[number][then])
    known = math.isfinite(usual) and math.isfinite(figure) and usual > 0 and figure > 0
    return figure / usual if known else 1.0


def _usual(table: Table, number: int, past: Places, at: int) -> float:
    """Return what such a stretch usually has: of counts the mean, else the median; a ratio of its sums."""
    before, lengths = table.over[number, past], table.lengths
    if table.under is not None:
        under = float(table.under[number, past].sum())
        return table.scale * float(before.sum()) / under if under > 0 else math.nan
    if table.mean:
        return float(np.nanmedian(before)) if np.isfinite(before).any() else math.nan
    each = before / lengths[past]
    return float((each.mean() if table.counts else np.median(each)) * lengths[at])


def _of_mean(before: Floats, now: float) -> tuple[float, float] | None:
    """Return how likely a mean lies so far from those before."""
    kept = before[np.isfinite(before)]
    if len(kept) < FEWEST_PAST:
        return None
    spread = max(float(kept.std(ddof=1)), _CALMEST * abs(float(kept.mean()))) * math.sqrt(1 + 1 / len(kept))
    if not spread:
        return None
    return two_sided(abs(now - float(kept.mean())) / spread, freedom(len(kept))), 1.0


def _of_sum(table: Table, number: int, past: Places, at: int) -> tuple[float, float] | None:
    """Return how likely a sum or ratio lies so far from usual, and how the rest moved."""
    own, exposure = table.over[number], _exposure(table, number)
    before, beside = own[past], exposure[past]
    if not _is_big(table, number, past) or beside.sum() <= 0 or exposure[at] <= 0:
        return None
    rate = _rate(table, before, beside)
    expected = rate * float(exposure[at])
    if expected <= 0 or (table.counts and expected < FEWEST_EXPECTED):
        return None
    kept = beside > 0
    loose = (before[kept] - rate * beside[kept]) ** 2 / (rate * beside[kept])
    spread = float(loose.sum()) / max(1, kept.sum() - 1)
    if table.counts:
        spread = max(spread, 1.0 + (rate if table.dimension and table.under is None else 0.0))
    spread = max(spread, _CALMEST * expected) * (1 + float(exposure[at]) / float(beside.sum()))
    now, others = max(0.0, float(own[at])), _others(table, number, past, at)
    if table.counts:
        return tail(now, expected, spread), others
    score = 2 * (math.sqrt(now) - math.sqrt(expected)) / math.sqrt(spread)
    return two_sided(abs(score), freedom(int(kept.sum()))), others


def _exposure(table: Table, number: int) -> Floats:
    """Return what a member's sum goes with: what it is divided by, the rest, or the days."""
    if table.under is not None:
        return np.asarray(table.under[number] * _shared(table, number))
    if not table.dimension:
        return table.lengths
    return np.asarray(table.all_of - table.over[number])


def _shared(table: Table, number: int) -> Floats:
    """Return how the ratio of all others stood in each stretch, beside its middle; 1 of few members.

    What comes late after a holiday does so everywhere, and makes no member's months differ more.
    """
    assert table.under is not None
    over, under = (part.sum(axis=0) - part[number] for part in (table.over, table.under))
    if len(table.members) < FEWEST_MEMBERS or (over <= 0).any() or (under <= 0).any():
        return np.ones(len(table.spans))
    return np.asarray(over / under / np.median(over / under))


def _rate(table: Table, before: Floats, beside: Floats) -> float:
    if table.counts or table.under is not None:
        return float(before.sum() / beside.sum())
    return float(np.median(before[beside > 0] / beside[beside > 0]))


def _others(table: Table, number: int, past: Places, at: int) -> float:
    """Return how the rest moved: 1.0 as usual; of all together it is not asked."""
    if not table.dimension:
        return 1.0
    exposure = _exposure(table, number)
    if table.under is not None:
        under = table.under[number]
        return float(exposure[at] / under[at] * under[past].sum() / exposure[past].sum())
    lengths = table.lengths
    usual = float(np.median(exposure[past] / lengths[past]) * lengths[at])
    return float(exposure[at]) / usual if usual > 0 else 1.0


def _is_big(table: Table, number: int, past: Places) -> bool:
    """Tell a member with a fair share of all, and something in most stretches."""
    sized = table.over if table.under is None else table.under
    if (sized[:, past] < 0).any():
        return False
    share = sized[number, past].sum() / max(1e-12, sized[:, past].sum())
    return bool(share >= SMALLEST_SHARE and (sized[number, past] > 0).mean() >= MOSTLY)


def weight_of(table: Table, number: int, at: int, now: float, usual: float) -> float:
    """Return what a figure lies off as a share of all of it."""
    if table.under is not None:
        all_of = table.scale * float(table.over[:, at].sum())
        return abs(now - usual) * float(table.under[number, at]) / all_of if all_of else 0.0
    if table.mean:
        return abs(now / usual - 1) / max(1, len(table.members))
    past = range(table.over.shape[1])[at]  # the last place may be told from the end
    all_of = float(table.over[:, max(0, past - PAST) : past].sum()) / max(1, min(PAST, past))
    return abs(now - usual) / all_of if all_of > 0 else 0.0


def _shares(table: Table, number: int, at: int) -> tuple[float, float, float | None] | None:
    """Return a member's share of all now, in the stretch before and a year before, in percent."""
    if not table.dimension or table.under is not None or table.mean or at < 1:
        return None
    sums = table.all_of
    if sums[at] <= 0 or sums[at - 1] <= 0:
        return None
    back = at - YEAR_BACK
    year = 100 * float(table.over[number, back] / sums[back]) if back >= 0 and sums[back] > 0 else None
    return (
        100 * float(table.over[number, at] / sums[at]),
        100 * float(table.over[number, at - 1] / sums[at - 1]),
        year,
    )


def _since(before: Floats, now: float, usual: float) -> int:
    """Return how many stretches just before were all lower than one that is high, or all higher."""
    known = before[np.isfinite(before)][::-1]
    beaten = known < now if now > usual else known > now
    return int(np.argmin(beaten)) if not beaten.all() else len(known)


def _next(before: Floats, since: int, is_up: bool) -> float | None:
    """Return the farthest of the stretches just before that a figure beat."""
    known = before[np.isfinite(before)]
    beaten = known[len(known) - since :]
    return float(beaten.max() if is_up else beaten.min()) if len(beaten) else None


def freedom(past: int) -> int:
    """Return the degrees of freedom of a spread that was taken from some stretches, an even number."""
    return max(2, (past - 1) // 2 * 2)


def tail(value: float, expected: float, spread: float) -> float:
    """Return how likely a count lies as far from what is expected, where its variance is `spread` times that.

    >>> round(tail(3, 10.8, 1.0), 3)  # Poisson
    0.01
    """
    if max(value, expected) > MANY:
        return math.erfc(2 * abs(math.sqrt(value) - math.sqrt(expected)) / math.sqrt(2 * spread))
    below, here, number = 0.0, 0.0, int(value)
    for one in range(number + 1):
        here = math.exp(_log_chance(one, expected, spread))
        below += here
    return min(1.0, 2 * min(below, 1 - below + here))


def _log_chance(number: int, expected: float, spread: float) -> float:
    if spread <= 1.0 + 1e-9:
        return number * math.log(expected) - expected - math.lgamma(number + 1)
    size = expected / (spread - 1)
    return (
        math.lgamma(number + size)
        - math.lgamma(size)
        - math.lgamma(number + 1)
        - size * math.log(spread)
        + number * math.log1p(-1 / spread)
    )
