"""Do the rows of an answer hold what a gold statement returns, however people would write the figures?"""

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from config.wording import LANGUAGES, say
from evaluation.accuracy import Rows, is_number, only

# So many ways of telling equal columns apart are tried: two or three such columns are common, more are not.
MOST_WAYS = 720
MOST_PLACES = 6
ROUNDED_FROM = 100  # figures of this size are shown without decimals by those who define them so
MOST_BESIDE = 4  # periods or members that people like to see beside one another
_MIDNIGHT = re.compile(r"(\d{4}-\d\d-\d\d)[T ]00:00:00(?:\.0+)?(?:Z|[+-]\d\d:?\d\d)?")
_NOT_GIVEN = frozenset(say("metrics.column.none", language) for language in LANGUAGES)
_MONTH = re.compile(r"\d{4}-\d\d")
_QUARTER = re.compile(r"(\d{4})-Q([1-4])")


@dataclass(frozen=True)
class GoldRows:
    """What a gold statement returned, and by which of its columns the asker wanted it ordered."""

    rows: Rows
    keys: tuple[int, ...] | None = None


def agrees(gold: GoldRows, got: Rows, called: Mapping[str, str] | None = None) -> bool:
    """Tell whether the gold's columns stand among an answer's, row by row.

    Numbers are equal where they agree to the places of the one that shows fewer (at least one), a month or
    quarter is its first day, NULL and 0 stay apart. More columns than asked for are no mistake, more rows
    are. Rows that tie in the gold's order may stand in any. Figures side by side in one row are those of the
    gold's rows.
    `called` gives the code that a label, in small letters, is shown for.
    """
    wanted, found = _comparable(gold.rows, called or {}), _comparable(got, called or {})
    if not wanted or not found:
        return not wanted and not found
    if len(wanted) != len(found):
        return _side_by_side(wanted, found) or _side_by_side(found, wanted)
    return any(_same(wanted, only(found, places), gold.keys) for places in _ways(wanted, found))


def shows_figure(rows: Rows) -> bool:
    """Tell whether any cell of a result holds something."""
    return any(cell is not None for row in rows for cell in row)


def _side_by_side(rows: Rows, wide: Rows) -> bool:
    """Tell whether one row holds, each in a column of its own, what a few rows hold in their only figure."""
    figures = [[cell for cell in row if is_number(cell)] for row in rows]
    if len(wide) != 1 or len(rows) > MOST_BESIDE or any(len(row) != 1 for row in figures):
        return False
    left = [cell for cell in wide[0] if is_number(cell)]
    for (figure,) in figures:
        place = min(_places([figure]), max((_places([one]) for one in left), default=1))
        match = next((one for one in left if _equal_cell(figure, one, place)), None)
        if match is None:
            return False
        left.remove(match)
    return True


def _same(wanted: Rows, found: Rows, keys: Sequence[int] | None) -> bool:
    places = [
        _shared_places(left, right)
        for left, right in zip(zip(*wanted, strict=True), zip(*found, strict=True), strict=True)
    ]
    if not _equal(sorted(wanted, key=_key), sorted(found, key=_key), places):
        return False
    if keys is None:
        return True
    return _equal(only(wanted, keys), only(found, keys), [places[key] for key in keys])


def _equal(wanted: Rows, found: Rows, places: Sequence[int]) -> bool:
    return all(
        _equal_cell(left, right, shown)
        for one, other in zip(wanted, found, strict=True)
        for left, right, shown in zip(one, other, places, strict=True)
    )


def _equal_cell(left: Any, right: Any, places: int) -> bool:
    if is_number(left) and is_number(right):
        return bool(abs(left - right) <= 0.51 * 10**-places + 1e-6 * abs(left))
    return bool(left == right) or (left is not None and right is not None and str(left) == str(right))


def _ways(wanted: Rows, found: Rows) -> Iterator[tuple[int, ...]]:
    """Yield choices of the answer's columns that each hold the values of the gold's."""
    fitting = [
        [other for other in range(len(found[0])) if _same(only(wanted, [one]), only(found, [other]), None)]
        for one in range(len(wanted[0]))
    ]
    ways = (chosen for chosen in itertools.product(*fitting) if len(set(chosen)) == len(chosen))
    return itertools.islice(ways, MOST_WAYS)


def _shared_places(left: Sequence[Any], right: Sequence[Any]) -> int:
    """Return to how many places two columns can agree: to whole numbers where one rounds all of some size."""
    columns = [[cell for cell in column if is_number(cell)] for column in (left, right)]
    whole = [all(cell % 1 == 0 for cell in column) for column in columns]
    if whole[0] != whole[1] and min(map(abs, (*columns[0], *columns[1]))) >= ROUNDED_FROM:
        return 0
    return min(_places(left), _places(right))


def _places(column: Sequence[Any]) -> int:
    """Return the decimal places a column shows: one at least, whole numbers count as exact."""
    shown = [
        len(repr(cell).partition(".")[2]) for cell in column if isinstance(cell, float) and cell % 1 != 0
    ]
    return max(1, min(max(shown), MOST_PLACES)) if shown else MOST_PLACES


def _key(row: Sequence[Any]) -> tuple[tuple[str, str, float], ...]:
    """Sort by texts first, so that figures a rounding apart cannot part rows that belong together."""
    texts = [("text", str(cell), 0.0) for cell in row if not is_number(cell)]
    return tuple(texts + [("number", "", float(cell)) for cell in row if is_number(cell)])


def _comparable(rows: Rows, called: Mapping[str, str]) -> Rows:
    return [[_cell(cell, called) for cell in row] for row in rows]


def _cell(cell: Any, called: Mapping[str, str]) -> Any:
    if is_number(cell) and _is_year(cell):
        return f"{cell:.0f}-01-01"  # a year is told by its number or its first day
    if not isinstance(cell, str) or cell in _NOT_GIVEN:
        return None if isinstance(cell, str) else cell
    if match := _MIDNIGHT.fullmatch(cell):
        return match.group(1)
    if _MONTH.fullmatch(cell):
        return f"{cell}-01"
    if quarter := _QUARTER.fullmatch(cell):
        return f"{quarter.group(1)}-{3 * int(quarter.group(2)) - 2:02}-01"
    return called.get(cell.casefold(), cell.casefold())


def _is_year(cell: float) -> bool:
    return cell % 1 == 0 and 1990 <= cell <= 2100
