"""A briefing like for like: which members are new beside the times compared, and each figure without them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from analysis.asked import AnalysisAsked
from analysis.briefing.figures import Alike, Scored, Windows
from analysis.briefing.scorecard import Line
from analysis.openings import Openings, openings_look, openings_of
from analysis.outcome import Look, Name, Read, Said, cells_by_name
from analysis.why.shape import Shape, shape_of
from analysis.why.split import ZERO
from query.metric_query import MetricQuery
from understanding.metric.desk import MetricDesk


@dataclass(frozen=True)
class LikeForLike:
    """The level whose openings are followed, the first figure, and the looks at figures by it."""

    level: str
    lead: str
    windows: Windows
    looks: tuple[Look, ...]

    def scored(self, one: Scored, read: Mapping[str, Read], desk: MetricDesk) -> Scored:
        """Return a figure with what those brought that were there in both times."""
        found = [self._alike(one, at, read, desk) for at in (0, 1)]
        return replace(one, alike=(found[0], found[1]))

    def new(self, at: int, read: Mapping[str, Read]) -> Openings:
        """Return whose first figure began within the times: now beside before (0) or a year ago (1)."""
        found, there = openings_of(read), self.by_member(self.lead, read)
        new = found.within(self.windows[at + 1], self.windows[0]) if found else Openings(self.level)
        return new.among(there) if there else new

    def by_member(self, metric: str, read: Mapping[str, Read]) -> dict[str, list[Decimal | None]]:
        """Return a figure's cells over the three times by member of the level."""
        return cells_by_name(read.get(_named(metric, self.level)) or read.get(f"like.{metric}"))

    def _alike(self, one: Scored, at: int, read: Mapping[str, Read], desk: MetricDesk) -> Alike | None:
        new, shape = self.new(at, read), shape_of(one.line.metric, desk)
        cells = self.by_member(one.line.metric, read) if new else {}
        kept = [row for name, row in cells.items() if name not in new.names]
        if len(kept) == len(cells) or not kept:
            return None
        return _of(kept, at, shape, new.left_out)


def _of(kept: Sequence[Sequence[Decimal | None]], at: int, shape: Shape, but: Said) -> Alike | None:
    """Return a figure now and then of some members: a sum, or a ratio of sums."""

    def total(place: int) -> Decimal:
        return sum((row[place] or ZERO for row in kept), ZERO)

    ends = (0, at + 1)
    if shape.kind != "ratio":
        return Alike(total(ends[0]), total(ends[1]), but)
    below = [total(3 + place) for place in ends]
    if not all(below):
        return None
    now, then = (total(place) * shape.scale / under for place, under in zip(ends, below, strict=True))
    return Alike(now, then, but)


def _named(metric: str, level: str) -> str:
    return f"moves.{metric}.{level}"


def like_for_like(
    lines: Sequence[Line],
    windows: Windows,
    read_by: Mapping[str, str],
    above: Sequence[str],
    asked: AnalysisAsked,
    desk: MetricDesk,
) -> LikeForLike | None:
    """Return what tells new members apart, by the level whose openings are known.

    `read_by` is what each figure is read by anyhow.
    """
    openings = openings_look([lines[0].metric], asked.filters, desk, above)
    if openings is None:
        return None
    level, looks = openings.query.splits[-1], [openings]
    for line in lines:
        shape = shape_of(line.metric, desk)
        cut = shape.kind != "whole" and all(shape.catalog.cuts(atom, level) for atom in shape.atoms)
        if not cut or read_by.get(line.metric) == level:
            continue
        query = MetricQuery(shape.atoms, (level,), windows=windows, filters=asked.filters)
        label = Said("briefing.label.moves", {"metric": Name(line.metric), "by": Name(level, dimension=True)})
        looks.append(Look(f"like.{line.metric}", query, label, catalog=shape.catalog))
    return LikeForLike(level, lines[0].metric, windows, tuple(looks))
