"""Which dimensions a figure is looked at by, without being told: things of a size one can go through."""

from collections.abc import Collection, Iterable, Sequence

from analysis.lifespans import opens_and_closes
from knowledge.metrics import Dimension
from query.metric_query import Filter
from understanding.metric.desk import MetricDesk

MOST_MEMBERS, FEWEST_MEMBERS = 60, 2
_FEWEST_OF_ALL, _MOST_BELOW = 3, 12  # members of one level, that all are told by


def cuts_of(metric: str, desk: MetricDesk, fixed: Collection[str] = ()) -> list[str]:
    """Return the open dimensions of a figure: places that open and close, what is finest, things with a key.

    A place leads, though a part or a hall is finer: it is there that somebody answers for a figure. Of
    members of `fixed` dimensions: none of these, nor what they are part of; of what is part of them, shops
    of a place, as many count as one of them has.
    """
    catalog, known = desk.catalog, desk.answers.reader.known
    kept = {*fixed, *above(fixed, desk)}
    found = {
        one.name: one
        for one in catalog.dimensions.values()
        if _is_open(one, metric, desk)
        and one.name not in kept
        and FEWEST_MEMBERS <= size_within(one.name, fixed, desk) <= MOST_MEMBERS
    }
    found = {name: one for name, one in found.items() if not _is_anothers_name(one, found.values(), desk)}
    finest: set[str] = set()
    coarser: set[str] = set()
    places: set[str] = set()
    for levels in catalog.hierarchies:
        fit = [name for name in levels if name in found]
        finest |= set(fit[-1:])
        coarser |= set(fit[:-1])
        places |= set([name for name in fit if opens_and_closes(found[name], desk)][-1:])
    coarser -= places

    named = desk.language == "en" and any(one.column_en for one in catalog.dimensions.values())

    def standing(one: Dimension) -> tuple[bool, bool, bool, bool, bool, int]:
        unread = named and not one.column_en and not one.values  # a town in Chinese alone
        ranks = one.name not in places, one.name in coarser, one.name not in finest, not one.key
        return unread, *ranks, -known.size(one.name)

    return [one.name for one in sorted(found.values(), key=standing)]


def level_below(metrics: Sequence[str], filters: Sequence[Filter], desk: MetricDesk) -> str:
    """Return the level that members asked about are told by: the one below theirs; of all one of a few."""
    fixed = {one.dimension for one in filters}
    for levels in desk.catalog.hierarchies:
        at = max((levels.index(one) for one in fixed if one in levels), default=-1)
        if fixed and at < 0:
            continue
        least = FEWEST_MEMBERS if fixed else _FEWEST_OF_ALL
        for one in levels[at + 1 :]:
            cuts = all(desk.catalog.cuts(metric, one) for metric in metrics)
            open_to = cuts and _is_open(desk.catalog.dimensions[one], metrics[0], desk)
            if open_to and least <= size_within(one, fixed, desk) <= _MOST_BELOW:
                return one
    return ""


def _is_open(one: Dimension, metric: str, desk: MetricDesk) -> bool:
    """Tell a dimension by which the person may cut a figure, and that is none of days."""
    catalog = desk.catalog
    named = not (one.days or one.on_time) and one.name not in catalog.english_alone
    return named and catalog.cuts(metric, one.name) and desk.shows(one)


def _is_anothers_name(one: Dimension, found: Iterable[Dimension], desk: MetricDesk) -> bool:
    """Tell what only says again which thing it is: the town of each plant, where each is in its own."""
    size = desk.answers.reader.known.size
    return not one.key and any(
        it.key and it.table == one.table and size(it.name) == size(one.name) for it in found
    )


def above(fixed: Collection[str], desk: MetricDesk) -> set[str]:
    """Return what members of fixed dimensions are part of: levels, and what their own rows say of them."""
    catalog = desk.catalog
    above = {
        name for one in catalog.hierarchies for place, name in enumerate(one) if {*fixed} & {*one[place:]}
    }
    own = {catalog.dimensions[name].table for name in fixed if catalog.dimensions[name].key}
    return above | {
        one.name
        for one in catalog.dimensions.values()
        for table in own
        if one.table == table or (not one.also and catalog.path(table, one.table) is not None)
    }


def size_within(name: str, fixed: Collection[str], desk: MetricDesk) -> float:
    """Return how many members of a dimension one of those that are fixed has, as a mean."""
    return desk.answers.reader.known.size(name) / _parents(name, fixed, desk)


def _parents(name: str, fixed: Collection[str], desk: MetricDesk) -> int:
    """Return how many members there are of the fixed level that a dimension is part of, 1 of none."""
    known = desk.answers.reader.known
    over = [one[: one.index(name)] for one in desk.catalog.hierarchies if name in one]
    return max([known.size(level) for levels in over for level in levels if level in fixed], default=1) or 1
