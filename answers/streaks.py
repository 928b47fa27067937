"""How many months or days in a row a sentence speaks of, and how many there are in a table."""

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby, pairwise
from typing import Any

from answers.figures import IN_PERCENT, figures_but_days, number, numbers
from answers.named_days import days_in, month_spans
from answers.series import TIME, WHOLE, month_of
from database.result import QueryResult
from language.numerals import number as numeral

_IRREGULAR = {"first": 1, "second": 2, "third": 3, "fifth": 5, "eighth": 8, "ninth": 9, "twelfth": 12}
_ORDINAL_END = re.compile(r"(?:(?<=\d)(?:st|nd|rd)|th)$")
_ENGLISH = r"(?P<n>\d+(?:st|nd|rd|th)?|[a-z]+)"
_UNIT = r"(?:day|week|month|quarter|year)s?"
_CHINESE = r"第?\s*(?P<n>\d+|[一二两三四五六七八九十]+)\s*(?:个?\s*(?:天|日|周|星期|季度|季|年)|个\s*月)"
_STREAKS = tuple(
    re.compile(one, re.IGNORECASE)
    for one in (
        rf"\b{_ENGLISH}\s+(?:straight|consecutive|successive)\s+{_UNIT}\b",
        rf"\b{_ENGLISH}\s+{_UNIT}\s+(?:in a row|running|straight|in succession)\b",
        rf"(?:连续|接连|连着|连[涨跌降升增减])\s*了?{_CHINESE}",
        rf"{_CHINESE}(?:连续|接连|连着)",
    )
)
_MOST_COLUMNS = 8
_A_MONTH = 31  # days


@dataclass(frozen=True)
class Streak:
    """So many periods one after another, as a sentence says it."""

    count: int
    text: str


def streaks(text: str) -> Iterator[Streak]:
    """Yield what a text says of periods in a row: eighth month in a row, 连续 9 天, seven straight days.

    >>> [one.count for one in streaks("missed for the eighth month in a row, 连续十一个月没有完成")]
    [8, 11]
    """
    for form in _STREAKS:
        for found in form.finditer(text):
            if (count := _count(found["n"].lower())) is not None:
                yield Streak(count, found[0])


def _count(written: str) -> int | None:
    """Return a count or the place of a row: nine, 9, ninth, 9th, 九."""
    found = _IRREGULAR.get(written) or numeral(written) or numeral(_ORDINAL_END.sub("", written))
    return int(found) if found else None


def unfounded_streaks(sentence: str, statements: Iterable[str], tables: Iterable[QueryResult]) -> list[str]:
    """Return the periods in a row of a sentence that no statement and no table has, nor its own dates.

    In a table they are as many as stand in a row and no more: five of the nine months that missed are not
    five in a row, unless the sentence says from when to when.
    """
    said = [one for one in streaks(sentence) if one.count > 1]
    if not said:
        return []
    known = {one.count for text in statements for one in streaks(text)} | set(_own_spans(sentence))
    open_ = [one for one in said if one.count not in known]
    limits = [one.value for one in figures_but_days(sentence)]
    if open_:
        known |= {length for table in tables for length in runs_in(table, limits)}
    return [one.text for one in open_ if one.count not in known]


def _own_spans(sentence: str) -> Iterator[int]:
    """Yield how many days or months lie between two that a sentence names, both included."""
    for first, last in combinations(sorted(set(days_in(sentence))), 2):
        if first[0] and last[0]:
            yield abs((_day(last) - _day(first)).days) + 1
    for begun, ended in month_spans(sentence):
        yield (ended - begun) % 12 + 1


def _day(day: tuple[int, int]) -> dt.date:
    """Return a day of a leap year, the next one where there is none such."""
    month, of_month = min(max(day[0], 1), 12), max(day[1], 1)
    return dt.date(2024, month, 1) + dt.timedelta(days=of_month - 1)


def runs_in(table: QueryResult, limits: Sequence[float] = ()) -> set[int]:
    """Return how many rows stand in a row that rise, fall, are nothing, or lie on one side.

    That is of zero, of a hundred percent, of another column, or of one of `limits`. Rows are those of one
    name in the order of their time; of a table without times there are none.
    """
    times = [at for at in range(len(table.columns)) if _is_time([row[at] for row in table.rows])]
    if not times:
        return set()
    at = times[0]
    names = [i for i in range(len(table.columns)) if any(isinstance(row[i], str) for row in table.rows)]
    others = [i for i in names if i not in times]
    keyed = sorted(table.rows, key=lambda row: ([str(row[i]) for i in others], str(row[at])))
    found: set[int] = set()
    for _, group in groupby(keyed, key=lambda row: [row[i] for i in others]):
        rows = list(group)
        if not all(month_of(str(row[at])) for row in rows):
            found |= set(_gaps([str(row[at]) for row in rows]))
        for together in _following(rows, at):
            found |= set(_runs_of(together, table, limits))
    return found


def _is_time(cells: Sequence[Any]) -> bool:
    held = [str(cell) for cell in cells if cell is not None]
    return bool(held) and all(TIME.match(one) for one in held)


def _gaps(times: Sequence[str]) -> Iterator[int]:
    """Yield how many days lie between two days that follow each other."""
    for first, last in pairwise(times):
        try:
            days = (dt.date.fromisoformat(last[:10]) - dt.date.fromisoformat(first[:10])).days
        except ValueError:
            return
        yield days - 1


def _following(rows: Sequence[Sequence[Any]], at: int) -> Iterator[Sequence[Sequence[Any]]]:
    """Yield the rows whose times follow each other: of January, April and August none does."""
    try:
        times = [dt.date.fromisoformat(f"{row[at]}-01"[:10]) for row in rows]
    except ValueError:
        return
    steps = [(last - first).days for first, last in pairwise(times)]
    most = _A_MONTH if all(time.day == 1 for time in times) else min(steps, default=1)
    begun = 0
    for place, step in enumerate(steps, 1):
        if step > most:
            yield rows[begun:place]
            begun = place
    yield rows[begun:]


def _runs_of(rows: Sequence[Sequence[Any]], table: QueryResult, limits: Sequence[float]) -> Iterator[int]:
    columns = [at for at in range(len(table.columns)) if numbers([row[at] for row in rows])][:_MOST_COLUMNS]
    series = {at: [number(row[at]) for row in rows] for at in columns}
    for at, values in series.items():
        changes = [None if one is None or other is None else other - one for one, other in pairwise(values)]
        yield from _sides(changes, 0.0)
        signs = {value > 0 for value in values if value}
        bounds = [*limits, *([WHOLE] if IN_PERCENT.search(table.columns[at].name) else [])]
        bounds += [0.0] if len(signs) > 1 else []  # of figures of one sign all lie on one side
        for bound in bounds:
            yield from _sides(values, bound)
        yield from _lengths([not value for value in values])
    for first, second in combinations(series.values(), 2):
        apart = [None if a is None or b is None else a - b for a, b in zip(first, second, strict=True)]
        yield from _sides(apart, 0.0)


def _sides(values: Sequence[float | None], bound: float) -> Iterator[int]:
    yield from _lengths([value is not None and value > bound for value in values])
    yield from _lengths([value is not None and value < bound for value in values])


def _lengths(held: Sequence[bool]) -> Iterator[int]:
    """Yield the lengths of the stretches that hold."""
    yield from (len(list(group)) for is_so, group in groupby(held) if is_so)
