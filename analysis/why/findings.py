"""What was found of a change, before it is worded."""

from dataclasses import dataclass
from decimal import Decimal

from analysis.why.calendar import CalendarPart
from analysis.why.looks import Change
from analysis.why.split import ZERO, Factor, MemberSplit, Pair, Share

_CALENDAR_TELLS = Decimal("0.10")  # of the change: a smaller part is not worth a sentence
_FLAT = Decimal("0.01")  # of the figure
_MOVED = Decimal("0.03")
_LEAST_COUNT = 30  # of a count in both periods: three faults more say nothing
_MOST_BESIDE = 3
_HANDFUL = (3, 12)


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
class Inner:
    """A member that stands out, and the cut in which its own change is made by few."""

    line: Share
    split: MemberSplit


@dataclass(frozen=True)
class Findings:
    """A change with all that it is made of."""

    change: Change
    whole: Pair
    calendar: CalendarPart | None
    factors: tuple[Factor, ...]
    splits: tuple[MemberSplit, ...]
    beside: tuple[Beside, ...]
    year: Pair | None = None  # over the same periods a year before
    inner: Inner | None = None

    @property
    def is_flat(self) -> bool:
        """Tell a figure that as good as did not move."""
        return abs(self.whole.change) < _FLAT * abs(self.whole.before or ZERO)

    @property
    def outstanding(self) -> tuple[MemberSplit, ...]:
        """Return the splits in which a member stands out, the most surprising first."""
        found = [one for one in self.splits if one.stands_out]
        return tuple(sorted(found, key=lambda one: -one.surprise))

    @property
    def shown(self) -> tuple[MemberSplit, ...]:
        """Return the splits worth showing: where members stand out, else one with a handful of members."""
        handful = [one for one in self.splits if _HANDFUL[0] <= len(one.every) <= _HANDFUL[1]]
        return self.outstanding or tuple(handful or self.splits)[:1]

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
            told = (one.pair.before or ZERO) + (one.pair.now or ZERO)
            return metric.counts_rows and told >= _LEAST_COUNT

        moved = [one for one in self.beside if abs(one.rate) >= _MOVED and is_large(one)]
        return tuple(sorted(moved, key=lambda one: -abs(one.rate))[:_MOST_BESIDE])
