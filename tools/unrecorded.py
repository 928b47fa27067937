"""Tells which days a member has no records of, where its figure is set beside another time or member."""

import asyncio

from agent.context import Context
from analysis.unrecorded import records_beside, unrecorded
from analysis.words import worded
from answers.sentences.reading import Question
from errors import WenshuError
from tools.like_for_like import PATIENCE_S, show_statements
from tools.looking import read_looks, read_steps


async def days_unrecorded(question: Question, context: Context) -> str:
    """Return which days who has no records of, or nothing where all have them, or it is not known in time."""
    figures, query = context.figures, question.query
    if figures is None or query is None:
        return ""
    try:
        async with asyncio.timeout(PATIENCE_S):
            desk = await figures.desk(context.connection, context.rights, context.today, context.language)
            records = records_beside(query, desk) if desk else None
            if desk is None or records is None:
                return ""
            read = dict(await read_looks([records.look(desk)], desk, context, question.text))
            said = await read_steps(
                unrecorded(records, "time", read, desk), read, desk, context, question.text
            )
    except (WenshuError, TimeoutError):
        return ""
    if said:
        show_statements(
            [(worded(it.look.label, desk.catalog, context.language), it.sql) for it in read.values()], context
        )
    return "".join(worded(one, desk.catalog, context.language) for one in said)
