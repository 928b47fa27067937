"""A change in percent as its two figures make it: 7.95 of a statement that rounds was 7.947, which is 7.9."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations
from typing import Any

from answers.figures import IN_PERCENT, is_number
from answers.series import GROWTH
from database.result import QueryResult

_PLACES = 2  # to which statements round; with more nothing is lost


def unrounded(result: QueryResult) -> QueryResult:
    """Return rows whose changes in percent, rounded once, are those of two figures in their row.

    >>> from database.result import ResultColumn
    >>> heads = (("Sold", "number"), ("Sold a year earlier", "number"), ("Year on year (%)", "number"))
    >>> columns = tuple(ResultColumn(*one) for one in heads)
    >>> unrounded(QueryResult(columns, ((21187597, 19627700, 7.95),), False, 0.0)).rows[0][2]
    7.947426341344121
    """
    places = [at for at, column in enumerate(result.columns) if _may_change(column.name)]
    if not places:
        return result
    rows = tuple(
        tuple(_exact(cell, row) if at in places and is_number(cell) else cell for at, cell in enumerate(row))
        for row in result.rows
    )
    return replace(result, rows=rows)


def _may_change(heading: str) -> bool:
    return IN_PERCENT.search(heading) is not None and GROWTH.search(heading) is not None


def _exact(cell: Any, row: Sequence[Any]) -> Any:
    """Return the change that two figures of a row make, where it rounds to this and no other one does."""
    if round(cell, _PLACES) != cell:
        return cell
    sizes = [float(one) for one in row if is_number(one)]
    made = {100 * (now - before) / before for now, before in permutations(sizes, 2) if before}
    like = {one for one in made if round(one, _PLACES) == round(float(cell), _PLACES)}
    return like.pop() if len(like) == 1 else cell
