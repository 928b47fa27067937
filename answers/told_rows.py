"""The rows of a table as a sentence speaks of them: their names, of which month they are, what they hold."""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from answers.figures import IN_PERCENT, Figure, number
from answers.named_days import Day, months_in
from answers.profile import columns_of, profile
from answers.row_names import RowNames
from answers.series import month_of
from database.result import QueryResult

_IN_A_YEAR = re.compile(r"\d{4}-\d\d")
_DAY = re.compile(r"(\d{4})-(\d\d)-(\d\d)(?:[T ]|$)")
MOST_ROWS = 500  # a summary of more speaks of totals
Cells = Sequence[float | None]


class Row(NamedTuple):
    """One row: its labels, its month with its year (zeros where it is of none), its measures and shares.

    Of one of a day, also of a month's first, that day and its year.
    """

    labels: frozenset[str]
    month: tuple[int, int]
    cells: Cells
    shares: tuple[float, ...] = ()
    year: int = 0
    day: Day = (0, 0)

    @property
    def values(self) -> list[float]:
        """Return what it holds."""
        return [cell for cell in self.cells if cell is not None]

    def has(self, figure: Figure) -> bool:
        """Tell a figure that it holds, or that is its share."""
        return any(map(figure.is_of, [*self.values, *(self.shares if figure.in_percent else ())]))


class ToldRows:
    """Knows the rows of a result and how a sentence may name them; read when first asked for."""

    def __init__(self, result: QueryResult) -> None:
        """Take the result; of one with too many rows none is told apart."""
        columns = profile(result)
        self._texts = [one.index for one in columns_of(columns, "category")]
        self._measures = columns_of(columns, "measure")
        self._given = result.rows if result.row_count <= MOST_ROWS else ()
        others = [one.index for one in columns if one.role != "measure"]
        self._timed = [at for at in others if self._may_be_days(at)]
        self.headings = [one.name for one in self._measures]
        self.in_percent = [bool(IN_PERCENT.search(one.name)) for one in self._measures]

    @cached_property
    def names(self) -> RowNames:
        """Return what finds the labels that a text names."""
        return RowNames([[row[at] for row in self._given] for at in self._texts])

    @cached_property
    def totals(self) -> list[float]:
        """Return what each measure's column comes to."""
        return [sum(filter(None, column)) for column in zip(*self._cells, strict=True)]

    @cached_property
    def rows(self) -> list[Row]:
        """Return the rows."""
        return [
            Row(
                frozenset([row[at] for at in self._texts if isinstance(row[at], str)]),
                self._month(row),
                cells,
                tuple(self._shares(cells)),
                *self._day(row),
            )
            for row, cells in zip(self._given, self._cells, strict=True)
        ]

    def named(self, text: str) -> list[Row]:
        """Return the rows that a text names, by their names or by their month."""
        labels, months = self.names.within(text), {month for _, month in months_in(text)}
        return [
            row for row in self.rows if row.labels & labels or (not row.labels and row.month[1] in months)
        ]

    def of(self, text: str) -> list[tuple[str, float]]:
        """Return the percents of the rows that a text names, each with its heading."""
        return [
            (heading, value)
            for row in self.named(text)
            for heading, value, percent in zip(self.headings, row.cells, self.in_percent, strict=True)
            if percent and value is not None
        ]

    @cached_property
    def _cells(self) -> list[Cells]:
        places = [one.index for one in self._measures]
        return [tuple([number(row[at]) for at in places]) for row in self._given]

    def _may_be_days(self, at: int) -> bool:
        """Tell a column with a day or a month in some cell: only in such ones each row's is looked for."""
        texts = [row[at] for row in self._given if isinstance(row[at], str)]
        return bool(_IN_A_YEAR.search("\n".join(texts)))

    def _month(self, row: Sequence[Any]) -> tuple[int, int]:
        for at in self._timed:
            if found := month_of(row[at]):
                return found
        return 0, 0

    def _day(self, row: Sequence[Any]) -> tuple[int, Day]:
        if not self._timed:
            return 0, (0, 0)
        found = (_DAY.match(row[at]) for at in self._timed if isinstance(row[at], str))
        day = next(filter(None, found), None)
        return (int(day[1]), (int(day[2]), int(day[3]))) if day else (0, (0, 0))

    def _shares(self, cells: Cells) -> Iterator[float]:
        """Yield what part of its column each figure is; a percent as it is."""
        for value, total, of_hundred in zip(cells, self.totals, self.in_percent, strict=True):
            if value is not None and of_hundred:
                yield value / 100
            if value is not None and total:
                yield value / total
