"""Whether each row of a statement has days of its own: the three months after each price rose."""

from collections.abc import Iterator

from sqlglot import exp

from answers.sentences.tree import source_of, unwrapped

_BELOW, _ABOVE = (exp.GT, exp.GTE), (exp.LT, exp.LTE)
_OF_OTHER_ROWS = (exp.Exists, exp.In)


def has_own_windows(figure: exp.Expr) -> bool:
    """Tell a figure whose rows lie between days of another table, so that no one period is that of all.

    Days that are looked up bound them on one side, and what must lie near one of its rows stands apart.
    """
    core = source_of(figure)
    select = core.find_ancestor(exp.Select)
    filters = [one.this for one in core.find_all(exp.Filter)]
    own = {column.table for one in filters or [core] for column in one.find_all(exp.Column)} - {""}
    low: set[str] = set()
    high: set[str] = set()
    for column, other, is_low in _bounds(core.root()):
        alike = not own or (column.table in own and other.table not in own)
        if alike and column.find_ancestor(exp.Select) is select:
            (low if is_low else high).add(f"{column.table}.{column.name}")
    return bool(low & high)


def _bounds(tree: exp.Expr) -> Iterator[tuple[exp.Column, exp.Column, bool]]:
    """Yield each column that a comparison bounds by another table's, and whether from below."""
    for node in tree.find_all(*_BELOW, *_ABOVE):
        join = node.find_ancestor(exp.Join, exp.Select)
        if node.find_ancestor(*_OF_OTHER_ROWS) or (isinstance(join, exp.Join) and join.side):
            continue
        for side, other, below in (
            (node.this, node.expression, _BELOW),
            (node.expression, node.this, _ABOVE),
        ):
            column, bound = unwrapped(side), next(other.find_all(exp.Column), None)
            if isinstance(column, exp.Column) and bound is not None and bound.table != column.table:
                yield column, bound, isinstance(node, below)
