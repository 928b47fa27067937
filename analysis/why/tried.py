"""The times in which a change without one may lie, and how far a figure usually moves from one to the next.

The last day, week, thirty days and month, the month that runs and of what is counted the year, then each
month of the last twelve: each beside the one before and the year before.
"""

import datetime as dt
import statistics
from collections import defaultdict
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import chain

from analysis.asked import AnalysisAsked, Direction, Recognised
from analysis.daily import MAD
from analysis.home import ordinary_change, unlike
from analysis.outcome import Amount, Look, Percent, Read, Said, day_in, exact, grown, rounded
from analysis.series import data_span
from analysis.why.looks import Change
from analysis.why.premise import against_told
from analysis.why.reading import of_query
from analysis.why.shape import shape_of
from analysis.why.steps import over_equal_data
from config.wording import say
from language.calendar import add_months, days, whole
from query.metric_query import Compared, MetricQuery, Window
from understanding.metric.desk import MetricDesk

_Span = tuple[dt.date, dt.date]
_Days = list[tuple[dt.date, Decimal | None]]
_Pair = tuple[Window, Window]
_BASES = ("previous", "last_year")
_MONTHS = 12  # in which it is sought, where it did not move of late
_PAST, _FEWEST = 10, 5  # like changes before, that tell how far such a figure goes up and down
_FAR = Decimal("2.5")  # of these spreads: from which a change is more than that
_FAR_OF_MANY = Decimal(4)  # the same of any month of twelve: of so many one lies far off by chance
_NORMAL = 1.25  # times the mean distance: the spread of what lies about its middle by chance
_LEAST_SPREAD = Decimal("0.5")  # percent
_FEWEST_DAYS, _LONG_ENOUGH = 7, 90  # of a month that runs, and of a year
_LEAST = Decimal("1")  # percent: less is no move that somebody asks the reason of
_FEW = 20  # things: of fewer no percentage is told


@dataclass(frozen=True)
class Tried:
    """A time with how the figure moved in it, and how far it usually moves from one such time to the next."""

    change: Change
    before: Decimal
    now: Decimal
    rate: Decimal  # in percent
    spread: Decimal | None = None
    alike: bool = True  # both times have as many days off
    ordinary: Decimal | None = None  # of times that are not, how its ordinary days moved, in percent
    lately: bool = True  # of the usual times; else a month of the twelve before

    @property
    def far(self) -> Decimal:
        """Return how many spreads it moved; of what too little is known of, none."""
        return abs(self.rate) / self.spread if self.spread else Decimal(0)

    @property
    def matters(self) -> bool:
        """Tell a move that somebody may ask the reason of."""
        return abs(self.rate) >= _LEAST

    @property
    def is_clear(self) -> bool:
        """Tell a move that is more than the usual up and down."""
        return self.alike and self.far >= self._bound and self.matters

    @property
    def _bound(self) -> Decimal:
        return _FAR if self.lately else _FAR_OF_MANY

    def moved(self, way: Direction) -> bool:
        """Tell whether it moved that way; where none is said, either."""
        return not way or (self.rate > 0) == (way == "up")

    def told(self, desk: MetricDesk) -> Said:
        """Return the time with its change; of what is counted with both counts, of few with these alone."""
        metric = self.change.metric
        rate = grown(self.now - self.before, self.before, metric)
        rate = replace(rate, value=rounded(rate.value)) if isinstance(rate, Percent) else rate
        told = {"when": self.change.now, "against": against_told(self.change, desk), "rate": rate}
        if not metric.counts_rows:
            return Said("why.quoted_one", told)
        told |= {"now": Amount(self.now, metric.name), "before": Amount(self.before, metric.name)}
        return Said(f"why.sought_count{'_few' if self.before < _FEW else ''}", told)

    def usual(self) -> Percent | Amount:
        """Return within how much most such changes lie from what is usual of them."""
        wide, metric = self._bound * (self.spread or Decimal(0)), self.change.metric
        if metric.unit("en") == "%" or metric.counts_rows:
            return Amount(wide * abs(self.before) / 100, metric.name, "size")
        return Percent(rounded(wide))


