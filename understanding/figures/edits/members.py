"""Edits of whose figures are shown."""

from dataclasses import replace

from knowledge.vocabulary import lexicon
from query.metric_query import Filter, MetricQuery
from understanding.figures.edits.said import Said
from understanding.figures.keeping import Filters, filters_of
from understanding.figures.left_out import counts_only, leaves_out
from understanding.figures.sentence import NoReading
from understanding.words.closed import CHANGES

OF_TIME = ("period", "ended", "step", "comparison", "last_year", "previous", *CHANGES)


def sides(said: Said) -> list[Filters]:
    """Return the members that are kept or left out; Berlin out may be either."""
    named = filters_of(said.sentence)
    kept = any(not negated for _, negated in named)
    if not (kept and said.sentence.small & {*lexicon()["going_out"]}):
        return [named]
    return [{(name, True): members for (name, _), members in named.items()}, named]


def kept(said: Said, named: Filters, now: MetricQuery) -> MetricQuery:
    """Put a member in the place of the one of its dimension, or keep to it beside the others."""
    put_back = said.has("restore")
    if put_back and not (named or said.names_figure or said.of("period") or said.dimensions):
        return _all_put_back(now)
    for (name, negated), members in named.items():
        now = _as_defined(said, _with(said, now, Filter(name, members, negated)))
    return now


def _as_defined(said: Said, now: MetricQuery) -> MetricQuery:
    """Show the figure that counts just what is kept to, where the one shown leaves it out: cancelled ones."""
    catalog, shown = said.catalog, said.catalog.metrics[now.metrics[0]]
    gone = [one for one in now.filters if leaves_out(shown, one, catalog)]
    if len(gone) != 1 or now.metrics != (shown.name,) or now.ranking or now.conditions:
        return now
    found = [
        one.name
        for one in catalog.metrics.values()
        if (one.kind, one.table, one.expression) == (shown.kind, shown.table, shown.expression)
        and counts_only(one, gone[0], catalog)
    ]
    left = tuple(one for one in now.filters if one is not gone[0])
    return replace(now, metrics=tuple(found), filters=left) if len(found) == 1 else now


def _with(said: Said, now: MetricQuery, told: Filter) -> MetricQuery:
    if told.negated:
        return _without(said, now, told)
    left_out = _of(now, told.dimension, negated=True)
    if left_out and (said.adds or said.says("again")):
        return _put_back(now, left_out, told.values)
    if not said.adds and is_of_days(said, told.dimension):
        now = _of_other_days(said, now)
    kept_to = _of(now, told.dimension)
    _require_place(said, now, kept_to)
    return _kept_to(said, now, told, [kept_to] if kept_to else [])


def _without(said: Said, now: MetricQuery, told: Filter) -> MetricQuery:
    """Leave a member out: of several that are kept to, or beside those that are left out already."""
    left_out, kept_to = _of(now, told.dimension, negated=True), _of(now, told.dimension)
    _require_place(said, now, left_out)
    if kept_to:
        return _fewer(now, kept_to, told.values)
    return _filtered(now, told, [left_out] if left_out else [])


def _of(now: MetricQuery, dimension: str, *, negated: bool = False) -> Filter | None:
    return next((one for one in now.filters if one.dimension == dimension and one.negated == negated), None)


def _require_place(said: Said, now: MetricQuery, same: Filter | None) -> None:
    if said.corrects and now.filters and not same:
        raise NoReading  # in the place of whom is not said


def _fewer(now: MetricQuery, kept_to: Filter, gone: tuple[str, ...]) -> MetricQuery:
    """Keep to those of several members that are left: without Tea, after Tea and Coffee."""
    left = tuple(one for one in kept_to.values if one not in gone)
    if not left or not {*gone} <= {*kept_to.values}:
        raise NoReading
    others = (one for one in now.filters if one is not kept_to)
    return replace(now, filters=(*others, replace(kept_to, values=left)))


def _kept_to(said: Said, now: MetricQuery, told: Filter, same: list[Filter]) -> MetricQuery:
    """Keep to a member alone, or to several: in one figure, or side by side."""
    name = told.dimension
    adds = _is_added(said, now, name, same)
    filtered = _filtered(now, told, same if adds else [])
    if said.has("total") and len(filtered.filters[-1].values) > 1:
        return _as_one(filtered, name)
    if _names(said, name) == 1 and len(told.values) > 1 and not (adds and same):
        return filtered  # a group of codes is shown as it was: in one figure, or each
    several = len(told.values) > 1 or (adds and len(filtered.filters[-1].values) > 1)
    return _side_by_side(filtered, name) if several else _without_split(said, filtered, name)


