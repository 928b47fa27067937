"""Assembles the Answer from what the stages left, and adds nothing of its own."""

import datetime as dt
from dataclasses import dataclass, field, replace
from typing import Any
from zoneinfo import ZoneInfo

from langchain_core.messages import AIMessage
from langgraph.runtime import Runtime

from agent.context import Context, Second
from agent.declining import declined
from agent.events import Answer, AnswerKind, Token
from agent.nodes.recall import is_rewritten
from agent.recovery import strategy_for
from agent.routing import repairs
from agent.stages import stage
from agent.state import AgentState, Fault
from answers.agreement import same_as_far_as_both_go
from answers.analysis import MADE_OF_ROWS
from config.wording import keys, say
from database.result import QueryResult
from language.periods import find_periods
from reasoning.replies import plain_words
from tools.briefing import failed_since, last_answered
from tools.emptied import is_empty
from tools.generate_summary import computed

_MOST_OTHER_ROWS = 100
_RETOLD = frozenset({"syntax", "type", "data", "grouping", "drift", "unknown_name", "hollow", "unknown"})


@dataclass(frozen=True)
class Ending:
    """How the turn ended: its kind, its words, and the failure where there is one."""

    kind: AnswerKind
    text: str
    failure: dict[str, str] | None = None
    shown: bool = True  # the words were streamed already
    source: str | None = field(default=None)


@stage
async def compose(state: AgentState, runtime: Runtime[Context]) -> dict[str, Any]:
    """Put the answer together and show the words nobody has seen yet."""
    context = runtime.context
    if context.desk.recalled is not None:
        context.desk.answer = _again(state, context.desk.recalled, context)
        return {}
    ending = await how_it_ended(state, context)
    if not ending.shown and ending.text:
        context.show(Token(ending.text))
    context.desk.answer = _answer(state, context, ending)
    return {"answer": ending.text, "answer_kind": ending.kind, "sql_source": ending.source}


async def how_it_ended(state: AgentState, context: Context) -> Ending:
    """Return the ending, by the first thing that is known: an answer, a result, words, a refusal, a fault."""
    outcome = state.get("outcome")
    if kind := state.get("answer_kind"):
        return Ending(kind, state.get("answer", ""))  # type: ignore[arg-type]
    if outcome and outcome["tool"] == "generate_summary" and outcome["ok"]:
        return Ending("data", state.get("answer", ""), source=state.get("sql_source"))
    if state.get("result_ref"):
        return Ending("data", _row_count(state, context), shown=False, source=state.get("sql_source"))
    refusal = state.get("refusal")
    if (refusal and refusal["reason"] == "not_data") or context.settings.routing_mode == "chat_direct":
        return _general(state, context)
    if refusal:
        return _no_sql(refusal["reason"], await declined(state, context))
    return _stopped(state, context)


def _row_count(state: AgentState, context: Context) -> str:
    analysis = context.desk.analysis
    if analysis is not None:
        return computed(analysis, context)
    return say("agent.rows", context.language, count=state.get("row_count", 0))


def _general(state: AgentState, context: Context) -> Ending:
    last = state["messages"][-1]
    if isinstance(last, AIMessage) and last.content:
        return Ending("general", str(last.content), source="general")
    failure = last.additional_kwargs.get("failure", {"code": "model_empty", "params": {}})
    if context.settings.routing_mode == "database_direct":
        return _no_sql("not_data", say("agent.not_data", context.language))
    kind: AnswerKind = "unanswerable" if failure["code"] == "model_needed" else "failed"
    return _said(kind, failure["code"], failure["params"], context)


def _no_sql(reason: str, text: str) -> Ending:
    return Ending("unanswerable", text, {"code": reason, "reason": text}, shown=False)


def _stopped(state: AgentState, context: Context) -> Ending:
    faults, outcome = state.get("faults", []), state.get("outcome")
    if outcome and outcome["error_class"] == "unconfirmed":
        text = say("recovery.unconfirmed", context.language)
        return Ending("refused", text, {"code": "unconfirmed", "reason": text}, shown=False)
    if context.out_of_time or not faults:
        return _said("failed", "answer_timeout" if context.out_of_time else "no_answer", {}, context)
    return _from_fault(faults[-1], context)


