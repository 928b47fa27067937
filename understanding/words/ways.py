"""Words that say which way something goes, though a member may be called so: trending up, 在上行."""

import re
from functools import lru_cache

from knowledge.vocabulary import Word
from language.lists import words_in

_TOWARD = ("往", "向", "朝")
VALUE = "@v:"  # what begins a word of the catalog that a member is called by


def names_a_member(word: Word) -> bool:
    """Tell a word of the catalog that only members are called by."""
    return bool(word.tokens) and all(one.startswith(VALUE) for one in word.tokens)


def says_a_way(text: str, start: int, end: int) -> bool:
    """Tell a word of change in a text that is said of a figure and names no member.

    >>> says_a_way("is revenue trending up", 20, 22), says_a_way("revenue of the up side", 15, 17)
    (True, False)
    >>> [says_a_way(one, 3, 5) for one in ("营业额一路上涨", "入区率一路往上", "营业额一路便利")]
    [True, True, False]
    """
    written = text[start:end]
    if written in words_in("ways")["going_on"]:
        return _goes_a_way(text[end:])
    if written not in _ways():
        return False
    told = words_in("ways")["en" if written.isascii() else "zh"]
    goes = re.search(told["goes"], text[:start].rstrip(), re.IGNORECASE)
    ends = re.search(told["ends"], text[end:].lstrip(), re.IGNORECASE)
    named = "names" in told and re.search(told["names"], text[:start].rstrip(), re.IGNORECASE)
    return bool(goes or (ends and not named))


def _goes_a_way(behind: str) -> bool:
    """Tell what goes on with a word of change, of one sign only behind a word for toward or beside another.

    >>> _goes_a_way("上涨"), _goes_a_way("往上"), _goes_a_way("下降的"), _goes_a_way("上店")
    (True, True, True, False)
    """
    if behind.startswith(_TOWARD):
        return behind[1:].startswith(tuple(_ways()))
    both = behind[:2]
    whole = behind.startswith(tuple(one for one in _ways() if len(one) > 1))
    return whole or (len(both) > 1 and all(one in _ways() for one in both))


def asked_of_a_way(text: str, start: int, end: int) -> str:
    """Return which way it is asked how far something went: how much is revenue up this year; else nothing."""
    asks = re.search(words_in("ways")["en"]["asks"], text[:start], re.IGNORECASE)
    way = words_in("ways")["marks"].get(text[start:end], "") if asks else ""
    return way if way and says_a_way(text, start, end) else ""


@lru_cache(maxsize=1)
def _ways() -> frozenset[str]:
    marks = words_in("questions")["marks"]
    return frozenset([*words_in("ways")["words"], *marks["change"], *marks["decline"]])
