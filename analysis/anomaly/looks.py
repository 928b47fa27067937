"""Which days and weeks of which members are odd: beside the same weekdays before, and beside all the others.

A member's figure is divided by the median of its weekday over eight weeks and by how all members moved
(their median): what all share, as rain or season, makes none of them odd. Spread is the median absolute
deviation (Rousseeuw & Croux 1993); many looks are corrected for after Benjamini & Hochberg (1995).
"""

import datetime as dt
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import numpy as np

from analysis.anomaly.ranks import Ranked, median
from analysis.daily import MAD, Daily, Flags, Floats, SpecialDays, by_the_month
from analysis.forecast.models import YEAR
from language.calendar import Unit, add_months, days, whole

WEEKS = 8  # looked back for what is usual
FEWEST_WEEKS = 5
BACK_DAYS = 7 * (WEEKS + 3)  # read before the first day looked at: weeks with holidays are passed over
FEWEST_MEMBERS = 5  # that tell how all moved
FEWEST_DAYS = 4  # ordinary ones that make a week
SMALLEST = 0.10  # share of what is usual; less is of no use to anybody
SMALLEST_SHARE = 0.005  # of all members; below that a member is too small to be odd
FEWEST_COUNTED = 10.0  # things a day or week has usually
FEW = 400.0  # things of which chance alone moves a week by a twentieth
FEWEST_DIVIDED = 30.0  # things that a ratio is of
MOSTLY = 0.75  # of the blocks before, in which there must have been some
FALSE_SHARE = 0.05  # of what is found
MOST = 5
CANDIDATES = 5  # of which those are left out that come every year
SEASONAL = 0.5  # of the departure, a year before at the same time
NEAR = 7  # days between findings of one member that are one event
SAME_EVENT = 0.4  # two findings are one where the smaller makes that much of the larger
_TAIL_OF_ONE = (0.95, 1.96)  # a quantile of distances, and where normal data have it
_TAIL_OF_FEW, _TAIL_OF_MANY, _MANY = (0.99, 2.576), (0.998, 3.09), 1000
_NOUGHT = 0.05  # of usual: less is as good as nothing
_FULL_ENOUGH = 0.8  # of the days before on which a member has a usual figure
_CALMEST = 0.005  # a series that never moves has no spread to divide by
_OF_EIGHT = 1.22  # a median of eight is itself uncertain, and its residuals are smaller than errors
_OF_COUNTS = 1.1  # the same, beside the square root of what is counted
DAY_FREEDOM, WEEK_FREEDOM = 20, 10  # of Student's t; by simulation (tests/unit/analysis)
_One = TypeVar("_One")


@dataclass(frozen=True)
class Span:
    """A whole day, week or month that is looked at, or some days in a row."""

    start: dt.date
    end: dt.date

    @property
    def is_day(self) -> bool:
        """Tell a day from a week."""
        return (self.end - self.start).days == 1

    @property
    def is_month(self) -> bool:
        """Tell a whole month from one that runs, and from other days."""
        return whole("month", self.start) == (self.start, self.end)

    def year_before(self, *, counted: bool) -> "Span":
        """Return the same weekdays a year before; of what is counted, which comes on any day, the dates."""
        back = self.start - add_months(self.start, -12) if counted else days(YEAR)
        return Span(self.start - back, self.end - back)

    def meets(self, other: "Span", near: int = 0) -> bool:
        """Tell whether both have some days in common, or lie less than so many days apart."""
        return self.start < other.end + days(near) and other.start < self.end + days(near)

    @property
    def unit(self) -> Unit:
        """Return what it is one of: a range is some days in a row."""
        if self.is_day:
            return "day"
        if self.is_month:
            return "month"
        return "week" if whole("week", self.start) == (self.start, self.end) else "range"


