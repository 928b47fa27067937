"""A highest value that is the same for each thing that members have is a ceiling: sessions by the charger."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from analysis.outcome import Look, Name, Read, Said, exact
from query.metric_query import Filter, MetricQuery
from understanding.metric.desk import MetricDesk

KNOWN = "anomaly.ceiling_per"
MOST_READ = 3  # figures that count things
FEWEST = 5  # members that come to it, not all with as many things, and none to more


@dataclass(frozen=True)
class Ceiling:
    """So much at most of each thing; what that makes for each member, and how many have come to it."""

    things: str
    per: float
    every: Mapping[str, float]
    count: int


def things_looks(cut: str, kept: tuple[Filter, ...], desk: MetricDesk) -> Iterator[Look]:
    """Yield the looks at how many things there are now, of each kind that is counted by a cut."""
    counted = (
        one.name
        for one in desk.catalog.metrics.values()
        if one.counts_rows and not one.time and desk.opens(one.name)
        if all(desk.catalog.cuts(one.name, it) for it in (cut, *(own.dimension for own in kept)))
    )
    for name, _ in zip(counted, range(MOST_READ), strict=False):
        label = Said("target.label", {"metric": Name(name)})
        yield Look(f"things.{cut}.{name}", MetricQuery((name,), (cut,), filters=kept), label, detail=True)


def ceiling_of(most: Mapping[str, float], read: Mapping[str, Read]) -> Ceiling | None:
    """Return the ceiling that the highest values of members show, by the things that most come to it of."""
    found = (_by_things(most, one) for name, one in read.items() if name.startswith("things."))
    return max((one for one in found if one is not None), key=lambda one: one.count, default=None)


def _by_things(most: Mapping[str, float], read: Read) -> Ceiling | None:
    """Return how much of each thing nobody has more of, where several, not all alike, come to just that."""
    counted = ((str(name), float(exact(cell) or 0)) for name, cell in read.result.rows)
    things = {name: count for name, count in counted if count > 0}
    each = {name: most[name] / things[name] for name in things if most.get(name)}
    if not each or read.result.truncated:
        return None
    per, count = max(each.values()), Counter(each.values())[max(each.values())]
    unlike = {things[name] for name, own in each.items() if own == per}
    if count < FEWEST or len(unlike) < 2:
        return None
    (metric,) = read.look.query.metrics
    return Ceiling(metric, per, {name: per * number for name, number in things.items()}, count)
