"""The first tool: SQL for the question, or a typed reason why there is none."""

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from langchain_core.tools import tool
from langgraph.types import Command

from agent.context import Context
from agent.events import Source
from agent.recovery import strategy_for
from agent.state import AgentState, Fault, Needs, Outcome, Refusal, with_fault
from analysis.given import analysis_given
from config.wording import say
from database.connections import hash_sql
from query.as_json import to_json
from reasoning.drift import Drift, drift
from reasoning.offline import asked_back
from reasoning.prompting import drifted, fix_for, unlike_fault
from reasoning.reasoner import Brief, Draft, MetricDraft, NeedTables, NoSql, PastTurn, SqlDraft
from teaching.notes import noted
from tools.answerable import answerable, one_meaning, or_rows, rows_before, rows_edit
from tools.briefing import (
    brief_for,
    declined_before,
    drafted,
    link_wider,
    previous_declined,
    previous_turn,
    shown_before,
)
from tools.data_ends import unlike_times
from tools.frames import led_by, named_two
from tools.its_place import its_place
from tools.of_those import added_up, of_those, of_those_told
from tools.part_named import by_part_of_a_name
from tools.referents import asked_again, of_the_one, of_the_place
from tools.remaining import what_remains
from tools.reporting import Runtime, done, report
from tools.than_the_mean import than_the_mean
from tools.that_time import of_that_time
from tools.turning_back import turned, turned_back
from tools.typed import points_back
from understanding.asked import Asked
from understanding.choices import chosen_before, subjects
from understanding.readings import MetricHit
from understanding.verdicts import NOT_MINE, Reading, of_metric, of_pair, surest
from understanding.words.pointing import pointer


@tool
async def generate_sql(runtime: Runtime) -> Command:
    """Write one SELECT for the user's question, or say why no SQL can answer it.

    Call first, and again after valid_sql or run_sql failed: it sees the failed SQL and the database's words.
    """
    return await _answered(runtime, runtime.state)


async def _answered(runtime: Runtime, state: AgentState) -> Command:
    """Take what is certain without a model; else ask the reasoner, what is not certain as a candidate."""
    context, refused = runtime.context, state.get("refusal")
    candidate: Reading | None = None
    absent: tuple[str, ...] = ()
    if refused is not None:
        wider = await link_wider(state, context)
        if not wider.more and refused["reason"] == "missing_data":
            again = NoSql("missing_data", refused["message"], tuple(refused["readings"]))
            return _declined(runtime, state, again)
        absent = wider.absent
    elif not state.get("faults"):
        given, doubted = state.get("given"), context.desk.doubted
        if context.desk.misread:
            reading = NOT_MINE
        elif doubted:
            reading = Reading("candidate", alternatives=doubted)
        else:
            reading = await _given(given, state, context) if given else await read(state, context)
        if reading.verdict == "certain":
            return _taken(runtime, state, reading)
        if given:
            return _declined(runtime, state, NoSql("declined", say("agent.query_gone", context.language)))
        candidate = reading if reading.verdict == "candidate" else None
    brief = dataclasses.replace(await brief_for(state, context), candidate=candidate, absent=absent)
    draft = await _asked_for(brief, context)
    if isinstance(draft, Reading):
        return _taken(runtime, state, draft)
    if isinstance(draft, MetricDraft):
        return _analysed(runtime, state, draft)
    if isinstance(draft, NeedTables):
        return _needing(runtime, state, draft)
    if isinstance(draft, NoSql):
        return await _published(runtime, state, draft) or await _unwritten(runtime, state, draft, candidate)
    draft = await _with_like_times(draft, brief, context)
    if found_drift := _drift(state, context, draft.sql):
        return _drifted(runtime, draft.sql, found_drift)
    if candidate is not None and draft.sql == candidate.sql:
        told = dataclasses.replace(candidate, said=(*candidate.said, *draft.reading))
        return _taken(runtime, state, told)
    return _written(runtime, state, draft.sql, draft.question or state["question"], reading=draft.reading)


async def _asked_for(brief: Brief, context: Context) -> Draft | Reading:
    """Ask the reasoner; a metric query that breaks the rules of the metrics is asked for as SQL.

    A MetricDraft that comes out is an analysis that can be carried out.
    """
    draft = await drafted(brief, context)
    if isinstance(draft, SqlDraft | MetricDraft):
        context.desk.also = draft.also or context.desk.also  # a repair does not say it again
    if not isinstance(draft, MetricDraft):
        return draft
    if draft.query.get("analysis"):
        if await _can_analyse(draft, brief, context):
            return draft
    elif found := await _asked_of_metrics(draft.query, draft.question, context):
        return of_metric(found)
    again = await drafted(dataclasses.replace(brief, sql_only=True, candidate=None), context)
    return NoSql("declined", question=again.question) if isinstance(again, MetricDraft) else again


