"""A message about the one time that was shown: 那个月投诉多少 behind 哪个月营业额最高."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from agent.context import Context
from config.wording import language_of
from errors import WenshuError
from knowledge.sight import open_columns
from language.calendar import Unit, whole
from language.period.covered import worded
from query.metric_query import MetricQuery, Window
from reasoning.reasoner import PastTurn
from tools.further import read_further
from understanding.asked import Asked
from understanding.metric.said_again import pointing
from understanding.verdicts import NOT_MINE, Reading


async def of_that_time(asked: Asked, past: Sequence[PastTurn], context: Context) -> Reading:
    """Return what a message asks of the one day, week or month that the turn before told or was of.

    It is read as an edit of the figure shown, whoever that was of, with the time in its place.
    """
    found = pointing(asked.question)
    if found is None or not past or asked.previous_declined or not asked.previous_sure:
        return NOT_MINE
    if context.metrics is None or context.figures is None:
        return NOT_MINE
    answers = await context.figures.answers(context.connection, context.rights)
    allowed = open_columns(context.rights)
    if answers is None:
        return NOT_MINE
    before = answers.before(past[-1].question, past[-1].sql, asked.today, allowed)
    if before is None:
        return NOT_MINE
    place, unit = found
    window = await _told(before, unit, past[-1].sql, context)
    if window is None:
        return NOT_MINE
    language = language_of(asked.question)
    shown = answers.worded(_figure_of(before, window), language, asked.today, allowed)
    time = worded(window.start, window.end, language)
    text = f"{asked.question[: place.start()]}{' ' * (language == 'en')}{time}{asked.question[place.end() :]}"
    if shown is None:
        return NOT_MINE
    edit = replace(asked, question=text.strip(), previous=shown, previous_sql="", points_back=True)
    reading = await context.metrics(edit)
    if reading.verdict != "certain" and not before.filters:
        reading = await context.metrics(context.asked(text.strip()))
    kept = reading.query is not None and [(it.start, it.end) for it in reading.query.windows]
    return reading if reading.verdict == "certain" and kept == [(window.start, window.end)] else NOT_MINE


def _figure_of(before: MetricQuery, window: Window) -> MetricQuery:
    """Return the figure shown at one time, whoever it was of."""
    return MetricQuery(before.metrics[:1], windows=(window,), filters=before.filters)


async def _told(before: MetricQuery, unit: str, sql: str, context: Context) -> Window | None:
    """Return the one time of a unit that a ranking put first alone, else that the turn was of."""
    if before.ranking is not None and before.grain == unit:
        if before.splits or not sql:
            return None
        try:
            _, result = await read_further(sql, context, "referent", max_rows=2)
        except WenshuError:
            return None
        if len(result.rows) != 1 or result.truncated:
            return None
        return Window(*whole(unit, dt.date.fromisoformat(str(result.rows[0][0])[:10])), cast(Unit, unit))
    one = before.windows[0] if len(before.windows) == 1 and before.grain != unit else None
    is_one = one is not None and (one.start, one.end) == whole(unit, one.start)
    return one if is_one else None
