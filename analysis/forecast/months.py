"""What months to come may hold of a figure known by the month alone: simple models, the best in back-test.

They are those of the daily forecast (analysis/forecast/models.py) with a month for a day: the last one, the
mean of the last three, and the same month a year before times this year's growth.
"""

import datetime as dt
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from analysis.daily import Daily, Floats
from analysis.forecast.models import (
    FEWEST_TRIALS,
    MOST_TRIALS,
    WORST_ERROR,
    Forecast,
    Model,
    NoForecast,
    Target,
    Trial,
    best_of,
    enough,
    ranged,
    wape,
)
from language.calendar import add_months

LATELY = 3  # months that tell the level, and the growth on a year before
YEAR = 12


@dataclass(frozen=True)
class Monthly:
    """One figure for each whole month from `start`; of a `rate` months are averaged, not summed."""

    start: dt.date
    values: Floats
    rate: bool = False

    @property
    def end(self) -> dt.date:
        """Return the day after its last month."""
        return add_months(self.start, len(self.values))

    @cached_property
    def growth(self) -> float | None:
        """Return what the last months are of those a year before; None where these are not known."""
        before = self.values[-LATELY - YEAR : -YEAR].sum() if len(self.values) >= YEAR + LATELY else 0.0
        return float(self.values[-LATELY:].sum() / before) if before > 0 else None

    def place(self, day: dt.date) -> int:
        """Return how many months a month is after the first."""
        return (day.year - self.start.year) * 12 + day.month - self.start.month

    def begun(self) -> "Monthly":
        """Return it from its first month with anything."""
        first = int(np.argmax(self.values > 0))
        return Monthly(add_months(self.start, first), self.values[first:], self.rate)

    def until(self, end: dt.date) -> "Monthly":
        """Return it up to, not including, a month."""
        return Monthly(self.start, self.values[: max(0, self.place(end))], self.rate)

    def whole(self, start: dt.date, end: dt.date) -> float:
        """Return the figure of the months from start up to, not including, end."""
        return self.of(self.values[self.place(start) : self.place(end)])

    def of(self, values: Floats) -> float:
        """Return the figure of some months together."""
        return float(values.mean() if self.rate else values.sum())


def forecast_months(series: Monthly, target: Target) -> Forecast | NoForecast:
    """Return the forecast of the model that was best over like months of the past, or why there is none."""
    if not np.any(series.values > 0):
        return NoForecast("empty")
    series = series.begun()
    tried = _trials(series, target)
    if not any(map(enough, tried.values())):
        return NoForecast("short_months", len(series.values), _needed(series, target))
    best = best_of(tried, ("months_mixed",))
    error = wape(tried[best])
    if error > WORST_ERROR:
        return NoForecast("uncertain", len(series.values), error=error)
    made = _made(series, target, best)
    if made is None:
        return NoForecast("short_months", len(series.values), _needed(series, target))
    value, length = series.of(made), (target.end - target.start).days
    by_day = Daily(target.start, np.full(length, value / length))
    return ranged(best, value, by_day, tried[best], wape(tried["months_last"]))


def _needed(series: Monthly, target: Target) -> int:
    """Return how many months are needed: those of the trials, and those learned from before the first."""
    return FEWEST_TRIALS + LATELY + max(0, series.place(target.end) - len(series.values)) - 1


def _trials(series: Monthly, target: Target) -> dict[Model, list[Trial]]:
    """Return what each model would have said of like months of the past, with what was known then."""
    lead = max(0, series.place(target.start) - len(series.values))
    found: dict[Model, list[Trial]] = {model: [] for model in MODELS}
    for one in _past(series, target):
        known = series.until(add_months(one.start, -lead))
        for model, trials in found.items():
            if (made := _made(known, one, model)) is not None:
                trials.append(Trial(one, series.of(made), series.whole(one.start, one.end)))
    return found


def _past(series: Monthly, target: Target) -> Iterator[Target]:
    """Yield like months of the past, latest first."""
    ahead = series.place(target.end) - len(series.values)
    for steps in range(ahead, ahead + MOST_TRIALS):
        one = Target(add_months(target.start, -steps), add_months(target.end, -steps), 1)
        if one.start > series.start:
            yield one


def _made(known: Monthly, target: Target, model: Model) -> Floats | None:
    """Return each month of a time as a model makes it, or None where it knows too little."""
    ahead = range(known.place(target.start), known.place(target.end))
    made = [MODELS[model](known, place) for place in ahead]
    return None if any(not math.isfinite(one) for one in made) else np.maximum(np.array(made), 0)


def _last(known: Monthly, place: int) -> float:
    """Each month as the last one."""
    return float(known.values[-1]) if len(known.values) >= LATELY else math.nan


def _lately(known: Monthly, place: int) -> float:
    """Each month as the mean of the last three."""
    return float(known.values[-LATELY:].mean()) if len(known.values) >= LATELY else math.nan


def _year(known: Monthly, place: int) -> float:
    """Each month as the same a year before, times how the last three stand to theirs."""
    before = place - YEAR * math.ceil((place - len(known.values) + 1) / YEAR)
    return float(known.values[before]) * known.growth if known.growth is not None else math.nan


def _mixed(known: Monthly, place: int) -> float:
    """The mean of the last months, one and three, and of a year before, which counts as much as both."""
    lately, year = (_last(known, place) + _lately(known, place)) / 2, _year(known, place)
    return (lately + year) / 2 if math.isfinite(year) else lately


MODELS: Mapping[Model, Callable[[Monthly, int], float]] = {
    "months_last": _last,
    "months_lately": _lately,
    "months_year": _year,
    "months_mixed": _mixed,
}
