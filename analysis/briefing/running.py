"""How the month that runs goes, beside a briefing of another time: as many days of the month before."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from analysis.asked import AnalysisAsked
from analysis.briefing.figures import (
    Windows,
    figures_look,
    line_told,
    months_of,
    only_since,
    period_before,
    reads_of,
    scored_of,
    share_told,
)
from analysis.briefing.members import Members, members_of_first
from analysis.briefing.scorecard import Line
from analysis.home import ordinary_change, unlike
from analysis.outcome import Amount, Look, Name, Percent, Read, Said, day_in, exact, rounded
from analysis.series import data_span
from analysis.target.due import aim_windows
from analysis.why.shape import shape_of
from language.calendar import days, whole
from query.metric_query import MetricQuery, Window
from understanding.metric.desk import MetricDesk
from understanding.metric.judging import is_better_low

_DAYS = "days"
_AHEAD = "running_"  # of the names of its looks
_FAR = 5  # points that less of a target is reached than is due: a briefing's first sentence tells it


@dataclass(frozen=True)
class Running:
    """The first figure of a briefing in the month that runs, as far as its data go."""

    line: Line
    windows: tuple[Window, Window, Window]
    looks: tuple[Look, ...]
    members: Members | None  # the figure and its target by member

    def told(self, read: Mapping[str, Read], began: dt.date | None, desk: MetricDesk) -> tuple[Said, ...]:
        """Return the figure beside as many days before and a year ago, and how far it is to its target.

        A time with other holidays, or from before it `began`, is no measure and left out.
        """
        found = reads_of(_AHEAD, read)
        scored = scored_of(self.line, found, self.windows, desk)
        if scored is None or scored.now is None:
            return ()
        now, before, year = self.windows
        (scored,) = only_since(began, [scored], self.windows)
        other = [unlike(now, then, desk.catalog) for then in (before, year)]
        scored = replace(
            scored,
            before=None if other[0] else scored.before,
            year=None if other[1] else scored.year,
        )
        assert scored.now is not None
        low = is_better_low(desk.catalog.metrics[self.line.metric])  # of costs none are to go
        left = scored.target - scored.now if scored.target and not low else None
        gap = (
            "" if left is None or left <= 0 else Said("briefing.gap", {"gap": Amount(left, self.line.metric)})
        )
        params = {
            "so_far": now,
            "before": before,
            "year": year,
            "gap": gap,
            "ordinary": _ordinary(found, self.windows, desk) if began is None else "",
            "missed": _behind(self.members, found, desk) if began is None else "",
        }
        kind = "_year" if scored.before is None else "_before" if scored.year is None else ""
        return (Said(f"briefing.running{kind}", {**params, "line": line_told(scored, self.windows, desk)}),)

    def lagging(self, read: Mapping[str, Read], desk: MetricDesk) -> Said | str:
        """Return that the month that runs is far behind its target, in short."""
        scored = scored_of(self.line, reads_of(_AHEAD, read), self.windows, desk)
        low = is_better_low(desk.catalog.metrics[self.line.metric])
        due = scored.due if scored else None
        if scored is None or scored.now is None or not scored.target or due is None or low:
            return ""
        share = 100 * scored.now / scored.target
        if due.share - share < _FAR:
            return ""
        now = replace(self.windows[0], text="")
        told = {"so_far": now, "share": share_told(share), "over": due.gone()}
        return Said("briefing.verdict.lagging", told)


def running_of(now: Window, lines: Sequence[Line], asked: AnalysisAsked, desk: MetricDesk) -> Running | None:
    """Return the first figure in the month that runs, of a briefing of another time that is not long over."""
    month = Window(*whole("month", desk.today), "month")
    span = data_span(lines[0].metric, desk)
    end = min(desk.today, span[1]) if span else desk.today
    is_it = months_of(now) is not None and now.end > month.start
    if is_it or now.end < month.start or end <= month.start:
        return None
    line = next((one for one in lines if one.target and _is_cut(one.target, asked, desk)), lines[0])
    so_far = replace(month, end=end)
    windows = (so_far, period_before(so_far), replace(so_far.year_before(desk.catalog.holidays), text=""))
    looks = [figures_look(line.metric, windows, asked, "score", desk)]
    if line.target:
        aimed = aim_windows(line.metric, month, end, desk)
        looks.append(figures_look(line.target, aimed, asked, "target", desk))
    members = members_of_first((line, *(one for one in lines if one != line)), windows, {}, asked, desk)
    if line.target and members is not None:
        looks += [one for one in members.looks if one.name.startswith(("members.", "members_target."))]
    if unlike(so_far, windows[1], desk.catalog) and shape_of(line.metric, desk).by_day:
        over = Window(windows[1].start, end, "range")
        query = MetricQuery((line.metric,), grain="day", windows=(over,), filters=asked.filters)
        looks.append(Look(_DAYS, query, Said("briefing.label.days", {"metric": Name(line.metric)})))
    named = tuple(replace(one, name=f"{_AHEAD}{one.name}") for one in looks)
    return Running(line, windows, named, members if line.target else None)


def _behind(members: Members | None, read: Mapping[str, Read], desk: MetricDesk) -> Said | str:
    """Return who is behind the pace of its target, in short."""
    said = members.missed(read, desk) if members else ""
    return replace(said, params={**said.params, "best": ""}) if isinstance(said, Said) else ""


def _ordinary(read: Mapping[str, Read], windows: Windows, desk: MetricDesk) -> Said | str:
    """Return how a figure stands to the month before by its ordinary days, each beside its own weekday.

    A month with a week of holidays is no measure for one without; its other days are.
    """
    found, (now, before, _) = read.get(_DAYS), windows
    if found is None or found.result.truncated:
        return ""
    rows = ((day_in(row[0]), exact(row[-1])) for row in found.result.rows)
    change = ordinary_change(rows, now, before, desk.catalog)
    if change is None:
        return ""
    return Said(
        "briefing.running_ordinary", {"before": before, "change": Percent(rounded(change), signed=True)}
    )


def as_asked(window: Window, desk: MetricDesk) -> Window:
    """Return a time as it is read from its words: one that runs has today in it."""
    runs = window.unfinished and window.end == desk.today
    return replace(window, end=desk.today + days(1)) if runs else window


def _is_cut(metric: str, asked: AnalysisAsked, desk: MetricDesk) -> bool:
    return all(desk.catalog.cuts(metric, kept.dimension) for kept in asked.filters)
