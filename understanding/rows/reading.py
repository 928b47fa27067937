"""From a covering to what is asked of the rows, or why it is none."""

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from language.units import key_of
from understanding.chart.cover import Covering
from understanding.rows.frame import OF_OTHERS, Condition, Figure, Order, RowsQuery
from understanding.rows.measuring import ASKS_FOR_ROWS, figure_of, is_figure, meanings, unsettled_none
from understanding.rows.names import Col, Thing
from understanding.rows.rules.orders import First, Sorted, descending_of
from understanding.rows.rules.times import is_to_come
from understanding.rows.spans import Text
from understanding.rows.view import View
from understanding.rows.words import Key, rows_words

CLAUSE_END = re.compile(r"[，,：:；;。、]")
MOST_SHOWN = 8
HOW_DEAR = (key_of("多少钱"), key_of("是多少钱"), key_of("how much"))


@dataclass(frozen=True)
class Read:
    """A query that a covering comes to, and whether something was taken for granted for it."""

    query: RowsQuery
    sure: bool = True


def read(text: Text, covering: Covering, view: View, *, alone: bool) -> list[Read]:
    """Return the queries that a covering may mean; `alone` where its table need not be named."""
    things = sorted({one.value for one in covering.leaves if one.type == "rows"}, key=repr)
    if (not things and not alone) or len(things) > 1 or not _may_be_list(text, covering, view):
        return []
    thing = things[0] if things else Thing(view.table)
    assert isinstance(thing, Thing)
    if is_figure(covering):
        return [
            Read(meant.query, meant.sure and one.sure)
            for one in _figures(covering, view, thing)
            for meant in meanings(one.query, covering, view)
        ]
    if covering.of("split"):
        return []
    conditions, order = _merged(_conditions(covering, view)), _order(covering, view)
    shown = _shown(covering, view)
    if conditions is None or order is None or shown is None:
        return []
    shown = shown or _costs(covering, conditions, view)
    if covering.of("how_much") and not shown:
        return []
    sorting, count, sure = order
    query = RowsQuery(view.table, (), conditions, sorting, count, _defined(thing, conditions, view))
    timed = _in_time(query, covering, view)
    if not covering.of("every"):
        timed = [now for one in timed for now in _there_now(one, view)]
    found = [
        Read(replace(one.query, columns=_columns(shown, one.query, view)), one.sure and sure) for one in timed
    ]
    if things and not (shown or sorting) and _is_bare(covering, view):
        counted = [replace(one.query, order=(), first=None, figure=Figure("count")) for one in timed]
        return [*(Read(one, sure=False) for one in counted), *(replace(one, sure=False) for one in found)]
    named = any(_is_name(one, view) for one in conditions)
    sure = all(one.sure for one in covering.spans) and (_heads(text, covering) or (named and not things))
    listed = covering.of("exists") or (things and covering.of("list"))  # are there any called so
    told = [one for one in found if listed or not _tells_nothing(one.query, view)]
    return [replace(one, sure=one.sure and sure) for one in told]


def _costs(covering: Covering, conditions: Sequence[Condition], view: View) -> list[str]:
    """Return the price where no more is asked than how much one named thing is: C2速成班多少钱."""
    asked = any(one.value in HOW_DEAR for one in covering.of("how_much"))
    named = [one for one in conditions if _is_name(one, view)]
    alone = asked and len(conditions) == len(named) == 1 and not covering.of("period", "event")
    return [view.price()] if alone and view.price() else []


def _tells_nothing(query: RowsQuery, view: View) -> bool:
    """Tell whether only what was named is shown again: who supplies bone powder, with nobody's name."""
    fixed = {one.column for one in query.conditions if one.op == "is" and len(one.values) == 1}
    if len(fixed) != len(query.conditions):
        return False
    alike = {frozenset((one, view.names.twin(one) or one)) for one in fixed}
    return len(alike) == 1 and {*query.columns} <= {*alike.pop()}


def _figures(covering: Covering, view: View, thing: Thing | None = None) -> list[Read]:
    """Return the figures that a covering may ask for, whichever rows count."""
    conditions, told = _merged(_conditions(covering, view)), figure_of(covering, view)
    if conditions is None or told is None:
        return []
    figure, by = told
    defined = _defined(thing, conditions, view) if thing else ""
    query = RowsQuery(view.table, by, conditions, defined=defined, figure=figure)
    sure = all(one.sure for one in covering.spans)
    return [replace(one, sure=one.sure and sure) for one in _in_time(query, covering, view)]


