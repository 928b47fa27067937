"""Reads rates that were rounded to 0 as they are, with what they are made of: some is not none."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from agent.context import Context
from analysis.outcome import Amount, Look, Name, Said, exact
from analysis.words import worded
from answers.sentences.reading import Question
from database.result import QueryResult
from errors import WenshuError
from query.metric_query import MetricQuery
from tools.like_for_like import PATIENCE_S, show_statements
from tools.looking import read_looks
from understanding.metric.desk import MetricDesk

_LOOK, _MOST = "small_rates", 3  # members that are told


async def small_rates(
    question: Question, result: QueryResult, context: Context
) -> tuple[QueryResult, tuple[str, ...]]:
    """Return rows with rates told as 0 as they are where they are not 0, and what those are made of.

    One statement, only where a rate is 0; where it cannot be read in time all stands as it is.
    """
    figures, query = context.figures, question.query
    at = None if query is None else _rate_at(query, result)
    if figures is None or query is None or at is None:
        return result, ()
    try:
        async with asyncio.timeout(PATIENCE_S):
            desk = await figures.desk(context.connection, context.rights, context.today, context.language)
            look = _look(query, desk) if desk else None
            if desk is None or look is None:
                return result, ()
            read = (await read_looks([look], desk, context, question.text)).get(_LOOK)
    except (WenshuError, TimeoutError):
        return result, ()
    if read is None or read.result.truncated:
        return result, ()
    every = {tuple(map(str, row[:at])): row[at:] for row in read.result.rows}
    rows, told = list(result.rows), list[Said]()
    for place, row in enumerate(rows):
        found = every.get(tuple(map(str, row[:at])))
        if row[at] == 0 and found and found[0]:
            rows[place] = (*row[:at], float(found[0]), *row[at + 1 :])
            told.append(_made_of(row[:at], found, look.query))
    if not told:
        return result, ()
    label = worded(look.label, desk.catalog, context.language)
    show_statements([(label, read.sql)], context)
    words = tuple(worded(one, desk.catalog, context.language) for one in told[:_MOST])
    return replace(result, rows=tuple(rows)), words


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
