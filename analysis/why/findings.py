"""What was found of a change, before it is worded."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cached_property
from typing import TYPE_CHECKING

from analysis.outcome import Said
from analysis.why.alike import Alike
from analysis.why.calendar import CalendarPart
from analysis.why.cuts import moved_alike, telling_cuts
from analysis.why.days import TellingDays
from analysis.why.ended import MOST as MOST_ENDED
from analysis.why.ended import Ended
from analysis.why.inner import Inner
from analysis.why.joined import Joined
from analysis.why.looks import Change
from analysis.why.months import Step
from analysis.why.nearby import Nearby
from analysis.why.peers import Peers
from analysis.why.rates import Rates, rates_of
from analysis.why.split import ZERO, Factor, MemberSplit, Pair, Share, chance_alone, chance_of
from analysis.why.still import Still
from analysis.why.switched import Switched
from analysis.why.unusual import Unusual
from query.metric_query import Window
from understanding.figures.doers import is_own

if TYPE_CHECKING:
    from analysis.why.rate_parts import RateParts

_CALENDAR_TELLS = Decimal("0.10")  # of the change: a smaller part is not worth a sentence
FLAT = Decimal("0.01")  # of the figure
_MOVED, _MOVED_UNEVEN = Decimal("0.03"), Decimal("0.1")  # what comes unevenly is not said to move by less
_LEAST_COUNT = 30  # of a count in both periods: three faults more say nothing
_MOST_BESIDE = 3
_HANDFUL = (3, 12)
_MOST_PLACES, _MOST_MOVERS = 60, 3
_BESIDE_LEADER = Decimal("0.1")  # of what the first mover makes: a smaller one is not named with it
_AGAINST = Decimal("0.05")  # of the change: a smaller move against it is not worth a sentence
_SHARP = Decimal("0.75")  # of the change: other ways to split it only confuse
_NEARLY_ALL, _MOST_MIXED = Decimal("0.8"), 30
_CANCELS = Decimal("0.5")  # of what rose, or fell: less of the other does not cancel it
_AS_LARGE = Decimal("0.8")  # of the largest part of another cut
_MOST_WITHIN = 2  # that rose, and that fell, within a figure that hardly moved


@dataclass(frozen=True)
class Beside:
    """Another figure over the same periods."""

    metric: str
    pair: Pair

    @property
    def rate(self) -> Decimal:
        """Return its change as a share of what it was."""
        before = self.pair.before or ZERO
        return self.pair.change / abs(before) if before else ZERO


@dataclass(frozen=True)
class Findings:
    """A change with all that it is made of."""

    change: Change
    whole: Pair
    calendar: CalendarPart | None
    factors: tuple[Factor, ...]
    splits: tuple[MemberSplit, ...]
    beside: tuple[Beside, ...]
    uneven: Pair | None = None  # both ends as they are, where `whole` is of as many days
    year: Pair | None = None  # over the same periods a year before
    inner: Inner | None = None
    ended: Ended | None = None
    days: TellingDays | None = None  # the few that hold most of it
    nearby: Nearby = field(default_factory=Nearby)
    until: tuple[Window, Pair] | None = None  # how it stood up to the day on which all there were had ended
    joined: Joined | None = None  # one kind of rows at one place that makes most of it
    alike: Alike | None = None  # the figure without who is new
    other_day: tuple[Said, ...] = ()  # the other day that one is set beside
    peers: Peers | None = None  # how the others of its kind moved
    still: Still | None = None  # days of nothing
    member_steps: Mapping[str, Step] = field(default_factory=dict)  # of its members' own rates
    step: Step | None = None  # the month in which a rate went to another level
    switched: Switched | None = None  # who had most of it in one of both times alone
    unusual: tuple[Unusual, ...] = ()  # who holds most of it and usually holds little
    rate_parts: "RateParts | None" = None  # what makes the rate by which a sum moved
    # Cuts left out, each with the share of rows that none is filled in for.
    unfilled: tuple[tuple[str, Pair], ...] = ()

    @property
    def summed(self) -> Pair:
        """Return both ends as they are, of as many days or not."""
        return self.uneven or self.whole

    @property
    def is_flat(self) -> bool:
        """Tell a figure that as good as did not move."""
        return abs(self.whole.change) < FLAT * abs(self.whole.before or ZERO)

    @property
    def outstanding(self) -> tuple[MemberSplit, ...]:
        """Return the splits in which a member stands out, the most surprising first.

        Where all hardly moved, that is by chance, but for who lacks days: without these all would have.
        """
        found = [one for one in self.splits if one.stands_out]
        ranked = sorted(found, key=lambda one: (not (self.is_flat and one.lacks_days), -one.surprise))
        return tuple(sorted(ranked, key=lambda one: self._says_whose_work(one, ranked)))

    def _says_whose_work(self, split: MemberSplit, others: Sequence[MemberSplit]) -> bool:
        """Tell a cut by our own people beside one as large: it only says whose work it was."""
        dimensions, whole = self.change.shape.catalog.dimensions, self.whole.change
        if not is_own(dimensions[split.dimension]):
            return False
        most = _largest(split, whole)
        things = [one for one in others if not is_own(dimensions[one.dimension])]
        return any(_largest(one, whole) >= _AS_LARGE * most for one in things)

    @property
    def shown(self) -> tuple[MemberSplit, ...]:
        """Return the splits worth showing: where members stand out, else one with a handful of members."""
        handful = [one for one in self.splits if _HANDFUL[0] <= len(one.every) <= _HANDFUL[1]]
        return self.outstanding or tuple(handful or self.splits)[:1]

    @cached_property
    def cuts(self) -> tuple[tuple[MemberSplit, tuple[Share, ...]], ...]:
        """Return the cuts in which one or two members make most of the change; of days, who stand out."""
        if self.is_flat or self.joined is not None or self.rates is not None:
            return ()
        if self.kinds:
            return self.kinds
        catalog = self.change.shape.catalog
        dense = all(map(catalog.is_dense, catalog.sources(self.change.metric.name)))
        splits = [one for one in self.splits if one.stands_out or not dense]
        tables = {one.dimension: self._things_of(one) for one in splits}
        together = self.days is not None and self.days.counted  # no chance then, whoever they are of
        counted = self.change.metric.counts_rows and not together
        keyed = [one.name for one in catalog.dimensions.values() if one.key]
        things_first = [one for one in splits if not self._says_whose_work(one, splits)]
        found = telling_cuts(things_first, self.whole, tables, counted=counted, things=keyed)
        return tuple((split, first) for split, first in found if not dense or {*first} <= {*split.lines})

    @cached_property
    def kinds(self) -> tuple[tuple[MemberSplit, tuple[Share, ...]], ...]:
        """Return of what kind a ratio's numerator came to be more, or less: of cancelled orders, why."""
        if self.change.shape.kind != "ratio" or self.is_flat:
            return ()
        return telling_cuts([one for one in self.splits if one.mix is None], self.whole, {}, counted=False)

    @cached_property
    def rates(self) -> Rates | None:
        """Return the cut of a rate that tells best whose own rate moved, and whose weight."""
        if self.change.shape.kind != "ratio" or self.is_flat or self.mix is not None or self.kinds:
            return None
        return rates_of(self.splits, self.whole)

    def _things_of(self, split: MemberSplit) -> str:
        """Return whose table a cut is in, of which another may be a coarser one; of rows each is its own."""
        dimension = self.change.shape.catalog.dimensions[split.dimension]
        return split.dimension if self.is_of_rows(split) else dimension.table

    @property
    def uniform(self) -> tuple[MemberSplit, int, int] | None:
        """Return the cut of most members of a rate that nearly all moved one way, where none stands out."""
        if (
            self.change.shape.kind != "ratio"
            or self.within
            or self.outstanding
            or self.cuts
            or self.mix
            or self.rates
        ):
            return None
        found = [(one, *alike) for one in self.splits if (alike := moved_alike(one, self.whole)) is not None]
        return max(found, key=lambda one: (one[0].dimension in self.levels, one[1]), default=None)

    @property
    def movers(self) -> tuple[MemberSplit, tuple[Share, ...]] | None:
        """Return the places that rose most where the whole rose, or fell, unless places were told anyway."""
        whole, told = self.whole.change, {one.dimension for one in self.outstanding[:1]}
        split = self._places
        if self.is_flat or split is None or self.change.metric.counts_rows or self.cuts or self.uniform:
            return None
        same = sorted((one for one in split.every if one.part * whole > 0), key=lambda one: -abs(one.part))
        first = tuple(
            one for one in same[:_MOST_MOVERS] if abs(one.part) >= _BESIDE_LEADER * abs(same[0].part)
        )
        if first and self._makes_most(first[0]):
            return split, first if not told & self.levels else first[:1]
        return (split, first) if len(first) > 1 and not told & self.levels else None

    @property
    def countered(self) -> tuple[Share, ...]:
        """Return the places that moved most against the whole, where others that went with it are told."""
        if self.movers is None:
            return ()
        least = _AGAINST * abs(self.whole.change)
        against = [one for one in self.movers[0].every if one.part * self.whole.change < 0]
        large = [one for one in against if abs(one.part) >= least]
        return tuple(sorted(large, key=lambda one: -abs(one.part))[:_MOST_WITHIN])

    @property
    def leader(self) -> tuple[MemberSplit, Share] | None:
        """Return the place that by itself makes most of the change: what else departs is a detail of it."""
        if self.movers is None or not self._makes_most(self.movers[1][0]):
            return None
        return self.movers[0], self.movers[1][0]

    @property
    def within(self) -> tuple[MemberSplit, tuple[Share, ...], tuple[Share, ...]] | None:
        """Return the places that rose most and that fell most where they cancel each other out."""
        split = self._places
        if not self.is_flat or split is None or self.outstanding or self.change.metric.counts_rows:
            return None
        ranked = sorted(split.every, key=lambda one: one.part)
        if not cancel_out([one.part for one in ranked], self.whole.change):
            return None
        ups = tuple(one for one in reversed(ranked[-_MOST_WITHIN:]) if one.part > 0)
        downs = tuple(one for one in ranked[:_MOST_WITHIN] if one.part < 0)
        return (split, ups, downs) if ups and downs else None

    @property
    def levels(self) -> set[str]:
        return {name for one in self.change.shape.catalog.hierarchies for name in one}

    @property
    def _places(self) -> MemberSplit | None:
        """Return the finest split by places of which there are not too many."""
        fit = [
            one
            for one in self.splits
            if one.dimension in self.levels and 2 <= len(one.scores) <= _MOST_PLACES
        ]
        return max(fit, key=lambda one: len(one.scores), default=None)

    def _makes_most(self, one: Share) -> bool:
        return 2 * one.part / self.whole.change >= 1

    @cached_property
    def sharp(self) -> bool:
        """Tell a change that a place and a kind, or one member of a cut, make nearly all of."""
        parts = [first[0].part for _, first in self.cuts if len(first) == 1]
        parts += [self.joined.pair.change] if self.joined is not None else []
        return any(part / self.whole.change >= _SHARP for part in parts)

    @property
    def other(self) -> tuple[MemberSplit, Share] | None:
        """Return the kind of rows that makes half of the change, beside what was told: 卫生间环境."""
        told = {one.dimension for one in self.outstanding[:1]}
        if self.is_flat or not told or self.cuts or self.inner is not None:
            return None
        for split in self.splits:
            lead = max(split.every, key=lambda one: abs(one.apart), default=None)
            if lead and split.dimension not in told and self.is_of_rows(split) and self.makes_half(lead):
                return split, lead
        return None

    def is_of_rows(self, split: MemberSplit) -> bool:
        """Tell a cut by what the rows of the figure themselves are: a kind of complaints, not their place."""
        catalog, metric = self.change.shape.catalog, self.change.metric
        dimension = catalog.dimensions[split.dimension]
        return split.mix is None and bool(metric.table) and catalog.is_own(dimension, [metric.table])

    def makes_half(self, one: Share) -> bool:
        """Tell a member that makes half of the change, most of it beyond moving as all did, not by chance."""
        same = one.part * self.whole.change > 0
        clear = not self.change.metric.counts_rows or abs(one.apart) >= chance_of(one.pair)
        half = 2 * abs(one.part) >= abs(self.whole.change) and 2 * abs(one.apart) >= abs(one.part)
        return bool(one.name) and same and clear and half

    def had_ended(self, dimension: str, name: str) -> bool:
        """Tell a member that ended within the times compared, by its own table."""
        ended = self.ended
        return ended is not None and ended.dimension == dimension and name in ended.members

    @property
    def ended_told(self) -> Ended | None:
        """Return the members that ended: the few among those asked about, else those that are told anyway."""
        if self.ended is None or self.is_flat:
            return None
        if self.alike is not None and {*self.ended.members} <= self.alike.new.names:
            return None  # how it moved without them is told
        if self.change.asked.filters and len(self.ended.members) <= MOST_ENDED:
            return self.ended
        told = [split.lines for split in (*self.outstanding[:1], *self.further)]
        return self.ended.among({one.name for lines in told for one in lines})

    @property
    def by_chance(self) -> Decimal | None:
        """Return by how much things counted may differ by chance, where they did not differ by more."""
        pair = self.whole
        if not self.change.metric.counts_rows or self.days is not None or self.is_flat:
            return None
        bound = chance_alone(pair)
        return bound if abs(pair.change) <= bound and not self.outstanding else None

    @property
    def all_ended(self) -> bool:
        """Tell whether none is left of what was asked about: that is all there is to say of it."""
        return self.ended_told is not None and self.ended_told.is_all and self.whole.change < 0

    @property
    def further(self) -> tuple[MemberSplit, ...]:
        """Return the further splits that are told: of the places that moved most, of the kind of rows."""
        found = [self._of(*one) for one in self.cuts]
        if self.rates is not None:
            found.append(self._of(self.rates.split, self.rates.own))
        if self.joined is not None:
            joined = (self.joined.place, self.joined.kind)
            alone = [it for at in joined for it in self._members_at(*at)]
            found += [replace(self._of(split, (one,)), every=(one,)) for split, one in alone]
        if self.movers is not None:
            found.append(self._of(*self.movers))
        if self.within is not None:
            split, ups, downs = self.within
            found.append(self._of(split, (*ups, *downs)))
        if self.other is not None:
            split, one = self.other
            found.append(self._of(split, (one,)))
        return tuple(found)

    def _members_at(self, dimension: str, name: str) -> Iterator[tuple[MemberSplit, Share]]:
        """Yield a member with the split that it is told of."""
        for split in self.splits:
            if split.dimension == dimension:
                yield from ((split, one) for one in split.every if one.name == name)

    def _of(self, split: MemberSplit, lines: tuple[Share, ...]) -> MemberSplit:
        """Return a split with these lines, and the rest as what is left of the change."""
        rest = self.whole.change - sum((one.part for one in lines), ZERO)
        count = split.rest_count + len(split.lines) - len(lines)
        return replace(split, lines=lines, rest=rest, rest_count=count)

    @property
    def mix(self) -> MemberSplit | None:
        """Return the cut of fewest members whose weights make nearly all of a change of a rate."""
        whole = self.whole.change
        found = [one for one in self.splits if one.mix is not None and one.count <= _MOST_MIXED]
        nearly_all = [
            one
            for one in found
            if one.mix is not None and whole and one.mix / whole >= _NEARLY_ALL and not _lost_one(one)
        ]
        none = self.is_flat or self.kinds
        return None if none else min(nearly_all, key=lambda one: len(one.every), default=None)

    @property
    def calendar_tells(self) -> bool:
        """Tell whether the calendar makes a part of the change worth a sentence."""
        found = self.calendar
        return found is not None and abs(found.part) >= _CALENDAR_TELLS * abs(self.whole.change)

    @property
    def moved_beside(self) -> tuple[Beside, ...]:
        """Return the other figures that moved most."""
        catalog = self.change.shape.catalog

        def is_large(one: Beside) -> bool:
            metric = catalog.metrics[one.metric]
            if all(map(catalog.is_dense, catalog.sources(one.metric))):
                return True
            if not metric.counts_rows:  # how many rows it sums is not known: bookings of single sessions
                return metric.kind == "simple" and abs(one.rate) >= _MOVED_UNEVEN
            told = (one.pair.before or ZERO) + (one.pair.now or ZERO)
            by_chance = abs(one.pair.change) < chance_of(one.pair)
            return metric.counts_rows and told >= _LEAST_COUNT and not by_chance

        both = [one for one in self.beside if one.pair.before and one.pair.now]
        moved = [one for one in both if abs(one.rate) >= _MOVED and is_large(one)]
        return tuple(sorted(moved, key=lambda one: -abs(one.rate))[:_MOST_BESIDE])


def cancel_out(parts: Sequence[Decimal], change: Decimal) -> bool:
    """Tell parts of a change, and what is left of it, of which those that rose and that fell are alike."""
    every = (*parts, change - sum(parts, ZERO))
    ends = [sum((max(way * one, ZERO) for one in every), ZERO) for way in (1, -1)]
    return min(ends) >= _CANCELS * max(ends)


def _largest(split: MemberSplit, change: Decimal) -> Decimal:
    """Return the largest part that one member of a cut has of a change."""
    return max((one.part * (1 if change > 0 else -1) for one in split.every if one.name), default=ZERO)


def _lost_one(split: MemberSplit) -> bool:
    """Tell a cut of which who moved most in weight is there no more: others have taken over, as reps do."""
    moved = max(split.every, key=lambda one: abs(one.weights.change) if one.weights else ZERO, default=None)
    return moved is not None and moved.state == "gone"
