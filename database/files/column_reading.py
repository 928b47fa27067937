"""How one column of texts is read."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["text", "number", "percent", "date", "month", "datetime", "time", "boolean"]
MOST_ODD = 0.2  # of a sample's values; whoever has more is text


@dataclass(frozen=True)
class Reading:
    """How one column is read: `sql` is over `{v}`, the cleaned text, and gives NULL for what does not fit.

    `unit` is what stood at every figure; `remarks` are codes of notes on the whole column.
    """

    kind: Kind
    sql: str = "{v}"
    unit: str = ""
    remarks: tuple[tuple[str, str], ...] = field(default=())


TEXT = Reading("text")


def fits(held: Sequence[str], odd: int) -> bool:
    """Tell whether few of a sample, and not all, are read otherwise."""
    return odd <= MOST_ODD * len(held) and odd < len(held)
