"""Answers a message of several questions by the answer of each, where nothing reads it whole."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from langgraph.runtime import Runtime

from agent.context import Context
from agent.showing import Words, show_rows, tell
from agent.stages import stage
from agent.state import AgentState, Clause
from analysis.outcome import Outcome
from answers.analysis import Analysis, analyse
from answers.sentences.phrases import joined
from answers.statements import listed
from config.wording import say
from database.result import QueryResult
from errors import WenshuError
from knowledge.metrics import Catalog
from reasoning.offline import OfflineReasoner
from tools.clauses import in_clauses
from tools.further import read_further
from tools.in_parts import UnreadPart
from tools.meaning import background, question_of
from understanding.verdicts import Reading

_NONE: dict[str, Any] = {}
_NUMBER = re.compile(r"\d+(?:[.,-]\d+)*")


@stage
async def clause_by_clause(state: AgentState, runtime: Runtime[Context]) -> dict[str, Any]:
    """Answer each clause of a question; leave every other question as it is, and all to a model."""
    context = runtime.context
    if not _may_answer(state, context):
        return _NONE
    clauses = await in_clauses(state, context)
    unread = [one.text for one in clauses if isinstance(one, UnreadPart)]
    try:
        parts = [await answered(one, state, context) for one in clauses if not isinstance(one, UnreadPart)]
    except WenshuError:
        return _NONE
    if not parts or any(_is_empty(one.result) for one in parts):
        return _NONE  # of nothing there is more to say, which is said of a question alone
    return await _shown(parts, unread, state, runtime)


def _may_answer(state: AgentState, context: Context) -> bool:
    direct = context.settings.routing_mode in ("chat_direct", "agent")
    return isinstance(context.reasoner, OfflineReasoner) and not (
        direct or state.get("given") or state.get("clarified") or state.get("preferred")
    )


def _is_empty(result: QueryResult) -> bool:
    """Tell a result without rows, or of one row without a figure."""
    return not result.rows or (len(result.rows) == 1 and result.rows[0][-1] is None)


@dataclass(frozen=True)
class _Part:
    """One clause as it was read, with its rows and what they say."""

    reading: Reading
    result: QueryResult
    told: Analysis


async def answered(reading: Reading, state: AgentState, context: Context) -> _Part:
    """Read the rows of a clause and say what they tell; its one statement is beside those of an analysis."""
    most = context.settings.analysis_statements + len(context.desk.further)
    approved, result = await read_further(reading.sql, context, "clause", most=most)
    context.desk.read_as(reading)
    asked = question_of(reading.asked or state["question"], reading.sql, context)
    known = await background(asked, context)
    told = analyse(asked, result, known, policies=approved.policies, measures=list(reading.measures))
    return _Part(reading, result, told)


async def _shown(
    parts: Sequence[_Part], unread: Sequence[str], state: AgentState, runtime: Runtime[Context]
) -> dict[str, Any]:
    """Show the rows of the part with most of them, the words of each, and every statement.

    What was asked as well and not read is told behind them.
    """
    context = runtime.context
    space = " " if context.language == "en" else ""
    quoted = [say("agent.quoted", context.language, word=one) for one in unread]
    clauses = joined(quoted, context.language)
    left = [say("agent.not_answered", context.language, clauses=clauses)] if unread else []
    told_once = [one for at, one in enumerate(parts) if not any(_tells(it, one) for it in parts[at + 1 :])]
    words = "\n\n".join([*(space.join(one.told.statements) for one in told_once), *left])
    main = max(parts, key=lambda one: one.result.row_count)
    lines = [*(line for one in parts for line in how(one, context)), *left]
    sql = listed((one.reading.asked, one.reading.sql) for one in parts)
    outcome, source = Outcome(result=main.result, chart=main.told.chart), main.reading.source
    kept = await show_rows(outcome, sql, source, context)
    told = tell(outcome, Catalog({}, {}), sql, source, context, kept, lines, Words(words))
    return {**told, "question": state["question"], "clauses": [_clause(one.reading, state) for one in parts]}


def _tells(whole: _Part, part: _Part) -> bool:
    """Tell an answer that leads with the one figure of another, which then need not be said: 困人合计 9 次.

    >>> _NUMBER.findall("10月困人为 9 次。") == _NUMBER.findall("10月困人合计 9 次：宁波 5 次")[:2]
    True
    """
    names = {one.result.columns[-1].name for one in (whole, part)}
    if part.result.row_count != 1 or whole.result.row_count == 1 or len(names) != 1:
        return False
    if len(part.told.statements) != 1 or not whole.told.statements:
        return False
    said = _NUMBER.findall(part.told.statements[0])
    return bool(said) and _NUMBER.findall(whole.told.statements[0])[: len(said)] == said


def _clause(reading: Reading, state: AgentState) -> Clause:
    return Clause(question=reading.asked or state["question"], sql=reading.sql, source=reading.source)


def how(part: _Part, context: Context) -> list[str]:
    """Return how a clause was read, under the question it came to."""
    said = part.reading.said or tuple(part.told.interpretation)
    return [say("agent.clause", context.language, question=part.reading.asked), *said]
