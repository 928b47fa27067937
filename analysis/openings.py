"""From when until when there is each member of a level: who began or ended within times compared."""

import datetime as dt
from collections.abc import Collection, Mapping, Sequence, Set
from dataclasses import dataclass, replace

from analysis.cuts import above
from analysis.lifespans import day_of, edge_look, opens_and_closes
from analysis.outcome import Look, Name, Read, Said, day_in
from analysis.series import MOST_ROWS
from analysis.why.looks import stored
from answers.sentences.times import period
from config.wording import Language
from knowledge.metrics import Dimension, Metric
from language.calendar import days
from query.metric_query import Filter, Window
from understanding.metric.desk import MetricDesk

OPENINGS, INSIDE = "openings", "openings_inside"
MOST_MEMBERS = 60  # of a level whose openings are followed: shops of a chain come and go every week
MOST_NAMED = 3
YEAR = 365


@dataclass(frozen=True)
class Opening:
    """A member of a level with its first and last day, and the members of coarser levels it is part of."""

    name: str
    day: dt.date
    parents: Mapping[str, str]
    ended: dt.date | None = None

    def began_in(self, then: Window, now: Window) -> bool:
        """Tell one that began after the earlier time did: beside it, it only seems to grow."""
        return then.start < self.day < now.end

    def ended_in(self, then: Window, now: Window) -> bool:
        """Tell one that ended before the later time did: beside the earlier one it only seems to fall."""
        return self.ended is not None and then.start <= self.ended < now.end - days(1)


@dataclass(frozen=True)
class Openings:
    """From when until when there is each member of a level whose own table says so: an area, a site."""

    level: str
    every: tuple[Opening, ...] = ()
    closed: tuple[Opening, ...] = ()

    def within(self, then: Window, now: Window) -> "Openings":
        """Return those that began after the earlier time did, or closed before the later one ended."""
        new = [one for one in self.every if one.began_in(then, now)]
        gone = [one for one in self.every if one.ended_in(then, now) and one not in new]
        by_day = tuple(sorted(new, key=lambda one: one.day))
        return replace(self, every=by_day, closed=tuple(sorted(gone, key=lambda one: one.ended or one.day)))

    def had_closed(self, level: str, member: str, by: dt.date) -> bool:
        """Tell a member that was closed by a day: that it has nothing from then on is to be expected."""
        return level == self.level and any(
            one.name == member and one.ended is not None and one.ended < by for one in self.every
        )

    def of(self, level: str, member: str) -> "Openings":
        """Return those that are part of a member of a level, or that are it."""
        every, closed = (
            tuple(one for one in some if member in (one.parents.get(level), self._own(level, one)))
            for some in (self.every, self.closed)
        )
        return replace(self, every=every, closed=closed)

    def part_of(self, level: str, member: str) -> "Openings":
        """Return those that are part of a member; all of them where it is not known of what they are part."""
        known = any(level in one.parents for one in (*self.every, *self.closed))
        return self.of(level, member) if known or level == self.level else self

    def _own(self, level: str, one: Opening) -> str | None:
        return one.name if level == self.level else None

    def among(self, names: Collection[str]) -> "Openings":
        """Return those of some names."""
        every, closed = (
            tuple(one for one in some if one.name in names) for some in (self.every, self.closed)
        )
        return replace(self, every=every, closed=closed)

    def listed(self) -> tuple[str, ...]:
        """Return a line for each, its name and its day, in no language."""
        new = (f"{one.name}: since {one.day}" for one in self.every)
        return (*new, *(f"{one.name}: until {one.ended}" for one in self.closed))

    @property
    def names(self) -> frozenset[str]:
        """Return their names."""
        return frozenset(one.name for one in (*self.every, *self.closed))

    @property
    def left_out(self) -> Said:
        """Return what they are called together where they are left out: what is new, gone, or either."""
        kind = "changed" if self.every and self.closed else "gone" if self.closed else "new"
        return Said(f"like.left_out.{kind}")

    def __bool__(self) -> bool:
        return bool(self.every or self.closed)

    def told(self, language: Language) -> Said:
        """Return who they are as words within a sentence: few by name and day, more by number."""
        new = tuple(f"{one.name}{_in_brackets(one.day, language)}" for one in self.every)
        closed = tuple(f"{one.name}{_in_brackets(one.ended or one.day, language)}" for one in self.closed)
        return self._called(new, closed)

    def named(self) -> Said:
        """Return who they are without their days."""
        return self._called(tuple(one.name for one in self.every), tuple(one.name for one in self.closed))

    def _called(self, new: tuple[str, ...], closed: tuple[str, ...]) -> Said:
        count = len(new) + len(closed)
        if count > MOST_NAMED:
            code = "like.many_changed" if closed else "like.many"
            return Said(code, {"count": count, "dimension": Name(self.level, dimension=True, many=True)})
        told = [Said("like.list", {"names": new})] if new else []
        told += [Said("like.closed", {"names": closed})] if closed else []
        return told[0] if len(told) == 1 else Said("like.both", {"new": told[0], "closed": told[1]})


def _in_brackets(day: dt.date, language: Language) -> str:
    told = period(day_of(day), language)
    return f"（{told}）" if language == "zh" else f" ({told})"


