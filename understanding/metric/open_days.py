"""The last days of a question's time that are not complete: left out of what it compares, else told."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace

from language.calendar import Range, days
from query.metric_query import Compared, MetricQuery, Window
from understanding.metric.known import Known
from understanding.metric.unsettled import Unsettled
from understanding.words.closed import GRAINS


@dataclass(frozen=True)
class OpenDays:
    """Days of a question's time that are not complete, why, and whether they are left out of it."""

    days: Range
    why: Unsettled
    left: bool

    def are_most_of(self, windows: Sequence[Window]) -> bool:
        """Tell whether most of the time asked about, which is not left out, goes on changing with its age."""
        over = sum((min(one.end, self.days[1]) - max(one.start, self.days[0])).days for one in windows)
        return bool(self.why.ripens) and not self.left and 2 * over > sum(one.days for one in windows) > 0


def over_complete_days(query: MetricQuery, known: Known, today: dt.date) -> MetricQuery:
    """Return a query that compares, or takes a mean of days, over times that end where figures are complete.

    A total of days is shown as it stands. A time of which no day is complete is set beside none.
    """
    if not _sets_beside(query) or query.window is None:
        return query
    open_ = known.unsettled(query.figures, today)
    if open_ is None:
        return query
    compared, since = query.compared, open_.since
    if compared is not None and (query.window.start >= since or is_mostly_unripe(query.window, open_)):
        by_growth = any(one.of_growth for one in query.conditions) or (
            query.ranking is not None and query.ranking.by == "growth"
        )
        return query if by_growth and not open_.ripens else _beside_none(query)
    if compared is None or compared.window is None:
        return replace(query, windows=tuple(one.cut(since) for one in query.windows))
    now, then = query.window, compared.window
    gone = max((one.end - since).days if one.start < since < one.end else 0 for one in (now.cut(today), then))
    if now.cut(today).days == then.days and 0 < gone < then.days:
        then = replace(then, end=then.end - days(gone), unfinished=True)
        now = replace(now, end=now.cut(today).end - days(gone), unfinished=True)
    else:
        now, then = now.cut(since), then.cut(since)
    return replace(query, windows=(now,), compared=Compared(compared.kind, then))


def is_mostly_unripe(window: Window, open_: Unsettled) -> bool:
    """Tell a time of which more is too young to be set beside an older one than is not."""
    return bool(open_.ripens) and 2 * (open_.since - window.start).days < window.days


def _beside_none(query: MetricQuery) -> MetricQuery:
    """Return a query that sets its figures beside no other time: none is chosen by its growth."""
    by_growth = query.ranking is not None and query.ranking.by == "growth"
    conditions = tuple(one for one in query.conditions if not one.of_growth)
    return replace(query, compared=None, ranking=None if by_growth else query.ranking, conditions=conditions)


def open_days(query: MetricQuery, known: Known, today: dt.date) -> OpenDays | None:
    """Return which last days of a query's time are not complete: those left out, or those that are in it."""
    open_ = known.unsettled(query.figures, today)
    ends = [end for name in query.figures if (end := known.held_until(name, today)) is not None]
    if open_ is None or not ends:
        return None
    end = max(ends)
    windows = query.windows or (Window(dt.date.min, dt.date.max, "range"),)
    if any(one.start < end and open_.since < one.end for one in windows):
        over = (
            max(open_.since, min(one.start for one in windows)),
            min(end, max(one.end for one in windows)),
        )
        return OpenDays(over, open_, left=False)
    left = _sets_beside(query) and any(one.end == open_.since and one.unfinished for one in windows)
    return OpenDays((open_.since, end), open_, left=True) if left else None


def _sets_beside(query: MetricQuery) -> bool:
    return query.compared is not None or query.average in GRAINS