def _from_fault(fault: Fault, context: Context) -> Ending:
    kind, error_class = strategy_for(fault["error_class"]).kind, fault["error_class"]
    if error_class not in _RETOLD and f"errors.{fault['code']}" in keys(context.language):
        return _said(kind, fault["code"], fault["params"], context)
    text = say(strategy_for(error_class).sentence, context.language)
    return Ending(kind, text, {"code": fault["code"], "reason": text}, shown=False)


def _said(kind: AnswerKind, code: str, params: dict[str, Any], context: Context) -> Ending:
    text = say(f"errors.{code}", context.language, **params)
    return Ending(kind, text, {"code": code, "reason": text}, shown=False)


def _answer(state: AgentState, context: Context, ending: Ending) -> Answer:
    result, is_data = context.desk.result, ending.kind == "data"
    is_told = is_data and (result is not None or bool(state.get("reading")))  # nothing unusual has no table
    answer = Answer(
        kind=ending.kind,
        answer=ending.text,
        question=state["question"],
        sql=state.get("sql") or None,
        interpretation=_interpretation(state, context) if is_told else [],
        source=ending.source,  # type: ignore[arg-type]
        triage=dict(state.get("triage") or {}),
        repairs=repairs(state),
        failure=ending.failure,
        understood=state["question"] if is_rewritten(state) else "",
        beside=state.get("beside", ""),
    )
    return _with_rows(answer, result, state, context) if is_data and result is not None else answer


def _with_rows(answer: Answer, result: QueryResult, state: AgentState, context: Context) -> Answer:
    """Return an answer with its rows, what was made of them, and when they were read."""
    desk, analysis = context.desk, context.desk.analysis
    made = {name: getattr(analysis, name) for name in MADE_OF_ROWS} if analysis else {}
    return replace(
        answer,
        columns=[{"name": one.name, "type": one.type} for one in result.columns],
        rows=[list(row) for row in result.rows],
        row_count=result.row_count,
        truncated=result.truncated,
        result_id=state.get("result_ref"),
        as_of=desk.read_at.isoformat(timespec="seconds") if desk.read_at else "",
        remembered=desk.rows_remembered,
        other=_other(context),
        query=state.get("metric_query"),
        parts=state.get("parts", []),
        **made,
    )


def _interpretation(state: AgentState, context: Context) -> list[str]:
    analysis = context.desk.analysis
    rights = [*(analysis.rights if analysis else []), *_about_rows(context)]
    told = [
        *_written_out(state, context),
        *_uncounted(state, context),
        *_passed_over(state, context),
        *_today(state, context),
    ]
    notes = [*told, *_notes(state, context), *_choice(state, context)]
    if state.get("reading"):
        return [*notes, *state["reading"], *context.desk.also_told, *rights]
    days = state.get("days_told", [])
    computed = [*analysis.interpretation, *context.desk.also_told, *rights] if analysis else []
    lines = [*notes, *days, *computed]
    if similar := state.get("similar_to"):
        lines.append(say("agent.taken_from", context.language, question=similar))
    return lines


def _written_out(state: AgentState, context: Context) -> list[str]:
    """Say which words were taken for short forms, and of what."""
    pairs = state.get("shortened", [])
    return [say("agent.written_out", context.language, short=short, meant=meant) for short, meant in pairs]


def _uncounted(state: AgentState, context: Context) -> list[str]:
    """Say which words of the question the one that was chosen does not count."""
    quoted = [say("agent.quoted", context.language, word=one) for one in state.get("uncounted", [])]
    words = say("interpretation.comma", context.language).join(quoted)
    return [say("agent.uncounted", context.language, words=words)] if words else []


def _passed_over(state: AgentState, context: Context) -> list[str]:
    """Say what a message goes on from where the one before it failed: a model reads both itself."""
    if state.get("sql_source") == "generated" or not is_rewritten(state):
        return []
    failed, past = failed_since(state), last_answered(state)
    if not failed or past is None:
        return []
    return [say("agent.passed_over", context.language, failed=failed, question=past.question)]


