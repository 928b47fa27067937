"""Opens the values that a pair's SQL holds as literals: who is named in its question may be another one.

Only where the statement says of the value nothing but that it is the one: its column stands in one condition,
no other literal is set against a column of its table, and no heading has its name.
"""

from collections.abc import Iterator, Sequence

from sqlglot import exp

from database.schema import Schema
from understanding.pairs.spans import NamedValue
from understanding.pairs.templates import COMPARES, EQUALS, full_name, same_column

OPENED = "named_"  # the slots that come of literals, numbered
CONDITIONS = (*EQUALS, *COMPARES, exp.Between)


def open_values(tree: exp.Expr, named: Sequence[NamedValue], schema: Schema | None) -> exp.Expr | None:
    """Return a statement with slots in the place of values its question names, or None where none can be."""
    opened = tree.copy()
    found = [one for value in named if not value.negated if (one := _alone(opened, value, schema))]
    for at, literal in enumerate(found):
        literal.replace(exp.Placeholder(this=f"{OPENED}{at}"))
    return opened if found else None


def _alone(tree: exp.Expr, value: NamedValue, schema: Schema | None) -> exp.Literal | None:
    """Return the literal of a value, where swapping it asks the same of another one."""
    candidates = [one for one in value.candidates if not one.number]
    for one in candidates:
        literals = [each for each in tree.find_all(exp.Literal) if one.value in str(each.this)]
        kept = len(literals) == 1 and literals[0].find_ancestor(exp.Where, exp.Join) is not None
        if not kept or not isinstance(literals[0].parent, exp.EQ):
            continue
        columns = list(literals[0].parent.find_all(exp.Column))
        headed = any(one.value in name for name in _headings(tree))
        if len(columns) != 1 or headed or literals[0].this != one.value:
            continue
        held = full_name(tree, columns[0], schema)
        if same_column(held, one.column) and not _is_told_more(tree, columns[0], schema):
            return literals[0]
    return None


def _headings(tree: exp.Expr) -> Iterator[str]:
    yield from (str(one.this) for one in tree.find_all(exp.Identifier))


def _is_told_more(tree: exp.Expr, column: exp.Column, schema: Schema | None) -> bool:
    """Tell whether another condition is of the value's own table: since when it is open, which kind it is."""
    table = full_name(tree, column, schema).rpartition(".")[0]
    for held in tree.find_all(*CONDITIONS):
        columns = list(held.find_all(exp.Column))
        if any(one is column for one in columns) or not list(held.find_all(exp.Literal)):
            continue
        if any(full_name(tree, one, schema).rpartition(".")[0] == table for one in columns):
            return True
    return False
