"""Answers what asks two sources together: a file and a database, or two databases."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from typing import Any, Literal

from langgraph.runtime import Runtime

from agent.context import Context, Others
from agent.nodes.recall import follows
from agent.showing import show
from agent.stages import stage
from agent.state import AgentState, Needs, Refusal
from analysis.outcome import Outcome
from analysis.together.asking import asked_of, mentioned, without_name
from analysis.together.figures import with_own_figures, wordings_in
from analysis.together.findings import Answered
from answers.chart import charts_for
from answers.chart_drawing import figure
from answers.statements import listed
from config.wording import say
from database.result import QueryResult
from database.rights import of_both
from knowledge.metrics import Catalog
from knowledge.sight import open_columns
from tools.briefing import last_answered
from tools.generate_sql import read
from tools.sides import Side, Source
from tools.together import AskBack, Declined, Found, Plan, both, carried_out, figures_of, plan_for
from tools.together_again import worded_again
from tools.together_written import written

MOST_TRIED = 5  # databases looked at for the words a file does not know
_NONE: dict[str, Any] = {}


@stage
async def together(state: AgentState, runtime: Runtime[Context]) -> dict[str, Any]:
    """Carry out a question to two sources; leave every other question as it is."""
    context = runtime.context
    if context.others is None or state.get("given") or context.settings.routing_mode == "chat_direct":
        return _NONE
    found = await _reading(state, context, context.others)
    if isinstance(found, AskBack):
        return _asked_back(state, found, context)
    if found is None:
        return await _written(state, runtime, context.others) or _declined_follow_up(state, context)
    came: Plan | Found = found.plan
    if isinstance(came, Plan):
        came = await carried_out(came, found.first, found.other, found.question)
    if isinstance(came, AskBack):
        return _asked_back(state, came, context)
    if isinstance(came, Declined):
        return _declined(say(f"analysis.together.{came.code}", context.language, **came.params))
    catalog = both(found.first, found.other)
    shown = await _shown(came, (found.first, found.other), catalog, "together", runtime)
    return {**shown, "question": found.question}


@dataclass(frozen=True)
class Read:
    """A question as it is asked of two sources: who has the figures, what is beside them, and how."""

    question: str
    first: Side
    other: Side
    plan: Plan | AskBack
    named: bool  # the other source was named


async def _reading(state: AgentState, context: Context, others: Others) -> Read | AskBack | None:
    """Return the question over two sources, or the whole one that a few words make of the last such."""
    question, past = state["question"], last_answered(state)
    found = await _read(question, state, context, others)
    if found is None and past is not None and past.beside:
        return await _again(past.question, state, context, others)
    return found


async def _again(past: str, state: AgentState, context: Context, others: Others) -> Read | AskBack | None:
    """Return what a message makes of the last question: read anew, with that and nothing else changed."""
    if not follows(state) and (await read(state, context)).verdict == "certain":
        return None
    before = await _read(past, state, context, others)
    if not isinstance(before, Read) or not isinstance(before.plan, Plan):
        return None
    named = before.named and bool(before.first.context.part_of)
    whole = await worded_again(before.plan, state["question"], before.first, before.other, named=named)
    readings = [await _read(question, state, context, others) for question in whole if question]
    found = [one for one in readings if isinstance(one, Read)]
    if len(found) > 1:
        return AskBack("which_reading", tuple(one.question for one in found))
    return found[0] if found else None


async def _read(question: str, state: AgentState, context: Context, others: Others) -> Read | AskBack | None:
    """Return how a question is read over this source and another; None where this one reads it alone."""
    alone = question == state["question"]
    found = [one async for one in _readings(question, state if alone else None, context, others)]
    if len(found) > 1 and not found[0].named:
        return _which_source(question, tuple(one.other.title for one in found), context)
    return found[0] if found else None


async def _readings(
    question: str, state: AgentState | None, context: Context, others: Others
) -> AsyncIterator[Read]:
    titles, own = others.titles(), others.is_file(context.connection)
    named = mentioned(question, titles)
    tried = named[:1] or ([name for name in titles if not others.is_file(name)][:MOST_TRIED] if own else [])
    if not tried or (not named and state and (await read(state, context)).verdict == "certain"):
        return
    here = await _side(context.connection, others, context)
    for name in tried:
        there = await _side(name, others, context)
        if here is not None and there is not None:
            names = (titles[name] if named else (), others.called(context.connection))
            found = await _over(question, here, there, names)
            if found is not None:
                yield found


async def _over(question: str, here: Side, there: Side, names: tuple[tuple[str, ...], ...]) -> Read | None:
    """Return how a question is read over both, with or without the name of the conversation's own."""
    named, own = names
    for called in (own,) if here.is_file else ((), own):
        without = without_name(question, named, called, this=here.is_file and not named)
        for first, other in _orders(here, there):
            measures = {one.name: wordings_in(without.text, one) for one in figures_of(other)}
            plan = await plan_for(first, other, without, asked_of(without.text, measures))
            if plan is not None:
                return Read(question, first, other, plan, bool(named))
    return None


