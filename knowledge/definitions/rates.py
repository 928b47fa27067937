"""Rates written as one expression: 100.0 * SUM(seats_sold) / SUM(seats) adds up over nothing."""

from dataclasses import replace
from functools import lru_cache

from sqlglot import exp, parse_one
from sqlglot.errors import SqlglotError

from database.dialects import Dialect
from knowledge.metrics import Catalog


def with_rates(catalog: Catalog, dialect: Dialect) -> Catalog:
    """Return a catalog in which a figure that divides by an aggregate is no sum, though it reads as one."""
    rates = {
        one.name: replace(one, additivity="average")
        for one in catalog.metrics.values()
        if one.kind == "simple" and one.additivity == "sum" and division_in(one.expression, dialect)
    }
    return replace(catalog, metrics={**catalog.metrics, **rates}) if rates else catalog


@lru_cache(maxsize=256)
def division_in(expression: str, dialect: Dialect) -> tuple[exp.Expr, float] | None:
    """Return an expression that divides by an aggregate and the plain factors around it, or None."""
    tree = _parsed(expression, dialect) if "/" in expression else None
    if tree is None or not any(_aggregates(one.expression) for one in tree.find_all(exp.Div)):
        return None
    return scaled(tree)


def _aggregates(node: exp.Expr) -> bool:
    """Tell what aggregates the rows; a subquery's total is one number for all of them."""
    return any(one.find_ancestor(exp.Select) is None for one in node.find_all(exp.AggFunc))


@lru_cache(maxsize=256)
def averaged_in(expression: str, dialect: Dialect) -> str:
    """Return what an expression is the average of, where it is that alone: no difference of two averages."""
    tree = _parsed(expression, dialect)
    return tree.this.sql(dialect=dialect.sqlglot_name) if isinstance(tree, exp.Avg) else ""


def _parsed(expression: str, dialect: Dialect) -> exp.Expr | None:
    try:
        return parse_one(expression, dialect=dialect.sqlglot_name)
    except SqlglotError:
        return None


def scaled(node: exp.Expr) -> tuple[exp.Expr, float]:
    """Return what is computed without rounding, guards and plain factors, and the product of these."""
    if isinstance(node, exp.Paren | exp.Round | exp.Cast | exp.Nullif):
        return scaled(node.this)
    if isinstance(node, exp.Mul):
        for number, other in ((node.this, node.expression), (node.expression, node.this)):
            if isinstance(number, exp.Literal) and not number.is_string:
                core, scale = scaled(other)
                return core, scale * float(number.this)
    return node, 1.0
