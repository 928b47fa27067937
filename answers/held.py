"""A table that a report is held against, with what it is called and how it was read."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from answers.figures import is_number, numbers
from answers.scopes import WITHOUT, Basis, basis_of
from database.result import QueryResult

_NAME_CHARS = 200  # no text is looked through for days


@dataclass(frozen=True)
class Held:
    """A table that a report is held against: the rows that its writer saw.

    `whole` says that these are all there are: of a part no total and no count is known. `ours` says that its
    headings are no model's words; `days` is further text whose days it speaks of, its statement. `bases` say
    on which basis columns are, as without some, where it is not all there is. `label` is what it is called,
    `notes` say how it was read.
    """

    result: QueryResult
    whole: bool = True
    ours: bool = True
    days: str = ""
    bases: Mapping[int, Basis] = field(default_factory=dict)
    label: str = ""
    notes: tuple[str, ...] = ()

    @property
    def about(self) -> str:
        """Return in small letters what it says of itself, but of whom it is without."""
        return " ".join(one for one in (self.label, *self.notes) if not WITHOUT.search(one)).lower()

    def on(self, basis: Basis) -> QueryResult | None:
        """Return the rows with the figures on a basis alone, of their columns or of what a row is called.

        There are none where nothing is on it.
        """
        rows = []
        for row in self.result.rows:
            own = next(filter(None, (basis_of(cell) for cell in row if is_text(cell))), "")
            cells = ((cell, self.bases.get(at, own)) for at, cell in enumerate(row))
            rows.append(tuple(None if is_number(cell) and of != basis else cell for cell, of in cells))
        return replace(self.result, rows=tuple(rows)) if any(map(numbers, rows)) else None


def is_text(cell: Any) -> bool:
    """Tell a cell that may name something."""
    return isinstance(cell, str) and len(cell) <= _NAME_CHARS
