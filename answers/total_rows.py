"""A row that a statement adds up itself (ROLLUP, 合计) is no member, or all would count twice."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from answers.figures import numbers
from answers.profile import columns_of, profile
from database.result import QueryResult, once_a_result

_TOTAL = re.compile(
    r"(?:合计|总计|总数|全部|合共|小计)$|^(?:grand |sub)?-?total$|^(?:all|overall|sum)$", re.I
)
_FEWEST = 2  # members beside it
_SUMS_WITHOUT_A_NAME = 2
_SLACK = 0.006  # of each member: figures rounded to two places


@lru_cache(maxsize=20_000)  # the names of one answer are asked for four times
def says_total(name: str) -> bool:
    """Tell a name that is a total's: 合计, grand total."""
    return _TOTAL.search(name.strip()) is not None


def without_total(result: QueryResult) -> QueryResult:
    """Return a result without the row that holds the sum of all others, or as it is.

    Such a row is called a total, or nothing, and a figure of it is what the others' come to.
    """
    at = _total_at(result)
    return result if at is None else replace(result, rows=(*result.rows[:at], *result.rows[at + 1 :]))


@once_a_result
def _total_at(result: QueryResult) -> int | None:
    """Return where the row of the total stands."""
    columns = profile(result)
    texts, measures = columns_of(columns, "category"), columns_of(columns, "measure")
    if not (texts and measures) or result.truncated or result.row_count <= _FEWEST:
        return None
    found = _called_totals(result.rows, [one.index for one in texts])
    if len(found) != 1:
        return None
    total, others = result.rows[found[0]], [row for at, row in enumerate(result.rows) if at != found[0]]
    sums = [one for one in measures if _adds_up(total[one.index], [row[one.index] for row in others])]
    is_named = any(total[one.index] is not None for one in texts)
    if len(sums) < (1 if is_named else _SUMS_WITHOUT_A_NAME):
        return None  # three of no kind beside one and two are no total
    return found[0]


def _called_totals(rows: Sequence[Sequence[Any]], texts: Sequence[int]) -> Sequence[int]:
    """Return where the rows are of which every name is a total's or missing."""
    found: Sequence[int] = range(len(rows))
    for place in texts:
        cells = [(at, rows[at][place]) for at in found]
        found = [at for at, cell in cells if cell is None or (isinstance(cell, str) and says_total(cell))]
    return found


def _adds_up(total: Any, parts: Sequence[Any]) -> bool:
    held, sums = numbers([total]), numbers(parts)
    return (
        bool(held)
        and held[0] != 0
        and len(sums) >= _FEWEST
        and abs(held[0] - sum(sums)) <= _SLACK * len(sums)
    )
