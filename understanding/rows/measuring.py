"""Figures of rows that nobody defined: which one, of which rows, and what may be meant beside."""

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from understanding.chart.cover import Covering
from understanding.rows.frame import Condition, Figure, RowsQuery
from understanding.rows.names import Col
from understanding.rows.view import View

PLAIN_NUMBER = (("多", "少"), ("是", "多", "少"))  # of rows, where nothing else is asked for
ASKS_FOR_ROWS = ("when", "who", "asked", "list", "which", "exists")
NONE_OF_FIGURES = ("which", "when", "who", "sorted", "first", "as_shown", "column", "event", "sorts")


Every = Literal["", "ever", "any_state"]


@dataclass(frozen=True)
class Meant:
    """A query that a figure may mean, and whether it is the only one."""

    query: RowsQuery
    sure: bool = True


def is_figure(covering: Covering) -> bool:
    """Tell a question for a figure: how many, an average, what is told apart by something."""
    asked = any(one.value in PLAIN_NUMBER for one in covering.of("how_much"))
    counted = asked and covering.of("rows") and not covering.of("column")
    told_apart = covering.of("split") and not covering.of(*ASKS_FOR_ROWS)
    return bool(counted or covering.of("figure") or told_apart)


def figure_of(covering: Covering, view: View) -> tuple[Figure, tuple[str, ...]] | None:
    """Return the figure and by which columns it is told apart, or None where this is no single one."""
    found = [one.value for one in covering.of("figure")]
    if (
        len(found) > 1
        or covering.of(*NONE_OF_FIGURES)
        or (found and covering.of("how_much") and _counts(found[0]))
    ):
        return None
    if not found and covering.of("how_much") and not covering.of("rows") and _has_amounts(view):
        return None  # 各城市是多少: how much of what
    figure = found[0] if found else Figure("count")
    if figure.kind in ("sum", "both") and not figure.column:
        money = view.names.money(view.table)
        if len(money) != 1 or not view.allowed(money[0]):
            return None
        figure = replace(figure, column=money[0])
    told_apart = [one.value.name for one in covering.of("split") if isinstance(one.value, Col)]
    split = [view.pointed_at(one) or one for one in told_apart]
    own = view.names.naming(view.table)
    each = any(one.rule == "every_one" for one in covering.of("rows"))
    if each and (_counts(figure) or not own or not view.allowed(own)):
        return None
    return figure, tuple(dict.fromkeys((*([own] if each else []), *split)))


def meanings(query: RowsQuery, covering: Covering, view: View) -> Iterator[Meant]:
    """Yield what a figure may mean, the likeliest first: of what there is now, of all there ever was."""
    assert query.figure is not None
    if not _adds_up(query.figure, view):
        return
    sure = _is_plain(query.figure, view)
    end = view.names.ends(view.table)
    if not end or not view.allowed(end) or covering.of("every") or _is_settled(query, view):
        yield Meant(query, sure and (bool(covering.of("every")) or not is_doubtful(query, view)))
        return
    now = replace(query, conditions=tuple(sorted((*query.conditions, Condition(end, "null")), key=repr)))
    if covering.of("now"):
        yield Meant(now, sure)
        return
    first, second = (query, now) if query.figure.kind in ("sum", "mean") else (now, query)
    yield Meant(first, False)
    yield Meant(second, False)


def every_of(query: RowsQuery, view: View) -> Every:
    """Return how a question must say that it is of all rows, where some may not be meant."""
    if query.figure is None:
        return "ever" if unsettled_none(query, view) else ""
    if is_doubtful(query, view):
        return "any_state"
    end = view.names.ends(view.table)
    return "ever" if end and view.allowed(end) and not _is_settled(query, view) else ""


def is_doubtful(query: RowsQuery, view: View) -> bool:
    """Tell whether rows may not count by a mark that nothing was said of: cancelled, voided.

    What becomes of things that end is told by their end.
    """
    marks = view.names.doubtful(query.table)
    told = {*query.columns, *(one.column for one in query.conditions)}
    if not marks or told & {*marks} or view.names.ends(query.table):
        return False
    filters = " ".join(view.names.catalog.metrics[query.defined].filters) if query.defined else ""
    return not any(one.rpartition(".")[2] in filters for one in marks)


def unsettled_none(query: RowsQuery, view: View) -> bool:
    """Tell whether rows without any of theirs may be those only that still are: customers without orders."""
    end = view.names.ends(view.table)
    none = any(one.op == "none_of" for one in query.conditions)
    return none and bool(end) and view.allowed(end) and not _is_settled(query, view)


def _counts(figure: Figure) -> bool:
    return figure.kind == "count"


def _adds_up(figure: Figure, view: View) -> bool:
    """Tell whether a column has this figure: no sum of what stands at a moment, no mean of codes."""
    if _counts(figure):
        return True
    return view.names.col(figure.column).measured in ("summed", "averaged")


def _has_amounts(view: View) -> bool:
    columns = (f"{view.table}.{one.name}" for one in view.names.table(view.table).columns)
    return any(view.names.col(one).measured == "summed" for one in columns)


def _is_plain(figure: Figure, view: View) -> bool:
    """Tell a sum that nobody doubts: of what adds up, of the rows' own column."""
    if _counts(figure):
        return True
    own = figure.column.rpartition(".")[0] == view.table
    return own and (figure.kind == "mean" or view.names.col(figure.column).measured == "summed")


def _is_settled(query: RowsQuery, view: View) -> bool:
    """Tell whether a question says when its things are: ended or not, in a state, begun in a year."""
    told = {view.names.ends(query.table), *view.names.doubtful(query.table)} - {""}
    return any(
        told & {one.column, one.until}
        or one.op == "some_of"
        or (
            one.column.rpartition(".")[0] == query.table and isinstance(next(iter(one.values), None), dt.date)
        )
        for one in query.conditions
    )
