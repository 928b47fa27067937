"""Shows what several statements came to: the rows, a chart, computed words, and every statement."""

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from langgraph.runtime import Runtime

from agent.context import Context
from agent.events import ChartReady, Source, SqlReady, Token
from agent.state import Outcome
from analysis.outcome import Outcome as Found
from analysis.outcome import Said
from analysis.words import worded
from answers.analysis import Analysis, said_when
from answers.chart import charts_for
from answers.interpretation import limits_of_rights, restriction
from answers.sentences.times import period
from config.wording import Language, say
from database.result import QueryResult
from knowledge.metrics import Catalog
from query.metric_query import Window
from tools.run_sql import kept, rows_ready

_BOTH = 2
_NUMBERED = re.compile(r"\d+\. ")
_MOST_RUNNING = 3  # sentences that are still read as one paragraph


def in_lines(sentences: Sequence[str], language: Language) -> str:
    """Return a few sentences as a paragraph, and more than that as the first above a line for each other.

    A line that has a number of its own (1. …) needs no point before it.
    """
    if len(sentences) <= _MOST_RUNNING:
        return ("" if language == "zh" else " ").join(sentences)
    first, *others = sentences
    return "\n".join((first, "", *(one if _NUMBERED.match(one) else f"- {one}" for one in others)))


@dataclass(frozen=True)
class Words:
    """Words in place of those an outcome plans: a model's, or of several questions; what was looked at."""

    text: str
    looked: tuple[str, ...] = ()


async def show(
    found: Found,
    catalog: Catalog,
    sql: str,
    source: Source,
    runtime: Runtime[Context],
    lines: Sequence[str] = (),
    rights: str = "",
) -> dict[str, Any]:
    """Show an outcome and return what the state keeps of it; `lines` say how it was read, before its own,
    and `rights` mark those it was read under, where these are not the question's alone.
    """
    result_id = await show_rows(found, sql, source, runtime.context, rights)
    return tell(found, catalog, sql, source, runtime.context, result_id, lines)


async def show_rows(found: Found, sql: str, source: Source, context: Context, rights: str = "") -> str:
    """Show the statements, the rows and the chart of an outcome; return the id its result is kept under."""
    context.show(SqlReady(sql, source))
    result_id = ""
    if found.result is not None:
        context.desk.result, context.desk.read_at = found.result, dt.datetime.now(dt.UTC)
        result_id = await kept(found.result, context, rights, found.sheets)
        context.show(rows_ready(result_id, found.result))
    if found.chart:
        context.show(ChartReady(found.chart))
    return result_id


def tell(
    found: Found,
    catalog: Catalog,
    sql: str,
    source: Source,
    context: Context,
    result_id: str,
    lines: Sequence[str] = (),
    by_model: Words | None = None,
) -> dict[str, Any]:
    """Show the words of an outcome whose rows are shown, and return what the state keeps of it."""

    def worded_all(*said: Said) -> list[str]:
        return [worded(one, catalog, context.language) for one in said]

    policies = sorted(context.desk.further_policies)
    limited = restriction(policies, context.language)
    beside: list[str] = []
    words = computed_words(found, catalog, context)
    if by_model:
        left_out = worded_all(*(one for one in found.cautions if one.code == "passed"))
        beside = worded_all(*(one for one in found.cautions if one.code != "passed"))
        words = "\n\n".join((by_model.text, *left_out, *([limited] if limited else [])))
        beside += worded_all(Said("looked_further", {"names": by_model.looked})) if by_model.looked else []
    context.show(Token(words))
    limits = limits_of_rights(policies, context.database.schema, context.language)
    told = (*worded_all(*found.statements, *found.cautions), *([limited] if limited else []))
    none = say(f"chart.none.{undrawn(found.result)}", context.language) if not found.chart else ""
    context.desk.analysis = Analysis(
        told, found.chart, [], limits, no_chart=none, when=when_of(found, context.language)
    )
    return {
        "sql": sql,
        "sql_source": source,
        "reading": [*lines, *worded_all(*found.reading), *beside],
        "result_ref": result_id or None,
        "row_count": found.result.row_count if found.result else 0,
        "answer": words,
        "outcome": Outcome(tool="generate_summary", ok=True, error_class=""),
    }


def when_of(found: Found, language: Language) -> str:
    """Return the time an analysis is of, and what that is beside: those that its first sentence names."""
    named = list(dict.fromkeys(period(one, language) for one in _windows(found.statements[:1])))
    return said_when(named[0], named[1] if len(named) == _BOTH else "", language) if named else ""


def _windows(said: Any) -> Iterator[Window]:
    match said:
        case Window():
            yield said
        case Said():
            yield from _windows(tuple(said.params.values()))
        case tuple():
            for one in said:
                yield from _windows(one)


def undrawn(result: QueryResult | None) -> str:
    """Return why the table of an analysis has no chart: what may be drawn has been drawn by its own."""
    return (charts_for(result).why_none if result else None) or "unlike"


def computed_words(found: Found, catalog: Catalog, context: Context) -> str:
    """Return what is told of an outcome where no model words it."""
    said = (*found.statements, *found.cautions)
    sentences = [worded(one, catalog, context.language) for one in said]
    limited = restriction(sorted(context.desk.further_policies), context.language)
    return in_lines([*sentences, *([limited] if limited else [])], context.language)
