"""Amounts: a number with what it counts, or as a percentage."""

from dataclasses import dataclass
from decimal import Decimal

from understanding.chart.saturation import rule
from understanding.chart.spans import Span
from understanding.metric.vocabulary import metric_words


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


@rule("amount", ("number", "word"), ("number", "people"))
def so_many_people(number: Span, who: Span) -> Amount | None:
    """Read a number of people: 30人."""
    counted = f"多少{who.value}" in metric_words()["how_many_people"]
    return Amount(number.value, str(who.value)) if counted else None


RULES = (*amount, *so_many_people)
