"""The question why, offered under an answer that compares a figure over two times, whole or by member."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from agent.context import Context
from agent.state import AgentState
from analysis.asked import Direction
from analysis.why.looks import of_member
from analysis.why.reading import is_one_change, why_question
from answers.sentences.asked import Asked
from query.as_json import from_json
from query.metric_query import MetricQuery
from understanding.metric.desk import MetricDesk
from understanding.readings import MetricReading

_BOTH = 2


async def why_next(state: AgentState, context: Context) -> list[str]:
    """Return the whole question why the compared figure of an answer moved, where it is one.

    Of a comparison by member it is asked of the one that moved most.
    """
    answer = context.desk.answer
    if answer is None or answer.kind != "data" or not answer.rows or context.figures is None:
        return []
    desk = await context.figures.desk(context.connection, context.rights, context.today, context.language)
    query = _query(state, desk) if desk else None
    if desk is None or query is None or not _is_compared(query):
        return []
    if len(query.splits) == 1:
        asked = context.desk.analysis.asked if context.desk.analysis else None
        moved = moved_most(answer.rows, asked) if asked else None
        return _of_member(query, moved, desk) if moved else []
    if len(answer.rows) != 1 or not is_one_change(query):
        return []
    composed = bool(state.get("metric_query"))
    if composed and len(answer.rows[0]) < _BOTH:  # set beside no time: it is not complete
        return []
    direction = _direction(answer.rows[0], query) if composed else ""
    return _listed(why_question(query, direction, desk))


@dataclass(frozen=True)
class Moved:
    """A member, and by how much its figure moved."""

    name: str
    by: float


def moved_most(rows: Sequence[Sequence[object]], asked: Asked) -> Moved | None:
    """Return the member whose figure moved most beside its earlier one; None where nobody's did.

    Sums of two times of unlike length move by the day.
    """
    befores = [one for one in asked.measures if one.role == "before" and one.of is not None]
    if len(asked.things) != 1 or len(befores) != 1:
        return None
    (thing,), (before,) = asked.things, befores
    assert before.of is not None
    length, earlier = (asked.adds_by_day and asked.unlike) or (1, 1)
    found = [
        Moved(str(row[thing.index]), float(now) / length - float(then) / earlier)
        for row in rows
        if row[thing.index] is not None
        and isinstance(now := row[before.of], int | float)
        and isinstance(then := row[before.index], int | float)
    ]
    most = max(found, key=lambda one: abs(one.by), default=None)
    return most if most and most.by else None


def _of_member(query: MetricQuery, moved: Moved, desk: MetricDesk) -> list[str]:
    """Return why the figure of one member of a comparison moved, where a why can be asked of it alone."""
    (cut,) = query.splits
    others = tuple(one for one in query.filters if one.dimension != cut)
    alone = replace(
        query,
        splits=(),
        ranking=None,
        conditions=(),
        ascending=False,
        others=False,
        filters=(*others, of_member(cut, moved.name, desk)),
    )
    if not is_one_change(alone):
        return []
    return _listed(why_question(alone, "up" if moved.by > 0 else "down", desk))


def _listed(question: str | None) -> list[str]:
    return [question] if question else []


def _query(state: AgentState, desk: MetricDesk) -> MetricQuery | None:
    """Return what the answer is of: as it was composed, or as its question reads where a pair answered it."""
    if asked := state.get("metric_query"):
        query = from_json(asked)
        return query if desk.answers.has(query) else None  # a figure that nobody defined has no why
    found = desk.answers.reader.read(state["question"], desk.today, desk.allowed)
    return found.query if isinstance(found, MetricReading) else None


def _is_compared(query: MetricQuery) -> bool:
    return query.compared is not None or len(query.windows) == _BOTH


def _direction(row: list[object], query: MetricQuery) -> Direction:
    """Return which way the figure went, where the row's first cells are its two figures."""
    growth = row[_BOTH] if query.compared and len(row) > _BOTH else None
    if isinstance(growth, int | float) and growth:  # of unlike times the change a day
        return "up" if growth > 0 else "down"
    now, before = row[:2] if query.compared else row[1::-1]
    if not isinstance(now, int | float) or not isinstance(before, int | float) or now == before:
        return ""
    return "up" if now > before else "down"
