"""Amounts: a number with what it counts, or as a percentage."""

from dataclasses import dataclass
from decimal import Decimal

from understanding.chart.saturation import rule
from understanding.chart.spans import Span


@dataclass(frozen=True)
class Amount:
    """A number; `counter` is the word behind it that counts things."""

    number: Decimal
    counter: str = ""
    percent: bool = False


@rule("amount", ("number",), ("number", "counter"), ("number", "percent"))
def amount(number: Span, unit: Span | None = None) -> Amount:
    """Read a number with what stands behind it: 5家, 20%."""
    counter = str(unit.value) if unit is not None and unit.type == "counter" else ""
    return Amount(number.value, counter, unit is not None and unit.type == "percent")


RULES = amount
