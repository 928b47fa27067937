"""The rows of a delimited text file, each with the line it begins on; an open quote swallows no rows."""

import csv
import itertools
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from database.files.notes import Note

Row = tuple[int, list[str]]
LINE = "file_line"  # the column in which a raw table holds where each row begins
DELIMITERS = (",", "\t", ";", "|", "^", "，")
LOOKED_AT = 200
LONGEST_QUOTE = 200  # lines one quoted cell may run over
LONGEST_CELL = 1_000_000
NO_TEXT = str.maketrans("", "", "\0\x1a\ufeff")  # a nothing, the end of a file as DOS wrote it, a mark within
_SEP_LINE = re.compile(r"sep=(.)\s*", re.IGNORECASE)
_RULE = re.compile(r"\s*(?::?[-=]{2,}:?|\+?[-=]{2,}(?:\+[-=]{2,})*\+?)?\s*")  # of a line drawn under a head
_FORMULA = re.compile(r'="([^"]*)"')  # a text that a program kept from being read as a number
_BOLD = re.compile(r"\*\*(.+)\*\*")
_ESCAPED = re.compile(r'[^\\]\\"(?=[^"\s,;|^])')  # a quote kept by a backslash, as Spark and MySQL write it
_BACKSLASH = re.compile(r'(?<!\\)((?:\\\\)*)\\"')
_WHOLE = re.compile(r'\s*"((?:[^"]|"")*)"\s*')


class TextRows:
    """Reads one file; `notes` fills while it is read."""

    def __init__(self, path: Path, encoding: str) -> None:
        csv.field_size_limit(LONGEST_CELL)
        self._path, self._encoding = path, encoding
        self.notes: list[Note] = []
        self._skipped = 0
        self._wrapped = False  # each line in quotes as if it were one cell
        self.delimiter = self._found_delimiter()
        self._line = 0

    def rows(self) -> Iterator[Row]:
        """Yield the line and cells of each record, blank ones too."""
        with self._path.open(encoding=self._encoding, errors="replace", newline=None) as file:
            lines = map(self._doubled, itertools.islice(file, self._skipped, None))
            for cells in csv.reader(self._records(lines), delimiter=self.delimiter, skipinitialspace=True):
                if not all(map(_RULE.fullmatch, cells)) or not any(cells):
                    yield self._line, [_plain(cell) for cell in cells]

    def _records(self, lines: Iterable[str]) -> Iterator[str]:
        """Yield whole records, with `_line` at their beginning."""
        mark = re.escape(self.delimiter)
        whole = re.compile(rf'(?:(?<={mark})|^)\s*"(?:[^"]|"")*"(?=\s*(?:{mark}|$))')
        plain = rf'[^"{mark}]*'
        quoted = '"(?:[^"]|"")*"'
        sound = re.compile(rf"(?:{plain}|{quoted})(?:{mark}(?:{plain}|{quoted}))*")
        opened = re.compile(rf'(?:{mark}|^)\s*"')
        number = self._skipped
        ahead: list[str] = []
        source = iter(lines)
        while True:
            line = ahead.pop(0) if ahead else next(source, None)
            if line is None:
                return
            number += 1
            self._line = number
            record = line.rstrip("\n").translate(NO_TEXT)
            if self._wrapped and (inner := _WHOLE.fullmatch(record)):
                record = inner[1].replace('""', '"')
            if '"' not in record or sound.fullmatch(record) or not opened.search(whole.sub("", record)):
                yield record
                continue
            more = list(itertools.islice(itertools.chain(ahead, source), LONGEST_QUOTE))
            ahead = []
            joined, used = record, 0
            for after in more:
                used += 1
                joined += "\n" + after.rstrip("\n").translate(NO_TEXT)
                if '"' in after and not opened.search(whole.sub("", joined)):
                    break
            else:
                self.notes.append(Note("quote_open", line=number))
                ahead = more
                yield record.replace('"', "")
                continue
            ahead = more[used:]
            yield joined
            number += used

    def _doubled(self, line: str) -> str:
        """Return a line with quotes within a cell doubled, where this file has a backslash before them."""
        return _BACKSLASH.sub(r'\1""', line) if self._escaped else line

    def _found_delimiter(self) -> str:
        with self._path.open(encoding=self._encoding, errors="replace", newline=None) as file:
            lines = [line.translate(NO_TEXT) for line in itertools.islice(file, LOOKED_AT)]
        self._escaped = any(map(_ESCAPED.search, lines))
        lines = [*map(self._doubled, lines)]
        if lines and (told := _SEP_LINE.fullmatch(lines[0].rstrip("\n"))):
            self._skipped = 1
            return told[1]
        if within := _delimiter_within(lines):
            self._wrapped = True
            return within
        return delimiter_of(lines)


def _delimiter_within(lines: Iterable[str]) -> str:
    """Return what divides lines that are each in quotes as a whole into equally many cells; else nothing."""
    held = [line for line in lines if line.strip()]
    inner = [found[1] for line in held if (found := _WHOLE.fullmatch(line))]
    mark = delimiter_of(inner)
    widths = {line.count(mark) for line in inner}
    return mark if len(inner) == len(held) > 1 == len(widths) and 0 not in widths else ""


def _plain(cell: str) -> str:
    """Return what a cell says that is written as a formula to be kept as text (`="0012"`), or in bold."""
    written = {'="': _FORMULA, "**": _BOLD}.get(cell[:2])
    found = written.fullmatch(cell.strip()) if written else None
    return found[1] if found else cell


def delimiter_of(lines: Iterable[str]) -> str:
    """Return the delimiter by which most lines have equally many cells, or a comma."""
    sample = [line for line in lines if line.strip()]
    best, most = ",", 0.0
    for mark in DELIMITERS:
        try:
            widths = Counter(
                len(cells) for cells in csv.reader(sample, delimiter=mark, skipinitialspace=True) if cells
            )
        except csv.Error:
            continue
        wide = [(count, width) for width, count in widths.items() if width > 1]
        if not wide:
            continue
        count, width = max(wide)
        score = count / sum(widths.values()) + min(width, 50) / 1000
        if score > most:
            best, most = mark, score
    return best
