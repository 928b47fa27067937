"""Words that point to what was said before: 那里, there, its, her."""

import re
from dataclasses import dataclass
from functools import lru_cache

from knowledge.vocabulary import lexicon
from language.lists import words_in
from language.words import either


@dataclass(frozen=True)
class Pointer:
    """Where a word points back, and whether a figure may be what it stands for: it, but not her or there."""

    start: int
    end: int
    to_things: bool


def pointer(text: str) -> Pointer | None:
    """Return the first word that points back, over turns in which it points to nothing."""
    things, others, nothing = _patterns()
    idle = [match.span() for match in nothing.finditer(text)]
    found = [Pointer(*match.span(), True) for match in things.finditer(text) if match.group() != "IT"]
    found += [Pointer(*match.span(), False) for match in others.finditer(text)]
    told = [one for one in found if not any(start <= one.start < end for start, end in idle)]
    return min(told, key=lambda one: one.start, default=None)


def points_at_two(text: str) -> tuple[int, int] | None:
    """Return where a text points at two things shown: 他俩, the two; over 这两个月, the two weeks.

    >>> points_at_two("compare the two for May"), points_at_two("这两个月呢")
    ((8, 15), None)
    """
    found = _two().search(text)
    return found.span() if found else None


def asks_how_far_apart(text: str) -> str:
    """Tell a message that asks for nothing but a difference: of the two shown, or of two just spoken of.

    >>> asks_how_far_apart("差多少"), asks_how_far_apart("两家差多少？"), asks_how_far_apart("南城差多少")
    ('shown', 'two', '')
    >>> asks_how_far_apart("what is the difference?"), asks_how_far_apart("what is the gap between them")
    ('shown', 'two')
    """
    found = _apart().fullmatch(text.strip(" ?？。."))
    if found is None:
        return ""
    return "two" if any(found.groupdict().values()) else "shown"


@lru_cache(maxsize=1)
def _apart() -> re.Pattern[str]:
    return re.compile(str(words_in("clauses")["apart"]), re.IGNORECASE)


def points_at_a_time(text: str) -> str:
    """Return of what unit a time is that a text points at: that day, 那个月; nothing where it points at none.

    >>> points_at_a_time("why was it so high that day"), points_at_a_time("那个月呢")
    ('day', 'month')
    """
    found = _times().search(text)
    return str(found.lastgroup) if found else ""


@lru_cache(maxsize=1)
def _times() -> re.Pattern[str]:
    told = lexicon()["pointing"]["times"]
    return re.compile("|".join(f"(?P<{unit}>{either(words)})" for unit, words in told.items()), re.IGNORECASE)


@lru_cache(maxsize=1)
def _two() -> re.Pattern[str]:
    of_time = r"(?! ?个?(?:月|星期|周|天|年|季|礼拜|日|小时)| (?:day|week|month|quarter|year|hour|time)s?\b)"
    return re.compile(either(lexicon()["pointing"]["two"]) + of_time, re.IGNORECASE)


def is_idle(text: str, at: int) -> bool:
    """Tell whether a word stands in a turn in which it points to nothing: it takes, 其他."""
    return any(match.start() <= at < match.end() for match in _patterns()[2].finditer(text))


@lru_cache(maxsize=1)
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    told = lexicon()["pointing"]
    things, others, nothing = (
        re.compile(either(told[name]), re.IGNORECASE) for name in ("things", "others", "nothing")
    )
    return things, others, nothing
