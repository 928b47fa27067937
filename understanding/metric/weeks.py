"""Over which time figures by week or month are told: whole weeks, months that all their parts have."""

import datetime as dt
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace

from knowledge.metrics import Catalog
from language.calendar import Range, days, whole
from query.metric_query import MetricQuery, Window
from query.plan.stretches import earlier_window
from understanding.metric.known import Known
from understanding.metric.ranges import time_column
from understanding.metric.settling import Tally

WEEK = 7  # days
FEWEST = 6  # weeks one after the other, each with rows of one and the same weekday alone


def with_weeks(catalog: Catalog, tallies: Mapping[str, Tally]) -> Catalog:
    """Return definitions in which those figures are marked whose rows all lie on one weekday, week by week.

    Dated on its Monday, its Friday or its Sunday, a row is of the week from Monday to Sunday that holds it.
    """
    held: dict[str, set[dt.date]] = defaultdict(set)
    for name, tally in tallies.items():
        if name in catalog.metrics:
            held[time_column(catalog, name)] |= set(tally.rows)
    weekly = {column: min(of).weekday() for column, of in held.items() if column and _are_weeks(of)}
    marked = {
        name: replace(one, weekly=True, week_day=weekly[time_column(catalog, name)])
        for name, one in catalog.metrics.items()
        if one.time_grain == "day" and not one.until and time_column(catalog, name) in weekly
    }
    return replace(catalog, metrics={**catalog.metrics, **marked}) if marked else catalog


def _are_weeks(held: set[dt.date]) -> bool:
    """Tell days that all are of one weekday, with none of its weeks left out."""
    if len(held) < FEWEST or len({one.weekday() for one in held}) > 1:
        return False
    return max(held) - min(held) == days(WEEK) * (len(held) - 1)


def over_whole_weeks(query: MetricQuery, known: Known, today: dt.date) -> MetricQuery:
    """Return a query of figures by the week over the whole weeks that begin in its times, as far as data go.

    A week is of the time its Monday lies in. Figures by the day asked beside them keep their days.
    """
    if not is_of_weeks(query, known.catalog):
        return query
    found = known.shared_range(query.figures)
    if found is None:
        return query
    first, end = found[0], min(found[1], today + days(1))
    end = whole("week", end)[0]
    if not query.windows:
        mixed = any(map(known.catalog.sets_weeks_beside_days, query.figures))
        start = _first(first)
        return replace(query, windows=(Window(start, end),)) if mixed and start < end else query
    now = tuple(_until(one, end, today) for one in query.windows)
    over = replace(query, windows=now)
    return _beside_as_many(over, known) if len(now) == 1 and now != query.windows else over


def is_of_weeks(query: MetricQuery, catalog: Catalog) -> bool:
    """Tell whether a query is told by the week: a figure sets days beside weeks, or all are of weeks."""
    mixed = any(map(catalog.sets_weeks_beside_days, query.figures))
    return mixed or all(any(one.weekly for one in catalog.sources(name)) for name in query.figures)


def weekday_of(query: MetricQuery, catalog: Catalog) -> int:
    """Return the weekday, Monday 0, by which weeks are of a time: that of their rows, beside days Monday."""
    if any(map(catalog.sets_weeks_beside_days, query.figures)):
        return 0
    return next((one.week_day for name in query.figures for one in catalog.sources(name) if one.weekly), 0)


def weeks_in(window: Window, weekday: int = 0) -> int:
    """Return how many weeks are of a time by one of their weekdays: those that begin in it by Monday, 0."""
    return max(0, -(-(window.end - _first(window.start, weekday)).days // WEEK))


def days_of_weeks(window: Window) -> Range:
    """Return the days, the last excluded, of the weeks that begin in a time."""
    first = _first(window.start)
    return first, first + days(WEEK * weeks_in(window))


def _first(day: dt.date, weekday: int = 0) -> dt.date:
    """Return the first such weekday from a day on."""
    return day + days((weekday - day.weekday()) % WEEK)


def _until(window: Window, end: dt.date, today: dt.date) -> Window:
    """Return a time that runs as far as there are whole weeks."""
    return window.cut(end) if window.end + days(WEEK) > today else window


def _beside_as_many(query: MetricQuery, known: Known) -> MetricQuery:
    """Set a time that was cut beside as many weeks of the one it is compared with."""
    compared, now = query.compared, query.windows[0]
    if compared is None or query.grain:
        return query
    then = earlier_window(compared, now, query.grain, known.catalog.holidays)
    weekday = weekday_of(query, known.catalog)
    end = _first(then.start, weekday) + days(WEEK * weeks_in(now, weekday))
    then = replace(then, end=end, unfinished=True, text="")
    return replace(query, compared=replace(compared, window=then, kind="named"))


def over_shared_months(query: MetricQuery, known: Known) -> MetricQuery:
    """Return a query over times that end with the months that every monthly part of its figures has data of.

    A month that is not billed yet is no month in which nothing was sold: leakage was 100 % in it, and 0 % of
    a target was met. Of times that begin later that part alone is asked, which has none and says so.
    """
    ends = [end for name in query.figures if (end := _last_part(name, known)) is not None]
    if not ends or not query.windows:
        return query
    until, part = min(ends)
    held = tuple(one.cut(until) for one in query.windows if one.start < until)
    if not held:
        return MetricQuery((part,), windows=query.windows, filters=query.filters)
    return replace(query, windows=held)


def _last_part(name: str, known: Known) -> tuple[dt.date, str] | None:
    """Return until when the monthly part that ends first has data, the day after, and which part that is."""
    if known.catalog.metrics[name].kind == "simple":
        return None
    monthly = [one.name for one in known.catalog.sources(name) if one.time and one.time_grain == "month"]
    return min(((end, one) for one in monthly for _, end in known.ranges((one,))), default=None)
