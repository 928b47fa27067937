"""A part's rows in words behind an answer: a model's, held as the answer's are, else one short sentence."""

import asyncio
import logging
import re
from dataclasses import replace
from typing import cast

from agent.context import Context
from agent.state import AgentState
from answers.analysis import Analysis
from answers.checks import LanguageCheck
from answers.parting import leading
from answers.sentences.asked import Asked
from answers.sentences.planning import plan
from answers.sentences.single import cell_told
from answers.sentences.small import as_exact
from config.heavy import aside
from config.wording import Language, say
from database.result import QueryResult
from errors import ModelError
from reasoning.reasoner import PastTurn
from reasoning.replies import without_marked
from tools.facts import facts_of
from tools.gate import gate_of
from tools.wording import telling, time_left

_SAID = 600  # characters of the answer that a part stands behind, as its writer is told them
_SHORT = 120  # characters of a sentence that nobody takes apart
_MOST_NAMED = 12  # rows in a sentence
_MOST_CELLS = 4  # of one row
_UNIT = re.compile(r"\s*[(（][^()（）]*[)）]")  # 转化率(%)
_log = logging.getLogger(__name__)


async def words_of(
    part: str,
    sql: str,
    result: QueryResult,
    analysis: Analysis,
    state: AgentState,
    context: Context,
    answer: str,
) -> str:
    """Return a model's words of a part, each figure held against its rows; nothing where it has none."""
    if not context.settings.result_summary or not result.rows:
        return ""
    behind = PastTurn(state["question"], answer=leading(answer, _SAID))
    facts = replace(facts_of(part, result, analysis, context.language), before=behind, behind=True)
    names = [cell for row in result.rows for cell in row if isinstance(cell, str)]
    asked = cast(AgentState, {**state, "question": part, "asked": part, "sql": sql})
    exact, language = as_exact(result, sql, context.database.dialect), LanguageCheck(context.language, names)
    size = result.row_count * len(result.columns) + len(sql)
    gate = await aside(size, lambda: gate_of(asked, exact, analysis, language))
    written, shown = "", ""
    try:
        async with asyncio.timeout(time_left(context)):
            async for piece in without_marked(context.reasoner.summarize(facts), [], []):
                written, shown = written + piece, shown + gate.feed(piece)
    except (ModelError, TimeoutError) as error:
        _log.warning("part_fell_back", extra={"cause": repr(error)})
        return ""
    shown = f"{shown}{gate.close()}".strip()
    context.desk.trace.withheld(gate.withheld, gate.reasons)
    first = bool(gate.withheld) and written.strip().startswith(gate.withheld[0])
    computed = analysis.statements and shown.startswith(analysis.statements[0])  # nobody worded them
    return shown if telling(result)(shown) and not first and not computed else ""


def in_short(part: str, result: QueryResult, analysis: Analysis, language: Language, *, defined: bool) -> str:
    """Return rows in one short sentence, or nothing of a table whose rows have several figures each.

    Of one row that names nobody the heads of its columns do not say what, of whom and of when: where it is
    not of `defined` figures, the part stands before it.
    """
    part, asked, space = part.strip().rstrip("?？。.!！"), analysis.asked, " " if language == "en" else ""
    if result.row_count < 2 or asked is None:
        if asked is None or defined or not result.rows or (len(asked.measures) == 1 and asked.things):
            return space.join(analysis.statements)
        return say("agent.also_row", language, part=part, words=_row(result, analysis, asked, language))
    if result.truncated or (len(asked.measures) > 1 and not defined):
        return ""
    alone = len(asked.measures) == 1 and result.row_count <= _MOST_NAMED and asked.time is None
    planned = plan(replace(asked, is_whole=False, cautions=(), totals=()), result) if alone else ()
    said = "".join([one.worded(language) for one in planned[:1]] or analysis.statements[:1])
    return said if alone or len(said) <= _SHORT else ""


def _row(result: QueryResult, analysis: Analysis, asked: Asked, language: Language) -> str:
    """Return the one figure of a row as it was computed to be said, else its first cells by their heads."""
    if len(asked.measures) == 1 and analysis.statements:
        return analysis.statements[0].rstrip("。.")
    heads = [_UNIT.sub("", one.name) for one in result.columns]  # two of one figure: now, and a year earlier
    asked = replace(asked, measures=tuple(replace(one, label=heads[one.index]) for one in asked.measures))
    filled = [(at, one) for at, one in enumerate(result.rows[0]) if one is not None]
    told = [cell_told(asked, at, result.columns[at], one) for at, one in filled[:_MOST_CELLS]]
    return say("sentence.comma_wide", language).join(told)
