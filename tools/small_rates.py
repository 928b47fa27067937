"""Reads rates that were rounded to 0 as they are, with what they are made of: some is not none."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from agent.context import Context
from analysis.outcome import Amount, Look, Name, Read, Said, exact
from answers.sentences.reading import Question
from database.result import QueryResult
from query.metric_query import MetricQuery
from tools.beside import Beside, beside
from understanding.metric.desk import MetricDesk

_LOOK, _MOST = "small_rates", 3  # members that are told


async def small_rates(
    question: Question, result: QueryResult, context: Context
) -> tuple[QueryResult, tuple[str, ...]]:
    """Return rows with rates told as 0 as they are where they are not 0, and what those are made of.

    One statement, only where a rate is 0; where it cannot be read in time all stands as it is.
    """
    query = await _query_of(question, result, context)
    place = None if query is None else _rate_at(query, result)

    async def look(at: Beside) -> tuple[QueryResult, tuple[str, ...]] | None:
        wanted = _look(query, at.desk) if query is not None else None
        read = (await at.read([wanted])).get(_LOOK) if wanted else None
        if place is None or read is None or read.result.truncated:
            return None
        rows, told = _as_they_are(result, place, read)
        if not told:
            return None
        at.show()
        return replace(result, rows=rows), tuple(map(at.words, told[:_MOST]))

    if place is None:
        return result, ()
    return await beside("rates", question.text, context, look) or (result, ())


async def _query_of(question: Question, result: QueryResult, context: Context) -> MetricQuery | None:
    """Return what a statement asks of the metrics, also where it was written and all of it is theirs."""
    if question.query is not None or context.figures is None or not _has_nought(result):
        return question.query
    who = (context.connection, context.rights, context.today, context.language)
    told = await context.figures.recognised(question.sql, *who)
    return told.query if told else None


def _has_nought(result: QueryResult) -> bool:
    return any(0 in row for row in result.rows)


def _as_they_are(result: QueryResult, at: int, read: Read) -> tuple[tuple[tuple[Any, ...], ...], list[Said]]:
    """Return the rows with rates told as 0 as they were read, and what each of these is made of."""
    every = {tuple(map(str, row[:at])): row[at:] for row in read.result.rows}
    rows, told = list(result.rows), list[Said]()
    for place, row in enumerate(rows):
        found = every.get(tuple(map(str, row[:at])))
        if row[at] == 0 and found and found[0]:
            rows[place] = (*row[:at], float(found[0]), *row[at + 1 :])
            told.append(_made_of(row[:at], found, read.look.query))
    return tuple(rows), told


def _rate_at(query: MetricQuery, result: QueryResult) -> int | None:
    """Return the column of the one figure asked for, where some of its cells are 0."""
    other = query.share or query.average or query.running or query.counted or query.others or query.grain
    if other or len(query.metrics) != 1 or query.compared is not None or len(query.windows) > 1:
        return None
    at = len(query.splits)
    return at if any(len(row) > at and row[at] == 0 for row in result.rows) else None


def _look(query: MetricQuery, desk: MetricDesk) -> Look | None:
    """Return the look at a rate in percent, unrounded, and its parts; None of any other figure."""
    metric = desk.catalog.metrics.get(query.metrics[0])
    if metric is None or metric.kind != "ratio" or metric.unit("en") != "%" or len(metric.parts) != 2:
        return None
    if any(desk.catalog.metrics[one].kind != "simple" for one in metric.parts):
        return None
    label = Said("small_rates.label", {"metric": Name(metric.name)})
    return Look(_LOOK, replace(query, metrics=(metric.name, *metric.parts)), label, detail=True)


def _made_of(names: Sequence[object], found: Sequence[object], query: MetricQuery) -> Said:
    _, above, below = query.metrics
    part, whole = (exact(it) or Decimal(0) for it in found[1:3])
    return Said(
        "small_rates.made_of",
        {
            "whose": Said("small_rates.whose", {"names": tuple(map(str, names))}) if names else "",
            "above": Name(above),
            "part": Amount(part, above),
            "below": Name(below),
            "whole": Amount(whole, below),
        },
    )
