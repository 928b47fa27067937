"""What a stretch of time to come may hold: simple daily models, the best in back-test, with its range.

Holt-Winters of statsmodels was tried beside these and was no better on the demo (docs/answers.md), at 0.9 s
a fit, 80 MB of memory and 200 MB of packages; it is not used.
"""

import datetime as dt
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from analysis.daily import Daily, Floats, SpecialDays
from analysis.forecast.holiday_effect import HolidayEffect, holiday_effect
from language.calendar import add_months, days

Model = Literal[
    "plain", "week", "weeks", "year", "mixed", "latest", "month",
    "months_last", "months_lately", "months_year", "months_mixed",
]  # fmt: skip
WhyNot = Literal["short", "short_months", "uncertain", "empty", "holiday", "unbounded"]

LEARNED = 56  # days a model needs before the first day it forecasts
WEEKS = 2  # the last so many same weekdays
MANY_WEEKS = 8  # as many as tell the level of what comes unevenly
YEAR = 364  # a year in whole weeks
AROUND = 14  # days each side of last year's day
MOST_TRIALS, FEWEST_TRIALS = 12, 6
APART = 2  # stretches that the past holds side by side: twelve trials a month apart are not twelve years
ROUGH_ERROR = 0.20  # of the total; from there a forecast is told as a rough one
WORST_ERROR = 0.35  # a worse back-test is no forecast
CLEARLY = 0.6  # of a mean's error: twelve trials do not tell models apart that are nearer
MEANS: tuple[Model, ...] = (
    "mixed",
    "year",
    "latest",
)  # each holds the year before: the best of them is taken
NEARER = 0.8  # of how far days lie from their weekdays
COVERAGE = 0.8
HOLIDAY_SHARE = 0.5  # of days off in a stretch, from which it is one of holidays


@dataclass(frozen=True)
class Target:
    """The days to forecast, `end` left out; `months` is the calendar step back, 0 for whole weeks."""

    start: dt.date
    end: dt.date
    months: int = 0

    def earlier(self, steps: int) -> "Target":
        """Return the like stretch so many steps before."""
        if self.months:
            back = -steps  # of a quarter too: its months come every year, quarters alone are too few
            start = add_months(self.start, back)
            is_first = self.end.day == 1
            end = add_months(self.end, back) if is_first else start + (self.end - self.start)
            return Target(start, end, self.months)
        step = days(7 * math.ceil((self.end - self.start).days / 7) * steps)
        return Target(self.start - step, self.end - step)


@dataclass(frozen=True)
class Trial:
    """One stretch of the past as a model forecast it with what was known then, and as it was."""

    target: Target
    forecast: float
    actual: float
    width: float = math.inf  # half the range that all other trials make, as a share of the forecast

    @property
    def low(self) -> float:
        """Return from where its range went."""
        return max(0.0, self.forecast * (1 - self.width))

    @property
    def high(self) -> float:
        """Return to where its range went."""
        return self.forecast * (1 + self.width)

    @property
    def held(self) -> bool:
        """Tell whether it was within its range."""
        return self.error <= self.width

    @property
    def error(self) -> float:
        """Return by how much the forecast was off, as a share of itself."""
        return abs(self.actual - self.forecast) / self.forecast if self.forecast > 0 else math.inf


@dataclass(frozen=True)
class Made:
    """What the total comes to by the last weeks, and by the year before; a forecast is one or their mean."""

    lately: float | None = None
    year: float | None = None


@dataclass(frozen=True, eq=False)
class Forecast:
    """A forecast of a total with its range, and the past stretches it was tried on, each with its own."""

    model: Model
    value: float
    low: float
    high: float
    by_day: Daily
    trials: tuple[Trial, ...]
    error: float  # of all trials: sum of misses by sum of figures
    plain_error: float  # of the same weekday a week before, over the same trials
    made: Made = Made()

    @property
    def within(self) -> int:
        """Return how many of its trials lay in the range made from the others."""
        return sum(one.held for one in self.trials)

    @property
    def is_rough(self) -> bool:
        """Tell whether the past bears it out as a rough one only."""
        return self.error > ROUGH_ERROR


@dataclass(frozen=True)
class NoForecast:
    """Why there is none: too little history, a bad back-test, or nothing measured."""

    reason: WhyNot
    history_days: int = 0
    needed_days: int = 0
    error: float = 0.0


