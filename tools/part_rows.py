"""The rows of a part shown in the place of an answer's one row: how many were there, and who were they?"""

import datetime as dt
from dataclasses import replace
from typing import Any

from agent.context import Context
from agent.events import ChartReady, SqlReady
from agent.state import AgentState, Clause
from answers.analysis import MADE_OF_ROWS, Analysis
from answers.statements import listed
from database.result import QueryResult
from tools.run_sql import kept, rows_ready


async def show_instead(
    part: str, sql: str, result: QueryResult, found: Analysis | None, state: AgentState, context: Context
) -> dict[str, Any]:
    """Show the rows, their chart and both statements; return what the state keeps of them."""
    desk, first = context.desk, state["sql"]
    both = listed([(state["question"], first), (part, sql)])
    desk.result, desk.read_at, desk.rows_remembered = result, dt.datetime.now(dt.UTC), False
    result_id = await kept(result, context)
    context.show(SqlReady(both, "generated"))
    context.show(rows_ready(result_id, result))
    if desk.analysis is not None and found is not None:
        drawn = {name: getattr(found, name) for name in MADE_OF_ROWS}
        desk.analysis = replace(desk.analysis, **drawn)
        if found.chart:
            context.show(ChartReady(found.chart))
    source = state.get("sql_source") or ""
    return {
        "sql": both,
        "sql_source": "generated",
        "metric_query": None,
        "measures": [],
        "parts": [],
        "result_ref": result_id or None,
        "row_count": result.row_count,
        "clauses": [
            Clause(question=state["question"], sql=first, source=source),
            Clause(question=part, sql=sql, source="generated"),
        ],
    }
