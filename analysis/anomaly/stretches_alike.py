"""Counts of events over all of the time asked, beside the stretches of as many days before it.

Ten complaints in three weeks are no odd day, and of no odd week; beside the three weeks before, and those
before these, they are. Chance is that of a negative binomial with the spread of the stretches themselves.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from analysis.anomaly.day_series import Plan, is_daily
from analysis.anomaly.month_looks import tail
from analysis.asked import AnalysisAsked
from analysis.daily import Daily
from analysis.outcome import Amount, Name, Read, Said, figure_of
from analysis.series import MOST_ROWS, Wanted, adds_up, data_span, looks_of
from language.calendar import add_months, days
from query.metric_query import Window
from understanding.metric.desk import MetricDesk

SHORTEST, LONGEST = 7, 120  # days of a time that is set beside others
MOST, FEWEST = 12, 6  # stretches before
CHANCE = 0.1  # of one figure, beside being beyond all of the stretches before
TIMES, MORE = 1.4, 3.0  # of usual; things more or less
FEWEST_EXPECTED = 0.5  # things
YEAR = 365


@dataclass(frozen=True)
class Alike:
    """The days of one count over the time asked and the stretches before it."""

    plan: Plan
    window: Window

    def told(self, read: Mapping[str, Read], desk: MetricDesk) -> tuple[float, Said] | None:
        """Return a count far from those of the stretches before, with its chance; None where it is not."""
        whole = self.plan.whole(read, desk)
        return _told(self.plan.wanted.metric, whole[0], self.window) if whole is not None else None


def alike_of(names: Sequence[str], asked: AnalysisAsked, desk: MetricDesk) -> list[Alike]:
    """Return what is read of the counts of single events among some figures."""
    if asked.window is None:
        return []
    found = []
    for name in names:
        metric, span = desk.catalog.metrics[name], data_span(name, desk)
        if span is None or not metric.is_count or is_daily(name, desk) or not adds_up(metric, desk):
            continue
        window = Window(asked.window.start, min(asked.window.end, span[1], desk.today), "range")
        if window.start < span[0] or not SHORTEST <= window.days <= LONGEST:
            continue
        back = min(MOST * window.days, MOST_ROWS - window.days)
        start = max(span[0], min(window.start - days(back), window.end - days(2 * YEAR)))
        wanted = Wanted(name, start, window.end, asked.filters)
        found.append(Alike(Plan(wanted, tuple(looks_of(wanted, desk, f"alike.{name}"))), window))
    return found


def _told(metric: str, series: Daily, window: Window) -> tuple[float, Said] | None:
    size, now = window.days, series.total(window.start, window.end)
    ends = [window.start - days(size * number) for number in range(MOST)]
    before = [series.total(end - days(size), end) for end in ends if end - days(size) >= series.start]
    if len(before) < FEWEST:
        return None
    mean = float(np.mean(before))
    spread = max(1.0, float(np.var(before, ddof=1)) / mean) if mean > 0 else 1.0
    chance = tail(now, max(mean, FEWEST_EXPECTED), spread * (1 + 1 / len(before)))
    most, least = max(before), min(before)
    far = abs(now - mean) >= MORE and (now >= TIMES * mean or mean >= TIMES * now)
    if not far or chance > CHANCE or least <= now <= most:
        return None
    year = Window(add_months(window.start, -12), add_months(window.end, -12), "range")
    then = series.total(year.start, year.end) if year.start >= series.start else None
    if then is not None and abs(now - then) < abs(now - mean) / 2:
        return None  # so many come at this time of the year
    params = {
        "metric": Name(metric),
        "window": window,
        "days": size,
        "value": Amount(figure_of(now), metric, "bare"),
        "mean": Amount(figure_of(round(mean, 1)), metric, "mean"),
        "count": len(before),
        "low": f"{least:.0f}",
        "high": f"{most:.0f}",
        "year": Said("anomaly.alike_year", {"then": f"{then:.0f}"}) if then is not None else "",
    }
    return chance, Said(f"anomaly.alike_{'high' if now > mean else 'low'}", params)
