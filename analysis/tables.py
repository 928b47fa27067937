"""Rows of an analysis under their heads."""

from collections.abc import Iterable, Sequence
from decimal import Decimal

from database.result import QueryResult, ResultColumn


def table(
    heads: Sequence[str], rows: Iterable[Sequence[object]], *, words: int = 1, digits: int | None = 2
) -> QueryResult:
    """Return rows with as many columns of words first and figures behind them, rounded to some digits.

    >>> table(("Branch", "Sales"), [("Xishan", Decimal("1.254"))]).rows
    (('Xishan', 1.25),)
    """
    columns = (ResultColumn(head, "text" if place < words else "number") for place, head in enumerate(heads))
    cells = tuple(tuple(_cell(one, digits) for one in row) for row in rows)
    return QueryResult(tuple(columns), cells, truncated=False, elapsed_ms=0.0)


def _cell(value: object, digits: int | None) -> object:
    if isinstance(value, Decimal | float) and digits is not None:
        value = round(value, digits)
    return float(value) if isinstance(value, Decimal) else value
