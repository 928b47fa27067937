"""Tells the one entry that decides a figure shown, where its like are far smaller."""

import asyncio

from agent.context import Context
from analysis.outcome import Read
from analysis.outliers.shown import deciding
from analysis.words import worded
from answers.sentences.reading import Question
from database.result import QueryResult
from errors import WenshuError
from tools.like_for_like import PATIENCE_S, show_statements
from tools.looking import read_steps


async def entry_that_decides(question: Question, result: QueryResult, context: Context) -> str:
    """Return which one entry decides a figure, or nothing where none does, or it is not known in time."""
    figures, query = context.figures, question.query
    if figures is None or query is None:
        return ""
    try:
        async with asyncio.timeout(PATIENCE_S):
            desk = await figures.desk(context.connection, context.rights, context.today, context.language)
            looks_for = deciding(query, result, desk) if desk else None
            if desk is None or looks_for is None:
                return ""
            read = dict[str, Read]()
            said = await read_steps(looks_for.told(), read, desk, context, question.text)
    except (WenshuError, TimeoutError):
        return ""
    if said is None:
        return ""
    show_statements(
        [(worded(it.look.label, desk.catalog, context.language), it.sql) for it in read.values()], context
    )
    return worded(said, desk.catalog, context.language)
