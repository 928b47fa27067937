"""The rate by which a sum moved, taken apart: members' own rates, and their weights; both add up to it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from analysis.outcome import Amount, Look, Name, Read, Said
from analysis.why.findings import Findings
from analysis.why.looks import pairs_of, product_of
from analysis.why.made_of import by_definition
from analysis.why.rates import own_of
from analysis.why.sizes import ends_of
from analysis.why.split import ZERO, Factor, MemberSplit, Share, of_ratio
from query.metric_query import MetricQuery
from understanding.metric.desk import MetricDesk

_LOOK = "rate_parts"
_LEAST = Decimal("0.5")  # of the change: of less its rate is not taken apart
_LARGE = Decimal("0.1")  # of what the rate makes: a member's own rate that is named
_MOST_MEMBERS = 12
_EXACT = Decimal("0.01")  # of the rate's change, that members without a name may leave


@dataclass(frozen=True)
class RateParts:
    """What a sum's rate makes of its change, by a cut: other weights, and the members' own rates."""

    dimension: str
    factor: Factor
    mix: Decimal
    split: MemberSplit

    @property
    def own(self) -> Decimal:
        """Return what the members' own rates make: all that their weights do not."""
        return self.factor.part - self.mix

    @property
    def tells(self) -> bool:
        """Tell whether both make something of it: of one alone the rate says it all."""
        return min(abs(self.mix), abs(self.own)) >= _LARGE / 2 * abs(self.factor.part)

    def of(self, part: Decimal) -> Decimal:
        """Return a part of the rate's change as one of the sum's."""
        return part * self.factor.part / self.factor.pair.change

    @property
    def first(self) -> Share | None:
        """Return whose own rate makes most of that, where it is much of what the rate makes."""
        moved = max(self.split.every, key=lambda one: abs(own_of(one)), default=None)
        large = moved is not None and abs(self.of(own_of(moved))) >= _LARGE * abs(self.factor.part)
        return moved if large else None


def rate_looks(found: Findings, desk: MetricDesk) -> list[Look]:
    """Return the look at the sum and what its rate divides it by, by the cut that tells the change."""
    change, rate, cut = found.change, product_of(found.change, desk), _cut(found)
    if rate is None or not cut or _factor(found) is None or not change.shape.catalog.cuts(rate.parts[1], cut):
        return []
    windows, filters = (change.before, change.now), change.asked.filters
    query = MetricQuery((change.metric.name, rate.parts[1]), (cut,), windows=windows, filters=filters)
    label = Said("why.label.by", {"dimension": Name(cut, dimension=True)})
    return [Look(_LOOK, query, label, catalog=change.shape.catalog, detail=True)]


def rate_parts_of(found: Findings, read: Mapping[str, Read]) -> RateParts | None:
    """Return the rate's part by members, where these make it up."""
    one, factor = read.get(_LOOK), _factor(found)
    if one is None or factor is None or one.result.truncated:
        return None
    (cut,) = one.look.query.splits
    if by_definition(pairs_of(one), pairs_of(one, 1)):
        return None  # of orders cancelled the reason is none of those that were not
    scale = found.change.shape.catalog.metrics[factor.metric].scale
    split = of_ratio(cut, pairs_of(one), pairs_of(one, 1), factor.pair, scale)
    every = sum((it.part for it in split.every), ZERO)
    if split.mix is None or abs(every - factor.pair.change) > _EXACT * abs(factor.pair.change):
        return None
    return RateParts(cut, factor, split.mix * factor.part / factor.pair.change, split)


def rate_parts_told(parts: RateParts, found: Findings) -> Said:
    """Say what other weights and what the members' own rates make, and whose most."""
    name, rate, first = found.change.metric.name, parts.factor.metric, parts.first
    whose: Said | str = ""
    if first is not None:
        part = Amount(parts.of(own_of(first)), name, "change")
        whose = Said("why.rate_whose", {"name": first.name, "part": part, **ends_of(first.pair, rate)})
    params = {
        "rate": Name(rate),
        **ends_of(parts.factor.pair, rate),
        "part": Amount(parts.factor.part, name, "change"),
        "dimension": Name(parts.dimension, dimension=True),
        "mix": Amount(parts.mix, name, "change"),
        "own": Amount(parts.own, name, "change"),
        "whose": whose,
    }
    return Said("why.rate_parts", params)


def _factor(found: Findings) -> Factor | None:
    """Return the rate of a sum's two factors, where it makes half of the change or more."""
    if found.is_flat or len(found.factors) != len(("volume", "rate")) or found.change.shape.kind != "sum":
        return None
    rate = found.factors[1]
    kinds = found.change.shape.catalog.metrics
    large = abs(rate.part) >= _LEAST * abs(found.whole.change) and rate.pair.change
    return rate if kinds[rate.metric].kind == "ratio" and large else None


def _cut(found: Findings) -> str:
    """Return the cut by which the change is told."""
    told: Sequence[MemberSplit] = [split for split, _ in found.cuts]
    told = told or ([found.leader[0]] if found.leader is not None else found.shown)
    return next((one.dimension for one in told if 1 < len(one.every) <= _MOST_MEMBERS), "")
