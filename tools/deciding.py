"""Tells the one entry that decides a figure shown, where its like are far smaller."""

import asyncio
from collections.abc import Generator, Mapping, Sequence

from agent.context import Context
from analysis.outcome import Look, Read, Said
from analysis.outliers.shown import deciding
from analysis.words import worded
from answers.sentences.reading import Question
from database.result import QueryResult
from errors import WenshuError
from tools.like_for_like import PATIENCE_S, show_statements
from tools.looking import read_looks
from understanding.metric.desk import MetricDesk

_Steps = Generator[Sequence[Look], Mapping[str, Read], Said | None]


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
            said = await _taken(looks_for.told(), read, question, desk, context)
    except (WenshuError, TimeoutError):
        return ""
    if said is None:
        return ""
    show_statements(
        [(worded(it.look.label, desk.catalog, context.language), it.sql) for it in read.values()], context
    )
    return worded(said, desk.catalog, context.language)


async def _taken(
    steps: _Steps, read: dict[str, Read], question: Question, desk: MetricDesk, context: Context
) -> Said | None:
    """Read what each look leads to, keep it, and return what is said."""
    try:
        wanted = next(steps)
        while True:
            found = await read_looks(wanted, desk, context, question.text)
            read |= found
            wanted = steps.send(found)
    except StopIteration as end:
        said: Said | None = end.value
        return said
