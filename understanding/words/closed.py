"""Closed classes of words and marks that more than one reader asks for, and the bounds they share."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from knowledge.vocabulary import lexicon
from language.lists import words_in

JOINING = frozenset(
    ["和", "与", "及", "以及", "跟", "还有", "and", "or", "或", "或者", "&", "vs", "versus", "对比", "还是"]
)
GRAINS = ("day", "week", "month", "quarter", "year")
BARE_GRAINS = frozenset(
    [
        *("日", "天", "周", "月", "月份", "季", "季度", "年"),
        *("day", "week", "month", "quarter", "year", "days", "weeks", "months", "quarters", "years"),
    ]
)
CHANGES = ("change", "decline", "vary")
COORDINATORS = frozenset(["和", "与", "及", "以及", "跟", "and"])
ENDS = ("top", "bottom")
COMPARERS = ("gt", "ge", "lt", "le")
BEHIND_NUMBER = frozenset(
    ["以上", "以下", "以内", "及以上", "及以下", "or more", "or less", "or fewer", "and above", "and over"]
)
SUPERLATIVES = ("最", "第一", "冠军", "倒数第一", "垫底")
SINGULAR = frozenset(["哪个", "哪家", "哪一个", "哪一家", "哪条", "哪座", "哪种", "哪位", "哪天"])
PLURAL = frozenset(
    ["哪些", "有哪些", "是哪些", "哪几个", "哪几家", "都有哪些", "几个", "是哪几个", "是哪几家"]
)
COMPARING = ("比", "compare", "vs", "versus", "against", "than", "较")
SAME_PERIOD = ("同期", "same", "a year earlier", "a year ago")
MOST_TOP = 1000
ENGLISH_NO_ONE = frozenset(["top", "bottom", "first"])
BOTH = 2
ONE = frozenset(["a", "an", "one"])
LENGTHS = frozenset([*GRAINS, "minute", "hour"])


def is_a_length(keys: Sequence[str], start: int) -> bool:
    """Tell *within* before one unit of time, which limits how long something took: resolved within a day."""
    told = keys[start : start + 3]
    return len(told) == 3 and told[0] == "within" and told[1] in ONE and told[2] in LENGTHS


@lru_cache(maxsize=1)
def _of_things() -> frozenset[str]:
    return frozenset(map(str, lexicon()["counters"])) - {*map(str, words_in("metrics")["counted_as_people"])}


def count_things(words: Iterable[str]) -> bool:
    """Tell whether any of some counters is one that no people are counted in.

    >>> count_things(["套"]), count_things(["位", ""])
    (True, False)
    """
    return not _of_things().isdisjoint(words)
