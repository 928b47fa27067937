"""What comes nearest where no group meets the conditions on its figures."""

import asyncio
from dataclasses import replace

from agent.context import Context
from answers.sentences.planning import nearest
from answers.sentences.reading import Question, asked_of
from answers.sentences.scope import Background
from errors import WenshuError
from query.as_json import to_json
from tools.further import read_further

PATIENCE_S = 2.0  # for the one look; without it the empty result is explained by its filters
MOST_ROWS = 1000


async def unmet(question: Question, known: Background, context: Context) -> str:
    """Say that nothing meets the conditions of a query and what comes nearest; nothing of other questions."""
    query = question.query
    if query is None or not query.conditions or context.figures is None:
        return ""
    try:
        async with asyncio.timeout(PATIENCE_S):
            hit = await context.figures.composed(
                to_json(replace(query, conditions=())), question.text, context.connection,
                context.rights, context.today, context.language,
            )  # fmt: skip
            if hit is None:
                return ""
            rows = (await read_further(hit.sql, context, "why_empty", max_rows=MOST_ROWS))[1]
    except (WenshuError, TimeoutError):
        return ""
    told = nearest(asked_of(replace(question, sql=hit.sql), rows, known), rows)
    return told.worded(question.language) if told else ""
