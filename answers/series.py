"""What a table holds over time: the figures of each column by month, week or day, apart for each name."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from answers.figures import IN_PERCENT, is_number
from answers.named_days import days_in, months_in
from database.result import QueryResult

TIME = re.compile(r"\d{4}-\d\d(?:-\d\d(?:[T ]00:00:00.*)?)?$")
_SINCE = (
    re.compile(
        r"(?P<time>(?:\d{4}\s*年\s*)?(?:\d{1,2}\s*月份?\s*)?(?:\d{1,2}\s*[日号])?)(?:以来|以后|之后|起)"
    ),
    re.compile(r"\bsince (?:the end of )?(?P<time>[^.,;，。；()（]{3,24})", re.IGNORECASE),
)
_OF_A_MONTH = re.compile(r"(\d{4})-(\d\d)(?:-01)?(?:[T ]00:00:00.*)?$")
_JOINED = re.compile(r"(?:19|20)\d\d(?:0[1-9]|1[0-2])")  # 202609
_YEARS = (0, *range(1900, 2100))
_OF_MONTHS = re.compile(r"^\s*(?:month|年?月份?|year[ -]month|month of (?:the )?year)\s*$", re.IGNORECASE)
A_YEAR_BEFORE = re.compile(r"\ba year (?:earlier|before|ago)\b|\blast year\b|去年|上年", re.IGNORECASE)
GROWTH = re.compile(
    r"\b(?:change|growth|year on year|gap|difference)\b|增长|同比|环比|变化|差", re.IGNORECASE
)
YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
WHOLE = 100.0
_MOST_SERIES = 400  # of a long table of many names nobody tells each


@dataclass(frozen=True)
class Point:
    """A figure at a time: 2026-09, 2026-09-14, or of a column of months 09."""

    time: str
    value: float

    @property
    def month(self) -> int:
        """Return which month of its year it is of."""
        return int(self.time.split("-")[1] if "-" in self.time else self.time)

    @property
    def day(self) -> int:
        """Return its day, 0 of a month."""
        return int(self.time[8:10] or 0)

    @property
    def year(self) -> int:
        """Return its year, 0 where its table says none."""
        return int(self.time[:4]) if "-" in self.time else 0


@dataclass(frozen=True)
class Series:
    """The figures of one column over the times of a table, for the names of its rows.

    `bound` is what such figures are set against: nothing of growth and of the difference to another column,
    a hundred percent of what has a target.
    """

    heading: str
    names: tuple[str, ...]
    points: tuple[Point, ...]
    bound: float | None = None
    beside: str = ""  # the column that was taken off

    @property
    def is_level(self) -> bool:
        """Tell figures of now from growth, from a difference and from the year before."""
        return self.bound != 0 and not A_YEAR_BEFORE.search(self.heading)

    @property
    def values(self) -> list[float]:
        """Return its figures in the order of their times."""
        return [one.value for one in self.points]

    def within(self, first: int, last: int, year: int = 0) -> "Series":
        """Return the part from one month to another, of a year where one is told."""
        kept = [
            one
            for one in self.points
            if (first <= one.month <= last if first <= last else not last < one.month < first)
            and year in (0, one.year)
        ]
        return replace(self, points=tuple(kept))

    def is_named(self, said: str) -> bool:
        """Tell whether a text in small letters names whom it is of, if need be by how that begins."""
        return all(_is_in(one.lower(), said) for one in self.names)

    def behind(self, text: str, *, first: bool = False) -> "Series | None":
        """Return what lies behind the time since when a text tells an end, or None where it tells none.

        The highest since March may have been as high in March; of all since then March is the `first`.
        """
        since = _since(text, self.points[-1].time)
        if not since:
            return None
        kept = (
            one
            for one in self.points
            if (time := one.time[: len(since)]) > since or (first and time == since)
        )
        return replace(self, points=tuple(kept))

    def from_month(self, month: int, year: int) -> tuple[list[float], list[float]]:
        """Return the figures before a month, and from it on."""
        last = self.points[-1]
        begun = (year or last.year - (month > last.month) * bool(last.year), month)
        held = [((one.year, one.month) >= begun, one.value) for one in self.points]
        return [value for after, value in held if not after], [value for after, value in held if after]


def series_of(table: QueryResult) -> list[Series]:
    """Return each column of a table over its times, and each two that stand a year apart as their difference.

    A table with none, or with two rows of one time and name, has no series.
    """
    at = _time_column(table)
    if at is None:
        return []
    of: dict[tuple[str, ...], dict[str, Sequence[Any]]] = {}
    for row in table.rows:
        key = tuple(cell for place, cell in enumerate(row) if place != at and is_name(cell))
        if row[at] is None or _written(row[at]) in of.setdefault(key, {}):
            return []
        of[key][_written(row[at])] = row
    columns = [
        place
        for place in range(len(table.columns))
        if place != at and any(is_number(row[place]) for row in table.rows)
    ]
    found: list[Series] = []
    for names, rows in of.items():
        if len(rows) > 1 and len(found) < _MOST_SERIES:
            found += _of_one(names, dict(sorted(rows.items())), columns, table)
    return found


def _of_one(
    names: tuple[str, ...], rows: dict[str, Sequence[Any]], columns: Sequence[int], table: QueryResult
) -> Iterator[Series]:
    for place in columns:
        heading = table.columns[place].name
        held = tuple(Point(time, float(row[place])) for time, row in rows.items() if is_number(row[place]))
        if len(held) > 1:
            yield Series(heading, names, held, bound_of(heading))
    for first, second in combinations(columns, 2):
        pair = a_year_apart(table.columns[first].name, table.columns[second].name, first, second)
        if pair is None:
            continue
        now, before = pair
        gaps = tuple(
            Point(time, row[now] - row[before])
            for time, row in rows.items()
            if is_number(row[now]) and is_number(row[before])
        )
        if len(gaps) > 1:
            yield Series(table.columns[now].name, names, gaps, 0.0, table.columns[before].name)


def a_year_apart(one: str, other: str, first: int, second: int) -> tuple[int, int] | None:
    """Return which of two columns is of now and which of the year before, where they are one figure.

    >>> a_year_apart("Rate 2026 (%)", "Rate 2025 (%)", 1, 2), a_year_apart("营业额", "去年同期营业额", 1, 2)
    ((1, 2), (1, 2))
    """
    years = [YEAR.findall(text) for text in (one, other)]
    if all(years) and YEAR.sub("", one) == YEAR.sub("", other):
        apart = int(years[0][0]) - int(years[1][0])
        return (first, second) if apart == 1 else (second, first) if apart == -1 else None
    past = [bool(A_YEAR_BEFORE.search(text)) for text in (one, other)]
    if past[0] == past[1]:
        return None
    now, then = (other, one) if past[0] else (one, other)
    if _bare(now) and _bare(now) in _bare(then) and not GROWTH.search(now):
        return (second, first) if past[0] else (first, second)
    return None


def month_of(cell: Any) -> tuple[int, int] | None:
    """Return the year and month that a cell is of: a month's or its first day's, no other day's.

    >>> month_of("2026-10"), month_of("2026-10-01"), month_of("2026-10-02"), month_of("Humen")
    ((2026, 10), (2026, 10), None, None)
    """
    found = _OF_A_MONTH.match(cell) if isinstance(cell, str) else None
    return (int(found[1]), int(found[2])) if found else None


def _is_in(name: str, said: str) -> bool:
    return name in said or (len(name) > 4 and (name.split()[0] if name.isascii() else name[:2]) in said)


def _since(text: str, last: str) -> str:
    """Return the time that a text counts from, as the times of a series are written; nothing where none.

    >>> _since("the highest since March", "2026-10"), _since("自2025年11月以来最高", "2026-10-01")
    ('2026-03', '2025-11')
    >>> _since("是3月以来最高", "10"), _since("11月8日以来最低", "2026-11-28"), _since("最高", "2026-10")
    ('03', '2026-11-08', '')
    """
    found = next((found for form in _SINCE if (found := form.search(text))), None)
    if found is None:
        return ""
    days, months = list(days_in(found["time"])), list(months_in(found["time"]))
    if not (days or months):
        return found["time"].strip(" 年") if YEAR.fullmatch(found["time"].strip(" 年")) else ""
    year, month = months[0] if months else (0, days[0][0])
    if "-" not in last:
        return f"{month:02}"
    year = year or int(last[:4]) - (f"{month:02}" > last[5:7])
    return f"{year}-{month:02}-{days[0][1]:02}" if days and days[0][0] else f"{year}-{month:02}"


def _bare(heading: str) -> str:
    return re.sub(r"[(（][^)）]*[)）]|\s", "", heading).lower()


def bound_of(heading: str) -> float | None:
    if GROWTH.search(heading):
        return 0.0
    return WHOLE if IN_PERCENT.search(heading) else None


def _time_column(table: QueryResult) -> int | None:
    for at, column in enumerate(table.columns):
        held = [row[at] for row in table.rows if row[at] is not None]
        if not held:
            continue
        if all(isinstance(one, str) and TIME.match(one) for one in held):
            return at
        if _OF_MONTHS.match(column.name) and all(_is_a_month(one) for one in held):
            return at
    return None


def _is_a_month(cell: Any) -> bool:
    """Tell a number that is a month's: 9, or with its year 202609, also as a text."""
    cell = int(cell) if isinstance(cell, str) and _JOINED.fullmatch(cell) else cell
    return is_number(cell) and cell % 100 in range(1, 13) and cell // 100 in _YEARS


def _written(cell: Any) -> str:
    if isinstance(cell, str) and not _JOINED.fullmatch(cell):
        return cell[:10]
    year, month = divmod(int(cell), 100)
    return f"{year}-{month:02}" if year else f"{month:02}"


def is_name(cell: Any) -> bool:
    """Tell a cell that is called so: a text that is no time."""
    return isinstance(cell, str) and not TIME.match(cell) and not _JOINED.fullmatch(cell)
