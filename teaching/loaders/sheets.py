"""Tables in .csv and .xlsx: their rows with line numbers, and whether they could be pairs or data."""

import csv
import io
import itertools
import re
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from zipfile import BadZipFile, ZipFile

from errors import KnowledgeError
from knowledge.items import KnowledgeItem

MOST_ROWS = 50_000
MOST_COLUMNS = 200
LARGEST_WORKBOOK = 50_000_000  # unpacked: a few kilobytes of zip can hold gigabytes
LOOKED_AT = 200
SHARE = 0.5  # of the rows looked at that must hold SQL for a column to be one of SQL
QUERY = re.compile(r"\s*(select|with)\s", re.IGNORECASE)
DELIMITERS = ",;\t|"
ROWS_KEPT = 200
CELL_CHARS = 200
LONGEST_CELL = 131_072  # csv has a limit too, one for the whole process, which files asked as data set higher
PART_CHARS = 2000


@dataclass(frozen=True)
class Sheet:
    """One table of a file: its head, and its rows with their lines."""

    head: tuple[str, ...]
    rows: tuple[tuple[int, tuple[Any, ...]], ...]

    def records(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """Yield each row by its column names."""
        for line, cells in self.rows:
            yield line, dict(zip(self.head, cells, strict=False))


def read_sheet(data: bytes, ending: str) -> Sheet:
    """Read a file's table, or raise KnowledgeError saying what is wrong with it."""
    rows = _csv(data) if ending == "csv" else _xlsx(data)
    try:
        head = tuple(str("" if cell is None else cell).strip() for cell in next(rows, (1, ()))[1])
        taken = tuple(
            itertools.islice(((n, tuple(cells)) for n, cells in rows if _holds(cells)), MOST_ROWS + 1)
        )
    except (csv.Error, BadZipFile, KeyError, TypeError, SyntaxError, OSError, zlib.error) as error:
        raise KnowledgeError("sheet_unreadable", detail=str(error)[:80]) from error
    if len(head) > MOST_COLUMNS:
        raise KnowledgeError("sheet_too_wide", most=MOST_COLUMNS)
    if len(taken) > MOST_ROWS:
        raise KnowledgeError("sheet_too_long", most=MOST_ROWS)
    return Sheet(head, taken)


def pair_columns(sheet: Sheet) -> tuple[str, str] | None:
    """Return the columns that could be question and SQL by what they hold, or None."""
    looked = [cells for _, cells in sheet.rows[:LOOKED_AT]]
    if not looked:
        return None
    shares = [
        sum(bool(QUERY.match(_cell(c, at))) for c in looked) / len(looked) for at in range(len(sheet.head))
    ]
    best = max(range(len(shares)), key=shares.__getitem__, default=0)
    if not shares or shares[best] < SHARE:
        return None
    lengths = {at: sum(len(_cell(c, at)) for c in looked) for at in range(len(sheet.head)) if at != best}
    texts = {at: length for at, length in lengths.items() if not _is_numeric(looked, at)}
    if not texts:
        return None
    return sheet.head[max(texts, key=texts.__getitem__)], sheet.head[best]


def as_documentation(sheet: Sheet, file: str) -> list[KnowledgeItem]:
    """Return a table's first rows as sections of documentation: what the model may read, not query."""
    title = file.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    head = " | ".join(sheet.head)
    parts: list[list[str]] = [[]]
    for _, cells in sheet.rows[:ROWS_KEPT]:
        line = " | ".join(_cell(cells, at)[:CELL_CHARS] for at in range(len(sheet.head)))
        if parts[-1] and sum(map(len, parts[-1])) + len(line) > PART_CHARS:
            parts.append([])
        parts[-1].append(line)
    return [
        KnowledgeItem(
            *("", "", "documentation", title if number == 1 else f"{title} ({number})"),
            "\n".join([head, *lines]),
            source=file,
        )
        for number, lines in enumerate(parts, 1)
    ]


def decoded(data: bytes) -> str:
    """Return a text file's characters: UTF-8, UTF-16 with its mark, or as Excel saves in China."""
    marked = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    encodings = ("utf-16",) if marked else () if b"\x00" in data else ("utf-8-sig", "gb18030")
    for encoding in encodings:
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise KnowledgeError("file_not_text")


def _csv(data: bytes) -> Iterator[tuple[int, Sequence[Any]]]:
    text = decoded(data)
    try:
        dialect: Any = csv.Sniffer().sniff(text.partition("\n")[0], DELIMITERS)
        dialect.doublequote = True
    except csv.Error:
        dialect = csv.excel
    reader = csv.reader(io.StringIO(text), dialect)
    for cells in reader:
        if any(len(cell) > LONGEST_CELL for cell in cells):
            raise csv.Error(f"a cell of over {LONGEST_CELL} characters")
        yield reader.line_num, cells


def _xlsx(data: bytes) -> Iterator[tuple[int, Sequence[Any]]]:
    from openpyxl import load_workbook
    from openpyxl.utils.exceptions import InvalidFileException

    try:
        with ZipFile(io.BytesIO(data)) as parts:
            if sum(part.file_size for part in parts.infolist()) > LARGEST_WORKBOOK:
                raise KnowledgeError("sheet_too_long", most=MOST_ROWS)
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
    except InvalidFileException as error:
        raise KnowledgeError("sheet_unreadable") from error
    sheet: Any = book.active
    if sheet is None:
        return
    sheet.reset_dimensions()  # a file may claim a million rows of sixteen thousand cells; read what is there
    for number, cells in enumerate(sheet.iter_rows(values_only=True, max_col=MOST_COLUMNS + 1), 1):
        if number > MOST_ROWS * 2:
            raise KnowledgeError("sheet_too_long", most=MOST_ROWS)
        yield number, _trimmed(cells)


def _trimmed(cells: Sequence[Any]) -> Sequence[Any]:
    last = max((at for at, cell in enumerate(cells) if cell is not None), default=-1)
    return cells[: last + 1]


def _holds(cells: Sequence[Any]) -> bool:
    return any(cell is not None and str(cell).strip() for cell in cells)


def _cell(cells: Sequence[Any], at: int) -> str:
    return "" if at >= len(cells) or cells[at] is None else " ".join(str(cells[at]).split())


def _is_numeric(rows: Sequence[Sequence[Any]], at: int) -> bool:
    texts = [text for cells in rows if (text := _cell(cells, at))]
    return not texts or all(text.replace(".", "", 1).lstrip("-").isdigit() for text in texts)
