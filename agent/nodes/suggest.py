"""What can be asked next."""

import dataclasses
from typing import Any

from langgraph.runtime import Runtime

from agent.context import Context
from agent.events import Suggestions
from agent.stages import stage
from agent.state import AgentState
from config.wording import language_of

_COUNT = 3


@stage
async def suggest(state: AgentState, runtime: Runtime[Context]) -> dict[str, Any]:
    """Offer verified questions near this one: each has an answer the user may see."""
    context, answer = runtime.context, runtime.context.desk.answer
    if answer is None or answer.suggestions:
        return {}
    asked = {state["asked"], state["question"], state.get("similar_to", "")}
    questions = _linked_questions(context, asked)
    if len(questions) < _COUNT:
        near = await context.knowledge.nearest_questions(
            state["question"], context.connection, _COUNT + 1, context.rights, context.language
        )
        questions = [question for question in near if question not in asked]
    questions = questions[:_COUNT]
    if questions:
        context.desk.answer = dataclasses.replace(answer, suggestions=questions)
        runtime.stream_writer(Suggestions(questions))
    return {}


def _linked_questions(context: Context, asked: set[str]) -> list[str]:
    """Return the examples already linked: they are verified and within the user's rights."""
    examples = context.desk.linked.examples if context.desk.linked else ()
    return [
        example.question
        for example in examples
        if example.question not in asked and language_of(example.question) == context.language
    ]
