"""Tells what kind of message this is without a model; unsure counts as data: the writer's refusal decides."""

from dataclasses import asdict
from typing import Any

from langgraph.runtime import Runtime

from agent.context import Context
from agent.stages import stage
from agent.state import AgentState, Triage
from knowledge.triage import classify


@stage
async def triage(state: AgentState, runtime: Runtime[Context]) -> dict[str, Any]:
    """Tell small talk, help, teaching, schema questions and follow-ups from data questions."""
    if state.get("given"):
        return {"triage": Triage(kind="data", confidence=1.0, reason="given", method="query")}
    mode = runtime.context.settings.routing_mode
    if mode in ("database_direct", "chat_direct"):
        return {"triage": Triage(kind="data", confidence=1.0, reason=mode, method="setting")}
    told = asdict(classify(state["asked"], follows=bool(state.get("history"))))
    return {"triage": Triage(**told)}  # type: ignore[typeddict-item]
