"""When the rows that are asked for were: by which day the time that is named is meant."""

import datetime as dt
from dataclasses import replace

from knowledge.definitions.column_words import draft_words, says
from understanding.chart.cover import Covering
from understanding.chart.spans import Span
from understanding.rows.frame import OF_OTHERS, Condition, Order, Read, RowsQuery
from understanding.rows.keeping import not_done
from understanding.rows.measuring import unsettled_list
from understanding.rows.names import Col
from understanding.rows.rules.times import GOING_ON, LONGEST, edge_of, is_to_come
from understanding.rows.standing import keeps_today, stood_on
from understanding.rows.view import View


def told_by_time(covering: Covering, view: View) -> Covering:
    """Return a covering in which a time that opens a question is when what ends it happened.

    12月有哪些合同到期 is 哪些合同12月到期, of what is planned with all of the time that is to come.
    """
    told = [one for one in covering.spans if one.type != "empty"]
    kinds = [_happened(one, view) or one.type for one in told]
    order = [one for one in kinds if one in ("period", "rows", "happened")]
    if order != ["period", "rows", "happened"] or (kinds[0], kinds[-1]) != ("period", "happened"):
        return covering
    period, event = told[0], told[-1]
    column = next(one.value for one in event.leaves if one.type == "event")
    coming = next((one.value for one in period.children if one.type == "coming"), period.value)
    stretch = coming if is_to_come(column) else period.value
    when = Span(event.start, event.end, "condition", Condition(column.name, "within", stretch), "within")
    kept = [one for one in covering.spans if one not in (period, event)]
    return replace(covering, spans=(*kept, when))


def _happened(span: Span, view: View) -> str:
    """Tell what happened to the rows themselves on a day of theirs, with nothing else said of it."""
    days = [one.value for one in span.leaves if one.type == "event"]
    if span.type == "condition" and span.value.op != "not_null":
        return ""
    own = len(days) == 1 and days[0].kind == "time" and view.owns(days[0].name)
    return "happened" if own and span.type in ("event", "condition") else ""


def in_time(query: RowsQuery, covering: Covering, view: View) -> list[Read]:
    """Return the query in the time that was named; where two columns may say when, once for each."""
    if (stood := stood_on(query, covering, view)) is not None:
        return stood
    if ages := covering.of("age", "waited"):
        return [] if len(ages) > 1 or covering.of("period") else _so_old(query, ages[0], view)
    spans = covering.of("period")
    periods = {one.value for one in spans}
    if len(periods) != 1:
        return [] if periods else [Read(query)]
    (stretch,) = periods
    if any(one.op in OF_OTHERS for one in query.conditions):
        return _of_others(query, stretch)
    columns, sure = _days(query, view)
    if any(one.rule in GOING_ON for one in spans):  # this month is more than until today where it is planned
        columns = [one for one in columns if not is_to_come(view.names.col(one))]
    if came := [one for one in query.conditions if one.op == "not_null" and _is_own_day(one, view)]:
        return [*_of_what_came(query, came, stretch), *(_by(query, one, stretch) for one in columns)]
    return [Read(query.also(Condition(one, "within", stretch)), sure) for one in columns]


def _so_old(query: RowsQuery, told: Span, view: View) -> list[Read]:
    """Return rows by how long ago they were, or have waited, which only what is open has."""
    state, age = told.value if told.type == "waited" else (None, told.value)
    if state is not None and not _waits(not_done(state, view), view):
        return []
    columns, sure = _days(query, view)
    past = [one for one in columns if not is_to_come(view.names.col(one))]
    if age == LONGEST:
        return [Read(replace(query, order=(Order(one),), first=1), sure) for one in past if not query.order]
    op, day = edge_of(age, view.today)
    return [Read(query.also(Condition(one, op, (day,))), sure) for one in past]


def _waits(one: Condition, view: View) -> bool:
    """Tell rows that have not come to their end: no day of it, or all codes of what is not done."""
    if one.op == "null":
        return view.owns(one.column) and (
            view.is_time(one.column) or bool(view.names.undone(one.column, "zh"))
        )
    catalog = view.names.catalog
    own = [
        it for it in catalog.dimensions.values() if it.column and catalog.full_column(it.column) == one.column
    ]
    done = ((it, code) for it in own for code in it.values if code not in one.values)
    return one.op == "is" and any({*catalog.undone(it, [code])} == {*one.values} for it, code in done)


