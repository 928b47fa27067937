"""Schema linking: what was taught about the question, retrieved once."""

from typing import Any

from langgraph.runtime import Runtime

from agent.context import Context
from agent.stages import stage
from agent.state import AgentState, NoteGiven
from knowledge.notes import noted
from tools.briefing import link as retrieve


@stage
async def link(state: AgentState, runtime: Runtime[Context]) -> dict[str, Any]:
    """Link tables, examples, values and periods.

    A follow-up is linked together with what it follows, a word that a note of the person defines together
    with that note.
    """
    triage = state.get("triage")
    follows = bool(triage) and triage["kind"] == "follow_up"  # type: ignore[index]
    earlier = [turn["question"] for turn in state.get("history", [])[-1:]] if follows else []
    context = runtime.context
    own = noted(await context.own_notes(), state["question"])
    lent = [part for part in (*earlier, own.lent) if part]
    context.desk.linked = await retrieve(state["question"], context, ["\n".join(lent)] if lent else [])
    return {"noted": [NoteGiven(text=note.text, named=note.named) for note in own.given]}
