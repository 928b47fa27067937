"""Whether a forecast reaches a target, by its range: the sentence that says so."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from analysis.outcome import Amount, Said

LEVEL = Decimal("0.05")  # points between what is reached and the days over: they are told alike


def verdict(
    target: Decimal, low: Decimal, value: Decimal, high: Decimal, name: str, params: Mapping[str, Any]
) -> Said:
    """Return where the forecast puts the whole: above its target, below it, or on both sides of it."""
    sums = {key: Amount(one, name) for key, one in (("low", low), ("sum", value), ("high", high))}
    beside = Said(
        f"target.{'over' if value >= target else 'under'}", {"apart": Amount(value - target, name, "size")}
    )
    return Said(f"target.{verdict_code(target, low, high)}", {**params, **sums, "beside": beside})


def verdict_code(target: Decimal, low: Decimal, high: Decimal) -> str:
    """Return whether all of a range lies above a target, below it, or neither."""
    return "likely" if low >= target else "unlikely" if high < target else "open"