async def _with_like_times(draft: SqlDraft, brief: Brief, context: Context) -> SqlDraft:
    """Have a statement written once more where it compares times of which the later has data for fewer days.

    Told once: what it comes to then stands, and unlike times are said to be so.
    """
    repeats = brief.candidate is not None and brief.candidate.sql == draft.sql
    if repeats or brief.faults or context.care == "fast":
        return draft
    if (found := await unlike_times(draft.sql, context)) is None:
        return draft
    faults = (unlike_fault(draft.sql, found),)
    again = await drafted(dataclasses.replace(brief, faults=faults, candidate=None), context)
    return again if isinstance(again, SqlDraft) else draft


async def _can_analyse(draft: MetricDraft, brief: Brief, context: Context) -> bool:
    """Tell whether an analysis that a model chose can be carried out under these rights."""
    if context.figures is None:
        return False
    desk = await context.figures.desk(context.connection, context.rights, context.today, context.language)
    return (
        desk is not None and analysis_given(draft.query, draft.question or brief.question, desk) is not None
    )


def _analysed(runtime: Runtime, state: AgentState, draft: MetricDraft) -> Command:
    """Report that the question asks for an analysis, which is carried out after this loop."""
    return done(
        runtime,
        "generate_sql",
        say("agent.analysis_chosen", runtime.context.language),
        analysis_asked=dict(draft.query),
        question=draft.question or state["question"],
        sql="",
        sql_hash="",
        refusal=None,
    )


async def _asked_of_metrics(query: Mapping[str, Any], question: str, context: Context) -> MetricHit | None:
    """Compose what somebody else asked of the metrics, where it holds to their rules."""
    if context.figures is None:
        return None
    return await context.figures.composed(
        query, question, context.connection, context.rights, context.today, context.language
    )


async def _given(query: Mapping[str, Any], state: AgentState, context: Context) -> Reading:
    """Take the query that came with the question, where these rights may ask it and it can be composed."""
    return of_metric(await _asked_of_metrics(query, state["question"], context))


async def _published(runtime: Runtime, state: AgentState, declined: NoSql) -> Command | None:
    """Let what is published answer what a note redefines, where no model can follow the note."""
    context = runtime.context
    if declined.reason not in ("declined", "no_model") or not await _is_noted(state, context):
        return None
    reading = await read(state, context, noted_too=True)
    if reading.verdict == "certain":
        return _taken(runtime, state, reading)
    if reading.alternatives:
        asked = asked_back(reading, context.language)
        return await _unwritten(runtime, state, NoSql("ambiguous", asked, reading.alternatives), reading)
    return None


async def _is_noted(state: AgentState, context: Context) -> bool:
    """Tell whether a note of the person says what a word of the question means."""
    return bool(noted(await context.own_notes(), state["question"]).named)


async def read(state: AgentState, context: Context, noted_too: bool = False) -> Reading:
    """Read the question without a model, once for a run."""
    kept, asked = context.desk.readings, (state["question"], noted_too)
    if asked not in kept:
        kept[asked] = await read_after(state, context, noted_too)
    return kept[asked]


async def read_after(
    state: AgentState, context: Context, noted_too: bool = False, *, points_back: bool = False
) -> Reading:
    """Read the question as a verified pair whose slots fit, and over the defined metrics.

    It `points_back` where names stand in it for a word that did.
    """
    if not noted_too and await _is_noted(state, context):
        return NOT_MINE
    previous = await led_by(previous_turn(state), state["question"], context)
    asked = context.asked(state["question"], previous, previous_declined(state))
    asked = dataclasses.replace(asked, points_back=points_back)
    hit = await context.reuse(asked)
    if hit is None or not hit.word_for_word:
        if (edit := await rows_edit(asked, previous, context)) is not None:
            return edit
        if (back := await turned_back(asked, state, context)).verdict != "not_mine":
            return back
    pair = await _described(of_pair(hit, asked.question), context)
    if (told := await _of_its_own(asked, state, context)) is not None:
        return told
    if pair.verdict == "certain":
        return await rows_before(pair, asked, context)
    found = surest(pair, await context.metrics(asked)) if context.metrics else pair
    whole = await rows_before(await or_rows(found, asked, context), asked, context)
    if (settled := await _settled(whole, asked, state, context)) is not None:
        return settled
    declined = declined_before(state)
    one = await of_the_one(asked, shown_before(state), declined, context, whole)
    if whole.verdict == "certain":
        return one if one.verdict == "certain" and one.source == "rows" else whole
    if (sure := await _of_some(asked, one, state, context)) is not None:
        return sure
    if (held := await than_the_mean(asked, context)).verdict == "certain":
        return held
    found = await _of_the_two(state, context) or surest(one, whole)
    return (
        found if found.verdict == "candidate" else await _of_the_answered(asked, previous, context) or found
    )


