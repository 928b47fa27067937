"""Finds what is odd by the month, each event once, what is worth a look though no alarm, and what moved."""

import datetime as dt
import math
from collections import Counter
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, replace

from analysis.anomaly.drifts import Drift, drifts_in
from analysis.anomaly.growing import Growing, growing_in
from analysis.anomaly.looks import SEASONAL, Look, Span, same_rows, unlikely
from analysis.anomaly.month_looks import PAST, POINTS, SMALLEST, Month, Table, months_of
from analysis.anomaly.parts import Part
from analysis.daily import SpecialDays
from config.wording import say
from knowledge.metrics import Metric
from language.calendar import add_months
from understanding.metric.desk import MetricDesk
from understanding.metric.judging import is_better_low

CHANCE, RARE = 0.05, 0.015  # of one look: from there a record, or anything, is worth telling
RECORD = PAST - 1  # months in a row that are beaten
MUCH = 0.20  # beside usual, or a year before
WEAK_WEIGHT = 0.05  # of all: what may be chance is not told where it is less
LEAST_WEIGHT = 0.02  # of all: less is not worth telling
TINY = 0.2  # points of a percentage
LONG = 4  # days off of a holiday
SHIFT = 10.0  # points of a share, beside the stretch before and the year before


@dataclass(frozen=True)
class Event:
    """A finding by the month: what shows it best, and other series that show the same."""

    month: Month
    same: tuple[Month, ...] = ()
    part: Part | None = None  # what makes most of it
    drift: Drift | None = None  # it slid to there over months
    growing: Growing | None = None  # it slides away from its year before
    run: tuple[Month, ...] = ()  # months in a row that were so, where there are several
    part_run: tuple[Month, ...] = ()  # those of its part

    @property
    def slides(self) -> bool:
        """Tell what came over months from one that is odd by itself."""
        return self.drift is not None or self.growing is not None


@dataclass(frozen=True)
class ByMonth:
    """What was looked at by the month, and what is odd, worth a look, or moved as a whole."""

    every: tuple[Month, ...] = ()
    odd: tuple[Event, ...] = ()
    weak: tuple[Event, ...] = ()
    moved: tuple[Month, ...] = ()

    def records(self, weak: Sequence[Event] = ()) -> tuple[Month, ...]:
        """Return each whole's last month that is the highest or lowest of a year or more, if not told yet.

        `weak` are those of what is worth a look that are told.
        """
        told = [one for event in (*self.odd, *weak) for one in (event.month, *event.same, *event.run)]
        found = [one for one in self.every if not one.look.dimension and one.since >= RECORD]
        found = [one for one in found if not _as_every_year(one)]
        last = {one.look.metric: one for one in sorted(found, key=lambda one: one.look.span.start)}
        return tuple(one for one in last.values() if one not in told and one not in self.moved)


def _as_every_year(one: Month) -> bool:
    """Tell a record of a season: the farthest before it is its own year before, and it is near that."""
    near = bool(one.year) and abs(one.look.value / (one.year or 1.0) - 1) < MUCH / 2
    return near and one.next == one.year


def found_by_month(tables: Sequence[Table], desk: MetricDesk, kinds: SpecialDays, *, named: bool) -> ByMonth:
    """Return what is odd by the month, what is worth a look, and which wholes moved much.

    A month that holds a long holiday in only one of the two years differs by that, and is none.
    """
    every = _months(tables, desk)
    kept = _comparable(every, kinds, desk)
    odd = _in_a_row(_with_drifts(events(found_in(kept)), tables, desk), every)
    told = [month for event in odd for month in (event.month, *event.same, *event.run)]
    moved = [one for one in every if named and not one.look.dimension and _has_moved(one)]
    moved = [one for one in _last_of_each(moved) if one not in told]
    left = [one for one in kept if one not in told and one not in moved]
    near = [one for one in left if _is_worth_a_look(one) and not _is_told(one, odd)]
    return ByMonth(tuple(every), tuple(odd), tuple(events(near)), tuple(moved))


def _months(tables: Sequence[Table], desk: MetricDesk) -> list[Month]:
    """Return the months that are looked at, but for what has no name and what is good news."""
    every: list[Month] = []
    for table in tables:
        size = len(table.spans)
        every += months_of(table, range(max(0, size - table.targets), size))
    lacking = say("metrics.column.none", desk.language)
    return [one for one in every if one.look.member != lacking and not _is_good_news(one, desk)]


