"""Careful mode: a second SQL, written without sight of the first, passes the same walls and is compared."""

import asyncio
import dataclasses
import logging
import time

from agent.context import Context, Second
from agent.state import AgentState
from answers.agreement import same_figures
from answers.analysis import analyse
from database.result import QueryResult
from errors import WenshuError
from reasoning.reasoner import SqlDraft
from tools.briefing import brief_for
from tools.further import read_further

_log = logging.getLogger(__name__)
_SHARE_OF_TIME = 0.5  # of what is left; the first answer must still be worded


async def read_again(state: AgentState, context: Context, first: QueryResult) -> Second:
    """Return the second reading, or an empty one where none could be had."""
    trace = context.desk.trace
    began = trace.now()
    try:
        async with asyncio.timeout(_time(context)):
            second = await _second(state, context, first)
    except (WenshuError, TimeoutError) as error:
        _log.info("no_second_reading", extra={"cause": repr(error)})
        trace.add("tool", "second_reading", began, ok=False, error=repr(error))
        return Second()
    decision = "none" if not second.sql else ("agrees" if second.agrees else "differs")
    trace.add("tool", "second_reading", began, decision=decision, sql=second.sql, final_sql=second.final_sql)
    return second


async def _second(state: AgentState, context: Context, first: QueryResult) -> Second:
    brief = await brief_for(state, context)
    alone = dataclasses.replace(brief.linked, examples=())
    draft = await context.reasoner.write_sql(
        dataclasses.replace(brief, linked=alone, faults=(), is_second=True)
    )
    if not isinstance(draft, SqlDraft):
        return Second()
    approved, result = await read_further(
        draft.sql, context, "second_reading", question=draft.question, fresh=state.get("fresh", False)
    )
    told = analyse(
        draft.question, context.language, result, draft.sql, context.database.dialect,
        context.database.schema, policies=approved.policies, today=context.today,
    )  # fmt: skip
    return Second(
        question=draft.question,
        sql=draft.sql,
        final_sql=approved.final_sql,
        result=result,
        statements=(*told.statements, *([told.restriction] if told.restriction else [])),
        agrees=same_figures(first.rows, result.rows),
    )


def _time(context: Context) -> float | None:
    if context.deadline == float("inf"):
        return None
    return max(0.0, (context.deadline - time.monotonic()) * _SHARE_OF_TIME)