def _level(metrics: Sequence[str], filters: Sequence[Filter], desk: MetricDesk) -> Dimension | None:
    """Return the finest level of a few dozen whose own table says since when its members exist.

    Levels are those of a hierarchy; without one, a thing of which there are few. Where none has so few, or
    none can be kept to those asked about, the finest of which they have few: the shops of a merchant. Of a
    way to pay, by which nothing can be kept, it is that of all.
    """
    catalog, fixed = desk.catalog, {kept.dimension for kept in filters}
    open_to = _levels(metrics, fixed, desk)
    kept = [one for one in open_to if all(_is_of(one, catalog.dimensions[name], desk) for name in fixed)]
    size = desk.answers.reader.known.size
    few = [one for one in open_to if 1 < size(one.name) <= MOST_MEMBERS]
    of_each = max((size(name) for name in fixed), default=1) or 1
    within = [one for one in kept if fixed and 1 < size(one.name) / of_each <= MOST_MEMBERS]
    return next(iter([*(one for one in few if one in kept), *within, *few]), None)


def _levels(metrics: Sequence[str], fixed: Set[str], desk: MetricDesk) -> list[Dimension]:
    """Return the levels whose own table says since when their members exist, the finest first."""
    catalog, outer = desk.catalog, {*fixed, *above(fixed, desk)}  # of a shop its area is one
    names = dict.fromkeys(name for one in catalog.hierarchies for name in one)
    names = names or {one.name: None for one in catalog.dimensions.values() if one.key}
    known = [catalog.dimensions[name] for name in reversed(list(names)) if name not in outer]
    dated = [one for one in known if opens_and_closes(one, desk)]
    return [one for one in dated if all(catalog.cuts(metric, one.name) for metric in metrics)]


def _is_of(one: Dimension, kept: Dimension, desk: MetricDesk) -> bool:
    """Tell whether the things of a dimension can be kept to those of another by their own table."""
    return one.table == kept.table or desk.catalog.path(one.table, kept.table) is not None


def openings_look(
    metrics: Sequence[str], filters: tuple[Filter, ...], desk: MetricDesk, coarser: Sequence[str] = ()
) -> Look | None:
    """Return the look at since when there is each member of the level of which that is known.

    The level is the last that it is split by; before it stand those `coarser` that its members are part of.
    Of a brand or a way to pay it is that of all members: none of these says since when a member is there.
    """
    of = _level(metrics, filters, desk)
    if of is None:
        return None
    catalog, table = desk.catalog, Metric("", "", "", table=of.table)
    filters = tuple(one for one in filters if catalog.reaches(table, catalog.dimensions[one.dimension]))
    label = Said("like.label", {"dimension": Name(of.name, dimension=True)})
    splits = (*(one for one in coarser if _is_above(one, of.name, desk)), of.name)
    return _from_until(OPENINGS, splits, of, filters, label, desk)


def inside_look(metrics: Sequence[str], filters: tuple[Filter, ...], desk: MetricDesk) -> Look | None:
    """Return the look at since and until when there is each thing of the finest level below that one."""
    level = _level(metrics, filters, desk)
    fixed = {kept.dimension for kept in filters}
    of = next(
        (one for one in _levels(metrics, fixed, desk) if level and _is_above(level.name, one.name, desk)),
        None,
    )
    if of is None or level is None or desk.answers.reader.known.size(of.name) > MOST_ROWS:
        return None
    label = Said("like.label", {"dimension": Name(of.name, dimension=True)})
    return _from_until(INSIDE, (level.name, of.name), of, (), label, desk)


def _from_until(
    name: str,
    splits: tuple[str, ...],
    of: Dimension,
    filters: tuple[Filter, ...],
    label: Said,
    desk: MetricDesk,
) -> Look | None:
    first, last = (edge_look(edge, name, splits, of, filters, label, desk) for edge in ("first", "last"))
    if first is None or last is None or first.catalog is None or last.catalog is None:
        return first
    both = replace(first.query, metrics=(*first.query.metrics, *last.query.metrics))
    catalog = replace(first.catalog, metrics={**first.catalog.metrics, **last.catalog.metrics})
    return replace(first, query=both, catalog=catalog)


def _is_above(one: str, level: str, desk: MetricDesk) -> bool:
    """Tell a coarser level of the same hierarchy."""
    return any(
        one in levels and level in levels[levels.index(one) + 1 :] for levels in desk.catalog.hierarchies
    )


def openings_of(read: Mapping[str, Read], name: str = OPENINGS) -> Openings | None:
    """Return what the look at openings says, or None where it could not be read."""
    found = read.get(name)
    if found is None or found.result.truncated:
        return None
    *coarser, level = found.look.query.splits
    every = []
    for row in found.result.rows:
        name, first, last = row[len(coarser)], row[len(coarser) + 1], (*row, None)[len(coarser) + 2]
        if name is not None and first is not None:
            parents = dict(zip(coarser, map(str, row[: len(coarser)]), strict=True))
            every.append(Opening(str(name), day_in(first), parents, day_in(last) if last else None))
    return Openings(level, tuple(every))


def without(who: Openings | None, desk: MetricDesk) -> tuple[Filter, ...]:
    """Return the filter that leaves some members out."""
    values = sorted(stored(who.level, name, desk) for name in who.names) if who else ()
    return (Filter(who.level, tuple(values), negated=True),) if who else ()


def lately(found: Openings, metrics: Sequence[str], desk: MetricDesk) -> Openings:
    """Return those that began or closed since the data of these figures begin, in the last two years."""
    today, known = desk.today, desk.answers.reader.known.shared_range(metrics)
    since = max(today - days(2 * YEAR), known[0] if known else today - days(2 * YEAR))
    return found.within(day_of(since), day_of(today))


def are_of_those_asked(read: Mapping[str, Read], filters: Sequence[Filter]) -> bool:
    """Tell whether the openings that were read are kept to all that was asked about: of a site's customers
    no table says since when they are with that site."""
    found = read.get(OPENINGS)
    return found is not None and len(found.look.query.filters) == len(filters)
