"""Execution accuracy: does a result hold the same rows as the gold SQL's?"""

import itertools
import math
from collections.abc import Sequence
from typing import Any

from sqlglot import exp, parse_one

Rows = Sequence[Sequence[Any]]
RELATIVE_TOLERANCE = 1e-6
# More columns than this are compared in their own order: permutations grow too fast.
MAX_PERMUTED = 6


def is_ordered(sql: str, dialect: str) -> bool:
    """Tell whether a query's outermost level orders its rows."""
    tree = parse_one(sql, dialect=dialect).unnest()
    return isinstance(tree, exp.Query) and tree.args.get("order") is not None


def same_rows(gold: Rows, got: Rows, *, ordered: bool) -> bool:
    """Compare two results as bags of rows, or as lists where `ordered`; names and column order do not count.

    Numbers are equal within a relative 1e-6. Rows that tie under the gold's order may stand in any order only
    when the gold does not order.
    """
    if len(gold) != len(got):
        return False
    if not gold:
        return True
    width = len(gold[0])
    if width != len(got[0]):
        return False
    orders = itertools.permutations(range(width)) if width <= MAX_PERMUTED else iter([tuple(range(width))])
    return any(same_in_place(gold, [[row[i] for i in order] for row in got], ordered) for order in orders)


def same_in_place(gold: Rows, got: Rows, ordered: bool) -> bool:
    """Compare two results whose columns stand in one order."""
    if len(gold) != len(got):
        return False
    if not ordered:
        gold, got = sorted(gold, key=_key), sorted(got, key=_key)
    return all(
        _same_cell(first, second)
        for gold_row, got_row in zip(gold, got, strict=True)
        for first, second in zip(gold_row, got_row, strict=True)
    )


def _key(row: Sequence[Any]) -> tuple[tuple[str, str], ...]:
    return tuple(_cell_key(cell) for cell in row)


def _cell_key(cell: Any) -> tuple[str, str]:
    if isinstance(cell, bool) or not isinstance(cell, int | float):
        return ("text", str(cell))
    return ("number", f"{cell:+.5e}")


def _same_cell(gold: Any, got: Any) -> bool:
    if is_number(gold) and is_number(got):
        return math.isclose(gold, got, rel_tol=RELATIVE_TOLERANCE, abs_tol=1e-9)
    return bool(gold == got) or (gold is not None and got is not None and str(gold) == str(got))


def is_number(cell: Any) -> bool:
    """Tell a cell that is a number, which a truth value is not."""
    return isinstance(cell, int | float) and not isinstance(cell, bool)


def only(rows: Rows, places: Sequence[int]) -> Rows:
    """Return rows with these columns alone, in this order."""
    return [[row[place] for place in places] for row in rows]