def _of_other_days(said: Said, now: MetricQuery) -> MetricQuery:
    """Let go the kind of days that was kept to."""
    left = (one for one in now.filters if one.negated or not is_of_days(said, one.dimension))
    return replace(now, filters=tuple(left))


def _is_added(said: Said, now: MetricQuery, name: str, same: list[Filter]) -> bool:
    """Tell whether a member comes beside those of its dimension that are kept to."""
    more = said.has("restore") or said.says("enlarging")
    if more and not same:
        raise NoReading
    adds = said.adds or more or _beside_the_one(said, name, bool(same))
    if adds and same and len(same[0].values) > 1 and name not in now.splits:
        raise NoReading  # beside a group
    return adds


def _filtered(now: MetricQuery, told: Filter, joined: list[Filter]) -> MetricQuery:
    """Put what is kept to in the place of its dimension's, with the members it is joined to."""
    name, negated = told.dimension, told.negated
    members = dict.fromkeys([*(joined[0].values if joined else ()), *told.values])
    others = (one for one in now.filters if one.dimension != name or (negated and not one.negated))
    return replace(now, filters=(*others, Filter(name, tuple(members), negated)))


def _beside_the_one(said: Said, name: str, is_kept_to_one: bool) -> bool:
    """Tell whether a member is to be held against the one shown: compare with Zhanjiang."""
    if not said.has("compare") or said.of(*OF_TIME) or _names(said, name) != 1:
        return False
    if not is_kept_to_one:
        raise NoReading  # against whom?
    return True


def _names(said: Said, name: str) -> int:
    """Return how many members of a dimension are named; a group of codes is one."""
    kept = [members for one in said.values("keep") for members in one.named if members.dimension == name]
    return sum(len(members.named) for members in kept)


def _as_one(now: MetricQuery, name: str) -> MetricQuery:
    """Show several members in one figure: 直销的合计, Bath and York in total."""
    if now.share or now.ranking or now.conditions:
        raise NoReading
    return replace(now, splits=tuple(one for one in now.splits if one != name))


def _put_back(now: MetricQuery, left_out: Filter, members: tuple[str, ...]) -> MetricQuery:
    """Take members in again that were left out: include Tea again, 把Tea加回来."""
    if not {*members} <= {*left_out.values}:
        raise NoReading
    rest = tuple(one for one in left_out.values if one not in members)
    others = tuple(one for one in now.filters if one is not left_out)
    return replace(now, filters=(*others, replace(left_out, values=rest)) if rest else others)


def _all_put_back(now: MetricQuery) -> MetricQuery:
    """Take in again the one thing that was left out: add it back."""
    if sum(one.negated for one in now.filters) != 1:
        raise NoReading
    return replace(now, filters=tuple(one for one in now.filters if not one.negated))


def _side_by_side(now: MetricQuery, name: str) -> MetricQuery:
    """Split by the several members named; shares are of them, cut as before."""
    return now if now.share or name in now.splits else replace(now, splits=(*now.splits, name))


def is_of_days(said: Said, name: str) -> bool:
    """Tell whether a dimension says what kind of day it was: of two, the later is meant."""
    dimension = said.catalog.dimensions[name]
    return bool(dimension.days) or dimension.on_time


def _without_split(said: Said, now: MetricQuery, name: str) -> MetricQuery:
    """Split no more by what one member has one of."""
    gone = {split for split in now.splits if tells(said, name, split)}
    if not gone or now.share:
        return now
    ranking = now.ranking if now.ranking and not gone & {now.splits[-1], *now.ranking.within} else None
    left = tuple(one for one in now.splits if one not in gone)
    return replace(now, splits=left, ranking=ranking, conditions=())


def tells(said: Said, name: str, split: str) -> bool:
    """Tell whether one member of a dimension has one member of another: a service area its branch."""
    levels = said.catalog.hierarchies
    return name == split or any(
        {name, split} <= set(one) and one.index(split) < one.index(name) for one in levels
    )
