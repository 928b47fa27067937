"""What a plain condition of a definition keeps of one column: some values, or all but some."""

from dataclasses import dataclass
from functools import lru_cache

from sqlglot import exp, parse_one
from sqlglot.errors import SqlglotError


@dataclass(frozen=True)
class Kept:
    """The values that a plain condition keeps of a column, or leaves out."""

    column: str
    values: frozenset[str]
    negated: bool


@lru_cache(maxsize=1024)
def only_leaves_out(condition: str) -> bool:
    """Tell whether a condition of a definition only leaves rows out.

    >>> [only_leaves_out(one) for one in ("status <> 'cancelled'", "is_test = FALSE", "kind = 'VIP'")]
    [True, True, False]
    """
    kept = kept_by(condition)
    return _is_unmarked(condition) if kept is None else kept.negated


def _is_unmarked(condition: str) -> bool:
    """Tell a yes-or-no column that says no: NOT is_test."""
    node = _parsed(condition)
    if isinstance(node, exp.Not):
        return isinstance(node.this.unnest(), exp.Column)
    if not isinstance(node, exp.EQ | exp.Is) or not isinstance(node.this, exp.Column):
        return False
    return isinstance(node.expression, exp.Boolean) and not node.expression.this


def _parsed(text: str) -> exp.Expr | None:
    try:
        return parse_one(text).unnest()
    except SqlglotError:
        return None


@lru_cache(maxsize=1024)
def kept_by(text: str) -> Kept | None:
    """Return what a condition keeps, or nothing where it is none of one column's values."""
    node = _parsed(text)
    negated = isinstance(node, exp.Not | exp.NEQ)
    node = node.this.unnest() if isinstance(node, exp.Not) else node
    if not isinstance(node, exp.EQ | exp.NEQ | exp.In) or node.args.get("query"):
        return None
    values = node.expressions if isinstance(node, exp.In) else [node.expression]
    if not isinstance(node.this, exp.Column) or not all(isinstance(one, exp.Literal) for one in values):
        return None
    column = ".".join(part.name for part in node.this.parts)
    return Kept(column, frozenset(str(one.this) for one in values), negated)
