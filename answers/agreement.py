"""Do two results tell the same figures? Names, order, and columns that only one of them has do not count."""

import re
from collections import Counter
from collections.abc import Hashable, Sequence
from decimal import Decimal, InvalidOperation
from typing import Any

# One statement rounds a mean and another does not, one tells the day of a moment: 90.6273 is 90.63.
_DECIMALS = 2
_MOMENT = re.compile(r"(\d{4}-\d\d-\d\d)[t ]\d\d:\d\d.*")
_COMPARED_ROWS = 200  # not alike cell by cell; each row is looked for among all of the other
_LEAST_DIGITS, _LEAST_WHOLE_DIGITS = 2, 3  # that a rounded number must tell, with decimals or without
Row = Sequence[Any]


def same_figures(first: Sequence[Row], second: Sequence[Row]) -> bool:
    """Say whether each row of one stands in the other, whichever has more columns."""
    if len(first) != len(second):
        return False
    narrow, wide = sorted((first, second), key=lambda rows: len(rows[0]) if rows else 0)
    return _all_stand(narrow, wide)


def same_as_far_as_both_go(first: Sequence[Row], second: Sequence[Row]) -> bool:
    """Say whether all rows of one stand in the other, which has further rows: no figure is another one."""
    fewer, more = sorted((first, second), key=len)
    return bool(fewer) and _all_stand(fewer, more)


def _all_stand(few: Sequence[Row], many: Sequence[Row]) -> bool:
    """Tell whether each of some rows stands among others, in as many columns or more; each counts once."""
    rows, left = ([_cells(row) for row in one] for one in (few, many))
    if Counter(map(_key, rows)) == Counter(map(_key, left)):
        return True
    if len(left) > _COMPARED_ROWS:
        return False
    for row in rows:
        found = next((other for other in left if _stands(row, other)), None)
        if found is None:
            return False
        left.remove(found)
    return True


def _stands(row: Counter[Hashable], other: Counter[Hashable]) -> bool:
    """Tell whether each cell of a row is one of another's, or a number rounded further there or here."""
    free = list((other - row).elements())
    for cell in (row - other).elements():
        found = next((one for one in free if _rounded_alike(cell, one)), None)
        if found is None:
            return False
        free.remove(found)
    return True


def _rounded_alike(first: Hashable, second: Hashable) -> bool:
    """Tell one number in two roundings: 28.6 is 28.63, and 1056 is 1056.1; 3 is not 2.9, nor 0.2 0.21."""
    if not (isinstance(first, str) and isinstance(second, str)):
        return False
    try:
        one, other = Decimal(first), Decimal(second)
    except InvalidOperation:
        return False
    if not (one.is_finite() and other.is_finite()):
        return False
    coarse = min(one, other, key=_places)
    told = len(str(abs(coarse)).replace(".", "").strip("0"))
    enough = told >= (_LEAST_DIGITS if _places(coarse) else _LEAST_WHOLE_DIGITS)
    return enough and abs(one - other) <= Decimal(5).scaleb(-_places(coarse) - 1)


def _places(number: Decimal) -> int:
    exponent = number.as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0


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
