"""Reads a message that nothing reads whole clause by clause, each going on from the one before it."""

from collections.abc import Iterable
from dataclasses import replace

from agent.context import Context
from agent.state import AgentState, Turn
from language.periods import find_periods
from query.metric_query import MetricQuery
from reasoning.offline import is_told, taken_for_granted
from tools.generate_sql import read_after
from understanding.metric.apart import asks, leads_up, ways_apart
from understanding.verdicts import Reading

GOES_ON = frozenset(["edit", "unread", "figure", "part_of_name"])


async def in_clauses(state: AgentState, context: Context) -> tuple[Reading, ...]:
    """Return the readings of a message's clauses, or nothing where one of them is not read for certain."""
    whole = await read_after(state, context)
    if whole.verdict == "certain" or is_told(whole):
        return ()
    if whole.every:
        return await _each_alone(whole.alternatives, state, context)
    for clauses in ways_apart(state["question"]):
        if found := await _one_after_the_other(clauses, state, context):
            return found
    return ()


async def _each_alone(questions: Iterable[str], state: AgentState, context: Context) -> tuple[Reading, ...]:
    """Return the readings of whole questions that are all asked, or nothing where one is not certain."""
    found = [await read_after({**state, "question": one}, context) for one in questions]
    return tuple(found) if all(one.verdict == "certain" for one in found) else ()


async def _one_after_the_other(
    clauses: tuple[str, ...], state: AgentState, context: Context
) -> tuple[Reading, ...]:
    found: list[Reading] = []
    history = list(state.get("history", []))
    for clause in clauses:
        read = await read_after({**state, "question": clause, "history": history}, context)
        if not read.sql or not _is_taken(read, found[-1] if found else None, clause):
            return ()
        if read.verdict == "candidate":
            granted = replace(read, assumed=tuple(one for one in read.assumed if one != "edit"))
            read = replace(read, said=(*read.said, *taken_for_granted(granted, context.language)))
        read = await _with_query(read, context)
        if found and not _keeps(found[-1], read, bool(find_periods(clause, context.today))):
            return ()
        found.append(read)
        history.append(
            Turn(question=read.asked or clause, sql=read.sql, answer="", kind="data", source=read.source)
        )
    return tuple(_told_once(found))


def _is_taken(read: Reading, before: Reading | None, clause: str) -> bool:
    """Tell whether a clause is read for certain: the first alone, the next also as an edit of it."""
    if read.listed is not None and not (read.listed.named or read.listed.figure):
        return False  # records without a name of their own tell nothing in a sentence
    if before is None:
        asked = asks(clause) or (_selects_nothing(read.query) and not leads_up(clause))
        return asked and (read.verdict == "certain" or is_told(read))
    if read.verdict == "certain":
        return True
    return read.source == "metric" and {*read.assumed} <= GOES_ON and "edit" in read.assumed


def _selects_nothing(query: MetricQuery | None) -> bool:
    return query is not None and not (query.conditions or query.ranking)


async def _with_query(read: Reading, context: Context) -> Reading:
    """Return a reading with what its statement asks of the metrics, where all of it is theirs."""
    if read.query is not None or context.figures is None:
        return read
    told = await context.figures.recognised(
        read.sql, context.connection, context.rights, context.today, context.language
    )
    return replace(read, query=told.query) if told else read


def _keeps(before: Reading, read: Reading, dated: bool) -> bool:
    """Tell whether a clause goes on from the one before: of its members, at its time, and asks for more."""
    first, second = before.query, read.query
    if read.sql == before.sql:
        return False
    if first is None or second is None:
        return first is None and second is None and (read.source, before.source) != ("rows", "rows")
    if first.key == second.key or ((first.conditions or first.ranking) and not _is_of_these(first, second)):
        return False
    kept = {one.dimension for one in second.filters}
    told = second.windows == first.windows or dated or second.compared is not None
    return told and all(one.dimension in kept for one in first.filters)


def _is_of_these(first: MetricQuery, second: MetricQuery) -> bool:
    """Tell whether a clause behind one that chooses asks for the other end of it, or compares the same."""
    return first.figures == second.figures and (second.ranking is not None or second.compared is not None)


def _told_once(found: list[Reading]) -> Iterable[Reading]:
    """Yield readings without one that the next tells as well: the figure alone before its comparison."""
    for at, one in enumerate(found):
        after = found[at + 1].query if at + 1 < len(found) else None
        alike = one.query and after and after.compared and replace(after, compared=None).key == one.query.key
        if not alike:
            yield one
