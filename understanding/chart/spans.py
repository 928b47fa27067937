"""What a stretch of a question is read as: immutable spans over its units."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

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


@dataclass(frozen=True, eq=False)
class Sized(Generic[Found]):
    """Words of a list with what each is known as, and how long those are that begin with a unit."""

    known: Mapping[Key, Found]
    lengths: Mapping[str, tuple[int, ...]]


def sized(known: Mapping[Key, Found], most: int | None = None) -> Sized[Found]:
    """Return a list of words, of those of as many units as are looked for at most."""
    lengths = defaultdict[str, set[int]](set)
    for key in known:
        if key and (most is None or len(key) <= most):
            lengths[key[0]].add(len(key))
    return Sized(known, {first: tuple(sorted(sizes)) for first, sizes in lengths.items()})


def found_in(words: Key, listed: Sized[Found]) -> list[tuple[int, int, Found]]:
    """Return each stretch of a text's words that a list has, with what it is known as."""
    known, lengths, every = listed.known, listed.lengths, len(words)
    return [
        (start, start + size, known[key])
        for start, first in enumerate(words) if first in lengths
        for size in lengths[first]
        if start + size <= every and (key := words[start : start + size]) in known
    ]  # fmt: skip
