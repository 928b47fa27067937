"""Reads a message that nothing reads whole clause by clause, each going on from the one before it."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import cast

from sqlglot import exp, parse_one

from agent.context import Context
from agent.state import AgentState, Clause, Turn
from language.lists import words_in
from language.periods import find_periods
from query.as_json import to_json
from query.metric_query import MetricQuery
from reasoning.offline import is_told, taken_for_granted
from tools.generate_sql import read_after
from tools.in_parts import UnreadPart
from understanding.metric.apart import (
    are_all_asked,
    asks,
    asks_throughout,
    at_both_ends,
    counted_by,
    leads_up,
    most_of_it,
    of_all,
    ways_apart,
)
from understanding.metric.divided import as_part_of
from understanding.metric.its_money import asks_its_money, in_money, its_whole
from understanding.verdicts import Reading, of_metric
from understanding.words.pointing import pointer

_INNER_END = re.compile(r"[?？]\s*[^\s?？!！]")
GOES_ON = frozenset(["edit", "unread", "figure", "part_of_name"])


async def in_clauses(state: AgentState, context: Context) -> tuple[Reading | UnreadPart, ...]:
    """Return the readings of a message's clauses, or nothing where they are not read for certain.

    Where no way to take it apart is read whole, it is the one with most read from its front; the questions
    behind are returned as not read.
    """
    if after := await _after_each(state, context):
        return after
    whole = await read_after(state, context)
    if whole.verdict == "certain" or is_told(whole):
        return await _at_two_times(whole, state, context) or await _with_its_money(whole, state, context)
    if whole.every:
        return await _each_alone(whole.alternatives, state, context)
    if both := await _each_alone(at_both_ends(state["question"]), state, context):
        return both
    best: list[Reading] = []
    unread: tuple[str, ...] = ()
    for clauses in ways_apart(state["question"]):
        if any(map(_INNER_END.search, clauses)):
            continue  # of two questions the first may only be skipped: total and rate? which is worst
        found = await _one_after_the_other(clauses, state, context)
        if await _may_be_of_a_later_time(found, clauses, context):
            continue
        if len(found) == len(clauses):
            return tuple(_told_once(found))
        left = clauses[len(found) :]
        better = len(found) > len(best) or (found and len(found) == len(best) and len(left) < len(unread))
        if better and all(map(asks_throughout, left)) and _stand_alone(found, left, context):
            best, unread = found, left
    return (*_told_once(best), *map(UnreadPart, unread))


async def _at_two_times(whole: Reading, state: AgentState, context: Context) -> tuple[Reading, ...]:
    """Return both questions of a message that was read as the second alone, then: and Leith? and in May?"""
    asked = state["question"]
    ways = [one for one in ways_apart(asked) if len(one) == 2 and not any(map(_INNER_END.search, one))]
    for way in ways if _INNER_END.search(asked) and state.get("history") else ():
        found = await _one_after_the_other(way, state, context)
        queries = [one.query for one in found if one.query is not None]
        if len(queries) == 2 and whole.query is not None and queries[1].key == whole.query.key:
            first, second = queries
            if replace(first, windows=second.windows).key == second.key != first.key:
                return tuple(found)
    return ()


async def _after_each(state: AgentState, context: Context) -> tuple[Reading, ...]:
    """Return a message read after each of the several questions answered before it: and in September.

    Nothing where it stands alone, or does not go on from each of them.
    """
    history = state.get("history", [])
    before = history[-1].get("clauses", []) if history else []
    if len(before) < 2 or (await _read_behind(None, state, context)).verdict == "certain":
        return ()
    found = [await _read_behind(one, state, context) for one in before]
    differ = len({one.sql for one in found}) == len(found)
    edits = all(one.sql and (one.verdict == "certain" or is_told(one)) for one in found)
    return tuple(found) if edits and differ else ()


async def _read_behind(clause: Clause | None, state: AgentState, context: Context) -> Reading:
    """Return how a message is read behind one question, or alone."""
    history = [_turn(clause["question"], clause["sql"], clause["source"])] if clause else []
    return await read_after(cast(AgentState, {**state, "history": history}), context)


def _turn(question: str, sql: str, source: str) -> Turn:
    return Turn(question=question, sql=sql, answer="", kind="data", source=source)


def _stand_alone(found: Sequence[Reading], left: Sequence[str], context: Context) -> bool:
    """Tell whether questions mean the same without those behind them, which are not read.

    A time that only these name may be that of the others too.
    """
    undated = not all(one.query is not None and one.query.windows for one in found)
    return not (undated and any(find_periods(one, context.today) for one in left))


async def _may_be_of_a_later_time(found: Sequence[Reading], clauses: Sequence[str], context: Context) -> bool:
    """Tell a clause of all time before one that names a time, which may be of both: 平均时长，退货，今年."""
    dated = [bool(find_periods(one, context.today)) for one in clauses[: len(found)]]
    if True not in dated or context.figures is None:
        return False
    early = [one.query for one in found[: dated.index(True)]]
    undated = [one for one in early if one is not None and not one.windows]
    who = (context.connection, context.rights, context.today, context.language)
    desk = await context.figures.desk(*who) if undated else None
    return desk is not None and any(
        desk.catalog.is_dated(name) and not desk.catalog.is_level(name)
        for one in undated
        for name in one.figures
    )


async def _each_alone(questions: Iterable[str], state: AgentState, context: Context) -> tuple[Reading, ...]:
    """Return the readings of whole questions that are all asked, or nothing where one is not certain."""
    states = [cast(AgentState, {**state, "question": one}) for one in questions]
    found = [await read_after(one, context) for one in states]
    return tuple(found) if all(one.verdict == "certain" for one in found) else ()


async def _one_after_the_other(
    clauses: tuple[str, ...], state: AgentState, context: Context
) -> list[Reading]:
    """Return the clauses as they are read, up to the first that is not."""
    found: list[Reading] = []
    history = list(state.get("history", []))
    for at, clause in enumerate(clauses):
        before = found[-1] if found else None
        here = cast(AgentState, {**state, "question": clause, "history": history})
        read = await _taken(here, before, context, an_end=len(clauses) == 2)
        if read is None and before is not None:
            read = await _with_most(before, clauses[at - 1], clause, state, context)
            read = read or await _of_it(before, here, context)
        if read is None:
            break
        found.append(read)
        asked = read.asked or clause
        history = [*history, _turn(asked, read.sql, read.source)]
    return found if asks(clauses[0]) or not _is_an_end(found) else []


def _is_an_end(found: Sequence[Reading]) -> bool:
    """Tell that what is read first chooses the first of an order, and what follows is not its other end.

    营业额最高的分公司，投诉多少件 asks of that branch; 营业额最高的分公司和最低的 asks for both.
    """
    queries = [one.query for one in found if one.query is not None]
    if not queries or queries[0].ranking is None:
        return False
    return not (len(queries) == len(found) and are_all_asked(queries))


async def _taken(
    state: AgentState, before: Reading | None, context: Context, *, an_end: bool
) -> Reading | None:
    """Return a clause as it is read for certain, behind the one before it; None where it is not."""
    clause = state["question"]
    read = await read_after(state, context)
    if not read.sql or not _is_taken(read, before, clause, an_end=an_end):
        return None
    if read.verdict == "candidate":
        granted = replace(read, assumed=tuple(one for one in read.assumed if one != "edit"))
        read = replace(read, said=(*read.said, *taken_for_granted(granted, context.language)))
    read = await _with_query(read, context)
    if before is not None:
        read = await _of_the_same(before, read, clause, context)
    if before is not None and before.query is None and read.query is not None:
        return read if await _goes_on(state, before, read, context) else None
    dated = bool(find_periods(clause, context.today))
    whole = of_all(clause) and _selects_nothing(read.query)
    return read if before is None or _keeps(before, read, dated=dated, whole=whole) else None


def _chooses(read: Reading, context: Context, *, groups: bool) -> bool:
    """Tell a statement that keeps some of several groups or rows, of whom what follows it may be.

    What it measures is not known where it is a verified question's; one that `groups` may ask for each.
    """
    tree = parse_one(read.sql, dialect=context.database.dialect.sqlglot_name)
    parts = (exp.Having, exp.Limit, exp.Fetch, exp.Window, *((exp.Group,) if groups else ()))
    return tree.find(*parts) is not None


async def _goes_on(state: AgentState, before: Reading, read: Reading, context: Context) -> bool:
    """Tell a clause that is read only behind the one before it: of that figure, then, and at its time.

    Behind a list of things it may be read alone as well, and is of these; so is what is still open of those.
    """
    alone = await _read_behind(None, state, context)
    still = _is_of_those_still(alone, read)
    if _chooses(before, context, groups=not still):
        return False
    listed = before.listed is not None and before.listed.named
    if read.query is not None and alone.query is not None and (listed or still):
        return alone.query.key != read.query.key
    return alone.verdict != "certain" and not is_told(alone)


def _is_of_those_still(alone: Reading, read: Reading) -> bool:
    """Tell a state that stands now when read alone, of what was counted before: how many are still open."""
    now, then = alone.query, read.query
    if now is None or then is None or now.figures != then.figures:
        return False
    return bool(now.filters and then.windows) and not now.windows


async def _with_most(
    before: Reading, counted: str, clause: str, state: AgentState, context: Context
) -> Reading | None:
    """Return what was counted by the kind of which it is asked where most is: open, and who has the most."""
    most = most_of_it(clause)
    if most is None or not asks(counted) or context.figures is None:
        return None
    desk = await context.figures.desk(context.connection, context.rights, context.today, context.language)
    kind = counted_by(most, _table(before.sql, context), desk.catalog, context.language) if desk else ""
    forms = words_in("clauses")["counted_by"][context.language] if kind else ()
    for form in forms:
        text = form.format(counted=counted, kind=kind)
        read = await read_after({**state, "question": text}, context)
        if read.verdict == "certain" and _groups(read, context):
            return read
    return None


async def _of_it(before: Reading, state: AgentState, context: Context) -> Reading | None:
    """Return how much money the clause before came to, or what part of another, if no more is asked."""
    text = state["question"]
    of = its_whole(text)
    if before.query is None or context.figures is None or not (of or asks_its_money(text)):
        return None
    desk = await context.figures.desk(context.connection, context.rights, context.today, context.language)
    if desk is None:
        return None
    query = (
        as_part_of(before.query, desk.parts(of), desk.catalog) if of else in_money(before.query, desk.catalog)
    )
    asked = desk.answers.worded(query, desk.language, desk.today, desk.allowed) if query else None
    if not asked:
        return None
    read = await read_after(cast(AgentState, {**state, "question": asked, "history": []}), context)
    return read if read.verdict == "certain" else None


async def _with_its_money(whole: Reading, state: AgentState, context: Context) -> tuple[Reading, ...]:
    """Return a message read as its first question, with the amount that it asks for behind that."""
    ways = [one for one in ways_apart(state["question"]) if len(one) == 2 and asks_its_money(one[1])]
    for _, clause in ways[:1]:
        behind = cast(AgentState, {**state, "question": clause})
        if read := await _of_it(await _with_query(whole, context), behind, context):
            return whole, read
    return ()


def _table(sql: str, context: Context) -> str:
    """Return the table that a statement reads first, schema.table."""
    told = parse_one(sql, dialect=context.database.dialect.sqlglot_name).find(exp.From)
    table = told.this if told and isinstance(told.this, exp.Table) else None
    found = context.database.schema.table(".".join(one.name for one in table.parts)) if table else None
    return found.full_name if found else ""


def _groups(read: Reading, context: Context) -> bool:
    tree = parse_one(read.sql, dialect=context.database.dialect.sqlglot_name)
    return tree.find(exp.Group) is not None


def _is_taken(read: Reading, before: Reading | None, clause: str, *, an_end: bool) -> bool:
    """Tell whether a clause is read for certain: the first alone, the next also as an edit of it.

    With `an_end` the first may be of the end of an order without asking by a word.
    """
    if read.listed is not None and not (read.listed.named or read.listed.figure):
        return False  # records without a name of their own tell nothing in a sentence
    if before is None:
        chosen = read.query is not None and (read.query.conditions or (read.query.ranking and not an_end))
        asked = asks(clause) or (read.query is not None and not chosen and not leads_up(clause))
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


async def _of_the_same(before: Reading, read: Reading, clause: str, context: Context) -> Reading:
    """Return a clause that says they or it as of the members that the clause before it names."""
    first, second = before.query, read.query
    if first is None or second is None or context.figures is None or first.conditions or first.ranking:
        return read
    kept = {one.dimension for one in second.filters}
    lost = tuple(one for one in first.filters if one.dimension not in kept)
    if not lost or not await _points_back(clause, context):
        return read
    asked = to_json(replace(second, filters=(*lost, *second.filters)))
    who = (context.connection, context.rights, context.today, context.language)
    hit = await context.figures.composed(asked, read.asked, *who)
    return of_metric(hit) if hit is not None else read


async def _points_back(clause: str, context: Context) -> bool:
    """Tell whether a clause says they or it."""
    if pointer(clause) is not None or context.figures is None:
        return pointer(clause) is not None
    desk = await context.figures.desk(context.connection, context.rights, context.today, context.language)
    return desk is not None and desk.answers.speaks_of_shown(clause, desk.today, desk.allowed)


def _keeps(before: Reading, read: Reading, *, dated: bool, whole: bool) -> bool:
    """Tell whether a clause goes on from the one before: of its members, at its time, and asks for more.

    One that asks for the whole of its figure is of no member that was chosen, and a stock is of now.
    """
    first, second = before.query, read.query
    if read.sql == before.sql:
        return False
    if first is None or second is None:
        return first is None and second is None and (read.source, before.source) != ("rows", "rows")
    chosen = (first.conditions or first.ranking) and not whole
    if first.key == second.key or (chosen and not _is_of_these(first, second)):
        return False
    kept = {one.dimension for one in second.filters}
    told = (
        second.windows == first.windows
        or dated
        or second.compared is not None
        or (whole and not second.windows)
    )
    return told and all(one.dimension in kept for one in first.filters)


def _is_of_these(first: MetricQuery, second: MetricQuery) -> bool:
    """Tell whether a clause behind one that chooses asks for the other end of it, or compares the same."""
    return first.figures == second.figures and (second.ranking is not None or second.compared is not None)


def _told_once(found: list[Reading]) -> Iterable[Reading]:
    """Yield readings without one that the next tells too: the figure alone before its comparison or share."""
    for at, one in enumerate(found):
        after = found[at + 1].query if at + 1 < len(found) else None
        bare = replace(after, compared=None, share=False) if after else None
        if not (one.query and after and bare and after.key != bare.key == one.query.key):
            yield one