def changes(text: Text, covering: Covering, view: View) -> list[Read]:
    """Return what a covering changes of these rows: conditions, order, columns, or their number."""
    if is_figure(covering):
        return _figures(covering, view)
    conditions, order, shown = (
        _merged(_conditions(covering, view)), _order(covering, view), _shown(covering, view)
    )  # fmt: skip
    if conditions is None or order is None or shown is None or covering.of("which", "how_much"):
        return []
    if covering.of("list", "asked") and covering.of("those"):
        return [Read(RowsQuery(view.table, tuple(shown), conditions, order[0], order[1]), order[2])]
    if not (conditions or order[0] or covering.of("period") or (shown and covering.of("as_shown", "when"))):
        return []
    query = RowsQuery(view.table, tuple(shown), conditions, order[0], order[1])
    sure = order[2] and all(one.sure for one in covering.spans)
    return [replace(one, sure=one.sure and sure) for one in _in_time(query, covering, view)]


def default_columns(query: RowsQuery, view: View) -> tuple[str, ...]:
    """Return the columns of a query that names none."""
    return _columns([], query, view)


def _may_be_list(text: Text, covering: Covering, view: View) -> bool:
    """Tell a wish for rows from a bare name, a definition, and a question to answer with yes."""
    if is_figure(covering) or _is_bare(covering, view):
        return True
    asks = covering.of("when", "who", "how_much", "asked", "list", "sorted", "first", "as_shown", "exists")
    named = next((one for one in covering.spans if one.type == "rows"), None)
    which = any(
        named and one.end <= named.start and text.keys[one.start : one.end] != ("what",)
        for one in covering.of("which")
    )
    beside = covering.of("column") and covering.of("and", "rows")
    of_one = any(
        isinstance(one.value, Condition) and _is_name(one.value, view) for one in covering.of("condition")
    )
    if of_one and covering.of("column") and covering.of("which"):
        return True
    chosen = covering.of("condition", "column", "period", "event")
    if asks or (which and chosen) or (beside and len(covering.of("and", "rows")) > 1):
        return True
    begun = any(text.keys[: len(key)] == key for key in _beginnings())
    chosen = [one for one in covering.of("condition") if not (of_one and _is_name(one.value, view))]
    said = bool(chosen) or (of_one and bool(covering.of("column")))
    return said and not begun and not covering.of("which")


def _is_bare(covering: Covering, view: View) -> bool:
    """Tell words for what happened that ask for nothing: open complaints now, yesterday's orders."""
    asks = (*ASKS_FOR_ROWS, "how_much", "as_shown", "those", "column", "event", "sorted", "first", "and")
    timed = covering.of("period") and covering.of("rows") and not covering.of("condition")
    return bool(covering.of("now") or timed) and not covering.of(*asks) and not view.names.naming(view.table)


def _beginnings() -> Iterator[Key]:
    yield from (key_of(str(word)) for word in rows_words()["not_lists"])


def _conditions(covering: Covering, view: View) -> list[Condition] | None:
    """Return the conditions; words such as when and now must have something to stand for."""
    found = [one.value for one in covering.of("condition")]
    conditions = [one for one in found if isinstance(one, Condition)]
    named = [one for one in conditions if _is_name(one, view)]
    if covering.of("when") and named:  # when did X close: shown also where it has not
        conditions = [one for one in conditions if one.op != "not_null" or not _is_time(one.column, view)]
    if covering.of("event") and not covering.of("when"):
        return None
    if covering.of("ties") and not (covering.of("split") or any(one.op == "is" for one in conditions)):
        return None
    if covering.of("how_much") and not named and not is_figure(covering):
        return None
    if covering.of("now") and not _stands(conditions, view):
        return _now(conditions, view)
    return conditions


def _now(conditions: list[Condition], view: View) -> list[Condition] | None:
    """Return the conditions on things that still are: 目前的司机; None where nothing says when they end."""
    end = view.names.ends(view.table)
    timed = any(one.column.rpartition(".")[0] == view.table and one.op in ("within", "lt", "ge")
                and _is_time(one.column, view) for one in conditions)  # fmt: skip
    return [*conditions, Condition(end, "null")] if end and view.allowed(end) and not timed else None


def _stands(conditions: Iterable[Condition], view: View) -> bool:
    """Tell whether now changes nothing: it is said of today by itself, or the rows are as they are."""
    ended = any(one.op in ("null", "ongoing", "overdue") for one in conditions)
    table = view.names.table(view.table)
    ends = any(view.names.absent(f"{view.table}.{one.name}") for one in table.columns
               if view.names.kind(f"{view.table}.{one.name}") == "time")  # fmt: skip
    timed = any(one.time and view.names.catalog.full(one.table) == view.table
                for one in view.names.catalog.metrics.values())  # fmt: skip
    return ended or not (ends or timed)


