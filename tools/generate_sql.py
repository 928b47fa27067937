"""The first tool: SQL for the question, or a typed reason why there is none."""

from collections.abc import Sequence

from langchain_core.tools import tool
from langgraph.types import Command

from agent.context import Context
from agent.events import Source
from agent.recovery import strategy_for
from agent.state import AgentState, Fault, Needs, Outcome, Refusal, with_fault
from config.wording import say
from database.connections import hash_sql
from knowledge.items import ReuseHit
from knowledge.notes import noted
from knowledge.question import MetricHit, MetricReadings
from reasoning.drift import Drift, drift
from reasoning.prompting import drifted, fix_for
from reasoning.reasoner import NoSql
from tools.briefing import brief_for, link_wider, previous_turn
from tools.reporting import Runtime, done, report


@tool
async def generate_sql(runtime: Runtime) -> Command:
    """Write one SELECT for the user's question, or say why no SQL can answer it.

    Call first, and again after valid_sql or run_sql failed: it sees the failed SQL and the database's words.
    """
    state, context = runtime.state, runtime.context
    refused = state.get("refusal")
    if refused is not None and not await link_wider(state, context):
        again = NoSql(refused["reason"], refused["message"], tuple(refused["readings"]))  # type: ignore[arg-type]
        return _declined(runtime, again)
    if refused is None and not state.get("faults"):
        if hit := await _reused(state, context):
            return _written(runtime, hit.sql, hit.asked or state["question"], hit)
        if found := await _measured(state, context):
            return _composed(runtime, found)
    draft = await context.reasoner.write_sql(await brief_for(state, context))
    if isinstance(draft, NoSql):
        return await _published(runtime, draft) or _declined(runtime, draft)
    if found_drift := _drift(state, context, draft.sql):
        return _drifted(runtime, draft.sql, found_drift)
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


def _drift(state: AgentState, context: Context, sql: str) -> Drift | None:
    """Compare a repair with the statement whose error it repairs, not with repairs that were rejected."""
    failed = [fault for fault in state.get("faults", []) if fault["error_class"] != "drift" and fault["sql"]]
    if not failed:
        return None
    last = failed[-1]
    said = f"{last['message']} {last['hint']}"
    return drift(last["sql"], sql, last["error_class"], said, context.database.dialect)


def _drifted(runtime: Runtime, sql: str, found: Drift) -> Command:
    """Reject a repair that changes more than its error asked for; it counts as a try, its writer is told."""
    state, language = runtime.state, runtime.context.language
    fault = Fault(
        stage="generate_sql",
        error_class="drift",
        code="sql_drifted",
        params={},
        sql=sql,
        message=drifted(found),
        hint="",
        near="",
        fix=fix_for(strategy_for("drift").fix),
    )
    return report(
        runtime,
        Outcome(tool="generate_sql", ok=False, error_class="drift"),
        say("agent.drifted", language, part=say(f"agent.drift.{found.part}", language)),
        faults=with_fault(state.get("faults", []), fault),
        tried=[*state.get("tried", []), hash_sql(sql)],
    )


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
        widened=state.get("widened") or state.get("refusal") is not None,
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
        widened=state.get("widened") or state.get("refusal") is not None,
    )
