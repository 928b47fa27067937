"""Figures of rows that nobody defined: which one, of which rows, and what may be meant beside."""

import datetime as dt
from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from knowledge.metrics import Catalog
from language.units import key_of
from understanding.chart.cover import Covering
from understanding.rows.called import expiring_thing
from understanding.rows.frame import Condition, Figure, Read, RowsQuery
from understanding.rows.names import Col
from understanding.rows.view import View
from understanding.rows.voided import OPEN, left_out
from understanding.rows.words import rows_words
from understanding.words.closed import count_things

PLAIN_NUMBER = (("多", "少"), ("是", "多", "少"))  # of rows, where nothing else is asked for
ASKS_FOR_ROWS = ("when", "who", "asked", "list", "which", "exists")
HOW_MUCH = (("多", "少", "钱"), ("是", "多", "少", "钱"), ("how", "much"))
NONE_OF_FIGURES = ("which", "when", "who", "sorted", "first", "as_shown", "column", "event", "sorts", "next")


Every = Literal["", "ever", "any_state"]


def is_figure(covering: Covering) -> bool:
    """Tell a question for a figure: how many, an average, what is told apart by something."""
    asked = any(one.value in PLAIN_NUMBER for one in covering.of("how_much"))
    counted = asked and covering.of("rows", "those") and not covering.of("column")
    told_apart = covering.of("split") and not covering.of(*ASKS_FOR_ROWS)
    return bool(counted or covering.of("figure") or told_apart or is_owed(covering))


def is_owed(covering: Covering) -> bool:
    """Tell a question for what rows come to that are open: how much is overdue, 没付的发票一共多少钱."""
    money = any(one.value in HOW_MUCH for one in covering.of("how_much"))
    states = [one.value for one in covering.of("condition") if isinstance(one.value, Condition)]
    return money and not covering.of("column") and any(one.op in OPEN for one in states)


def figure_of(covering: Covering, view: View) -> tuple[Figure, tuple[str, ...]] | None:
    """Return the figure and by which columns it is told apart, or None where this is no single one."""
    called = view.names.called_as_people(view.table)
    others = covering.of(*NONE_OF_FIGURES) or (
        (_asks_for_people(covering) and not view.names.are_people(view.table))
        or (called and _counts_things(covering))
    )
    figure = None if others else _one_figure(covering, view)
    if figure is None:
        return None
    told_apart = [one.value.name for one in covering.of("split") if isinstance(one.value, Col)]
    split = tuple(dict.fromkeys(view.pointed_at(one) or one for one in told_apart))
    if not never_told_apart_by(view.table, view.names.catalog).isdisjoint(split):
        return None
    if not any(one.rule == "every_one" for one in covering.of("rows")):
        return figure, split
    own = view.names.naming(view.table)  # each of the rows by its name: its number is always one
    each = bool(own) and view.allowed(own) and not _counts(figure)
    return (figure, tuple(dict.fromkeys((own, *split)))) if each else None


def never_told_apart_by(table: str, catalog: Catalog) -> frozenset[str]:
    """Return the columns by which a defined figure of some rows is never cut: then no figure of them is."""
    alike = (one for one in catalog.metrics.values() if one.not_by and catalog.full(one.table) == table)
    cuts = (catalog.dimensions.get(name) for one in alike for name in one.not_by)
    return frozenset(catalog.full_column(one.column) for one in cuts if one is not None and one.column)


def _asks_for_people(covering: Covering) -> bool:
    """Tell whether it is asked how many people: 多少人投诉 is no number of complaints."""
    people = set(map(key_of, rows_words()["people"]))
    return any(one.type == "counter" and one.value in people for one in covering.leaves)


def _counts_things(covering: Covering) -> bool:
    """Tell whether it is asked how many of what no person is: 租客有多少套 is no number of tenants."""
    return count_things("".join(one.value) for one in covering.leaves if one.type == "counter")


