"""What can be asked next."""

import dataclasses
from typing import Any

from langgraph.runtime import Runtime

from agent.context import Context
from agent.events import Suggestions
from agent.stages import stage
from agent.state import AgentState

_COUNT = 3


@stage
async def suggest(state: AgentState, runtime: Runtime[Context]) -> dict[str, Any]:
    """Offer verified questions near this one: each has an answer the user may see."""
    context, answer = runtime.context, runtime.context.desk.answer
    if answer is None or answer.suggestions:
        return {}
    near = await context.knowledge.nearest_questions(
        state["question"], context.connection, _COUNT + 1, context.rights, context.language
    )
    asked = {state["asked"], state["question"], state.get("similar_to", "")}
    questions = [question for question in near if question not in asked][:_COUNT]
    if questions:
        context.desk.answer = dataclasses.replace(answer, suggestions=questions)
        runtime.stream_writer(Suggestions(questions))
    return {}
