"""Firsts and records a report tells: of all time as computed, within a time as a table over it shows."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from answers.checks import Figure, figures, numbers, without_days
from database.result import QueryResult

_EVER = re.compile(
    r"\b(?:for the first time|first time|all[- ]time|on record|record[- ](?:high|low|breaking)\w*"
    r"|(?:a new|sets? a|set the) record|in history|unprecedented|never before"
    r"|(?:highest|lowest|largest|smallest|biggest|best|worst|most|fewest)\b[^.;,]{0,40}\bever)\b"
    r"|首次|第一次|头一[次回]|历史(?:最|新|上)|有史以来|史上|创(?:下|出|了)?(?:历史|新[高低]|[纪记]录)|前所未有|从未有过",
    re.IGNORECASE,
)
_BEST_SINCE = re.compile(
    r"\b(?:highest|lowest|largest|smallest|biggest|best|worst|most|fewest)\b[^.;,]{0,40}\bsince\b"
    r"|以来[^，。；]{0,8}(?:最[高低多少大小好差]|新[高低])",
    re.IGNORECASE,
)
_WITHIN = re.compile(
    r"\bsince\b|\bthis year\b|\bin (?:\d+|[a-z]+) (?:weeks|months|quarters|years)\b"
    r"|以来|[今本]年|年内|近\s*[\d一二两三四五六七八九十]+\s*个?[周月年]",
    re.IGNORECASE,
)
_TIME = re.compile(r"\d{4}-\d\d")
_FEWEST = 3  # times that something can be the first or the highest of


def unfounded_records(sentence: str, statements: Iterable[str], tables: Iterable[QueryResult]) -> list[str]:
    """Return the words by which a sentence tells a first or a record that nothing computed bears out.

    >>> unfounded_records("十月营业额 12 万元，创历史新高。", ["十月营业额 12 万元。"], [])
    ['创历史']
    """
    ever, since = _EVER.search(sentence), _BEST_SINCE.search(sentence)
    claim = ever or since
    if claim is None:
        return []
    stated = figures(without_days(sentence))
    for one in statements:
        told = {figure.value for figure in figures(without_days(one))}
        if (_EVER.search(one) or _BEST_SINCE.search(one)) and (
            not stated or any(figure.value in told for figure in stated)
        ):
            return []
    if ever is not None and not _WITHIN.search(sentence):
        return [claim[0]]
    borne = any(_is_an_end(stated, column) for table in tables for column in _over_time(table, sentence))
    return [] if borne else [claim[0]]


def _over_time(table: QueryResult, sentence: str) -> Iterator[Sequence[float]]:
    """Yield the figures of each column over the times of a table, of those alone whom the sentence names."""
    times = [at for at in range(len(table.columns)) if any(_is_time(row[at]) for row in table.rows)]
    if not times:
        return
    said = sentence.lower()
    of: dict[tuple[str, ...], list[Sequence[Any]]] = {}
    for row in table.rows:
        names = (cell.lower() for cell in row if isinstance(cell, str) and not _is_time(cell))
        of.setdefault(tuple(names), []).append(row)
    for key, rows in of.items():
        if len(rows) >= _FEWEST and all(name in said for name in key):
            for column in zip(*rows, strict=True):
                if len(values := numbers(column)) >= _FEWEST:
                    yield values


def _is_time(cell: Any) -> bool:
    return isinstance(cell, str) and _TIME.match(cell) is not None


def _is_an_end(stated: Sequence[Figure], values: Sequence[float]) -> bool:
    ends = {end / scale for end in (max(values), min(values)) for scale in (1, 100)}
    return any(least <= abs(end) <= most for one in stated for least, most in [one.bounds] for end in ends)
