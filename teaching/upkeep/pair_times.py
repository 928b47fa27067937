"""Pairs whose SQL keeps to a time that their question does not name, or not any more."""

import datetime as dt
from collections.abc import Iterable

from database.asked_days import timing_of
from database.dialects import Dialect
from database.schema import Schema
from errors import KnowledgeError
from knowledge.items import KnowledgeItem
from language.periods import find_periods, read_time
from teaching.upkeep.health import Problem
from understanding.pairs.templates import make_template

READ_ON = (dt.date(2026, 5, 14), dt.date(2027, 8, 19))  # what moves with today is another on these days


def time_problems(items: Iterable[KnowledgeItem], dialect: Dialect, schema: Schema) -> dict[str, Problem]:
    """Return what is wrong with the times of pairs, by item."""
    found = {item.id: time_problem(item, dialect, schema) for item in items if item.kind == "pair"}
    return {ident: problem for ident, problem in found.items() if problem is not None}


def time_problem(item: KnowledgeItem, dialect: Dialect, schema: Schema) -> Problem | None:
    """Return what is wrong with a pair's time, or None.

    A question without a time is of all data: SQL that keeps to some days answers another one, and slots for
    a time have nothing to fill them. Of *last month* fixed days are another month by now.
    """
    questions = (item.title, *map(str, item.payload.get("variants", ())))
    named = [question for question in questions if _times(question, READ_ON[0])]
    try:
        slots = make_template(item.id, item.title, item.content, dialect, schema).slots
    except KnowledgeError:
        return None  # told as failing
    if slots.period:
        return None if named else Problem("pair_time_unnamed")
    asked = timing_of(item.content, dialect, schema).asked
    days = [day for one in asked for day in (one.start, one.end) if day]
    if not days or (named and not any(map(_moves, named))):
        return None
    last = max(days) - dt.timedelta(days=1)
    return Problem(
        "pair_days_stand" if named else "pair_days_unasked", {"first": str(min(days)), "last": str(last)}
    )


def _times(question: str, day: dt.date) -> list[tuple[dt.date, dt.date]]:
    """Return the times a question names on a day, those of which the end is meant too: 上个月末."""
    named = [*find_periods(question, day), *read_time(question, day).ends]
    return [(one.start, one.end) for one in named]


def _moves(question: str) -> bool:
    first, other = (_times(question, day) for day in READ_ON)
    return first != other
