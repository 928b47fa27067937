"""Why one member has more than another, or grew faster: the parts of both side by side, adding up exactly."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from analysis.asked import AnalysisAsked, Run
from analysis.between.reading import GROWTH, LEVEL
from analysis.between.telling import told
from analysis.cuts import cuts_of
from analysis.openings import Openings, openings_look, openings_of
from analysis.outcome import Look, Name, Outcome, Read, Said, Steps, exact
from analysis.series import data_span
from analysis.why.looks import Change, product_of
from analysis.why.shape import Shape, shape_of
from analysis.why.split import ZERO, Pair
from query.metric_query import MetricQuery, Window
from understanding.metric.desk import MetricDesk

MOST_CUTS, FEWEST, MOST_MEMBERS = 3, 2, 12
_SHARED = Decimal("0.2")  # of both, by members that both have: what only one has may be what makes it
_MISSING = Decimal("0.001")  # of a whole, that its parts may lack
_LEVEL = "by_level"


@dataclass(frozen=True)
class Between:
    """What was read of two members, the first one's figures before the other's, each then and now.

    Of a level `times` are one, and each figure is told of both members; of growth two.
    """

    asked: AnalysisAsked
    shape: Shape
    names: tuple[str, str]
    times: tuple[Window, ...]
    figures: tuple[str, ...]
    wholes: Mapping[str, tuple[Pair, Pair]]  # by figure, of each member
    cut: str = ""
    parts: Mapping[str, Mapping[str, tuple[Pair, Pair]]] | None = None  # by atom, by member of the cut
    rate: str = ""  # by which a sum is a product
    new: Openings | None = None
    alike: tuple[Pair, Pair] | None = None  # without who came or went, of each
    of_mean: bool = False  # the second is the mean of all others

    @property
    def is_growth(self) -> bool:
        """Tell growth beside growth from a figure beside another."""
        return len(self.times) > 1

    def adds_up(self) -> bool:
        """Tell whether the members of its cut make up all of both."""
        for atom, members in (self.parts or {}).items():
            for at in (0, 1):
                whole = self.wholes[atom][at].now or ZERO
                every = sum((pair[at].now or ZERO for pair in members.values()), ZERO)
                if abs(every - whole) > _MISSING * abs(whole):
                    return False
        return True


def with_two(run: Run) -> Run:
    """Return the steps of why that set two members beside each other where these were asked for."""

    def steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
        both = asked.about in (LEVEL, GROWTH)
        return (yield from (between_steps(asked, desk) if both else run(asked, desk)))

    return steps


def between_steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
    """Yield the figures of both, by what they share, and return them side by side."""
    (name,), now, two = asked.metrics, asked.window, asked.filters[-1]
    assert now is not None
    shape, span = shape_of(name, desk), data_span(name, desk)
    if span is not None:
        now = replace(now, end=min(now.end, span[1])) if span[1] > now.start else now
    year = replace(now.year_before(desk.catalog.holidays), text="")
    if asked.about == GROWTH and (span is None or span[0] > year.start):
        return Outcome(declined=Said("behind.no_year", {"metric": Name(name), "window": year}))
    times = (year, now) if asked.about == GROWTH else (now,)
    rate, figures = made_of(Change(asked, shape, year, now), desk)
    label = Said("between.label", {"metric": Name(name), "by": Name(two.dimension, dimension=True)})
    read = yield [
        Look(
            "whole",
            MetricQuery(figures, (two.dimension,), windows=times, filters=asked.filters),
            label,
            needed=True,
            catalog=shape.catalog,
        ),
        *_cut_looks(asked, shape, times, desk),
        *filter(None, [openings_look((name,), asked.filters, desk, (two.dimension,))]),
    ]
    known = desk.answers.reader.known
    first, second = (known.member_name(two.dimension, one, desk.language) for one in two.values)
    wholes = _wholes(read["whole"], figures, (first, second), len(times))
    found = Between(asked, shape, (first, second), times, figures, wholes, rate=rate)
    found = _with_parts(found, read)
    found = replace(found, new=_new(found, read))
    if found.new and found.is_growth and shape.kind == "sum" and found.new.level != two.dimension:
        splits = (two.dimension, found.new.level)
        label = Said("why.label.by", {"dimension": Name(found.new.level, dimension=True)})
        level = yield [
            Look(_LEVEL, MetricQuery((name,), splits, windows=times, filters=asked.filters), label)
        ]
        found = replace(found, alike=_alike(found, level.get(_LEVEL)))
    return told(found, desk)


def made_of(change: Change, desk: MetricDesk) -> tuple[str, tuple[str, ...]]:
    """Return by which rate a figure is a product, if by any, and what is read: it and what makes it up."""
    shape = change.shape
    rate = product_of(change, desk) if shape.kind == "sum" else None
    parts = rate.parts[1:] if rate else shape.atoms if shape.kind == "ratio" else ()
    return rate.name if rate else "", (shape.metric.name, *parts)


def cuts_beside(asked: AnalysisAsked, shape: Shape, desk: MetricDesk) -> list[str]:
    """Return by what members may be set beside each other: no part of their own, as the shops of a place."""
    if shape.kind == "whole":
        return []
    fixed = {one.dimension for one in asked.filters}
    below = {
        one
        for line in desk.catalog.hierarchies
        for at, level in enumerate(line)
        if level in fixed
        for one in line[at:]
    }
    cuts = [one for one in cuts_of(shape.metric.name, desk, fixed) if one not in below]
    fit = [
        one
        for one in cuts
        if desk.answers.reader.known.size(one) <= MOST_MEMBERS
        and all(shape.catalog.cuts(atom, one) for atom in shape.atoms)
    ]
    return fit[:MOST_CUTS]


def _cut_looks(asked: AnalysisAsked, shape: Shape, times: tuple[Window, ...], desk: MetricDesk) -> list[Look]:
    """Return the looks by what both may share."""
    return [
        Look(
            f"by.{cut}",
            MetricQuery(shape.atoms, (asked.dimension, cut), windows=times, filters=asked.filters),
            Said("why.label.by", {"dimension": Name(cut, dimension=True)}),
            catalog=shape.catalog,
        )
        for cut in cuts_beside(asked, shape, desk)
    ]


def _pair(cells: Sequence[object]) -> Pair:
    """Return a member's figure then and now; of one time now alone."""
    values = [exact(cell) for cell in cells]
    return Pair(values[0], values[1]) if len(values) > 1 else Pair(None, values[0])


