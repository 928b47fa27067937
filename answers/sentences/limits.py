"""Conditions on figures that a statement computes, such as over 110 % of target; and it without them."""

from collections.abc import Sequence

from sqlglot import exp

from answers.conditions import conjuncts
from answers.sentences.tree import is_same, source_of

_LIMITS = (exp.GT, exp.GTE, exp.LT, exp.LTE, exp.Between)
_COMPUTED = (exp.AggFunc, exp.Add, exp.Sub, exp.Mul, exp.Div)


def without_limits(tree: exp.Expr) -> tuple[exp.Expr, tuple[exp.Expr, ...]]:
    """Return a statement without the limits of its outer SELECT on computed figures, and these limits."""
    copy = tree.copy()
    if not isinstance(copy, exp.Select):
        return copy, ()
    limits = [one for part in ("where", "having") for one in _parts(copy, part) if _is_limit(one)]
    told = tuple(one.copy() for one in limits)
    for part, node in (("where", exp.Where), ("having", exp.Having)):
        left = [one for one in _parts(copy, part) if one not in limits]
        if len(left) < len(_parts(copy, part)):
            copy.set(part, node(this=exp.and_(*left)) if left else None)
    return copy, told


def limited_column(shown: Sequence[exp.Expr], limit: exp.Expr) -> int | None:
    """Return which column of a SELECT shows the figure that a limit is on."""
    sides = [one for one in (limit.this, limit.args.get("expression")) if one is not None]
    return next((at for at, one in enumerate(shown) if any(is_same(one, side) for side in sides)), None)


def is_of_number(limit: exp.Expr) -> bool:
    """Tell whether a limit is a number, and no other figure of the same row."""
    return _number(limit.args.get("expression")) is not None or _number(limit.this) is not None


def falls_short(limit: exp.Expr) -> bool:
    """Tell whether a limit asks for what is under it."""
    return isinstance(limit, exp.LT | exp.LTE)


def _parts(select: exp.Select, name: str) -> list[exp.Expr]:
    found = select.args.get(name)
    return conjuncts(found.this) if found else []


def _is_limit(node: exp.Expr) -> bool:
    """Tell whether a condition compares what is computed of several rows or columns, no stored value.

    That there is something at all (> 0) guards a division, and is none.
    """
    if isinstance(node, exp.GT) and _number(node.expression) == 0:
        return False
    sides = [node.this, node.args.get("expression")] if isinstance(node, _LIMITS) else []
    return any(_is_computed(one) for one in sides if one is not None)


def _number(node: exp.Expr | None) -> float | None:
    if isinstance(node, exp.Neg):
        value = _number(node.this)
        return None if value is None else -value
    return float(node.this) if isinstance(node, exp.Literal) and not node.is_string else None


def _is_computed(node: exp.Expr) -> bool:
    if node.find(*_COMPUTED):
        return True
    return any(source_of(one).find(*_COMPUTED) is not None for one in node.find_all(exp.Column))
