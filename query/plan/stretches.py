"""The stretches of time that a query's figures are taken for."""

import datetime as dt
from dataclasses import dataclass, replace

from language.calendar import MONTHS, YEAR_OF_WEEKS, Holidays, add_months, days, whole
from query.metric_query import Compared, MetricQuery, Window
from query.plan.engines import STEPS


@dataclass(frozen=True)
class Stretch:
    """One stretch of time: `suffix` ends the names of its figures, `shift` lays its units on the first's."""

    suffix: str
    windows: tuple[Window, ...]
    shift: tuple[int, str] | None = None


def stretches_of(query: MetricQuery, today: dt.date, holidays: Holidays | None) -> tuple[Stretch, ...]:
    """Return the stretch asked about and what it is compared with, or each of several."""
    if query.compared and query.window:
        now = query.window.cut(today)
        before = earlier_window(query.compared, now, query.grain, holidays)
        shift = _shift(query.compared, query.grain, now, before)
        return Stretch("", (now,)), Stretch("_before", (before,), shift)
    if len(query.windows) > 1 and not query.grain:
        return tuple(Stretch(f"_{number}", (one,)) for number, one in enumerate(query.windows, 1))
    windows = tuple(one.cut(today) for one in query.windows) if query.by_calendar else query.windows
    return (Stretch("", windows),)


def _shift(compared: Compared, grain: str, now: Window, before: Window) -> tuple[int, str] | None:
    """Return how far an earlier stretch is laid; of one that is named as far as the two are apart."""
    if not grain:
        return None
    if compared.kind == "last_year":
        return (YEAR_OF_WEEKS, "DAY") if grain == "week" else (1, "YEAR")
    if compared.kind != "named":
        return STEPS[grain]
    if grain in MONTHS:
        first, last = (one.start.year * 12 + one.start.month for one in (before, now))
        return last - first, "MONTH"
    apart = (whole(grain, now.start)[0] - whole(grain, before.start)[0]).days
    return apart, "DAY"


def earlier_window(
    compared: Compared, window: Window, grain: str, holidays: Holidays | None = None
) -> Window:
    """Return the stretch a window is compared with; with a grain, each unit with its own."""
    if compared.kind == "named" and compared.window is not None:
        return compared.window
    if compared.kind == "last_year" and grain == "week":  # by dates, the first and last weeks would be cut
        year = days(YEAR_OF_WEEKS)
        return replace(window, start=window.start - year, end=window.end - year)
    if compared.kind == "last_year":
        return window.year_before(holidays)
    if not grain:
        return window.before()
    if grain in MONTHS:
        back = -MONTHS[grain]
        end = add_months(window.end - days(1), back) + days(1)
        if window.end == whole(grain, window.end)[0]:
            end = add_months(window.end, back)
        return replace(window, start=add_months(window.start, back), end=end)
    span = days(7 if grain == "week" else 1)
    return replace(window, start=window.start - span, end=window.end - span)


def period_name(window: Window) -> str:
    """Return a stretch of time in digits, as headings have it: 2026-10, 2026, 2026-10-01 – 2026-10-07."""
    if window.unit == "month" and window.count == 1:
        return f"{window.start:%Y-%m}"
    if window.unit == "year" and window.count == 1:
        return f"{window.start:%Y}"
    last = window.end - days(1)
    return window.start.isoformat() if last == window.start else f"{window.start} – {last}"
