"""Rows that a rule read may be another question's: who words them says so, and a model writes for it."""

import dataclasses
from collections.abc import Sequence

from langgraph.types import Command

from agent.context import Context
from agent.events import RowsReady
from agent.state import AgentState, Outcome
from answers.parting import leading
from config.wording import say
from reasoning.reasoner import PastTurn
from tools.briefing import last_answered
from tools.reporting import Runtime, report

_SAID_CHARS = 240  # of the answer before


def goes_on_from(state: AgentState) -> PastTurn | None:
    """Return the turn before that had an answer, with how that begins."""
    past = last_answered(state)
    return dataclasses.replace(past, answer=leading(past.answer, _SAID_CHARS), sql="") if past else None


def read_by_rule(state: AgentState, context: Context, lines: Sequence[str]) -> str:
    """Return how a rule read a question that goes on; nothing where a model read it or somebody chose."""
    chosen = state.get("clarified") or state.get("given") or context.desk.misread
    if chosen or context.desk.sql_calls or last_answered(state) is None:
        return ""
    return "; ".join(state.get("reading") or lines)


def asked_anew(runtime: Runtime, question: str) -> Command:
    """Report that the rows are of another question than the one asked, and take them back."""
    desk, context = runtime.context.desk, runtime.context
    desk.misread, desk.linked, desk.result, desk.approved, desk.analysis = True, None, None, None, None
    desk.query = desk.uncut = desk.listed = None
    desk.note, desk.unnamed, desk.also = "", "", ()
    context.show(RowsReady("", [], [], 0, truncated=False))
    return report(
        runtime,
        Outcome(tool="generate_summary", ok=False, error_class="misread"),
        say("agent.misread", context.language, question=question),
        question=question,
        sql="",
        sql_hash="",
        sql_source=None,
        metric_query=None,
        measures=[],
        parts=[],
        reading=[],
        days_told=[],
        similar_to="",
        result_ref=None,
        row_count=0,
        preview=[],
    )
