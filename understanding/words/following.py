"""Words by which a message says that it follows the question before it: 那…呢, what about, instead."""

import datetime as dt
from functools import lru_cache

from knowledge.vocabulary import lexicon
from language.calendar import Comparison
from language.periods import find_periods
from language.units import key_of
from language.words import has_run

MOST_UNITS = 24


def is_marked(text: str) -> bool:
    """Tell whether a short message says itself that it follows."""
    names = key_of(text)
    return len(names) <= MOST_UNITS and any(has_run(names, marker) for marker in _strong_markers())


@lru_cache(maxsize=1)
def _strong_markers() -> tuple[tuple[str, ...], ...]:
    return tuple(key_of(marker.rstrip("*")) for marker in lexicon()["follow_up"] if marker.endswith("*"))


def is_against_its_own_year(told: Comparison, start: dt.date, end: dt.date, today: dt.date) -> bool:
    """Tell a comparison that names the year of the time shown itself: against last year, of last October.

    >>> days = dt.date(2025, 10, 1), dt.date(2025, 11, 1), dt.date(2026, 11, 29)
    >>> [is_against_its_own_year(Comparison(one, "", (0, 0)), *days) for one in ("比去年", "去年同期")]
    [True, False]
    """
    year = told.text.split(maxsplit=1)[-1] if told.text.isascii() else told.text[1:]
    named = [(one.start, one.end) for one in find_periods(year, today) if one.unit == "year"]
    return len(named) == 1 and named[0] != (start, end) and named[0][0] <= start and end <= named[0][1]