def forecast(
    series: Daily, target: Target, kinds: SpecialDays, changed: Daily | None = None
) -> Forecast | NoForecast:
    """Return the forecast of the model that was best over like stretches of the past, or why none.

    What of the series those `changed` brought, who began or closed since a year ago, is in no year's growth.
    """
    if not np.any(series.values > 0):
        return NoForecast("empty")
    series = series.begun()
    past = list(_past(series, target, kinds))
    history = len(series.values)
    if len(past) < FEWEST_TRIALS and len(list(_past(series, target, None))) >= FEWEST_TRIALS:
        return NoForecast("holiday", history)
    length, lead = (target.end - target.start).days, max(0, (target.start - series.end).days)
    needed = APART * length + lead + LEARNED
    if past and (past[0].end - series.start).days < needed:
        return NoForecast("short", history, needed + (series.end - past[0].end).days)
    if len(past) < FEWEST_TRIALS:
        ended = next(steps for steps in range(1, 400) if target.earlier(steps).end <= series.end)
        first = target.earlier(ended + FEWEST_TRIALS - 1)
        return NoForecast("short", history, (series.end - first.start).days + lead + LEARNED)
    tried = _trials(series, past, target, kinds, changed)
    best = best_of(tried)
    error = wape(tried[best])
    if error > WORST_ERROR:
        return NoForecast("uncertain", history, error=error)
    known = _Known(series, kinds, changed)
    by_day = _days(known, target, best)
    if by_day is None:
        return NoForecast("short", history, history + LEARNED)
    value = float(by_day.values.sum())
    found = ranged(best, value, by_day, tried[best], wape(tried["plain"]))
    return replace(found, made=_made(known, target, best)) if isinstance(found, Forecast) else found


def _made(known: "_Known", target: Target, model: Model) -> Made:
    """Return what a forecast is made of, in sums of all its days."""
    if model in ("week", "weeks", "year"):
        made = _days(known, target, model)
        value = float(made.values.sum()) if made is not None else None
        return Made(year=value) if model == "year" else Made(lately=value)
    parts = [_days(known, target, one) for one in ("week", "weeks")] if model == "mixed" else []
    parts = [_days_as(_latest, known, target)] if model == "latest" else parts
    sums = [float(one.values.sum()) for one in parts if one is not None]
    if not sums:
        return Made()
    year = _days(known, target, "year")
    return Made(sum(sums) / len(sums), float(year.values.sum()) if year is not None else None)


def best_of(tried: Mapping[Model, list[Trial]], means: Sequence[Model] = MEANS) -> Model:
    """Return the best model of those with enough trials, over the stretches that all were tried on.

    It is the best of some `means`, another only where that was clearly better. Over 58 series of two
    databases, the weeks and months of 2026 forecast as they came, the mean of many missed by 11.7 % and
    11.6 %, its ranges holding in 84 % and 76 %; the best of these by 10.1 % and 10.5 %, holding in 83 % and
    83 %. Taking off what the latest trials had missed to one side by made each variant worse: the next
    missed to that side in 36 to 58 of 100.
    """
    kept = {model: found for model, found in tried.items() if enough(found)}
    common = set.intersection(*({one.target for one in found} for found in kept.values()))
    errors = {model: wape([one for one in found if one.target in common]) for model, found in kept.items()}
    least, mean = (
        min(some, key=lambda model: errors[model], default=None)
        for some in (errors, [model for model in means if model in errors])
    )
    assert least is not None
    return mean if mean is not None and errors[least] >= CLEARLY * errors[mean] else least


def ranged(
    model: Model, value: float, by_day: Daily, trials: list[Trial], plain: float
) -> Forecast | NoForecast:
    """Add the range: split conformal, the smallest that so many of the past errors keep to.

    How often that holds is counted for each trial with the range that all others make. Where too many had
    something of which nothing was forecast, as before a place had its first sale, no range holds.
    """
    errors = sorted(one.error for one in trials)
    width = _width(errors)
    if not math.isfinite(width):
        return NoForecast("unbounded", error=wape(trials))
    low, high = max(0.0, value * (1 - width)), value * (1 + width)
    tried = tuple(_with_range(one, trials) for one in trials)
    return Forecast(model, value, low, high, by_day, tried, wape(trials), plain)


def _with_range(one: Trial, trials: list[Trial]) -> Trial:
    return replace(one, width=_width(sorted(other.error for other in trials if other is not one)))


