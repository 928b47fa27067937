"""What the last four weeks come to where they go on: plain arithmetic, where nothing can be forecast."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import numpy as np

from analysis.daily import Daily
from analysis.forecast.models import NoForecast
from analysis.outcome import Amount, Percent, Said, figure_of
from analysis.target.verdict import verdict_code

LATELY, AROUND, FEWEST = 28, 56, 14  # days
LEAST = 0.1  # of the pace


@dataclass(frozen=True)
class Pace:
    """What a day brought over the last weeks; the least and most of as many days as are to come."""

    mean: Decimal
    low: Decimal
    high: Decimal
    days: int
    around: int  # days that its range is seen in

    def sums(self, actual: Decimal, ahead: int) -> tuple[Decimal, Decimal, Decimal]:
        """Return what a time comes to that has `actual` so far and goes on so: least, mean, most."""
        return actual + self.low * ahead, actual + self.mean * ahead, actual + self.high * ahead

    def told(self, name: str, actual: Decimal, ahead: int) -> dict[str, Any]:
        """Return what a time comes to that has `actual` so far and goes on so for as many days."""
        sums = zip(("low", "sum", "high"), self.sums(actual, ahead), strict=True)
        told = {key: Amount(one, name) for key, one in sums}
        counts = {"recent": self.days, "around": self.around}
        return {**told, **counts, "mean": Amount(self.mean, name, "mean")}


def bears_pace(found: NoForecast, ahead: int) -> bool:
    """Tell whether recent days may stand for those to come: too few to check, but as many as are to come."""
    return found.reason == "short" and ahead <= found.history_days


def pace_of(series: Daily, ahead: int) -> Pace | None:
    """Return the pace of the last four weeks, or as far as there are data; None of less than two.

    Its range is that of the means of so many days in a row, four weeks at most, within the last eight; a
    tenth either way at least, for nothing was checked on the past.
    """
    values = np.nan_to_num(series.values[-AROUND:])
    if len(values) < FEWEST:
        return None
    lately = values[-LATELY:]
    span = min(max(7, ahead), LATELY, len(values) // 2)
    means = np.convolve(values, np.ones(span) / span, mode="valid")
    usual = lately.mean()
    ends = (usual, min(means.min(), (1 - LEAST) * usual), max(means.max(), (1 + LEAST) * usual))
    mean, low, high = (figure_of(float(one)) for one in ends)
    return Pace(mean, low, high, len(lately), len(values))


def pace_verdict(
    pace: Pace,
    name: str,
    actual: Decimal,
    target: Decimal,
    ahead: int,
    params: dict[str, Any],
    *,
    beside: bool = False,
) -> Said:
    """Return whether a target is reached at this pace; `beside` what a time comes to, in few words."""
    low, value, high = pace.sums(actual, ahead)
    code, share = verdict_code(target, low, high), Percent(100 * value / target)
    told = pace.told(name, actual, ahead)
    return Said(
        f"target.pace_{'beside_' if beside else ''}{code}",
        {**params, **told, "target": Amount(target, name), "share": share},
    )