@dataclass(frozen=True, eq=False)
class Group:
    """One metric's series by member of one dimension; without one, of all together under the name ""."""

    metric: str
    dimension: str
    members: Mapping[str, Daily]
    under: Mapping[str, Daily] | None = None  # of a ratio: what it is divided by
    scale: float = 1.0
    counts: bool = False  # things are counted: chance alone moves small numbers
    of_counted: bool = False  # a ratio to things that are counted: of a handful one more or less moves it
    events: bool = False  # amounts of single events: of who has some now and then it tells nothing

    @property
    def end(self) -> dt.date:
        """Return the day after the last of its series."""
        return next(iter(self.members.values())).end

    @cached_property
    def a_day(self) -> float:
        """Return what a day of all brings."""
        return sum(float(np.nanmean(series.values)) for series in self.members.values())

    def figures(self, member: str) -> Floats:
        """Return a member's figure day by day."""
        if self.under is None:
            return self.members[member].values
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray(self.scale * self.members[member].values / self.under[member].values)


@dataclass(frozen=True)
class Look:
    """One series over one span: its figure beside the usual one, and how likely that is by chance."""

    metric: str
    dimension: str
    member: str
    span: Span
    value: float
    usual: float
    others: float  # how all members moved: 1.0 as usual
    chance: float
    rare: bool = False  # of things so few that only some days in a row tell anything
    left_out: int = 0  # days of the span that are not in its figures: off, or worked for a bridge

    @property
    def change(self) -> float:
        """Return how far it is from usual, as a share of that: of what usually is nothing, without end."""
        if not self.usual:
            return math.copysign(math.inf, self.value) if self.value else 0.0
        return self.value / self.usual - 1

    @property
    def apart(self) -> float:
        """Return how far it is from usual beside the others."""
        return self.value / (self.usual * self.others) - 1


def first_cuts(found: Sequence[Look] | Sequence[Group]) -> dict[str, str]:
    """Return by what each figure is cut first: the other cuts repeat it."""
    cuts = [(one.metric, one.dimension) for one in found if one.dimension]
    return dict(reversed(cuts))


def group_with(one: Look, groups: Iterable[Group]) -> Group:
    """Return the group of a look's series."""
    return next(it for it in groups if (it.metric, it.dimension) == (one.metric, one.dimension))


@dataclass(frozen=True)
class Odd:
    """A finding: the series that shows it best, and others that show the same."""

    look: Look
    same: tuple[Look, ...] = ()
    joint: bool = False  # each may be chance, all together are not


