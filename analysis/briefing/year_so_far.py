"""The year as far as it has come, beside a briefing of a shorter time that nobody named."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from analysis.asked import AnalysisAsked
from analysis.briefing.alike import LikeForLike, like_for_like
from analysis.briefing.figures import (
    Windows,
    figures_look,
    line_told,
    only_since,
    reads_of,
    scored_of,
    within_data,
)
from analysis.briefing.reading import OPENED
from analysis.briefing.scorecard import Line
from analysis.briefing.verdict import like_told
from analysis.lifespans import day_of
from analysis.outcome import Look, Read, Said
from analysis.series import data_span
from analysis.target.due import aim_windows
from language.calendar import whole
from query.metric_query import Window
from understanding.metric.desk import MetricDesk

_AHEAD = "year_so_far_"  # of the names of its looks
YEAR_LOOKS = 4  # statements it takes, over those of a briefing
_LEAST = 60  # days of a year beside all since an opening
_LONGER = 2  # times as long as what was told must it be


@dataclass(frozen=True)
class YearSoFar:
    """The first figure of a briefing in the year that runs, as far as its data go."""

    line: Line
    windows: Windows
    looks: tuple[Look, ...]
    alike: LikeForLike | None

    def told(self, read: Mapping[str, Read], opened: dt.date | None, desk: MetricDesk) -> list[Said]:
        """Return the figure beside the year before, its target and what of that was due; like for like, too.

        A year in which the one asked about opened is no measure; of who opened since all is told anyway.
        """
        if opened and opened >= self.windows[0].start:
            return []
        found = reads_of(_AHEAD, read)
        scored = scored_of(self.line, found, self.windows, desk)
        if scored is None or scored.now is None:
            return []
        began = opened if opened and opened > self.windows[2].start else None
        (scored,) = only_since(began, within_data([scored], self.windows, desk), self.windows)
        new = self.alike.new(1, found) if self.alike and not began else None
        if self.alike and new:
            scored = self.alike.scored(scored, found, desk)
        since = Said("briefing.year_since", {"day": day_of(began)}) if began else ""
        params = {
            "so_far": replace(self.windows[0], text=""),
            "line": line_told(scored, self.windows, desk),
            "like": like_told(scored, 1, new, desk) if new else since,
        }
        return [Said("briefing.year_so_far", params)]


def year_so_far_of(
    now: Window, lines: Sequence[Line], asked: AnalysisAsked, desk: MetricDesk
) -> YearSoFar | None:
    """Return the first figure in the year that runs, where no time was named and the year is far longer.

    Of all the time since an opening it is where that began before the year.
    """
    line, span = lines[0], data_span(lines[0].metric, desk)
    year = Window(*whole("year", desk.today), "year")
    end = min(desk.today, span[1]) if span else desk.today
    so_far = replace(year, end=end)
    longer = now.start >= year.start and so_far.days >= _LONGER * now.days
    if asked.about == OPENED:
        longer = now.start < year.start and so_far.days >= _LEAST
    elif not asked.lately:
        return None
    if not longer:
        return None
    then = replace(so_far.year_before(desk.catalog.holidays), text="")
    windows = (so_far, then, then)
    looks = [figures_look(line.metric, windows, asked, "score", desk)]
    if line.target and all(desk.catalog.cuts(line.target, one.dimension) for one in asked.filters):
        looks.append(
            figures_look(line.target, aim_windows(line.metric, year, end, desk), asked, "target", desk)
        )
    alike = like_for_like((line,), windows, {}, (), asked, desk)
    looks += alike.looks if alike else ()
    named = tuple(replace(one, name=f"{_AHEAD}{one.name}", detail=True) for one in looks)
    return YearSoFar(line, windows, named, alike)
