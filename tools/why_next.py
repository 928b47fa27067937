"""The question why, offered under an answer that compares one figure over two times."""

from agent.context import Context
from agent.state import AgentState
from analysis.asked import Direction
from analysis.why.reading import is_one_change, why_question
from query.as_json import from_json
from query.metric_query import MetricQuery
from understanding.metric.desk import MetricDesk
from understanding.readings import MetricReading

_BOTH = 2


async def why_next(state: AgentState, context: Context) -> list[str]:
    """Return the whole question why the compared figure of an answer moved, where it is one."""
    answer = context.desk.answer
    if answer is None or answer.kind != "data" or len(answer.rows) != 1 or context.figures is None:
        return []
    desk = await context.figures.desk(context.connection, context.rights, context.today, context.language)
    query = _query(state, desk) if desk else None
    if desk is None or query is None or not is_one_change(query) or not _is_compared(query):
        return []
    direction = _direction(answer.rows[0], query) if state.get("metric_query") else ""
    found = why_question(query, direction, desk)
    return [found] if found else []


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
