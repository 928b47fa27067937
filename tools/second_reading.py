"""A second look: SQL written once more from another context, and chosen between where the rows differ."""

import asyncio
import dataclasses
import logging
import time
from collections import Counter
from collections.abc import Sequence
from typing import Any

from agent.context import Context, Second
from agent.state import AgentState
from answers.agreement import same_figures
from database.connections import ApprovedQuery
from database.result import QueryResult
from errors import ModelError, WenshuError
from knowledge.items import Linked
from reasoning.reasoner import Brief, Choice, Contest, Judge, SqlDraft, Statement
from tools.briefing import WIDER, brief_for, drafted, link
from tools.doubts import doubt
from tools.further import read_further

_log = logging.getLogger(__name__)
_SHARE_OF_TIME = 0.5  # of what is left; the answer must still be worded
_ROWS_SHOWN = 5  # of those that only one statement gives, to who chooses
LOOK, LOOK_AND_CHOICE = 1, 2  # calls of a model


@dataclasses.dataclass(frozen=True)
class Looked:
    """What a second look came to: the rows that stand, under which statement, and the reading beside them."""

    approved: ApprovedQuery
    result: QueryResult
    question: str
    beside: Second


async def look_again(
    state: AgentState, context: Context, approved: ApprovedQuery, first: QueryResult
) -> Looked | None:
    """Return what a second look came to, or None where none was due or could be had."""
    why = await _due(state, context, first)
    if not why:
        return None
    trace, mine = context.desk.trace, Looked(approved, first, state["question"], Second())
    began, looked = trace.now(), mine
    try:
        async with asyncio.timeout(_time(context)):
            looked = await _looked(state, context, mine)
    except (WenshuError, TimeoutError) as error:
        _log.info("no_second_reading", extra={"cause": repr(error)})
        trace.add("tool", "second_reading", began, ok=False, input=why, error=repr(error))
        return mine if context.care == "careful" else None
    beside = looked.beside
    decision = "agrees" if beside.agrees else "differs" if beside.sql else "none"
    trace.add(
        "tool", "second_reading", began, decision=decision, input=why, sql=beside.sql, output=beside.why
    )
    return looked if beside.sql or context.care == "careful" else None


async def _due(state: AgentState, context: Context, first: QueryResult) -> str:
    """Return why a second look is due: asked for, or a doubt that one more call and a choice may settle."""
    left = context.settings.max_attempts - context.desk.sql_calls
    if state.get("sql_source") != "generated" or context.care == "fast" or left < LOOK:
        return ""
    if context.care == "careful":
        return "careful"
    if left < LOOK_AND_CHOICE:
        return ""
    schema = await context.knowledge.schema(context.connection)
    return (
        doubt(
            state["sql"],
            context.database.dialect,
            schema if schema.tables else context.database.schema,
            state["question"],
            context.desk.linked or Linked(),
            first.rows,
        )
        or ""
    )


async def _looked(state: AgentState, context: Context, mine: Looked) -> Looked:
    draft = await drafted(await _another_brief(state, context), context)
    if not isinstance(draft, SqlDraft):
        return mine
    approved, result = await read_further(
        draft.sql, context, "second_reading", question=draft.question, fresh=state.get("fresh", False)
    )
    theirs = Looked(approved, result, draft.question, Second())
    if same_figures(mine.result.rows, result.rows):
        return _beside(mine, theirs, agrees=True)
    choice = await _chosen(mine, theirs, context)
    if choice is None:
        return _beside(mine, theirs)
    kept, other = (theirs, mine) if choice.second else (mine, theirs)
    return _beside(kept, other, judged=True, why=choice.why)


def _beside(kept: Looked, other: Looked, **how: Any) -> Looked:
    second = Second(
        question=other.question,
        sql=other.approved.sql,
        final_sql=other.approved.final_sql,
        policies=other.approved.policies,
        result=other.result,
        **how,
    )
    return dataclasses.replace(kept, beside=second)


async def _another_brief(state: AgentState, context: Context) -> Brief:
    """Return the brief for a second writer: more of the schema, no examples, no reading but its own.

    What figures are made of stays: without it one second look of five measured by another day.
    """
    brief = await brief_for(state, context)
    linked = brief.linked
    if not linked.whole:
        linked = await link(state["question"], context, room=WIDER)
    alone = dataclasses.replace(linked, examples=(), likeliest=())
    return dataclasses.replace(brief, linked=alone, faults=(), is_second=True)


async def _chosen(first: Looked, second: Looked, context: Context) -> Choice | None:
    """Have the rows that only one of them gives looked at; None where nobody may look or chooses."""
    reasoner, desk = context.reasoner, context.desk
    left = context.settings.max_attempts - desk.sql_calls
    if not (isinstance(reasoner, Judge) and context.settings.result_summary and left >= LOOK):
        return None
    desk.sql_calls += 1
    try:
        return await reasoner.judge(_contest(first, second, context))
    except ModelError as error:
        _log.warning("judge_down", extra={"code": error.code})
        return None


def _contest(first: Looked, second: Looked, context: Context) -> Contest:
    return Contest(
        question=first.question,
        language=context.language,
        columns=(_names(first), _names(second)),
        first=_statement(first, second),
        second=_statement(second, first),
    )


def _names(looked: Looked) -> tuple[str, ...]:
    return tuple(column.name for column in looked.result.columns)


def _statement(looked: Looked, other: Looked) -> Statement:
    return Statement(
        looked.approved.sql,
        looked.question,
        looked.result.row_count,
        tuple(only_in(looked.result.rows, other.result.rows)[:_ROWS_SHOWN]),
    )


def only_in(rows: Sequence[Sequence[Any]], others: Sequence[Sequence[Any]]) -> list[tuple[Any, ...]]:
    """Return the rows that one result has and the other has not, or has fewer of."""
    left = Counter(str(list(row)) for row in others)
    found = []
    for row in rows:
        if left[str(list(row))]:
            left[str(list(row))] -= 1
        else:
            found.append(tuple(row))
    return found


def _time(context: Context) -> float | None:
    if context.deadline == float("inf"):
        return None
    return max(0.0, (context.deadline - time.monotonic()) * _SHARE_OF_TIME)
