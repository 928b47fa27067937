"""What can be asked next."""

import dataclasses
from collections.abc import AsyncIterator, Hashable, Iterable, Mapping, Sequence
from typing import Any

from langgraph.runtime import Runtime

from agent.context import Context
from agent.events import Suggestions
from agent.recovery import strategy_for
from agent.stages import stage
from agent.state import AgentState
from config.wording import language_of, say
from language.periods import find_periods
from reasoning.reasoner import PastTurn
from tools.answerable import answerable, over_metrics, over_periods
from tools.why_next import why_next

_COUNT = 3
_CANDIDATES = 8


@stage
async def suggest(state: AgentState, runtime: Runtime[Context]) -> dict[str, Any]:
    """Offer verified questions near this one: each is checked to have an answer for this user."""
    context, answer = runtime.context, runtime.context.desk.answer
    if answer is None or answer.suggestions:
        return {}
    asked = {state["asked"], state["question"], state.get("similar_to", "")}
    if (refusal := state.get("refusal")) is not None and refusal["reason"] == "no_data":
        questions = await _with_data(state["question"], refusal["readings"], context)
    elif context.desk.leads_on:
        questions = [*context.desk.leads_on]
    else:
        narrower = await _narrower(state, context) if _was_too_much(state) else []
        why = await why_next(state, context)
        questions = narrower or [*why, *await _next_questions(state, asked, context)][:_COUNT]
    if chosen := state.get("preferred"):
        questions.append(say("agent.forget_choice", context.language, choice=chosen))
    if questions:
        context.desk.answer = dataclasses.replace(answer, suggestions=questions)
        context.show(Suggestions(questions))
    return {}


def _was_too_much(state: AgentState) -> bool:
    """Tell whether the database stopped because of how much the question reads."""
    faults = state.get("faults", [])
    return bool(faults) and strategy_for(faults[-1]["error_class"]).action == "narrow"


async def _with_data(question: str, instead: Sequence[str], context: Context) -> list[str]:
    """Return the question of a time with data, and others over the metrics, which look for one themselves."""
    over = await over_metrics(question, _COUNT, context)
    return [one async for one in answerable((*instead, *over), context)][:_COUNT]


async def _narrower(state: AgentState, context: Context) -> list[str]:
    """Return the same question over shorter times, where it has an answer over those."""
    named = find_periods(state["question"], context.today)
    longest = max((period.end - period.start for period in named), default=None)
    previous = PastTurn(state["question"], state.get("sql", ""))
    found: list[str] = []
    for shorter in say("agent.narrower", context.language).split("|"):
        period = find_periods(shorter, context.today)[0]
        if longest is not None and period.end - period.start >= longest:
            continue
        asked = context.asked(shorter, previous)
        hit = await context.reuse(asked) or (await context.metrics(asked) if context.metrics else None)
        if hit is not None and hit.asked:
            found.append(hit.asked)
    found += await over_periods(state["question"], context)
    return [one async for one in answerable(found, context)]


async def _next_questions(state: AgentState, asked: set[str], context: Context) -> list[str]:
    """Return the first candidates that have an answer for this user; those near are looked for if needed."""
    question, found = state["question"], list[str]()

    async def take(candidates: Iterable[str], shapes: Mapping[str, Hashable] | None = None) -> None:
        async for one in answerable((c for c in candidates if c not in {*asked, *found}), context, shapes):
            found.append(one)
            if len(found) == _COUNT:
                return

    if context.desk.answer and context.desk.answer.kind == "data":
        found += [] if _is_of_some_time(state) else await over_periods(question, context)
        if len(found) < _COUNT:
            beside = await _beside(state, context)
            await take(beside, beside)
    if context.figures is not None and context.desk.answer and context.desk.answer.kind != "data":
        near = context.figures.near
        await take(await near(question, context.connection, context.rights, context.today, context.language))
    if len(found) < _COUNT:
        async for candidates in _near(question, asked, context):
            await take(candidates)
            if len(found) == _COUNT:
                break
    return found


async def _near(question: str, asked: set[str], context: Context) -> AsyncIterator[Sequence[str]]:
    """Yield what is near a question; under figures or a decline only what is about what was asked."""
    answer, who = context.desk.answer, (context.connection, context.rights, context.today)
    figures = context.figures if answer is not None and answer.kind in ("unanswerable", "data") else None
    if figures is not None and not await figures.is_about_something(question, *who):
        return
    linked = _linked_questions(context, asked)
    yield await figures.alike(question, linked, *who) if figures else linked
    nearest = await context.knowledge.nearest_questions(
        question, context.connection, _CANDIDATES, context.rights, context.language
    )
    yield await figures.alike(question, nearest, *who) if figures else nearest
    yield await over_metrics(question, _CANDIDATES, context, only_alike=figures is not None)


def _is_of_some_time(state: AgentState) -> bool:
    """Tell whether a figure of some time was answered: other times are offered for one of all data."""
    return bool((state.get("metric_query") or {}).get("windows"))


async def _beside(state: AgentState, context: Context) -> Mapping[str, Hashable]:
    """Return what else is asked of the figure just answered, of the same members and time."""
    query = state.get("metric_query")
    if context.figures is None or not query:
        return {}
    return await context.figures.beside(
        query, context.connection, context.rights, context.today, context.language
    )


def _linked_questions(context: Context, asked: set[str]) -> list[str]:
    """Return the examples already linked: they are verified and within the user's rights."""
    examples = context.desk.linked.examples if context.desk.linked else ()
    return [
        example.question
        for example in examples
        if example.question not in asked and language_of(example.question) == context.language
    ]
