"""What held most of a figure in one of both times and none in the other: a campaign that ended.

Its cut is left out, for how much of the figure is of no campaign moved with it. That it ended is told.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from analysis.names import reads
from analysis.outcome import Amount, Name, Percent, Read, Said
from analysis.why.looks import Change, pairs_of
from analysis.why.split import ZERO, Pair
from understanding.metric.desk import MetricDesk

if TYPE_CHECKING:
    from analysis.why.findings import Findings

_HALF, _NEARLY_NONE = Decimal("0.5"), Decimal("0.05")
_FEWEST = 20  # of a count: fewer begin and end by chance


@dataclass(frozen=True)
class Switched:
    """A member that held half of a figure or more in one of both times, and hardly any in the other."""

    dimension: str
    name: str
    pair: Pair
    rest: Pair
    ended: bool

    @property
    def most(self) -> Decimal:
        """Return what it had in the time it had most."""
        return max(self.pair.before or ZERO, self.pair.now or ZERO)


def switched_of(
    change: Change, whole: Pair, read: Mapping[str, Read], cuts: Collection[str], desk: MetricDesk
) -> Switched | None:
    """Return who began or ended so in one of the cuts that are left out, in the finest of them."""
    if change.shape.kind != "sum":
        return None
    members = {one: pairs_of(read[f"by_{one}"]) for one in cuts}
    for dimension in sorted(members, key=lambda one: -len(members[one])):
        if reads(members[dimension], desk, dimension):
            for name, pair in members[dimension].items():
                found = _switched(dimension, name, change.even(pair), whole)
                if found is not None and (not change.metric.counts_rows or found.most >= _FEWEST):
                    return found
    return None


def _switched(dimension: str, name: str, pair: Pair, whole: Pair) -> Switched | None:
    before, now = pair.before or ZERO, pair.now or ZERO
    ended = now <= _NEARLY_NONE * before
    most, of = (before, whole.before) if ended else (now, whole.now)
    if not name or not (ended or before <= _NEARLY_NONE * now) or most < _HALF * (of or ZERO) or not most:
        return None
    if (ended and whole.change > 0) or (not ended and whole.change < 0):
        return None
    rest = Pair((whole.before or ZERO) - before, (whole.now or ZERO) - now)
    return Switched(dimension, name, pair, rest, ended)


def switched_told(one: Switched, found: "Findings") -> Said:
    """Say what a member that began or ended had, and what all others came to."""
    metric, whole = found.change.metric.name, found.whole
    of = whole.before if one.ended else whole.now
    return Said(
        "why.ended_so" if one.ended else "why.began_so",
        {
            "who": Said("why.unusual_who", {"by": Name(one.dimension, dimension=True), "name": one.name}),
            "before": Amount(one.pair.before or ZERO, metric),
            "now": Amount(one.pair.now or ZERO, metric),
            "share": Percent(100 * one.most / of) if of else "",
            "rest_before": Amount(one.rest.before or ZERO, metric),
            "rest_now": Amount(one.rest.now or ZERO, metric),
        },
    )
