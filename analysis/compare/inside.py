"""Who opened or closed inside each member set beside others, so that growth is told without these."""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal

from analysis.asked import AnalysisAsked
from analysis.briefing.alike import LikeForLike, like_for_like
from analysis.briefing.figures import Scored, Windows, reads_of
from analysis.briefing.scorecard import Line
from analysis.openings import Openings
from analysis.outcome import Look, Read
from analysis.why.split import ZERO
from query.metric_query import Filter
from understanding.metric.desk import MetricDesk


@dataclass(frozen=True)
class Inside:
    """Who began or closed inside a member within the times, and the first figure of each of these.

    With `itself` it is the member that did; with `unknown` it cannot be told whose they are.
    """

    changed: Openings | None = None
    cells: Mapping[str, Sequence[Decimal | None]] = field(default_factory=dict)
    itself: bool = False
    unknown: bool = False

    def without(self, lead: Scored) -> tuple[Decimal, Decimal] | None:
        """Return a member's first figure now and a year before without these; None where nobody changed."""
        if not self.changed or lead.now is None or lead.year is None:
            return None
        own = [self.cells[one] for one in self.changed.names if one in self.cells]
        less = [sum((cells[at] or ZERO for cells in own), ZERO) for at in (0, 2)]
        return lead.now - less[0], lead.year - less[1]


def inside_each(
    names: Mapping[str, str],
    line: Line,
    windows: Windows,
    alike: LikeForLike | None,
    read: Mapping[str, Read],
    asked: AnalysisAsked,
    desk: MetricDesk,
) -> Generator[Sequence[Look], Mapping[str, Read], dict[str, Inside]]:
    """Return who changed inside each member, by its name; `names` holds what each is stored as.

    Where the level's own table tells of which member each is part, one look at all of them does; else, as of
    a city, each member of a few is looked at by itself, and of many it stays unknown.
    """
    new = alike.new(1, read) if alike else None
    if alike is None or not new:
        return {name: Inside() for name in names}
    if asked.dimension in alike.looks[0].query.splits:
        cells = alike.by_member(alike.lead, read)
        itself = asked.dimension == new.level
        mine = {name: new.of(asked.dimension, name) for name in names}
        return {name: Inside(one, cells, itself=itself and bool(one)) for name, one in mine.items()}
    if not any(one.dimension == asked.dimension for one in asked.filters):
        return {name: Inside(unknown=True) for name in names}
    return (yield from _one_by_one(names, line, windows, asked, desk))


def _one_by_one(
    names: Mapping[str, str], line: Line, windows: Windows, asked: AnalysisAsked, desk: MetricDesk
) -> Generator[Sequence[Look], Mapping[str, Read], dict[str, Inside]]:
    rest = tuple(one for one in asked.filters if one.dimension != asked.dimension)
    each = dict[str, LikeForLike]()
    for name, value in names.items():
        of = replace(asked, filters=(*rest, Filter(asked.dimension, (value,))))
        found = like_for_like([line], windows, {}, (), of, desk)
        if found is not None:
            each[name] = found
    read = yield [
        replace(look, name=f"{name}.{look.name}") for name, one in each.items() for look in one.looks
    ]
    inside = {name: Inside(unknown=True) for name in names}
    for name, one in each.items():
        own = reads_of(f"{name}.", read)
        inside[name] = Inside(one.new(1, own), one.by_member(one.lead, own))
    return inside
