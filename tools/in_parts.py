"""Reads a message of several questions, an analysis among them: each alone, after the one before it."""

from dataclasses import dataclass, replace
from typing import cast

from agent.context import Context
from agent.state import AgentState, Turn
from analysis.asked import AnalysisAsked, asks_for_one
from analysis.clauses import supposes
from analysis.conversation.in_force import Kept, in_force, is_of, ways_to_keep
from analysis.naming import recognised_beside_names
from analysis.rest import says_nothing
from language.units import key_of
from language.words import has_run
from reasoning.reasoner import PastTurn
from tools.analysis_asked import analysis_asked
from tools.briefing import shown_before
from tools.frames import frame_of
from tools.generate_sql import read_after
from tools.referents import with_its_name
from understanding.metric.apart import asks, leads_up, ways_apart
from understanding.metric.desk import MetricDesk
from understanding.rows.words import rows_words
from understanding.verdicts import Reading

_TELL_ONLY = ("moved", "trend")  # it fell, and why: the first only leads up to the other
_OF_A_TARGET = ("target", "months", "pace", "missed")
_BESIDE_A_PERIOD = ("why", "moved", "behind")


@dataclass(frozen=True)
class AnalysisPart:
    """A clause that asks for an analysis, as it stands alone."""

    text: str
    asked: AnalysisAsked
    kept: Kept | None


@dataclass(frozen=True)
class UnreadPart:
    """A clause that asks and is not read, which the answer tells."""

    text: str


Part = AnalysisPart | Reading | UnreadPart


async def in_parts(state: AgentState, desk: MetricDesk, context: Context) -> tuple[Part, ...]:
    """Return what each clause of a message asks, an analysis among them.

    Where no way to take it apart is read whole, it is the one of which least is left, the rest as not read.
    """
    best: tuple[Part, ...] = ()
    for clauses in ways_apart(state["question"]):
        if any(supposes(one) for one in clauses[1:]) or any(leads_up(one) for one in clauses[:-1]):
            continue
        parts = await _one_by_one(clauses, state, desk, context)
        if not any(isinstance(one, AnalysisPart) for one in parts):
            continue
        if is_whole(parts):
            return parts
        best = parts if not best or _left(parts) < _left(best) else best
    return best


def _left(parts: tuple[Part, ...]) -> int:
    """Return how many characters are not read."""
    return sum(len(one.text) for one in parts if isinstance(one, UnreadPart))


def is_whole(parts: tuple[Part, ...]) -> bool:
    """Tell whether every clause is read."""
    return not any(isinstance(one, UnreadPart) for one in parts)


async def _one_by_one(
    clauses: tuple[str, ...], state: AgentState, desk: MetricDesk, context: Context
) -> tuple[Part, ...]:
    found, history = list[Part](), list(state.get("history", []))
    for clause in clauses:
        here = cast(AgentState, {**state, "question": clause, "history": history})
        if any(isinstance(one, Reading) for one in found) and _leans(clause, desk):
            return ()  # whether that figure is normal
        analysis = await _analysis(here, desk, context) if _may_ask(clause, found) else None
        if analysis and (
            _is_of_the_target(analysis, clause, found, desk) or _is_of_unread(clause, found, desk)
        ):
            analysis = None
        alone = all(isinstance(one, UnreadPart) for one in found)  # there is nothing read that it may follow
        part = analysis or await _figure(here, desk, context, first=alone)
        if part is None and not asks(clause):
            return ()
        if found and _tells(part, found[-1]):
            found.pop()
        found.append(part or UnreadPart(clause))
        if part is None:
            continue
        sql = part.sql if isinstance(part, Reading) else ""
        asked = part.text if isinstance(part, AnalysisPart) else part.asked or clause
        history = [*history, Turn(question=asked, sql=sql, answer="", kind="data", source="metric")]
    return tuple(found)


def _may_ask(clause: str, before: list[Part]) -> bool:
    """Tell a clause that may ask for an analysis: by its words, or behind a target: who is at risk."""
    return asks_for_one(clause) or any(map(_is_of_a_target, before))


def _tells(part: Reading | AnalysisPart | None, before: Part) -> bool:
    """Tell a target over a time to come behind the forecast of it, with which it is answered."""
    if not (isinstance(part, AnalysisPart) and isinstance(before, AnalysisPart)):
        return False
    same = before.asked.metrics[:1] == part.asked.metrics[:1] and before.asked.filters == part.asked.filters
    ends = [(one.asked.window.start, one.asked.window.end) for one in (before, part) if one.asked.window]
    whole = len(ends) == 2 and ends[0] == ends[1] and not (before.asked.dimension or part.asked.dimension)
    return (before.asked.kind, part.asked.kind) == ("forecast", "target") and same and whole


async def _analysis(state: AgentState, desk: MetricDesk, context: Context) -> AnalysisPart | None:
    kind, asked, kept = await analysis_asked(state, desk, context)
    if not isinstance(asked, AnalysisAsked) or asked.passed:
        return None
    if kind in _TELL_ONLY and not asks(state["question"]):
        return None
    return AnalysisPart(kept.text if kept else state["question"], asked, kept)


async def _figure(state: AgentState, desk: MetricDesk, context: Context, *, first: bool) -> Reading | None:
    """Return a figure as it stands alone: of the members and at the time of the clause before it.

    What is still so is so now, whatever time was spoken of.
    """
    text = state["question"]
    if not asks(text):
        return None
    if first:
        read = await read_after(state, context)
        return read if read.verdict == "certain" and read.sql else None
    text = await with_its_name(text, shown_before(state), context)
    before = state["history"][-1]
    force = in_force(frame_of(PastTurn(before["question"], before["sql"]), desk, context))
    if _is_of_now(text):
        force = replace(force, window=None)
    ways = [(one.text, one) for one in ways_to_keep(text, force, desk) if one.names or not force.filters]
    for told, kept in [*ways, *([] if ways else [(text, Kept(text, ()))])]:
        read = await read_after({**state, "question": told, "history": []}, context)
        if read.verdict == "certain" and read.sql and read.source != "rows" and _is_of(read, kept):
            return read
    return None


def _is_of_the_target(part: AnalysisPart, clause: str, before: list[Part], desk: MetricDesk) -> bool:
    """Tell what is set beside a period and names no figure, behind a target: who drags it down."""
    targets = any(map(_is_of_a_target, before))
    return targets and part.asked.kind in _BESIDE_A_PERIOD and not desk.parts(clause).of("metric", "weak")


def _is_of_a_target(part: Part) -> bool:
    return isinstance(part, AnalysisPart) and part.asked.kind in _OF_A_TARGET


def _is_of_unread(clause: str, before: list[Part], desk: MetricDesk) -> bool:
    """Tell what names no figure behind questions of which one is not read: it may be of that one's."""
    unread = any(isinstance(one, UnreadPart) for one in before)
    return unread and not desk.parts(clause).of("metric", "weak", "state", "thing")


def _leans(clause: str, desk: MetricDesk) -> bool:
    """Tell a clause that asks if things are as usual and names nothing: it is of the figure before it."""
    told = recognised_beside_names(clause, desk)
    return told is not None and told.kind in ("anomaly", "briefing") and says_nothing(told.rest, desk)


def _is_of(read: Reading, kept: Kept) -> bool:
    return read.query is None or is_of(read.query, kept)


def _is_of_now(text: str) -> bool:
    keys = key_of(text)
    return any(has_run(keys, key_of(str(one))) for one in rows_words()["marks"]["now"])
