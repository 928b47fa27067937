"""Firsts and records a report tells: of all time as computed, within a time as a table over it shows."""

import re
from collections.abc import Iterable, Sequence

from answers.figures import Figure, figures_but_days, states_one_of
from answers.named_days import months_in
from answers.series import Series, series_of
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
_SINCE = re.compile(
    r"(?:\d{4}\s*年\s*)?\d{1,2}\s*月份?(?:\s*\d{1,2}\s*[日号])?以来|\bsince\b[^.,;]*", re.IGNORECASE
)
_NOT = r"(?:不是|并非|不算|谈不上|\b(?:not|nor|no|never|hardly)\b(?: (?:the|a|an|for the))?)"
_DENIED = re.compile(rf"{_NOT}\s*(?:{_EVER.pattern})", re.IGNORECASE)  # 不是头一回，2025 年 8 月也有 80 件
_FEWEST = 3  # times that something can be the first or the highest of


def unfounded_records(sentence: str, statements: Iterable[str], tables: Iterable[QueryResult]) -> list[str]:
    """Return the words by which a sentence tells a first or a record that nothing computed bears out.

    >>> unfounded_records("十月营业额 12 万元，创历史新高。", ["十月营业额 12 万元。"], [])
    ['创历史']
    """
    sentence = _DENIED.sub(" ", sentence)
    ever, since = _EVER.search(sentence), _BEST_SINCE.search(sentence)
    claim = ever or since
    if claim is None:
        return []
    stated = figures_but_days(sentence)
    for one in statements:
        if (_EVER.search(one) or _BEST_SINCE.search(one)) and (not stated or states_one_of(one, stated)):
            return []
    if ever is not None and not _WITHIN.search(sentence):
        return [claim[0]]
    said = sentence.lower()
    over_time = [one for table in tables for one in series_of(table) if one.is_named(said)]
    return [] if any(_is_an_end(stated, one, sentence) for one in over_time) else [claim[0]]


def _is_an_end(stated: Sequence[Figure], series: Series, sentence: str) -> bool:
    """Tell whether a figure, or the month that a sentence names, is the end of a series it counts over."""
    part = series.behind(sentence) or series
    if len(series.points) < _FEWEST or not part.points:
        return False
    ends = [point for point in part.points if point.value in (max(part.values), min(part.values))]
    if stated:
        return any(one.is_written_of(point.value) for one in stated for point in ends)
    months = {month for _, month in months_in(_SINCE.sub(" ", sentence))}
    return any(point.month in months for point in ends)
