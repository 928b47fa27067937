"""Figures as Ossie writes them, one SQL expression over datasets, taken apart into ours, and put together."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

Owner = Callable[[frozenset[str]], str]  # the table whose rows are counted, of those an aggregate reads


@dataclass(frozen=True)
class Aggregate:
    """One aggregate over the rows of one table."""

    table: str
    expression: str


@dataclass(frozen=True)
class Pair:
    """A ratio or a difference of two aggregates; a ratio may be scaled."""

    kind: str
    parts: tuple[Aggregate, Aggregate]
    scale: int = 1


def taken_apart(text: str, owner: Owner) -> Aggregate | Pair | None:
    """Return what an expression computes, or None where it is neither one aggregate nor two."""
    try:
        tree = sqlglot.parse_one(text)
    except (SqlglotError, RecursionError):
        return None
    tree = _bare(tree)
    if found := _aggregate(tree, owner):
        return found
    if isinstance(tree, exp.Sub):
        left, right = _aggregate(_bare(tree.left), owner), _aggregate(_bare(tree.right), owner)
        return Pair("difference", (left, right)) if left and right else None
    scale, tree = _scaled(tree)
    if not isinstance(tree, exp.Div):
        return None
    inner, top = _scaled(_bare(tree.left))
    left, right = _aggregate(_uncast(top), owner), _aggregate(_never_zero(tree.right), owner)
    return Pair("ratio", (left, right), scale * inner) if left and right and 1 in (scale, inner) else None


def qualified(text: str, table: str, dialect: str) -> str:
    """Return an expression with each bare column said to be the table's; as it is where it cannot be read."""
    try:
        tree = sqlglot.parse_one(text, dialect=dialect or None)
    except (SqlglotError, RecursionError):
        return text
    for column in list(tree.find_all(exp.Column)):
        if not column.table and not isinstance(column.this, exp.Star):
            column.set("table", exp.to_identifier(table))
    return tree.sql()


def filtered(text: str, conditions: Iterable[str]) -> str:
    """Return an aggregate of the rows that fulfil conditions alone, or nothing where that cannot be said."""
    joined = " AND ".join(f"({one})" for one in conditions)
    try:
        tree, condition = sqlglot.parse_one(text), sqlglot.parse_one(joined) if joined else None
    except (SqlglotError, RecursionError):
        return ""
    if condition is None:
        return str(tree.sql())
    aggregates = [one for one in tree.find_all(exp.AggFunc) if not one.find_ancestor(exp.AggFunc)]
    for one in aggregates:
        inner = one.this
        if isinstance(inner, exp.Distinct) and len(inner.expressions) == 1:
            inner.set("expressions", [_when(condition, inner.expressions[0])])
        elif isinstance(inner, exp.Star):
            one.set("this", _when(condition, exp.Literal.number(1)))
        elif isinstance(inner, exp.Expr) and not isinstance(inner, exp.Distinct):
            one.set("this", _when(condition, inner))
        else:
            return ""
    return str(tree.sql()) if aggregates else ""


def _when(condition: exp.Expr, value: exp.Expr) -> exp.Expr:
    return exp.Case().when(condition.copy(), value.copy())


def _bare(tree: exp.Expr) -> exp.Expr:
    found: exp.Expr = tree.unnest()
    return found


def _uncast(tree: exp.Expr) -> exp.Expr:
    """Take a cast off an aggregate, as is written to divide without rounding down."""
    tree = _bare(tree)
    return _bare(tree.this) if isinstance(tree, exp.Cast) else tree


def _never_zero(tree: exp.Expr) -> exp.Expr:
    tree = _bare(tree)
    if isinstance(tree, exp.Nullif) and tree.expression.sql() in ("0", "0.0"):
        return _uncast(tree.this)
    return _uncast(tree)


def _scaled(tree: exp.Expr) -> tuple[int, exp.Expr]:
    """Return the whole number a figure is multiplied by, 1 where there is none, and the figure."""
    if isinstance(tree, exp.Mul):
        for number, other in ((tree.left, tree.right), (tree.right, tree.left)):
            if isinstance(number, exp.Literal) and number.is_number and float(number.name) % 1 == 0:
                return int(float(number.name)), _bare(other)
    return 1, tree


def _aggregate(tree: exp.Expr, owner: Owner) -> Aggregate | None:
    """Return one aggregate with the columns of its own table bare, those of others as they are."""
    if not isinstance(tree, exp.AggFunc) or len(list(tree.find_all(exp.AggFunc))) != 1:
        return None
    if tree.find(exp.Window, exp.Query, exp.Filter):
        return None
    columns = list(tree.find_all(exp.Column))
    if any(not column.table or column.args.get("db") for column in columns):
        return None
    table = owner(frozenset(column.table for column in columns))
    if not table:
        return None
    own = tree.copy()
    for column in list(own.find_all(exp.Column)):
        if column.table == table:
            column.set("table", None)
    return Aggregate(table, own.sql())
