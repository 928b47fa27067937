"""Where a table begins, by its first rows: title lines above it, one or two lines of names, or none."""

import itertools
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from database.files.notes import Note, listed
from database.files.text_rows import Row
from database.files.values import NOTHING

LOOKED_AT = 100
MOST_LABELS = 2  # lines under the names that describe them: a survey has its questions, then its keys
LONGEST_NAME = 120
MOST_DATA_SHARE = 0.8
_NUMBER = re.compile(
    r"[¥￥$€£]?\s*[(+-]?\s*[\d０-９][\d０-９,，. '’\u00a0\u202f]*([eE][+-]?\d+)?\)?\s*[%％‰]?-?"
)
_MEASURED = re.compile(
    r"[¥￥$€£]?\s*[+-]?\d[\d,.]*\s?(元|万|万元|亿|亿元|件|个|人|吨|辆|次|kg|km|g|t|h|小时|天|%)"
)
_DATE = re.compile(r"\d{2,4}[-/.年]\d{1,2}([-/.月](\d{1,4}日?)?)?([T ].*)?|\d{1,2}:\d{2}(:\d{2})?")
_MONTH_NAME = re.compile(
    r"(\d{4}年?|\d{4}[-/.]\d{1,2}|\d{4}年\d{1,2}月|\d{1,2}月份?|Q[1-4]|第?[一二三四1-4]季度"
    r"|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?( \d{4})?)",
    re.IGNORECASE,
)
_UNIT = re.compile(
    r"[（(\[][^\d（()）\]]{1,12}[)）\]]|[（(\[]?(元|万元|亿元|千元|美元|%|％|个|人|件|吨|辆|次|天|小时|公里|千克|kg|km|t|h|cny|rmb|usd|eur|pcs|text|date)[)）\]]?",
    re.IGNORECASE,
)
_DAY_NAME = re.compile(r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}月\d{1,2}[日号]|\d{1,2}/\d{1,2}")
_PIVOT = re.compile(r"列标签|欄標籤|column labels", re.IGNORECASE)  # above the names of a pivot table
FEWEST_COUNTED = 3  # names that are days, or whole numbers one after the other
_ABOUT = re.compile(
    r"(单位|制表|填报|报表|统计|编制|打印|导出|日期|时间|数据来源|units?|source|exported|printed|report|created)\w*\s*[:：]",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Head:
    """A table's names as the file writes them, in the order of its columns, and where its rows begin.

    `rows_before` counts the records above the first row of data; `titles` are those that name nothing.
    """

    names: tuple[str, ...]
    rows_before: int
    titles: tuple[str, ...]
    notes: tuple[Note, ...]
    lines: tuple[tuple[str, ...], ...] = ()  # the name lines as they stand: pages repeat them


def kind(cell: str) -> str:
    """Return what a cell looks like: empty, number, date or text."""
    text = cell.strip()
    if not text:
        return ""
    if _DATE.fullmatch(text) and not re.fullmatch(r"\d+\.\d+", text):
        return "date"
    return "number" if _NUMBER.fullmatch(text) or _MEASURED.fullmatch(text) else "text"


def find_head(rows: Sequence[Row]) -> Head:
    """Return the head of the table that these first rows begin."""
    looked = [(line, [cell.strip() for cell in cells]) for line, cells in rows[:LOOKED_AT]]
    width = _width([cells for _, cells in looked])
    titles: list[tuple[int, str]] = []
    for at, (line, cells) in enumerate(looked):
        if not any(cells):
            continue
        if _is_title(cells, width):
            titles.append((line, " ".join(dict.fromkeys(cell for cell in cells if cell))))
            continue
        return _with_titles(_head_at(at, looked, width), titles)
    return Head((), len(looked), (), ())


def _with_titles(head: Head, titles: list[tuple[int, str]]) -> Head:
    if not titles:
        return head
    note = Note("titles_above", {"lines": listed([line for line, _ in titles]), "text": titles[0][1][:80]})
    said = tuple(text for _, text in titles)
    return Head(head.names, head.rows_before, said, (note, *head.notes), head.lines)


def _head_at(at: int, looked: Sequence[Row], width: int) -> Head:
    first = looked[at][1]
    below = [cells for _, cells in looked[at + 1 :] if any(cells)]
    if not _names_columns(first, below, width):
        return Head(("",) * width, at, (), (Note("no_head", {"count": width}),))
    top = _padded(first, width)
    notes: list[Note] = []
    lines = [tuple(top)]
    count = 1
    names = top
    under = [_padded(cells, width) for _, cells in looked[at + 1 : at + 1 + MOST_LABELS]]
    labels = _labels(under, below)
    if under and (labels or _is_second(top, under[0], below[1:])):
        lines += [tuple(cells) for cells in under[: max(labels, 1)]]
        names, count = _joined(top, under[0]), len(lines)
        told = ", ".join(str(said) for said, _ in looked[at : at + count])
        notes.append(Note("two_line_head", {"lines": told}))
    return Head(tuple(names), at + count, (), tuple(notes), tuple(lines))


def _width(rows: Sequence[Sequence[str]]) -> int:
    extents = [max((at + 1 for at, cell in enumerate(cells) if cell), default=0) for cells in rows]
    wide = Counter(extent for extent in extents if extent > 1)
    if not wide:
        return 1
    most = wide.most_common(1)[0][1]
    return max(extent for extent, count in wide.items() if count >= most * 0.5)


def _is_title(cells: Sequence[str], width: int) -> bool:
    """Tell a line above the table: few cells, one merged over all, or words about the sheet itself."""
    held = [cell for cell in cells if cell]
    if width == 1:
        return False
    if any(_PIVOT.fullmatch(cell) for cell in held):
        return True
    if len(set(held)) == 1 and (len(held) > 1 or width > 2 or kind(held[0]) == "text"):
        return True
    return len(held) < max(2, width / 2) or (len(held) < width and any(_ABOUT.match(cell) for cell in held))


def _names_columns(first: Sequence[str], below: Sequence[Sequence[str]], width: int) -> bool:
    held = [cell for cell in first if cell]
    if any(len(cell) > LONGEST_NAME for cell in held):
        return False
    if any(kind(cell) != "text" for cell in held):
        return _names_times(first, below)
    typed = any(kind(cell) in ("number", "date") for cells in below[:20] for cell in cells[:width])
    again = sum(cell in _column(below, at) for at, cell in enumerate(first) if cell)
    return typed or width == 1 or again < len(held) / 2


def _names_times(first: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Tell years and months that name columns, beside at least one name, from a row of data."""
    held = [cell for cell in first if cell]
    odd = [cell for cell in held if kind(cell) != "text"]
    places = [at for at, cell in enumerate(first) if cell in odd]
    dated = any(kind(cell) == "date" for at in places for cell in _column(below, at))
    return len(odd) < len(held) and kind(held[0]) == "text" and _are_times(odd) and not dated


def _column(rows: Sequence[Sequence[str]], at: int) -> list[str]:
    return [cells[at] for cells in rows if at < len(cells)]


def _are_times(cells: Sequence[str]) -> bool:
    """Tell names that are years, months or days, each once, or days by their number alone."""
    if all(_MONTH_NAME.fullmatch(cell) for cell in cells):
        return True
    if len(set(cells)) == len(cells) >= FEWEST_COUNTED and all(_DAY_NAME.fullmatch(cell) for cell in cells):
        return True
    numbers = [int(cell) for cell in cells if cell.isdecimal() and cell.isascii()]
    counted = all(after == before + 1 for before, after in itertools.pairwise(numbers))
    return len(numbers) == len(cells) >= FEWEST_COUNTED and counted


def _is_second(top: Sequence[str], second: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Tell a second line of names: all text where the rows below hold figures or dates."""
    held = [cell for cell in second if cell]
    if not held or not below or any(kind(cell) != "text" and not _UNIT.fullmatch(cell) for cell in held):
        return False
    units = all(_UNIT.fullmatch(cell) for cell in held)
    gaps = not all(top) or any(a == b for a, b in itertools.pairwise(top))
    if not (units or gaps) or not all(a or b for a, b in zip(top, second, strict=True)):
        return False
    return any(_is_typed(_column(below, at)) for at, cell in enumerate(second) if cell)


def _labels(under: Sequence[Sequence[str]], below: Sequence[Sequence[str]]) -> int:
    """Return how many lines under the names describe columns: words where all below are figures or dates."""
    for count in range(len(under), 0, -1):
        rows = below[count:]
        typed = [at for at in range(len(under[0])) if _is_typed(_column(rows, at))]
        if len(typed) > 1 and all(_describes([line[at] for at in typed]) for line in under[:count]):
            return count
    return 0


def _describes(cells: Sequence[str]) -> bool:
    held = [cell for cell in cells if cell]
    words = all(kind(cell) == "text" and cell.lower() not in NOTHING for cell in held)
    return words and len(set(held)) == len(held) > len(cells) / 2


def _is_typed(cells: Sequence[str]) -> bool:
    kinds = [found for cell in cells if (found := kind(cell))]
    return bool(kinds) and sum(one != "text" for one in kinds) >= MOST_DATA_SHARE * len(kinds)


def _joined(top: Sequence[str], second: Sequence[str]) -> list[str]:
    """Return names of both lines; what stands above several columns is said of each."""
    found, above = [], ""
    for upper, lower in zip(top, second, strict=True):
        above = upper or above
        said = upper or (above if lower else "")
        if not lower or _bare(said) == _bare(lower):
            found.append(lower or said)
        elif _UNIT.fullmatch(lower):
            found.append(f"{said}({lower.strip('()（）[]')})")
        else:
            found.append(f"{said} {lower}".strip())
    return found


def _bare(name: str) -> str:
    return "".join(name.split()).casefold()


def _padded(cells: Sequence[str], width: int) -> list[str]:
    return [*cells, *[""] * (width - len(cells))][:width]
