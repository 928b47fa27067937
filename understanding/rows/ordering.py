"""In which order rows are wanted, and how many of its first."""

from dataclasses import dataclass

from language.units import key_of
from understanding.chart.cover import Covering
from understanding.rows.frame import Order
from understanding.rows.names import Col
from understanding.rows.rules.orders import First, Sorted, descending_of
from understanding.rows.view import View
from understanding.rows.words import rows_words


@dataclass(frozen=True)
class Ordering:
    """An order with how many of its first; not `sure`: its column was not named."""

    order: tuple[Order, ...] = ()
    first: int | None = None
    sure: bool = True


def ordering_of(covering: Covering, view: View) -> Ordering | None:
    """Return the order that a covering asks for; None where none fits."""
    orders = [one.value for one in covering.of("sorted")]
    firsts = [one.value for one in covering.of("first")]
    if len(orders) > 1 or len(firsts) > 1 or (covering.of("sorts") and not orders):
        return None
    if firsts:
        if _has_no_highest(covering) or (not orders and _says_of_what(covering)):
            return None
        return _first_of(firsts[0], orders, view)
    return _sorted_by(orders[0]) if orders else Ordering()


def _says_of_what(covering: Covering) -> bool:
    """Tell an end that says what a column is of, where none is: open the longest is no largest floor."""
    words = {key_of(str(word)) for line in rows_words()["dearest"] for word in line["words"]}
    return any(leaf.value in words for one in covering.of("first") for leaf in one.leaves)


def _has_no_highest(covering: Covering) -> bool:
    """Tell an end of an order beside a code or a key: the highest type."""
    ends = {place for one in covering.of("first") for place in (one.start, one.end)}
    beside = (one.value for one in covering.of("column") if {one.start, one.end} & ends)
    return any(one.coded or one.tells_rows for one in beside)


def _sorted_by(order: Sorted) -> Ordering | None:
    """Return an order by a column; figures go from the highest where no way is said."""
    down = order.column.kind == "number" if order.descending is None else order.descending
    return Ordering((Order(order.column.name, down),), order.count) if order.plain else None


def _first_of(end: First, orders: list[Sorted], view: View) -> Ordering | None:
    """Return an end of an order with its column: named beside it, else the one that suits."""
    if orders and orders[0].count is not None:
        return None
    timed = end.end in ("earliest", "latest")
    columns = [orders[0].column] if orders else _suiting(timed, view)
    ways = [(one, down) for one in columns if (down := descending_of(end.end, one)) is not None]
    if len(ways) != 1:
        return None
    ((column, down),) = ways
    return Ordering((Order(column.name, down),), end.count, bool(orders) or timed)


def _suiting(timed: bool, view: View) -> list[Col]:
    """Return what an end without a column orders by: the rows' time, or the one amount that figures sum."""
    found = view.ordered_by() if timed else view.names.amounts(view.table)
    return [view.names.col(one) for one in found if view.allowed(one)]
