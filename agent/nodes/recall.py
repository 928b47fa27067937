"""The same question again: is the earlier answer still valid?"""

import contextlib
import hashlib
from typing import Any

from langgraph.runtime import Runtime

from agent.context import Context
from agent.events import ChartReady, RowsReady, SqlReady, Token
from agent.stages import stage
from agent.state import AgentState
from errors import DatabaseError
from knowledge.notes import fingerprint


@stage
async def recall(state: AgentState, runtime: Runtime[Context]) -> dict[str, Any]:
    """Show an earlier answer to the same question under the same rights, knowledge and schema."""
    context = runtime.context
    if state.get("fresh"):
        return {"recalled": False}
    with contextlib.suppress(DatabaseError):  # a schema that has aged is read anew; one that cannot be stays
        await context.database.load_schema()
    earlier = context.recall.get(await recall_key(state, context))
    if earlier is None:
        return {"recalled": False}
    context.desk.recalled = earlier
    write = runtime.stream_writer
    if earlier.sql:
        write(SqlReady(earlier.sql, "cached"))
    if earlier.result_id:
        write(
            RowsReady(earlier.result_id, earlier.columns, earlier.rows, earlier.row_count, earlier.truncated)
        )
    if earlier.chart:
        write(ChartReady(earlier.chart))
    write(Token(earlier.answer))
    return {
        "recalled": True,
        "question": earlier.question,
        "sql": earlier.sql or "",
        "sql_source": "cached",
        "answer": earlier.answer,
        "answer_kind": earlier.kind,
        "row_count": earlier.row_count,
        "result_ref": earlier.result_id,
    }


async def recall_key(state: AgentState, context: Context) -> str:
    """Return a digest of everything that decides an answer; a follow-up's includes what it follows."""
    triage = state.get("triage")
    follows = state.get("history", [])[-1:] if triage and triage["kind"] == "follow_up" else []
    parts = (
        " ".join(state["asked"].casefold().split()).rstrip("?？。.!！ "),
        [(turn["question"], turn["sql"]) for turn in follows],
        hash(context.database.spec),
        context.user.name,
        context.rights.fingerprint(),
        await context.knowledge.version(context.connection),
        fingerprint(await context.own_notes()),
        context.database.schema.fingerprint(),
        context.language,
        context.today.isoformat(),
    )
    return hashlib.sha256(repr(parts).encode()).hexdigest()