def _wholes(
    read: Read, figures: Sequence[str], names: tuple[str, str], times: int
) -> dict[str, tuple[Pair, Pair]]:
    rows = {str(row[0]): row[1:] for row in read.result.rows}
    none = (None,) * times * len(figures)
    sides = [rows.get(name, none) for name in names]
    return {
        figure: (
            _pair(sides[0][at * times : (at + 1) * times]),
            _pair(sides[1][at * times : (at + 1) * times]),
        )
        for at, figure in enumerate(figures)
    }


def _with_parts(found: Between, read: Mapping[str, Read]) -> Between:
    """Return what was read with the first cut of which both have nearly all in common."""
    times = len(found.times)
    for name, one in read.items():
        if not name.startswith("by.") or one.result.truncated:
            continue
        parts: dict[str, dict[str, list[Pair]]] = {}
        for side, member, *cells in one.result.rows:
            if str(side) not in found.names or member is None:
                continue
            at = found.names.index(str(side))
            for place, atom in enumerate(found.shape.atoms):
                own = parts.setdefault(atom, {}).setdefault(str(member), [Pair(None, None)] * 2)
                own[at] = _pair(cells[place * times : (place + 1) * times])
        both = {atom: {m: (p[0], p[1]) for m, p in of.items()} for atom, of in parts.items()}
        with_them = replace(found, cut=name.removeprefix("by."), parts=both)
        if both and _is_shared(both[found.shape.atoms[-1]]) and with_them.adds_up():
            return with_them
    return found


def _is_shared(members: Mapping[str, tuple[Pair, Pair]]) -> bool:
    """Tell a cut whose members both have."""
    if len(members) < FEWEST:
        return False
    for at in (0, 1):
        every = sum((abs(pair[at].now or ZERO) for pair in members.values()), ZERO)
        shared = sum((abs(p[at].now or ZERO) for p in members.values() if p[0].now and p[1].now), ZERO)
        if not every or shared < _SHARED * every:
            return False
    return True


def _new(found: Between, read: Mapping[str, Read]) -> Openings | None:
    """Return who of the two, or of their own, came or went within the times."""
    opened = openings_of(read)
    if opened is None:
        return None
    within = opened.within(found.times[0], found.times[-1])
    if opened.level == found.asked.dimension:
        return within.among(found.names) or None
    sides = [within.of(found.asked.dimension, name) for name in found.names]
    every = tuple(one for side in sides for one in side.every)
    closed = tuple(one for side in sides for one in side.closed)
    return replace(within, every=every, closed=closed) if every or closed else None


def _alike(found: Between, read: Read | None) -> tuple[Pair, Pair] | None:
    """Return both figures without who came or went."""
    if read is None or read.result.truncated or found.new is None:
        return None
    sums = {name: [ZERO, ZERO] for name in found.names}
    for side, level, *cells in read.result.rows:
        if str(side) in sums and str(level) not in found.new.names:
            for at, cell in enumerate(cells):
                sums[str(side)][at] += exact(cell) or ZERO
    first, second = (Pair(*sums[name]) for name in found.names)
    return first, second
