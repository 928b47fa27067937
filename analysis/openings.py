"""Since when there is each member of a level, where its table says so: who began within times compared."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from analysis.lifespans import begins_at, day_of, edge_look
from analysis.outcome import Look, Name, Read, Said
from answers.sentences.times import period
from config.wording import Language
from knowledge.metrics import Dimension
from query.metric_query import Filter, Window
from understanding.metric.desk import MetricDesk

OPENINGS = "openings"
MOST_MEMBERS = 60  # of a level whose openings are followed: shops of a chain come and go every week
MOST_NAMED = 3


@dataclass(frozen=True)
class Opening:
    """A member of a level with its first day, and the members of coarser levels it is part of."""

    name: str
    day: dt.date
    parents: Mapping[str, str]


@dataclass(frozen=True)
class Openings:
    """Since when there is each member of a level whose own table says so: a service area, a site."""

    level: str
    every: tuple[Opening, ...] = ()

    def within(self, then: Window, now: Window) -> "Openings":
        """Return those that began after the earlier time did: beside it they only seem to grow."""
        kept = (one for one in self.every if then.start < one.day < now.end)
        return replace(self, every=tuple(sorted(kept, key=lambda one: one.day)))

    def of(self, level: str, member: str) -> "Openings":
        """Return those that are part of a member of a level, or that are it."""
        kept = (one for one in self.every if member in (one.parents.get(level), self._own(level, one)))
        return replace(self, every=tuple(kept))

    def _own(self, level: str, one: Opening) -> str | None:
        return one.name if level == self.level else None

    @property
    def names(self) -> frozenset[str]:
        """Return their names."""
        return frozenset(one.name for one in self.every)

    def __bool__(self) -> bool:
        return bool(self.every)

    def told(self, language: Language) -> Said:
        """Return who they are as words within a sentence: few by name and day, more by number."""
        names = tuple(f"{one.name}{_in_brackets(one.day, language)}" for one in self.every)
        return self._called(names)

    def named(self) -> Said:
        """Return who they are without their days."""
        return self._called(tuple(one.name for one in self.every))

    def _called(self, names: tuple[str, ...]) -> Said:
        if len(names) <= MOST_NAMED:
            return Said("like.list", {"names": names})
        return Said(
            "like.many", {"count": len(names), "dimension": Name(self.level, dimension=True, many=True)}
        )


def _in_brackets(day: dt.date, language: Language) -> str:
    told = period(day_of(day), language)
    return f"（{told}）" if language == "zh" else f" ({told})"


def _level(metrics: Sequence[str], filters: Sequence[Filter], desk: MetricDesk) -> Dimension | None:
    """Return the finest level of a few dozen whose own table says since when its members exist.

    Levels are those of a hierarchy; without one, a thing of which there are few.
    """
    catalog, fixed = desk.catalog, {kept.dimension for kept in filters}
    levels = dict.fromkeys(name for one in catalog.hierarchies for name in one)
    names = levels or {one.name: None for one in catalog.dimensions.values() if one.key}
    for name in reversed(list(names)):
        one = catalog.dimensions[name]
        size = desk.answers.reader.known.size(name)
        if name in fixed or not 1 < size <= MOST_MEMBERS or begins_at(one, desk) is None:
            continue
        if all(catalog.cuts(metric, name) for metric in metrics):
            return one
    return None


def openings_look(
    metrics: Sequence[str], filters: tuple[Filter, ...], desk: MetricDesk, above: Sequence[str] = ()
) -> Look | None:
    """Return the look at since when there is each member of the level of which that is known.

    The level is the last that it is split by; before it stand those of `above` that its members are part of.
    """
    of = _level(metrics, filters, desk)
    if of is None:
        return None
    label = Said("like.label", {"dimension": Name(of.name, dimension=True)})
    coarser = [one for one in above if _is_above(one, of.name, desk)]
    return edge_look("first", OPENINGS, (*coarser, of.name), of, filters, label, desk)


def _is_above(one: str, level: str, desk: MetricDesk) -> bool:
    """Tell a coarser level of the same hierarchy."""
    return any(
        one in levels and level in levels[levels.index(one) + 1 :] for levels in desk.catalog.hierarchies
    )


def openings_of(read: Mapping[str, Read]) -> Openings | None:
    """Return what the look at openings says, or None where it could not be read."""
    found = read.get(OPENINGS)
    if found is None or found.result.truncated:
        return None
    *above, level = found.look.query.splits
    every = []
    for row in found.result.rows:
        if row[-2] is not None and row[-1] is not None:
            parents = dict(zip(above, map(str, row[:-2]), strict=True))
            every.append(Opening(str(row[-2]), dt.date.fromisoformat(str(row[-1])[:10]), parents))
    return Openings(level, tuple(every))
