"""The closed list of words that say nothing, and what is made of them alone."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from knowledge.vocabulary import lexicon
from language.lists import words_in
from language.units import key_of


def is_empty(text: str) -> bool:
    """Tell whether a text is made of words that say nothing of what is asked.

    >>> is_empty("could you please"), is_empty("帮我查一下"), is_empty("received"), is_empty("实际")
    (True, True, False, False)
    """
    units, words = key_of(text), _empty()
    reached = {0}
    for at in range(len(units)):
        if at in reached:
            reached |= {at + size for size in range(1, _longest() + 1) if units[at : at + size] in words}
    return len(units) in reached


def empty_from(units: Sequence[str], start: int) -> Iterator[int]:
    """Yield where each of these words ends that begins at a place of a text's units."""
    words = _empty()
    for size in range(1, min(_longest(), len(units) - start) + 1):
        if tuple(units[start : start + size]) in words:
            yield start + size


def asking() -> tuple[str, ...]:
    """Return courtesy and asking itself in more than one word."""
    told = words_in("empty_words")
    return (*told["en_together"], *told["zh_together"])


@lru_cache(maxsize=1)
def _empty() -> frozenset[tuple[str, ...]]:
    told = words_in("empty_words")
    words = [*told["en"].split(), *told["zh"].split(), *asking(), *lexicon()["counters"]]
    return frozenset(key_of(str(word)) for word in words)


@lru_cache(maxsize=1)
def _longest() -> int:
    return max(map(len, _empty()))
