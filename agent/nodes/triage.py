"""Tells what kind of message this is without a model; unsure counts as data: the writer's refusal decides."""

from typing import Any, cast

from langgraph.runtime import Runtime

from agent.context import Context
from agent.events import values_of
from agent.stages import stage
from agent.state import AgentState, Triage
from understanding.triage import classify


@stage
async def triage(state: AgentState, runtime: Runtime[Context]) -> dict[str, Any]:
    """Tell small talk, help, teaching, schema questions and follow-ups from data questions."""
    told = _told(state, runtime.context)
    runtime.context.desk.triage = dict(told)
    return {"triage": told}


def _told(state: AgentState, context: Context) -> Triage:
    if state.get("given"):
        return Triage(kind="data", confidence=1.0, reason="given", method="query")
    mode = context.settings.routing_mode
    if mode in ("database_direct", "chat_direct"):
        return Triage(kind="data", confidence=1.0, reason=mode, method="setting")
    return cast(Triage, values_of(classify(state["asked"], follows=bool(state.get("history")))))
