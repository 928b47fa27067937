"""The third tool: run what was approved, and nothing else."""

import dataclasses
import logging
from collections.abc import Hashable

from langchain_core.tools import tool
from langgraph.types import Command

from agent.context import Context
from agent.events import RowsReady
from agent.hooks import ToolResult
from agent.memory import Read
from agent.state import AgentState
from database.connections import ApprovedQuery, hash_sql
from database.result import QueryResult
from errors import InputError, SettingsError
from tools.reporting import Runtime, done

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
    context.desk.result = result
    result_id = await _kept(result, context)
    runtime.stream_writer(rows_ready(result_id, result))
    return done(
        runtime,
        "run_sql",
        str(result.row_count),
        result_ref=result_id or None,
        row_count=result.row_count,
        preview=[list(row) for row in result.rows[:_PREVIEW]],
    )


async def read_rows(approved: ApprovedQuery, context: Context, *, fresh: bool) -> Read:
    """Run the statement, or take the rows it gave a moment ago to the same rights."""

    async def run() -> QueryResult:
        return await context.database.run(approved, user=context.user.name)

    return await context.selects.read(select_key(approved, context), run, fresh=fresh)


def select_key(approved: ApprovedQuery, context: Context) -> Hashable:
    """Return all that decides which rows a statement gives, but for the data themselves."""
    database = context.database
    rights, schema = context.rights.fingerprint(), database.schema.fingerprint()
    return database.spec, approved.final_sql, repr(approved.params), rights, schema


async def hooked(result: QueryResult, context: Context) -> QueryResult:
    """Let the hooks put other rows in place: within the row limit, and said to be replaced."""
    given = (await context.hooks.result(ToolResult("run_sql", True, rows=result))).rows
    if given is None or given is result:
        return result
    context.desk.replaced = True
    most = context.database.limits.max_rows
    return dataclasses.replace(
        given, rows=given.rows[:most], truncated=given.truncated or len(given.rows) > most
    )


async def _kept(result: QueryResult, context: Context) -> str:
    """Keep the whole result and return its id, or nothing: a full disk must not take the rows away."""
    try:
        return await context.results.save(
            context.user.name, context.thread, context.rights.fingerprint(), result.to_json()
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
