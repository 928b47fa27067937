"""Reads where something odd is sought: in one figure or the main ones, of some members, over which days."""

from collections.abc import Sequence
from dataclasses import replace

from analysis.anomaly.group import group_of, recorded_of
from analysis.asked import AnalysisAsked, AskBack, NotRead, Recognised, says
from analysis.briefing.scorecard import scorecard
from analysis.rest import Rest, read_rest
from config.wording import say
from language.calendar import add_months, whole
from query.metric_query import Filter, MetricQuery, Window
from understanding.metric.desk import MetricDesk
from understanding.metric.offering import main_metrics

RECENT = "past 60 days"  # what began a month ago is still news
LONGEST = 400  # days, of which every day is read


def read_anomaly(asked: Recognised, desk: MetricDesk) -> AnalysisAsked | AskBack | NotRead:
    """Return what is looked at, or what the question may mean, or what was not read."""
    metrics = main_metrics(desk)
    if not metrics:
        return NotRead()
    gaps = says("anomaly", "gaps", asked.text) and not says("anomaly", "odd", asked.text)
    together, left = group_of(asked.rest, desk)
    if together:
        asked = replace(asked, rest=left)
    rest = read_rest(asked, desk, metrics[0].name, splits=True, recent=RECENT)
    if isinstance(rest, NotRead):
        return rest
    window = _until_now(rest.window, desk)
    if window is not None and (window.start >= desk.today or (window.days > LONGEST and not gaps)):
        return NotRead()
    rest = _without_meeting(rest, asked, desk)
    if rest.doubtful:
        return _asked_back(replace(rest, metric=rest.metric or metrics[0].name), window, desk)
    names = _named(rest, desk) or together or (_first(rest, desk) if gaps else ())
    if window is None and names and all(_is_monthly(one, desk) for one in names):
        window = Window(whole("year", desk.today)[0], desk.today, "range")  # two months of it tell nothing
    about = "gaps" if gaps else about_data(asked.text, names, window, rest.filters)
    cut = _cut(asked.text, names, desk)
    return AnalysisAsked(
        "anomaly", asked.language, names, window, about=about, dimension=cut,
        filters=_but_what_it_is(cut, rest.filters, asked.text, desk),
    )  # fmt: skip


def about_data(text: str, names: Sequence[str], window: Window | None, filters: Sequence[Filter]) -> str:
    """Return that the entries themselves are to be checked, where a text asks of all of them."""
    return "data" if says("anomaly", "data", text) and not (names or window or filters) else ""


def _asked_back(rest: Rest, window: Window | None, desk: MetricDesk) -> AskBack:
    """Ask whether a figure whose name was guessed is the one that is meant."""
    query = MetricQuery((rest.metric,), windows=(window,) if window else (), filters=rest.filters)
    question = desk.answers.worded(query, desk.language, desk.today, desk.allowed)
    told = say("analysis.ask.anomaly", desk.language, what=question.rstrip("？?")) if question else ""
    return AskBack("which", (told,) if told else ())


def _named(rest: Rest, desk: MetricDesk) -> tuple[str, ...]:
    """Return the figure that is named, of things counted as they stand what is recorded of these."""
    return (recorded_of(rest.metric, desk) or (rest.metric,)) if rest.metric else ()


def _first(rest: Rest, desk: MetricDesk) -> tuple[str, ...]:
    """Return the first figure of the members asked about."""
    lines = [one.metric for one in scorecard(desk, rest.filters)]
    return tuple((*lines, main_metrics(desk)[0].name)[:1])


def _without_meeting(rest: Rest, asked: Recognised, desk: MetricDesk) -> Rest:
    """Return what is asked without the weekday of a meeting that it is asked for."""
    if not says("anomaly", "meeting", asked.text):
        return rest
    known = desk.catalog.dimensions
    kept = (one for one in rest.filters if not (known[one.dimension].days or known[one.dimension].on_time))
    return replace(rest, filters=tuple(kept))


def _is_monthly(metric: str, desk: MetricDesk) -> bool:
    return all(one.time_grain == "month" for one in desk.catalog.sources(metric))


def _until_now(window: Window | None, desk: MetricDesk) -> Window | None:
    """Return the last three months with the days of this one: what is odd in these is the newest.

    None of a time of which no day is over.
    """
    if window is not None and window.unfinished and window.start == desk.today:
        return None  # no day of it is over: the last whole day and week stand for it, with their dates
    if window is None or window.unit != "month" or window.count < 2 or not window.text:
        return window
    if window.end != whole("month", desk.today)[0] or window.end == desk.today:
        return window
    later = desk.answers.reader.known.window(window.text, add_months(desk.today, 1))
    if later is None or later.start == window.start:  # named: August to October
        return window
    return replace(window, end=desk.today, unit="range", count=1, text="")


def _but_what_it_is(cut: str, filters: tuple[Filter, ...], text: str, desk: MetricDesk) -> tuple[Filter, ...]:
    """Return members without one that is called as the cut is: any adviser, where that is a role, too."""
    own = [part for part in desk.parts(text).of("dimension") if cut in part.dimensions]
    called = {(name, value) for part in own for name, value, _ in part.members}
    return tuple(one for one in filters if not {(one.dimension, it) for it in one.values} & called)


def _cut(text: str, names: tuple[str, ...], desk: MetricDesk) -> str:
    """Return the one dimension that a text names and that cuts its figures, or a main one, else nothing."""
    named = {one for part in desk.parts(text).of("dimension") for one in part.dimensions}
    figures = names or [line.metric for line in scorecard(desk, ())]
    enough = all if names else any
    fit = [one for one in named if enough(desk.catalog.cuts(name, one) for name in figures)]
    return fit[0] if len(fit) == 1 else ""
