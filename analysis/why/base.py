"""Which earlier time a change is set beside where the one just before it is no measure for it.

A day stands beside the same day of the week; some days after a holiday, or after days that were unusual
themselves as the burst asked about began there, beside the nearest earlier stretch that is like them.
"""

import datetime as dt
import statistics
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from analysis.daily import MAD
from analysis.home import days_off, unlike
from analysis.outcome import Amount, Look, Read, Said
from analysis.why.looks import Change, series_of
from analysis.why.split import ZERO
from answers.sentences.times import weekday_name
from language.calendar import days
from query.metric_query import MetricQuery, Window
from understanding.metric.desk import MetricDesk

WEEK = 7
LONGEST = 31  # days of a stretch that nobody called a month
WEEKS_BACK = 8
_WEEKS, _FEWEST = 12, 6  # like stretches before, that tell what is usual
_FAR, _NEAR = 3.5, 2.0  # spreads from what is usual: unusual, and usual
_MUCH = 0.25  # of what is usual: less is nothing to pass over
_LEAST_SPREAD = 0.05  # of an amount
_SIDES = ("day", "week", "range")


def like_base(query: MetricQuery | None, now: Window, before: Window, desk: MetricDesk) -> Window | None:
    """Return the nearest earlier stretch, whole weeks back, with as many days off; None where it needs none.

    Only where nobody said what it is to be set beside: ten days in March, and not the week before.
    """
    single = _is_single(now)
    if _is_said(query, single=single) or now.days > LONGEST or now.in_whole_months:
        return None
    if not single and now.unit != "range":
        return None
    if now.start.weekday() == 0 and now.days == WEEK:  # 12–18 October is the week of 12 October
        return None
    off = days_off((now,), desk.catalog)
    is_like: Callable[[Window], bool] = (
        (lambda one: days_off((one,), desk.catalog) == off)
        if single
        else (lambda one: not unlike(now, one, desk.catalog))
    )
    if not single and is_like(before):
        return None
    return next((one for one in _weeks_back(now, WEEKS_BACK) if is_like(one)), None)


def _is_single(now: Window) -> bool:
    return now.days == 1 and now.unit in ("day", "range") and not now.holiday


def _is_said(query: MetricQuery | None, *, single: bool) -> bool:
    """Tell whether it is said what a time is to be set beside; of one day so is the day before."""
    if query is None or len(query.windows) > 1:
        return True
    return query.compared is not None and (single or query.compared.kind != "previous")


def _weeks_back(one: Window, many: int) -> list[Window]:
    """Return like stretches before one, each a week earlier than the last, none in common with it."""
    first = -(-one.days // WEEK)
    back = (days(WEEK * weeks) for weeks in range(first, first + many))
    return [replace(one, start=one.start - by, end=one.end - by, text="") for by in back]


def passed_over(change: Change) -> Said | None:
    """Return that the time just before is passed over for its days off; of a day the words say so."""
    just_before = change.asked.against
    if just_before is None or just_before.end <= change.before.end or _is_single(change.now):
        return None
    return Said("why.rebased", {"when": replace(just_before, text=""), "against": change.before})


def read_first(
    change: Change, looks: Callable[[Change], Sequence[Look]], desk: MetricDesk
) -> Generator[Sequence[Look], Mapping[str, Read], tuple[Change, dict[str, Read]]]:
    """Yield the first looks at a change; where the time before was unusual, those beside a usual one."""
    read = dict((yield looks(change)))
    other = _beside_usual(change, read, desk)
    if other is None:
        return change, read
    again = yield [one for one in looks(other) if one.name != "days"]
    return other, read | dict(again)


@dataclass(frozen=True)
class _Level:
    """What a stretch of days comes to, and what like stretches before it do."""

    value: float
    usual: float
    spread: float

    @property
    def off(self) -> float:
        """Return how many spreads it lies off."""
        return (self.value - self.usual) / self.spread

    def is_far(self) -> bool:
        """Tell one that is unusual."""
        return abs(self.off) >= _FAR and abs(self.value - self.usual) >= _MUCH * abs(self.usual)


def _beside_usual(change: Change, read: Mapping[str, Read], desk: MetricDesk) -> Change | None:
    """Return a change beside the nearest usual stretch, where the time before lay off on the same side."""
    days_read, now, single = read.get("days"), change.now, _is_single(change.now)
    if days_read is None or days_read.result.truncated or change.shape.kind != "sum":
        return None
    if _is_said(change.asked.query, single=single) or now.days > LONGEST or now.unit not in _SIDES:
        return None
    series = {day: float(value) for day, value in series_of(days_read).items()}
    first, counted = days_read.look.query.windows[0].start, change.metric.counts_rows
    levels = [_level(one, series, first, desk, counted=counted) for one in (change.before, now)]
    before, own = levels
    if before is None or own is None or not (before.is_far() and own.is_far()) or before.off * own.off < 0:
        return None
    for one in _weeks_back(now, _WEEKS):
        level = _Level(_sum(one, series), own.usual, own.spread)
        if (
            first <= one.start
            and one.end <= change.before.start
            and not unlike(now, one, desk.catalog)
            and abs(level.off) <= _NEAR
        ):
            name = change.metric.name
            params = {
                "when": replace(change.before, text=""), "against": one,
                "value": Amount(Decimal(str(round(before.value, 2))), name),
                "usual": Amount(Decimal(str(round(before.usual, 0 if counted else 2))), name),
            }  # fmt: skip
            return replace(change, before=one, rebased=Said("why.rebased_unusual", params))
    return None


def _level(
    one: Window, series: Mapping[dt.date, float], first: dt.date, desk: MetricDesk, *, counted: bool
) -> _Level | None:
    """Return a stretch beside the like ones of the weeks before it; None of too few of them."""
    past = [it for it in _weeks_back(one, _WEEKS) if it.start >= first and not unlike(one, it, desk.catalog)]
    values = [_sum(it, series) for it in past]
    if len(values) < _FEWEST:
        return None
    usual = statistics.median(values)
    spread = MAD * statistics.median(abs(it - usual) for it in values)
    least = max(usual, 1.0) ** 0.5 if counted else max(_LEAST_SPREAD * abs(usual), 1e-9)
    return _Level(_sum(one, series), usual, max(spread, least))


def _sum(one: Window, series: Mapping[dt.date, float]) -> float:
    return sum(series.get(one.start + days(place), 0.0) for place in range(one.days))


def other_day_told(change: Change, read: Mapping[str, Read], desk: MetricDesk) -> tuple[Said, ...]:
    """Say what the other day to set one beside came to: that before it, or that of the week before."""
    days_read, apart = read.get("days"), (change.now.start - change.before.start).days
    if not _is_single(change.now) or change.before.days != 1 or days_read is None:
        return ()
    of_week = apart % WEEK == 0
    if days_read.result.truncated or not (of_week or apart < WEEK):
        return ()  # a year before, or some day that was named
    series = series_of(days_read)
    day = change.now.start - days(1 if of_week else WEEK)
    value, now = series.get(day, ZERO), series.get(change.now.start)
    if not value or now is None:
        return ()
    name, window = change.metric.name, Window(day, day + days(1), "day")
    params = {
        "day": window, "weekday": weekday_name(day.weekday(), desk.language), "value": Amount(value, name),
        "own": weekday_name(change.now.start.weekday(), desk.language),
        "weekday_then": weekday_name(change.before.start.weekday(), desk.language),
        "change": Amount(now - value, name, "change"),
    }  # fmt: skip
    return (Said("why.day_before" if of_week else "why.week_before", params),)
