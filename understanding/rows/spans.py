"""A question about rows as units, with one form for each of its words."""

from dataclasses import dataclass
from functools import cached_property

from language.units import Unit, units
from understanding.chart.spans import Key, covering
from understanding.rows.words import unit_forms


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

    @cached_property
    def keys(self) -> Key:
        """Return the units as word lists and values are kept."""
        return tuple(one.text for one in self.units)

    def covering(self, start: int, end: int) -> tuple[int, int] | None:
        """Return the units that a stretch of characters covers whole, or None where it cuts one."""
        return covering(self.units, start, end)

    def written(self, start: int, end: int) -> str:
        """Return what stands there as it was written."""
        return self.raw[self.units[start].start : self.units[end - 1].end]
