"""The sheets of an Excel workbook, read cell by cell as text; merged cells are filled where that is safe."""

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any
from zipfile import BadZipFile, ZipFile

from database.files.notes import Note
from database.files.text_rows import Row
from errors import InputError

MOST_SHEETS = 50
MOST_COLUMNS = 500
LARGEST_UNPACKED = 1_500_000_000  # bytes: a few kilobytes of zip can hold gigabytes
LARGEST_RATIO = 200
HEAD_ROWS = 30  # below them a cell merged over columns names nothing
MOST_MERGED = 100_000
CHUNK = 1 << 20
_MERGE = re.compile(rb'<(?:\w+:)?mergeCell ref="([A-Z]+)(\d+):([A-Z]+)(\d+)"')
_HIDDEN = re.compile(rb'<(?:\w+:)?row\s[^>]*?hidden="(?:1|true)"')
_HIDDEN_COLUMNS = re.compile(rb'<(?:\w+:)?col\s(?=[^>]*?hidden="(?:1|true)")[^>]*?>')
_SPAN = re.compile(rb'(min|max)="(\d+)"')
_UNCOMPUTED = re.compile(rb"</(?:\w+:)?f>\s*(?:<(?:\w+:)?v\s*/>|<(?:\w+:)?v></(?:\w+:)?v>)?\s*</(?:\w+:)?c>")


@dataclass
class Merged:
    """A range that is one cell, with what stands in it once its first row was read."""

    top: int
    left: int
    bottom: int
    right: int
    value: str = ""


@dataclass
class Sheet:
    """One visible sheet of a workbook."""

    title: str
    notes: list[Note] = field(default_factory=list)
    _sheet: Any = None
    _merged: list[Merged] = field(default_factory=list)

    def rows(self) -> Iterator[Row]:
        """Yield the number and cells of each row that holds anything."""
        waiting = sorted(self._merged, key=lambda one: one.top, reverse=True)
        active: list[Merged] = []
        filled = 0
        for number, cells in enumerate(self._sheet.iter_rows(max_col=MOST_COLUMNS + 1), 1):
            texts = [_text(cell) for cell in cells]
            while waiting and waiting[-1].top <= number:
                active.append(waiting.pop())
            if active:
                filled += _fill(texts, number, active)
                active = [one for one in active if one.bottom > number]
            while texts and not texts[-1]:
                texts.pop()
            yield number, texts
        if filled:
            self.notes.append(Note("merged_filled", {"count": filled}))


def sheets(path: Path, name: str) -> Iterator[tuple[Sheet, list[Note]]]:
    """Yield each visible sheet, with remarks on the workbook before the first; raise InputError."""
    from openpyxl import load_workbook

    try:
        with ZipFile(path) as parts:
            size = sum(part.file_size for part in parts.infolist())
            if size > LARGEST_UNPACKED or size > 5_000_000 + LARGEST_RATIO * path.stat().st_size:
                raise InputError("file_unpacks_too_large", file=name)
        book = load_workbook(path.open("rb"), read_only=True, data_only=True)
    except InputError:
        raise
    except Exception as error:  # the library raises many kinds for a damaged file
        raise InputError(
            "file_damaged", file=name, detail=f"{type(error).__name__}: {error}"[:200]
        ) from error
    notes: list[Note] = []
    hidden = [sheet.title for sheet in book.worksheets if sheet.sheet_state != "visible"]
    if hidden:
        notes.append(Note("sheets_hidden", {"names": ", ".join(hidden)[:200]}))
    shown = [sheet for sheet in book.worksheets if sheet.sheet_state == "visible"]
    if len(shown) > MOST_SHEETS:
        raise InputError("file_too_many_sheets", file=name, most=MOST_SHEETS)
    for sheet in shown:
        sheet.reset_dimensions()  # a file may claim a million rows of sixteen thousand cells
        ahead = _looked_ahead(path, str(getattr(sheet, "_worksheet_path", "")))
        found = Sheet(str(sheet.title), [], sheet, ahead.merged)
        for code, count in (
            ("formulas_uncomputed", ahead.uncomputed),
            ("rows_hidden", ahead.hidden),
            ("columns_hidden", ahead.hidden_columns),
        ):
            if count:
                found.notes.append(Note(code, {"count": count}))
        yield found, notes
        notes = []


