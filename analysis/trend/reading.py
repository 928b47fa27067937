"""Reads of which figure it is asked whether it keeps rising or falling, and over which whole months."""

from dataclasses import replace

from analysis.asked import AnalysisAsked, AskBack, Direction, NotRead, Recognised, says
from analysis.rest import Rest, read_rest, says_nothing
from knowledge.metrics import Metric
from language.calendar import add_months
from query.metric_query import MetricQuery, Window
from understanding.metric.desk import MetricDesk
from understanding.metric.judging import is_better_low
from understanding.metric.offering import main_metrics
from understanding.readings import MetricHit

USUAL = 6  # months, where no time is named
LEAST, MOST = 4, 24
OF_LATE = "of_late"  # whether it rises these months, not whether each month rose


def read_trend(asked: Recognised, desk: MetricDesk) -> AnalysisAsked | AskBack | NotRead:
    """Return the figure, which way it is said to go, and the months; of *recently* the last six."""
    main = main_metrics(desk)
    if not main:
        return NotRead()
    shown = shown_before(asked, desk)
    rest = shown or read_rest(asked, desk, main[0].name)
    if isinstance(rest, NotRead):
        return rest
    way = way_meant(asked, desk.catalog.metrics[rest.metric]) if rest.metric else ""
    named = None if rest.window and says("trend", "lately", asked.text) else rest.window
    months = over_whole_months(named, desk)
    if not way or rest.doubtful or not LEAST <= months.units("month") <= MOST:
        return NotRead()
    year = replace(months.year_before(desk.catalog.holidays), text="")
    return AnalysisAsked(
        "trend", asked.language, (rest.metric,), months, year, rest.filters, way, followed=shown is not None,
        about=OF_LATE if _judged(asked) else "",
    )  # fmt: skip


def over_months(moved: AnalysisAsked, desk: MetricDesk) -> AnalysisAsked:
    """Return what is asked of several months up to now as whether it kept so within them: falling over six.

    Beside the same months a year before it would say nothing of that.
    """
    query, window = moved.query, moved.window
    if query is None or window is None or query.compared or not moved.direction or len(query.windows) > 1:
        return moved
    months = _whole_months(window, desk)
    lately = window.unit == "month" and window.count >= LEAST and months.end == desk.today.replace(day=1)
    if not lately or months.units("month") > MOST:
        return moved
    year = replace(months.year_before(desk.catalog.holidays), text="")
    return replace(moved, kind="trend", window=months, against=year, about=OF_LATE)


def shown_before(asked: Recognised, desk: MetricDesk, least: int = LEAST) -> Rest | None:
    """Return the one figure shown before, of which it is asked without naming any: is it getting worse?

    Its time is the last months, unless that shown is long enough.
    """
    answers = desk.answers
    if not asked.previous or not says_nothing(asked.rest, desk):
        return None
    hit = answers.answer(asked.previous, desk.today, desk.allowed)
    if not isinstance(hit, MetricHit) or hit.assumed:
        return None
    query, alone = hit.query, MetricQuery(hit.query.metrics[:1])
    if query != replace(alone, windows=query.windows, filters=query.filters, grain=query.grain):
        return None  # of each of several, or of a share
    long = query.window if query.window and query.window.units("month") >= least else None
    return Rest(query.metrics[0], query.filters, long)


def way_meant(asked: Recognised, metric: Metric) -> Direction:
    """Return which way a figure is said to go: what gets worse rises where less is better."""
    if judged := _judged(asked):
        return "up" if (judged == "better") != is_better_low(metric) else "down"
    return asked.direction


def _judged(asked: Recognised) -> str:
    """Return whether it is asked for better or for worse, or nothing: of no month beside the one before."""
    told = [one for one in ("better", "worse") if says("trend", one, asked.text)]
    return told[0] if len(told) == 1 else ""


def over_whole_months(named: Window | None, desk: MetricDesk) -> Window:
    """Return the whole months of a time, with those before where they are too few to go one way: October."""
    months = _whole_months(named, desk)
    short = 0 < months.units("month") < LEAST
    return replace(months, start=add_months(months.end, -USUAL)) if short else months


def _whole_months(named: Window | None, desk: MetricDesk) -> Window:
    """Return the whole months that are over of a time, or the last six."""
    this = desk.today.replace(day=1)
    if named is None:
        return Window(add_months(this, -USUAL), this, "range")
    first = named.start.replace(day=1)
    start = first if first == named.start else add_months(first, 1)
    end = min(named.end.replace(day=1), this)
    return Window(start, max(start, end), "range")
