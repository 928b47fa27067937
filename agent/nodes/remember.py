"""Last stage: a finished turn becomes question and answer in `history`; all else of it is forgotten."""

from typing import Any

from langgraph.runtime import Runtime

from agent.context import Context
from agent.latest import anew
from agent.nodes.recall import followed, recall_key
from agent.stages import stage
from agent.state import AgentState, Clause, Turn
from answers.parting import leading

MOST_TURNS = 50
_REMEMBERED_CHARS = 1500


@stage
async def remember(state: AgentState, runtime: Runtime[Context]) -> dict[str, Any]:
    """Collapse the turn in the thread's memory and keep a good answer for the next time."""
    context, answer = runtime.context, runtime.context.desk.answer
    # What came of a choice is not kept: the choice is, and can be undone.
    chosen = state.get("clarified") or state.get("preferred")
    # Nor an answer over two sources: the other one may have changed, or be gone.
    # Nor one to several questions: what follows it goes on from each of them.
    alone = not (state.get("beside") or state.get("clauses"))
    if (
        answer
        and answer.kind == "data"
        and answer.result_id
        and not state.get("recalled")
        and alone
        and not chosen
    ):
        context.recall.put(await recall_key(state, context, followed(state)), answer)
    await context.desk.settle()
    turn = _turn(state, _writer(state, context), answer.when if answer else "")
    return {
        "history": [*state.get("history", []), turn][-MOST_TURNS:],
        "messages": anew(),
        "preview": [],
    }


def _writer(state: AgentState, context: Context) -> str:
    """Return who wrote a turn's SQL; of an answer that was shown again, who wrote it first."""
    earlier = context.desk.recalled if state.get("recalled") else None
    return (earlier.source if earlier is not None else state.get("sql_source")) or ""


def _turn(state: AgentState, writer: str, when: str) -> Turn:
    """Return what is remembered of a turn: of several questions the last that was answered goes on."""
    clauses = state.get("clauses", [])
    own = Clause(question=state["question"], sql=state.get("sql", ""), source=writer)
    last = clauses[-1] if clauses else own
    return Turn(
        question=last["question"],
        sql=last["sql"],
        answer=leading(state.get("answer", ""), _REMEMBERED_CHARS),
        kind=state.get("answer_kind") or "",
        when="" if clauses else when,
        source=last["source"] or None,
        beside=state.get("beside", ""),
        clauses=clauses,
    )
