"""Tells growth without who came or went between the two times that a figure is shown of."""

import asyncio
from dataclasses import dataclass, replace

from agent.context import Context
from analysis.at_one_age import aged_beside, aged_look, aged_told
from analysis.days_alike import days_looks, ordinary_told
from analysis.like_for_like import by_level, compares_sums, since_when, without_the_new, without_those_inside
from analysis.outcome import Name, Said, exact
from analysis.why.split import ZERO, Pair
from answers.sentences.asked import Asked
from answers.sentences.reading import Question
from database.result import QueryResult
from errors import WenshuError
from query.metric_query import MetricQuery
from tools.beside import PATIENCE_S, Beside, beside
from understanding.metric.aged import Aged
from understanding.readings import MetricReading

_MOST_SHOWN = 12  # members whose growth the words tell


@dataclass(frozen=True)
class LikeForLike:
    """A sentence on growth without who is new or gone, and a line on how that was read."""

    sentence: str
    line: str


async def like_for_like(
    question: Question, asked: Asked | None, result: QueryResult, context: Context
) -> LikeForLike | None:
    """Return growth without who is new or gone, or None where that makes no difference.

    A statement that was taken or written for the question is told of where the question is read over the
    metrics with certainty and comes to the same figures.
    """
    query = question.query
    if asked is None or query is None or not asked.measures:
        return None
    beside_none, uncut = asked.related("before") is None, context.desk.uncut
    whole = uncut[1] if uncut and uncut[0] == question.sql else query
    if beside_none and whole.compared is None:
        return None

    async def look(at: Beside) -> LikeForLike | None:
        if (aged := aged_beside(whole, at.desk)) is not None:
            return await _at_one_age(whole, aged, at)
        if beside_none:
            return None
        if not compares_sums(query, at.desk):
            return None
        read = dict(await at.read(since_when(query, at.desk)))
        if further := [*by_level(query, read, at.desk), *days_looks(query, read, at.desk)]:
            read |= await at.read(further)
        shown = _shown(query, asked, result)
        alike = without_the_new(query, shown, read, at.desk)
        inside = without_those_inside(query, shown, read, at.desk)
        told = [alike, inside, ordinary_told(query, read, at.desk)]
        if not any(told):
            return None
        at.show()
        dimension = next((name for one in read.values() for name in one.look.query.splits[-1:]), "")
        how = Said("like.read_by", {"dimension": Name(dimension, dimension=True)})
        space = "" if context.language == "zh" else " "
        words = space.join(at.words(one) for one in told if one)
        return LikeForLike(words, at.words(how) if alike else "")

    return await beside("alike", question.text, context, look)


async def _at_one_age(query: MetricQuery, aged: Aged, at: Beside) -> LikeForLike | None:
    """Return how a figure that is not ripe stands beside the older time at one age."""
    read = await at.read([aged_look(query, aged, at.desk)])
    if (told := aged_told(query.metrics[0], aged, read, at.desk)) is None:
        return None
    at.show()
    return LikeForLike(at.words(told), "")


async def with_its_query(question: Question, asked: Asked | None, context: Context) -> Question:
    """Return a question of figures with what it asks of the metrics, read for certain.

    Of a statement that was taken or written nobody told.
    """
    figures = context.figures
    if question.query is not None or figures is None or asked is None or not asked.measures:
        return question
    try:
        async with asyncio.timeout(PATIENCE_S):
            desk = await figures.desk(context.connection, context.rights, context.today, context.language)
        found = desk.read(question.text) if desk else None  # read before, so kept: a hop takes ten times it
    except (WenshuError, TimeoutError):
        return question
    return replace(question, query=found.query) if isinstance(found, MetricReading) else question


def _shown(query: MetricQuery, asked: Asked, result: QueryResult) -> dict[str, Pair]:
    """Return the figures shown of both times by member; without members under no name."""
    earlier = asked.related("before")
    assert earlier is not None
    now = asked.lead.index if asked.lead.role == "figure" else asked.lead.of
    ends = [at for at in (earlier.index, now) if at is not None]
    if len(ends) < 2 or (query.splits and not asked.things):
        return {}
    if query.grain:  # of months beside those of a year before what they all come to
        sums = [sum((exact(row[at]) or ZERO for row in result.rows), ZERO) for at in ends]
        return {} if result.truncated else {"": Pair(*sums)}
    name = asked.things[0].index if query.splits else None
    rows = result.rows[: _MOST_SHOWN if query.splits else 1]
    return {
        "" if name is None else str(row[name]): Pair(exact(row[ends[0]]), exact(row[ends[1]])) for row in rows
    }
