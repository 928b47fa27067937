"""Reads which members are asked about that did worse than a year before: of one figure, over one time."""

from dataclasses import replace

from analysis.asked import AnalysisAsked, AskBack, NotRead, Recognised, says, without
from analysis.briefing.scorecard import scorecard
from analysis.rest import Rest, cut_of, read_rest
from analysis.target.aims import target_of
from analysis.whom import whom
from analysis.why.reading import WEEK
from language.calendar import whole
from query.metric_query import MetricQuery, Window
from understanding.metric.desk import MetricDesk
from understanding.metric.judging import is_better_low


def read_behind(asked: Recognised, desk: MetricDesk) -> AnalysisAsked | AskBack | NotRead:
    """Return by what the members are sought, over which time; without a time, this year.

    Without a figure the scorecard's first is taken, which the answer names.
    """
    cut, text = cut_of(asked, desk)
    lines = scorecard(desk)
    sought = not cut and says("behind", "whom", asked.rest)  # who, of nobody knows which things
    if sought:
        text = without("behind", "whom", text)
    if not (cut or sought) or not lines or not says("behind", "year", asked.text):
        return NotRead()
    rest = read_rest(replace(asked, rest=text), desk, lines[0].metric)
    if isinstance(rest, NotRead) or rest.doubtful:
        return rest if isinstance(rest, NotRead) else NotRead()
    name = rest.metric or lines[0].metric
    cut = cut or whom(target_of(desk.catalog.metrics[name], desk) or name, rest.filters, desk)
    if not cut or is_better_low(desk.catalog.metrics[name]) or not desk.catalog.cuts(name, cut):
        return NotRead()  # what is worse of complaints is more of them
    if _is_ranking(asked.text, rest):
        return NotRead()
    window = (rest.window or Window(*whole("year", desk.today), "year")).cut(desk.today)
    if window.start >= desk.today:
        return NotRead()
    year = replace(window.year_before(desk.catalog.holidays), text="")
    return AnalysisAsked(
        "behind", asked.language, (name,), window, year, rest.filters, "down", MetricQuery((name,), (cut,)),
        figure_assumed=not rest.metric, held_back=says("behind", "drags", asked.text),
    )  # fmt: skip


def _is_ranking(text: str, rest: Rest) -> bool:
    """Tell who fell most of a named figure, or in a week, which stands beside the one before."""
    short = rest.window is not None and rest.window.days <= WEEK
    return says("behind", "steepest", text) and bool(rest.metric or short)
