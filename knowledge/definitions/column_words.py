"""The words by which a draft tells columns and tables apart, and the words of a name."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from language.lists import words_in

WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[\u3400-\u9fff]+")


@lru_cache(maxsize=1)
def draft_words() -> dict[str, Any]:
    """Return the words that tell columns and tables apart."""
    return words_in("drafting")


@lru_cache(maxsize=8192)  # names of columns are asked for hundreds of times a question
def words_of(name: str) -> tuple[str, ...]:
    """Return the words of a name, small: OrderDate and order_date are order, date."""
    return tuple(word.lower() for word in WORDS.findall(name))


@lru_cache(maxsize=8192)
def long_words(name: str) -> tuple[str, ...]:
    """Return the words of a name with what is usually cut short written out: net_amt is net, amount."""
    short = draft_words()["short"]
    return tuple(short.get(word, word) for word in words_of(name))


def says(name: str, known: Iterable[str]) -> bool:
    """Tell whether one of the words stands in a name, an English one whole, maybe cut short."""
    words = {*words_of(name), *long_words(name)}
    return any(word in words if word.isascii() else word in name for word in known)
