"""Rows that add up the rows right below them without saying so, as pivot tables and ledgers have them."""

from collections.abc import Sequence
from itertools import compress

MOST_ROWS = 2_000
CLOSE = 0.005  # what is printed was rounded

Figures = tuple[float, ...]


def added_up(rows: Sequence[Figures], total: Figures) -> list[int]:
    """Return the places of rows that are sums of those below them; none unless the rest adds up to `total`.

    The total proves it: two rows may be equal by chance, all of them hardly.
    """
    if not rows or len(rows) > MOST_ROWS or _near(_sum(rows), total):
        return []
    ends = [0] * len(rows)
    sums = []
    for at in range(len(rows) - 1, -1, -1):
        ends[at] = _end(at, rows, ends) or at + 1
        sums.append(ends[at] > at + 1)
    is_sum = sums[::-1]
    rest = [*compress(rows, (not one for one in is_sum))]
    return [at for at, one in enumerate(is_sum) if one] if _near(_sum(rest), total) else []


def _end(at: int, rows: Sequence[Figures], ends: Sequence[int]) -> int:
    """Return where the rows end that the one at this place adds up, or 0."""
    if not any(rows[at]):
        return 0
    found = (0.0,) * len(rows[at])
    below = at + 1
    while below < len(rows):
        found = tuple(one + more for one, more in zip(found, rows[below], strict=True))
        below = ends[below]
        if _near(found, rows[at]):
            return below
    return 0


def _sum(rows: Sequence[Figures]) -> Figures:
    return tuple(map(sum, zip(*rows, strict=True)))


def _near(found: Figures, expected: Figures) -> bool:
    return all(abs(a - b) <= CLOSE for a, b in zip(found, expected, strict=True))
