"""What a message that says only whom or when asks behind an analysis: that analysis, of them or then."""

from collections.abc import Sequence

from analysis.asked import AnalysisAsked, AskBack, Kind, NotRead
from analysis.conversation.frame import Frame
from analysis.conversation.in_force import Kept, beside, gives_way
from analysis.kinds import alone
from analysis.rest import recent_spans
from config.wording import language_of, say
from query.metric_query import Filter
from understanding.metric.desk import MetricDesk
from understanding.metric.parts import Part, Parts

_SAYS_NO_MORE = ("value", "period", "function")


def of_another(text: str, frame: Frame) -> tuple[Kind, AnalysisAsked | AskBack, Kept] | None:
    """Return the analysis of the turn before as a message asks for it again: and Guangzhou? 那9月呢.

    Its words take the place of those they stand for in that question, which is then read anew and whole. None
    where the message says more than whom or when, or where what it comes to is another analysis.
    """
    desk, before = frame.desk, frame.question
    parts = desk.parts(text)
    if len(parts.of(*_SAYS_NO_MORE)) != len(parts.every) or not parts.of("value", "period"):
        return None
    kind, told = frame.heard
    if not isinstance(told, AnalysisAsked):
        return None
    whole = _put_into(parts, before, told.filters, desk)
    same, again = alone(whole, desk, hears=frame.hears)
    if kind is None or same != kind or isinstance(again, NotRead) or whole == desk.parts(before).text:
        return None
    of_it = isinstance(again, AskBack) or again.metrics == told.metrics
    return (kind, again, Kept(whole, ())) if of_it else None


def _put_into(said: Parts, before: str, filters: Sequence[Filter], desk: MetricDesk) -> str:
    """Return a question with the members and the time of a message in place of its own, else beside them."""
    parts, language = desk.parts(before), language_of(before)
    members, times = (
        say("analysis.and", language).join(said.text[slice(*one.piece.span)] for one in said.of(kind))
        for kind in ("value", "period")
    )
    gone = [one for one in filters if gives_way(one, said.text, desk)]
    own = [one.piece.span for one in parts.of("value") if _names_one_of(one, gone)]
    own_times = [one.piece.span for one in parts.of("period")] or recent_spans(parts.text)
    put = [*_in_place(own, members), *_in_place(own_times, times)]
    whole = parts.text
    for (start, end), words in sorted(put, reverse=True):
        whole = f"{whole[:start]}{words}{whole[end:]}"
    return beside(whole, "" if own else members, "" if own_times else times, language)


def _in_place(spans: Sequence[tuple[int, int]], words: str) -> list[tuple[tuple[int, int], str]]:
    """Return what to write over some places of a text: words over the first, nothing over the others."""
    return [(span, "" if at else words) for at, span in enumerate(spans)] if words else []


def _names_one_of(part: Part, filters: Sequence[Filter]) -> bool:
    named = {name for name, _, _ in part.members}
    return any(one.dimension in named for one in filters)
