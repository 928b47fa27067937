"""Which dimensions a figure is looked at by, without being told: things of a size one can go through."""

from knowledge.metrics import Dimension
from understanding.metric.desk import MetricDesk

MOST_MEMBERS, FEWEST_MEMBERS = 60, 2


def cuts_of(metric: str, desk: MetricDesk) -> list[str]:
    """Return the open dimensions of a figure, the finest of each hierarchy and things with a key first."""
    catalog, known = desk.catalog, desk.answers.reader.known
    found = {
        one.name: one
        for one in catalog.dimensions.values()
        if not one.days
        and not one.on_time
        and catalog.cuts(metric, one.name)
        and desk.shows(one)
        and FEWEST_MEMBERS <= known.size(one.name) <= MOST_MEMBERS
    }
    finest: set[str] = set()
    coarser: set[str] = set()
    for levels in catalog.hierarchies:
        fit = [name for name in levels if name in found]
        finest |= set(fit[-1:])
        coarser |= set(fit[:-1])

    def standing(one: Dimension) -> tuple[bool, bool, bool, int]:
        return one.name in coarser, one.name not in finest, not one.key, -known.size(one.name)

    return [one.name for one in sorted(found.values(), key=standing)]
