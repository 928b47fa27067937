"""Tells that a time without anything is after the one thing asked about had ended: closed, left, scrapped."""

from agent.context import Context
from analysis.lifespans import ends_at, last_days_look, last_days_of
from analysis.outcome import Said
from analysis.why.ended import Ended
from answers.figures import is_number
from answers.sentences.reading import Question
from database.result import QueryResult
from database.schema import Column
from query.metric_query import Filter, MetricQuery
from tools.beside import Beside, beside
from understanding.metric.desk import MetricDesk

_FEW = 5  # things that are named


async def had_ended(question: Question, result: QueryResult, context: Context) -> str:
    """Return who had ended before the time that has nothing, or nothing where somebody went on.

    *No shows were cancelled* of a cinema that closed in March was told of October.
    """
    query = question.query
    if query is None or not _is_nothing(result) or len(query.windows) != 1 or query.splits:
        return ""

    async def look(at: Beside) -> str | None:
        found = _things(query, at.desk)
        if found is None:
            return None
        name, column, kept = found
        sought = last_days_look(name, kept, at.desk, "ended")
        read = await at.read([sought]) if sought else {}
        last = last_days_of(read.get("ended"))
        gone = {who: day for who, day in last.items() if day is not None and day < query.windows[0].start}
        if not gone or len(gone) < len(last) or len(gone) > _FEW:
            return None
        at.show()
        listed = Ended(name, column, gone, 0).listed(context.language)
        return at.words(Said("why.had_ended", {"list": listed}))

    return await beside("alike", question.text, context, look) or ""


def _is_nothing(result: QueryResult) -> bool:
    cells = [cell for row in result.rows for cell in row if cell is not None]
    return len(result.rows) <= 1 and not any(cells) and all(map(is_number, cells))


def _things(query: MetricQuery, desk: MetricDesk) -> tuple[str, Column, tuple[Filter, ...]] | None:
    """Return the things of which the query is, by which column they end, and what keeps it to them."""
    kept = [one for one in query.filters if not one.negated]
    for one in desk.catalog.dimensions.values():
        column = ends_at(one, desk) if one.key else None
        own = tuple(it for it in kept if desk.catalog.dimensions[it.dimension].table == one.table)
        if column is not None and own:
            return one.name, column, own
    return None
