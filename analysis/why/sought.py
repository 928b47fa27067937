"""A change without a time is sought in the usual times: where the figure moved so beyond chance.

Each time is set beside the one before and the year before, where these are like it; nobody is told the
causes of what is but the usual up and down.
"""

import datetime as dt
import statistics
from collections import defaultdict
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from analysis.asked import AnalysisAsked, Direction, Recognised, Run
from analysis.daily import MAD
from analysis.home import days_off, ordinary_change, unlike
from analysis.outcome import (
    Amount,
    Look,
    Name,
    Outcome,
    Percent,
    Read,
    Said,
    Steps,
    day_in,
    exact,
    grown,
    rounded,
)
from analysis.series import data_span
from analysis.whom import members_of
from analysis.why.looks import Change
from analysis.why.premise import against_told, query_of
from analysis.why.reading import of_query, why_question
from analysis.why.shape import shape_of
from analysis.why.steps import over_equal_data
from config.wording import say
from language.calendar import add_months, days, whole
from query.metric_query import Compared, MetricQuery, Window
from understanding.metric.desk import MetricDesk

_Span = tuple[dt.date, dt.date]
_Days = list[tuple[dt.date, Decimal | None]]
_Pairs = Sequence[tuple[Window, Window]]
_BASES = ("previous", "last_year")
_PAST, _FEWEST = 10, 5  # like changes before, that tell how far such a figure goes up and down
_FAR = Decimal("2.5")  # of these spreads: from which a change is more than that
_NORMAL = 1.25  # times the mean distance: the spread of what lies about its middle by chance
_LEAST_SPREAD = Decimal("0.5")  # percent
_FEWEST_DAYS = 7  # of a month that runs
_LEAST = Decimal("1")  # percent: less is no move that somebody asks the reason of
_MOST = 3  # questions that lead on


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

    @property
    def far(self) -> Decimal:
        """Return how many spreads it moved; of what too little is known of, none."""
        return abs(self.rate) / self.spread if self.spread else Decimal(0)

    def is_clear(self) -> bool:
        """Tell a move that is more than the usual up and down."""
        return self.alike and self.far >= _FAR and abs(self.rate) >= _LEAST

    def moved(self, way: Direction) -> bool:
        """Tell whether it moved that way; where none is said, either."""
        return not way or (self.rate > 0) == (way == "up")

    def told(self, desk: MetricDesk) -> Said:
        """Return the time with its change."""
        rate = grown(self.now - self.before, self.before, self.change.metric)
        against = against_told(self.change, desk)
        return Said("why.quoted_one", {"when": self.change.now, "against": against, "rate": rate})

    def usual(self) -> Percent | Amount:
        """Return within how much most such changes lie from what is usual of them."""
        wide, metric = _FAR * (self.spread or Decimal(0)), self.change.metric
        if metric.unit("en") == "%":
            return Amount(wide * abs(self.before) / 100, metric.name, "size")
        return Percent(rounded(wide))


def times_tried(query: MetricQuery, asked: Recognised, desk: MetricDesk) -> list[AnalysisAsked]:
    """Return a change over each usual time that is over, beside the one before and the year before."""
    found = []
    bases = (query.compared.kind,) if query.compared else _BASES
    for window in _usual_times(query.metrics[0], desk):
        for base in bases:
            compared = Compared("last_year") if base == "last_year" else None
            found.append(of_query(replace(query, windows=(window,), compared=compared), asked, desk))
    return found


def _usual_times(metric: str, desk: MetricDesk) -> Iterator[Window]:
    """Yield the last whole day, week, thirty days and month that are known, and the month that runs."""
    span = data_span(metric, desk)
    end = min(desk.today, span[1]) if span else desk.today
    named = say("analysis.sought_times", desk.language).split("|")
    words = dict(zip(("day", "week", "range", "month", "running"), named, strict=True))
    if not desk.catalog.is_monthly(metric):
        spans = {"day": (end - days(1), end), "week": whole("week", end, -1), "range": (end - days(30), end)}
        for unit, (first, last) in spans.items():
            yield _called(Window(first, last, unit), words[unit], desk)  # type: ignore[arg-type]
        running = Window(end.replace(day=1), end, "month", unfinished=True)
        if running.days >= _FEWEST_DAYS:
            yield _called(running, words["running"], desk)
    yield _called(Window(*whole("month", end, -1), "month"), words["month"], desk)


