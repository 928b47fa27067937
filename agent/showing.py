"""Shows what several statements came to: the rows, a chart, computed words, and every statement."""

import datetime as dt
from collections.abc import Sequence
from typing import Any

from langgraph.runtime import Runtime

from agent.context import Context
from agent.events import ChartReady, Source, SqlReady, Token
from agent.state import Outcome
from analysis.outcome import Outcome as Found
from analysis.outcome import Said
from analysis.words import worded
from answers.analysis import Analysis
from answers.interpretation import limits_of_rights, restriction
from config.wording import Language
from knowledge.metrics import Catalog
from tools.run_sql import kept, rows_ready

_MOST_RUNNING = 3  # sentences that are still read as one paragraph


def in_lines(sentences: Sequence[str], language: Language) -> str:
    """Return a few sentences as a paragraph, and more than that as the first above a line for each other."""
    if len(sentences) <= _MOST_RUNNING:
        return ("" if language == "zh" else " ").join(sentences)
    first, *others = sentences
    return "\n".join((first, "", *(f"- {one}" for one in others)))


async def show(
    found: Found,
    catalog: Catalog,
    sql: str,
    source: Source,
    runtime: Runtime[Context],
    lines: Sequence[str] = (),
    rights: str = "",
    words: str = "",
    looked: tuple[str, ...] = (),
) -> dict[str, Any]:
    """Show an outcome and return what the state keeps of it; `lines` say how it was read, before its own,
    and `rights` mark those it was read under, where these are not the question's alone. `words` stand in
    place of the computed ones, `looked` says what was looked at for them.
    """
    context, write = runtime.context, runtime.context.show

    def worded_all(*said: Said) -> list[str]:
        return [worded(one, catalog, context.language) for one in said]

    policies = sorted(context.desk.further_policies)
    sentences = worded_all(*found.statements, *found.cautions)
    limited = restriction(policies, context.language)
    beside: list[str] = []
    if words:
        left_out = worded_all(*(one for one in found.cautions if one.code == "passed"))
        beside = worded_all(*(one for one in found.cautions if one.code != "passed"))
        words = "\n\n".join((words, *left_out, *([limited] if limited else [])))
    else:
        words = in_lines([*sentences, *([limited] if limited else [])], context.language)
    write(SqlReady(sql, source))
    result_id = ""
    if found.result is not None:
        context.desk.result, context.desk.read_at = found.result, dt.datetime.now(dt.UTC)
        result_id = await kept(found.result, context, rights)
        write(rows_ready(result_id, found.result))
    if found.chart:
        write(ChartReady(found.chart))
    write(Token(words))
    further = [Said("looked_further", {"names": looked})] if looked else []
    limits = limits_of_rights(policies, context.database.schema, context.language)
    told = (*sentences, limited) if limited else tuple(sentences)
    context.desk.analysis = Analysis(told, found.chart, [], limits)
    return {
        "sql": sql,
        "sql_source": source,
        "reading": [*lines, *worded_all(*found.reading), *beside, *worded_all(*further)],
        "result_ref": result_id or None,
        "row_count": found.result.row_count if found.result else 0,
        "answer": words,
        "outcome": Outcome(tool="generate_summary", ok=True, error_class=""),
    }