def _merged(conditions: list[Condition] | None) -> tuple[Condition, ...] | None:
    """Return conditions with the values of one column together; one that is asked for twice is no reading."""
    if conditions is None:
        return None
    kept: dict[tuple[str, str], Condition] = {}
    for one in conditions:
        key = (one.column, one.op)
        if key in kept and one.op == "is" and not isinstance(one.values[0], bool):
            values = sorted({*map(str, kept[key].values), *map(str, one.values)})
            kept[key] = replace(one, values=tuple(values))
        elif key in kept and kept[key] != one:
            return None
        else:
            kept[key] = one
    # That it was within a time says already that it was.
    timed = {one.column for one in kept.values() if one.op in ("within", "lt", "ge")}
    left = [one for one in kept.values() if one.op != "not_null" or one.column not in timed]
    return tuple(sorted(left, key=repr))


def _order(covering: Covering, view: View) -> tuple[tuple[Order, ...], int | None, bool] | None:
    """Return the order, how many of its first, and whether its column was named; None where none fits."""
    orders = [one.value for one in covering.of("sorted")]
    firsts = [one.value for one in covering.of("first")]
    if len(orders) > 1 or len(firsts) > 1 or (covering.of("sorts") and not orders):
        return None
    if firsts:
        return _first_of(firsts[0], orders, view)
    return _sorted_by(orders[0]) if orders else ((), None, True)


def _sorted_by(order: Sorted) -> tuple[tuple[Order, ...], int | None, bool] | None:
    """Return an order by a column; figures go from the highest where no way is said."""
    down = order.column.kind == "number" if order.descending is None else order.descending
    return ((Order(order.column.name, down),), order.count, True) if order.plain else None


def _first_of(
    end: First, orders: list[Sorted], view: View
) -> tuple[tuple[Order, ...], int | None, bool] | None:
    """Return an end of an order with its column: named beside it, else the one that suits."""
    if orders and orders[0].count is not None:
        return None
    columns = [orders[0].column] if orders else _ends(end, view)
    ways = [(one, down) for one in columns if (down := descending_of(end.end, one)) is not None]
    if len(ways) != 1:
        return None
    ((column, down),) = ways
    return (Order(column.name, down),), end.count, bool(orders) or end.end in ("earliest", "latest")


def _ends(end: First, view: View) -> list[Col]:
    """Return what an end without a column orders by: the rows' time, or the one amount that figures sum."""
    timed = end.end in ("earliest", "latest")
    found = view.time() if timed else view.names.amounts(view.table)
    return [view.names.col(one) for one in found if view.allowed(one)]


def _in_time(query: RowsQuery, covering: Covering, view: View) -> list[Read]:
    """Return the query in the time that was named; where two columns may say when, once for each."""
    periods = {one.value for one in covering.of("period")}
    if not periods:
        return [Read(query)]
    if len(periods) > 1:
        return []
    ((start, end),) = periods
    others = [one for one in query.conditions if one.op in OF_OTHERS]
    if others:  # without orders this week: it is the orders that are of this week
        return [_others_in(query, others[0], (start, end))] if len(others) == 1 and others[0].until else []
    free = [one for one in view.time() if not any(held.column == one for held in query.conditions)]
    columns = [one for one in free if not is_to_come(view.names.col(one))] or free
    taught = any(one.time for one in view.names.catalog.metrics.values()
                 if view.names.catalog.full(one.table) == view.table)  # fmt: skip
    sure = len(columns) == 1 and (taught or not view.names.naming(view.table))
    happened = view.names.happened(view.table)
    if happened in columns and not _speaks_of_later(query, view):
        columns, sure = [happened], True
    return [Read(_with(query, Condition(column, "within", (start, end))), sure) for column in columns]


def _speaks_of_later(query: RowsQuery, view: View) -> bool:
    """Tell whether a query is of what came of rows later, which has its own day: why they were closed."""
    told = [*query.columns, *(one.column for one in query.conditions)]
    own = [one for one in told if one.rpartition(".")[0] == view.table]
    return any(view.names.of(one).nullable for one in own)


def _there_now(found: Read, view: View) -> list[Read]:
    """Return rows without any of theirs as those that still are and as all, where nobody said which."""
    if not unsettled_none(found.query, view):
        return [found]
    now = _with(found.query, Condition(view.names.ends(view.table), "null"))
    return [Read(now, sure=False), replace(found, sure=False)]


