"""How two results of the same question differ."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

Rows = Sequence[Sequence[Any]]


@dataclass(frozen=True)
class Difference:
    """Rows that both have, that only one of them has, and columns that only one of them has."""

    same: int
    only_first: int
    only_second: int
    columns_gone: tuple[str, ...] = ()
    columns_new: tuple[str, ...] = ()
    new_rows: tuple[int, ...] = ()  # places in the second

    @property
    def is_none(self) -> bool:
        """Tell whether both have the same rows of the same columns, in whichever order."""
        return not (self.only_first or self.only_second or self.columns_gone or self.columns_new)


def difference(
    first_columns: Sequence[str], first: Rows, second_columns: Sequence[str], second: Rows
) -> Difference:
    """Compare two results by whole rows; their order is no difference.

    Of other columns the rows are compared over those that both have.

    >>> found = difference(["a"], [[1], [2]], ["a"], [[2], [3]])
    >>> found.same, found.only_first, found.only_second, found.new_rows
    (1, 1, 1, (1,))
    """
    shared = [name for name in first_columns if name in second_columns]
    gone = tuple(name for name in first_columns if name not in shared)
    new = tuple(name for name in second_columns if name not in shared)
    if not shared:
        return Difference(0, len(first), len(second), gone, new, tuple(range(len(second))))
    before = Counter(_keys(first_columns, first, shared))
    left, fresh = before.copy(), []
    for place, key in enumerate(_keys(second_columns, second, shared)):
        if left[key]:
            left[key] -= 1
        else:
            fresh.append(place)
    same = len(second) - len(fresh)
    return Difference(same, len(first) - same, len(fresh), gone, new, tuple(fresh))


def _keys(columns: Sequence[str], rows: Rows, shared: Sequence[str]) -> list[tuple[str, ...]]:
    """Return each row's values of the shared columns as texts: 5 and 5.0 are the same figure."""
    places = [list(columns).index(name) for name in shared]
    return [tuple(_text(row[place]) for place in places) for row in rows]


def _text(value: Any) -> str:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
