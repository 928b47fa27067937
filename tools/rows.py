"""Rows of an approved statement: run, or those of a moment ago, and what the hooks make of them."""

import dataclasses
from collections.abc import Hashable

from agent.context import Context
from agent.hooks import ToolResult
from agent.memory import Read
from database.connections import ApprovedQuery
from database.result import QueryResult


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
