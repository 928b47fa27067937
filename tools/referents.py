"""A message about one of the things just shown, read with its name: it, the first one, 最高的那家."""

import dataclasses
import datetime as dt

from agent.context import Context
from config.wording import language_of
from errors import WenshuError
from knowledge.sight import open_columns
from language.periods import find_periods
from language.units import key_of
from reasoning.reasoner import PastTurn
from tools.further import read_further
from understanding.asked import Asked
from understanding.metric.answers import MetricAnswers
from understanding.metric.referents import Member, Pointed, focused, kept_to, meant, pointed, shows_members
from understanding.metric.vocabulary import metric_words
from understanding.question import MetricQuery, Window
from understanding.rows.words import asks_for_list
from understanding.verdicts import NOT_MINE, Reading

MOST_ROWS = 1000
SURE_NAME = 0.97


async def of_the_one(asked: Asked, previous: PastTurn | None, declined: str, context: Context) -> Reading:
    """Return what a message asks of one thing shown: a figure at its time, or a detail of its row.

    After a question without an answer (`declined`) it is of the one thing that names, else of what was shown
    before it; that is asked back.
    """
    if previous is None or not asked.previous_sure or context.figures is None:
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
    one = _named(declined, asked, answers) if declined else None
    one = one or await _member(found, before, previous, asked, answers, context)
    if one is None or (found.kinds and one.dimension not in found.kinds):
        return NOT_MINE
    language = language_of(asked.question)
    name = answers.reader.known.member_name(one.dimension, one.value, language)
    told = found.named(asked.question, name, language)
    reading = await _of_it(told, before, one, asked, answers, context)
    return _asked_back(reading) if declined and reading.verdict == "certain" else reading


async def _of_it(
    told: str,
    before: MetricQuery | None,
    one: Member,
    asked: Asked,
    answers: MetricAnswers,
    context: Context,
) -> Reading:
    if before is not None:
        figure = await _figure(told, focused(before, one), one, asked, answers, context)
    else:
        figure = await context.metrics(context.asked(told)) if context.metrics is not None else NOT_MINE
    if figure.verdict != "certain":
        figure = NOT_MINE
    if figure.query is not None and not figure.query.splits:
        return figure
    detail = await _detail(told, before, asked, context)  # who supplies it is in its own row
    return detail if detail.verdict == "certain" else figure


def _asked_back(*readings: Reading) -> Reading:
    """Return certain readings as the questions they come to, which somebody must choose from."""
    sure = [one for one in readings if one.verdict == "certain" and one.asked]
    if not sure:
        return NOT_MINE
    asked = tuple(one.asked for one in sure)
    return Reading("candidate", alternatives=asked, assumed=("edit",), source=sure[0].source)


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
    if found.which == "only" and (one := kept_to(before, answers.catalog, place=found.place)):
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
    known = answers.reader.known
    members = {
        Member(name, canonical)
        for part in answers.reader.parts(question, asked.today).of("value")
        for name, value, score in part.members
        if score >= SURE_NAME and answers.catalog.dimensions[name].key
        for canonical in known.canonicals(name, value) or [value]
    }
    return members.pop() if len(members) == 1 else None


async def _figure(
    told: str, before: MetricQuery, one: Member, asked: Asked, answers: MetricAnswers, context: Context
) -> Reading:
    """Return the figure a message asks of a thing, as an edit of the figure that was shown of it."""
    if context.metrics is None:
        return NOT_MINE
    language = language_of(told)
    previous = answers.worded(before, language, asked.today, open_columns(context.rights))
    if previous is None:
        return NOT_MINE
    edit = dataclasses.replace(
        asked,
        question=told,
        previous=previous,
        previous_sql="",
        previous_declined=False,
        points_back=True,
    )
    reading = await context.metrics(edit)
    query = reading.query
    if query is None or query.key == before.key or reading.source != "metric" or reading.verdict != "certain":
        return NOT_MINE  # what says nothing new was not understood
    of_it = any((kept.dimension, kept.values) == (one.dimension, (one.value,)) for kept in query.filters)
    return reading if of_it else NOT_MINE


async def _detail(told: str, before: MetricQuery | None, asked: Asked, context: Context) -> Reading:
    """Return what the tables say of a thing: a column of its row, its people, a list or a figure of its rows.

    A list without a time may be of the time shown, or of all there are.
    """
    found = await _rows(told, context)
    if found.verdict != "certain" or found.listed is None:
        return NOT_MINE
    if found.listed.of or found.listed.figure or _asks_for_people(told):
        return found
    if not asks_for_list(told):
        return NOT_MINE
    window = before.windows[0] if before is not None and len(before.windows) == 1 else None
    if window is None or find_periods(told, asked.today):
        return found
    dated = await _rows(f"{told.rstrip(' ?？。.')} {window.text or _days(window)}", context)
    return _asked_back(dated, found)


async def _rows(text: str, context: Context) -> Reading:
    found = await context.rows(context.asked(text)) if context.rows is not None else NOT_MINE
    return dataclasses.replace(found, asked=text)


def _asks_for_people(text: str) -> bool:
    return any(str(one) in key_of(text) for one in metric_words()["asking_for_people"])


def _days(window: Window) -> str:
    return f"{window.start.isoformat()} – {(window.end - dt.timedelta(days=1)).isoformat()}"
