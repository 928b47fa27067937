"""The one door for statements beside the answer's own: probes, second looks, analysis.

Each is approved and read like the answer, counted against the question's budget, and written to the audit
under its turn. What would need the user's yes is refused: nobody was asked about it.
"""

import time

from agent.context import Context, FurtherStatement
from agent.hooks import ToolUse
from database.connections import ApprovedQuery
from database.result import QueryResult
from errors import InputError, WenshuError
from tools.rows import hooked, read_rows


async def read_further(
    sql: str,
    context: Context,
    purpose: str,
    *,
    question: str = "",
    max_rows: int | None = None,
    fresh: bool = False,
    most: int | None = None,
    unasked: bool = False,
) -> tuple[ApprovedQuery, QueryResult]:
    """Return a further statement as approved, and its rows; `most` replaces the usual budget of statements.

    One that is `unasked` reads nothing that the operator tagged sensitive, whoever may see it. Raises the
    wall's error, or InputError where the budget is spent or the user would have to be asked.
    """
    desk, began = context.desk, time.monotonic()
    most = context.settings.max_further_statements if most is None else most
    if len(desk.further) >= most:
        raise InputError("statements_spent", phase=purpose, most=most)
    record = FurtherStatement(purpose, sql, context.part_of)
    desk.further.append(record)  # before it runs: side by side, none goes over the budget
    try:
        await context.hooks.allow(ToolUse("run_sql", question, sql))
        approved = await context.database.approve(sql, context.rights, dry_run="as it runs")
        record.final_sql, record.policies = approved.final_sql, approved.policies
        approved.require_unmasked()
        if approved.confirm or (unasked and approved.sensitive):
            raise InputError("sql_not_approved", phase=purpose)
        result = await _rows(approved, context, max_rows, fresh)
        record.rows = result.row_count
        return approved, result
    except WenshuError as error:
        record.code = error.code
        raise
    finally:
        record.ms = round((time.monotonic() - began) * 1000, 1)


async def _rows(approved: ApprovedQuery, context: Context, max_rows: int | None, fresh: bool) -> QueryResult:
    """Read the rows; those of a part are not remembered as the whole."""
    if max_rows is not None:
        return await context.database.run(approved, user=context.user.name, max_rows=max_rows)
    return await hooked((await read_rows(approved, context, fresh=fresh)).result, context)
