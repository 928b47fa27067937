"""Parts of a question that a model's one statement leaves out: each is written, run and told by itself."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from agent.context import Context
from agent.state import AgentState
from answers.analysis import analyse
from answers.table import markdown_table
from config.wording import say
from database.connections import hash_sql
from errors import WenshuError
from reasoning.reasoner import PastTurn, SqlDraft
from tools.beside import show_statements
from tools.briefing import brief_for, drafted
from tools.further import read_further
from tools.meaning import background, by_names, question_of

MOST_ROWS = 20  # of a part's table; the words tell how many there are
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Told:
    """What is said of the parts, and how each was computed."""

    words: str = ""
    lines: tuple[str, ...] = ()


async def told_also(state: AgentState, context: Context) -> Told:
    """Return the answers of the parts that the answer's own statement leaves out; of none nothing is said.

    Each is one more statement through all walls, within the calls and statements a question has.
    """
    if state.get("sql_source") != "generated" or context.care == "fast":
        return Told()
    words, lines, statements, missed = [], [], [], []
    known = {hash_sql(state["sql"])}
    for part in context.desk.also:
        try:
            said = await _told(part, known, state, context)
        except WenshuError as error:
            _log.info("part_not_told", extra={"cause": repr(error)})
            said = None
        if said is None:
            missed.append(say("agent.quoted", context.language, word=part))
            continue
        words.append(said.words)
        lines += [say("agent.clause", context.language, question=part), *said.lines]
        statements.append((part, said.sql))
    if statements:
        show_statements(statements, context)
    if missed:
        clauses = say("interpretation.comma", context.language).join(missed)
        words.append(say("agent.also_missed", context.language, clauses=clauses))
    return Told("\n\n".join(words), tuple(lines))


@dataclass(frozen=True)
class _Part:
    """One part as it was answered."""

    sql: str
    words: str
    lines: tuple[str, ...]


async def _told(part: str, known: set[str], state: AgentState, context: Context) -> _Part | None:
    """Write, run and tell one part; None where nobody wrote it, or wrote what is answered already."""
    brief = await brief_for({**state, "question": part, "faults": []}, context)
    before = PastTurn(state["question"], state["sql"])
    brief = replace(brief, asked="", history=(*brief.history, before), sql_only=True)
    draft = await drafted(brief, context)
    if not isinstance(draft, SqlDraft) or hash_sql(draft.sql) in known:
        return None
    known.add(hash_sql(draft.sql))
    approved, result = await read_further(draft.sql, context, "also", question=part)
    result = await by_names(result, approved.sql, context)
    asked = question_of(part, approved.sql, context)
    about = await background(asked, context)
    about = replace(about, every=None, partial=None)  # the answer's own statement's
    found = analyse(asked, result, about, policies=approved.policies)
    space = " " if context.language == "en" else ""
    words = space.join((*found.statements, *([found.restriction] if found.restriction else [])))
    if result.row_count > 1:
        words = f"{words}\n\n{_table([one.name for one in result.columns], result.rows)}"
    return _Part(approved.sql, words, (*found.interpretation, *found.rights))


def _table(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    return markdown_table(columns, rows[:MOST_ROWS])
