"""Things as they stood on a day: those that had begun by then and had not ended, by days of their own."""

import datetime as dt
from dataclasses import replace

from knowledge.definitions.lifespan import begins_of
from understanding.chart.cover import Covering
from understanding.rows.frame import Condition, Read, RowsQuery
from understanding.rows.view import View
from understanding.rows.voided import filters_of

DAY = dt.timedelta(days=1)


def stood_on(query: RowsQuery, covering: Covering, view: View) -> list[Read] | None:
    """Return rows as they stood on the day that is named; None where no time is named as one such day.

    None of them where their own days do not say it: of a state that is kept as it is today nobody knows.
    """
    days = {one.value for one in covering.of("as_of")}
    if days:
        (day, *more) = days
        stood = None if more or day > view.today or covering.of("period") else _stood(query, day, view)
        return [Read(stood[0])] if stood else []
    days = {one.value for one in covering.of("period")}
    if len(days) != 1 or view.names.happened(view.table):
        return None
    ((first, end),) = days
    stood = _stood(query, first, view) if end - first == DAY and first < view.today else None
    if stood is None:
        return [] if end - first == DAY and keeps_today(query, view) else None
    return [Read(stood[0], sure=True)] if stood[1] else None


def stood_then(before: RowsQuery, change: RowsQuery, view: View) -> RowsQuery | None:
    """Return the rows before as they stood on the day that a change names; None where it names none.

    That they stand now is no condition on those that stood then.
    """
    days = [one.values[0] for one in change.conditions if one.op == "stood"]
    if len(days) != 1 or len(change.conditions) != 1 or not isinstance(days[0], dt.date):
        return None
    stood = _stood(before, days[0], view)
    return stood[0] if stood else None


def standing_no_more(before: RowsQuery, change: RowsQuery, view: View) -> RowsQuery:
    """Return the rows before without that they still stand, where a change asks of those that have ended.

    How many shops are open, and how many closed this year: no open ones did.
    """
    ends = view.names.ends(view.table)
    if not any(one.column == ends and one.op != "null" for one in change.conditions):
        return before
    left = tuple(one for one in before.conditions if not _says_that_it_stands(one, ends, view))
    return replace(before, conditions=left)


def _stood(query: RowsQuery, day: dt.date, view: View) -> tuple[RowsQuery, bool] | None:
    """Return the rows of a query that stood on a day, and whether it was said that they did."""
    begins, ends = begins_of(view.names.table(view.table)), view.names.ends(view.table)
    begins = f"{view.table}.{begins}" if begins else ""
    metric = view.names.catalog.metrics.get(query.defined)
    filters = filters_of(metric, view) if metric else ()
    if filters is None or not (begins and ends and view.allowed(begins) and view.allowed(ends)):
        return None
    every = (*query.conditions, *filters)
    left = tuple(one for one in every if not _says_that_it_stands(one, ends, view))
    if {one.column for one in left} & {begins, ends, *view.names.doubtful(view.table)}:
        return None  # those that have ended, or in a state that may have been another one then
    rows = replace(query, conditions=(), defined="").also(*left, Condition(begins, "stood", (day,), ends))
    return rows, any(_says_that_it_stands(one, ends, view) for one in query.conditions)


def _says_that_it_stands(one: Condition, ends: str, view: View) -> bool:
    """Tell that rows have not ended: no end, in force, or a code called as rows without an end are."""
    if one.column == ends and one.op == "null":
        return True
    if one.op in ("ongoing", "stood"):
        return one.until == ends
    codes = view.names.codes.get(one.column, {})
    if one.op != "is" or len(one.values) != 1 or not view.owns(one.column):
        return False
    called = set(map(str.lower, codes.get(str(one.values[0]), ())))
    return bool(called & set(map(str.lower, view.names.absent(ends))))


def keeps_today(query: RowsQuery, view: View) -> bool:
    """Tell rows of which a state is kept as it is today, without the days from which it held."""
    metric = view.names.catalog.metrics.get(query.defined)
    stands = metric is not None and metric.counts_rows and bool(metric.filters) and not metric.time
    things = query.figure is not None and bool(view.names.naming(view.table))
    marks = view.names.doubtful(view.table) if things else ()  # what was cancelled on a day was so then
    return stands or any(one.column in marks and one.op == "is" for one in query.conditions)
