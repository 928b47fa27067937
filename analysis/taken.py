"""Whom a new member took over from others: without it these would count before and not now."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from analysis.openings import Openings
from analysis.outcome import Amount, Look, Name, Percent, Read, Said, exact
from analysis.series import MOST_ROWS
from analysis.why.shape import shape_of
from analysis.why.split import ZERO, Pair
from query.metric_query import Filter, MetricQuery, Window
from understanding.metric.desk import MetricDesk

_NAME = "taken"
_ONE_EACH = Decimal("0.9")  # of customers have one branch each; of products, which all sell, none do
_LEAST = Decimal("0.005")  # of all then: less makes no other growth
_MANY = 5  # times as many as there are of the level: who buys, not what is bought by


@dataclass(frozen=True)
class Taken:
    """How many things of a dimension a new member took over, what they brought then, and all without both."""

    metric: str
    dimension: str
    count: int
    then: Decimal
    rest: Pair

    def told(self, who: Said, change: Percent | Amount | None) -> Said:
        """Return words on who is new with whom that took over, and how all moved without these too."""
        params = {
            "like": who,
            "count": self.count,
            "dimension": Name(self.dimension, dimension=True, many=True),
            "then": Amount(self.then, self.metric),
            "rest": Said("like.taken_rest", {"change": change}) if change is not None else "",
        }
        return Said("like.taken", params)


def taken_look(
    metric: str, windows: tuple[Window, Window], new: Openings, filters: tuple[Filter, ...], desk: MetricDesk
) -> list[Look]:
    """Return the look at a figure now and then by who may have been taken over, where some are `new`."""
    dimension = _dimension(metric, new.level, filters, desk) if new.every else ""
    if not dimension:
        return []
    query = MetricQuery((metric,), (dimension, new.level), windows=windows, filters=filters)
    told = {"metric": Name(metric), "by": Name(dimension, dimension=True)}
    return [Look(_NAME, query, Said("briefing.label.moves", told))]


def _dimension(metric: str, level: str, filters: Sequence[Filter], desk: MetricDesk) -> str:
    """Return the thing with a key of which there are most, many to each member of the level."""
    size, catalog = desk.answers.reader.known.size, desk.catalog
    left_out = {it for one in catalog.hierarchies for it in one} | {kept.dimension for kept in filters}
    first = {one.key: one for one in reversed([*catalog.dimensions.values()])}  # what a thing is called first
    open_to = [
        one.name
        for one in first.values()
        if one.key and not one.days and one.name not in {level, *left_out} and desk.shows(one)
        if catalog.cuts(metric, one.name)
        if _MANY * size(level) <= size(one.name) <= MOST_ROWS
    ]
    adds_up = shape_of(metric, desk).kind == "sum" and catalog.cuts(metric, level)
    return max(open_to, key=size, default="") if adds_up else ""


@dataclass(frozen=True)
class _Row:
    """What one thing brought with one member now and then; each has a name or none."""

    thing: str
    member: str
    now: Decimal
    then: Decimal

    @classmethod
    def of(cls, row: Sequence[Any]) -> "_Row":
        return cls(str(row[0] or ""), str(row[1] or ""), exact(row[2]) or ZERO, exact(row[3]) or ZERO)


def taken_of(read: Mapping[str, Read], new: Openings) -> Taken | None:
    """Return what members that are `new` took over, where each thing has one member at a time."""
    found = read.get(_NAME)
    if found is None or found.result.truncated:
        return None
    rows = [_Row.of(row) for row in found.result.rows]
    if not _have_one_each(rows):
        return None
    begun = {one.name for one in new.every}
    own, others = ([one for one in rows if (one.member in begun) == begins] for begins in (True, False))
    taken = _taken_over(own, others)
    then = sum((one.then for one in others if one.thing in taken), ZERO)
    if not taken or then < _LEAST * sum((one.then for one in others), ZERO):
        return None
    rest = [one for one in rows if one.thing not in taken and one.member not in new.names]
    ends = Pair(sum((one.then for one in rest), ZERO), sum((one.now for one in rest), ZERO))
    query = found.look.query
    return Taken(query.metrics[0], query.splits[0], len(taken), then, ends)


def _taken_over(own: Sequence[_Row], others: Sequence[_Row]) -> set[str]:
    """Return the things that were others' before and bring more with the new members now."""
    before = _sums((one.thing, one.then) for one in others)
    kept, brought = (_sums((one.thing, one.now) for one in some) for some in (others, own))
    theirs = {one.thing for one in own if one.thing and one.member and one.now > 0}
    return {one for one in theirs if before[one] > 0 and brought[one] > kept[one]}


def _have_one_each(rows: Sequence[_Row]) -> bool:
    """Tell whether nearly all that brought something then did so with one member each."""
    had = Counter(one.thing for one in rows if one.thing and one.then)
    return bool(had) and sum(count == 1 for count in had.values()) >= _ONE_EACH * len(had)


def _sums(rows: Iterable[tuple[str, Decimal]]) -> defaultdict[str, Decimal]:
    found: defaultdict[str, Decimal] = defaultdict(lambda: ZERO)
    for name, value in rows:
        found[name] += value
    return found
