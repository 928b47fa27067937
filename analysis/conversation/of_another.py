"""What a message that says only whom, when or of what asks behind an analysis: that analysis, of these."""

import re
from collections.abc import Sequence
from dataclasses import replace

from analysis.asked import SAID_OTHERWISE, AnalysisAsked, AskBack, Kind, NotRead, put_otherwise
from analysis.conversation.frame import Frame
from analysis.conversation.in_force import Kept, beside, gives_way
from analysis.conversation.of_its_target import whether_met
from analysis.kinds import Asked, alone
from analysis.opening.counting import counted_in
from analysis.rest import recent_spans
from config.wording import Language, language_of, say
from language.calendar import whole
from language.period.covered import worded
from language.periods import find_periods, read_step
from query.metric_query import Filter, MetricQuery, Window
from understanding.figures.goals import GOAL
from understanding.metric.desk import MetricDesk
from understanding.metric.parts import Part, Parts
from understanding.metric.wording import word_figure
from understanding.readings import MetricHit

# How it is seen says no more than what.
_ASKS_HOW = re.compile(r"(?:又|会|该|得)?(?:怎么|如何|咋)(?:看|说|样)?(?=[\s?？。呢]*$)")
_THE_THIS = re.compile(r"\bthe (this (?:week|month|quarter|year))\b", re.IGNORECASE)
_SAYS_NO_MORE = ("value", "period", "function", "metric", "dimension")
# Behind why and how things go another figure is asked for as such.
_OF_ANOTHER_FIGURE: tuple[Kind, ...] = (
    "forecast",
    "target",
    "pace",
    "missed",
    "anomaly",
    "trend",
    "moved",
    "opening",
)
_Found = tuple[Kind, AnalysisAsked | AskBack, Kept]
_BY_MEMBER: tuple[Kind, ...] = ("forecast",)


def of_another(text: str, frame: Frame) -> _Found | None:
    """Return the analysis of the turn before as a message asks for it again: and Guangzhou? 那9月呢.

    Its words take the place of those they stand for in that question, which is then read anew and whole. None
    where the message says more than whom, when or of what, or where what it comes to is another analysis.
    """
    desk, before = frame.desk, frame.question
    kind, told = frame.heard
    if kind is None or not isinstance(told, AnalysisAsked) or frame.is_a_figure:
        return None
    if kind == "compare" and (more := _of_other_members(text, told, frame)):
        return more
    if kind == "opening" and (counted := _of_what_is_counted(text, told, frame)):
        return counted
    if kind == "forecast" and (beside_year := _beside_last_year(text, told, desk)):
        return beside_year
    if kind in SAID_OTHERWISE and read_step(text) is None:
        text = put_otherwise(kind, "becomes", text)  # the full year
    text = _ASKS_HOW.sub("", text)
    parts = desk.parts(_stepped(text, told.window, language_of(before)))
    says = [*parts.of(*_SAYS_NO_MORE), *parts.marks("per")]
    if len(says) != len(parts.every) or not _may_ask(parts, kind):
        return None
    whole = _put_into(parts, before, told.filters, desk)
    if kind == "missed" and (ahead := _whether_to_come(parts, told, desk)):
        kind, whole = "target", ahead
    same, again = alone(whole, desk, hears=frame.hears)
    if same != kind or isinstance(again, NotRead) or whole == desk.parts(before).text:
        return None
    return (kind, again, Kept(whole, ())) if _is_of_it(again, told, parts) else None


def _of_what_is_counted(text: str, told: AnalysisAsked, frame: Frame) -> _Found | None:
    """Return whether the same opening moved others by what counts customers or traffic: 那客流呢."""
    desk, before = frame.desk, frame.question
    cuts = {told.dimension, *(one.dimension for one in told.filters)}
    counted, own = counted_in(text, cuts, desk), counted_in(before, cuts, desk)
    if counted is None or not counted.metric:
        return None
    if any(one.kind != "function" for one in desk.parts(text.replace(counted.words, " ")).every):
        return None
    named = desk.parts(before).of("metric", "weak")
    place = (*(one.text for one in named), *([own.words] if own else []))
    whole = before.replace(place[0], counted.words) if place else f"{before} {counted.words}"
    kind, again = alone(whole, desk, hears=False)
    same = kind == "opening" and isinstance(again, AnalysisAsked) and again.metrics == (counted.metric,)
    return ("opening", again, Kept(whole, ())) if same and isinstance(again, AnalysisAsked) else None


