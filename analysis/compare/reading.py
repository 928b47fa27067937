"""Reads which members or times are to be set side by side, or one beside all others, without a figure."""

from collections.abc import Sequence
from dataclasses import replace

from analysis.asked import AnalysisAsked, AskBack, NotRead, Recognised, says, without
from analysis.between.first import this_year
from analysis.briefing.figures import period_before
from analysis.briefing.scorecard import leading
from analysis.rest import cut_of, read_rest
from query.metric_query import Filter, MetricQuery, Window
from understanding.metric.desk import MetricDesk
from understanding.metric.parts import Parts

_TWO_TIMES = 2
MOST = 4  # members side by side: more are a ranking
BETTER, OTHERS = "better", "others"  # who does better; one beside all the others of its kind


def read_compare(asked: Recognised, desk: MetricDesk) -> AnalysisAsked | AskBack | NotRead:
    """Return two to four members of one dimension and the time; a figure that is named is a query of its own.

    Without a time it is this year as far as it has come. What names others than these is not read.
    """
    lead = leading(desk)
    if not lead:
        return NotRead()
    if are_two_times(asked.text, desk):
        return _two_times(asked, lead, desk)
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


def are_two_times(text: str, desk: MetricDesk) -> bool:
    """Tell a text that names two times, or one and the one before it."""
    parts = desk.parts(without("compare", "earlier", text))
    return len(parts.of("period")) + _is_beside_before(text, parts) == _TWO_TIMES


def _is_beside_before(text: str, parts: Parts) -> bool:
    """Tell a text that sets a time beside the one before it: 跟前一个周末比, 本月和上月比."""
    return says("compare", "earlier", text) or any(one.token == "previous" for one in parts.of("comparison"))


def _two_times(asked: Recognised, lead: str, desk: MetricDesk) -> AnalysisAsked | NotRead:
    """Return two times, the later one first; one that runs stands beside as many days of the other."""
    parts = desk.parts(without("compare", "earlier", asked.text))
    periods, before = parts.of("period"), _is_beside_before(asked.text, parts)
    windows = [Window.of(one.piece.period) for one in periods if one.piece.period is not None]
    text = without("compare", "earlier", asked.rest).lower()
    for one in (*periods, *parts.of("comparison")):
        text = text.replace(one.text.lower(), " ")
    rest = read_rest(replace(asked, rest=text), desk, lead)
    if isinstance(rest, NotRead) or rest.metric or rest.doubtful or len(windows) < len(periods):
        return rest if isinstance(rest, NotRead) else NotRead()
    windows = [one for one in windows if one.start < desk.today]
    if len(windows) == 1 and before:
        windows.append(period_before(windows[0].cut(desk.today)))
    if len(windows) < _TWO_TIMES:
        return NotRead()
    then, now = sorted(windows, key=lambda one: one.start)
    now = now.cut(desk.today)
    if now.unfinished and now.unit == then.unit:
        then = replace(then, end=min(then.end, then.start + (now.end - now.start)), text="")
    if then.end > now.start:
        return NotRead()
    return AnalysisAsked(
        "compare", asked.language, (), now, then, filters=rest.filters, text=asked.text,
        query=MetricQuery((lead,), windows=(now,), filters=rest.filters),
        about=BETTER if says("compare", "better", asked.text) else "",
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