def _comparable(every: Sequence[Month], kinds: SpecialDays, desk: MetricDesk) -> list[Month]:
    """Return the months that no long holiday sets apart from those before, and that are no trifle."""
    moving = moving_months({one.look.span for one in every}, kinds)  # each is that of hundreds of members
    return [one for one in every if not (_is_tiny(one, desk) or shifted(one.look, moving))]


def _is_told(one: Month, odd: Sequence[Event]) -> bool:
    """Tell a month of which another cut is told as odd."""
    return any(is_same(month, one) for event in odd for month in (event.month, *event.run))


def moving_months(months: Iterable[Span], kinds: SpecialDays) -> set[Span]:
    """Return the months of which one year has most of a long holiday and the year before has not.

    Spring Festival lies in January or in February.
    """
    return {one for one in months if _has_moved_holiday(one, kinds)}


def shifted(one: Look, moving: Set[Span]) -> bool:
    """Tell a month with something that a long holiday sets apart; one of nothing was not made by it."""
    return bool(one.value) and one.span in moving


def _has_moved_holiday(span: Span, kinds: SpecialDays) -> bool:
    """Tell a month that has most of a long holiday where the one a year before has not, or the other way."""
    start, end = span.start, span.end
    now, then = (_holidays(add_months(start, -back), add_months(end, -back), kinds) for back in (0, PAST))
    most = {name: max(now[name], then[name]) for name in now | then}
    moved = (name for name, size in most.items() if size >= LONG and 2 * abs(now[name] - then[name]) >= size)
    return any(moved)


def _holidays(start: dt.date, end: dt.date, kinds: SpecialDays) -> Counter[str]:
    return Counter(kinds.named[day] for day in kinds.off(start, end))


def _is_good_news(one: Month, desk: MetricDesk) -> bool:
    """Tell a part with fewer complaints or faults than usual: nobody asks for it, most of it is chance."""
    look = one.look
    low = is_better_low(desk.catalog.metrics[look.metric])
    return low and look.value < look.usual and one.weight < MUCH


def _is_tiny(one: Month, desk: MetricDesk) -> bool:
    """Tell a percentage that hardly moved."""
    is_rate = desk.catalog.metrics[one.look.metric].unit("en") == "%"
    return is_rate and abs(one.look.value - one.look.usual) < TINY


def _in_a_row(found: Sequence[Event], every: Sequence[Month]) -> list[Event]:
    """Put months of one series together that were odd one after the other, with those just beside them."""
    kept: list[Event] = []
    for event in found:
        run = () if event.slides else _run(event.month, every)
        at = next((at for at, one in enumerate(kept) if event.month in one.run or one.month in run), None)
        if at is None:
            kept.append(replace(event, run=run))
            continue
        held = kept[at]  # the earlier of both tells what was usual before
        first = min(held.month, event.month, key=lambda one: one.look.span.start)
        kept[at] = replace(held, month=first, same=(*held.same, *event.same), run=max(held.run, run, key=len))
    return kept


def _run(month: Month, every: Sequence[Month]) -> tuple[Month, ...]:
    """Return the months around one that lie off the same way by half as much, where there are any."""
    look = month.look
    own = sorted(
        (
            one
            for one in every
            if (one.look.metric, one.look.dimension, one.look.member)
            == (look.metric, look.dimension, look.member)
            if one.look.change / look.change >= SEASONAL
        ),
        key=lambda one: one.look.span.start,
    )
    runs: list[list[Month]] = []
    for one in own:
        if runs and runs[-1][-1].look.span.end == one.look.span.start:
            runs[-1].append(one)
        else:
            runs.append([one])
    run = next((run for run in runs if month in run), [])
    return tuple(run) if len(run) > 1 else ()


def _with_drifts(found: Sequence[Event], tables: Sequence[Table], desk: MetricDesk) -> list[Event]:
    """Return findings with what slid over months, which stands for its last month."""
    percent = {name for name, one in desk.catalog.metrics.items() if one.unit("en") == "%"}
    steady = {
        name for name, one in desk.catalog.metrics.items() if name not in percent and _is_steady(one, desk)
    }
    drifts, growing = drifts_in(tables, percent), growing_in(tables, steady)
    drifts = [(month, drift) for month, drift in drifts if month.look.value != drift.value]
    slid = [
        replace(event, drift=next(drift for month, drift in drifts if month is event.month))
        for event in events([month for month, _ in drifts])
    ]
    slid += [
        replace(event, growing=next(one for month, one in growing if month is event.month))
        for event in events([month for month, _ in growing if not _is_good_news(month, desk)])
    ]
    return [*slid, *(one for one in found if not any(is_same(one.month, it.month) for it in slid))]


