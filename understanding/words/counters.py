"""Counters behind how many: those that people are counted in, and those of things, 套 and 辆."""

from collections.abc import Iterable
from functools import lru_cache

from knowledge.vocabulary import lexicon
from language.lists import words_in


@lru_cache(maxsize=1)
def _of_things() -> frozenset[str]:
    return frozenset(map(str, lexicon()["counters"])) - {*map(str, words_in("metrics")["counted_as_people"])}


def count_things(words: Iterable[str]) -> bool:
    """Tell whether any of some counters is one that no people are counted in.

    >>> count_things(["套"]), count_things(["位", ""])
    (True, False)
    """
    return not _of_things().isdisjoint(words)
