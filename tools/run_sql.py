"""The third tool: run what was approved, and nothing else."""

import datetime as dt
import logging
from collections.abc import Sequence
from typing import Any

from langchain_core.tools import tool
from langgraph.types import Command

from agent.context import Context
from agent.events import RowsReady, SqlReady
from agent.state import AgentState
from database.connections import ApprovedQuery, hash_sql
from database.result import QueryResult
from errors import InputError, SettingsError
from tools.data_ends import told_of_days
from tools.hollow import refuse_hollow
from tools.meaning import by_names
from tools.reporting import Runtime, done
from tools.rows import hooked, read_rows
from tools.second_reading import Looked, look_again
from tools.ties import ties_of
from tools.unnamed import as_stored

_PREVIEW = 3
_log = logging.getLogger(__name__)


@tool
async def run_sql(runtime: Runtime) -> Command:
    """Run the SQL that valid_sql approved and return a preview of its rows.

    Call after valid_sql succeeded. If rows were cut, the result says so; aggregate to see the rest.
    """
    state, context = runtime.state, runtime.context
    approved = context.desk.approved
    if approved is None or not _is_approved(state, approved):
        raise InputError("sql_not_approved", phase="run_sql")
    read = await read_rows(approved, context, fresh=state.get("fresh", False))
    context.desk.read_at, context.desk.rows_remembered = read.at, read.remembered
    result = await hooked(read.result, context)
    stands: dict[str, Any] = {}
    if (renamed := await as_stored(state, context, approved, result)) is not None:
        context.desk.unnamed = renamed.told
        if renamed.approved is not None and renamed.result is not None:
            approved, result, stands = renamed.approved, renamed.result, _with(renamed.approved, context)
    refuse_hollow(state, result)
    looked = None if renamed else await look_again(state, context, approved, result)
    stands = await _standing(looked, state, context) if looked else stands
    if looked is not None:
        result = looked.result
        if stands:
            context.show(SqlReady(looked.approved.sql, "generated"))
    if (tied := await ties_of(state, context, context.desk.approved or approved, result)) is not None:
        context.desk.ties_left_out = tied.left_out
        if tied.approved is not None and tied.result is not None:
            result, stands = tied.result, {**stands, **_with(tied.approved, context)}
    if state.get("sql_source") == "generated" and context.desk.approved is not None:
        result = await by_names(result, context.desk.approved.sql, context)
    context.desk.result = result
    result_id = await kept(result, context)
    context.show(rows_ready(result_id, result))
    return done(
        runtime,
        "run_sql",
        str(result.row_count),
        result_ref=result_id or None,
        row_count=result.row_count,
        preview=[list(row) for row in result.rows[:_PREVIEW]],
        **stands,
    )


async def _standing(looked: Looked, state: AgentState, context: Context) -> dict[str, Any]:
    """Note what a second look came to, and return its SQL for the state, where that was chosen."""
    desk = context.desk
    desk.second = looked.beside
    if desk.approved is looked.approved:
        return {}
    desk.approved, desk.read_at, desk.rows_remembered = looked.approved, dt.datetime.now(dt.UTC), False
    told = await told_of_days(looked.approved.sql, state, context)
    return {"sql": looked.approved.sql, "sql_hash": looked.approved.sql_hash, "days_told": list(told.lines)}


def _with(approved: ApprovedQuery, context: Context) -> dict[str, Any]:
    """Have another statement stand, by stored names or with the ties, and return it for the state."""
    context.desk.approved = approved
    context.desk.read_at, context.desk.rows_remembered = dt.datetime.now(dt.UTC), False
    context.show(SqlReady(approved.sql, "generated"))
    return {"sql": approved.sql, "sql_hash": approved.sql_hash}


async def kept(
    result: QueryResult, context: Context, rights: str = "", sheets: Sequence[tuple[str, QueryResult]] = ()
) -> str:
    """Keep the whole result and return its id, or nothing: a full disk must not take the rows away.

    `rights` is the mark of those it was read under, where that is more than the question's own; `sheets` are
    the tables of its workbook, each with its name, where that holds more than the result.
    """
    beside = {"sheets": [{"name": name, **one.to_json()} for name, one in sheets]} if len(sheets) > 1 else {}
    try:
        return await context.results.save(
            context.user.name,
            context.thread,
            rights or context.rights.fingerprint(),
            result.to_json() | beside,
        )
    except SettingsError as error:
        _log.error("result_not_kept", extra={"code": error.code, "cause": error.detail})
        return ""


def _is_approved(state: AgentState, approved: ApprovedQuery) -> bool:
    """Compare three digests: the text in state, what valid_sql wrote there, and what this run approved."""
    sql = state.get("sql", "")
    return bool(sql) and hash_sql(sql) == state.get("sql_hash") == approved.sql_hash


def rows_ready(result_id: str, result: QueryResult) -> RowsReady:
    """Return the event that shows a result."""
    return RowsReady(
        result_id=result_id,
        columns=[{"name": column.name, "type": column.type} for column in result.columns],
        rows=[list(row) for row in result.rows],
        row_count=result.row_count,
        truncated=result.truncated,
    )
