"""What can be asked next."""

import dataclasses
from collections.abc import Sequence
from typing import Any

from langgraph.runtime import Runtime

from agent.context import Context
from agent.events import Suggestions
from agent.stages import stage
from agent.state import AgentState
from config.wording import language_of, say
from tools.answerable import answerable

_COUNT = 3
_CANDIDATES = 8


@stage
async def suggest(state: AgentState, runtime: Runtime[Context]) -> dict[str, Any]:
    """Offer verified questions near this one: each is checked to have an answer for this user."""
    context, answer = runtime.context, runtime.context.desk.answer
    if answer is None or answer.suggestions:
        return {}
    asked = {state["asked"], state["question"], state.get("similar_to", "")}
    questions = await _next_questions(state["question"], asked, context)
    if chosen := state.get("preferred"):
        questions.append(say("agent.forget_choice", context.language, choice=chosen))
    if questions:
        context.desk.answer = dataclasses.replace(answer, suggestions=questions)
        runtime.stream_writer(Suggestions(questions))
    return {}


async def _next_questions(question: str, asked: set[str], context: Context) -> list[str]:
    """Return the first candidates that have an answer for this user; those near are looked for if needed."""
    found: list[str] = []

    async def take(candidates: Sequence[str]) -> None:
        async for one in answerable((c for c in candidates if c not in {*asked, *found}), context):
            found.append(one)
            if len(found) == _COUNT:
                return

    if context.figures is not None and context.desk.answer and context.desk.answer.kind != "data":
        near = context.figures.near
        await take(await near(question, context.connection, context.rights, context.today, context.language))
    await take(_linked_questions(context, asked))
    if len(found) < _COUNT:
        await take(
            await context.knowledge.nearest_questions(
                question, context.connection, _CANDIDATES, context.rights, context.language
            )
        )
    return found


def _linked_questions(context: Context, asked: set[str]) -> list[str]:
    """Return the examples already linked: they are verified and within the user's rights."""
    examples = context.desk.linked.examples if context.desk.linked else ()
    return [
        example.question
        for example in examples
        if example.question not in asked and language_of(example.question) == context.language
    ]