def tried_times(
    asked: AnalysisAsked, desk: MetricDesk
) -> Generator[Sequence[Look], Mapping[str, Read], list[Tried]]:
    """Yield the figure over the usual times and like ones before; return how it moved in each.

    Why it moved may be of any month of the last twelve; whether it does is of now.
    """
    assert asked.query is not None
    metric, shape = asked.metrics[0], shape_of(asked.metrics[0], desk)
    said = Recognised("why", "", asked.direction, asked.language, text=asked.text)
    lately, every = (
        [
            one
            for it in _times_tried(replace(asked.query, windows=()), said, windows, desk)
            if isinstance(one := over_equal_data(it, shape, desk), Change)
            and (one.rebased is None or _is_day(one))
        ]
        for windows in (_usual_times(metric, desk), _months(metric, desk) if asked.kind == "why" else ())
    )
    every = [one for one in every if not unlike(one.now, one.before, desk.catalog)]
    around = {id(one): _around(one, desk) for one in (*lately, *every)}
    pairs = [pair for one in (*lately, *every) for pair in (_ends(one), *chain(*around[id(one)]))]
    other = [one for one in lately if one.shape.by_day and unlike(one.now, one.before, desk.catalog)]
    values, daily = yield from _read(asked.query, pairs, other, desk)
    found = (_one_tried(one, around[id(one)], values, daily, desk) for one in (*lately, *every))
    usual = {id(one) for one in lately}
    return [replace(one, lately=id(one.change) in usual) for one in found if one is not None]


def _times_tried(
    query: MetricQuery, asked: Recognised, windows: Iterable[Window], desk: MetricDesk
) -> list[AnalysisAsked]:
    """Return a change over each time, beside the one before and the year before."""
    found = []
    bases = (query.compared.kind,) if query.compared else _BASES
    for window in windows:
        for base in bases if window.unit != "year" else ("last_year",):
            compared = Compared("last_year") if base == "last_year" else None
            found.append(of_query(replace(query, windows=(window,), compared=compared), asked, desk))
    return found


def _usual_times(metric: str, desk: MetricDesk) -> Iterator[Window]:
    """Yield the last whole day, week, thirty days and month that are known, and the month that runs."""
    span = data_span(metric, desk)
    end = min(desk.today, span[1]) if span else desk.today
    named = say("analysis.sought_times", desk.language).split("|")
    words = dict(zip(("day", "week", "range", "month", "running", "year"), named, strict=True))
    if not desk.catalog.is_monthly(metric):
        spans = {"day": (end - days(1), end), "week": whole("week", end, -1), "range": (end - days(30), end)}
        for unit, (first, last) in spans.items():
            yield _called(Window(first, last, unit), words[unit], desk)  # type: ignore[arg-type]
        running = Window(end.replace(day=1), end, "month", unfinished=True)
        if running.days >= _FEWEST_DAYS:
            yield _called(running, words["running"], desk)
    yield _called(Window(*whole("month", end, -1), "month"), words["month"], desk)
    so_far = Window(end.replace(month=1, day=1), end, "year", unfinished=True)
    if desk.catalog.metrics[metric].counts_rows and so_far.days >= _LONG_ENOUGH:
        yield _called(so_far, words["year"], desk)  # few a month, yet twice as many in all


def _called(window: Window, words: str, desk: MetricDesk) -> Window:
    """Return a time as words name it, where they name this one."""
    named = desk.answers.reader.known.window(words, desk.today)
    if named is None or (named.start, named.cut(desk.today).end) != (window.start, window.end):
        return window
    return replace(named, unit=window.unit) if window.unit == "range" else named


def _months(metric: str, desk: MetricDesk) -> Iterator[Window]:
    """Yield each whole month of the last twelve but the last, the latest first."""
    span = data_span(metric, desk)
    end = min(desk.today, span[1]) if span else desk.today
    for back in range(2, _MONTHS + 1):
        start, until = whole("month", end, -back)
        if span is None or start >= span[0]:
            yield Window(start, until, "month")


def _one_tried(
    one: Change,
    around: tuple[list[_Pair], list[_Pair]],
    values: Mapping[_Span, Decimal | None],
    daily: _Days,
    desk: MetricDesk,
) -> Tried | None:
    """Return how a figure moved from one time to another; None where it has none then, or now."""
    pair = _ends(one)
    before, now = (values.get((it.start, it.end)) for it in pair)
    rate = _rate(values, pair)
    if before is None or now is None or rate is None:
        return None
    spread = _spread(_but_its_own(rate, *([_rate(values, it) for it in some] for some in around)))
    if one.metric.counts_rows and (spread is not None or one.now.unit == "year"):  # of no year there are like
        spread = max(spread or _LEAST_SPREAD, _by_chance(values, pair))
    alike = not unlike(one.now, one.before, desk.catalog)
    ordinary = None if alike else ordinary_change(daily, one.now, one.before, desk.catalog)
    return Tried(one, before, now, rate, spread, alike, ordinary)


def _is_day(change: Change) -> bool:
    """Tell one day, which stands beside its weekday; a longer time beside one long before tells nothing."""
    return change.now.days == 1


def _by_chance(values: Mapping[_Span, Decimal | None], pair: _Pair) -> Decimal:
    """Return how far two counts lie apart by chance, in percent of the first."""
    before, now = (values[(one.start, one.end)] or Decimal(0) for one in pair)
    return round(100 * (before + now).sqrt() / before, 2)


