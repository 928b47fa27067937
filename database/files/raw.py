"""Rows of text brought into a plain table: its head found, each row as wide as that, no blank ones."""

import csv
import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from database.files.head import LOOKED_AT, find_head
from database.files.names import identifier, unique
from database.files.notes import Note, listed
from database.files.plain_text import PlainText
from database.files.text_rows import Row
from errors import InputError

MOST_COLUMNS = 500
MOST_REFUSED = 0.1  # of the rows: above that the head is not theirs


@dataclass
class Raw:
    """A table of texts in the engine, `c0`, `c1`, … beside `file_line`, and what is known of it."""

    table: str
    title: str
    names: list[str]
    said: list[str]
    notes: list[Note] = field(default_factory=list)
    head_lines: tuple[tuple[str, ...], ...] = ()
    types: dict[str, str] = field(default_factory=dict)  # of columns that came with a type of their own
    delimiter: str = ","

    @property
    def places(self) -> list[str]:
        """Return its columns as the engine calls them."""
        return [f"c{at}" for at in range(len(self.names))]


def take_in(
    con: Any,
    rows: Iterator[Row],
    table: str,
    title: str,
    work: Path,
    file: str,
    plain: PlainText | None = None,
) -> Raw | None:
    """Bring rows of cells into a table; None where there are none, InputError where they are no table.

    Where they are those of a plain text, the engine reads all behind the head itself, if it can.
    """
    first = list(itertools.islice(rows, LOOKED_AT))
    head = find_head(first)
    width = len(head.names)
    if not width:
        return None
    if width > MOST_COLUMNS:
        raise InputError("file_too_wide", file=file, most=MOST_COLUMNS)
    said = [" ".join(name.split()) for name in head.names]
    names = unique(identifier(name, f"column_{at}") for at, name in enumerate(said, 1))
    raw = Raw(table, title, names, said, list(head.notes), head.lines)
    if plain and len(first) > head.rows_before:
        blank = plain.take(con, table, raw.places, first[head.rows_before][0], work)
        if blank is not None:
            _noted(raw, _Counted(blank=blank), file)
            return raw
    path = work / f"{table}.csv"
    counted = _written(path, itertools.chain(first[head.rows_before :], rows), width)
    _noted(raw, counted, file)
    columns = ", ".join(["'file_line': 'BIGINT'", *(f"'{place}': 'VARCHAR'" for place in raw.places)])
    con.execute(
        f"CREATE TEMP TABLE {table} AS SELECT * FROM read_csv('{path}', header=false, auto_detect=false,"
        f" delim=',', quote='\"', escape='\"', new_line='\\n', strict_mode=true, max_line_size=8000000,"
        f" columns={{{columns}}})"
    )
    path.unlink()
    return raw


@dataclass
class _Counted:
    rows: int = 0
    blank: int = 0
    short: list[int] = field(default_factory=list)
    wide: list[int] = field(default_factory=list)


def _written(path: Path, rows: Iterator[Row], width: int) -> _Counted:
    counted = _Counted()
    with path.open("w", encoding="utf-8", newline="") as file:
        write = csv.writer(file, lineterminator="\n").writerow
        for line, cells in rows:
            if not any(cells) or not any(cell.strip() for cell in cells):
                counted.blank += 1
                continue
            counted.rows += 1
            missing = width - len(cells)
            if missing > 0:
                cells = [*cells, *[""] * missing]
                counted.short.append(line)
            elif missing < 0:
                if any(cell.strip() for cell in cells[width:]):
                    counted.wide.append(line)
                    continue
                cells = cells[:width]
            write([line, *cells])
    return counted


def _noted(raw: Raw, counted: _Counted, file: str) -> None:
    if len(counted.wide) > max(1, MOST_REFUSED * counted.rows):
        raise InputError("file_ragged", file=file, count=len(counted.wide), lines=listed(counted.wide))
    if counted.wide:
        lines = {"count": len(counted.wide), "lines": listed(counted.wide), "columns": len(raw.names)}
        raw.notes.append(Note("rows_too_wide", lines))
    if counted.short and len(counted.short) < counted.rows:
        raw.notes.append(Note("rows_short", {"count": len(counted.short), "lines": listed(counted.short)}))
    if counted.blank:
        raw.notes.append(Note("rows_blank", {"count": counted.blank}))
