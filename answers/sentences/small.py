"""A rate that a statement rounded beside both figures it divides, as these give it."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from sqlglot import exp

from answers.figures import IN_PERCENT, is_number, numbers
from answers.sentences.tree import is_same, shape_of, unwrapped
from database.dialects import Dialect
from database.result import QueryResult

_HUNDRED = 100


def as_divided(result: QueryResult, sql: str, dialect: Dialect) -> QueryResult:
    """Return rows whose rates told as 0 are worked out of both their parts, where these stand in the row."""
    shape = shape_of(sql, dialect)
    if shape is None or len(shape.expressions) != len(result.columns):
        return result
    parts = {
        at: found
        for at, one in enumerate(shape.expressions)
        if one.find(exp.Round) and 0 in [row[at] for row in result.rows]
        if (found := divided(one, shape.expressions))
    }
    rows = [list(row) for row in result.rows] if parts else []
    for at, (above, below) in parts.items():
        many = _HUNDRED if IN_PERCENT.search(result.columns[at].name) or _times(shape.expressions[at]) else 1
        for row in rows:
            held = numbers([row[above], row[below]])
            if row[at] == 0 and len(held) > 1 and held[1]:
                row[at] = held[0] / held[1] * many
    return replace(result, rows=tuple(map(tuple, rows))) if parts else result


def as_exact(result: QueryResult, sql: str, dialect: Dialect) -> QueryResult:
    """Return rows whose rounded rates and changes are as both figures beside them give them.

    10.65 of 10.645 is told as 10.6 and never as 10.7, which is rounded twice.
    """
    shape = shape_of(sql, dialect)
    if shape is None or len(shape.expressions) != len(result.columns):
        return result
    parts = {at: (*ends, 1) for at, ends in shape.growth.items() if -1 not in ends}
    for at, one in enumerate(shape.expressions):
        if at not in parts and one.find(exp.Round) and (ends := divided(one, shape.expressions)):
            parts[at] = (*ends, 0)
    rounded = {at: found for at, found in parts.items() if shape.expressions[at].find(exp.Round)}
    rows = [list(row) for row in result.rows] if rounded else []
    for row in rows:
        for at, (above, below, less) in rounded.items():
            row[at] = _exact(row[at], row[above], row[below], less)
    return replace(result, rows=tuple(map(tuple, rows))) if rounded else result


def _exact(told: Any, above: Any, below: Any, less: int) -> Any:
    """Return what two figures come to, as it is or in percent, where a cell is that one rounded."""
    if not (is_number(told) and is_number(above) and is_number(below)) or not below:
        return told
    exponent = Decimal(str(told)).as_tuple().exponent
    half = 0.5 * 10.0 ** (exponent if isinstance(exponent, int) else 0) * (1 + 1e-9)
    exact = above / below - less
    return next((one for one in (exact, exact * _HUNDRED) if abs(one - told) <= half), told)


def divided(node: exp.Expr, shown: Sequence[exp.Expr]) -> tuple[int, int] | None:
    """Return which columns that are shown beside it a column divides by each other."""
    division = next(node.find_all(exp.Div), None)
    if division is None:
        return None
    found: list[Any] = [
        next((at for at, one in enumerate(shown) if one is not node and is_same(side, one)), None)
        for side in (division.this, division.expression)
    ]
    inner = unwrapped(node)
    whole = inner is division or (isinstance(inner, exp.Mul) and division in (inner.this, inner.expression))
    return (found[0], found[1]) if whole and None not in found else None


def _times(node: exp.Expr) -> bool:
    return any(not one.is_string and float(one.this) == _HUNDRED for one in node.find_all(exp.Literal))