async def _of_its_own(asked: Asked, state: AgentState, context: Context) -> Reading | None:
    """Return the place of one member, or what is asked of the time shown, where a message says so."""
    if (placed := await its_place(asked, context)).verdict == "certain":
        return placed
    past = shown_before(state)
    if (summed := await added_up(asked, past, context)).verdict == "certain":
        return summed
    then = await of_that_time(asked, past, context)
    return then if then.verdict == "certain" else None


async def _settled(whole: Reading, asked: Asked, state: AgentState, context: Context) -> Reading | None:
    """Return what a message that is read by itself comes to, which may be of what was shown."""
    if whole.verdict != "certain":
        return None
    if place := await of_the_place(whole, asked, shown_before(state), context):
        return place
    if _cuts_by_what_is_asked_of_one(whole, asked.question):
        return None
    return await _of_several(whole, asked, state, context)


async def _of_several(whole: Reading, asked: Asked, state: AgentState, context: Context) -> Reading:
    """Return what a message that is read by itself asks of several shown, where it speaks of them."""
    those = await of_those(asked, shown_before(state), context)
    several = those.query is not None and any(one.values[1:] for one in those.query.filters)
    return those if those.verdict == "certain" and several else whole


async def _of_some(asked: Asked, one: Reading, state: AgentState, context: Context) -> Reading | None:
    """Return what a message asks of the one shown, away from it, or of several shown or told, if certain."""
    sure = [found for found in (one, await turned(asked, context)) if found.verdict == "certain"]
    if sure:
        return sure[0]
    past = shown_before(state)
    those = await of_those(asked, past, context) if past else await of_those_told(asked, context)
    return those if those.verdict == "certain" else None


async def _of_the_answered(asked: Asked, previous: PastTurn | None, context: Context) -> Reading | None:
    """Return what a message asks of the last answer, to be asked back: another question had none since.

    Behind an answer it may name somebody by a part of a name.
    """
    if not asked.previous_declined:
        return await by_part_of_a_name(asked, previous, context)
    if previous is None or context.metrics is None or not await points_back(asked.question, context):
        return None
    kept = dataclasses.replace(asked, previous_declined=False)
    found = await rows_edit(kept, previous, context) or await context.metrics(kept)
    back = asked_again(found) if found.asked != asked.question else NOT_MINE
    return back if back.alternatives else None


async def _of_the_two(state: AgentState, context: Context) -> Reading | None:
    """Return what a message asks of the two shown that it points at; after a decline it is asked back."""
    named = await named_two(state["question"], shown_before(state), context)
    if named == state["question"]:
        return None
    found = await read_after({**state, "question": named}, context, points_back=True)
    if found.verdict != "certain":
        return found if found.alternatives else None
    told = dataclasses.replace(found, asked=found.asked or named)
    return asked_again(told) if previous_declined(state) else told


def _cuts_by_what_is_asked_of_one(reading: Reading, question: str) -> bool:
    """Tell whether a figure is cut where a message points at one thing: who supplies it is in its own row."""
    return reading.query is not None and bool(reading.query.splits) and pointer(question) is not None


async def _described(pair: Reading, context: Context) -> Reading:
    """Return a certain pair with what it asks of the metrics, where it asks nothing else."""
    if pair.verdict != "certain" or context.figures is None:
        return pair
    told = await context.figures.recognised(
        pair.sql, context.connection, context.rights, context.today, context.language
    )
    if told is None:
        return pair
    return dataclasses.replace(pair, query=told.query, measures=told.measures, parts=told.parts)


async def _unwritten(
    runtime: Runtime, state: AgentState, reason: NoSql, candidate: Reading | None
) -> Command:
    """Take the reading the person chose before, or the one all readings come to; else report why."""
    context = runtime.context
    if (remains := await _remains(state, reason, context)) is not None:
        return _declined(runtime, state, remains, alone=True, in_part=True)
    if not _asks(state, reason):
        return _declined(runtime, state, reason)
    alone = candidate is not None and reason.readings == candidate.alternatives
    if alone:
        reason = await _answerable(reason, context)
        if not reason.readings:
            return _declined(runtime, state, NoSql("no_model", question=reason.question))
    asked, readings = reason.question or state["question"], reason.readings
    kept = await context.preferences.find(context.user.name, context.connection, subjects(asked, readings))
    if chosen := chosen_before(asked, readings, kept):
        command = await _answered(runtime, _chosen(state, asked, chosen, context, alone=alone))
        return Command(update={**_update(command), "clarified": True, "preferred": chosen})
    if not alone and await one_meaning(readings, context):
        return await _answered(runtime, _chosen(state, asked, readings[0], context, alone=True))
    return _declined(runtime, state, reason, alone=alone)