def _is_steady(metric: Metric, desk: MetricDesk) -> bool:
    """Tell a ratio of amounts: neither part counts things."""
    parts = [desk.catalog.metrics[part] for part in metric.parts]
    return metric.kind == "ratio" and not any(one.is_count for one in parts)


def found_in(every: Sequence[Month]) -> list[Month]:
    """Return what is odd, corrected for the number of looks, and worth telling."""
    return [
        one
        for one in unlikely(every, lambda one: one.look.chance)
        if _is_apart(one, SMALLEST)
        and one.weight >= LEAST_WEIGHT / 2
        and not (comes_again(one) or one.as_far)
    ]


def comes_again(one: Month) -> bool:
    """Tell whether it was so a year before: it lies nearer to that than half of what it lies off usual."""
    value, usual, year = one.measured
    if not year or year <= 0 or value <= 0:
        return False
    own = math.log(value / usual)
    if abs(own - math.log(one.season)) < SEASONAL * abs(own):
        return True
    return abs(math.log(value / year)) < SEASONAL * abs(own)


def _is_apart(one: Month, least: float) -> bool:
    """Tell a figure that is far from usual, and the same way beside the rest."""
    look, (value, usual, _) = one.look, one.measured
    if one.lacks:
        return abs(value - usual) >= max(POINTS, least * usual)
    alike = (look.apart > 0) == (look.change > 0)
    return alike and min(abs(look.apart), abs(look.change)) >= least


def _has_moved(one: Month) -> bool:
    """Tell a whole that moved much on the year, or is a record of a year."""
    if one.look.chance > CHANCE:
        return False
    value, usual, year = one.measured
    if one.lacks and abs(value - usual) < POINTS:
        return False
    beside = abs(value / usual / one.season - 1)
    on_year = abs(value / year - 1) if year else 0.0
    if one.growth is not None and year and abs(value / year / one.growth - 1) < MUCH / 2:
        return False  # it grows as it has for a year
    return (
        beside >= MUCH / 2 and not comes_again(one) and (max(on_year, beside) >= MUCH or one.since >= RECORD)
    )


def _is_worth_a_look(one: Month) -> bool:
    """Tell a figure that is no alarm among so many, yet a record of a year or a shift of the whole."""
    if one.weight < WEAK_WEIGHT or not _is_apart(one, MUCH) or comes_again(one):
        return False
    is_record = one.since >= RECORD
    if one.look.chance <= RARE or (is_record and (one.look.chance <= CHANCE or not one.look.dimension)):
        return True
    return is_shift(one) and one.look.chance <= 2 * CHANCE


def is_shift(one: Month) -> bool:
    """Tell a share that moved far beside the stretch before, and the same way beside the year before."""
    if one.shares is None:
        return False
    now, before, year = one.shares
    off = now - before
    return abs(off) >= SHIFT and (year is None or (abs(now - year) >= SHIFT and (now - year) * off > 0))


def _last_of_each(found: Sequence[Month]) -> list[Month]:
    """Return of each figure the last stretch that moved and is whole, or the one that runs."""
    last: dict[str, Month] = {}
    for one in found:
        held = last.get(one.look.metric)
        if held is None or one.look.span.start >= held.look.span.start:
            last[one.look.metric] = one
    return list(last.values())


def events(found: Sequence[Month]) -> list[Event]:
    """Put together what is of one event, each under what shows it best, the largest first."""
    groups: list[list[Month]] = []
    for one in sorted(found, key=lambda one: (bool(one.look.dimension), one.look.chance)):
        group = next((group for group in groups if is_same(group[0], one)), None)
        if group is None:
            groups.append([one])
        else:
            group.append(one)
    kept = [Event(group[0], tuple(group[1:])) for group in groups]
    return sorted(kept, key=lambda event: -event.month.weight)


def is_same(one: Month, other: Month) -> bool:
    """Tell whether two findings are of the same rows at the same time."""
    return same_rows(one.look, other.look, one.weight, other.weight)
