"""A message about one of the things just shown, read with its name: it, the first one, 最高的那家."""

import dataclasses
import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from agent.context import Context
from config.wording import language_of
from errors import WenshuError
from knowledge.sight import open_columns
from language.periods import find_periods
from language.units import key_of
from query.metric_query import MetricQuery, Ranking, Window
from reasoning.reasoner import PastTurn
from tools.further import read_further
from understanding.asked import Asked
from understanding.metric.answers import MetricAnswers
from understanding.metric.referents import (
    Member,
    Pointed,
    focused,
    heads_with_a_place,
    kept_to,
    meant,
    pointed,
    shows,
    shows_members,
)
from understanding.metric.vocabulary import metric_words
from understanding.rows.words import asks_for_list
from understanding.verdicts import NOT_MINE, Reading

MOST_ROWS = 1000
SURE_NAME = 0.97


async def of_the_one(
    asked: Asked, past: Sequence[PastTurn], declined: str, context: Context, alone: Reading = NOT_MINE
) -> Reading:
    """Return what a message asks of one thing shown: a figure at its time, or a detail of its row.

    `past` are the turns before that showed something, the latest last; `alone` is what the message comes to
    by itself: where that is nothing, it may be of the one shown without saying so. After a question without
    an answer (`declined`) it is of the one thing that names, else of what was shown; that is asked back.
    """
    if not past or not asked.previous_sure or context.figures is None:
        return NOT_MINE
    answers = await context.figures.answers(context.connection, context.rights)
    if answers is None:
        return NOT_MINE
    shown = Shown.of(past, asked, answers, context)
    found = shown.pointed(asked.question)
    if found is None:
        return NOT_MINE if declined or alone.verdict != "not_mine" else await _left_out(shown)
    one = _named(declined, asked, answers) if declined else None
    one = one or await _member(found, shown)
    if one is None and declined and (meant_then := shown.pointed(declined)):
        one = await _member(meant_then, shown)  # of the one that nobody could be told of
    if one is None or (found.kinds and one.dimension not in found.kinds):
        return NOT_MINE
    told = found.named(asked.question, shown.called(one), language_of(asked.question))
    reading = await _of_it(told, one, shown)
    return asked_again(reading) if declined and reading.verdict == "certain" else reading


async def of_the_place(
    whole: Reading, asked: Asked, past: Sequence[PastTurn], context: Context
) -> Reading | None:
    """Return what a message that is read by itself asks of the first of a list, to be chosen or written.

    None where it points at no place, or at one that a figure's own query tells: what a model or an analysis
    listed is known by its rows alone, and the same words may ask of all: 排第一的到底是什么问题.
    """
    answers = await context.figures.answers(context.connection, context.rights) if context.figures else None
    if not past or answers is None:
        return None
    question = asked.question
    parts = answers.reader.parts(question, asked.today, open_columns(context.rights))
    span = heads_with_a_place(question, parts)
    if span is None or (shown := Shown.of(past, asked, answers, context)).before is not None:
        return None
    language, allowed = language_of(question), open_columns(context.rights)
    said = answers.worded(whole.query, language, asked.today, allowed) if whole.query else ""
    found: list[Reading] = [dataclasses.replace(whole, asked=whole.asked or said or question)]
    if (one := await _first_row(shown)) and context.metrics:
        told = Pointed(span, "first").named(question, shown.called(one), language)
        found.insert(0, dataclasses.replace(await context.metrics(context.asked(told)), asked=told))
    return asked_again(*found)


async def _first_row(shown: "Shown") -> Member | None:
    """Return who stands in the first row of what one statement of a model listed."""
    try:
        _, result = await read_further(shown.previous.sql, shown.context, "referent", max_rows=MOST_ROWS)
    except WenshuError:
        return None
    names = [cell for cell in result.rows[0] if isinstance(cell, str)] if result.row_count > 1 else []
    return _named(names[0], shown.asked, shown.answers) if names else None


