"""Several tables below each other in one sheet or text: where another one begins, by names of its own."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from database.files.head import LOOKED_AT, find_head, kind
from database.files.text_rows import Row
from database.files.values import NOTHING

MOST_ROWS = 5_000  # longer ones were written by programs, which write one table
FEWEST_NAMES = 2
KEPT_AS_TEXT = "`'"  # marks before a value: what stands behind them tells its kind


@dataclass(frozen=True)
class Block:
    """The rows of one table with what stands above it; `title` is that where it says something."""

    rows: Iterator[Row]
    title: str = ""
    line: int = 0


def blocks(rows: Iterator[Row]) -> Iterator[Block]:
    """Yield each table of these rows, which are read ahead only as far as `MOST_ROWS`."""
    first = list(itertools.islice(rows, MOST_ROWS + 1))
    if len(first) > MOST_ROWS:
        yield Block(itertools.chain(first, rows))
        return
    starts = [0, *_starts(first)]
    for begin, end in itertools.pairwise([*starts, len(first)]):
        own = first[begin:end]
        titles = find_head(own[:LOOKED_AT]).titles
        yield Block(iter(own), titles[-1] if titles else "", own[0][0] if own else 0)


def _starts(rows: Sequence[Row]) -> list[int]:
    """Return where tables begin behind the first one."""
    held = [_extent([cell.strip() for cell in cells]) for _, cells in rows]
    found: list[int] = []
    begin = 0
    for at, cells in enumerate(held):
        if at <= begin or not _are_names(cells, held[at + 1 : at + 2]):
            continue
        titled = _with_titles(held, at, begin)
        apart = not any(held[titled - 1]) or len(cells) != max(map(len, held[begin:at]))
        if apart and _differs(cells, held[begin:at]):
            begin = titled
            found.append(begin)
    return found


def _are_names(cells: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Tell a line of words, each another, that stands right above a figure in all places but its first."""
    said = [at for at, cell in enumerate(cells) if cell]
    words = [cells[at] for at in said]
    if len(said) < FEWEST_NAMES or len(set(words)) < len(words) or not below:
        return False
    if any(_kind(word) != "text" or word.lower() in NOTHING for word in words):
        return False
    under = [_kind(below[0][at]) if at < len(below[0]) else "" for at in said]
    return (
        all(under) and any(one != "text" for one in under[-1:]) and said == list(range(said[0], said[-1] + 1))
    )


def _differs(names: Sequence[str], above: Sequence[Sequence[str]]) -> bool:
    """Tell names that are no values of the rows above, nor their names again, with figures above some."""
    rows = [cells for cells in above if any(cells)]
    places = [at for at, name in enumerate(names) if name]
    for cells in rows:
        again = sum(at < len(cells) and cells[at] == names[at] for at in places)
        worded = all(_kind(cell) in ("", "text") for cell in cells)
        if again > (len(places) / 2 if worded else 0):
            return False
    return any(_is_measured([cells[at] for cells in rows if at < len(cells)]) for at in places)


def _is_measured(cells: Sequence[str]) -> bool:
    kinds = [found for cell in cells if (found := _kind(cell))]
    figures = sum(one != "text" for one in kinds)
    return figures > 1 and figures >= len(kinds) / 2


def _with_titles(held: Sequence[Sequence[str]], at: int, begin: int) -> int:
    """Return where a table begins whose names stand at `at`: a title of its own is part of it."""
    one_above = at - 1 > begin + 1 and sum(map(bool, held[at - 1])) == 1
    return at - 1 if one_above and not any(held[at - 2]) else at


def _extent(cells: list[str]) -> list[str]:
    while cells and not cells[-1]:
        cells.pop()
    return cells


def _kind(cell: str) -> str:
    return kind(cell.lstrip(KEPT_AS_TEXT))