def _tells_whom(query: RowsQuery, covering: Covering) -> bool:
    """Tell whether it is said which people are counted: 有多少人下单 need not be of those who work here."""
    return bool(query.conditions or covering.of("rows", "split"))


def _one_figure(covering: Covering, view: View) -> Figure | None:
    """Return the figure that is asked for, of the one column of money where none was named."""
    found, amount = [one.value for one in covering.of("figure")], covering.of("how_much")
    if not found and is_owed(covering):
        found = [Figure("sum")]
    elif not found:  # 各城市是多少: how much of what
        return None if amount and not covering.of("rows", "those") else Figure("count")
    if len(found) > 1 or (amount and _counts(found[0])):
        return None
    figure: Figure = found[0]
    if figure.kind not in ("sum", "both") or figure.column:
        return figure
    money = view.names.money(view.table)
    return replace(figure, column=money[0]) if len(money) == 1 and view.allowed(money[0]) else None


def meanings(query: RowsQuery, covering: Covering, view: View) -> Iterator[Read]:
    """Yield what a figure may mean, the likeliest first: of what there is now, of all there ever was."""
    assert query.figure is not None
    if not _adds_up(query.figure, view) or (_asks_for_people(covering) and not _tells_whom(query, covering)):
        return
    sure = _is_plain(query.figure, covering, view)
    end = view.names.ends(view.table)
    if not end or not view.allowed(end) or covering.of("every") or _is_settled(query, view):
        yield Read(query, sure and (bool(covering.of("every")) or not is_doubtful(query, view)))
        return
    now = query.also(Condition(end, "null"))
    if covering.of("now"):
        yield Read(now, sure)
        return
    both = (query, now) if query.figure.column else (now, query)
    yield from (Read(one, sure=False) for one in both)


def every_of(query: RowsQuery, view: View) -> Every:
    """Return how a question must say that it is of all rows, where some may not be meant."""
    if left_out(query, view):
        return "any_state"
    if query.figure is None:
        return "ever" if unsettled_list(query, view) else ""
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


def unsettled_list(query: RowsQuery, view: View) -> bool:
    """Tell whether rows may be those only that still are: without any of theirs, or told by who is above."""
    end = view.names.ends(view.table)
    above = view.names.superior(view.table)
    open_ = any(
        one.op == "none_of" or (one.named and one.column == above) or _has_lapsed(one, view)
        for one in query.conditions
    )
    return open_ and bool(end) and view.allowed(end) and not _is_settled(query, view)


def _has_lapsed(one: Condition, view: View) -> bool:
    """Tell that something of a thing has run out, which may be no more itself: whose certificate expired."""
    return one.op == "lt" and view.owns(one.column) and bool(expiring_thing(view.names.of(one.column)))


def _counts(figure: Figure) -> bool:
    return figure.kind == "count"


def _adds_up(figure: Figure, view: View) -> bool:
    """Tell whether a column has this figure: no sum of what stands at a moment, no mean of codes."""
    if _counts(figure) or figure.since:
        return True
    return view.names.col(figure.column).measured in ("summed", "averaged")


def _is_plain(figure: Figure, covering: Covering, view: View) -> bool:
    """Tell a figure that nobody doubts: a sum of what adds up, of the rows' own column."""
    if _counts(figure):
        return True
    if figure.since:  # how long it takes need not be meant as the mean
        return view.owns(figure.column) and any(one.type == "mean" for one in covering.leaves)
    return view.owns(figure.column) and (
        figure.kind == "mean" or view.names.col(figure.column).measured == "summed"
    )


def _is_settled(query: RowsQuery, view: View) -> bool:
    """Tell whether a question says when its things are: ended or not, in a state, begun in a year."""
    told = {view.names.ends(query.table), *view.names.doubtful(query.table)} - {""}
    return any(
        told & {one.column, one.until}
        or one.op in ("some_of", "many_of")
        or (
            view.owns(one.column)
            and isinstance(next(iter(one.values), None), dt.date)
            and not _has_lapsed(one, view)
        )
        for one in query.conditions
    )
