"""Reads which two members a question why sets beside each other: of one figure, its level or its growth."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from analysis.asked import AnalysisAsked, AskBack, NotRead, Recognised, says, without
from analysis.briefing.scorecard import leading
from analysis.rest import read_rest
from config.wording import say
from query.metric_query import Filter, MetricQuery, Window
from understanding.metric.desk import MetricDesk

LEVEL, GROWTH = "between_level", "between_growth"
_COMPARER = re.compile(r"比(?![较例重])|\bcompared with\b(?: (?:that|those) of)?(?: the)?", re.IGNORECASE)
_Read = AnalysisAsked | AskBack | NotRead


def or_between(read: Callable[[Recognised, MetricDesk], _Read]) -> Callable[[Recognised, MetricDesk], _Read]:
    """Return a reading of why that takes one of two members set beside each other for what it is."""

    def either(asked: Recognised, desk: MetricDesk) -> _Read:
        beside = [one for one in asked.passed if _is_beside(one, asked.text)]
        if beside:
            return NotRead(tuple(beside))  # of one of two alone nothing is asked
        return read_between(asked, desk) or read(asked, desk)

    return either


def _is_beside(word: str, text: str) -> bool:
    """Tell what something is set beside: it cannot be passed over."""
    return re.search(rf"(?:比|\bthan|\bcompared with)\s*{re.escape(word)}", text, re.IGNORECASE) is not None


def read_between(asked: Recognised, desk: MetricDesk) -> AnalysisAsked | None:
    """Return the two members, their figure and time; None where it is anything else.

    What is left without the second must read as the figure of the first, and with it in place of the first
    as that of the second: so every word has a meaning. Without a time it is this year as far as it has come.
    """
    text = desk.parts(asked.rest).text
    values = desk.parts(asked.rest).of("value")
    if len(values) != 2 or asked.previous:
        return None
    first, second = (one.piece.span for one in values)
    found = _COMPARER.search(text, first[1], second[0])
    if found is None or text[found.end() : second[0]].strip():
        return None
    one = f"{text[: found.start()]} {text[second[1] :]}"
    other = f"{text[: first[0]]}{text[slice(*second)]}{text[first[1] : found.start()]} {text[second[1] :]}"
    growth = says("why", "growth_of_two", asked.text)
    rests = [_figure(asked, it, desk, growth=growth) for it in (one, other)]
    if rests[0] is None or rests[1] is None or rests[0][0] != rests[1][0]:
        return None
    (name, window, kept), (_, _, beside) = rests[0], rests[1]
    own = [it for it in kept if it not in beside]
    theirs = [it for it in beside if it not in kept]
    if not _are_two(own, theirs) or not desk.catalog.cuts(name, own[0].dimension):
        return None
    pair = Filter(own[0].dimension, (own[0].values[0], theirs[0].values[0]))
    filters = (*(it for it in kept if it not in own), pair)
    query = MetricQuery((name,), (pair.dimension,), windows=(window,), filters=filters)
    return AnalysisAsked(
        "why", asked.language, (name,), window, None, filters, asked.direction, query,
        about=GROWTH if growth else LEVEL, text=asked.text, dimension=pair.dimension,
        figure_assumed=not desk.parts(asked.rest).of("metric", "weak", "thing"),
    )  # fmt: skip


def _figure(
    asked: Recognised, text: str, desk: MetricDesk, *, growth: bool
) -> tuple[str, Window, tuple[Filter, ...]] | None:
    """Return the figure, time and members that a text with one of the two reads as, for certain."""
    rest = replace(asked, rest=without("why", "two_takes", text))
    lead = leading(desk) or ""
    found = read_rest(rest, desk, lead if growth else "")
    if isinstance(found, NotRead) or found.doubtful:
        return None
    name = found.metric or (lead if growth else "")
    this_year = desk.answers.reader.known.window(say("analysis.this_year", asked.language), desk.today)
    window = found.window or this_year
    if not name or window is None or window.start >= desk.today:
        return None
    return name, window.cut(desk.today), found.filters


def _are_two(own: Sequence[Filter], theirs: Sequence[Filter]) -> bool:
    """Tell two members of one dimension."""
    if len(own) != 1 or len(theirs) != 1 or own[0].negated or theirs[0].negated:
        return False
    same = own[0].dimension == theirs[0].dimension
    return same and len(own[0].values) == len(theirs[0].values) == 1
