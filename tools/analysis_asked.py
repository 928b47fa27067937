"""Which analysis a question asks for, with what the conversation before it leaves unsaid."""

import asyncio

from agent.context import Context
from agent.state import AgentState
from analysis.asked import asks_for_one
from analysis.conversation.message import Found, Message, read_message, sets_beside
from analysis.naming import recognised_beside_names
from analysis.rest import says_nothing
from tools.briefing import last_answered, previous_declined, shown_before
from tools.frames import frame_of, hears
from tools.referents import with_its_name
from understanding.metric.desk import MetricDesk


async def analysis_asked(state: AgentState, desk: MetricDesk, context: Context) -> Found:
    """Return what a message asks for, also one that goes on from an analysis: and September?"""
    message = _message(await _named(state, desk, context), state, desk, context)
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
    bare = told is not None and says_nothing(told.rest, desk)
    return await with_its_name(text, shown_before(state), context, bare=bare)