def _of_other_members(text: str, told: AnalysisAsked, frame: Frame) -> _Found | None:
    """Return those side by side with one more of them, or without one, where a message says no more.

    It is read as an edit of the figure that they were told by first.
    """
    desk, language = frame.desk, language_of(frame.question)
    allowed, today = desk.allowed, desk.today
    hits = [desk.answers.answer(frame.of_figure, today, allowed)]
    hits.append(desk.answers.answer(text, today, allowed, frame.of_figure))
    if any(not isinstance(one, MetricHit) or one.unread for one in hits):
        return None
    before, after = (_apart_from(one.query, told.dimension) for one in hits if isinstance(one, MetricHit))
    if before[1].key != after[1].key or before[0] == after[0] or len(after[0]) < 2:
        return None
    name = desk.answers.reader.known.member_name
    names = say("metrics.ask.and", language).join(name(told.dimension, one, language) for one in after[0])
    timed = told.window is not None and find_periods(frame.question, today)
    when = worded(told.window.start, told.window.end, language) if timed and told.window else ""
    whole = beside(say("analysis.ask.compare", language, names=names), "", when, language)
    kind, again = alone(whole, desk, hears=False)
    if kind != "compare" or not isinstance(again, AnalysisAsked):
        return None
    return kind, replace(again, about=told.about), Kept(whole, ())


def _apart_from(query: MetricQuery, dimension: str) -> tuple[tuple[str, ...], MetricQuery]:
    """Return the members of a dimension that a query is of, and the query without these."""
    values = next((one.values for one in query.filters if one.dimension == dimension), ())
    rest = tuple(one for one in query.filters if one.dimension != dimension)
    return values, replace(query, filters=rest, splits=())


def _beside_last_year(text: str, told: AnalysisAsked, desk: MetricDesk) -> _Found | None:
    """Return whether what was forecast will be above last year's, where no more is said: 跟去年比呢."""
    every = desk.parts(text).every
    years = [one for one in every if one.kind == "comparison" and one.token == "last_year"]
    if len(years) != 1 or any(one.kind != "function" for one in every if one not in years):
        return None
    if told.window is None or len(told.metrics) != 1 or told.dimension:
        return None
    query = MetricQuery(told.metrics, filters=told.filters)
    what = word_figure(query, desk.catalog, desk.language, desk.answers.reader.known.member_name)
    when = told.window.text or worded(told.window.start, told.window.end, desk.language)
    whole = say("analysis.ask.beat_year", desk.language, what=what, when=when)
    kind, asked = alone(whole, desk, hears=False)
    same = kind == "target" and isinstance(asked, AnalysisAsked) and asked.mark is None and asked.about
    return (kind, asked, Kept(whole, ())) if same and kind and isinstance(asked, AnalysisAsked) else None


def _whether_to_come(said: Parts, told: AnalysisAsked, desk: MetricDesk) -> str:
    """Return whether a target will be met in a time to come, behind why it is missed: 那12月呢."""
    times = said.of("period")
    if len(times) != 1 or said.of("value", "metric", "dimension"):
        return ""
    whole = whether_met(told, said.text[slice(*times[0].piece.span)], desk)
    kind, asked = alone(whole, desk, hears=False)
    ahead = kind == "target" and isinstance(asked, AnalysisAsked) and asked.window is not None
    return whole if ahead and asked.window.start > desk.today else ""  # type: ignore[union-attr]


def _stepped(text: str, window: Window | None, language: Language) -> str:
    """Return a message with the time that it steps to from another: and the month before?"""
    step = read_step(text)
    if step is None or window is None:
        return text
    start, end = whole(step.unit, window.start)
    if step.unit == "year" and window.in_whole_months:
        moved = window.year_before()
        start, end = moved.start, moved.end
    elif (start, end) == (window.start, window.end):
        start, end = whole(step.unit, window.start, step.count)
    else:
        return text
    return f"{text[: step.span[0]]}{worded(start, end, language)}{text[step.span[1] :]}"


