"""What a briefing is to be of, and everything that is read for it at once."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from analysis.asked import AnalysisAsked
from analysis.briefing.alike import LikeForLike, like_for_like
from analysis.briefing.course import Course, course_of
from analysis.briefing.figures import (
    Windows,
    as_running,
    figures_look,
    months_of,
    own_windows,
    period_before,
    year_of,
)
from analysis.briefing.lacking import days_looks
from analysis.briefing.members import Members, members_of_first
from analysis.briefing.months import ByMonth, by_month_of
from analysis.briefing.moves import cuts_of_line, moves_look
from analysis.briefing.outlook import Outlook, outlook_of
from analysis.briefing.reading import OPENED
from analysis.briefing.running import Running, running_of
from analysis.briefing.scorecard import Line, standing
from analysis.briefing.since import peers_look
from analysis.briefing.trading import held_looks
from analysis.briefing.unfinished import OpenItems, open_items
from analysis.briefing.waiting import open_looks, standing_looks
from analysis.briefing.year_so_far import YearSoFar, year_so_far_of
from analysis.briefing.young import young_looks
from analysis.outcome import Look, Said
from analysis.series import data_span, is_complete
from analysis.target.due import aim_windows
from query.metric_query import Window
from understanding.metric.desk import MetricDesk

_CUTS_OF_FIRST = 2  # dimensions that the first figure is looked at by


@dataclass(frozen=True)
class Planned:
    """What a briefing is to be of: its lines, its three times, and all that is read for it.

    `moved` are the figures whose members are looked at, each with its cut; `standing` those of no time.
    """

    asked: AnalysisAsked
    lines: tuple[Line, ...]
    windows: tuple[Window, Window, Window]
    moved: tuple[tuple[str, str], ...]
    waiting: tuple[OpenItems, ...]
    standing: tuple[str, ...]
    by_month: ByMonth | None
    course: Course | None
    running: Running | None
    outlook: Outlook | None
    year: YearSoFar | None
    members: Members | None
    alike: LikeForLike | None
    looks: tuple[Look, ...]

    @property
    def is_of_opening(self) -> bool:
        """Tell a briefing of a time since somebody opened: nothing was before it."""
        return self.asked.about == OPENED


def planned(asked: AnalysisAsked, listed: Sequence[Line], desk: MetricDesk, *, alone: bool) -> Planned | Said:
    """Return what a briefing of some figures is to be of, or why there is none."""
    assert asked.window is not None
    windows = times_of(asked.window, listed, desk)
    now = windows[0]
    lines = [line for line in listed if _covers(line, now, desk)]
    if not lines:
        return Said("briefing.none", {"window": replace(now, text="")})
    of_own = {line.metric: own_windows(line.metric, windows, desk) for line in lines}
    moved = tuple(
        (line.metric, cut)
        for place, line in enumerate(lines)
        if of_own[line.metric] is None and is_complete(line.metric, now, desk)
        for cut in cuts_of_line(line.metric, lines, asked, desk)[: _CUTS_OF_FIRST if not place else 1]
    )
    read_by = dict(reversed(moved))  # the first cut of each
    opening = asked.about == OPENED
    members = members_of_first(lines, windows, read_by, asked, desk)
    by_month = by_month_of(now, lines, asked)
    running = (
        (None, None, year_so_far_of(now, lines, asked, desk))
        if opening
        else (
            running_of(now, lines, asked, desk),
            outlook_of(lines, asked, desk),
            year_so_far_of(now, lines, asked, desk),
        )
    )
    plan = Planned(
        asked,
        tuple(lines),
        windows,
        moved,
        () if alone else tuple(open_items(desk, asked.filters)),
        () if alone else standing(desk, asked.filters),
        by_month,
        None if by_month or opening else course_of(now, lines[0], asked, desk),
        *running,
        members,
        like_for_like(lines, windows, read_by, members.levels if members else (), asked, desk),
        (),
    )
    figures = [figures_look(one.metric, of_own[one.metric] or windows, asked, "score", desk) for one in lines]
    return replace(plan, looks=(*figures, *_looks(plan, desk)))


def times_of(window: Window, listed: Sequence[Line], desk: MetricDesk) -> Windows:
    """Return the time of a briefing, the period before it, and the same time a year before."""
    now = _as_far(as_running(window, desk), listed, desk)
    return now, period_before(now), year_of(now, desk)


def _looks(plan: Planned, desk: MetricDesk) -> Iterator[Look]:
    """Yield what is read beside the figures themselves."""
    asked, lines, windows, moved = plan.asked, plan.lines, plan.windows, plan.moved
    now = windows[0]
    if (months := months_of(now)) is not None:
        for line in lines:
            own = own_windows(line.metric, windows, desk) or windows
            times = aim_windows(line.metric, months, own[0].end, desk)
            yield from [figures_look(line.target, times, asked, "target", desk)] if line.target else []
    yield from plan.course.looks if plan.course else ()
    yield from () if plan.is_of_opening else young_looks(asked, lines[0], desk)
    yield from plan.running.looks if plan.running else ()
    yield from plan.outlook.looks if plan.outlook else ()
    yield from plan.year.looks if plan.year else ()
    yield from plan.by_month.looks if plan.by_month else ()
    yield from peers_look(asked, lines[0], desk) if plan.is_of_opening else ()
    for place, (metric, cut) in enumerate(moved):
        yield moves_look(metric, cut, windows, asked, desk, lead=not place)
    yield from days_looks(moved, windows, asked, desk)
    yield from held_looks([line.metric for line in lines], windows, asked, desk)
    yield from (look for one in plan.waiting for look in open_looks(one, asked, desk))
    yield from standing_looks(plan.standing, asked, desk)
    yield from plan.members.looks if plan.members else ()
    yield from plan.alike.looks if plan.alike else ()


def _covers(line: Line, window: Window, desk: MetricDesk) -> bool:
    """Tell a figure that has data of a time; one of whole months has none of thirty days."""
    span = data_span(line.metric, desk)
    if desk.catalog.is_monthly(line.metric) and months_of(window) is None and not window.in_whole_months:
        return False
    return span is None or (span[0] < window.end and window.start < span[1])


def _as_far(now: Window, lines: Sequence[Line], desk: MetricDesk) -> Window:
    """Return a time as far as a first figure is complete, or known by whole months alone."""
    if not lines:
        return now
    span, known = data_span(lines[0].metric, desk), desk.answers.reader.known
    by_month = desk.catalog.is_monthly(lines[0].metric) and now.start.day == 1
    cut = by_month or known.unsettled((lines[0].metric,), desk.today) is not None
    return replace(now, end=span[1]) if span and cut and now.start < span[1] < now.end else now
