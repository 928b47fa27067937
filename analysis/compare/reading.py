"""Reads which members are to be set side by side, or one beside all others, where no figure is named."""

from collections.abc import Sequence
from dataclasses import replace

from analysis.asked import AnalysisAsked, AskBack, NotRead, Recognised, says
from analysis.between.first import this_year
from analysis.briefing.scorecard import leading
from analysis.rest import cut_of, read_rest
from query.metric_query import Filter, MetricQuery
from understanding.metric.desk import MetricDesk

MOST = 4  # members side by side: more are a ranking
BETTER, OTHERS = "better", "others"  # who does better; one beside all the others of its kind


def read_compare(asked: Recognised, desk: MetricDesk) -> AnalysisAsked | AskBack | NotRead:
    """Return two to four members of one dimension and the time; a figure that is named is a query of its own.

    Without a time it is this year as far as it has come. What names others than these is not read.
    """
    lead = leading(desk)
    if not lead:
        return NotRead()
    others = says("compare", "others", asked.text)
    cut, text = cut_of(asked, desk) if others else ("", asked.rest)
    rest = read_rest(replace(asked, rest=text), desk, lead, splits=True)
    if isinstance(rest, NotRead):
        return rest
    kept = _of_one(rest.filters) if others else _of_some(rest.filters)
    if rest.metric or rest.doubtful or kept is None or cut not in ("", kept.dimension):
        return NotRead()
    window = rest.window or this_year(desk)  # of one month chance alone sets two apart
    if window is None or window.start >= desk.today:
        return NotRead()
    about = OTHERS if others else BETTER if says("compare", "better", asked.text) else ""
    window = window.cut(desk.today)
    query = MetricQuery((lead,), (kept.dimension,), windows=(window,), filters=rest.filters)
    return AnalysisAsked(
        "compare", asked.language, (), window, filters=rest.filters, query=query, text=asked.text,
        dimension=kept.dimension, about=about,
    )  # fmt: skip


def _of_some(filters: Sequence[Filter]) -> Filter | None:
    """Return the filter of two members or a few; None where there is none, or more than one."""
    several = [one for one in filters if len(one.values) > 1]
    return (
        several[0]
        if len(several) == 1 and not several[0].negated and len(several[0].values) <= MOST
        else None
    )


def _of_one(filters: Sequence[Filter]) -> Filter | None:
    """Return the filter of one member, where it is the only one."""
    alone = len(filters) == 1 and len(filters[0].values) == 1 and not filters[0].negated
    return filters[0] if alone else None