@dataclass
class Ahead:
    """What stands around a sheet's cells: its merged ranges, formulas without a value, rows nobody sees."""

    merged: list[Merged] = field(default_factory=list)
    uncomputed: int = 0
    hidden: int = 0
    hidden_columns: int = 0

    def take(self, text: bytes) -> None:
        """Count what a part of the sheet holds."""
        self.uncomputed += len(_UNCOMPUTED.findall(text))
        self.hidden += len(_HIDDEN.findall(text))
        for column in _HIDDEN_COLUMNS.findall(text):
            span = {side: int(at) for side, at in _SPAN.findall(column)}
            self.hidden_columns += max(0, min(span.get(b"max", 0), MOST_COLUMNS) - span.get(b"min", 1) + 1)
        self.merged += [_merge(found) for found in _MERGE.findall(text)]


def _looked_ahead(path: Path, part: str) -> Ahead:
    """Read a sheet once before its cells: merged ranges stand behind them."""
    ahead = Ahead()
    try:
        with ZipFile(path) as parts, parts.open(part.lstrip("/")) as stream:
            rest = b""
            while chunk := stream.read(CHUNK):
                text = rest + chunk
                cut = max(text.rfind(b"</c>"), text.rfind(b"<mergeCell "), 0)
                done, rest = (text[:cut], text[cut:]) if len(chunk) == CHUNK else (text, b"")
                ahead.take(done)
            ahead.take(rest)
    except (KeyError, BadZipFile, OSError):
        return Ahead()
    ahead.merged = [m for m in ahead.merged if (m.bottom - m.top + 1) * (m.right - m.left + 1) <= MOST_MERGED]
    return ahead


def _merge(found: tuple[bytes, bytes, bytes, bytes]) -> Merged:
    left, top, right, bottom = found
    return Merged(int(top), _column(left), int(bottom), _column(right))


def _column(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + letter - 64
    return number - 1


def _fill(texts: list[str], number: int, active: list[Merged]) -> int:
    """Fill merged cells with what stands in them, but for figures, which would count twice."""
    filled = 0
    for one in active:
        if one.top == number:
            one.value = texts[one.left] if one.left < len(texts) else ""
        right = one.right if number <= HEAD_ROWS else one.left
        if not one.value or _is_figure(one.value):
            continue
        texts.extend([""] * (right + 1 - len(texts)))
        for at in range(one.left, right + 1):
            if not texts[at]:
                texts[at] = one.value
                filled += 1
    return filled


def _is_figure(text: str) -> bool:
    return bool(re.fullmatch(r"[+-]?[\d.,]+([eE][+-]?\d+)?%?", text))


def _text(cell: Any) -> str:
    value = cell.value
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return _number(value, str(cell.number_format))
    if isinstance(value, dt.datetime):
        midnight = value.time() == dt.time()
        return value.date().isoformat() if midnight else value.isoformat(" ", "seconds")
    if isinstance(value, dt.timedelta):
        seconds = round(value.total_seconds())
        return f"{seconds // 3600}:{seconds % 3600 // 60:02}:{seconds % 60:02}"
    return value.isoformat() if isinstance(value, dt.date | dt.time) else str(value)


def _number(value: float, shape: str) -> str:
    exact = Decimal(repr(value))
    if "%" in shape.partition(";")[0]:
        return f"{(exact * 100).normalize():f}%"
    whole = exact == exact.to_integral_value() and abs(exact) < Decimal(10) ** 15
    return str(int(exact)) if whole else repr(value)