def _others_in(query: RowsQuery, others: Condition, stretch: tuple[dt.date, dt.date]) -> Read:
    kept = tuple(one for one in query.conditions if one is not others)
    return Read(_with(replace(query, conditions=kept), replace(others, values=stretch)))


def _with(query: RowsQuery, condition: Condition) -> RowsQuery:
    return replace(query, conditions=tuple(sorted((*query.conditions, condition), key=repr)))


def _shown(covering: Covering, view: View) -> list[str] | None:
    """Return the columns that were asked for, in order; None where when has no time to show."""
    shown: list[str] = []
    for one in covering.spans:
        if one.type in ("column", "event") and isinstance(one.value, Col):
            if one.value.kind == "flag" and not covering.of("as_shown", "list"):
                return None
            shown.append(one.value.name)
    if covering.of("when"):
        timed = [
            *(one for one in shown if view.names.kind(one) == "time"),
            *(
                one.value.name
                for one in covering.leaves
                if one.type == "event" and isinstance(one.value, Col)
            ),
        ]
        if not timed:
            return None
        shown += [one for one in timed if one not in shown]
    return list(dict.fromkeys(shown))


def _columns(shown: list[str], query: RowsQuery, view: View) -> tuple[str, ...]:
    """Return what a row is called, what was asked for, and else what tells the rows apart."""
    own = view.names.naming(view.table)
    named = [own] if own and view.allowed(own) else []
    told = [
        one.column
        for one in query.conditions
        if one.op not in ("null", *OF_OTHERS) and (one.op != "is" or len(one.values) > 1)
        if one.op != "not_null" or _is_time(one.column, view)
    ]
    more = [
        *told,
        *(one.column for one in query.order),
        *(one.until for one in query.conditions if one.until and one.op not in OF_OTHERS),
    ]
    if shown or named:
        asked = [name for one in shown for name in (one, view.pointed_at(one)) if name]
        return tuple(dict.fromkeys((*named, *asked, *([] if shown else more))))
    return _telling(view, more)


def _telling(view: View, more: list[str]) -> tuple[str, ...]:
    """Return the columns of rows without a name: when, of whom, then their own, a few."""
    table = view.names.table(view.table)
    keys = {name for key in table.foreign_keys for name in key.columns}
    parents = [view.names.naming(one) for one in view.names.beside(view.table) if one in view.parents]
    own = [f"{table.full_name}.{one.name}" for one in table.columns if one.name not in keys]
    listed = dict.fromkeys((*own[:1], *view.time()[:1], *(one for one in parents if one), *more, *own))
    return tuple(one for one in listed if view.allowed(one))[:MOST_SHOWN]


def _defined(thing: Thing, conditions: Sequence[Condition], view: View) -> str:
    """Return the metric whose rows are meant, unless what is asked for goes against its filters.

    Things that are told by their days, as hired this year, are those whatever has become of them.
    """
    if not thing.defined:
        return ""
    own = [one.column for one in conditions if one.column.rpartition(".")[0] == view.table]
    if view.names.naming(view.table) and any(_is_time(one, view) for one in own):
        return ""
    filters = " ".join(view.names.catalog.metrics[thing.defined].filters).lower()
    columns = {one.column.rpartition(".")[2].lower() for one in conditions}
    return "" if any(re.search(rf"\b{re.escape(one)}\b", filters) for one in columns) else thing.defined


def _heads(text: Text, covering: Covering) -> bool:
    """Tell whether what is listed is what the question is of: the first noun, in Chinese a clause's last."""
    nouns = [one for one in covering.leaves if one.rule == "tables" and one.end <= _clause(text)]
    nouns.sort(key=lambda one: one.start)
    chinese = any("\u4e00" <= one <= "\u9fff" for one in text.keys)
    asked = [one for one in covering.of("which") if one.end < len(text.keys)]
    behind = [noun for mark in asked for noun in nouns if noun.start >= mark.end]
    if behind:
        return behind[0].type == "rows"
    return not nouns or nouns[-1 if chinese else 0].type == "rows"


def _clause(text: Text) -> int:
    """Return how many units the first clause has."""
    found = CLAUSE_END.search(text.raw)
    end = found.start() if found else len(text.raw)
    return sum(one.end <= end for one in text.units) or len(text.units)


def _is_name(condition: Condition, view: View) -> bool:
    own = view.names.naming(view.table)
    names = {own, view.names.twin(own) if own else ""}
    return condition.op == "is" and condition.column in names


def _is_time(column: str, view: View) -> bool:
    return view.names.kind(column) == "time"
