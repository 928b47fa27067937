"""Whom a new member took over from others: without it these would count before and not now."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from analysis.asked import AnalysisAsked
from analysis.briefing.alike import LikeForLike
from analysis.briefing.figures import Alike, Scored, like_change_of
from analysis.openings import Openings
from analysis.outcome import Amount, Look, Name, Read, Said, exact
from analysis.series import MOST_ROWS
from analysis.why.shape import shape_of
from analysis.why.split import ZERO
from query.metric_query import MetricQuery
from understanding.metric.desk import MetricDesk

_NAME = "taken"
_ONE_EACH = Decimal("0.9")  # of customers have one branch each; of products, which all sell, none do
_LEAST = Decimal("0.005")  # of all then: less makes no other growth
_MANY = 5  # times as many as there are of the level: who buys, not what is bought by


@dataclass(frozen=True)
class Taken:
    """How many things of a dimension a new member took over, what they brought then, and all without both."""

    dimension: str
    count: int
    then: Decimal
    rest: Alike

    def told(self, lead: Scored, at: int, like: Said, desk: MetricDesk) -> Said:
        """Return a growth without who is new with whom that took over, and the growth without these too."""
        without = replace(lead, alike=(self.rest, self.rest))
        change = None if lead.entry else like_change_of(without, at, desk)
        params = {
            "like": like,
            "count": self.count,
            "dimension": Name(self.dimension, dimension=True, many=True),
            "then": Amount(self.then, lead.line.metric),
            "rest": Said("like.taken_rest", {"change": change}) if change is not None else "",
        }
        return Said("like.taken", params)


def taken_look(
    alike: LikeForLike, at: int, new: Openings, asked: AnalysisAsked, desk: MetricDesk
) -> list[Look]:
    """Return the look at the first figure by who may have been taken over, where some are `new`."""
    dimension = _dimension(alike, asked, desk) if new.every else ""
    if not dimension:
        return []
    windows = (alike.windows[0], alike.windows[at + 1])
    query = MetricQuery((alike.lead,), (dimension, alike.level), windows=windows, filters=asked.filters)
    told = {"metric": Name(alike.lead), "by": Name(dimension, dimension=True)}
    return [Look(_NAME, query, Said("briefing.label.moves", told))]


def _dimension(alike: LikeForLike, asked: AnalysisAsked, desk: MetricDesk) -> str:
    """Return the thing with a key of which there are most, many to each member of the level."""
    size, catalog = desk.answers.reader.known.size, desk.catalog
    left_out = {it for one in catalog.hierarchies for it in one} | {kept.dimension for kept in asked.filters}
    open_to = [
        one.name
        for one in catalog.dimensions.values()
        if one.key and not one.days and one.name not in {alike.level, *left_out} and desk.shows(one)
        if catalog.cuts(alike.lead, one.name)
        if _MANY * size(alike.level) <= size(one.name) <= MOST_ROWS
    ]
    return max(open_to, key=size, default="") if shape_of(alike.lead, desk).kind == "sum" else ""


def taken_of(read: Mapping[str, Read], new: Openings) -> Taken | None:
    """Return what members that are `new` took over, where each thing has one member at a time."""
    found = read.get(_NAME)
    if found is None or found.result.truncated:
        return None
    rows = [
        (str(row[0] or ""), str(row[1] or ""), exact(row[2]) or ZERO, exact(row[3]) or ZERO)
        for row in found.result.rows
    ]
    begun = {one.name for one in new.every}
    had = Counter(thing for thing, _, _, then in rows if thing and then)
    if not had or sum(count == 1 for count in had.values()) < _ONE_EACH * len(had):
        return None
    theirs = {thing for thing, member, now, _ in rows if thing and member in begun and now > 0}
    before = _sums([(thing, then) for thing, member, _, then in rows if member not in begun])
    kept = _sums([(thing, now) for thing, member, now, _ in rows if member not in begun])
    own = _sums([(thing, now) for thing, member, now, _ in rows if member in begun])
    taken = {one for one in theirs if before.get(one, ZERO) > 0 and own[one] > kept.get(one, ZERO)}
    then = sum((before[one] for one in taken), ZERO)
    if not taken or then < _LEAST * sum(before.values(), ZERO):
        return None
    rest = [(now, was) for thing, member, now, was in rows if thing not in taken and member not in new.names]
    ends = (sum((one[place] for one in rest), ZERO) for place in (0, 1))
    return Taken(found.look.query.splits[0], len(taken), then, Alike(*ends))


def _sums(rows: Sequence[tuple[str, Decimal]]) -> dict[str, Decimal]:
    found: dict[str, Decimal] = {}
    for name, value in rows:
        found[name] = found.get(name, ZERO) + value
    return found
