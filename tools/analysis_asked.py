"""Which analysis a question asks for, with what the conversation before it leaves unsaid."""

import asyncio
from dataclasses import replace

from agent.context import Context
from agent.state import AgentState
from analysis.asked import AnalysisAsked, Recognised, asks_for_one, place_of, quoted
from analysis.between.first import of_ranked
from analysis.conversation.in_force import Kept
from analysis.conversation.message import Found, Message, read_message, sets_beside
from analysis.naming import recognised_beside_names
from analysis.opening.steps import times_of
from analysis.rest import says_nothing
from analysis.series import data_span
from analysis.target.reading import missed_of
from analysis.why.quoted import read_quoted
from analysis.why.reading import of_query, why_question
from config.wording import say
from language.periods import find_periods
from query.metric_query import Compared, Filter, MetricQuery
from reasoning.reasoner import PastTurn
from tools.briefing import last_answered, previous_declined, shown_before
from tools.frames import frame_of, hears
from tools.of_those import chosen_names
from tools.referents import chosen_figure, with_its_name
from understanding.metric.desk import MetricDesk


async def analysis_asked(state: AgentState, desk: MetricDesk, context: Context) -> Found:
    """Return what a message asks for, also one that goes on from an analysis: and September?"""
    whole = await _whole(state, desk, context)
    if isinstance(whole, tuple):
        first, question = whole
        return first.kind, first, Kept(question, ())
    if whole:
        return (*read_message(_message(whole, state, desk, context))[:2], Kept(whole, ()))
    message = _message(await _named(state, desk, context), state, desk, context)
    if quoted(message.text) is not None:
        force = message.force
        sought = await asyncio.to_thread(read_quoted, message.text, desk, force.window, force.filters)
        if sought is not None:
            return sought.kind, sought, None
    if message.frame is None and not message.hears and not asks_for_one(message.text):
        return read_message(message)  # 180 calls, of which a hop to a thread costs as much again
    return await asyncio.to_thread(read_message, message)  # it may read weights


async def is_beside(state: AgentState, desk: MetricDesk, context: Context) -> bool:
    """Tell a message that sets what was shown beside something else: it asks for figures."""
    message = _message(state["question"], state, desk, context)
    return message.frame is not None and await asyncio.to_thread(sets_beside, message)


def _message(text: str, state: AgentState, desk: MetricDesk, context: Context) -> Message:
    declined, triage = previous_declined(state), state.get("triage")
    before = None if declined else last_answered(state)
    return Message(
        text,
        desk,
        frame_of(before, desk, context) if before is not None else None,
        hears(context),
        follows=triage is not None and triage["kind"] == "follow_up",
        first=before is None and not declined,
    )


async def _named(state: AgentState, desk: MetricDesk, context: Context) -> str:
    """Return the message with the name of the one thing shown that it points at, where it asks for one."""
    text = state["question"]
    if previous_declined(state) or last_answered(state) is None or not asks_for_one(text):
        return text
    told = recognised_beside_names(text, desk)
    among = place_of("concern", "among", text) if told is not None and told.kind == "concern" else None
    if among and (names := await chosen_names(shown_before(state), context)):
        who = say("analysis.and", desk.language).join(names)
        return f"{text[: among[0]]}{'of ' if text.isascii() else ''}{who}{text[among[1] :]}"
    bare = told is not None and says_nothing(told.rest, desk)
    return await with_its_name(text, shown_before(state), context, bare=bare)


_Whole = str | tuple[AnalysisAsked, str]


async def _whole(state: AgentState, desk: MetricDesk, context: Context) -> _Whole:
    """Return a bare why as the whole question it is behind what was shown, or nothing."""
    if previous_declined(state) or not asks_for_one(state["question"]):
        return ""
    told = recognised_beside_names(state["question"], desk)
    bare = told is not None and told.kind == "why" and not told.direction and says_nothing(told.rest, desk)
    return await _why_of_the_first(state, desk, context) if bare else ""


async def _why_of_the_first(state: AgentState, desk: MetricDesk, context: Context) -> _Whole:
    """Return why, behind a ranking, as asked of the one it put first: of its target, else why it is first."""
    before = last_answered(state)
    if before is None:
        return ""
    if behind := _behind_its_target(before, desk, context) or _since_it_opened(before, desk, context):
        return behind
    chosen = await chosen_figure(shown_before(state), context)
    if chosen is None:
        return ""
    figure, ranking = chosen
    if figure.windows and (missed := missed_of(figure, desk)):
        return missed
    if first := of_ranked(figure, ranking, desk):
        return first
    return why_question(figure, "", desk) or "" if figure.windows else ""


def _since_it_opened(before: PastTurn, desk: MetricDesk, context: Context) -> "_Whole":
    """Return why the figure of the one that may have been moved changed since something opened or closed.

    It is set beside the year before, or as many days before where nothing is known of that.
    """
    asked = frame_of(before, desk, context).asked
    if not isinstance(asked, AnalysisAsked) or asked.kind != "opening" or len(asked.filters) != 1:
        return ""
    told, span = find_periods(before.answer, desk.today), data_span(asked.metrics[0], desk)
    day = next((one.start for one in told if (one.end - one.start).days == 1), None)
    times = times_of(day, span) if day and span else None
    if times is None:
        return ""
    base = Compared("last_year") if times.yearly else Compared("named", times.before)
    query = MetricQuery(asked.metrics, windows=(times.after,), filters=asked.filters, compared=base)
    asks = Recognised("why", "", "", desk.language)
    question = why_question(query if times.yearly else replace(query, compared=None), "", desk)
    return (of_query(query, asks, desk), question) if question else ""


def _behind_its_target(before: PastTurn, desk: MetricDesk, context: Context) -> str:
    """Return why the first member that an answer names missed its target, where it told who is behind."""
    asked = frame_of(before, desk, context).asked
    if not (isinstance(asked, AnalysisAsked) and asked.kind in ("pace", "concern")):
        return ""
    if asked.query is None or asked.window is None or len(asked.metrics) < 2:
        return ""
    cuts = asked.query.splits
    named = (
        (name, value) for part in desk.parts(before.answer).of("value") for name, value, _ in part.members
    )
    first = next(((name, value) for name, value in named if name in cuts), None)
    if first is None or asked.direction != "down":
        return ""
    kept = tuple(one for one in asked.filters if one.dimension != first[0] and len(one.values) == 1)
    query = MetricQuery(
        asked.metrics[1:2], windows=(asked.window,), filters=(*kept, Filter(first[0], first[1:]))
    )
    return missed_of(query, desk)
