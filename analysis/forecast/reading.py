"""Reads what is to be forecast: one figure over one time that is to come."""

import re
from collections.abc import Sequence
from dataclasses import replace

from analysis.asked import AnalysisAsked, AskBack, NotRead, Recognised, has_cue, in_the_past
from analysis.briefing.scorecard import leading, lines_of, scorecard
from analysis.rest import Rest, cut_of, is_told_by, read_rest
from analysis.series import adds_up, adds_up_by_month
from config.wording import say
from knowledge.metrics import Metric
from language.calendar import MONTHS, add_months, days, whole
from query.metric_query import MetricQuery, Window
from understanding.metric.desk import MetricDesk
from understanding.metric.offering import main_metrics
from understanding.metric.wording import word_figure
from understanding.readings import MetricHit

_MOST = 3
_BY = re.compile(
    r"\b(?:by|per|each|every)\b|\b(?:for|of|in|the|at)\b(?=\s*$)|按(?:照)?|各个?|每一?个?|分(?=\s*$)|的(?=\s*$)",
    re.IGNORECASE,
)


def read_forecast(asked: Recognised, desk: MetricDesk) -> AnalysisAsked | AskBack | NotRead:
    """Return the figure and time to forecast, or what they may be as questions, or what was not read."""
    metrics = [one for one in main_metrics(desk) if _may_be_forecast(one, desk)]
    if not metrics:
        return NotRead()
    rest, cut = _rest_and_cut(asked, metrics[0].name, desk)
    if isinstance(rest, NotRead):
        return rest
    rest = rest if rest.metric else replace(rest, metric=_by_its_verb(asked, rest, desk))
    window = to_come(rest, desk)
    if rest.window is not None and window is None:
        return NotRead()  # it has been: a figure, no forecast
    if rest.metric and window and _is_ahead(rest.metric, window, desk):
        return NotRead()  # a target, a plan: the data say it
    if rest.metric and window and not rest.doubtful:
        names = (rest.metric,)
        return AnalysisAsked("forecast", asked.language, names, window, filters=rest.filters, dimension=cut)
    every = [one.name for one in metrics]
    if window and (lead := _lead_that_goes(asked, rest, every, desk)):
        return AnalysisAsked(
            "forecast", asked.language, (lead,), window, filters=rest.filters, dimension=cut,
            figure_assumed=True,
        )  # fmt: skip
    return _asked_back(rest, window, every, desk)


def _lead_that_goes(asked: Recognised, rest: Rest, names: Sequence[str], desk: MetricDesk) -> str:
    """Return the first figure where it is asked how things will go, and none is named; else nothing."""
    if rest.metric or rest.doubtful or not has_cue("briefing", asked.text):
        return ""
    lead = leading(desk)
    return lead if lead in names and lines_of((lead,), desk, rest.filters) else ""


def _rest_and_cut(asked: Recognised, given: str, desk: MetricDesk) -> tuple[Rest | NotRead, str]:
    """Return what is left of a question, and the thing that it is to be told by where one is named."""
    rest = read_rest(asked, desk, given)
    if not isinstance(rest, NotRead):
        return rest, ""
    (cut, text), parts = cut_of(asked, desk), desk.parts(asked.rest)
    if not cut or not any(is_told_by(parts.text, one.piece.span[0]) for one in parts.of("dimension")):
        return rest, ""  # what is heard of it is the whole
    return read_rest(replace(asked, rest=says_by(text)), desk, given), cut


def _asked_back(rest: Rest, window: Window | None, metrics: Sequence[str], desk: MetricDesk) -> AskBack:
    """Ask of which figure, or of which time to come, by whole questions."""
    listed = [line.metric for line in scorecard(desk, rest.filters)]
    offered = [one for one in listed if _may_be_forecast(desk.catalog.metrics[one], desk)] or metrics
    names = (rest.metric,) if rest.metric else offered[:_MOST]
    pairs = [(name, one) for name in names for one in ((window,) if window else _usual(desk))]
    queries = (MetricQuery((name,), windows=(one,), filters=rest.filters) for name, one in pairs[:_MOST])
    code = "which" if rest.metric and window else "figure" if window else "when_ahead"
    return AskBack(code, tuple(forecast_question(one, desk) for one in queries))


def _may_be_forecast(metric: Metric, desk: MetricDesk) -> bool:
    return adds_up(metric, desk) or adds_up_by_month(metric, desk)


def says_by(text: str) -> str:
    """Return a text without what joined it to the thing that was taken out: by, 各, 按, 每个, 分."""
    return " ".join(_BY.sub(" ", text).split())


def _by_its_verb(asked: Recognised, rest: Rest, desk: MetricDesk) -> str:
    """Return the figure that a question names by what is done, as it is read of last month; else nothing."""
    past = in_the_past("forecast", asked.text)
    hit = desk.answers.answer(past, desk.today, desk.allowed) if past else None
    if not isinstance(hit, MetricHit) or hit.assumed or hit.unread:
        return ""
    query = hit.query
    plain = MetricQuery(query.metrics[:1], filters=query.filters, windows=query.windows)
    sure = query == plain and query.filters in ((), rest.filters)
    return plain.metrics[0] if sure and _may_be_forecast(desk.catalog.metrics[plain.metrics[0]], desk) else ""


def forecast_question(query: MetricQuery, desk: MetricDesk) -> str:
    """Return the whole question that asks for a forecast."""
    what = word_figure(query, desk.catalog, desk.language, desk.answers.reader.known.member_name)
    return say("analysis.ask.forecast", desk.language, what=what)


def _usual(desk: MetricDesk) -> tuple[Window, ...]:
    words = say("analysis.ask_back.times_ahead", desk.language).split("|")
    found = (desk.answers.reader.known.window(one, desk.today) for one in words)
    return tuple(one for one in found if one is not None)


def _is_ahead(metric: str, window: Window, desk: MetricDesk) -> bool:
    """Tell whether the data of a figure run ahead to a time to come: a target, a plan, bookings."""
    ranges = desk.answers.reader.known.ranges((metric,))
    return bool(ranges) and min(one[1] for one in ranges) > max(window.start, desk.today + days(1))


def to_its_end(window: Window) -> Window:
    """Return a week, month, quarter or year that runs as all of it, any other time as it is."""
    if not window.unfinished or window.unit not in ("week", *MONTHS):
        return window
    start, end = whole(window.unit, window.start)
    return replace(window, start=start, end=end, unfinished=False)


def to_come(rest: Rest, desk: MetricDesk) -> Window | None:
    """Return a time to come: what runs goes to its end, a bare month that has been is a year later."""
    window = rest.window
    if window is None:
        return None
    running = to_its_end(window)
    if running is not window or window.end > desk.today:
        return running
    if window.holiday:
        return _next_holiday(window, desk)
    later = replace(window, start=add_months(window.start, 12), end=add_months(window.end, 12))
    # Of December to January both are over by its last day, and of neither a later one has begun.
    last = later.end - days(1)
    again = desk.answers.reader.known.window(window.text, last)
    return later if later.end > desk.today and again and again.start == later.start else None


def _next_holiday(window: Window, desk: MetricDesk) -> Window | None:
    """Return a holiday that has been when it comes again, where its words name no year."""
    for month in range(1, 14):
        again = desk.answers.reader.known.window(window.text, add_months(desk.today, month))
        if again is not None and again.end > desk.today and again.holiday == window.holiday:
            return again
    return None
