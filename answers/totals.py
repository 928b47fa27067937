"""The sum of a column, where its figures may be summed."""

from collections.abc import Sequence
from decimal import Decimal

from answers.figures import is_number
from answers.total_rows import without_total
from database.result import QueryResult
from understanding.metric.answered import measure_of
from understanding.readings import Measure


def totals(result: QueryResult, measures: Sequence[Measure]) -> list[float | None]:
    """Return the sum of each column that a metric's definition lets be summed, else None in its place.

    Nothing at all where no column has one, where there is one row only, where rows are missing, or where a
    row has the sums.
    """
    if result.row_count < 2 or result.truncated or without_total(result) is not result:
        return []  # one row is all there is, some are missing, or the sums stand there
    told = [measure_of(column.name, measures) for column in result.columns]
    found = [_sum(result, place) if one and one.adds else None for place, one in enumerate(told)]
    return found if any(one is not None for one in found) else []


def _sum(result: QueryResult, place: int) -> float | None:
    """Return a column's sum as exact as its figures are written; None where one of them is no number."""
    values = [row[place] for row in result.rows if row[place] is not None]
    if not values or not all(map(is_number, values)):
        return None
    total = sum((Decimal(str(value)) for value in values), Decimal(0))
    return int(total) if total == total.to_integral_value() else float(total)
