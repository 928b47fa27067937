"""Which columns of the rows are shown: those asked for, and what tells one row from another."""

from collections.abc import Sequence

from knowledge.definitions.column_words import draft_words
from language.units import key_of
from understanding.chart.cover import Covering
from understanding.chart.spans import Span
from understanding.rows.frame import OF_OTHERS, Condition, RowsQuery
from understanding.rows.names import Col
from understanding.rows.view import View

MOST_SHOWN = 8
WHO = (key_of("who"),)
HOW_DEAR = (key_of("多少钱"), key_of("是多少钱"), key_of("how much"))


def asked_columns(covering: Covering, conditions: Sequence[Condition], view: View) -> list[str] | None:
    """Return the columns that were asked for, in order; None where when and how much have none to show."""
    named = [one for one in covering.spans if one.type in ("column", "event") and isinstance(one.value, Col)]
    if _is_no_wish(named, covering, conditions, view):
        return None
    shown = [one.value.name for one in named]
    if covering.of("when"):
        theirs = any(one.op in OF_OTHERS for one in conditions)  # the last of theirs is no day of these
        timed = [] if theirs and covering.of("first") else _days(shown, covering, view)
        if not timed:
            return None
        shown += timed
    shown = shown or _price(covering, conditions, view)
    return list(dict.fromkeys(shown)) if shown or not covering.of("how_much") else None


def _days(shown: Sequence[str], covering: Covering, view: View) -> list[str]:
    """Return the days among the columns, and those of what happened wherever it is said.

    Of the latest or the first of the rows it is the day they are put in order by.
    """
    events = (one.value for one in covering.leaves if one.type == "event")
    found = [one for one in shown if view.is_time(one)]
    found += [one.name for one in events if isinstance(one, Col)]
    timed = view.ordered_by() if covering.of("first") and not found else ()
    return [*found, *timed] if len(timed) < 2 else []


def _is_no_wish(
    named: Sequence[Span], covering: Covering, conditions: Sequence[Condition], view: View
) -> bool:
    """Tell columns that are not asked for: a yes or no, who did not do it, who is above somebody else."""
    if any(one.value.kind == "flag" for one in named) and not covering.of("as_shown", "list"):
        return True
    who = covering.of("who") or any(one.value in WHO for one in covering.of("asked"))
    if who and any(_is_undone(one, view) for one in conditions):
        return True
    above = [one for one in named if one.value.name == view.names.superior(view.table)]
    return bool(above) and _is_of_another(above, covering, conditions)


def _is_undone(one: Condition, view: View) -> bool:
    """Tell a verb that is denied of whoever did it: who did not approve it is in no column."""
    return one.op == "null" and one.column in view.names.verbs and not view.is_time(one.column)


def _is_of_another(above: Sequence[Span], covering: Covering, conditions: Sequence[Condition]) -> bool:
    """Tell whether who stands above is two steps away, or of whom nobody named: X是谁的上级."""
    first, *more = above
    whose = any(0 <= first.start - one.end <= 1 for one in covering.of("who", "asked", "which"))
    turned = whose and first.rule != "is_above"
    return bool(more) or turned or any(one.column == first.value.name for one in conditions)


def _price(covering: Covering, conditions: Sequence[Condition], view: View) -> list[str]:
    """Return the price where no more is asked than how much one named thing is: C2速成班多少钱."""
    asked = any(one.value in HOW_DEAR for one in covering.of("how_much"))
    alone = len(conditions) == 1 and view.is_name(conditions[0]) and not covering.of("period", "event")
    return [view.price()] if asked and alone and view.price() else []


def shown_columns(asked: Sequence[str], query: RowsQuery, view: View) -> tuple[str, ...]:
    """Return what a row is called, what was asked for, and else what tells the rows apart."""
    own = view.names.naming(view.table)
    named = [one for one in (own, view.names.number(view.table)) if one and view.allowed(one)]
    if asked:
        pointed = [name for one in asked for name in (one, view.pointed_at(one)) if name]
        if named:
            return tuple(dict.fromkeys((*named, *pointed)))
        return tuple(dict.fromkeys((*_numbered(asked, query, view), *pointed, *_ordered_by(query, view))))
    open_ = [one for one in query.conditions if not _says_itself(one)]
    told = [one.column for one in open_ if _is_open(one, view)]
    until = (one.until for one in open_ if one.until and one.op not in OF_OTHERS)
    more = [*told, *(one.column for one in query.order), *until]
    return tuple(dict.fromkeys((*named, *more))) if named else _telling(more, view)


def _says_itself(one: Condition) -> bool:
    """Tell what the name of the rows says, or that they stood on a day that is told."""
    return one.op == "stood" or (one.op == "ongoing" and bool(one.defined))


def _ordered_by(query: RowsQuery, view: View) -> list[str]:
    """Return the day that the latest or first rows are those of: without a name nothing else tells it."""
    first = [one.column for one in query.order] if query.first else []
    return [one for one in first if view.is_time(one) and view.allowed(one)]


def _numbered(asked: Sequence[str], query: RowsQuery, view: View) -> list[str]:
    """Return the number of rows without a name beside a day of theirs, unless it is the one asked of."""
    numbers = [one for one in view.names.numbers(view.table)[:1] if view.allowed(one)]
    known = any(one.column in numbers for one in query.conditions)
    return numbers if any(map(view.is_time, asked)) and not known else []


def _is_open(one: Condition, view: View) -> bool:
    """Tell whether rows that meet a condition may still differ by its column."""
    if one.op == "not_null":
        return view.is_time(one.column)
    return one.op not in ("null", *OF_OTHERS) and (one.op != "is" or len(one.values) > 1)


def _telling(more: Sequence[str], view: View) -> tuple[str, ...]:
    """Return the columns of rows without a name: their number, when, of whom, of what kind, a few more."""
    table, names = view.names.table(view.table), view.names
    keys = {name for key in table.foreign_keys for name in key.columns}
    parents = [names.naming(one) for one in names.beside(view.table) if one in view.parents]
    own = [one for one in names.columns_in(view.table) if one.rpartition(".")[2] not in keys]
    first = names.numbers(view.table)[:1] or tuple(own[:1])
    if first[0] not in own[:1]:  # a number that people know, and none that only the database does
        own = [one for one in own if one.rpartition(".")[2] not in table.primary_key]
    listed = (*first, *view.time()[:1], *filter(None, parents), *more)
    told = [one for one in own if not any(map(names.col(one).says, draft_words()["numbers_of_people"]))]
    told.sort(key=lambda one: not names.col(one).coded)
    return tuple(one for one in dict.fromkeys((*listed, *told)) if view.allowed(one))[:MOST_SHOWN]
