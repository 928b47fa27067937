"""First stage: forget the last turn's working state, keep what the thread remembers."""

import itertools
from typing import Any

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, RemoveMessage
from langgraph.graph.message import REMOVE_ALL_MESSAGES
from langgraph.runtime import Runtime

from agent.context import Context
from agent.stages import stage
from agent.state import AgentState, fresh_turn
from understanding.triage import without_courtesies

MOST_MESSAGES = 20


@stage
async def new_turn(state: AgentState, runtime: Runtime[Context]) -> dict[str, Any]:
    """Reset every per-turn key and put the question where the loop looks for it."""
    asked = without_courtesies(state["asked"])
    remembered = spoken(state.get("messages", []))[-MOST_MESSAGES:]
    return {
        **fresh_turn(),
        "turn_id": state.get("turn_id", ""),
        "fresh": state.get("fresh", False),
        "asked": asked,
        "given": state.get("given"),
        "question": asked,
        "messages": [RemoveMessage(REMOVE_ALL_MESSAGES), *remembered, HumanMessage(asked)],
    }


def spoken(messages: list[AnyMessage]) -> list[AnyMessage]:
    """Return finished question–answer pairs: a turn that was stopped leaves tool calls nobody answered."""
    pairs: list[AnyMessage] = []
    for message, following in itertools.pairwise(messages):
        if (
            isinstance(message, HumanMessage)
            and isinstance(following, AIMessage)
            and not following.tool_calls
        ):
            pairs += [message, following]
    return pairs