def spans_in(start: dt.date, end: dt.date, kinds: SpecialDays) -> list[Span]:
    """Return the whole weeks and the ordinary days of a stretch; days off are like no other day."""
    found = [Span(day, day + days(1)) for day in _days(start, end) if day not in kinds.named]
    first = whole("week", start)[0]
    for number in range((end - first).days // 7 + 1):
        week = Span(first + days(7 * number), first + days(7 * number + 7))
        if start <= week.start and week.end <= end:
            found.append(week)
    return found


def look(group: Group, spans: Iterable[Span], kinds: SpecialDays) -> list[Look]:
    """Return every member of a group over every span that has enough to tell what is usual."""
    names = list(group.members)
    if not names:
        return []
    table = _Table(group, names, kinds)
    return [found for span in spans for found in table.looks(span)]


def odd(looks: Sequence[Look], most: int = CANDIDATES) -> tuple[Odd, ...]:
    """Return what is odd, corrected for the number of looks: one finding an event, the clearest first."""
    return _events(unlikely(looks, lambda one: one.chance))[:most]


def unlikely(found: Iterable[_One], chance: Callable[[_One], float]) -> list[_One]:
    """Return what is no chance among so many looks, after Benjamini and Hochberg, the least likely first.

    >>> unlikely([0.9, 0.03, 0.001, 0.04], float)
    [0.001]
    """
    ordered = sorted(found, key=chance)
    limit = 0
    for rank, one in enumerate(ordered, 1):
        if chance(one) <= FALSE_SHARE * rank / len(ordered):
            limit = rank
    return ordered[:limit]


def farthest(looks: Sequence[Look], most: int) -> tuple[Odd, ...]:
    """Return what lies farthest from usual of what is not odd: it may all be chance."""
    return _events(sorted(looks, key=lambda one: one.chance))[:most]


def _events(ordered: Sequence[Look]) -> tuple[Odd, ...]:
    """Put together what is of one event, each under the look that shows it best; small ones are left out."""
    found: list[list[Look]] = []
    for one in ordered:
        if min(abs(one.apart), abs(one.change)) < SMALLEST:
            continue
        event = next((event for event in found if _same_event(event[0], one)), None)
        if event is None:
            found.append([one])
        else:
            event.append(one)
    return tuple(Odd(event[0], tuple(event[1:])) for event in _in_a_row(found))


def _in_a_row(found: Sequence[list[Look]]) -> list[list[Look]]:
    """Put events of one member together whose days lie near each other, the clearest of them first."""
    kept: list[list[Look]] = []
    for event in found:
        before = next((one for one in kept if _is_one_members(one, event)), None)
        if before is None:
            kept.append([*event])
        else:
            before.extend(event)
    return kept


def _is_one_members(event: Sequence[Look], other: Sequence[Look]) -> bool:
    first, last = event[0], other[0]
    if not first.dimension or (first.dimension, first.member) != (last.dimension, last.member):
        return False
    return any(one.span.meets(two.span, 1) for one in event for two in other)


def is_seasonal(one: Look, year: Look, share: float = SEASONAL) -> bool:
    """Tell whether the same span a year before lay off what was usual then, the same way and half as far."""
    now, then = (math.log(max(look.value / look.usual, _NOUGHT)) for look in (one, year))
    return now * then > 0 and abs(then) >= share * abs(now)


def _same_event(one: Look, other: Look) -> bool:
    """Tell whether two findings are of one member within a week, or overlap in time and are of the same rows.

    The same rows are those of one figure cut in two ways, and members that moved by about the same amount.
    """
    if one.dimension and (one.dimension, one.member) == (other.dimension, other.member):
        return one.span.meets(other.span, NEAR)
    if not one.span.meets(other.span):
        return False
    if (one.dimension, one.member) == (other.dimension, other.member):
        return True
    if one.metric != other.metric:
        return False
    if one.dimension != other.dimension:  # the same rows, cut another way
        return (one.change > 0) == (other.change > 0)
    if one.span.is_day != other.span.is_day:
        return False
    sizes = [look.value - look.usual for look in (one, other)]
    low, high = sorted(map(abs, sizes))
    return sizes[0] * sizes[1] > 0 and low >= SAME_EVENT * high


def same_rows(one: Look, other: Look, size: float, beside: float) -> bool:
    """Tell whether findings of some sizes are of one member at one time, or one thing cut in two ways."""
    if not one.span.meets(other.span) or (one.change > 0) != (other.change > 0):
        return False
    if (one.dimension, one.member) == (other.dimension, other.member):
        return True
    if one.metric != other.metric or one.dimension == other.dimension:
        return False
    low, high = sorted((size, beside))
    return low >= SAME_EVENT * high


class _Table:
    """A group's series as one array: members by days."""

    def __init__(self, group: Group, names: list[str], kinds: SpecialDays) -> None:
        self.group, self.names = group, names
        first = group.members[names[0]]
        self.start = first.start
        self.ordinary: Flags = first.ordinary(kinds)
        self.over = np.stack([group.members[name].values for name in names])
        self.under = np.stack([group.under[name].values for name in names]) if group.under else None
        held = np.nan_to_num(self.over if self.under is None else self.under) != 0
        self.begun = np.where(held.any(axis=1), np.argmax(held, axis=1), held.shape[1])
        every = np.vstack([self.over, np.nansum(self.over, axis=0)])  # where all go so, a small one does too
        by_month = by_the_month(self.start, every, every.shape[1])
        self.by_weekday = ~(by_month[:-1] | by_month[-1])  # of the others months tell

    def looks(self, span: Span) -> list[Look]:
        """Return each member over one span."""
        size = (span.end - span.start).days
        place = (span.start - self.start).days
        own = self._block(place, size)
        before = self._before(place, size)
        if own is None or len(before) < FEWEST_WEEKS:
            return []
        kept = self.ordinary[place : place + size]
        table = np.stack([block[:, kept] for _, block in before], axis=1)  # members, weeks, days
        value, weeks = self._figures(own[:, kept]), self._figures(table)
        usual = median(weeks, axis=1)
        with np.errstate(divide="ignore", invalid="ignore"):
            now, then = value / usual, weeks / usual[:, None]
            big = self._is_big(table, usual) & self._was_there(before) & self.by_weekday
            others, others_then = self._shared(now[big]), self._shared(then[big])
            apart, apart_then = now / others, then / others_then
            spread = self._spread(apart_then, table, span, big)
            score = np.abs(apart - 1) / spread
        found = []
        for number in np.nonzero(big & np.isfinite(score))[0]:
            figure, normal = float(value[number]), float(usual[number])
            known = span.is_day or (self.group.counts and normal < FEW)  # chance tells how far few things go
            chance = two_sided(float(score[number]), DAY_FREEDOM if known else WEEK_FREEDOM)
            found.append(
                Look(
                    self.group.metric, self.group.dimension, self.names[number], span, figure, normal,
                    float(others), chance, left_out=size - int(kept.sum()),
                )
            )  # fmt: skip
        return found

    def _shared(self, index: Floats) -> Floats:
        """Return how all members moved; amounts of single events come when they come, and share nothing."""
        return np.ones(index.shape[1:]) if self.group.events else _common(index)

    def _block(self, place: int, size: int) -> Floats | None:
        """Return both parts of some days, or None where too few of them are ordinary."""
        if place < 0 or place + size > self.over.shape[1]:
            return None
        if self.ordinary[place : place + size].sum() < min(size, FEWEST_DAYS):
            return None
        over = self.over[:, place : place + size]
        under = np.ones_like(over) if self.under is None else self.under[:, place : place + size]
        return np.stack([over, under], axis=2)

    def _was_there(self, before: Sequence[tuple[int, Floats]]) -> Flags:
        """Mark members that began before the first of the blocks before ended: days before it opened a shop
        has nothing, which is not what it usually has."""
        place, block = before[-1]
        return np.asarray(self.begun < place + block.shape[1], dtype=np.bool_)

    def _before(self, place: int, size: int) -> list[tuple[int, Floats]]:
        """Return the last eight like blocks with their places, whose ordinary days hold those of this one."""
        wanted, found = self.ordinary[place : place + size], list[tuple[int, Floats]]()
        for week in range(1, WEEKS + 4):
            back = place - 7 * week
            if back < 0 or len(found) == WEEKS:
                break
            if (
                self.ordinary[back : back + size][wanted].all()
                and (one := self._block(back, size)) is not None
            ):
                found.append((back, one))
        return found

    def _figures(self, block: Floats) -> Floats:
        """Return the figure of each block: a sum, or a ratio of sums."""
        over, under = block[..., 0].sum(axis=-1), block[..., 1].sum(axis=-1)
        if self.under is None:
            return np.asarray(over)
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray(self.group.scale * over / under)

    def _is_big(self, table: Floats, usual: Floats) -> Flags:
        """Mark members with a usual figure, a fair share of all, and enough of what is counted."""
        volume = median(table[..., 1 if self.under is not None else 0].sum(axis=-1), axis=1)
        big = np.isfinite(usual) & (usual > 0) & (volume >= SMALLEST_SHARE * volume.sum())
        if self.group.events:
            big &= (table[..., 0].sum(axis=-1) > 0).mean(axis=1) >= MOSTLY
        if self.group.of_counted:
            big &= volume >= FEWEST_DIVIDED
        if self.group.counts:
            big &= median(table[..., 0].sum(axis=-1), axis=1) >= FEWEST_COUNTED
        return np.asarray(big, dtype=np.bool_)

    def _spread(self, apart: Floats, table: Floats, span: Span, big: Flags) -> Floats:
        """Return each member's standard deviation around 1; of things counted not below that of chance."""
        size = (span.end - span.start).days
        days_kept = table.shape[2]
        spread = self._day_spread((span.start - self.start).days, big) / math.sqrt(days_kept)
        if size > 1:  # days of a week may go together
            weeks = MAD * median(np.abs(apart - median(apart, axis=1)[:, None]), axis=1)
            sparse = np.isnan(spread)  # mostly days of nothing: only its weeks tell how far it goes
            far = _but_for_one(apart) if self.group.counts else np.std(apart, axis=1)
            spread = np.where(sparse, np.fmax(weeks, far), np.fmax(spread, weeks))
        spread = np.maximum(spread, _CALMEST) * _OF_EIGHT
        if self.group.counts:
            usual = median(table[..., 0].sum(axis=-1), axis=1)
            spread = np.maximum(spread, _OF_COUNTS / np.sqrt(usual))
        return np.asarray(spread)

    def _day_spread(self, place: int, big: Flags) -> Floats:
        """Return how far days of the weeks before lie from their weekday's median, beside the others."""
        two_weeks = self.group.counts and place >= 7 * (WEEKS + 1)  # a rush may last so long
        last = place - 7 if two_weeks else place
        first = max(0, last - 7 * WEEKS)
        chosen = np.nonzero(self.ordinary[first:last])[0] + first
        block = np.stack([self.over, np.ones_like(self.over) if self.under is None else self.under], axis=2)[
            :, chosen, None, :
        ]
        figures = self._figures(block)
        weekday = (chosen + self.start.weekday()) % 7
        usual = np.stack([median(figures[:, weekday == day], axis=1) for day in range(7)], axis=1)
        index = figures / usual[:, weekday]
        apart = index / self._shared(index[big])
        away = np.abs(apart - 1)
        sparse = np.isfinite(away).mean(axis=1) < _FULL_ENOUGH
        away = np.where(figures == 0, np.nan, away)  # a week of nothing tells nothing of how far days go
        ranked = Ranked(away)
        own = ranked.quantile(_TAIL_OF_ONE[0]) / _TAIL_OF_ONE[1]
        spread = np.maximum(np.maximum(MAD * ranked.median(), own), _CALMEST)
        beside = (away / spread[:, None])[big]  # refunds come in lumps: all members tell how far tails reach
        beside = beside[np.isfinite(beside)]
        share, of_normal = _TAIL_OF_MANY if beside.size >= _MANY else _TAIL_OF_FEW
        heavy = float(np.quantile(beside, share)) / of_normal if beside.size else 1.0
        return np.asarray(np.where(sparse, np.nan, spread * max(1.0, heavy)))


def _but_for_one(apart: Floats) -> Floats:
    """Return each member's standard deviation over the weeks but for the farthest: a rush has two."""
    away = np.abs(apart - median(apart, axis=1)[:, None])
    kept = np.sort(away, axis=1)[:, :-1]
    return np.asarray(np.sqrt((kept**2).mean(axis=1)))


def _common(index: Floats) -> Floats:
    """Return how all members moved, or 1 where they are too few to tell."""
    if index.shape[0] < FEWEST_MEMBERS:
        return np.ones(index.shape[1:])
    return np.asarray(median(index, axis=0))


def two_sided(score: float, freedom: int) -> float:
    """Return how likely a score as far from 0 is under Student's t with an even number of degrees of freedom.

    The finite series of Abramowitz & Stegun, 26.7.4.
    """
    angle = math.atan(score / math.sqrt(freedom))
    term, total, square = 1.0, 1.0, math.cos(angle) ** 2
    for number in range(1, freedom // 2):
        term *= (2 * number - 1) / (2 * number) * square
        total += term
    return max(0.0, 1.0 - math.sin(angle) * total)


def _days(start: dt.date, end: dt.date) -> list[dt.date]:
    return [start + days(number) for number in range((end - start).days)]
