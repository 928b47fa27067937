"""Some members side by side: each figure of the scorecard, what it came to a year before, and its target."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from analysis.asked import AnalysisAsked
from analysis.briefing.alike import like_for_like
from analysis.briefing.figures import (
    Scored,
    Windows,
    figures_look,
    months_of,
    own_windows,
    scored_of,
    within_data,
)
from analysis.briefing.planned import times_of
from analysis.briefing.scorecard import Line, scorecard
from analysis.compare.inside import Inside, inside_each
from analysis.compare.others import told_among
from analysis.compare.reading import OTHERS
from analysis.compare.side import Side
from analysis.compare.telling import told
from analysis.compare.times import times_steps
from analysis.merging import read_together
from analysis.outcome import Look, Name, Outcome, Read, Said, Steps
from analysis.target.due import aim_windows
from query.metric_query import Filter
from understanding.metric.desk import MetricDesk


@dataclass(frozen=True)
class _Plan:
    """What is asked, the figures and their times."""

    asked: AnalysisAsked
    lines: tuple[Line, ...]
    windows: Windows


def compare_steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
    """Yield the figures of all members at once, and return them side by side."""
    window = asked.window
    assert window is not None
    if asked.against is not None:
        return (yield from times_steps(asked, desk))
    kept = next(one for one in asked.filters if one.dimension == asked.dimension)
    among = asked.about == OTHERS
    asked = replace(asked, filters=tuple(one for one in asked.filters if one != kept)) if among else asked
    lines = scorecard(desk, (*asked.filters, kept))
    if not lines:
        return Outcome(declined=Said("briefing.none", {"window": replace(window, text="")}))
    windows = times_of(window, lines, desk)
    lines = (lines[0], *(one for one in lines[1:] if _fits(one, windows, desk)))
    plan = _Plan(asked, lines, windows)
    alike = like_for_like(lines[:1], windows, {}, (asked.dimension,), asked, desk)
    read = yield from read_together([*_looks(plan, desk), *(alike.looks if alike else ())], desk)
    named = _names(kept, desk)
    every = dict.fromkeys(_every(read.get(f"score.{lines[0].metric}")), "") if among else named
    inside = yield from inside_each(every, lines[0], windows, alike, read, asked, desk)
    sides = [_side(name, plan, inside[name], read, desk) for name in every]
    if among and sides:
        return told_among(next(iter(named)), sides, windows, asked.dimension, desk)
    if lacking := [one for one in named if one not in every or _has_none(one, sides)]:
        params = {"names": tuple(lacking), "metric": Name(lines[0].metric), "window": windows[0]}
        return Outcome(declined=Said("compare.lacks", params))
    return told(sides, windows, asked, desk)


def _fits(line: Line, windows: Windows, desk: MetricDesk) -> bool:
    """Tell a figure of the time that is told: one by the month would be of its whole months alone."""
    monthly = desk.catalog.is_monthly(line.metric)
    return not monthly or own_windows(line.metric, windows, desk) is None


def _has_none(name: str, sides: Sequence[Side]) -> bool:
    return next(one for one in sides if one.name == name).lead.now is None


def _every(read: Read | None) -> list[str]:
    """Return all members that have the first figure."""
    rows = () if read is None or read.result.truncated else read.result.rows
    return [str(row[0]) for row in rows if row[0] is not None]


def _names(kept: Filter, desk: MetricDesk) -> dict[str, str]:
    """Return what each member is stored as, by its name."""
    name = desk.answers.reader.known.member_name
    return {name(kept.dimension, value, desk.language): value for value in kept.values}


def _looks(plan: _Plan, desk: MetricDesk) -> Iterator[Look]:
    """Yield each figure by member over the times, and each target."""
    asked, windows = plan.asked, plan.windows
    months = months_of(windows[0])
    for line in plan.lines:
        own = own_windows(line.metric, windows, desk) or windows
        yield _by(asked.dimension, figures_look(line.metric, own, asked, "score", desk))
        if line.target and months is not None:
            times = aim_windows(line.metric, months, own[0].end, desk)
            yield _by(asked.dimension, figures_look(line.target, times, asked, "target", desk))


def _by(dimension: str, look: Look) -> Look:
    return replace(look, query=replace(look.query, splits=(dimension,)))


def _side(name: str, plan: _Plan, inside: Inside, read: Mapping[str, Read], desk: MetricDesk) -> Side:
    """Return one member's figures; of who began within the times nothing is set beside the year before."""
    own = {look: one for look, all_ in read.items() if (one := _rows_of(name, all_)) is not None}
    every = (scored_of(line, own, plan.windows, desk) for line in plan.lines)
    blank = Scored(plan.lines[0], None, None, None, None)
    scored = [one for one in every if one is not None] or [blank]
    if scored[0].line != plan.lines[0]:
        scored.insert(0, blank)
    scored = within_data(scored, plan.windows, desk)
    if inside.itself or inside.unknown:
        return Side(name, tuple(replace(one, year=None) for one in scored), inside.changed)
    return Side(name, tuple(scored), inside.changed, inside.without(scored[0]))


def _rows_of(name: str, read: Read) -> Read | None:
    """Return a member's own row of a look by member, without its name."""
    rows = tuple(tuple(row[1:]) for row in read.result.rows if str(row[0]) == name)
    if read.result.truncated or not rows or len(read.look.query.splits) != 1:
        return None
    return replace(read, result=replace(read.result, columns=read.result.columns[1:], rows=rows))