def _is_own_day(condition: Condition, view: View) -> bool:
    """Tell a day of the rows themselves, which says by being there that something has happened: left_on."""
    return view.owns(condition.column) and view.is_time(condition.column)


def _of_what_came(query: RowsQuery, came: list[Condition], stretch: tuple[dt.date, dt.date]) -> list[Read]:
    """Return the rows by the day of what happened to them: 今年有多少员工离职, not those hired this year."""
    if len(came) != 1:
        return []
    kept = tuple(one for one in query.conditions if one not in came)
    return [_by(replace(query, conditions=kept), came[0].column, stretch)]


def _by(query: RowsQuery, column: str, stretch: tuple[dt.date, dt.date]) -> Read:
    return Read(query.also(Condition(column, "within", stretch)), sure=False)


def of_those_now(found: Read, view: View) -> list[Read]:
    """Return rows that may be those only that still are as these and as all, where nobody said which."""
    if not unsettled_list(found.query, view):
        return [found]
    now = found.query.also(Condition(view.names.ends(view.table), "null"))
    return [Read(now, sure=False), replace(found, sure=False)]


def _of_others(query: RowsQuery, stretch: tuple[dt.date, dt.date]) -> list[Read]:
    """Return the rows by what there was of theirs in a time: without orders this week, it is the orders'."""
    one, *more = (one for one in query.conditions if one.op in OF_OTHERS)
    kept = tuple(other for other in query.conditions if other is not one)
    dated = replace(query, conditions=kept).also(replace(one, values=stretch))
    return [] if more or one.named or not one.until else [Read(dated)]


def _days(query: RowsQuery, view: View) -> tuple[list[str], bool]:
    """Return the columns that may say when the rows were, and whether that is beyond doubt."""
    if query.figure and query.figure.since:
        return _days_between(query.figure.column, query.figure.since, view)
    late = [one.column for one in query.conditions if one.op == "late"]
    free = [one for one in view.time() if not any(held.column == one for held in query.conditions)]
    past = [one for one in free if not is_to_come(view.names.col(one))] or free
    if late:
        return [*late, *past], False
    return _of_what_rows_are(query, free, past, view)


def _of_what_rows_are(
    query: RowsQuery, free: list[str], past: list[str], view: View
) -> tuple[list[str], bool]:
    """Return the columns that may say when rows were by what they are: ended, of a kind, or what happened."""
    names = view.names
    if view.tells_of_ends(query.conditions) and (ends := names.ends(view.table)) in free:
        return [ends], True
    if names.naming(view.table) and _is_of_a_kind(query, view):
        if _has_ended(query, view):  # the day on which they began is no day on which they left
            past = [one for one in past if not _says(view.names.col(one), "begins")]
        return past, False  # staff who have left, in a year: they left in it, or were hired
    happened = names.happened(view.table)
    if happened in past and not _speaks_of_later(query, view):
        return [happened], True
    taught = any(one.time for one in names.metrics(view.table)) and not keeps_today(query, view)
    return past, len(past) == 1 and (taught or not names.naming(view.table))


def _days_between(column: str, since: str, view: View) -> tuple[list[str], bool]:
    """Return which of two days says when what lies between them was, both where that may be either."""
    both = [column, since]
    known = [one for one in view.time() if one in both]
    alone = len(view.time()) == len(known) == 1
    return (known if alone else both), alone


def _is_of_a_kind(query: RowsQuery, view: View) -> bool:
    """Tell whether rows are chosen by a code of their own, which may be what became of them in a time."""
    return any(view.owns(one.column) and one.column in view.names.codes for one in query.conditions)


def _has_ended(query: RowsQuery, view: View) -> bool:
    """Tell whether rows are chosen by a code that says of them that they have ended: 离职, closed."""
    told = [one for one in query.conditions if one.op == "is" and view.owns(one.column)]
    called = (view.names.codes.get(one.column, {}).get(str(code), ()) for one in told for code in one.values)
    ends = draft_words()["lifespan"]["ends"]
    return any(says(name, ends) for names in called for name in names)


def _says(column: Col, words: str) -> bool:
    return any(column.says(str(word)) for word in draft_words()["lifespan"][words])


def _speaks_of_later(query: RowsQuery, view: View) -> bool:
    """Tell whether a query is of what came of rows later, which has its own day: why they were closed."""
    told = [*query.columns, *(one.column for one in query.conditions)]
    return any(view.names.of(one).nullable for one in told if view.owns(one))
