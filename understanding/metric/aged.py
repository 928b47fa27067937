"""A figure that ripens, counted at one age: paid within so many days, of old bills and of young ones."""

import datetime as dt
from copy import copy
from dataclasses import dataclass, replace

from sqlglot import exp

from knowledge.metrics import Metric
from language.calendar import whole
from query.metric_query import Window
from query.plan.engines import later
from understanding.metric.answers import MetricAnswers
from understanding.metric.ripening import Ripe

_LEAST = 0.1  # of what comes in the end, come by an age: of less nothing is told


@dataclass(frozen=True)
class Aged:
    """A time of a figure whose rows are all of an age at least, and what reads it counted at that age."""

    window: Window
    within: int  # days
    source: Metric
    ripe: Ripe
    answers: MetricAnswers


def aged(name: str, window: Window, answers: MetricAnswers, today: dt.date) -> Aged | None:
    """Return a figure counted at the age of the youngest rows of a time, but for months too young for it.

    None where it does not ripen, where no day says when a row came to count, or where all is too young.
    """
    known = answers.reader.known
    found, end = known.ripe(name), known.held_until(name, today)
    if found is None or end is None:
        return None
    source, ripe = found
    over = next((one for one in _shorter(window, end) if ripe.share_at((end - one.end).days) >= _LEAST), None)
    if over is None:
        return None
    within = min((end - over.end).days, ripe.days)
    reader = copy(answers.reader)
    reader.known = known.with_ripe(_within(source, ripe.column, within, answers))
    return Aged(over, within, source, ripe, replace(answers, reader=reader))


def _shorter(window: Window, end: dt.date) -> list[Window]:
    """Return a time that is over, and it without the month that runs and the last one, as far as it goes."""
    months = [whole("month", end, -back)[0] for back in range(3)]
    ends = [window.end, *(one for one in months if window.start < one < window.end)]
    return [
        window if one == window.end else replace(window, end=one, unit="range", text="")
        for one in ends
        if one <= end
    ]


def _within(source: Metric, column: str, within: int, answers: MetricAnswers) -> Metric:
    """Return a sum or count of the rows that came to count within so many days of their own."""
    owner, _, time = source.time.rpartition(".")
    until = later(exp.column(time, table=owner or None), within + 1, "day", answers.dialect)
    test = exp.LT(this=exp.column(column, quoted=True), expression=until)
    written = test.sql(dialect=answers.dialect.sqlglot_name)
    return replace(source, filters=(*source.filters, written))
