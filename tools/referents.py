"""A message about one of the things just shown, read with its name: it, the first one, 最高的那家."""

import dataclasses

from agent.context import Context
from config.wording import language_of
from errors import WenshuError
from knowledge.sight import open_columns
from reasoning.reasoner import PastTurn
from tools.further import read_further
from understanding.asked import Asked
from understanding.metric.answers import MetricAnswers
from understanding.metric.referents import Member, Pointed, focused, kept_to, meant, pointed, shows_members
from understanding.question import MetricQuery
from understanding.verdicts import NOT_MINE, Reading

MOST_ROWS = 1000
SURE_NAME = 0.97


async def of_the_one(asked: Asked, previous: PastTurn | None, context: Context) -> Reading:
    """Return what a message asks of one thing shown: a figure at its time, or a detail of its row."""
    if previous is None or asked.previous_declined or not asked.previous_sure or context.figures is None:
        return NOT_MINE
    answers = await context.figures.answers(context.connection, context.rights)
    if answers is None:
        return NOT_MINE
    allowed = open_columns(context.rights)
    before = answers.before(previous.question, previous.sql, asked.today, allowed)
    parts = answers.reader.parts(asked.question, asked.today, allowed)
    found = pointed(asked.question, parts, before, answers.catalog)
    if found is None:
        return NOT_MINE
    one = await _member(found, before, previous, asked, answers, context)
    if one is None:
        return NOT_MINE
    language = language_of(asked.question)
    name = answers.reader.known.member_name(one.dimension, one.value, language)
    told = found.named(asked.question, name, language)
    if before is not None and context.metrics is not None:
        figure = await _figure(told, focused(before, one), one, asked, answers, context)
        if figure.verdict != "not_mine":
            return figure
    return await _detail(told, context)


async def _member(
    found: Pointed,
    before: MetricQuery | None,
    previous: PastTurn,
    asked: Asked,
    answers: MetricAnswers,
    context: Context,
) -> Member | None:
    """Return the member that is meant: of a figure or a row that was asked for by name, else by the rows."""
    if before is None:
        return _named(previous.question, asked, answers) if found.which == "only" else None
    if found.which == "only" and (one := kept_to(before, answers.catalog)):
        return one
    if not shows_members(before, found.which) or not previous.sql:
        return None
    try:
        _, result = await read_further(previous.sql, context, "referent", max_rows=MOST_ROWS)
    except WenshuError:
        return None
    return None if result.truncated else meant(found.which, before, result.rows, answers.reader.known)


def _named(question: str, asked: Asked, answers: MetricAnswers) -> Member | None:
    """Return the one thing that a question names whole."""
    parts = answers.reader.parts(question, asked.today)
    members = {
        Member(name, value)
        for part in parts.of("value")
        for name, value, score in part.members
        if score >= SURE_NAME and answers.catalog.dimensions[name].key
    }
    return members.pop() if len(members) == 1 else None


async def _figure(
    told: str, before: MetricQuery, one: Member, asked: Asked, answers: MetricAnswers, context: Context
) -> Reading:
    """Return the figure a message asks of a thing, as an edit of the figure that was shown of it."""
    assert context.metrics is not None
    language = language_of(told)
    previous = answers.worded(before, language, asked.today, open_columns(context.rights))
    if previous is None:
        return NOT_MINE
    edit = dataclasses.replace(asked, question=told, previous=previous, previous_sql="", points_back=True)
    reading = await context.metrics(edit)
    query = reading.query
    if query is None or query.key == before.key or reading.source != "metric" or reading.verdict != "certain":
        return NOT_MINE  # what says nothing new was not understood
    of_it = any((kept.dimension, kept.values) == (one.dimension, (one.value,)) for kept in query.filters)
    return reading if of_it else NOT_MINE


async def _detail(told: str, context: Context) -> Reading:
    """Return what a column says of a thing, which is asked for by its name alone."""
    if context.rows is None:
        return NOT_MINE
    found = await context.rows(context.asked(told))
    of_it = found.verdict == "certain" and found.listed is not None and found.listed.of
    return dataclasses.replace(found, asked=told) if of_it else NOT_MINE