def _called(window: Window, words: str, desk: MetricDesk) -> Window:
    """Return a time as words name it, where they name this one."""
    named = desk.answers.reader.known.window(words, desk.today)
    if named is None or (named.start, named.cut(desk.today).end) != (window.start, window.end):
        return window
    return replace(named, unit=window.unit) if window.unit == "range" else named


def or_sought(run: Run) -> Run:
    """Return the steps of a change over the usual time in which it moved most beyond chance as it is said."""

    def steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
        if not asked.untimed:
            return (yield from run(asked, desk))
        tried = yield from _tried(asked, desk)
        if not tried:
            return Outcome(declined=Said("why.nothing", {"when": asked.window}))
        clear = [one for one in tried if one.is_clear() and one.moved(asked.direction)]
        first = max(clear, key=lambda one: one.far, default=None)
        if first is None:
            return _nowhere(asked, tried, desk)
        chosen = replace(first.change.asked, kind=asked.kind, followed=True, usual=asked.usual)
        found = yield from run(chosen, desk)
        if found.declined is not None:
            return _nowhere(asked, tried, desk)
        lead, *more = found.statements
        taken, others = _taken_told(first), _others_told(first, tried, asked, desk)
        return replace(found, statements=(lead, taken, *more, *others))

    return steps


def _tried(
    asked: AnalysisAsked, desk: MetricDesk
) -> Generator[Sequence[Look], Mapping[str, Read], list[Tried]]:
    """Yield the figure over the usual times and like ones before; return how it moved in each."""
    assert asked.query is not None
    shape = shape_of(asked.metrics[0], desk)
    said = Recognised("why", "", asked.direction, asked.language, text=asked.text)
    sought = [
        one
        for it in times_tried(replace(asked.query, windows=()), said, desk)
        if isinstance(one := over_equal_data(it, shape, desk), Change)
        and (one.rebased is None or _is_day(one))
    ]
    past = {id(one): list(_before(one, desk)) for one in sought}
    every = [pair for one in sought for pair in (_ends(one), *past[id(one)])]
    other = [one for one in sought if one.shape.by_day and unlike(one.now, one.before, desk.catalog)]
    values, daily = yield from _read(asked.query, every, other, desk)
    found = (_one_tried(one, past[id(one)], values, daily, desk) for one in sought)
    return [one for one in found if one is not None]


def _one_tried(
    one: Change, past: _Pairs, values: Mapping[_Span, Decimal | None], daily: _Days, desk: MetricDesk
) -> Tried | None:
    """Return how a figure moved from one time to another; None where it has none then, or now."""
    pair = _ends(one)
    before, now = (values.get((it.start, it.end)) for it in pair)
    rate = _rate(values, pair)
    if before is None or now is None or rate is None:
        return None
    spread = _spread(_before_it(rate, [_rate(values, it) for it in past]))
    if spread is not None and one.metric.counts_rows:
        spread = max(spread, _by_chance(values, pair))
    alike = not unlike(one.now, one.before, desk.catalog)
    ordinary = None if alike else ordinary_change(daily, one.now, one.before, desk.catalog)
    return Tried(one, before, now, rate, spread, alike, ordinary)


def _is_day(change: Change) -> bool:
    """Tell one day, which stands beside its weekday; a longer time beside one long before tells nothing."""
    return change.now.days == 1


def _by_chance(values: Mapping[_Span, Decimal | None], pair: tuple[Window, Window]) -> Decimal:
    """Return how far two counts lie apart by chance, in percent of the first."""
    before, now = (values[(one.start, one.end)] or Decimal(0) for one in pair)
    return round(100 * (before + now).sqrt() / before, 2)


def _ends(change: Change) -> tuple[Window, Window]:
    return change.before, change.now


def _before(change: Change, desk: MetricDesk) -> Iterator[tuple[Window, Window]]:
    """Yield like changes before: a week earlier, as many days, or a month."""
    span = data_span(change.metric.name, desk)
    for count in range(1, _PAST + 1):
        before, now = (_earlier(one, count) for one in _ends(change))
        if span is not None and before.start < span[0]:
            return
        if not unlike(now, before, desk.catalog):
            yield before, now


def _earlier(window: Window, count: int) -> Window:
    """Return a time so many times earlier; a day its weekday."""
    if window.in_whole_months:
        start, end = (add_months(one, -count * window.units("month")) for one in (window.start, window.end))
    else:
        back = days(count * (7 if window.days == 1 else window.days))
        start, end = window.start - back, window.end - back
    return replace(window, start=start, end=end, text="")


