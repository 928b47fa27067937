"""What comes nearest where no group meets the conditions on its figures."""

import asyncio
from dataclasses import replace

from sqlglot import exp
from sqlglot.errors import SqlglotError

from agent.context import Context
from answers.conditions import Words
from answers.sentences.background import Background
from answers.sentences.limits import falls_short, is_of_number, limited_column, without_limits
from answers.sentences.meeting import none_meets_all
from answers.sentences.planning import nearest
from answers.sentences.reading import Question, asked_of
from config.wording import say
from database.result import QueryResult
from database.trees import tree_of
from errors import WenshuError
from query.as_json import to_json
from query.metric_query import MetricQuery
from tools.further import read_further

PATIENCE_S = 2.0  # for the one look; without it the empty result is explained by its filters
MOST_ROWS = 1000


async def unmet(question: Question, known: Background, context: Context) -> str:
    """Say that nothing meets the conditions on figures and what comes nearest; nothing of other questions."""
    try:
        async with asyncio.timeout(PATIENCE_S):
            if question.query is None:
                return await _unmet_limits(question, known, context)
            return await _unmet_conditions(question, question.query, known, context)
    except (WenshuError, TimeoutError, SqlglotError):
        return _none_meets(question, context)


async def _unmet_conditions(
    question: Question, query: MetricQuery, known: Background, context: Context
) -> str:
    if not query.conditions or context.figures is None:
        return ""
    hit = await context.figures.composed(
        to_json(replace(query, conditions=())), question.text, context.connection,
        context.rights, context.today, context.language,
    )  # fmt: skip
    if hit is None:
        return ""
    rows = await _read(hit.sql, context)
    asked = asked_of(replace(question, sql=hit.sql), rows, known)
    if len(query.conditions) > 1 and asked.things:  # what is nearest to one may be far from the other
        return none_meets_all(asked).worded(question.language)
    told = nearest(asked, rows)
    if told is None:
        return _none_meets(question, context) if rows.rows else ""
    return told.worded(question.language)


def _none_meets(question: Question, context: Context) -> str:
    """Say of figures with conditions that none meets them: no filter of theirs emptied the result."""
    conditions = question.query.conditions if question.query is not None else ()
    return say("summary.none_meets", context.language) if conditions else ""


async def _unmet_limits(question: Question, known: Background, context: Context) -> str:
    """Say it of a statement: what its outer SELECT asks of computed figures, and the row nearest to that."""
    tree, limits = without_limits(tree_of(question.sql, question.dialect))
    if not limits or not isinstance(tree, exp.Select):
        return ""
    sql = tree.sql(dialect=question.dialect.sqlglot_name)
    rows = await _read(sql, context)
    asked = asked_of(replace(question, sql=sql), rows, known)
    shown = limited_column([one.unalias() for one in tree.expressions], limits[0])
    words = Words(question.schema, question.language, known.catalog)
    conditions = words.limits(tree_of(question.sql, question.dialect), limits)
    if not rows.rows or not conditions:
        return say("summary.none_meets", question.language) if rows.rows else ""
    lead = [one for one in asked.measures if one.index == shown and is_of_number(limits[0])]
    others = [one for one in asked.measures if one not in lead]
    asked = replace(
        asked, measures=(*lead, *others), conditions=conditions, falls_short=falls_short(limits[0])
    )
    told = nearest(asked, rows) if lead else None
    if told is None:
        things = asked.things[0].label if asked.things else say("summary.things", question.language)
        return say("summary.none_within", question.language, things=things, conditions=conditions)
    return told.worded(question.language)


async def _read(sql: str, context: Context) -> QueryResult:
    return (await read_further(sql, context, "why_empty", max_rows=MOST_ROWS))[1]
