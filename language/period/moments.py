"""Days that are named by how long ago they are, for what is asked of one day: this time last year, 一年前."""

import datetime as dt
from dataclasses import dataclass
from functools import lru_cache

from language.calendar import MONTHS, add_months, days
from language.numerals import number
from language.period.words import fields_of, period_words
from language.units import fold

HALF_A_YEAR = 6  # months


@dataclass(frozen=True)
class Moment:
    """A day that is so many units ago, and where a text names it."""

    day: dt.date
    span: tuple[int, int]


@lru_cache(maxsize=512)  # each table whose rows may be asked for looks for them
def read_moments(text: str, today: dt.date) -> tuple[Moment, ...]:
    """Return the days that a text names by how long ago they are, the longest way to say each.

    >>> read_moments("how many shops this time last year", dt.date(2026, 11, 29))
    (Moment(day=datetime.date(2025, 11, 29), span=(15, 34)),)
    """
    folded, words = fold(text), period_words()
    found: list[Moment] = []
    for pattern in words.moments:
        for match in pattern.finditer(folded.text):
            said = fields_of(match)
            if day := _back(today, said.get("n", "1"), words.units.get(said.get("unit", ""), "year")):
                found.append(Moment(day, folded.span(*match.span())))
    widest = sorted(found, key=lambda one: one.span[0] - one.span[1])
    kept: list[Moment] = []
    for one in widest:
        if all(one.span[1] <= other.span[0] or one.span[0] >= other.span[1] for other in kept):
            kept.append(one)
    return tuple(kept)


def _back(today: dt.date, count: str, unit: str) -> dt.date | None:
    """Return the day so many units before today, or None of half a week and before all calendars."""
    many = number(count)
    if many is None:
        return add_months(today, -HALF_A_YEAR) if unit == "year" else None
    try:
        if unit in MONTHS:
            return add_months(today, -int(many) * MONTHS[unit])
        return today - days(int(many) * (7 if unit == "week" else 1))
    except (OverflowError, ValueError):
        return None
