"""Words that say which way something goes, though a member may be called so: trending up, 在上行."""

import re
from functools import lru_cache

from knowledge.vocabulary import Word
from language.lists import words_in

VALUE = "@v:"  # what begins a word of the catalog that a member is called by


def names_a_member(word: Word) -> bool:
    """Tell a word of the catalog that only members are called by."""
    return bool(word.tokens) and all(one.startswith(VALUE) for one in word.tokens)


def says_a_way(text: str, start: int, end: int) -> bool:
    """Tell a word of change in a text that is said of a figure and names no member.

    >>> says_a_way("is revenue trending up", 20, 22), says_a_way("revenue of the up side", 15, 17)
    (True, False)
    >>> says_a_way("营业额一路上涨", 3, 5), says_a_way("一路便利营业额", 0, 2)
    (True, False)
    """
    written = text[start:end]
    if written in words_in("ways")["going_on"]:
        return text.startswith(tuple(one for one in _ways() if len(one) > 1), end)
    if written not in _ways():
        return False
    told = words_in("ways")["en" if written.isascii() else "zh"]
    goes = re.search(told["goes"], text[:start].rstrip(), re.IGNORECASE)
    ends = re.search(told["ends"], text[end:].lstrip(), re.IGNORECASE)
    named = "names" in told and re.search(told["names"], text[:start].rstrip(), re.IGNORECASE)
    return bool(goes or (ends and not named))


def asked_of_a_way(text: str, start: int, end: int) -> str:
    """Return which way it is asked how far something went: how much is revenue up this year; else nothing."""
    asks = re.search(words_in("ways")["en"]["asks"], text[:start], re.IGNORECASE)
    way = words_in("ways")["marks"].get(text[start:end], "") if asks else ""
    return way if way and says_a_way(text, start, end) else ""


@lru_cache(maxsize=1)
def _ways() -> frozenset[str]:
    marks = words_in("questions")["marks"]
    return frozenset([*words_in("ways")["words"], *marks["change"], *marks["decline"]])
