"""Do a report's figures and days stand in what was computed or read for it, each where it belongs?"""

import calendar
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import combinations

from answers.checks import FigureCheck, figures, numbers, without_days
from answers.claims import ClaimCheck
from database.result import QueryResult

Day = tuple[int, int]  # month, day of the month
_NAME_CHARS = 200  # no text is looked through for days
_MOST_OF_A_ROW, _FEW_ROWS = 8, 12
_OF_DAYS = re.compile(r"[日号]|\bdays?\b", re.I)  # a heading
_OF_A_MONTH = re.compile(r"(?:2[89]|3[01])\s*(?:天|days?\b)", re.I)  # how many it has
_MONTHS = {name.lower(): at for at, name in enumerate(calendar.month_abbr) if name}
_NAMED = rf"({'|'.join(_MONTHS)})[a-z]*\.?"
_TO = r"\s*(?:至|到|-|–|—|~|～|to|and)\s*"
_NUMERIC = re.compile(r"(?<!\d)(?:\d{4}-)?(0[1-9]|1[0-2])-([0-3]\d)(?!\d)")
_HAN = re.compile(
    rf"(\d{{1,2}})\s*月\s*(\d{{1,2}})\s*[日号]?(?:{_TO}(?:(\d{{1,2}})\s*月\s*)?(\d{{1,2}}))?\s*[日号]"
)
_DAY_FIRST = re.compile(rf"(?<!\d)(\d{{1,2}})(?:{_TO}(\d{{1,2}}))?\s+{_NAMED}", re.I)
_MONTH_FIRST = re.compile(rf"\b{_NAMED}\s+(\d{{1,2}})(?:{_TO}(\d{{1,2}}))?(?!\d)", re.I)


class EvidenceCheck:
    """Knows the figures and days a report may state: of the sentences computed and of the tables read."""

    def __init__(self, statements: Sequence[str], tables: Sequence[QueryResult], also: Sequence[str]) -> None:
        """Take what was computed, every table, and what else may be quoted: the question, names of tables."""
        told = [*statements, *also]
        tables = [with_floats(one) for one in tables]
        self._figures = [FigureCheck((), 0, also=told), *map(_of_table, tables)]
        self._claims = [ClaimCheck(one) for one in tables]
        self._days = {day for text in told for day in days_in(text)}
        self._days |= {day for one in tables for day in _days_of(one)}

    def unfounded(self, sentence: str) -> list[str]:
        """Return the figures and days of a sentence that stand nowhere, or only at another name."""
        stated = _OF_A_MONTH.sub(" ", without_days(sentence))
        unknown = [one.text for one in figures(stated) if not any(self._holding(one.text))]
        misplaced = [
            text
            for at, claims in enumerate(self._claims, start=1)
            for text in claims.unfounded(sentence)
            if not any(held for place, held in enumerate(self._holding(text)) if place != at)
        ]
        return [*unknown, *misplaced, *(f"{month}-{day:02}" for month, day in self._unknown_days(sentence))]

    def _holding(self, figure: str) -> Iterator[bool]:
        """Yield of the sentences, then of each table, whether a figure is known there."""
        return (not one.unfounded(figure) for one in self._figures)

    def _unknown_days(self, sentence: str) -> Iterator[Day]:
        for month, day in days_in(sentence):
            if (month, day) not in self._days and day not in (1, _last_of(month)):
                yield month, day


def days_in(text: str) -> Iterator[Day]:
    """Yield the days that a text names, whichever year they are of: 10月9日至22日, 9–22 Oct, 2026-10-09.

    >>> list(days_in("9–22 Oct and 2026-11-02")), list(days_in("10月9日至22日"))
    ([(11, 2), (10, 9), (10, 22)], [(10, 9), (10, 22)])
    """
    for found in _NUMERIC.finditer(text):
        yield int(found[1]), int(found[2])
    for found in _HAN.finditer(text):
        yield int(found[1]), int(found[2])
        if found[4]:
            yield int(found[3] or found[1]), int(found[4])
    for found in _DAY_FIRST.finditer(text):
        yield from ((_MONTHS[found[3].lower()], int(day)) for day in (found[1], found[2]) if day)
    for found in _MONTH_FIRST.finditer(text):
        yield from ((_MONTHS[found[1].lower()], int(day)) for day in (found[2], found[3]) if day)


def _of_table(result: QueryResult) -> FigureCheck:
    """Return the check of one table; a rate may stand in it as a number, and any two of a row be compared.

    So may any two of a column of few rows: of many nearly every percent would be among them.
    """
    pairs = [pair for row in result.rows for pair in combinations(numbers(row)[:_MOST_OF_A_ROW], 2)]
    if result.row_count <= _FEW_ROWS:
        columns = zip(*result.rows, strict=True)
        pairs += [pair for column in columns for pair in combinations(numbers(column), 2)]
    return FigureCheck(
        result.rows,
        result.row_count,
        also=[column.name for column in result.columns],
        percents=range(len(result.columns)),
        more=[figure for first, second in pairs for figure in _compared(first, second)],
    )


def _compared(first: float, second: float) -> Iterator[float]:
    """Yield a difference, and each figure as a share of the other and a change from it."""
    yield second - first
    for one, other in ((first, second), (second, first)):
        if one:
            yield from (other / one, (other - one) / abs(one))


def _days_of(result: QueryResult) -> Iterator[Day]:
    """Yield the days a table names, in any month those that stand in a column of days: 8 under 10月几日."""
    for column in result.columns:
        yield from days_in(column.name)
    for row in result.rows:
        for cell in row:
            if isinstance(cell, str) and len(cell) <= _NAME_CHARS:
                yield from days_in(cell)
    for at, column in enumerate(result.columns):
        if _OF_DAYS.search(column.name):
            counted = {int(cell) for cell in numbers([row[at] for row in result.rows]) if 1 <= cell <= 31}
            yield from ((month, day) for month in _MONTHS.values() for day in counted)


def with_floats(result: QueryResult) -> QueryResult:
    """Return rows with decimals as floats, as a database's own rows have them."""
    return replace(
        result,
        rows=tuple(
            tuple(float(cell) if isinstance(cell, Decimal) else cell for cell in row) for row in result.rows
        ),
    )


def _last_of(month: int) -> int:
    return calendar.monthrange(2024, month)[1] if 1 <= month <= 12 else 0
