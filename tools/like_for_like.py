"""Tells growth without who came or went between the two times that a figure is shown of."""

import asyncio

from agent.context import Context
from analysis.like_for_like import by_level, compares_sums, since_when, without_the_new
from analysis.outcome import exact
from analysis.why.split import Pair
from analysis.words import worded
from answers.sentences.asked import Asked
from answers.sentences.reading import Question
from database.result import QueryResult
from errors import WenshuError
from query.metric_query import MetricQuery
from tools.looking import read_looks
from understanding.metric.desk import MetricDesk
from understanding.readings import MetricReading

PATIENCE_S = 2.0  # for two looks; without them nothing is said
_MOST_SHOWN = 12  # members whose growth the words tell


async def like_for_like(
    question: Question, asked: Asked | None, result: QueryResult, context: Context
) -> str:
    """Return a sentence on growth without who is new or gone, or nothing where that makes no difference.

    A statement that was taken or written for the question is told of where the question is read over the
    metrics with certainty and comes to the same figures.
    """
    figures = context.figures
    if asked is None or figures is None or not asked.measures or asked.related("before") is None:
        return ""
    try:
        async with asyncio.timeout(PATIENCE_S):
            desk = await figures.desk(context.connection, context.rights, context.today, context.language)
            query = (question.query or _read(question.text, desk)) if desk else None
            if desk is None or query is None or not compares_sums(query, desk):
                return ""
            read = dict(await read_looks(since_when(query, desk), desk, context, question.text))
            if look := by_level(query, read, desk):
                read |= await read_looks([look], desk, context, question.text)
    except (WenshuError, TimeoutError):
        return ""
    told = without_the_new(query, _shown(query, asked, result), read, desk)
    return worded(told, desk.catalog, context.language) if told else ""


def _read(text: str, desk: MetricDesk) -> MetricQuery | None:
    found = desk.read(text)
    return found.query if isinstance(found, MetricReading) else None


def _shown(query: MetricQuery, asked: Asked, result: QueryResult) -> dict[str, Pair]:
    """Return the figures shown of both times by member; without members under no name."""
    earlier = asked.related("before")
    assert earlier is not None
    now = asked.lead.index if asked.lead.role == "figure" else asked.lead.of
    ends = [at for at in (earlier.index, now) if at is not None]
    if len(ends) < 2 or (query.splits and not asked.things):
        return {}
    name = asked.things[0].index if query.splits else None
    rows = result.rows[: _MOST_SHOWN if query.splits else 1]
    return {
        "" if name is None else str(row[name]): Pair(exact(row[ends[0]]), exact(row[ends[1]])) for row in rows
    }
