"""How tables are written into a prompt: all while they fit, else at three levels that share the room."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from database.schema import Column, Table
from knowledge.items import Level
from knowledge.lexical import meanings
from knowledge.tables import LONGEST_COMMENT, SHORT_COMMENT, count_tokens, line_text, short_type, table_text
from language.words import content_terms, terms

FULL_PART = 0.7  # of the room is for tables written out
LINE_PART = 0.9  # … and for these and lines; names have the rest
STRONG_PART = 0.4  # a table the question was linked to may take so much, with every column
WIDE_PART = 0.15  # any other; beyond that its needed columns must do
MOST_NEEDED_COLUMNS = 14
FEWEST_COLUMN_TOKENS = 3
LEAST_ROOM = 20  # a table or line that takes less is rare: looking for one costs more than it brings
SHORTEST_NAME = 2

Notes = Mapping[str, Mapping[str, str]]  # lower-case full name of a table → column → what its data are like


@dataclass(frozen=True)
class Written:
    """A table as the prompt shows it."""

    table: Table
    text: str
    level: Level = "full"

    @cached_property
    def tokens(self) -> int:
        """Return what it costs."""
        return count_tokens(self.text)


@lru_cache(maxsize=4096)  # every question writes the same tables out, for the same few groups of people
def _written_out(table: Table, comment_chars: int, about: tuple[tuple[str, str], ...] = ()) -> Written:
    """Return a table with all its columns, and with notes on what their data are like."""
    return Written(table, table_text(table, comment_chars=comment_chars, notes=dict(about), terse=True))


def whole_schema(
    tables: Sequence[Table], room: float, notes: Notes, best_first: Sequence[str]
) -> list[Written] | None:
    """Return every table written out, in the order given, or None where they do not fit.

    Comments are cut before a table is left out; notes are added last, to the likeliest tables first.
    """
    if sum(len(table.columns) for table in tables) * FEWEST_COLUMN_TOKENS > room:
        return None
    for chars in (LONGEST_COMMENT, SHORT_COMMENT, 0):
        written = [_written_out(table, chars) for table in tables]
        used = sum(one.tokens for one in written)
        if used <= room:
            return _noted(written, chars, room - used, notes, best_first)
    return None


def _noted(
    written: Sequence[Written], chars: int, room: float, notes: Notes, best_first: Sequence[str]
) -> list[Written]:
    by_name = {one.table.full_name: one for one in written}
    for name in dict.fromkeys((*(name for name in best_first if name in by_name), *by_name)):
        one = by_name[name]
        about = notes.get(name.lower())
        if not about:
            continue
        noted = _written_out(one.table, chars, tuple(about.items()))
        if noted.tokens - one.tokens <= room:
            room -= noted.tokens - one.tokens
            by_name[name] = noted
    return list(by_name.values())


def in_levels(
    strong: Sequence[Table],
    ranked: Sequence[Table],
    beside: Sequence[Table],
    question: str,
    room: int,
    notes: Notes,
    seen: Callable[[Table], Table],
) -> list[Written]:
    """Return strong and best ranked tables in full, neighbours and the next best in a line, then names.

    `seen` returns what of a table may be shown: it is asked for those alone whose columns are written.
    """
    page = _Page(room)
    for tables, most in ((strong, STRONG_PART), (ranked, WIDE_PART)):
        for table in page.lacking(tables, FULL_PART):
            page.take(
                _fitting(seen(table), question, min(page.left(FULL_PART), room * most), notes), FULL_PART
            )
    for table in page.lacking((*beside, *ranked), LINE_PART):
        page.take(Written(table, line_text(seen(table)), "line"), LINE_PART)
    for table in page.lacking((*strong, *ranked), 1, SHORTEST_NAME):
        page.take(Written(table, table.full_name, "name"), 1)
    return list(page.written.values())


class _Page:
    """What is written so far, and how much room is left of a part of the whole."""

    def __init__(self, room: int) -> None:
        self.written: dict[str, Written] = {}
        self._room = room
        self._used = 0

    def left(self, part: float) -> float:
        """Return what is left of a part of the room."""
        return self._room * part - self._used

    def lacking(self, tables: Iterable[Table], part: float, least: int = LEAST_ROOM) -> Iterator[Table]:
        """Yield the tables that are not written when their turn comes, while a part of the room has some."""
        for table in tables:
            if self.left(part) < least:
                break
            if table.full_name not in self.written:
                yield table

    def take(self, one: Written | None, part: float) -> None:
        """Add a text if it fits into a part of the room."""
        if one is not None and one.tokens <= self.left(part):
            self.written[one.table.full_name] = one
            self._used += one.tokens


def _fitting(table: Table, question: str, room: float, notes: Notes) -> Written | None:
    """Return a table with all its columns, or the needed ones, with its notes where they fit too."""
    about = notes.get(table.full_name.lower(), {})
    needed = needed_columns(table, question)
    for columns, noted in ((None, about), (None, {}), (needed, about), (needed, {})):
        if columns is None and len(table.columns) * FEWEST_COLUMN_TOKENS > room:
            continue
        one = Written(table, table_text(table, columns, notes=noted, terse=True))
        if one.tokens <= room:
            return one
    return None


def needed_columns(table: Table, question: str) -> set[str]:
    """Return keys, dates and the columns the question's words are near to."""
    asked = set(content_terms(question))
    asked |= {other for term in asked for other in meanings(term)}
    keys = set(table.primary_key) | {name for key in table.foreign_keys for name in key.columns}

    def weight(column: Column) -> float:
        own = len(asked & set(terms(column.name))) + len(asked & set(terms(column.comment)))
        kind = short_type(column.type)
        return (
            own + (0.9 if column.name in keys else 0.0) + (0.5 if kind.startswith(("date", "time")) else 0.0)
        )

    weighed = sorted(((weight(c), -i, c.name) for i, c in enumerate(table.columns)), reverse=True)
    return {name for value, _, name in weighed[:MOST_NEEDED_COLUMNS] if value > 0} or {
        column.name for column in table.columns[:MOST_NEEDED_COLUMNS]
    }
