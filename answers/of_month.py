"""A percent told right behind a month stands at that month, where tables have percents of it."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from answers.derived import Derived
from answers.figures import IN_PERCENT, Figure, figures, numbers
from answers.named_days import MONTH_NAMES, STRETCH, days_in, months_in
from answers.series import month_of
from answers.told_rows import ToldRows
from database.result import QueryResult

_NEXT = r"\s*(?:[、，,和与及]|\band\b)\s*(?:and\s+)?"
_ONE = r"[-+−]?\d+(?:\.\d+)?\s*[%％]"
_PERCENT = (
    r"(?P<told>[-+−]?\d+\.\d+\s*[%％])"
    r"(?!\s*(?:below|above|less|more|lower|higher|under|over|fewer|up|down|ahead|behind|of)\b)"
    rf"(?!{_NEXT}{_ONE})"  # the first of a list is of another
)
_BEHIND = (
    re.compile(rf"(?<![\d.年])(?P<month>(?:1[0-2]|0?[1-9])\s*月)\s*(?:只有|为|是|达)?\s*[（(]?\s*{_PERCENT}"),
    re.compile(rf"\b(?P<month>{MONTH_NAMES})\s*(?:\(|at\s+|was\s+)\s*{_PERCENT}"),
)
_MANY = rf"(?P<told>{_ONE}(?:{_NEXT}{_ONE})+)"
_LISTS = (  # 9月、10月为 +14.3 %、+7.7 %
    re.compile(
        rf"(?<![\d.年])(?P<months>(?:1[0-2]|0?[1-9])\s*月(?:{_NEXT}(?:1[0-2]|0?[1-9])\s*月)+)"
        rf"(?:分别|依次)?(?:只有|为|是|达)?\s*[（(]?\s*{_MANY}"
    ),
    re.compile(
        rf"\b(?P<months>(?:{MONTH_NAMES})(?:{_NEXT}(?:{MONTH_NAMES}))+)\s*"
        rf"(?:\(|at\s+|were\s+|had\s+|came to\s+){_MANY}"
    ),
)


def unfounded_of_months(
    sentence: str,
    statements: Sequence[str],
    tables: Sequence[QueryResult],
    follows: Callable[[Figure], bool] = lambda _: False,
) -> list[str]:
    """Return the percents told right behind a month that tables with percents of it do not have there.

    What was computed, what follows from the figures of that month, and what `follows` from the sentence's
    own may be said.
    """
    found = []
    for month, figure in _stated(sentence):
        if follows(figure) or any(figure.value == one.value for said in statements for one in figures(said)):
            continue
        held = [one for table in tables for one in _of_month(table, month)]
        if not held or any(map(figure.is_written_of, held)):
            continue
        if not any(_follows(figure, table, month) for table in tables):
            found.append(f"{figure.text.strip()} (no table has it in month {month})")
    return found


def _stated(sentence: str) -> Iterator[tuple[int, Figure]]:
    """Yield each month with the percent right behind it; of a list of both the first with the first.

    >>> [(month, one.text) for month, one in _stated("9月、10月为 +14.3 %、+7.7 %；5月（-0.6 %）")]
    [(5, '-0.6%'), (9, '+14.3%'), (10, '+7.7%')]
    """
    listed = [list(form.finditer(sentence)) for form in _LISTS]
    for found in (one for each in listed for one in each):
        sentence = sentence.replace(found[0], " ")
    for form in _BEHIND:
        for one in form.finditer(sentence):
            (_, month), *_ = months_in(f"{one['month']}。")
            yield month, figures(one["told"])[0]
    for found in (one for each in listed for one in each):
        months = [month for _, month in months_in(f"{found['months']}。")]
        stated = figures(found["told"])
        yield from zip(months, stated, strict=True) if len(months) == len(stated) else ()


def _follows(figure: Figure, table: QueryResult, month: int) -> bool:
    """Tell what two figures of a month come to."""
    rows = tuple(row for row in table.rows if _is_of(row, month))
    return any(
        Derived(ToldRows(replace(table, rows=(row,))), whole=False).holds(figure, "these") for row in rows
    )


def _is_of(row: Sequence[Any], month: int) -> bool:
    return any(month in _months_of(cell) for cell in row)


def _months_of(cell: Any) -> set[int]:
    """Return the month that a cell is of, alone or as a stretch of its days."""
    if (found := month_of(cell)) is not None:
        return {found[1]}
    months = (
        {month for month, _ in days_in(cell)} if isinstance(cell, str) and STRETCH.search(cell) else set()
    )
    return months if len(months) == 1 else set()


def _of_month(table: QueryResult, month: int) -> Iterator[float]:
    """Yield the figures of a month: of its rows, and of columns called so; of a table with percents alone."""
    own = [at for at, one in enumerate(table.columns) if month in {it for _, it in months_in(one.name)}]
    percents = [at for at, one in enumerate(table.columns) if IN_PERCENT.search(one.name)]
    if not percents:
        return
    for row in table.rows:
        if _is_of(row, month):
            yield from numbers(row)
        yield from numbers(row[at] for at in own)