def _width(errors: list[float]) -> float:
    """Return the error that so many of some trials keep to, the errors being sorted."""
    rank = min(len(errors), math.ceil(COVERAGE * (len(errors) + 1)))
    return errors[rank - 1] if errors else math.inf


def _past(series: Daily, target: Target, kinds: SpecialDays | None) -> Iterator[Target]:
    """Yield like stretches of the past, latest first, with enough before them to learn from.

    With `kinds`, a stretch that is a holiday in good part is tried on holidays: other weeks are easier.
    """
    is_holiday = kinds is not None and _off_share(target, kinds) > HOLIDAY_SHARE
    lead = max(0, (target.start - series.end).days)
    found = 0
    for steps in range(1, 10 * MOST_TRIALS):
        one = target.earlier(steps)
        if (one.start - series.start).days - lead < LEARNED or found == MOST_TRIALS:
            return
        like = not is_holiday or (kinds is not None and _off_share(one, kinds) > HOLIDAY_SHARE / 2)
        if one.end <= series.end and like:
            found += 1
            yield one


def _off_share(target: Target, kinds: SpecialDays) -> float:
    """Return how much of a stretch is days off."""
    return len(kinds.off(target.start, target.end)) / (target.end - target.start).days


def _trials(
    series: Daily, past: list[Target], target: Target, kinds: SpecialDays, changed: Daily | None
) -> dict[Model, list[Trial]]:
    """Return what each model would have said of each stretch of the past, with what was known then."""
    lead = max(0, (target.start - series.end).days)
    found: dict[Model, list[Trial]] = {
        model: [] for model in MODELS if model != "month" or goes_by_the_month(series)
    }
    for one in past:
        known = _Known(series.until(one.start - days(lead)), kinds, changed)
        actual = series.total(one.start, one.end)
        for model in found:
            if (made := _days(known, one, model)) is not None:
                found[model].append(Trial(one, float(made.values.sum()), actual))
    return found


def enough(trials: list[Trial]) -> bool:
    """Tell whether a model was tried often enough to be judged."""
    return len(trials) >= FEWEST_TRIALS


def wape(trials: list[Trial]) -> float:
    """Return by how much forecasts missed, as a share of what there was."""
    missed, actual = sum(abs(one.forecast - one.actual) for one in trials), sum(one.actual for one in trials)
    return missed / actual if actual > 0 else math.inf


def _days(known: "_Known", target: Target, model: Model) -> Daily | None:
    return _days_as(MODELS[model], known, target)


def _days_as(model: "_Days", known: "_Known", target: Target) -> Daily | None:
    span = [target.start + days(number) for number in range((target.end - target.start).days)]
    made = model(known, span)
    return None if made is None or not np.all(np.isfinite(made)) else Daily(target.start, np.maximum(made, 0))


class _Known:
    """What a model may look at: the days so far, which of them are ordinary, and what days off bring.

    `alike` are the days of those there all the time, `changed` those of who began or closed of late.
    """

    def __init__(self, series: Daily, kinds: SpecialDays, changed: Daily | None = None) -> None:
        self.series, self.kinds = series, kinds
        self.alike, self.changed = series, None
        if changed is not None:
            own = Daily(series.start, _days_of(changed, series))
            self.alike = Daily(series.start, series.values - own.values)
            self.changed = own if np.any(own.values > 0) else None
        self.ordinary = series.ordinary(kinds)
        self.effect: HolidayEffect = holiday_effect(series, self.ordinary, kinds)

    def factors(self, span: list[dt.date]) -> Floats:
        """Return what each day brings beside an ordinary one of its weekday."""
        return np.array([self.effect.factor(day) for day in span])

    def mean_of(
        self, first: int, last: int, weekday: int, most: int | None = None, of: Daily | None = None
    ) -> float:
        """Return the mean of the ordinary days of a weekday between two places, of the last so many."""
        series, first, last = of or self.series, max(0, first), min(len(self.series.values), last)
        chosen = self.ordinary[first:last] & (series.weekday[first:last] == weekday)
        values = series.values[first:last][chosen]
        values = values[-most:] if most else values
        return float(values.mean()) if len(values) else math.nan


def _days_of(some: Daily, every: Daily) -> Floats:
    """Return the values of some on the days of all, nothing where they have none."""
    found = np.zeros(len(every.values))
    at = (every.start - some.start).days
    own = some.values[max(0, at) :][: len(found) - max(0, -at)]
    found[max(0, -at) :][: len(own)] = np.nan_to_num(own)
    return found


