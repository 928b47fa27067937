"""Do two results tell the same figures? Names, order, and columns that only one of them has do not count."""

import re
from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Any

# One statement rounds a mean and another does not, one tells the day of a moment: 90.6273 is 90.63.
_DECIMALS = 2
_MOMENT = re.compile(r"(\d{4}-\d\d-\d\d)[t ]\d\d:\d\d.*")
_COMPARED_ROWS = 200  # of unlike widths; each row is looked for among all of the other
Row = Sequence[Any]


def same_figures(first: Sequence[Row], second: Sequence[Row]) -> bool:
    """Say whether each row of one stands in the other, whichever has more columns."""
    if len(first) != len(second):
        return False
    narrow, wide = sorted(([_cells(row) for row in rows] for rows in (first, second)), key=_width)
    if Counter(map(_key, narrow)) == Counter(map(_key, wide)):
        return True
    if _width(narrow) == _width(wide) or len(narrow) > _COMPARED_ROWS:
        return False
    left = list(wide)
    for row in narrow:
        found = next((other for other in left if not row - other), None)
        if found is None:
            return False
        left.remove(found)
    return True


def _cells(row: Row) -> Counter[Hashable]:
    return Counter(map(_cell, row))


def _cell(value: Any) -> Hashable:
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int | float):
        return f"{round(value, _DECIMALS) if abs(value) >= 1 else value:.6g}"
    text = str(value).strip().casefold()
    return moment[1] if (moment := _MOMENT.fullmatch(text)) else text


def _key(row: Counter[Hashable]) -> frozenset[tuple[Hashable, int]]:
    return frozenset(row.items())


def _width(rows: Sequence[Counter[Hashable]]) -> int:
    return sum(rows[0].values()) if rows else 0
