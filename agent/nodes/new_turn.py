"""First stage: forget the last turn's working state, keep what the thread remembers."""

import asyncio
from typing import Any

from langchain_core.messages import HumanMessage
from langgraph.runtime import Runtime

from agent.context import Context
from agent.latest import anew
from agent.stages import stage
from agent.state import AgentState, fresh_turn
from config.heavy import aside
from understanding.metric.misspelt import set_right
from understanding.metric.said_again import may_point_back, with_times_said_again
from understanding.metric.shortened import written_out
from understanding.metric.whether_any import asked_as_which
from understanding.triage import without_courtesies
from understanding.words.pieces import spelled_out


@stage
async def new_turn(state: AgentState, runtime: Runtime[Context]) -> dict[str, Any]:
    """Reset every per-turn key and put the question where the loop looks for it."""
    asked, shortened = await _written_out(without_courtesies(state["asked"]), runtime.context)
    return {
        **fresh_turn(),
        "turn_id": state.get("turn_id", ""),
        "fresh": state.get("fresh", False),
        "asked": asked,
        "shortened": shortened,
        "given": state.get("given"),
        "question": asked,
        "messages": anew(HumanMessage(asked)),
    }


async def _written_out(text: str, context: Context) -> tuple[str, list[list[str]]]:
    """Return a message with the words written whole that are short for one known here, and these."""
    text = spelled_out(text)
    if context.figures is None:
        return text, []
    desk = await context.figures.desk(context.connection, context.rights, context.today, context.language)
    if desk is None:
        return text, []
    text = await asyncio.to_thread(with_times_said_again, text, desk) if may_point_back(text) else text
    text = await aside(len(text), asked_as_which, text, desk)
    whole, found = await asyncio.to_thread(set_right, text, desk)
    if context.language == "en":
        whole, short = await asyncio.to_thread(written_out, whole, desk)
        found = (*found, *short)
    return whole, [[one.short, one.meant] for one in found]
