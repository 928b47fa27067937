"""Are both ends of a range that a sentence states the least and the most of the rows it speaks of?"""

import re
from calendar import monthrange
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from answers.figures import Figure, figures, figures_but_days, numbers, without_days
from answers.named_days import Day, month_spans, months_in, stretches_in
from answers.parting import clauses
from answers.profile import columns_of, profile
from answers.series import YEAR, Point, Series, series_of
from answers.total_rows import without_total
from database.result import QueryResult
from language.numerals import number as numeral

Days = tuple[Day, Day]  # the first and the last of a stretch
Column = tuple[Sequence[float], Sequence[Sequence[float]]]  # all its figures, the parts that may be meant
_NUMBER = r"[-+−]?\d[\d,]*(?:\.\d+)?\s*(?:%|％|个百分点|[万亿千]+|[kKmM]\b)?"
_UNIT = r"[^\d，。；、,;.]{0,8}?"
_TO = r"\s*(?:到|至|~|～|–|—|-|\bto\b)\s*"
_AND = r"\s*(?:–|—|-|\bto\b|\band\b)\s*"
_EACH = r"(?:\b(?:a|each|every|per) (?:day|week|month|quarter|year)\b(?! (?:before|earlier|ago)))"
_RANGES = tuple(
    re.compile(one, re.IGNORECASE)
    for one in (
        rf"{_NUMBER}{_UNIT}{_TO}{_NUMBER}{_UNIT}(?:之间|不等)",
        rf"(?:每[天日周月季年个家]|各[月周家]|都在|范围)[^，。；\d]{{0,16}}{_NUMBER}{_UNIT}{_TO}{_NUMBER}",
        rf"\b(?:between|rang\w+(?: from| between)?)\s+[^\d,.;]{{0,12}}{_NUMBER}{_UNIT}{_AND}{_UNIT}{_NUMBER}",
        rf"{_NUMBER}{_UNIT}{_TO}{_NUMBER}[^\d,.;]{{0,16}}{_EACH}",
        rf"{_EACH}[^\d,.;]{{0,30}}{_NUMBER}{_UNIT}{_TO}{_NUMBER}",
    )
)
_AHEAD = 30  # characters before a range, in which a word of change may stand
_CHANGED = re.compile(
    r"\b(?:went|rose|fell|grew|dropped|declined|climbed|increased|decreased|slid|jumped|moved|improved)\b"
    r"[^.;]{0,24}\bfrom\b|从[^，。；]*?[升降涨跌增减变落回][^，。；]{0,3}[到至为]",
    re.IGNORECASE,
)
_OTHERS = re.compile(
    r"其余|其他|另外|除了?|不含|不算|大多|多数|\b(?:others?|rest|except|without|most|mostly|usual(?:ly)?)\b",
    re.IGNORECASE,
)
_THIS_YEAR = re.compile(r"今年|本年|\bthis year\b", re.IGNORECASE)
_LAST_YEAR = re.compile(r"去年|上年|\b(?:last year|the year before)\b", re.IGNORECASE)
_THOSE_DAYS = re.compile(
    r"[那这](?P<n>\d+|[一二两三四五六七八九十]+)\s*[天日]|\b(?:those|these) (?P<m>\d+|[a-z]+) days\b", re.I
)
_LEAP = 2024
_FEWEST = 3
_LAST_DAYS = 25


@dataclass(frozen=True)
class RangeCheck:
    """Holds the ranges of a sentence against rows, and what was computed of them."""

    statements: Sequence[str]
    tables: Sequence[QueryResult]

    def unfounded(self, sentence: str) -> list[str]:
        """Return the ranges that leave out rows."""
        return unfounded_ranges(sentence, self.statements, self.tables)


def unfounded_ranges(
    sentence: str, statements: Iterable[str], tables: Iterable[QueryResult], before: str = ""
) -> list[str]:
    """Return the ranges of a sentence that leave out rows it speaks of: 7 to 14 a month, where one had 6.

    Only where both ends stand in one column of a table and no column has them as its ends: all its rows,
    the months or days that are named, or without a first or last one that may be no whole. *Those ten days*
    are the last so many told `before` it.

    >>> table = QueryResult((), (), False, 0.0)
    >>> unfounded_ranges("7 to 14 faults a month", ["It was 7 to 14 a month."], [table])
    []
    """
    if _OTHERS.search(sentence):
        return []
    found = []
    told = [{one.value for one in figures_but_days(text)} for text in statements]
    tables, of = list(tables), dict[Days | None, list[Column]]()
    for clause, text, ends in _stated(sentence):
        if any(all(one.value in these for one in ends) for these in told):
            continue
        days = day_span(clause, "") or day_span(sentence, before)
        if days not in of:
            of[days] = [one for table in tables for one in _columns(table, sentence, days)]
        columns = of[days]
        held = [every for every in columns if _may_be_of(ends, every, days)]
        if held and not any(_are_ends(ends, rows) for _, parts in held for rows in parts):
            found.append(text)
    return found


def _may_be_of(ends: tuple[Figure, Figure], column: Column, days: Days | None) -> bool:
    """Tell a column of which a range may speak: one with both ends, or whose part over its days has one."""
    values, parts = column
    if all(any(end.is_written_of(it) for it in values) for end in ends):
        return True
    part = parts[0] if days and len(parts) == 1 else ()
    return bool(part) and any(end.is_written_of(it) for end in ends for it in (min(part), max(part)))


