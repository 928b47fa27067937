"""Schema linking: what was taught about the question, retrieved once."""

from typing import Any

from langgraph.runtime import Runtime

from agent.context import Context
from agent.stages import stage
from agent.state import AgentState
from tools.generate_sql import link as retrieve


@stage
async def link(state: AgentState, runtime: Runtime[Context]) -> dict[str, Any]:
    """Link tables, examples, values and periods; a follow-up is linked together with what it follows."""
    triage = state.get("triage")
    query = state["question"]
    if triage and triage["kind"] == "follow_up" and (history := state.get("history")):
        query = f"{history[-1]['question']} {query}"
    runtime.context.desk.linked = await retrieve(query, runtime.context)
    return {}
