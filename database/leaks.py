"""Could a query's own conditions tell about rows that a policy will drop?

An engine may try the user's conditions before the policy's: `1 / (salary - 5000)` then fails exactly when a
hidden row has that salary. A query made of parts that cannot fail is planned freely; any other is fenced
(coverage.py).
"""

from collections.abc import Callable

from sqlglot import exp

from database.guard import CheckedQuery
from database.words import topics

_SURE = tuple(getattr(exp, name) for name in sorted(topics("nodes")["sure"]))
_OUTPUTS = ("expressions", "order", "group", "distinct")


def could_peek(checked: CheckedQuery) -> bool:
    """Tell whether anything that may fail stands where it could be tried on rows not yet filtered."""
    for kind, nodes in checked.nodes.by_kind.items():
        sure = _CONDITIONAL.get(kind)
        if sure is None and issubclass(kind, _SURE):
            continue
        if any(not (sure and sure(node)) and not _is_output(node, checked.tree) for node in nodes):
            return True
    return False


def _casts_literal(node: exp.Expr) -> bool:
    return isinstance(node.this, exp.Literal)


def _has_plain_pattern(node: exp.Expr) -> bool:
    # LIKE 'abc\' fails only on a row that begins with abc.
    pattern = node.expression
    return isinstance(pattern, exp.Literal) and "\\" not in str(pattern.this)


def _has_literal_unit(node: exp.Expr) -> bool:
    return not isinstance(node.args.get("unit"), exp.Column)


_CONDITIONAL: dict[type, Callable[[exp.Expr], bool]] = {
    exp.Cast: _casts_literal,
    exp.Like: _has_plain_pattern,
    exp.ILike: _has_plain_pattern,
    exp.DateTrunc: _has_literal_unit,
    exp.TimestampTrunc: _has_literal_unit,
}


def _is_output(node: exp.Expr, root: exp.Expr) -> bool:
    """Tell whether a node is computed only for what the outermost query gives, after every filter."""
    while (parent := node.parent) is not None:
        if parent is root:
            return isinstance(root, exp.Select) and node.arg_key in _OUTPUTS
        if isinstance(parent, exp.Query):
            return False
        node = parent
    return False
