"""The first tool: SQL for the question, or a typed reason why there is none."""

import dataclasses
from collections.abc import Sequence
from typing import Any

from langchain_core.tools import tool
from langgraph.types import Command

from agent.context import Context
from agent.events import Source
from agent.recovery import strategy_for
from agent.state import AgentState, Fault, Needs, Outcome, Refusal, with_fault
from config.wording import say
from database.connections import hash_sql
from knowledge.choices import chosen_before, subjects
from knowledge.items import ReuseHit
from knowledge.notes import noted
from knowledge.question import MetricHit, MetricReadings
from reasoning.drift import Drift, drift
from reasoning.prompting import drifted, fix_for
from reasoning.reasoner import NoSql, SqlDraft
from tools.answerable import one_meaning
from tools.briefing import brief_for, link_wider, previous_turn
from tools.reporting import Runtime, done, report


@tool
async def generate_sql(runtime: Runtime) -> Command:
    """Write one SELECT for the user's question, or say why no SQL can answer it.

    Call first, and again after valid_sql or run_sql failed: it sees the failed SQL and the database's words.
    """
    return await _answered(runtime, runtime.state)


async def _answered(runtime: Runtime, state: AgentState) -> Command:
    """Ask the writers in turn: what is verified, what the metrics define, then the reasoner."""
    context, refused = runtime.context, state.get("refusal")
    if refused is not None and not await link_wider(state, context):
        again = NoSql(refused["reason"], refused["message"], tuple(refused["readings"]))  # type: ignore[arg-type]
        return _declined(runtime, state, again)
    if refused is None and not state.get("faults"):
        if hit := await _reused(state, context):
            return _written(runtime, state, hit.sql, hit.asked or state["question"], hit)
        if found := await _measured(state, context):
            return await _composed(runtime, state, found)
    brief = await brief_for(state, context)
    draft = await context.reasoner.write_sql(brief)
    if isinstance(draft, SqlDraft) and draft.metric is not None:
        if asked_of := await _asked_of_metrics(draft, context):
            reading = asked_of.interpretation
            return _written(runtime, state, asked_of.sql, asked_of.asked, None, reading=reading)
        draft = await context.reasoner.write_sql(dataclasses.replace(brief, metrics=()))
    if isinstance(draft, NoSql):
        return await _published(runtime, state, draft) or await _unwritten(runtime, state, draft)
    if found_drift := _drift(state, context, draft.sql):
        return _drifted(runtime, draft.sql, found_drift)
    asked = draft.question or state["question"]
    return _written(runtime, state, draft.sql, asked, None, reading=draft.reading)


async def _asked_of_metrics(draft: SqlDraft, context: Context) -> MetricHit | None:
    """Compose what the model asked of the metrics, where it holds to their rules."""
    if context.figures is None or draft.metric is None:
        return None
    return await context.figures.composed(
        draft.metric, draft.question, context.connection, context.rights, context.today, context.language
    )


async def _published(runtime: Runtime, state: AgentState, declined: NoSql) -> Command | None:
    """Let what is published answer what a note redefines, where no model can follow the note."""
    context = runtime.context
    if declined.reason not in ("declined", "no_model") or not await _is_noted(state, context):
        return None
    if hit := await _reused(state, context, noted_too=True):
        return _written(runtime, state, hit.sql, hit.asked or state["question"], hit)
    found = await _measured(state, context, noted_too=True)
    return await _composed(runtime, state, found) if found else None


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


async def _composed(runtime: Runtime, state: AgentState, found: MetricHit | MetricReadings) -> Command:
    if isinstance(found, MetricReadings):
        message = say("metrics.which", runtime.context.language)
        return await _unwritten(runtime, state, NoSql("ambiguous", message, found.questions), alone=True)
    return _written(runtime, state, found.sql, found.asked, None, reading=found.interpretation)


async def _unwritten(runtime: Runtime, state: AgentState, reason: NoSql, *, alone: bool = False) -> Command:
    """Take the reading the person chose before, or the one all readings come to; else report why."""
    context = runtime.context
    if not _asks(state, reason):
        return _declined(runtime, state, reason)
    asked, readings = reason.question or state["question"], reason.readings
    kept = await context.preferences.find(context.user.name, context.connection, subjects(asked, readings))
    if chosen := chosen_before(asked, readings, kept):
        command = await _answered(runtime, _chosen(state, asked, chosen, context, alone=alone))
        return Command(update={**_update(command), "clarified": True, "preferred": chosen})
    if not alone and await one_meaning(readings, context):
        return await _answered(runtime, _chosen(state, asked, readings[0], context, alone=True))
    return _declined(runtime, state, reason, alone=alone)


def _asks(state: AgentState, reason: NoSql) -> bool:
    return reason.reason == "ambiguous" and len(reason.readings) >= 2 and not state.get("clarified")


def _chosen(state: AgentState, asked: str, reading: str, context: Context, *, alone: bool) -> AgentState:
    """Return the state with the question as it stands once a reading is chosen."""
    told = reading if alone else say("agent.clarified", context.language, question=asked, choice=reading)
    return {**state, "question": told, "clarified": True, "refusal": None}


def _update(command: Command) -> dict[str, Any]:
    assert isinstance(command.update, dict)
    return command.update


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
    runtime: Runtime,
    state: AgentState,
    sql: str,
    question: str,
    hit: ReuseHit | None,
    reading: Sequence[str] = (),
) -> Command:
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


def _declined(runtime: Runtime, state: AgentState, reason: NoSql, *, alone: bool = False) -> Command:
    readings = list(reason.readings)
    return report(
        runtime,
        Outcome(tool="generate_sql", ok=False, error_class="no_sql"),
        reason.message or say(f"agent.{reason.reason}", runtime.context.language),
        refusal=Refusal(reason=reason.reason, message=reason.message, readings=readings),
        needs=Needs(kind="reading", question=reason.message, readings=readings, alone=alone)
        if _asks(state, reason)
        else None,
        question=reason.question or state["question"],
        sql="",
        sql_hash="",
        widened=state.get("widened") or state.get("refusal") is not None,
    )
