"""What a stretch of a question is read as: immutable spans over its units."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from language.units import Unit, units
from understanding.rows.words import Key, unit_forms


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


@dataclass(frozen=True)
class Text:
    """A question as units, with one form for each of its words."""

    raw: str
    units: tuple[Unit, ...]
    forms: Key

    @classmethod
    def of(cls, raw: str) -> "Text":
        """Split a question."""
        found = tuple(units(raw))
        return cls(raw, found, unit_forms(raw, found))

    @property
    def keys(self) -> Key:
        """Return the units as word lists and values are kept."""
        return tuple(one.text for one in self.units)

    def covering(self, start: int, end: int) -> tuple[int, int] | None:
        """Return the units that a stretch of characters covers whole, or None where it cuts one."""
        held = [place for place, one in enumerate(self.units) if one.start < end and one.end > start]
        if not held or self.units[held[0]].start < start or self.units[held[-1]].end > end:
            return None
        return held[0], held[-1] + 1

    def written(self, start: int, end: int) -> str:
        """Return what stands there as it was written."""
        return self.raw[self.units[start].start : self.units[end - 1].end]


Found = TypeVar("Found")


def found_in(
    words: Key, known: Mapping[Key, Found], lengths: Iterable[int]
) -> Iterator[tuple[int, int, Found]]:
    """Yield each stretch of a text's words that is known, with what it is known as."""
    sizes = sorted(set(lengths))
    for start in range(len(words)):
        for size in sizes:
            if start + size <= len(words) and (one := known.get(words[start : start + size])) is not None:
                yield start, start + size, one
