"""Tells that a time without anything is one in which what was asked about was not there: not yet, no more."""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence

from sqlglot import exp

from agent.context import Context
from analysis.lifespans import begins_at, ends_at
from analysis.outcome import Said
from analysis.why.ended import Ended
from answers.conditions import period_of
from answers.figures import is_number
from answers.sentences.reading import Question
from database.result import QueryResult
from database.schema import Column
from knowledge.metrics import Dimension
from knowledge.sight import open_columns
from language.calendar import days
from query.metric_query import Window
from tools.beside import Beside, beside
from tools.emptied import Filter, days_in, filters
from tools.further import read_further
from understanding.metric.desk import MetricDesk

_FEW = 5  # things that are named
_POSITIVE = (exp.EQ, exp.In)
_FROM, _UNTIL = (exp.GT, exp.GTE), (exp.LT, exp.LTE)


async def not_there(question: Question, result: QueryResult, context: Context) -> str:
    """Return who began after the time that has nothing, or had ended before it; nothing where one was there.

    *No shows were cancelled* of a cinema that closed in March was told of October; of a site that opened
    in June, that there are some without one of the conditions. It is told by the statement, whoever wrote it.
    """
    if not _is_nothing(result):
        return ""

    async def look(at: Beside) -> str | None:
        every = list(filters(question.sql, question.dialect, question.schema))
        time = _time_of(every)
        for one, dimension in _things(every, at.desk) if time else ():
            if time and (told := await _told(one, dimension, time, at, context)):
                return told
        return None

    return await beside("alike", question.text, context, look) or ""


def _is_nothing(result: QueryResult) -> bool:
    cells = [cell for row in result.rows for cell in row if cell is not None]
    return len(result.rows) <= 1 and not any(cells) and all(map(is_number, cells))


def _time_of(every: Sequence[Filter]) -> tuple[Window, Filter] | None:
    """Return the one time that a statement is over, which its conditions bound on both sides."""
    found = [one for one in every if one.is_range and any(map(any, map(days_in, one.conditions)))]
    if len(found) != 1:
        return None
    kinds = {type(part) for part in found[0].conditions}
    named = sorted({day for part in found[0].conditions for day in days_in(part)})
    if kinds.isdisjoint({*_FROM, exp.Between}) or kinds.isdisjoint({*_UNTIL, exp.Between}):
        return None
    first, last = map(dt.date.fromisoformat, (named[0], named[-1]))
    return Window(first, last + days(0 if exp.LT in kinds else 1), "range"), found[0]


def _things(every: Sequence[Filter], desk: MetricDesk) -> Iterator[tuple[Filter, Dimension]]:
    """Yield the conditions that name things by a column of their own table, which says from or until when."""
    for one in every:
        if not one.texts or not all(isinstance(part, _POSITIVE) for part in one.conditions):
            continue
        for dimension in desk.catalog.dimensions.values():
            named = (dimension.column, dimension.column_en)
            if f"{one.table}.{one.column}" in {desk.catalog.full_column(name) for name in named if name}:
                yield one, dimension
                break


async def _told(
    one: Filter, dimension: Dimension, time: tuple[Window, Filter], at: Beside, context: Context
) -> str | None:
    """Return since or until when all of the things are there, where none of them was in the time."""
    window, asked = time
    edges = {"not_begun": begins_at(dimension, at.desk), "had_ended": ends_at(dimension, at.desk)}
    for code, column in edges.items():
        if column is None or not open_columns(context.rights)(f"{one.table}.{column.name}"):
            continue
        first = code == "not_begun"
        own = await _edges(one, column, context, first=first)
        outside = [
            day for day in own.values() if day and (day >= window.end if first else day < window.start)
        ]
        if not 0 < len(own) <= _FEW or len(outside) < len(own):
            continue
        known, language = at.desk.answers.reader.known, context.language
        gone = {known.member_name(dimension.name, who, language): day for who, day in own.items() if day}
        listed = Ended(dimension.name, column, gone, 0).listed(language)
        when = period_of(asked.conditions, language) or window
        return at.words(Said(f"why.{code}", {"list": listed, "when": when}))
    return None


async def _edges(
    one: Filter, column: Column, context: Context, *, first: bool
) -> Mapping[str, dt.date | None]:
    """Return the first or the last day of each thing that conditions name; no last one of what goes on."""
    name, edge = exp.column(one.column), exp.column(column.name)
    conditions = [part.copy() for part in one.conditions]
    for held in (it for part in conditions for it in part.find_all(exp.Column)):
        held.set("table", None)
        held.set("db", None)
    taken = exp.Min(this=edge) if first else exp.Max(this=edge)
    sought = exp.select(name, taken, exp.Count(this=exp.Star()), exp.Count(this=edge.copy()))
    sought = sought.from_(exp.to_table(one.table)).where(*conditions).group_by(name.copy())
    sql = sought.sql(dialect=context.database.dialect.sqlglot_name)
    rows = (await read_further(sql, context, "why_empty", max_rows=_FEW + 1))[1].rows
    return {
        str(who): dt.date.fromisoformat(str(day)[:10]) if day is not None and known == every else None
        for who, day, every, known in rows
    }
