"""Tells which days a member has no records of, where its figure is set beside another time or member."""

import asyncio
from collections.abc import Generator, Mapping, Sequence

from agent.context import Context
from analysis.outcome import Look, Read, Said
from analysis.unrecorded import records_beside, unrecorded
from analysis.words import worded
from answers.sentences.reading import Question
from errors import WenshuError
from tools.like_for_like import PATIENCE_S, show_statements
from tools.looking import read_looks
from understanding.metric.desk import MetricDesk

_Steps = Generator[Sequence[Look], Mapping[str, Read], tuple[Said, ...]]


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
            said = await _taken(unrecorded(records, "time", read, desk), read, question, desk, context)
    except (WenshuError, TimeoutError):
        return ""
    if said:
        show_statements(
            [(worded(it.look.label, desk.catalog, context.language), it.sql) for it in read.values()], context
        )
    return "".join(worded(one, desk.catalog, context.language) for one in said)


async def _taken(
    steps: _Steps, read: dict[str, Read], question: Question, desk: MetricDesk, context: Context
) -> tuple[Said, ...]:
    """Read the looks that the first one leads to, keep them, and return what is said."""
    try:
        wanted = next(steps)
        while True:
            found = await read_looks(wanted, desk, context, question.text)
            read |= found
            wanted = steps.send(found)
    except StopIteration as end:
        said: tuple[Said, ...] = end.value
        return said
