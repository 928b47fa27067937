"""The same question again: is the earlier answer still valid?"""

import contextlib
import hashlib
import json
from typing import Any

from langgraph.runtime import Runtime

from agent.context import Context
from agent.events import Answer, ChartReady, RowsReady, SqlReady, Token
from agent.stages import stage
from agent.state import AgentState
from analysis.asked import asks_for_one
from errors import DatabaseError
from language.units import key_of
from reasoning.reasoner import PastTurn
from teaching.notes import fingerprint
from tools.briefing import previous_turn

_FEW_UNITS = 6  # words, or Chinese characters: top 3, 上个月, week over week


@stage
async def recall(state: AgentState, runtime: Runtime[Context]) -> dict[str, Any]:
    """Show an earlier answer to the same question under the same rights, knowledge and schema."""
    context = runtime.context
    if state.get("fresh"):
        return {"recalled": False}
    with contextlib.suppress(DatabaseError):  # a schema that has aged is read anew; one that cannot be stays
        await context.database.load_schema()
    earlier = await _earlier(state, context)
    if earlier is None:
        return {"recalled": False}
    context.desk.recalled = earlier
    show = context.show
    if earlier.sql:
        show(SqlReady(earlier.sql, "cached"))
    if earlier.result_id:
        show(
            RowsReady(earlier.result_id, earlier.columns, earlier.rows, earlier.row_count, earlier.truncated)
        )
    if earlier.chart:
        show(ChartReady(earlier.chart))
    show(Token(earlier.answer))
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


async def _earlier(state: AgentState, context: Context) -> Answer | None:
    """Look under what the message follows first; what may be read with it is never taken without it."""
    told = previous_turn(state)
    found = context.recall.get(await recall_key(state, context, told))
    few = len(key_of(state["asked"])) <= _FEW_UNITS
    if found or told is None or few or follows(state) or _may_go_on(state, told):
        return found
    return context.recall.get(await recall_key(state, context, None))


def followed(state: AgentState) -> PastTurn | None:
    """Return the turn an answer depends on: one the message was read with."""
    few = len(key_of(state["asked"])) <= _FEW_UNITS
    return previous_turn(state) if is_rewritten(state) or few or follows(state) else None


def is_rewritten(state: AgentState) -> bool:
    """Tell whether the question as it stands alone is another than what the person wrote."""
    return _plain(state["question"]) != _plain(state["asked"])


def follows(state: AgentState) -> bool:
    """Tell a message that says it follows the turn before."""
    triage = state.get("triage")
    return triage is not None and triage["kind"] == "follow_up"


def _may_go_on(state: AgentState, told: PastTurn) -> bool:
    """Tell an analysis behind another question, whose members, time or target it may be of."""
    return asks_for_one(state["asked"]) and _plain(told.question) != _plain(state["asked"])


def _plain(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip("?？。.!！ ")


async def recall_key(state: AgentState, context: Context, follows: PastTurn | None) -> str:
    """Return a digest of everything that decides an answer, with the turn it follows."""
    parts = (
        _plain(state["asked"]),
        (follows.question, follows.sql) if follows else (),
        json.dumps(state.get("given"), sort_keys=True),
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
