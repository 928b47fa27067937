"""The first tool: SQL for the question, or a typed reason why there is none."""

import asyncio
from collections.abc import Sequence

from langchain_core.tools import tool
from langgraph.types import Command

from agent.context import Context
from agent.events import Source
from agent.recovery import strategy_for
from agent.state import AgentState, Needs, Outcome, Refusal
from config.wording import say
from database.connections import hash_sql
from knowledge.items import Linked, ReuseHit
from knowledge.notes import noted
from knowledge.question import MetricHit, MetricReadings
from reasoning.reasoner import Brief, NoSql, PastTurn, SqlFault
from tools.reporting import Runtime, done, report

_RECENT = 8  # turns the writer is shown


@tool
async def generate_sql(runtime: Runtime) -> Command:
    """Write one SELECT for the user's question, or say why no SQL can answer it.

    Call first, and again after valid_sql or run_sql failed: it sees the failed SQL and the database's words.
    """
    state, context = runtime.state, runtime.context
    if not state.get("faults") and (hit := await _reused(state, context)):
        return _written(runtime, hit.sql, hit.asked or state["question"], hit)
    if not state.get("faults") and (found := await _measured(state, context)):
        return _composed(runtime, found)
    draft = await context.reasoner.write_sql(await _brief(state, context))
    if isinstance(draft, NoSql):
        return await _published(runtime, draft) or _declined(runtime, draft)
    return _written(runtime, draft.sql, draft.question or state["question"], None, reading=draft.reading)


async def _published(runtime: Runtime, declined: NoSql) -> Command | None:
    """Let what is published answer what a note redefines, where no model can follow the note."""
    state, context = runtime.state, runtime.context
    if declined.reason != "declined" or not await _is_noted(state, context):
        return None
    if hit := await _reused(state, context, noted_too=True):
        return _written(runtime, hit.sql, hit.asked or state["question"], hit)
    found = await _measured(state, context, noted_too=True)
    return _composed(runtime, found) if found else None


async def _is_noted(state: AgentState, context: Context) -> bool:
    """Tell whether a note of the person says what a word of the question means."""
    return bool(noted(await context.own_notes(), state["question"]).named)


async def _reused(state: AgentState, context: Context, noted_too: bool = False) -> ReuseHit | None:
    """Ask the writer that needs no model: a verified pair whose slots fit."""
    if not noted_too and await _is_noted(state, context):
        return None
    return await context.reuse(
        state["question"], context.connection, context.rights, context.today, previous_turn(state)
    )


async def _measured(
    state: AgentState, context: Context, noted_too: bool = False
) -> MetricHit | MetricReadings | None:
    """Ask the second writer that needs no model: the defined metrics."""
    if context.metrics is None or (not noted_too and await _is_noted(state, context)):
        return None
    return await context.metrics(
        state["question"], context.connection, context.rights, context.today, previous_turn(state)
    )


def _composed(runtime: Runtime, found: MetricHit | MetricReadings) -> Command:
    if isinstance(found, MetricReadings):
        message = say("metrics.which", runtime.context.language)
        return _declined(runtime, NoSql("ambiguous", message, found.questions), alone=True)
    return _written(runtime, found.sql, found.asked, None, reading=found.interpretation)


def previous_turn(state: AgentState) -> PastTurn | None:
    """Return the turn a follow-up follows."""
    past = past_turns(state)
    return past[-1] if past else None


def past_turns(state: AgentState) -> tuple[PastTurn, ...]:
    """Return the thread's recent turns, oldest first."""
    recent = state.get("history", [])[-_RECENT:]
    return tuple(PastTurn(turn["question"], turn["sql"], turn["answer"]) for turn in recent)


async def _brief(state: AgentState, context: Context) -> Brief:
    return Brief(
        question=state["question"],
        language=context.language,
        connection=context.connection,
        dialect=context.database.dialect.name,
        today=context.today.isoformat(),
        linked=await _linked(state, context),
        history=past_turns(state),
        notes=noted(await context.own_notes(), state["question"]).documents,
        faults=tuple(
            SqlFault(fault["sql"], fault["error_class"], fault["message"], fault["hint"])
            for fault in state.get("faults", [])
        ),
    )


async def _linked(state: AgentState, context: Context) -> Linked:
    """Return the linked context; link again with the missing name where the last error asks for it."""
    faults = state.get("faults", [])
    missing = faults[-1] if faults and strategy_for(faults[-1]["error_class"]).action == "relink" else None
    if missing is None and context.desk.linked is not None:
        return context.desk.linked
    query = f"{state['question']} {missing['message'] if missing else ''}".strip()
    context.desk.linked = await link(query, context)
    return context.desk.linked


async def link(query: str, context: Context, history: Sequence[str] = ()) -> Linked:
    """Retrieve what was taught about a question; too slow means nothing, not a failure."""
    trace = context.desk.trace
    began, linked, timed_out = trace.now(), Linked(), False
    try:
        async with asyncio.timeout(context.settings.retrieval_timeout_s):
            linked = await context.knowledge.retrieve(
                query,
                context.connection,
                rights=context.rights,
                today=context.today,
                budget_tokens=context.settings.prompt_budget_tokens,
                history=history,
            )
    except TimeoutError:
        timed_out = True
    trace.retrieval(query, linked, began, timed_out=timed_out)
    return linked


def _written(
    runtime: Runtime, sql: str, question: str, hit: ReuseHit | None, reading: Sequence[str] = ()
) -> Command:
    state = runtime.state
    return done(
        runtime,
        "generate_sql",
        sql,
        language="sql",
        sql=sql,
        sql_hash="",
        sql_source="metric" if reading else _source(hit),
        reading=list(reading),
        similar_to=hit.question if hit else "",
        question=question,
        refusal=None,
        tried=[*state.get("tried", []), hash_sql(sql)],
    )


def _source(hit: ReuseHit | None) -> Source:
    if hit is None:
        return "generated"
    return "verified" if hit.exact else "similar"


def _declined(runtime: Runtime, reason: NoSql, *, alone: bool = False) -> Command:
    state = runtime.state
    asks = reason.reason == "ambiguous" and len(reason.readings) >= 2 and not state.get("clarified")
    return report(
        runtime,
        Outcome(tool="generate_sql", ok=False, error_class="no_sql"),
        reason.message or reason.reason,
        refusal=Refusal(reason=reason.reason, message=reason.message, readings=list(reason.readings)),
        needs=Needs(kind="reading", question=reason.message, readings=list(reason.readings), alone=alone)
        if asks
        else None,
        question=reason.question or state["question"],
        sql="",
        sql_hash="",
    )
