"""A forecast of a figure known by the month alone, step by step: rent billed, a rate of whole months."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from analysis.asked import AnalysisAsked
from analysis.drawing import Line, Panel, panels
from analysis.forecast.aim import aim_looks, with_aim
from analysis.forecast.models import Forecast, NoForecast, Target
from analysis.forecast.months import LATELY, YEAR, Monthly, forecast_months
from analysis.forecast.shown import forecast_table, what_of, why_not
from analysis.outcome import (
    Amount,
    Look,
    Name,
    Outcome,
    Percent,
    Read,
    Said,
    Steps,
    day_in,
    exact,
    figure_of,
    percent_of,
)
from config.wording import say
from language.calendar import add_months, days, whole
from query.metric_query import MetricQuery, Window
from understanding.figures.goals import is_goal
from understanding.metric.desk import MetricDesk

_MOST = 60  # months that are read
_SERIES = "months"


def month_steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
    """Yield the looks at the months so far, and return the forecast of whole months, or why there is none."""
    name, window = asked.metrics[0], asked.window
    assert window is not None
    if is_goal(desk.catalog.metrics[name]) and (none := _not_set(name, window, desk)) is not None:
        return Outcome((none,))
    looked = _months_look(asked, desk)
    if not window.in_whole_months or asked.dimension or looked is None:
        return Outcome(
            declined=Said("why.whole_months" if looked else "forecast.no_data", {"metric": Name(name)})
        )
    read = yield [looked, *aim_looks(asked, desk)]
    series = _series(looked, read, rate=desk.catalog.metrics[name].kind == "ratio")
    if series.rate and window.units("month") > 1:
        return Outcome(declined=Said("forecast.not_summed", {"metric": Name(name)}))
    found = forecast_months(series, Target(window.start, window.end, 1))
    if isinstance(found, NoForecast):
        return Outcome(declined=why_not(found, name))
    told = _told(found, series, asked, desk)
    sums = (figure_of(found.low), figure_of(found.value), figure_of(found.high))
    return with_aim(told, sums, found, read, asked, desk)


def _not_set(goal: str, window: Window, desk: MetricDesk) -> Said | None:
    """Return that nobody has set a goal for a time yet, and for which month the last one is set."""
    about = {"metric": Name(goal), "window": replace(window, text="")}
    ends = [end for _, end in desk.answers.reader.known.ranges((goal,))]
    if not ends:
        return Said("target.none", about)
    if window.start < max(ends):
        return None
    return Said("target.set_until", {**about, "last": Window(*whole("month", max(ends) - days(1)), "month")})


def _months_look(asked: AnalysisAsked, desk: MetricDesk) -> Look | None:
    """Return the look at all whole months before this one."""
    name = asked.metrics[0]
    held = desk.answers.reader.known.shared_range((name,))
    end = whole("month", desk.today)[0]
    if held is None or held[0] >= end:
        return None
    first = whole("month", held[0])[0]
    start = max(first if first == held[0] else add_months(first, 1), add_months(end, -_MOST))
    last = min(end, whole("month", held[1])[0])
    window = Window(start, last, "range")
    called = (desk.catalog.metrics[name].label(desk.language),)
    label = Said("series.label", {"metric": called, "window": window})
    query = MetricQuery((name,), grain="month", windows=(window,), filters=asked.filters)
    return Look(_SERIES, query, label, needed=True)


def _series(looked: Look, read: Mapping[str, Read], *, rate: bool) -> Monthly:
    (window,) = looked.query.windows
    series = Monthly(window.start, np.zeros(window.units("month")), rate)
    for row in read[_SERIES].result.rows:
        place = series.place(day_in(row[0]))
        if 0 <= place < len(series.values):
            series.values[place] = float(exact(row[-1]) or 0)
    return series


def _told(found: Forecast, series: Monthly, asked: AnalysisAsked, desk: MetricDesk) -> Outcome:
    name, window = asked.metrics[0], asked.window
    assert window is not None
    ends = {"value": found.value, "low": found.low, "high": found.high}
    what = what_of(asked, desk)
    params = {
        "what": what,
        "window": replace(window, text=""),
        **{key: Amount(figure_of(value), name) for key, value in ends.items()},
        "within": found.within,
        "trials": len(found.trials),
    }
    error = {"error": percent_of(100 * found.error), "of": Said("forecast.it", {})}
    statements = [
        Said("forecast.value", params),
        *_basis(series, window, name),
        Said(f"forecast.{'rough' if found.is_rough else 'error'}", error),
    ]
    model = {"model": Said(f"forecast.model.{found.model}"), "plain": percent_of(100 * found.plain_error)}
    last = Window(add_months(series.end, -1), series.end, "month")
    known = {"count": len(series.values), "until": last}
    reading = (Said("forecast.by_months", model), Said("forecast.history_months", known))
    chart = _chart(found, series, what, name, desk)
    return Outcome(tuple(statements), forecast_table(found, desk), chart, (), reading)


def _basis(series: Monthly, window: Window, name: str) -> list[Said]:
    """Return what the same months were a year before, and how the last three stand to theirs."""
    year = replace(window.year_before(None), text="")
    if series.growth is None or year.start < series.start or year.end > series.end:
        return []
    growth: Percent | Amount = percent_of(100 * (series.growth - 1), signed=True)
    if series.rate:
        now, then = series.values[-LATELY:].mean(), series.values[-LATELY - YEAR : -YEAR].mean()
        growth = Amount(figure_of(float(now - then)), name, "change")
    value = Amount(figure_of(series.whole(year.start, year.end)), name)
    return [Said("forecast.basis_months", {"year": year, "value": value, "growth": growth, "count": LATELY})]


def _chart(found: Forecast, series: Monthly, what: str, name: str, desk: MetricDesk) -> dict[str, Any]:
    """Draw the months of the last year as they were, and those to come with their range."""
    language, target = desk.language, found.by_day
    past = [add_months(series.end, -back) for back in range(min(YEAR + 1, len(series.values)), 0, -1)]
    count = (target.end.year - target.start.year) * 12 + target.end.month - target.start.month
    ahead = [f"{add_months(target.start, number):%Y-%m}" for number in range(count)]
    each = 1 if series.rate else count

    def line(code: str, value: float, style: str) -> Line:
        called = say(f"analysis.forecast.line.{code}", language) if code else ""
        return Line(called, ahead, [round(value / each, 2)] * count, style)

    actual = say("analysis.forecast.line.actual", language)
    lines = [
        Line(actual, [f"{one:%Y-%m}" for one in past], series.values[-len(past) :].tolist()),
        line("", found.low, "edge"),
        line("range", found.high, "band"),
        line("forecast", found.value, "dash"),
    ]
    return panels([Panel(what, lines, desk.catalog.metrics[name].unit(language))], language)
