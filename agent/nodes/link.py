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
    follows = bool(triage) and triage["kind"] == "follow_up"  # type: ignore[index]
    earlier = [turn["question"] for turn in state.get("history", [])[-1:]] if follows else []
    runtime.context.desk.linked = await retrieve(state["question"], runtime.context, earlier)
    return {}
