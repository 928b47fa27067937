"""Which way a figure is good, by what its name speaks of: best and worst, fastest and slowest."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from knowledge.vocabulary import lexicon
from language.units import key_of

TURNED = {"top": "bottom", "bottom": "top", "rank": "rank_up", "rank_up": "rank"}


def is_quality(text: str) -> bool:
    """Tell whether a word judges: best, worst, 最好, 从好到差."""
    return text.lower() in _words("quality")


def is_speed(text: str) -> bool:
    """Tell whether a word speaks of how fast: which only times and growths have."""
    return text.lower() in _words("speed")


def turned_by_good(token: str, names: Sequence[str], good: str = "") -> str:
    """Return the order that best or worst asks for, of a figure called so; `good` says it aloud."""
    low = good == "low" if good else speaks_of_low(names)
    return TURNED[token] if low else token


def speaks_of_low(names: Sequence[str]) -> bool:
    """Tell whether a figure of these names is better low: complaints and delays, not complaints resolved."""
    words = lexicon()["better_low"]
    return speaks_of(names, words["of"]) and not speaks_of(names, words["but"])


def speaks_of_time_taken(names: Sequence[str]) -> bool:
    """Tell whether a figure of these names is how long something takes."""
    words = lexicon()["time_taken"]
    return speaks_of(names, words["named"]) and not speaks_of(names, words["but"])


def speaks_of(names: Iterable[str], words: Iterable[object]) -> bool:
    """Tell whether any name holds one of some words."""
    return _speaks_of(tuple(names), tuple(words))


@lru_cache(maxsize=10_000)  # asked of the same figures at every place of a question: a tenth of reading it
def _speaks_of(names: tuple[str, ...], words: tuple[object, ...]) -> bool:
    keys = [key_of(name) for name in names if name]
    told = [key_of(str(word)) for word in words]
    return any(
        name[at : at + len(key)] == key for name in keys for key in told for at in range(len(name)) if key
    )


@lru_cache(maxsize=8)
def _words(kind: str) -> frozenset[str]:
    return frozenset(lexicon()["judging"][kind])