def _today(state: AgentState, context: Context) -> list[str]:
    """Say that the last day with data was taken for today, where the question means other days by that.

    What a model took from its TODAY cannot be told from the question.
    """
    clock, asked = context.settings.current_date(), state["question"]
    if context.today == clock:
        return []
    days = [[(one.start, one.end) for one in find_periods(asked, day)] for day in (clock, context.today)]
    if days[0] == days[1] and state.get("sql_source") != "generated":
        return []
    return [say("agent.today_is_last", context.language, day=context.today.isoformat())]


def _notes(state: AgentState, context: Context) -> list[str]:
    """Say which notes of the person the writer was given, or that a published definition went before.

    Where what was taught could be looked for by words alone, that is said of what a model wrote.
    """
    given = state.get("noted", [])
    if state.get("sql_source") == "generated":
        by_words = context.desk.linked is not None and context.desk.linked.by_words
        told = [say("agent.by_words", context.language)] if by_words else []
        return told + [say("agent.by_note", context.language, note=note["text"]) for note in given]
    named = [note for note in given if note["named"]]
    return [say("agent.note_left_out", context.language, note=note["text"]) for note in named]


def _choice(state: AgentState, context: Context) -> list[str]:
    """Say which reading the person chose, now or once before, and that this can be undone."""
    chosen = state.get("preferred")
    return [say("agent.by_choice", context.language, choice=chosen)] if chosen else []


def _about_rows(context: Context) -> list[str]:
    """Say where the rows are not those the database gave for this very answer."""
    desk, lines = context.desk, []
    if desk.rows_remembered and desk.read_at:
        lines.append(say("agent.rows_read_at", context.language, time=_clock(desk.read_at, context)))
    if (second := desk.second) is not None and second.judged:
        lines.append(_why_chosen(second, context).rstrip(" :："))
    elif second is not None and second.agrees and desk.result is not None and is_empty(desk.result):
        pass  # two that find nothing agree on nothing
    elif second is not None and (second.agrees or not second.sql):
        lines.append(say("agent.second_agrees" if second.agrees else "agent.second_none", context.language))
    if desk.replaced:
        lines.append(say("agent.rows_replaced", context.language))
    return lines


def _why_chosen(second: Second, context: Context) -> str:
    """Say what two statements differ in, and why one of them was chosen."""
    mine, other = context.desk.result, second.result
    alike = mine is not None and other is not None and same_as_far_as_both_go(mine.rows, other.rows)
    code = "agent.second_rows" if alike else "agent.second_chosen"
    return say(code, context.language, why=plain_words(second.why, ""))


def _other(context: Context) -> dict[str, Any] | None:
    """Return the second reading where it tells other figures."""
    second = context.desk.second
    if second is None or second.result is None or second.agrees:
        return None
    result = second.result
    return {
        "question": second.question,
        "sql": second.sql,
        "columns": [{"name": column.name, "type": column.type} for column in result.columns],
        "rows": [list(row) for row in result.rows[:_MOST_OTHER_ROWS]],
        "row_count": result.row_count,
        "truncated": result.truncated or result.row_count > _MOST_OTHER_ROWS,
    }


def _clock(at: dt.datetime, context: Context) -> str:
    return at.astimezone(ZoneInfo(context.settings.timezone)).strftime("%H:%M")


def _again(state: AgentState, earlier: Answer, context: Context) -> Answer:
    return replace(
        earlier,
        source="cached",
        remembered=True,
        triage=dict(state.get("triage") or {}),
        interpretation=[_same_question(earlier, context), *earlier.interpretation],
        repairs=0,
        suggestions=list(earlier.suggestions),
    )


def _same_question(earlier: Answer, context: Context) -> str:
    time = _clock(dt.datetime.fromisoformat(earlier.as_of), context) if earlier.as_of else "?"
    return say("agent.same_question", context.language, time=time)