async def with_its_name(
    question: str, past: Sequence[PastTurn], context: Context, *, bare: bool = False
) -> str:
    """Return a message with the name of the one thing shown that it points at, else as it is.

    What is `bare`, why alone, points at the one thing that was chosen: 为什么这么多 after 投诉最多的服务区.
    """
    figures = context.figures
    answers = await figures.answers(context.connection, context.rights) if figures and past else None
    if answers is None:
        return question
    shown = Shown.of(past, context.asked(question), answers, context)
    found = shown.pointed(question)
    if found is None and bare and shown.before is not None and shown.before.ranking is not None:
        behind = len(question) if language_of(question) == "en" else 0
        found = Pointed((behind, behind), "only")
    one = await _member(found, shown) if found is not None else None
    if found is None or one is None or (found.kinds and one.dimension not in found.kinds):
        return question
    return found.named(question, shown.called(one), language_of(question))


async def chosen_figure(past: Sequence[PastTurn], context: Context) -> tuple[MetricQuery, Ranking] | None:
    """Return the figure of the one that a ranking put first, at its time; None where nothing was ranked."""
    figures = context.figures
    answers = await figures.answers(context.connection, context.rights) if figures and past else None
    if answers is None:
        return None
    shown = Shown.of(past, context.asked(past[-1].question), answers, context)
    if shown.before is None or shown.before.ranking is None:
        return None
    one = await _member(Pointed((0, 0), "only"), shown)
    return (focused(shown.before, one), shown.before.ranking) if one is not None else None


@dataclass(frozen=True)
class Shown:
    """What a message may speak of: the last turn, the query it came to, and the one of an earlier figure."""

    asked: Asked
    answers: MetricAnswers
    context: Context
    previous: PastTurn
    before: MetricQuery | None
    earlier: MetricQuery | None

    @classmethod
    def of(cls, past: Sequence[PastTurn], asked: Asked, answers: MetricAnswers, context: Context) -> "Shown":
        """Read the turns back into what they asked of the metrics."""
        allowed = open_columns(context.rights)
        queries = (answers.before(one.question, one.sql, asked.today, allowed) for one in reversed(past))
        before = next(queries)
        earlier = next((one for one in queries if one is not None), None) if before is None else None
        return cls(asked, answers, context, past[-1], before, earlier)

    def pointed(self, text: str) -> Pointed | None:
        """Return where a text points at one thing shown."""
        parts = self.answers.reader.parts(text, self.asked.today, open_columns(self.context.rights))
        return pointed(text, parts, self.before, self.answers.catalog)

    def called(self, one: Member) -> str:
        """Return what a member is called in the language of the message."""
        known, language = self.answers.reader.known, language_of(self.asked.question)
        return known.member_name(one.dimension, one.value, language)

    def figure_of(self, one: Member) -> MetricQuery | None:
        """Return the figure shown last of a member: that of the last turn, or of one before details of it."""
        if self.before is not None:
            return focused(self.before, one)
        return focused(self.earlier, one) if self.earlier and shows(self.earlier, one) else None


async def _left_out(shown: Shown) -> Reading:
    """Return what a Chinese message that names nobody asks of the one thing shown: 什么时候入职的.

    A figure is asked back: it may as well be of all.
    """
    question, reader = shown.asked.question, shown.answers.reader
    parts = reader.parts(question, shown.asked.today, open_columns(shown.context.rights))
    if language_of(question) != "zh" or parts.of("value", "dimension"):
        return NOT_MINE
    one = await _member(Pointed((0, 0), "only"), shown)
    if one is None:
        return NOT_MINE
    reading = await _of_it(f"{shown.called(one)}{question}", one, shown)
    if reading.source == "rows":
        return reading
    return asked_again(reading) if shown.figure_of(one) is not None else NOT_MINE


