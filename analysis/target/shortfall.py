"""What lacks where a figure grew, and less than its target wants: by member, each beside that growth."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from analysis.asked import AnalysisAsked
from analysis.cuts import cuts_of, level_below
from analysis.outcome import Amount, Look, Name, Outcome, Percent, Read, Said
from analysis.target.steps import Standing
from analysis.why.looks import pairs_of
from analysis.why.split import Pair
from query.metric_query import MetricQuery, Window
from understanding.metric.desk import MetricDesk

_NAME = "shortfall"
_MOST = 3
_LEAST = Decimal("0.02")  # of all that lacks: of less nothing is told
# Where it rose, who made that is no reason why it did not rise more: these tell of the whole.
_OF_ALL = ("why.premise", "why.factors", "why.suspected", "why.beside", "why.peers", "why.read_as", "like.")


@dataclass(frozen=True)
class _Lacking:
    """A member with its growth, and how much it has less than with the growth that is wanted."""

    name: str
    growth: Decimal
    gap: Decimal

    def told(self, metric: str) -> Said:
        """Return the member as it is listed."""
        rate = Percent(100 * self.growth, signed=True)
        return Said(
            "missed.member", {"name": self.name, "rate": rate, "gap": Amount(self.gap, metric, "size")}
        )


def _lacking(name: str, pair: Pair, wanted: Decimal) -> _Lacking | None:
    """Return a member that has less than so many times what it had; None of one that has as much."""
    before, now = pair.before or Decimal(0), pair.now or Decimal(0)
    gap = before * wanted - now
    return _Lacking(name, now / before - 1, gap) if gap > 0 else None


def shortfall_looks(asked: AnalysisAsked, now: Window, then: Window, desk: MetricDesk) -> list[Look]:
    """Return the look at a figure then and now by who answers for it, where it has such members."""
    name, fixed = asked.metrics[0], {one.dimension for one in asked.filters}
    # Where none stand below, those of a kind that answer for it: a level of members answers for nothing.
    things = (one for one in cuts_of(name, desk, fixed) if desk.catalog.dimensions[one].key)
    cut = level_below((name,), asked.filters, desk) or next(things, "")
    if not cut:
        return []
    query = MetricQuery((name,), (cut,), windows=(then, now), filters=asked.filters)
    return [Look(_NAME, query, Said("why.label.by", {"dimension": Name(cut, dimension=True)}))]


def with_shortfall(
    apart: Outcome, standing: Standing, wanted: Decimal | None, read: Mapping[str, Read]
) -> Sequence[Said]:
    """Return what is said of a change, with what lacks in place of who made it where it rose.

    `wanted` is how many times the year before the target is.
    """
    found, said = read.get(_NAME), apart.statements
    rose = bool(said) and said[0].code.endswith("_up") and not standing.at_most
    if not (rose and wanted):
        return said
    of_all = [one for one in said if one.code.startswith(_OF_ALL)]
    if found is None or found.result.truncated:
        return of_all
    pairs = {name: pair for name, pair in pairs_of(found).items() if name and (pair.before or 0) > 0}
    lacking = [one for name, pair in pairs.items() if (one := _lacking(name, pair, wanted)) is not None]
    whole = sum((one.gap for one in lacking), Decimal(0))
    ranked = sorted((one for one in lacking if one.gap >= _LEAST * whole), key=lambda one: -one.gap)
    if not ranked:
        return of_all
    name, cut = standing.name, found.look.query.splits[0]
    params = {
        "wanted": Percent(100 * (wanted - 1), signed=True),
        "dimension": Name(cut, dimension=True, many=True),
        "count": len(lacking),
        "every": len(pairs),
        "list": tuple(one.told(name) for one in ranked[:_MOST]),
    }
    return (*of_all[:1], Said("missed.lacking", params), *of_all[1:])
