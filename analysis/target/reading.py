"""Reads whether a target was or will be met: of which figure, which members, which months."""

from analysis.asked import AnalysisAsked, AskBack, NotRead, Recognised, says
from analysis.briefing.scorecard import target_of
from analysis.rest import read_rest
from analysis.why.shape import whole_months
from language.calendar import whole
from understanding.metric.desk import MetricDesk
from understanding.metric.offering import main_metrics
from understanding.question import Window


def read_target(asked: Recognised, desk: MetricDesk) -> AnalysisAsked | AskBack | NotRead:
    """Return the figure and the months whose target is asked about, or what was not read."""
    aims = {
        one.name: aim for one in main_metrics(desk.answers, desk.allowed) if (aim := target_of(one, desk))
    }
    if not aims:
        return NotRead()
    rest = read_rest(asked, desk, next(iter(aims)))
    if isinstance(rest, NotRead) or rest.doubtful:
        return rest if isinstance(rest, NotRead) else NotRead()
    base = {aim: name for name, aim in aims.items()}
    parts = desk.catalog.metrics[rest.metric].parts if rest.metric else ()
    name = next((one for one in (rest.metric, base.get(rest.metric, ""), *parts) if one in aims), "")
    name = name if rest.metric else next(iter(aims))
    start, end = whole("month", desk.today)
    window = rest.window or Window(start, end, "month", text="")
    if window.unfinished and window.start.day == 1:
        window = Window(*whole(window.unit, window.start), window.unit)
    if not name or not whole_months(window) or window.start > desk.today:
        return NotRead()
    if not all(desk.catalog.cuts(aims[name], kept.dimension) for kept in rest.filters):
        return NotRead()
    gap = says("target", "gap", asked.text)
    return AnalysisAsked("target", asked.language, (name, aims[name]), window, filters=rest.filters, gap=gap)
