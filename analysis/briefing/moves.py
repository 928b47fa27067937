"""Who moved most: the members of the first figure, and what stands out of all figures."""

import datetime as dt
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from analysis.asked import AnalysisAsked
from analysis.briefing.alike import LikeForLike
from analysis.briefing.figures import Scored, only_year
from analysis.briefing.lacking import lacking_of, lacking_told
from analysis.briefing.notable import Notable, alike_looks, is_of, notable_of, without_the_new
from analysis.briefing.notable_telling import inside_looks, notable_told
from analysis.briefing.scorecard import Line
from analysis.cuts import cuts_of
from analysis.merging import read_together
from analysis.outcome import Amount, Look, Name, Percent, Read, Said, exact, rounded
from analysis.why.shape import ACTIVE, alike_by, shape_of
from analysis.why.split import ZERO
from query.metric_query import MetricQuery, Window
from understanding.metric.desk import MetricDesk

MOVERS = 3
SMALL_FIRST = Decimal("0.005")  # of the first figure, whose largest moves are told whatever they are


@dataclass(frozen=True)
class Move:
    """A member's figure that moved, with its part of the whole figure before."""

    metric: str
    dimension: str
    member: str
    now: Decimal
    before: Decimal
    weight: Decimal
    days_before: int = 0  # on which it had data, where it began on one of them


@dataclass(frozen=True)
class Moved:
    """What moved beside a time before: of the first figure, what stands out of all, and how that is told."""

    base: int  # the period before (1), or a year before (2)
    moves: Sequence[Move] = ()
    notable: Sequence[Notable] = ()
    said: Sequence[Said] = ()


def what_moved(
    moved: Sequence[tuple[str, str]],
    scored: Sequence[Scored],
    read: Mapping[str, Read],
    windows: tuple[Window, Window, Window],
    asked: AnalysisAsked,
    alike: LikeForLike | None,
    began: dt.date | None,
    desk: MetricDesk,
) -> Generator[Sequence[Look], Mapping[str, Read], Moved]:
    """Yield the looks at what makes the moves that stand out, and return these with who lacks days."""
    base = _base(windows, desk) if began is None else 1
    lacks = began is not None and began > windows[base].start
    compares = scored[0].year if base == 2 else scored[0].before
    if not moved or lacks or compares is None or alike_by(windows[0], windows[base]) != 1:
        return Moved(base)  # members are read as sums, and of other numbers of days they do not compare
    moves, lacking = _first_moves(*moved[0], read, base, desk), lacking_of(read)
    left = {one.member for one in moves if not one.before or one.days_before}
    left |= alike.new(base - 1, read).names if alike else set()
    left |= {name for one in lacking for name in one.members}
    notable = notable_of(moved, read, base, left, desk)
    if alike and (new := alike.new(base - 1, read)):
        looks = alike_looks(notable, new, (windows[base], windows[0]), asked, desk)
        notable = without_the_new(notable, (yield looks) if looks else {})
    further = [one.look(asked, desk) for one in lacking]
    within = inside_looks(notable, windows[0], windows[base], asked, desk)
    inside = yield from read_together([*further, *within], desk)
    said = notable_told(notable, inside, scored, windows, base, desk)
    return Moved(base, moves, notable, [*lacking_told(lacking, inside), *said])


def _base(windows: tuple[Window, Window, Window], desk: MetricDesk) -> int:
    """Return what moves are told beside: 1 the period before, 2 a year before where only that is alike."""
    return 2 if only_year(windows, desk) else 1


def cuts_of_line(metric: str, lines: Sequence[Line], asked: AnalysisAsked, desk: MetricDesk) -> list[str]:
    """Return what a figure is looked at by: what cuts most of the scorecard first, one of each hierarchy."""
    catalog = desk.catalog
    shape = shape_of(metric, desk)
    if shape.kind == "whole" or (shape.catalog is not catalog and shape.kind == "ratio"):
        return []
    open_to = cuts_of(metric, desk, {kept.dimension for kept in asked.filters})
    placed = {name for levels in catalog.hierarchies for name in levels}
    ranked = sorted(
        open_to, key=lambda one: (-sum(catalog.cuts(line.metric, one) for line in lines), one not in placed)
    )
    first = ranked[:1]
    return [*first, *(one for one in open_to if one not in first and not is_of(one, first, metric, desk))]


def moves_look(
    metric: str, cut: str, windows: tuple[Window, ...], asked: AnalysisAsked, desk: MetricDesk, *, lead: bool
) -> Look:
    shape = shape_of(metric, desk)
    counted = (ACTIVE,) if lead and shape.active else ()
    query = MetricQuery((*shape.atoms, *counted), (cut,), windows=windows, filters=asked.filters)
    label = Said("briefing.label.moves", {"metric": Name(metric), "by": Name(cut, dimension=True)})
    return Look(f"moves.{metric}.{cut}", query, label, catalog=shape.catalog)


def _first_moves(metric: str, cut: str, read: Mapping[str, Read], base: int, desk: MetricDesk) -> list[Move]:
    """Return the members that moved most of the first figure, where it is a sum.

    One that began within the period before is told with its days: beside all of them it only seems to grow.
    """
    shape, found = shape_of(metric, desk), read.get(f"moves.{metric}.{cut}")
    if shape.kind != "sum" or found is None or found.result.truncated:
        return []
    windows, at = found.look.query.windows, len(found.look.query.windows)
    now, then = windows[0], windows[base]
    moves = []
    for row in found.result.rows:
        cells = [exact(cell) or ZERO for cell in row[1:]]
        days_now, days_then = (cells[at], cells[at + base]) if shape.active else (ZERO, ZERO)
        began = days_now == now.days and 0 < days_then < then.days
        weight = cells[0] - cells[base]
        moves.append(
            Move(
                metric, cut, str(row[0] or ""), cells[0], cells[base], weight, int(days_then) if began else 0
            )
        )
    least = SMALL_FIRST * abs(sum((one.before for one in moves), ZERO))
    large = [one for one in moves if one.member and abs(one.weight) >= least and one.weight]
    return sorted(large, key=lambda one: -abs(one.weight))[:MOVERS] if len(moves) > 1 else []


def moves_told(moves: Sequence[Move], base: Window, suffix: str) -> Iterator[Said]:
    """Yield which members of the first figure moved most."""
    if moves:
        by = Name(moves[0].dimension, dimension=True)
        told = tuple(_first_move(one) for one in moves)
        params = {"metric": Name(moves[0].metric), "dimension": by, "moves": told, "base": base}
        yield Said(f"briefing.moves{suffix}", params)


def _first_move(one: Move) -> Said:
    """Return a move of the first figure, which the sentence names."""
    params = {"member": one.member, "change": Amount(one.now - one.before, one.metric, "change")}
    if not one.before:
        return Said("briefing.first_new", params)
    share = Percent(rounded(100 * (one.now / one.before - 1)), signed=True)
    code = "first_part" if one.days_before else "first_move"
    return Said(f"briefing.{code}", params | {"share": share, "days": one.days_before})
