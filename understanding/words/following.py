"""Words by which a message says that it follows the question before it: 那…呢, what about, instead."""

from functools import lru_cache

from knowledge.vocabulary import lexicon
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