def _may_ask(parts: Parts, kind: Kind) -> bool:
    """Tell whether a message says whom, when or of what, and no more than this kind can be asked of."""
    figures, cuts = parts.of("metric"), parts.of("dimension")
    if (figures and kind not in _OF_ANOTHER_FIGURE) or (cuts and kind not in _BY_MEMBER):
        return False
    return len(figures) < 2 and len(cuts) < 2 and bool(figures or cuts or parts.of("value", "period"))


def _is_of_it(again: Asked, told: AnalysisAsked, said: Parts) -> bool:
    """Tell whether an analysis is as the one before, of the figure and by the cut that a message names."""
    if not isinstance(again, AnalysisAsked):
        return True
    figures = [one for part in said.of("metric") for one in part.metrics]
    if figures:
        return again.metrics[:1] != told.metrics[:1] and not {*again.metrics[:2]}.isdisjoint(figures)
    cuts = [one for part in said.of("dimension") for one in part.dimensions]
    by = {again.dimension, *(again.query.splits if again.query else ())}
    return again.metrics == told.metrics and (not cuts or not by.isdisjoint(cuts))


def _put_into(said: Parts, before: str, filters: Sequence[Filter], desk: MetricDesk) -> str:
    """Return a question with what a message says in place of its own, else beside it."""
    parts, language = desk.parts(before), language_of(before)
    members, times, figure = (
        say("analysis.and", language).join(said.text[slice(*one.piece.span)] for one in said.of(kind))
        for kind in ("value", "period", "metric")
    )
    gone = [one for one in filters if gives_way(one, said.text, desk)]
    values = parts.of("value")
    of_them = [one for one in values if _is_one_of(one, gone)]  # whom an opening moved, not who opened
    own = [one.piece.span for one in of_them or values if _names_one_of(one, gone)]
    own_times = [one.piece.span for one in parts.of("period")] or recent_spans(parts.text)
    own_figures = [_of_its_figure(one.piece.span, parts.text) for one in parts.of("metric")]
    put = [*_in_place(own, members), *_in_place(own_times, times), *_in_place(own_figures, figure)]
    whole = parts.text
    for (start, end), words in sorted(put, reverse=True):
        whole = f"{whole[:start]}{words}{whole[end:]}"
    whole = _by(_THE_THIS.sub(r"\1", whole), said, language)
    beside_it = ("" if own else members, "" if own_figures else figure)
    joined = say("analysis.and", language).join(one for one in beside_it if one)
    return beside(whole, joined, "" if own_times else times, language)


def _of_its_figure(span: tuple[int, int], text: str) -> tuple[int, int]:
    """Return where a figure is named without the word for its target: this year's revenue target."""
    goal = GOAL.search(text[slice(*span)])
    return (span[0], span[0] + goal.start()) if goal and goal.start() else span


def _by(whole: str, said: Parts, language: Language) -> str:
    """Return a question cut by the kind that a message names: by branch, 按业态."""
    for one in said.of("dimension"):
        kind = said.text[slice(*one.piece.span)]
        whole = f"按{kind}{whole}" if language == "zh" else f"{whole.rstrip(' ?.')} by {kind}?"
    return whole


def _in_place(spans: Sequence[tuple[int, int]], words: str) -> list[tuple[tuple[int, int], str]]:
    """Return what to write over some places of a text: words over the first, nothing over the others."""
    return [(span, "" if at else words) for at, span in enumerate(spans)] if words else []


def _is_one_of(part: Part, filters: Sequence[Filter]) -> bool:
    own = {(one.dimension, value) for one in filters for value in one.values}
    return any((name, value) in own for name, value, _ in part.members)


def _names_one_of(part: Part, filters: Sequence[Filter]) -> bool:
    named = {name for name, _, _ in part.members}
    return any(one.dimension in named for one in filters)
