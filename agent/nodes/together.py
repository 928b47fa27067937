"""Answers what asks two sources together: a file and a database, or two databases."""

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

from langgraph.runtime import Runtime

from agent.context import Context, Others
from agent.showing import show
from agent.stages import stage
from agent.state import AgentState, Needs, Refusal
from analysis.outcome import Outcome
from analysis.together.asking import Named, asked_of, mentioned, without_name
from analysis.together.figures import with_own_figures, wordings_in
from analysis.together.findings import Answered
from answers.chart import charts_for
from answers.chart_drawing import figure
from config.wording import say
from database.result import QueryResult
from database.rights import of_both
from knowledge.sight import open_columns
from tools.briefing import last_answered
from tools.generate_sql import read
from tools.sides import Side
from tools.together import AskBack, Declined, Plan, both, carried_out, figures_of, plan_for

MOST_TRIED = 5  # databases looked at for the words a file does not know
_NONE: dict[str, Any] = {}


@stage
async def together(state: AgentState, runtime: Runtime[Context]) -> dict[str, Any]:
    """Carry out a question to two sources; leave every other question as it is."""
    context = runtime.context
    if context.others is None or state.get("given") or context.settings.routing_mode == "chat_direct":
        return _NONE
    found = [one async for one in _read(state["question"], state, context, context.others)]
    if not found:
        return _declined_follow_up(state, context)
    if len(found) > 1 and not found[0][3].named:
        sources = tuple(other.title for _, other, _, _ in found)
        return _asked_back(state, _which_source(state["question"], sources, context), context)
    first, other, plan, _ = found[0]
    came = plan if isinstance(plan, AskBack) else await carried_out(plan, first, other, state["question"])
    if isinstance(came, AskBack):
        return _asked_back(state, came, context)
    if isinstance(came, Declined):
        return _declined(say(f"analysis.together.{came.code}", context.language, **came.params))
    return await _shown(came, first, other, runtime)


Read = tuple[Side, Side, Plan | AskBack, Named]


async def _read(question: str, state: AgentState, context: Context, others: Others) -> AsyncIterator[Read]:
    """Yield each way to read a question over this source and another; none where this one reads it alone."""
    titles, own = others.titles(), others.is_file(context.connection)
    named = mentioned(question, titles)
    tried = named[:1] or ([name for name in titles if not others.is_file(name)][:MOST_TRIED] if own else [])
    if not tried or (not named and (await read(state, context)).verdict == "certain"):
        return
    here = await _side(context.connection, others, context)
    for name in tried:
        there = await _side(name, others, context)
        if here is None or there is None:
            continue
        without = without_name(question, titles[name] if named else (), this=own and not named)
        for first, other in _orders(here, there):
            measures = {one.name: wordings_in(without.text, one) for one in figures_of(other)}
            plan = await plan_for(first, other, without, asked_of(without.text, measures))
            if plan is not None:
                yield first, other, plan, replace(without, named=bool(named))
                break


def _orders(here: Side, there: Side) -> list[tuple[Side, Side]]:
    """Return who is asked for the figures and who for what is set beside them: a file is beside."""
    if here.is_file != there.is_file:
        return [(there, here) if here.is_file else (here, there)]
    return [(here, there), (there, here)]


async def _side(connection: str, others: Others, context: Context) -> Side | None:
    side = await others.side(connection, context)
    if side.figures is None:
        return None
    known = await side.figures.answers(connection, side.rights)
    if known is None:
        return None
    spec, is_file = side.database.spec, others.is_file(connection)
    title = (spec.display_zh if side.language == "zh" else spec.display_en) or connection
    catalog = with_own_figures(known.catalog) if is_file else known.catalog
    return Side(side, known, catalog, open_columns(side.rights), title, is_file)


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
    past, triage = last_answered(state), state.get("triage")
    if past is None or past.source != "together" or triage is None or triage["kind"] != "follow_up":
        return _NONE
    return _declined(say("analysis.together.no_follow_up", context.language, question=past.question))


async def _shown(found: Answered, first: Side, other: Side, runtime: Runtime[Context]) -> dict[str, Any]:
    context = runtime.context
    most = context.database.limits.max_rows
    result = replace(
        found.result,
        rows=found.result.rows[:most],
        truncated=found.result.truncated or found.result.row_count > most,
    )
    outcome = Outcome(found.statements, result, _drawn(found.drawn, context), found.cautions, found.reading)
    sql = "\n\n".join(
        [
            *(f"-- {one.title}\n{one.sql.rstrip(';')};" for one in found.parts),
            f"-- {say('analysis.together.joined', context.language)}\n{found.sql};",
        ]
    )
    rights = of_both(first.context.rights, other.context.rights)
    return await show(outcome, both(first, other), sql, "together", runtime, found.said, rights)


def _drawn(result: QueryResult, context: Context) -> dict[str, Any] | None:
    charts = charts_for(result, today=context.today)
    return figure(charts.specs[0], result, context.language) if charts.specs else None