def _plain(known: _Known, span: list[dt.date]) -> Floats:
    """Seasonal naive: each day as the last one of its weekday."""
    last = known.series.values[-7:]
    return np.array([last[(day - known.series.end).days % 7] for day in span])


def _week(known: _Known, span: list[dt.date]) -> Floats:
    """Each day as the last ordinary ones of its weekday, times what its holiday brings."""
    size = len(known.series.values)
    means = [known.mean_of(0, size, weekday, WEEKS) for weekday in range(7)]
    return np.array([means[day.weekday()] for day in span]) * known.factors(span)


def _year(known: _Known, span: list[dt.date]) -> Floats | None:
    """Each day as the ordinary ones of its weekday around the day a year before, times growth and holiday.

    Who began or closed since is in neither, and comes as in the last weeks: else a year's growth with the new
    would lift a base that holds some of them already.
    """
    size, alike = len(known.series.values), known.alike
    if size < YEAR + LEARNED:
        return None
    now, then = slice(size - LEARNED, size), slice(size - LEARNED - YEAR, size - YEAR)
    both = known.ordinary[now] & known.ordinary[then]
    before = alike.values[then][both].sum()
    if before <= 0:
        return None
    growth = alike.values[now][both].sum() / before
    new = {
        day: known.mean_of(0, size, day, WEEKS, known.changed) if known.changed else 0.0 for day in range(7)
    }
    found = []
    for day in span:
        place = (day - alike.start).days - YEAR
        own = known.mean_of(place - AROUND, place + AROUND + 1, day.weekday(), of=alike)
        found.append(own * growth + new[day.weekday()])
    return np.asarray(np.array(found) * known.factors(span))


def _latest(known: _Known, span: list[dt.date]) -> Floats:
    """Each day as the last ordinary one of its weekday, times what its holiday brings."""
    size = len(known.series.values)
    means = [known.mean_of(0, size, weekday, 1) for weekday in range(7)]
    return np.array([means[day.weekday()] for day in span]) * known.factors(span)


def _weeks(known: _Known, span: list[dt.date]) -> Floats:
    """Each day as many ordinary ones of its weekday, times what its holiday brings."""
    size = len(known.series.values)
    means = [known.mean_of(0, size, weekday, MANY_WEEKS) for weekday in range(7)]
    return np.array([means[day.weekday()] for day in span]) * known.factors(span)


def _month(known: _Known, span: list[dt.date]) -> Floats | None:
    """Each day as the last one of its number in the month, as fees and rents come."""
    series, found = known.series, []
    for day in span:
        same = [day - days(back) for back in range(1, 7 * 31) if (day - days(back)).day == day.day]
        past = next((one for one in same if series.start <= one < series.end), None)
        if past is None:
            return None
        found.append(series.values[(past - series.start).days])
    return np.array(found)


def goes_by_the_month(series: Daily) -> bool:
    """Tell a series whose days are nearer to the same day of the month before than to their weekday."""
    values, size = series.values, len(series.values)
    misses: list[tuple[float, float]] = []
    for place in range(max(2 * LEARNED, size - YEAR // 2), size):
        day = series.start + days(place)
        last = add_months(day, -1)
        if last.day == day.day:
            by_month = values[place - (day - last).days]
            by_week = (values[place - 7] + values[place - 14]) / 2
            misses.append((abs(values[place] - by_month), abs(values[place] - by_week)))
    return bool(misses) and sum(one for one, _ in misses) < NEARER * sum(other for _, other in misses)


def _mixed(known: _Known, span: list[dt.date]) -> Floats:
    """Return the mean of the last weeks, few and many, and of a year before, which counts as much as both."""
    lately = (_week(known, span) + _weeks(known, span)) / 2
    year = _year(known, span)
    return lately if year is None else np.where(np.isfinite(year), (lately + year) / 2, lately)


def _latest_and_year(known: _Known, span: list[dt.date]) -> Floats | None:
    """Return the mean of the last week and of a year before: what has just changed goes on in half."""
    year = _year(known, span)
    return None if year is None else (_latest(known, span) + year) / 2


_Days = Callable[[_Known, list[dt.date]], Floats | None]
MODELS: Mapping[Model, _Days] = {
    "plain": _plain,
    "week": _week,
    "weeks": _weeks,
    "year": _year,
    "mixed": _mixed,
    "latest": _latest_and_year,
    "month": _month,
}
