"""What a stretch of a question is read as: immutable spans over its units."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from language.units import Unit

Key = tuple[str, ...]


@dataclass(frozen=True)
class Span:
    """Units `start` to `end` (not in it), read by a rule from its children; not `sure`: by part of a name."""

    start: int
    end: int
    type: str
    value: Any = None  # what it means, of the type that its rule makes; hashable
    rule: str = ""
    children: tuple["Span", ...] = ()
    sure: bool = True

    @property
    def leaves(self) -> Iterator["Span"]:
        """Yield the span with all that it was read from."""
        waiting = [self]
        while waiting:
            one = waiting.pop()
            yield one
            waiting += one.children


def covering(units: tuple[Unit, ...], start: int, end: int) -> tuple[int, int] | None:
    """Return the units that a stretch of characters covers whole, or None where it cuts one."""
    held = [place for place, one in enumerate(units) if one.start < end and one.end > start]
    if not held or units[held[0]].start < start or units[held[-1]].end > end:
        return None
    return held[0], held[-1] + 1


Found = TypeVar("Found")
Sized = tuple[Mapping[Key, Found], frozenset[int]]  # words with the lengths they have


def sized(known: Mapping[Key, Found]) -> Sized[Found]:
    """Return words with their lengths, for those that stand in every question's way."""
    return known, frozenset(map(len, known))


def found_in(
    words: Key, known: Mapping[Key, Found], lengths: Iterable[int]
) -> Iterator[tuple[int, int, Found]]:
    """Yield each stretch of a text's words that is known, with what it is known as."""
    sizes, every = sorted(set(lengths)), len(words)
    for start in range(every if known else 0):
        for size in sizes:
            if (end := start + size) > every:
                break
            if (one := known.get(words[start:end])) is not None:
                yield start, end, one