def _ends(change: Change) -> _Pair:
    return change.before, change.now


def _around(change: Change, desk: MetricDesk) -> tuple[list[_Pair], list[_Pair]]:
    """Return changes before and after one, the nearest first: a week apart, as many days, or a month.

    They are those of two times with as many days off, where there are enough: others vary more.
    """
    span = data_span(change.metric.name, desk)

    def likes(counts: Iterable[int]) -> Iterator[_Pair]:
        for count in counts:
            before, now = (_earlier(one, count) for one in _ends(change))
            if span is not None and (before.start < span[0] or now.end > min(span[1], desk.today)):
                return
            yield before, now

    every = [list(likes(range(1, _PAST + 1))), list(likes(range(-1, -_PAST, -1)))]
    alike = [[one for one in some if not unlike(*one, desk.catalog)] for some in every]
    past, later = alike if sum(map(len, alike)) >= _FEWEST else every
    return past, later


def _earlier(window: Window, count: int) -> Window:
    """Return a time so many times earlier; a day its weekday."""
    if window.in_whole_months:
        start, end = (add_months(one, -count * window.units("month")) for one in (window.start, window.end))
    else:
        back = days(count * (7 if window.days == 1 else window.days))
        start, end = window.start - back, window.end - back
    return replace(window, start=start, end=end, text="")


def _read(
    query: MetricQuery, pairs: Iterable[_Pair], other: Sequence[Change], desk: MetricDesk
) -> Generator[Sequence[Look], Mapping[str, Read], tuple[dict[_Span, Decimal | None], _Days]]:
    """Yield a figure over times, those of one length together, and its days where times are not alike.

    Return what it came to in each, and by day.
    """
    by_length = defaultdict[int, dict[_Span, Window]](dict)
    for one in (one for pair in pairs for one in pair):
        length = 31 if one.in_whole_months else one.days
        by_length[length].setdefault((one.start, one.end), replace(one, text=""))
    bare = replace(query, windows=(), compared=None)
    looks = [
        Look(f"sought.{length}", replace(bare, windows=tuple(some.values())), Said("why.label.total"))
        for length, some in by_length.items()
    ]
    if other:
        start, end = min(one.span.start for one in other), max(one.span.end for one in other)
        over = Window(start, end, "range")
        by_day = replace(bare, windows=(over,), grain="day")
        looks.append(Look("sought.days", by_day, Said("why.label.days", {"window": over})))
    read = yield looks
    values: dict[_Span, Decimal | None] = {}
    for length, some in by_length.items():
        found = read.get(f"sought.{length}")
        if found is not None and found.result.rows:
            values |= zip(some, map(exact, found.result.rows[0]), strict=True)
    daily = read.get("sought.days")
    whole_read = daily is not None and not daily.result.truncated
    rows = daily.result.rows if daily is not None and whole_read else ()
    return values, [(day_in(row[0]), exact(row[-1])) for row in rows]


def _rate(values: Mapping[_Span, Decimal | None], pair: _Pair) -> Decimal | None:
    """Return the change of a pair in percent, of whole months as they are."""
    before, now = (values.get((one.start, one.end)) for one in pair)
    return 100 * (now - before) / abs(before) if before and now is not None else None


def _but_its_own(
    rate: Decimal, past: Sequence[Decimal | None], later: Sequence[Decimal | None]
) -> Sequence[Decimal | None]:
    """Return like changes around one, the nearest first, without those that are of the same move.

    What doubled in May lies at twice the year before each month since: that is not its usual up and down.

    >>> _but_its_own(Decimal(100), [Decimal(90), Decimal(60), Decimal(2), Decimal(-3), *[Decimal(1)] * 3], ())
    [Decimal('2'), Decimal('-3'), Decimal('1'), Decimal('1'), Decimal('1')]
    """
    found = list[Decimal | None]()
    for some in (past, later):
        same = 0
        while (
            same < len(some)
            and (one := some[same]) is not None
            and one * rate > 0
            and 2 * abs(one) >= abs(rate)
        ):
            same += 1
        found += some[same:]
    return found if len(found) >= _FEWEST else [*past, *later]


def _spread(rates: Sequence[Decimal | None]) -> Decimal | None:
    """Return how far like changes lie from their middle; None of too few."""
    known = [float(one) for one in rates if one is not None]
    if len(known) < _FEWEST:
        return None
    middle = statistics.median(known)
    off = [abs(one - middle) for one in known]
    wide = max(MAD * statistics.median(off), _NORMAL * statistics.mean(off))
    return max(Decimal(str(round(wide, 2))), _LEAST_SPREAD)
