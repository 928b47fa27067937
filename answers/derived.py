"""What follows from the rows that a sentence names: gaps, shares, changes and sums of their cells."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import combinations, product

from answers.figures import Figure, numbers
from answers.named_days import month_spans, months_in, stretches_in
from answers.told_rows import Cells, Row, ToldRows
from answers.total_rows import says_total
from language.numerals import number as numeral

_MOST_OF_A_ROW, _FEW_ROWS = 8, 12
_LEAST_DIGITS = 2  # of one digit some cell or other comes to it by chance
_FINE = 200  # times the smaller of two is at most the larger, where they may be of one kind
_PAIR = 2  # rows, of which who names one means both
_HUNDRED = 100.0
_TIMES = re.compile(r"倍|\btimes\b|-?fold\b|\d\s?[x×]\b", re.IGNORECASE)
_THESE = re.compile(
    r"\b(?:these|those) (?P<n>\d+|[a-z]+)\b|[这那](?P<m>\d+|[一二两三四五六七八九十]+)[个家种项样类块条座名]",
    re.I,
)
# A column of percents that add up: what each is of a whole, or brings to a change.
_ADDS_UP = re.compile(r"\b(?:shares?|part|contribut\w+)\b|部分|占|份额|贡献", re.IGNORECASE)
Follows = tuple[float, bool]  # a value, and whether it is a part of another: a share, a change, so many times


class Derived:
    """Knows the rows of a result and what any of them come to beside each other."""

    def __init__(self, table: ToldRows, *, whole: bool = True) -> None:
        """Take the rows; `whole` says that these are all there are, so that their totals are known."""
        self._table = table
        self._percent = table.in_percent[:_MOST_OF_A_ROW]
        self._adds_up = [
            not it or bool(_ADDS_UP.search(one))
            for it, one in zip(self._percent, table.headings, strict=False)
        ]
        self._whole = whole

    def holds(
        self, figure: Figure, sentence: str, clause: str = "", *, implied: bool = True, before: str = ""
    ) -> bool:
        """Tell a figure that follows from the rows a sentence names, one of its clauses, or from them all.

        Of two rows who names one means both, where that may be `implied`. *These five* are those that the
        nearest line `before` with so many names.
        """
        if figure.digits < _LEAST_DIGITS or not self._table.rows:
            return False
        least, most = figure.bounds
        parts = figure.in_percent or figure.digits > _LEAST_DIGITS or _TIMES.search(sentence) is not None
        return any(
            least <= abs(value) <= most
            for text in filter(None, (sentence, clause))
            for value, is_part in (
                *self._of(self._named(text, implied=implied)),
                *self._of_groups(text, before),
            )
            if parts or not is_part
        )

    def _of_groups(self, text: str, before: str) -> Iterator[Follows]:
        """Yield the sums of rows that a text speaks of as one, and what two sums of a group come to."""
        for group in self._groups(text, before):
            if 1 < len(group) <= 2 * _FEW_ROWS:
                cells = self._sum([row.cells[:_MOST_OF_A_ROW] for row in group])
                for value, percent in zip(cells, self._percent, strict=True):
                    yield from () if value is None else ((value, False), (value / _HUNDRED**percent, percent))
                yield from self._within(cells)

    def _groups(self, text: str, before: str) -> Iterator[list[Row]]:
        """Yield the rows of each name, each stretch of days or months, and *these five* of a line before."""
        every = self._table.rows
        for label in self._table.names.within(text):
            yield [row for row in every if label in row.labels]
        for first, last in stretches_in(text):
            yield from _by_year([row for row in every if row.day != (0, 0) and first <= row.day <= last])
        for begins, ends in month_spans(text):
            yield from _by_year(
                [row for row in every if not row.labels and begins <= row.month[1] <= ends and row.day[1] < 2]
            )
        for these in _THESE.finditer(text) if before else ():
            yield self._these(numeral(these["n"] or these["m"]), before)

    def _these(self, many: Decimal | None, before: str) -> list[Row]:
        """Return the rows of the nearest line before that names so many."""
        lines = (self._table.names.within(line) for line in reversed(before.splitlines()))
        groups = ([row for row in self._table.rows if row.labels & named] for named in lines)
        return next((group for group in groups if len(group) == many), list[Row]())

    def _named(self, text: str, *, implied: bool) -> list[Row]:
        """Return the rows that a text speaks of: those it names, and times where they are few or named."""
        told, months = self._table.names.within(text), set(months_in(text))
        labels = frozenset(one for one in told if not says_total(one)) or told  # A and B together: no total
        every = self._table.rows
        unnamed = [row for row in every if not row.labels]
        if len(every) > _FEW_ROWS:
            unnamed = [row for row in unnamed if row.month in months or (0, row.month[1]) in months]
        named = [row for row in every if row.labels & labels]
        found = every if len(every) == 1 or (implied and len(every) == _PAIR) else [*named, *unnamed]
        return found if len(found) <= 2 * _FEW_ROWS else []

    def _of(self, named: Sequence[Row]) -> Iterator[Follows]:
        """Yield what follows within each row, between two of them, and from sums: of them, the rest and all.

        A cell alone does not follow, nor what a sum less the others leaves of one row: that has its name.
        """
        rows: list[Cells] = [row.cells[:_MOST_OF_A_ROW] for row in named]
        sums = [self._sum(rows)] if len(rows) > 1 else []
        if self._whole and len(self._table.rows) > 1:
            others = [row for row in self._table.rows if row not in named] if named else []
            sums += [
                self._sum([row.cells[:_MOST_OF_A_ROW] for row in part])
                for part in (self._table.rows, others)
                if len(part) > 1
            ]
        for cells in sums:
            yield from ((value, False) for value in numbers(cells))
        for cells in [*rows, *sums]:
            yield from self._within(cells)
        for first, second in combinations(rows, 2):
            for one, other, percent in zip(first, second, self._percent, strict=True):
                yield from _apart(one, other, percent=percent)
        for part, whole in product([*rows, *sums], sums):
            yield from ((one / other, True) for one, other in zip(part, whole, strict=True) if one and other)

    def _within(self, cells: Cells) -> Iterator[Follows]:
        """Yield what two cells of a row come to, and what a percent leaves of a hundred."""
        for (one, percent), (other, too) in combinations(zip(cells, self._percent, strict=True), 2):
            if percent == too:
                yield from _apart(one, other, percent=percent)
        for cell, percent in zip(cells, self._percent, strict=True):
            if percent and cell is not None:
                yield from ((_HUNDRED - cell, False), ((_HUNDRED - cell) / _HUNDRED, True))

    def _sum(self, rows: Sequence[Cells]) -> Cells:
        """Return rows added up; percents do not add up but where each is a part."""
        found: list[float | None] = []
        for at, adds_up in enumerate(self._adds_up):
            held = numbers([row[at] for row in rows])
            found.append(sum(held) if held and adds_up else None)
        return found


def _by_year(rows: Sequence[Row]) -> Iterator[list[Row]]:
    for year in {row.month[0] or row.year for row in rows}:
        yield [row for row in rows if (row.month[0] or row.year) == year]


def _apart(one: float | None, other: float | None, *, percent: bool) -> Iterator[Follows]:
    """Yield how far two figures are apart, and each as a share of the other and a change from it."""
    if one is None or other is None:
        return
    if min(abs(one), abs(other)) * _FINE > max(abs(one), abs(other)):
        yield other - one, False  # a price taken off an amount leaves the amount
    if percent:
        yield (other - one) / _HUNDRED, True
    for first, second in ((one, other), (other, one)):
        if first:
            yield from ((second / first, True), ((second - first) / abs(first), True))