async def _remains(state: AgentState, reason: NoSql, context: Context) -> NoSql | None:
    """Return all that was read of a question which only a model could follow whole, to be asked back once."""
    if reason.reason != "no_model" or state.get("clarified") or state.get("faults"):
        return None
    if (await read(state, context)).why in ("follows", "no_data"):
        return None
    found = await what_remains(state["question"], context, alone=previous_turn(state) is None)
    remains = await _answerable(found, context) if found is not None else None
    return remains if remains is not None and remains.readings else None


async def _answerable(reason: NoSql, context: Context) -> NoSql:
    """Leave out the readings that this person could not have answered."""
    readings = [one async for one in answerable(reason.readings, context)]
    return dataclasses.replace(reason, readings=tuple(readings))


def _asks(state: AgentState, reason: NoSql) -> bool:
    return reason.reason == "ambiguous" and bool(reason.readings) and not state.get("clarified")


def _chosen(state: AgentState, asked: str, reading: str, context: Context, *, alone: bool) -> AgentState:
    """Return the state with the question as it stands once a reading is chosen."""
    told = reading if alone else say("agent.clarified", context.language, question=asked, choice=reading)
    return {**state, "question": told, "clarified": True, "alone": alone, "refusal": None}


def _update(command: Command) -> dict[str, Any]:
    assert isinstance(command.update, dict)
    return command.update


def _drift(state: AgentState, context: Context, sql: str) -> Drift | None:
    """Compare a repair with the statement whose error it repairs, not with repairs that were rejected."""
    failed = [fault for fault in state.get("faults", []) if fault["error_class"] != "drift" and fault["sql"]]
    if not failed:
        return None
    last = failed[-1]
    if last["error_class"] == "hollow":
        return None  # whatever it looked for is to be reached another way
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


def _taken(runtime: Runtime, state: AgentState, reading: Reading) -> Command:
    """Report SQL that was read without a model, or that a model asked of the metrics."""
    asked = reading.asked or state["question"]
    runtime.context.desk.read_as(reading)
    return _written(
        runtime,
        state,
        reading.sql,
        asked,
        reading.source,
        reading=reading.said,
        similar_to=reading.similar_to,
        metric=reading,
    )


def _written(
    runtime: Runtime,
    state: AgentState,
    sql: str,
    question: str,
    source: Source = "generated",
    *,
    reading: Sequence[str] = (),
    similar_to: str = "",
    metric: Reading = NOT_MINE,
) -> Command:
    return done(
        runtime,
        "generate_sql",
        sql,
        language="sql",
        sql=sql,
        sql_hash="",
        sql_source="metric" if reading and source == "generated" else source,
        metric_query=to_json(metric.query) if metric.query else None,
        measures=[dict(vars(one)) for one in metric.measures],
        parts=[dict(vars(one)) for one in metric.parts],
        reading=list(reading),
        similar_to=similar_to,
        question=question,
        refusal=None,
        widened=state.get("widened") or state.get("refusal") is not None,
        tried=[*state.get("tried", []), hash_sql(sql)],
    )


def _needing(runtime: Runtime, state: AgentState, need: NeedTables) -> Command:
    """Report that the writer must see other tables first; asked for twice, the data are missing."""
    if state.get("refusal") is not None:
        return _declined(runtime, state, NoSql("missing_data", question=need.question))
    return _declined(runtime, state, NoSql("need_tables", readings=need.tables, question=need.question))


def _declined(
    runtime: Runtime, state: AgentState, reason: NoSql, *, alone: bool = False, in_part: bool = False
) -> Command:
    readings = list(reason.readings)
    return report(
        runtime,
        Outcome(tool="generate_sql", ok=False, error_class="no_sql"),
        reason.message or say(f"agent.{reason.reason}", runtime.context.language),
        refusal=Refusal(reason=reason.reason, message=reason.message, readings=readings),
        needs=Needs(
            kind="reading",
            question=reason.message,
            readings=readings,
            alone=alone,
            in_part=in_part,
            left=[*reason.left],
        )
        if _asks(state, reason)
        else None,
        question=reason.question or state["question"],
        sql="",
        sql_hash="",
        widened=state.get("widened") or state.get("refusal") is not None,
    )