async def _of_it(told: str, one: Member, shown: Shown) -> Reading:
    context, of_one = shown.context, shown.figure_of(one)
    figure = await figure_of_one(told, of_one, one, shown) if of_one is not None else NOT_MINE
    if shown.before is None and figure.verdict != "certain":
        figure = await _anew(told, of_one, context)
    if figure.verdict != "certain":
        figure = NOT_MINE
    if figure.query is not None and not figure.query.splits:
        return figure
    detail = await _detail(told, shown)  # who supplies it is in its own row
    return detail if detail.verdict == "certain" else figure


async def _anew(told: str, of_one: MetricQuery | None, context: Context) -> Reading:
    """Return the figure a message asks for by itself, at the time of the one shown of that thing before."""
    if context.metrics is None:
        return NOT_MINE
    found = await context.metrics(context.asked(told))
    window = of_one.window if of_one is not None and len(of_one.windows) == 1 else None
    if window is None or found.query is None or found.query.windows:
        return found
    return await context.metrics(context.asked(at_the_time(told, window)))


def at_the_time(told: str, window: Window) -> str:
    """Return a message with a time: ahead in Chinese, behind in English."""
    time = window.text or _days(window)
    return f"{time}{told}" if language_of(told) == "zh" else f"{told.rstrip(' ?？。.')} {time}"


def asked_again(*readings: Reading) -> Reading:
    """Return certain readings as the questions they come to, which somebody must choose from."""
    sure = [one for one in readings if one.verdict == "certain" and one.asked]
    if not sure:
        return NOT_MINE
    asked = tuple(one.asked for one in sure)
    return Reading("candidate", alternatives=asked, assumed=("edit",), source=sure[0].source)


async def _member(found: Pointed, shown: Shown) -> Member | None:
    """Return the member that is meant: of a figure or a row that was asked for by name, else by the rows."""
    before, answers = shown.before, shown.answers
    if before is None:
        return _named(shown.previous.question, shown.asked, answers) if found.which == "only" else None
    if found.which == "only" and (one := kept_to(before, answers.catalog, found)):
        return one
    if not shows_members(before, found.which) or not shown.previous.sql:
        return None
    try:
        _, result = await read_further(shown.previous.sql, shown.context, "referent", max_rows=MOST_ROWS)
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


async def figure_of_one(told: str, before: MetricQuery, one: Member, shown: Shown) -> Reading:
    """Return the figure a message asks of a thing, as an edit of the figure that was shown of it."""
    asked, context = shown.asked, shown.context
    if context.metrics is None:
        return NOT_MINE
    language = language_of(told)
    previous = shown.answers.worded(before, language, asked.today, open_columns(context.rights))
    if previous is None:
        return NOT_MINE
    edit = dataclasses.replace(
        asked, question=told, previous=previous, previous_sql="", previous_declined=False, points_back=True
    )
    reading = await context.metrics(edit)
    query = reading.query
    if query is None or query.key == before.key or reading.source != "metric" or reading.verdict != "certain":
        return NOT_MINE  # what says nothing new was not understood
    of_it = any((kept.dimension, kept.values) == (one.dimension, (one.value,)) for kept in query.filters)
    return reading if of_it else NOT_MINE


async def _detail(told: str, shown: Shown) -> Reading:
    """Return what the tables say of a thing: a column of its row, its people, a list or a figure of its rows.

    A list without a time may be of the time shown, or of all there are.
    """
    before, asked, context = shown.before, shown.asked, shown.context
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
    return asked_again(dated, found)


async def _rows(text: str, context: Context) -> Reading:
    found = await context.rows(context.asked(text)) if context.rows is not None else NOT_MINE
    return dataclasses.replace(found, asked=text)


def _asks_for_people(text: str) -> bool:
    return any(str(one) in key_of(text) for one in metric_words()["asking_for_people"])


def _days(window: Window) -> str:
    return f"{window.start.isoformat()} – {(window.end - dt.timedelta(days=1)).isoformat()}"