def _read(
    query: MetricQuery, pairs: Iterable[tuple[Window, Window]], other: Sequence[Change], desk: MetricDesk
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


def _rate(values: Mapping[_Span, Decimal | None], pair: tuple[Window, Window]) -> Decimal | None:
    """Return the change of a pair in percent, of whole months as they are."""
    before, now = (values.get((one.start, one.end)) for one in pair)
    return 100 * (now - before) / abs(before) if before and now is not None else None


def _before_it(rate: Decimal, past: Sequence[Decimal | None]) -> Sequence[Decimal | None]:
    """Return like changes before, the latest first, without those that are of the same move.

    What doubled in May lies at twice the year before each month since: that is not its usual up and down.

    >>> _before_it(Decimal(100), [Decimal(90), Decimal(60), Decimal(2), Decimal(-3), *[Decimal(1)] * 3])[0]
    Decimal('2')
    """
    same = 0
    while (
        same < len(past) and (one := past[same]) is not None and one * rate > 0 and 2 * abs(one) >= abs(rate)
    ):
        same += 1
    return past[same:] if len(past) - same >= _FEWEST else past


def _spread(rates: Sequence[Decimal | None]) -> Decimal | None:
    """Return how far like changes lie from their middle; None of too few."""
    known = [float(one) for one in rates if one is not None]
    if len(known) < _FEWEST:
        return None
    middle = statistics.median(known)
    off = [abs(one - middle) for one in known]
    wide = max(MAD * statistics.median(off), _NORMAL * statistics.mean(off))
    return max(Decimal(str(round(wide, 2))), _LEAST_SPREAD)


def _taken_told(first: Tried) -> Said:
    """Say which time was taken, and why it."""
    base = query_of(first.change).compared
    kind = "year" if base is not None and base.kind == "last_year" else "before"
    return Said(f"why.sought_{kind}", {"when": first.change.now, "usual": first.usual()})


def _others_told(
    first: Tried, tried: Sequence[Tried], asked: AnalysisAsked, desk: MetricDesk
) -> Iterator[Said]:
    """Yield in which other times it moved so, in which it did not, and which are no measure."""
    way = asked.direction or ("up" if first.rate > 0 else "down")
    others = sorted((one for one in tried if one is not first and one.alike), key=lambda one: -one.far)
    also = [one for one in others if one.is_clear() and one.moved(way)]
    rest = [one for one in others if one not in also]
    parts = {
        name: Said(f"why.sought_{name}_{way}", {"list": tuple(one.told(desk) for one in some)})
        if some
        else ""
        for name, some in (("also", also), ("not", rest))
    }
    if others:
        yield Said("why.sought_others", parts)
    yield from _unlike_told(tried, way, desk)


def _unlike_told(tried: Sequence[Tried], way: Direction, desk: MetricDesk) -> Iterator[Said]:
    """Yield which times seem to have moved so, though their days off make them no measure."""
    for one in tried:
        if not one.alike and one.moved(way) and abs(one.rate) >= _LEAST:
            off = days_off(_ends(one.change), desk.catalog)
            rate = Percent(rounded(one.ordinary), signed=True) if one.ordinary is not None else None
            ordinary = Said("why.sought_ordinary", {"change": rate}) if rate else ""
            params = {"one": one.told(desk), "before": off[0], "now": off[1], "ordinary": ordinary}
            yield Said("why.sought_unlike", params)


def _nowhere(asked: AnalysisAsked, tried: Sequence[Tried], desk: MetricDesk) -> Outcome:
    """Say plainly that the figure did not move so in any of the usual times, with how it moved in each."""
    alike = [one for one in tried if one.alike]
    params = {
        "metric": Name(asked.metrics[0]),
        "only": members_of(asked.filters, desk),
        "list": tuple(one.told(desk) for one in alike),
    }
    said = [Said(f"why.sought_none_{asked.direction or 'moved'}", params)]
    within = [one for one in alike if one.moved(asked.direction) and abs(one.rate) >= _LEAST]
    least = max(within, key=lambda one: one.far, default=None)
    if asked.direction and least is not None and least.spread:
        said.append(Said("why.sought_within", {"one": least.told(desk), "usual": least.usual()}))
    said += _unlike_told(tried, asked.direction, desk)
    odd = [one for one in tried if not one.alike and one.moved(asked.direction)]
    clear = sorted((one for one in alike if one.is_clear()), key=lambda one: -one.far)
    told = (
        why_question(query_of(one.change), "up" if one.rate > 0 else "down", desk)
        for one in (*odd, *within, *clear)
    )
    return Outcome(tuple(said), questions=tuple(dict.fromkeys(filter(None, told)))[:_MOST])