def _orders(here: Side, there: Side) -> list[tuple[Side, Side]]:
    """Return who is asked for the figures and who for what is set beside them: a file is beside."""
    if here.is_file != there.is_file:
        return [(there, here) if here.is_file else (here, there)]
    return [(here, there), (there, here)]


async def _side(connection: str, others: Others, context: Context) -> Side | None:
    source = await _source(connection, others, context)
    side = source.context
    known = await side.figures.answers(connection, side.rights) if side.figures else None
    if known is None:
        return None
    is_file = others.is_file(connection)
    catalog = with_own_figures(known.catalog) if is_file else known.catalog
    return Side(side, source.title, known, catalog, open_columns(side.rights), is_file)


async def _source(connection: str, others: Others, context: Context) -> Source:
    side = await others.side(connection, context)
    spec = side.database.spec
    return Source(side, (spec.display_zh if side.language == "zh" else spec.display_en) or connection)


async def _written(state: AgentState, runtime: Runtime[Context], others: Others) -> dict[str, Any]:
    """Let a model write for this source and another that is named, or that the last answer was from too."""
    context, past = runtime.context, last_answered(state)
    named = mentioned(state["question"], others.titles())
    before = [past.beside] if past and follows(state) and past.beside in others.titles() else []
    tried = [*named, *before][:1]
    if not tried or (not before and (await read(state, context)).verdict == "certain"):
        return _NONE
    sources = [await _source(name, others, context) for name in (context.connection, *tried)]
    found = await written(state, (sources[0], sources[1]))
    if found is None:
        return _NONE
    return await _shown(found, (sources[0], sources[1]), Catalog({}, {}), "generated", runtime)


def _which_source(question: str, titles: tuple[str, ...], context: Context) -> AskBack:
    asked = question.rstrip("?？ ")
    questions = (say("analysis.together.of", context.language, question=asked, source=one) for one in titles)
    return AskBack("which_source", tuple(questions))


def _asked_back(state: AgentState, asked: AskBack, context: Context) -> dict[str, Any]:
    """Ask which is meant, once; then say that it is not clear."""
    told = say(f"analysis.together.{asked.code}", context.language, **asked.params)
    if state.get("clarified"):
        context.desk.leads_on = asked.questions
        return _declined(told)
    needs = Needs(kind="reading", question=told, readings=list(asked.questions), alone=True)
    return {"needs": needs, "analysis": "together"}


def _declined(why: str) -> dict[str, Any]:
    return {"refusal": Refusal(reason="declined", message=why, readings=[])}


def _declined_follow_up(state: AgentState, context: Context) -> dict[str, Any]:
    """Say that an answer over two sources cannot be changed by a few words, where these would change it."""
    past = last_answered(state)
    if past is None or not past.beside or not follows(state):
        return _NONE
    return _declined(say("analysis.together.no_follow_up", context.language, question=past.question))


async def _shown(
    found: Answered,
    sources: tuple[Source, Source],
    catalog: Catalog,
    by: Literal["together", "generated"],
    runtime: Runtime[Context],
) -> dict[str, Any]:
    context, (first, other) = runtime.context, sources
    most = context.database.limits.max_rows
    result = replace(
        found.result,
        rows=found.result.rows[:most],
        truncated=found.result.truncated or found.result.row_count > most,
    )
    outcome = Outcome(found.statements, result, _drawn(found.drawn, context), found.cautions, found.reading)
    joined = (say("analysis.together.joined", context.language), found.sql)
    sql = listed([*((one.title, one.sql) for one in found.parts), joined])
    rights = of_both(first.context.rights, other.context.rights)
    shown = await show(outcome, catalog, sql, by, runtime, found.said, rights)
    beside = other.context if other.context.part_of else first.context
    return {**shown, "beside": beside.connection}


def _drawn(result: QueryResult, context: Context) -> dict[str, Any] | None:
    charts = charts_for(result, today=context.today)
    return figure(charts.specs[0], result, context.language) if charts.specs else None
