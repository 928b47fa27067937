"""Whether days off matter to a figure: else they, and weeks with them, are looked at."""

import math

import numpy as np

from analysis.anomaly.day_series import Plan
from analysis.asked import AnalysisAsked
from analysis.daily import Daily, Flags, Floats, SpecialDays
from analysis.series import Wanted, data_span, looks_of
from language.calendar import days
from understanding.metric.desk import MetricDesk

BACK = 800  # days of which the days off are known; as many as one result holds
AROUND = 4  # weeks before and after that tell what a day usually has
FEWEST_OFF = 8
FEWEST_LIKE = 4
BEYOND = 2.0  # standard errors


def days_plan(metric: str, asked: AnalysisAsked, kinds: SpecialDays, desk: MetricDesk) -> Plan | None:
    """Return the days of a figure to read, or None where that need not be asked: no day off is near."""
    span = data_span(metric, desk)
    if span is None:
        return None
    end = min(asked.window.start, span[1]) if asked.window is not None else span[1]
    start = max(span[0], end - days(BACK))
    near = (end - days(7 * (AROUND + 8)), span[1])
    if end - start < days(7 * AROUND) or not kinds.off(*near):
        return None
    wanted = Wanted(metric, start, end, asked.filters)
    return Plan(wanted, tuple(looks_of(wanted, desk, f"off.{metric}")))


def matter(over: Daily, kinds: SpecialDays, under: Daily | None = None) -> bool:
    """Tell whether days off differ from like days around them by more than chance; unknown counts as yes."""
    ordinary, worth = over.ordinary(kinds), np.ones(len(over.values)) if under is None else under.values
    off = [at for at, one in enumerate(ordinary) if not one]
    seen, usual, size = 0.0, 0.0, 0
    for at in off:
        expected = _expected(over, worth, ordinary, at)
        if expected is not None:
            seen, usual, size = seen + float(np.nan_to_num(over.values[at])), usual + expected, size + 1
    if size < FEWEST_OFF or usual <= 0:
        return True
    loose = [
        (float(np.nan_to_num(over.values[at])) - expected) ** 2 / expected
        for at in np.nonzero(ordinary)[0]
        if (expected := _expected(over, worth, ordinary, int(at))) is not None and expected > 0
    ]
    spread = float(np.mean(loose)) * (1 + 1 / (2 * AROUND)) if loose else 0.0
    return spread <= 0 or abs(seen - usual) > BEYOND * math.sqrt(spread * usual)


def _expected(over: Daily, worth: Floats, ordinary: Flags, at: int) -> float | None:
    """Return what a day has by the same weekday in the weeks around it."""
    near = [at + 7 * week for week in range(-AROUND, AROUND + 1) if week]
    like = [one for one in near if 0 <= one < len(ordinary) and ordinary[one]]
    if len(like) < FEWEST_LIKE:
        return None
    beside = float(np.nansum(worth[like]))
    return float(np.nansum(over.values[like])) / beside * float(worth[at]) if beside > 0 else None
