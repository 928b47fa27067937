"""How much of a target is due by a day: of its months those over in full, the one that runs by its days."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from analysis.lifespans import day_of
from analysis.outcome import Amount, Percent, Said, rounded
from analysis.series import accrues
from language.calendar import days
from language.calendar import whole as whole_unit
from query.metric_query import Window
from understanding.metric.desk import MetricDesk


@dataclass(frozen=True)
class Due:
    """A whole target, and what of it was due by a day: `until` is the first day that is not over."""

    target: Decimal
    due: Decimal
    until: dt.date
    whole: Window
    by_days: bool = True  # of one month, which knows no other parts

    @property
    def share(self) -> Decimal:
        """Return how much of the target was due, in percent."""
        return 100 * self.due / self.target

    @property
    def runs(self) -> bool:
        """Tell whether days are to come."""
        return self.until < self.whole.end

    def gone(self) -> Said:
        """Return how far one should be: by the days of one month, else by what its months want."""
        pace = Percent(rounded(self.share))
        return Said(f"target.gone.{'days' if self.by_days else 'due'}", {"pace": pace})

    def how(self, metric: str) -> tuple[Said, ...]:
        """Return how it was worked out; of one month alone nothing, for its days are told with it."""
        if self.by_days:
            return ()
        params = {
            "whole": self.whole,
            "target": Amount(self.target, metric),
            "due": Amount(self.due, metric),
            "day": day_of(self.until - days(1)),
        }
        running = _month_of(self.until)
        if running is None:
            return (Said("target.due_months", params),)
        held = {"days": (self.until - running.start).days, "of": running.days}
        return (Said("target.due_days", {**params, **held, "month": running}),)


def due_windows(whole: Window, until: dt.date) -> tuple[Window, ...]:
    """Return the times whose targets say what is due: all, then the months over, then the one that runs.

    Of one month, or of a time that is over, its own target says it.
    """
    whole = replace(whole, text="")
    if not whole.start < until < whole.end or whole.units("month") < 2:
        return (whole,)
    running = _month_of(until)
    over = Window(whole.start, until if running is None else running.start, "range")
    parts = ((over,) if over.days else ()) + ((running,) if running else ())
    return (whole, *parts)


def aim_windows(metric: str, whole: Window, until: dt.date, desk: MetricDesk) -> tuple[Window, ...]:
    """Return the times a figure's target is read of: all, and of what comes together also what is due."""
    return due_windows(whole, until) if accrues(metric, desk) else (whole,)


def due_of(
    metric: str, until: dt.date, windows: Sequence[Window], cells: Sequence[Decimal | None], desk: MetricDesk
) -> Due | None:
    """Return what of a figure's target is due, as `aim_windows` read it; None of what has no part of it due.

    A rate is kept or not, and of a figure by whole months a month that runs is no part of itself.
    """
    if not accrues(metric, desk) or (desk.catalog.is_monthly(metric) and until.day != 1):
        return None
    return due_by(until, windows, cells[: len(windows)])


def due_by(until: dt.date, windows: Sequence[Window], cells: Sequence[Decimal | None]) -> Due | None:
    """Return what is due of a target that was read of `due_windows`; None without one."""
    (whole, *parts), target = windows, cells[0]
    if not target:
        return None
    read = list(zip(parts, cells[1:], strict=True)) or [(whole, target)]
    due = sum(((value or Decimal(0)) * _gone(part, until) for part, value in read), Decimal(0))
    return Due(target, due, until, whole, not parts)


def _gone(part: Window, until: dt.date) -> Decimal:
    """Return how much of a part is over."""
    return Decimal(max(0, min(part.days, (until - part.start).days))) / part.days


def _month_of(until: dt.date) -> Window | None:
    """Return the month that runs; None where its last one has ended."""
    if until.day == 1:
        return None
    return Window(*whole_unit("month", until), "month")