def day_span(sentence: str, before: str) -> Days | None:
    """Return the first and the last day that a sentence tells, or those before it that it goes back to.

    >>> day_span("其中 63 件在 2026-08-06 至 08-15，每天 6 到 8 件，08-16 起没有", "")
    ((8, 6), (8, 15))
    >>> day_span("那十天每天 5 到 8 件", "集中在 8 月 6 日至 15 日。")
    ((8, 6), (8, 15))
    >>> day_span("每天 5 到 8 件", "集中在 8 月 6 日至 15 日。")
    """
    if (spans := list(stretches_in(sentence))) or not (back := _THOSE_DAYS.search(sentence)):
        return spans[0] if len(set(spans)) == 1 else None
    many = numeral(back["n"] or back["m"])
    return next((one for one in reversed(list(stretches_in(before))) if _days_within(one) == many), None)


def _days_within(days: Days) -> int:
    (first, begun), (last, ended) = days
    lengths = [monthrange(_LEAP, month)[1] for month in range(first, last)]
    return sum(lengths) + ended - begun + 1


def _stated(sentence: str) -> Iterator[tuple[str, str, tuple[Figure, Figure]]]:
    """Yield the ranges of a sentence with the clause of each and both ends, each once."""
    seen, parts = set[str](), clauses(sentence)
    for form, (clause, bare) in product(_RANGES, [(one, without_days(one)) for one in (*parts, sentence)]):
        for match in form.finditer(bare):
            ends = figures(match[0])
            if _CHANGED.search(bare[max(0, match.start() - _AHEAD) : match.end()]):
                continue  # it went from one to the other
            if len(ends) == len(("least", "most")) and ends[0].value != ends[1].value:
                text = f"{ends[0].text.strip()} – {ends[1].text.strip()}"
                if text not in seen:
                    seen.add(text)
                    yield clause, text, (ends[0], ends[1])


def _columns(table: QueryResult, sentence: str, days: Days | None) -> Iterator[Column]:
    """Yield of each column all its figures, then the parts of them that a sentence may speak of.

    Of the days that it tells a column of days has this part alone.
    """
    over_time = series_of(table)
    for one in over_time:
        if not one.is_named(sentence.lower()) or len(one.points) < _FEWEST:
            continue
        these = [
            at.value for at in one.points if days and at.day and days[0] <= (at.month, at.day) <= days[1]
        ]
        if len(these) > 1 and any(at.day > 1 for at in one.points):
            yield one.values, [these]
        else:
            yield one.values, [one.values, *_parts_of(one, sentence)]
    if over_time or table.truncated:
        return
    whole = without_total(table)
    for column in columns_of(profile(whole), "measure"):
        values = numbers(row[column.index] for row in whole.rows)
        if len(values) >= _FEWEST:
            named = numbers(row[column.index] for row in whole.rows if _is_named(row, sentence))
            yield values, [values, named]


def _parts_of(one: Series, sentence: str) -> list[list[float]]:
    """Return a series without ends that may be no whole, and over the months that a sentence names.

    February to September are those of one year, also in a series of two; a month's weeks may begin with one
    that begins before it.
    """
    named = [*months_in(sentence)]
    years = {year for year, _ in named if year} or {point.year for point in one.points}
    spans = [one.within(*span, year) for span in month_spans(sentence) for year in years]
    since = [one.from_month(month, year)[1] for year, month in named]
    months = {month for _, month in named}
    calendar = [[at.value for at in one.points if at.year == year] for year in _years_told(sentence, one)]
    these = [[at.value for at in one.points if at.month in months and at.year == year] for year in years]
    weeks = [part for year in years for part in _weeks_of(one, months, year)]
    whole = [one.values[1:], one.values[:-1], one.values[1:-1]]
    return [
        *whole,
        *calendar,
        *these,
        *weeks,
        *since,
        *(kept for part in spans for kept in (part.values, part.values[:-1])),
    ]


def _years_told(sentence: str, one: Series) -> set[int]:
    """Return the years that a sentence names: 2025, this year, 去年, counted from a series' last."""
    last = one.points[-1].year
    by_word = {last - back for back, word in enumerate((_THIS_YEAR, _LAST_YEAR)) if word.search(sentence)}
    return {year for year in (*by_word, *map(int, YEAR.findall(sentence))) if year}


def _weeks_of(one: Series, months: Collection[int], year: int) -> Iterator[list[float]]:
    """Yield the figures of some months with the week that begins before them, and without the last one."""
    points = [at for at in one.points if at.year == year]
    with_first = [at for at in points if at.month in months or (_is_late(at) and at.month % 12 + 1 in months)]
    yield [at.value for at in with_first]
    yield [at.value for at in with_first if not (_is_late(at) and at.month in months)]


def _is_late(point: Point) -> bool:
    return point.day > _LAST_DAYS


def _is_named(row: Sequence[object], sentence: str) -> bool:
    return any(isinstance(cell, str) and len(cell) > 1 and cell.lower() in sentence.lower() for cell in row)


def _are_ends(ends: tuple[Figure, Figure], rows: Sequence[float]) -> bool:
    """Tell whether two figures are the least and the most of some rows, whichever sign they are told with."""
    if not rows:
        return False
    sizes = [abs(one) for one in rows]
    sides = ((min(rows), max(rows)), (min(sizes), max(sizes)))
    return any(
        (first.is_written_of(low) and second.is_written_of(high))
        for low, high in sides
        for first, second in (ends, ends[::-1])
    )
