"""Says what is odd in words as data: what was looked at first, each finding with its size, and a table."""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from analysis.anomaly.as_there import changed_within, is_too_new
from analysis.anomaly.drawing import drawn
from analysis.anomaly.finding import Finding, Scale, marks_of, ranked
from analysis.anomaly.heads import MOSTLY, is_thing
from analysis.anomaly.looks import (
    MOST,
    NEAR,
    SEASONAL,
    SMALLEST,
    WEEKS,
    Group,
    Odd,
    farthest,
    first_cuts,
    is_seasonal,
)
from analysis.anomaly.looks import Look as Looked
from analysis.anomaly.month_events import ByMonth, Event
from analysis.anomaly.month_looks import PAST, Month, Table
from analysis.anomaly.month_telling import basis_told, event_told, grown_by, month_told, records_told
from analysis.anomaly.outcomes import back_to
from analysis.anomaly.part_telling import part_told
from analysis.anomaly.parts import Part
from analysis.anomaly.peaks import NOTHING
from analysis.anomaly.ranges import ranges_told
from analysis.anomaly.records import Record
from analysis.anomaly.silences import Silence
from analysis.anomaly.silent_telling import silent_told
from analysis.anomaly.totals import EFFECT
from analysis.anomaly.whose import amount_of, filters_of, told_of, what_it_is
from analysis.asked import AnalysisAsked
from analysis.briefing.notable import is_of
from analysis.daily import SpecialDays
from analysis.lifespans import day_of
from analysis.openings import Openings
from analysis.outcome import Amount, Name, Outcome, Said, figure_of, percent_of
from analysis.whom import members_of
from analysis.why.reading import why_question
from analysis.words import worded
from answers.sentences.times import weekday_name
from config.wording import say
from database.result import QueryResult, ResultColumn
from language.calendar import days
from query.metric_query import MetricQuery, Window
from understanding.metric.desk import MetricDesk
from understanding.metric.judging import is_better_low

LEAST_USUAL = 0.1  # thing
RARE = 1.0  # things: beside less a percentage tells nothing
TRIFLE = 1.0  # points of a percentage: less never leads
FARTHEST_WEEKS, FARTHEST_DAYS, FARTHEST_OF_MEMBERS = 2, 3, 1  # named where nothing is odd
MOST_MOVED = 3  # wholes that are told one by one
MOST_WEAK = 2
MOST_RECORDS = 3  # wholes that are the highest or lowest of a year
RECORD_OF_ONE, RECORD_OF_MANY = 0.002, 0.02  # of the one before it, by how many figures were looked at
MOST_FIGURES = 3  # called by name in the first sentence
LONG_PAST = 0.1  # of what is over: what was months ago
SHORT = 28  # days: of such a time it is told first that nothing in it is odd
FEWEST_SINCE = 7  # days after a month, by which it is told to be over
LIKELY = 0.2  # by chance: what is more likely lies not far off
_BRIEF = 14  # days: what lies within such a time comes before what stands as of now
_SEASON, _AS_MUCH = 14, 0.8  # days that go on; of how far they lie off, a year before
OFF_TOO, FEWEST_AROUND = 0.05, 3  # of usual; days in a row
_LAST = 6  # column of the table, which is words
CLEARLY = 0.05  # from which it is said how the others moved


@dataclass(frozen=True)
class Seen:
    """A finding over its days, the same a year before where that is known, and what makes most of it."""

    odd: Odd
    year: Looked | None = None
    part: Part | None = None
    weight: float = 0.0  # what it lies off, as a share of a month of all
    goes_on: bool = False  # until the last day with data
    monthly: bool = False  # it came on about the same days of the months before
    who: Openings | None = None  # who opened or closed, and is left out of it
    looked_back: bool = True  # its series of a year before was read, though it may not reach so far
    around: tuple[Looked, ...] = ()  # the days in a row on the same side of usual that a day is one of
    joined: tuple[Looked, ...] = ()  # others of the same parent that lay off on the same day
    parent: str = ""
    weather: str = ""  # of that day
    after: Looked | None = None  # its series since then, as far as data go
    ended: bool = False  # of rare things: it ended some time before the data do

    @property
    def is_over(self) -> bool:
        """Tell what has come back since: half of the way to usual, or near it."""
        own, after = self.odd.look.change, self.after
        if after is None:
            return self.ended
        way = 1 if own > 0 else -1
        return way * after.change < max(SMALLEST, SEASONAL * abs(own))

    @property
    def comes_again(self) -> bool:
        """Tell whether it was so a year before as well."""
        return self.year is not None and is_seasonal(self.odd.look, self.year)

    @property
    def is_seasonal(self) -> bool:
        """Tell what comes every month, or every year and is not twice what is usual: a summer, a January.

        Weeks that go on may be as much as they like, where they were a year before: boilers from October on.
        """
        look = self.odd.look
        long = self.goes_on and (look.span.end - look.span.start).days >= _SEASON
        as_much = long and self.year is not None and is_seasonal(look, self.year, _AS_MUCH)
        return self.monthly or (self.comes_again and (as_much or 0 < look.value < 2 * look.usual))


@dataclass(frozen=True)
class Found:
    """What is odd, what only seems so since somebody began, and days that are no alarm but a record."""

    odd: tuple[Seen, ...] = ()
    new: tuple[Seen, ...] = ()
    records: tuple[Record, ...] = ()
    months: ByMonth = field(default_factory=ByMonth)
    silent: tuple[Silence, ...] = ()
    of_year: tuple[Silence, ...] = ()  # what stood still within the last year, where no time was named
    openings: Openings | None = None  # since when there is each place, once that was read

    @property
    def unknown(self) -> int:
        """Return of how many no year before is known."""
        return sum(one.year is None and not one.goes_on and one.looked_back for one in self.odd)


@dataclass(frozen=True)
class Material:
    """What was looked at: days and weeks with their series, months with theirs, and days unlike others."""

    looks: Sequence[Looked]
    groups: Sequence[Group]
    tables: Sequence[Table]
    kinds: Mapping[str, SpecialDays]
    totals: tuple[Said, ...] = ()  # what the figure came to over the time asked
    standing: tuple[Finding, ...] = ()  # targets, what lies undone, who closed, what got much worse
    stood: Sequence[str] = ()  # the figures whose targets were looked at
    has_moved: bool = False  # that is far from the period before, or the year before
    unlooked: tuple[Said, ...] = ()  # what the question names and nothing looked at
    undefined: tuple[Said, ...] = ()  # of columns that no figure is made of
    peaks: tuple[Said, ...] = ()  # days off, and between what the others lay
    noted: tuple[Said, ...] = ()  # what came out badly, and counts over all of the time
    far: Sequence[Odd] = ()  # what lies farthest from usual where nothing is odd: farthest_of
    weather: Mapping[dt.date, str] = field(default_factory=dict)  # of the days of these


@dataclass(frozen=True)
class _Times:
    """The time asked about, without today, what of it was looked at, and the days unlike others."""

    asked: Window
    looked: Window
    kinds: SpecialDays

    @property
    def lacks_weeks(self) -> bool:
        """Tell whether a week or more of it, days off not counted, was not looked at."""
        sides = ((self.asked.start, self.looked.start), (self.looked.end, self.asked.end))
        return any((stop - start).days >= 7 + len(self.kinds.off(start, stop)) for start, stop in sides)

    @property
    def told(self) -> Window:
        """Return the time that is told: that asked about, where only days off are left out of it."""
        return self.looked if self.lacks_weeks else self.asked


TO_CHECK = ("anomaly.standing", "anomaly.copied")  # nothing jumps, and all the same something is odd


def told(found: Found, seen: Material, asked: AnalysisAsked, desk: MetricDesk) -> Outcome:
    """Return what is odd, the largest first; or what moved as a whole; or that nothing is."""
    looks = [*seen.looks, *(one.look for one in found.months.every)]
    times = _times(looks, seen, asked, desk)
    about = _about(looks, found, seen, times.told, asked, desk)
    cautions, reading = _cautions(found, times, desk), _reading(found, seen, times, about)
    within, standing = _ordered(found, seen, asked, desk)
    items = [*within, *standing][:MOST]
    if not items:
        return replace(none_odd(found, seen, asked, about, desk), cautions=cautions, reading=reading)
    odd = [one.odd for one in items if one.is_drawn]
    listed = [one.told(mark) for one, mark in zip(items, marks_of(items), strict=True)]
    short = asked.window is not None and asked.window.days < SHORT and not odd
    heading = [_heading(items, within, short=short, about=about)]
    statements = [*(heading if short or len(items) > 1 else ()), *listed]
    statements += [*seen.unlooked, *seen.noted, *seen.totals, *seen.peaks]
    if found.months.moved and not seen.totals:
        statements.append(Said("anomaly.whole", {"list": _listed(found.months.moved[:MOST_WEAK], desk)}))
    aims = Said("anomaly.seen_aims", {"metrics": tuple(map(Name, seen.stood))}) if seen.stood else ""
    if not short:
        statements.append(Said(f"anomaly.seen_line{'' if odd else '_none'}", {**about, "aims": aims}))
    return Outcome(
        tuple(statements),
        _table(items, found.months.every, desk),
        drawn([one.look for one in odd], seen.tables, seen.groups, desk) if odd else None,
        cautions,
        reading,
        _questions(odd, asked, desk),
    )


def _ordered(
    found: Found, seen: Material, asked: AnalysisAsked, desk: MetricDesk
) -> tuple[list[Finding], list[Finding]]:
    """Return what lies within a few days that were named, and what stands as of now; else all as one.

    Of whom it is asked, shop by shop, what is of them goes before how all stand beside their target.
    """
    own, cut = list(_findings(found, seen, asked, desk)), asked.dimension
    if cut:
        closed = [one for one in seen.standing if one.base == "closed"]
        others = [one for one in seen.standing if one.base != "closed"]
        return [], [*ranked([*own, *closed], cut), *ranked(others, cut)]
    if asked.window is not None and asked.window.days <= _BRIEF:
        return ranked(own), ranked(seen.standing)
    return [], ranked([*own, *seen.standing])


def _heading(
    items: Sequence[Finding], within: Sequence[Finding], *, short: bool, about: Mapping[str, Any]
) -> Said:
    """Return what leads a list: that nothing lies in the time, what comes first, or how many there are."""
    rest = len(items) - len(within)
    if short or not (within and rest):
        return Said(f"anomaly.{'none_then' if short else 'some'}", {**about, "count": len(items)})
    return Said("anomaly.some_then", {**about, "count": rest})


def _findings(found: Found, seen: Material, asked: AnalysisAsked, desk: MetricDesk) -> Iterator[Finding]:
    """Yield what is odd by day, week and month, and where nothing came; what comes every year is none."""
    scale = Scale.of(seen.groups)

    def made(said: Said, look: Looked, weight: float, *, over: bool, odd: Odd | None = None) -> Finding:
        own = weight * scale.worth(look.metric, desk)
        return Finding(said, odd or Odd(look), own, over, is_drawn=odd is not None)

    seen_days = [one for one in found.odd if not one.is_seasonal]
    for one in _each_once(sorted(seen_days, key=lambda one: -one.weight), seen.looks):
        yield made(_finding(one, desk), one.odd.look, one.weight, over=one.is_over, odd=one.odd)
    for event in found.months.odd:
        month = event.month
        over = not event.slides and is_back(month.look, seen.groups)
        yield made(event_told(event, desk), month.look, month.weight, over=over, odd=Odd(month.look))
    for still in found.silent:
        said = silent_told(still, asked.filters, desk)
        yield made(said, still.look, still.weight, over=not still.stopped)
    for still in found.of_year:
        said = Said("anomaly.in_the_year", {"line": silent_told(still, asked.filters, desk)})
        yield made(said, still.look, LONG_PAST * still.weight, over=True)


def is_back(month: Looked, groups: Sequence[Group]) -> bool:
    """Tell a month whose days since then brought as much a day as is usual, or came half of the way back."""
    own = (month.metric, month.dimension)
    group = next((one for one in groups if (one.metric, one.dimension) == own and one.under is None), None)
    series = group.members.get(month.member) if group else None
    if series is None or (series.end - month.span.end).days < FEWEST_SINCE or not month.usual:
        return False
    since = series.total(month.span.end, series.end) / (series.end - month.span.end).days
    change = since / (month.usual / (month.span.end - month.span.start).days) - 1
    way = 1 if month.change > 0 else -1
    return way * change < SEASONAL * abs(month.change)


def _listed(found: Sequence[Month], desk: MetricDesk) -> tuple[Said, ...]:
    return tuple(month_told(one, desk) for one in found)


def _weak_told(found: Found, most: int, asked: AnalysisAsked, desk: MetricDesk) -> tuple[Said, ...]:
    """Return what lies far off by the month, yet is no alarm among so many."""
    acted_on = [one.month for one in found.months.weak if is_acted_on(one.month.look, asked, desk)]
    listed = _listed(acted_on[: max(0, min(MOST_WEAK, most))], desk)
    return (Said("anomaly.weak", {"list": listed}),) if listed else ()


def none_odd(
    found: Found, seen: Material, asked: AnalysisAsked, about: Mapping[str, Any], desk: MetricDesk
) -> Outcome:
    """Return what is told where nothing is odd: what moved as a whole leads, what lies farthest follows."""
    moved, weak = found.months.moved, _weak_told(found, MOST, asked, desk)
    own = [Odd(one.look) for one in found.records]
    far = _records_told(found.records, desk) or _farthest_told(seen.far, seen.weather, desk)
    notes = (*_noted(found, seen, desk, found.months.weak[:MOST_WEAK]), *weak, *far)
    empty = [one for one in seen.peaks if one.code == NOTHING]
    changed = _came_and_went(found, seen, asked)
    ranges = () if moved or seen.has_moved else ranges_told(seen.tables, asked.metrics, desk)
    lead = _verdict(bool(moved), seen.has_moved, changed, about, (*notes, *empty), desk)
    acted_on = [one.month.look for one in found.months.weak if is_acted_on(one.month.look, asked, desk)]
    first = [Odd(one.look) for one in moved] + [Odd(one) for one in acted_on]
    leads = _questions([*first, *(own or seen.far[:FARTHEST_WEEKS])], asked, desk)
    chart = drawn([one.look for one in moved], seen.tables, seen.groups, desk) if moved else None
    first_told = [one for one in seen.undefined if one.code == "anomaly.columns_odd"]
    whole = _moved_told(moved, desk)
    effect = seen.totals if changed or seen.has_moved else ()  # on the whole: before what may be chance
    own_part = [*seen.unlooked, *(() if effect else seen.totals), *seen.peaks]
    wholes = _wholes([*seen.looks, *(one.look for one in found.months.every)])
    table = _table(wholes, found.months.every, desk)
    told = (*first_told, lead, *ranges, *whole, *effect, *notes, *own_part)
    return Outcome(told, table, chart, questions=leads)


def _verdict(
    moved: bool,
    total_moved: bool,
    changed: Openings | None,
    about: Mapping[str, Any],
    noted: Sequence[Said],
    desk: MetricDesk,
) -> Said:
    """Return the first sentence where nothing is odd: what moved or changed all the same, else just that."""
    if moved:
        return Said("anomaly.moved", about)
    if total_moved:
        return Said("anomaly.none_beside", about)
    if changed:
        return Said("anomaly.none_but", {**about, "names": changed.told(desk.language)})
    if any(one.code in TO_CHECK for one in noted):
        return Said("anomaly.none_sudden", about)
    return Said("anomaly.none_clear" if noted else "anomaly.none", about)


def _wholes(looks: Sequence[Looked]) -> list[Finding]:
    """Return each figure's last month, week and day as a whole: what a table shows where nothing is odd."""
    last = {
        (one.metric, one.span.unit): one
        for one in sorted(looks, key=lambda one: one.span.end)
        if not one.dimension and one.usual
    }
    ordered = sorted(last.values(), key=lambda one: one.span.start - one.span.end)
    return [Finding(Said("anomaly.some"), Odd(one), 0.0) for one in ordered]


def _came_and_went(found: Found, seen: Material, asked: AnalysisAsked) -> Openings | None:
    """Return who began or ended within the time asked about: that is unusual where nothing else is.

    Of a figure that was named only where it moved otherwise without them.
    """
    if found.openings is None or asked.window is None:
        return None
    if asked.metrics and seen.totals and not any(one.code == EFFECT for one in seen.totals):
        return None
    return found.openings.within(asked.window, asked.window)


def is_acted_on(look: Looked, asked: AnalysisAsked, desk: MetricDesk) -> bool:
    """Tell what may be chance and is told all the same: of a figure that was named, else what got worse.

    Nobody can do anything about a week that may by chance have been a good one.
    """
    return bool(asked.metrics) or is_better_low(desk.catalog.metrics[look.metric]) == (
        look.value > look.usual
    )


def farthest_of(found: Found, seen: Material, asked: AnalysisAsked, desk: MetricDesk) -> list[Odd]:
    """Return the weeks and days that lie farthest from usual, who opened or closed left out.

    Where anything is odd, or a record, they are not told, and there are none.
    """
    if found.records or seen.standing or any(_findings(found, seen, asked, desk)):
        return []
    plain = [
        one
        for one in seen.looks
        if one.chance <= LIKELY and not is_trifle(one, desk) and is_acted_on(one, asked, desk)
        if not (changed_within(one, found.openings, desk) or is_too_new(one, found.openings))
    ]
    return _farthest([one for one in plain if not any(_is_near(one, it.odd.look) for it in found.new)])


def _noted(found: Found, seen: Material, desk: MetricDesk, weak: Sequence[Event] = ()) -> tuple[Said, ...]:
    """Return what is told, unusual or not: what came out badly, counts over all days, records."""
    least = (
        RECORD_OF_ONE
        if len({one.look.metric for one in found.months.every}) <= MOST_FIGURES
        else RECORD_OF_MANY
    )
    beaten = [one for one in found.months.records(weak) if _is_beaten(one, least, desk)]
    said = (records_told(beaten[:MOST_RECORDS], desk),) if beaten else ()
    return (*seen.noted, *said)


def _is_beaten(one: Month, least: float, desk: MetricDesk) -> bool:
    """Tell a record that lies so far from the one before it, as a share of that, and is told otherwise."""
    value, before = one.look.value, one.next
    if not before or abs(value / before - 1) < least:
        return False
    return desk.catalog.metrics[one.look.metric].unit("en") != "%" or round(value, 2) != round(before, 2)


def _moved_told(moved: Sequence[Month], desk: MetricDesk) -> tuple[Said, ...]:
    """Return which wholes moved much, a few in a sentence each and how many more there are."""
    told = tuple(Said("anomaly.moved_one", {"month": it}) for it in _listed(moved[:MOST_MOVED], desk))
    more = Said("anomaly.moved_more", {"metrics": tuple(Name(one.look.metric) for one in moved[MOST_MOVED:])})
    return (*told, more) if len(moved) > MOST_MOVED else told


def _times(looks: Sequence[Looked], seen: Material, asked: AnalysisAsked, desk: MetricDesk) -> _Times:
    every = (seen.kinds[one.metric] for one in seen.looks)
    kinds = max(every, key=lambda one: len(one.named), default=SpecialDays({}))
    first, end = min(one.span.start for one in looks), max(one.span.end for one in looks)
    looked = Window(first, end, "range")
    if asked.window is None:
        return _Times(looked, looked, kinds)
    whole_time = asked.window.cut(desk.today)
    return _Times(Window(whole_time.start, whole_time.end, "range"), looked, kinds)


def _about(
    looks: Sequence[Looked],
    found: Found,
    seen: Material,
    window: Window,
    asked: AnalysisAsked,
    desk: MetricDesk,
) -> dict[str, Any]:
    """Return what was looked at, over which time, how finely."""
    by_month = [one.look for one in found.months.every]
    grains = [
        ("day", any(one.span.is_day for one in seen.looks)),
        ("week", any(not one.span.is_day for one in seen.looks)),
        ("month", any(one.span.is_month for one in by_month)),
        ("running", any(not one.span.is_month for one in by_month)),
    ]
    series = {(one.metric, one.dimension, one.member) for one in looks}
    return {
        "series": len(series),
        "seen": Said("anomaly.seen", {"series": len(series), **_cut_by(looks)}),
        "window": window if asked.window is not None else _lately(looks),
        "grains": tuple(
            say(f"analysis.anomaly.grain.{name}", desk.language) for name, is_one in grains if is_one
        ),
        "only": members_of(asked.filters, desk),
        **_looked_at(looks, desk),
    }


def _lately(looks: Sequence[Looked]) -> tuple[Said | Window, ...]:
    """Return the days, and the last week and month, that were looked at where no time was named."""
    plain = sorted((one.span for one in looks if not one.rare), key=lambda one: one.end)
    each = [one for one in plain if one.is_day]
    last = {one.unit: one for one in plain if not one.is_day and not (each and one.unit == "week")}
    order = sorted(last.items(), key=lambda one: one[1].end - one[1].start)
    days_told = [Window(each[0].start, each[-1].end, "range")] if each else []
    return (
        *(Said("anomaly.each_day", {"window": one}) for one in days_told),
        *(Window(span.start, span.end, unit) for unit, span in order),
    )


def _reading(found: Found, seen: Material, times: _Times, about: Mapping[str, Any]) -> tuple[Said, ...]:
    """Return what was looked at and how, and what could not be told."""
    looks = len(seen.looks) + len(found.months.every)
    how = [Said("anomaly.how", {"weeks": WEEKS})] if seen.looks else []
    by_month = [Said("anomaly.how_months", {"count": PAST})] if found.months.every else []
    told = not found.odd and not found.months.odd and not found.silent  # there they are said
    more = [one for one in seen.undefined if not told or one.code != "anomaly.columns_odd"]
    if off := times.kinds.off(times.asked.start, times.asked.end):
        more.append(Said("anomaly.days_off", {"count": len(off)}))
    if found.unknown:
        more.append(Said("anomaly.no_year", {"count": found.unknown}))
    return (Said("anomaly.looked", {"looks": looks, **about}), *how, *by_month, *more)


def _cautions(found: Found, times: _Times, desk: MetricDesk) -> tuple[Said, ...]:
    """Return which days were not looked at, and what only began."""
    cautions = [Said("anomaly.only", {"window": times.looked})] if times.lacks_weeks else []
    new = {_who_is_new(one): one for one in reversed(found.new)}  # each that began once
    return (*cautions, *(_new_told(one, desk) for one in reversed(new.values())))


def _who_is_new(one: Seen) -> frozenset[str]:
    return one.who.names if one.who else frozenset(one.part.names if one.part else ())


def _is_near(one: Looked, other: Looked) -> bool:
    """Tell looks of one figure at about the same time: who is new shows in several."""
    return one.metric == other.metric and one.span.meets(other.span, NEAR)


def _farthest(looks: Sequence[Looked]) -> list[Odd]:
    """Return which weeks and days lie farthest from usual where nothing is odd: it is no all-clear.

    They are of all together and of the first dimension each figure is cut by, for the others repeat it; where
    all together had such days, of them alone.
    """
    first = first_cuts(looks)
    plain = [one for one in looks if not one.rare and one.dimension in ("", first.get(one.metric))]
    weeks, single = ([one for one in plain if one.span.is_day is day] for day in (False, True))
    if whole := farthest([one for one in single if not one.dimension], FARTHEST_DAYS):
        return [*whole, *farthest([one for one in weeks if not one.dimension], FARTHEST_WEEKS)]
    return [*farthest(weeks, FARTHEST_WEEKS), *farthest(single, FARTHEST_OF_MEMBERS)]


def is_trifle(one: Looked, desk: MetricDesk) -> bool:
    """Tell a percentage that moved by less than a point: beside amounts nobody wants to read it first."""
    return desk.catalog.metrics[one.metric].unit("en") == "%" and abs(one.value - one.usual) < TRIFLE


def _new_told(one: Seen, desk: MetricDesk) -> Said:
    """Say what only seems to be odd, since one of its members began."""
    if one.who:
        return Said("anomaly.new_within", {**params_of(one.odd, desk), "names": one.who.told(desk.language)})
    assert one.part is not None and one.part.opened is not None
    opened = {"name": one.part.told(), "day": day_of(one.part.opened)}
    return Said("anomaly.new", {**params_of(one.odd, desk), **opened})


def _farthest_told(
    found: Sequence[Odd], weather: Mapping[dt.date, str], desk: MetricDesk
) -> tuple[Said, ...]:
    """Return what lies farthest from usual, with the weather of its days where that is known."""
    if not found:
        return ()
    listed = tuple(Said(f"anomaly.far_{one.look.span.unit}", params_of(one, desk)) for one in found)
    kinds: dict[str, list[dt.date]] = {}
    for one in found:
        if one.look.span.is_day and one.look.span.start in weather:
            kinds.setdefault(weather[one.look.span.start], []).append(one.look.span.start)
    each = tuple(
        Said("anomaly.weather_kind", {"kind": kind, "days": tuple(day_of(day) for day in sorted({*some}))})
        for kind, some in kinds.items()
    )
    beside = (Said("anomaly.weather", {"list": each}),) if each else ()
    return (Said("anomaly.farthest", {"list": listed}), *beside)


def _records_told(found: Sequence[Record], desk: MetricDesk) -> tuple[Said, ...]:
    """Return the days that are the highest or lowest of their kind for long."""
    listed = []
    for one in found:
        way = "high" if one.look.change > 0 else "low"
        money = {
            "metric": Name(one.money),
            "now": Amount(figure_of(one.money_now), one.money),
            "usual": Amount(figure_of(one.money_usual), one.money),
        }
        more = {
            "since": one.since.isoformat(),
            "back": back_to(one.since, begins=one.begins),
            "money": Said("anomaly.record_money", money) if one.money else "",
        }
        told = params_of(Odd(one.look), desk)
        listed.append(Said(f"anomaly.record_{way}{'_ever' if one.ever else ''}", told | more))
    return (Said("anomaly.records", {"list": tuple(listed)}),) if listed else ()


def _looked_at(looks: Sequence[Looked], desk: MetricDesk) -> dict[str, Any]:
    """Return which figures were looked at, and by what they were cut."""
    metrics = tuple(Name(name) for name in dict.fromkeys(one.metric for one in looks))
    sums = [one for one in metrics if desk.catalog.metrics[one.name].kind != "ratio"]
    several = Said(
        "anomaly.several",
        {"first": tuple((sums or metrics)[:1]), "count": len(metrics) - 1, "every": len(metrics)},
    )
    figures = several if len(metrics) > MOST_FIGURES else metrics
    cut = {one.metric for one in looks if one.dimension}
    whole = tuple(one for one in metrics if one.name not in cut)
    return {
        "metrics": metrics,
        "figures": figures,
        **_cut_by(looks),
        "whole": Said("anomaly.whole_alone", {"metrics": whole}) if whole and cut else "",
    }


def _cut_by(looks: Sequence[Looked]) -> dict[str, Said | str]:
    """Return by what the figures were cut that were looked at."""
    cuts = tuple(Name(one, dimension=True) for one in dict.fromkeys(it.dimension for it in looks) if one)
    return {"by": Said("anomaly.by", {"dimensions": cuts}) if cuts else ""}


def _under_its_part(one: Seen, desk: MetricDesk) -> Seen:
    """Return a finding of a kind or of many places under the thing that makes most of it."""
    look, part = one.odd.look, one.part
    if part is None or part.times or not look.dimension or is_thing(look.dimension, desk):
        return one
    off = look.value - look.usual
    if not any(is_thing(cut, desk) for cut in part.dimensions) or part.off / off < MOSTLY:
        return one
    mark = say("analysis.anomaly.joint", desk.language)
    at = next(at for at, cut in enumerate(part.dimensions) if is_thing(cut, desk))
    follows = is_of(
        look.dimension, {part.dimensions[at]}, look.metric, desk
    )  # its city, not its complaints' type
    kinds = () if follows else (look.member,)
    names = [part.names[at], *kinds, *(name for place, name in enumerate(part.names) if place != at)]
    own = replace(
        look,
        dimension=part.dimensions[at],
        member=mark.join(names),
        span=part.span,
        value=part.value,
        usual=max(part.usual, LEAST_USUAL),
    )
    span = part.span.year_before(counted=desk.catalog.metrics[look.metric].is_count)
    year = replace(own, span=span, value=part.year)
    return replace(one, odd=Odd(own, one.odd.same), part=None, year=year if part.comes_again else None)


def _finding(one: Seen, desk: MetricDesk) -> Said:
    own, one = one, _under_its_part(one, desk)
    shown, params = one.odd.look, params_of(one.odd, desk)
    kind: str = shown.span.unit if shown.span.unit in ("day", "week") else "run"  # which may fill a month
    is_rate = (
        desk.catalog.metrics[shown.metric].kind == "ratio"
    )  # told in points: no percent stands beside it
    others = kind != "run" and shown.dimension and not is_rate and abs(shown.others - 1) >= CLEARLY
    tail = "_none" if not shown.value else "_others" if others else ""
    if one.goes_on and not shown.value:
        kind = "since"
    elif kind == "run" and is_rate:
        kind, tail = "ratio", ""
    elif shown.rare and shown.usual < RARE:
        kind, tail = "rare", "" if shown.span.is_day else "_days"
    said = Said(f"anomaly.found_{kind}{tail}", params)
    on = Said("anomaly.goes_on", {}) if one.goes_on and shown.value else ""
    more = {
        "without": Said("anomaly.without", {"names": one.who.told(desk.language)}) if one.who else "",
        "on": on,
        "part": part_told(one.part, shown, desk, goes_on=one.goes_on),
        "around": _around_told(one, desk),
        "year": _again(one),
        "after": _after_told(own, desk) if own is one else "",
        "also": "",
        "joined": _joined_told(one, desk),
    }
    if params["same"]:
        more["also"] = Said("anomaly.with_same", params)
    return Said("anomaly.told", {"finding": said, **more}) if any(more.values()) else said


def _each_once(items: Sequence[Seen], looks: Sequence[Looked]) -> list[Seen]:
    """Return findings with the days around them, each stretch of days with the first of its own."""
    told, found = set[tuple[object, ...]](), list[Seen]()
    for one in items:
        with_days = with_days_around(one, looks)
        if with_days.around:
            key = (with_days.odd.look.member, with_days.around[0])
            with_days = one if key in told else with_days
            told.add(key)
        found.append(with_days)
    return found


def with_days_around(one: Seen, looks: Sequence[Looked]) -> Seen:
    """Return a day that is odd with the days in a row that lay on its side of usual, alarming or not.

    Two days past a bound are not the only low ones where the three between them were low, too.
    """
    if not one.odd.look.span.is_day:
        return one
    found = one.odd.look
    whose = (found.metric, found.dimension, found.member)
    alike = {
        it.span.start: it
        for it in looks
        if it.span.is_day and (it.metric, it.dimension, it.member) == whose
        if it.change * found.change > 0 and abs(it.change) >= OFF_TOO
    }
    first = last = found.span.start
    while first - days(1) in alike:
        first -= days(1)
    while last + days(1) in alike:
        last += days(1)
    run = tuple(alike[at] for at in sorted(alike) if first <= at <= last)
    return replace(one, around=run) if len(run) >= FEWEST_AROUND else one


def _around_told(one: Seen, desk: MetricDesk) -> Said | str:
    """Return from when to when days in a row lay on one side of usual, and between what."""
    if not one.around:
        return ""
    ranked = sorted(one.around, key=lambda it: abs(it.change))
    ends = (grown_by(it.value, it.usual, it.metric, desk) for it in (ranked[0], ranked[-1]))
    window = Window(one.around[0].span.start, one.around[-1].span.end, "range")
    least, most = ends
    way = "high" if one.odd.look.change > 0 else "low"
    params = {"when": window, "count": len(one.around), "least": least, "most": most}
    return Said(f"anomaly.around_{way}", params)


def _after_told(one: Seen, desk: MetricDesk) -> Said | str:
    """Return how its series went since: usual again, on its way, or still off."""
    after = one.after
    if after is None or one.goes_on:
        return ""
    back = abs(after.change) < SMALLEST
    code = "usual" if back else "over" if one.is_over else "still"
    when = Window(after.span.start, after.span.end, "range")
    ends = {
        "value": told_of(after.value, after.metric, desk),
        "usual": amount_of(after.usual, after.metric, desk),
    }
    change = grown_by(after.value, after.usual, after.metric, desk)
    return Said(f"anomaly.after_{code}", {"when": when, "change": change, **ends})


def _joined_told(one: Seen, desk: MetricDesk) -> Said | str:
    """Return the others of the same parent that lay off on the same day, with its weather."""
    if not one.joined:
        return _joint_told(one, desk)
    each = tuple(
        Said("anomaly.joined_one", {"member": it.member, "change": params_of(Odd(it), desk)["change"]})
        for it in one.joined
    )
    weather = Said("anomaly.joined_weather", {"kind": one.weather}) if one.weather else ""
    return Said("anomaly.joined", {"parent": one.parent, "list": each, "weather": weather})


def _joint_told(one: Seen, desk: MetricDesk) -> Said | str:
    """Return the figures of other rows that lay off with it, and that each alone may be chance."""
    if not one.odd.joint:
        return ""
    each = tuple(
        Said(
            "anomaly.off_together_one",
            {"metric": Name(it.metric), "change": params_of(Odd(it), desk)["change"]},
        )
        for it in one.odd.same
    )
    weather = Said("anomaly.joined_weather", {"kind": one.weather}) if one.weather else ""
    return Said("anomaly.off_together", {"list": each, "weather": weather})


def _again(one: Seen) -> Said | str:
    """Say that it was so a year before as well."""
    if one.year is None or not one.comes_again or (one.part is not None and one.part.comes_again):
        return ""
    metric, span = one.year.metric, one.year.span
    ends = {"value": one.year.value, "usual": one.year.usual}
    figures = {name: Amount(figure_of(value), metric) for name, value in ends.items()}
    return Said("anomaly.again", {"when": Window(span.start, span.end, "range"), **figures})


def params_of(one: Odd, desk: MetricDesk) -> dict[str, Any]:
    shown, is_rate = one.look, desk.catalog.metrics[one.look.metric].kind == "ratio"
    return {
        "what": what_it_is(shown, desk),
        "when": _when(shown),
        "days": (shown.span.end - shown.span.start).days,
        "since": day_of(shown.span.start),
        "week": Amount(figure_of(7 * shown.usual / (shown.span.end - shown.span.start).days), shown.metric),
        "value": told_of(shown.value, shown.metric, desk),
        "usual": amount_of(shown.usual, shown.metric, desk),
        "change": grown_by(shown.value, shown.usual, shown.metric, desk),
        "a_week": "" if is_rate else say("analysis.anomaly.a_week", desk.language),
        "weekday": weekday_name(shown.span.start.weekday(), desk.language),
        "by": desk.catalog.dimensions[shown.dimension].label(desk.language) if shown.dimension else "",
        "others": percent_of(100 * (shown.others - 1), signed=True),
        "same": _also(one),
    }


def _when(one: Looked) -> Window | Said:
    """Return a finding's days, with how many of them its figures leave out."""
    window = Window(one.span.start, one.span.end, "range")
    return Said("anomaly.when_kept", {"when": window, "count": one.left_out}) if one.left_out else window


def _also(one: Odd) -> tuple[Name, ...]:
    """Return the other figures that show the same event; of a joint day they are told with their changes."""
    if one.joint:
        return ()
    names = dict.fromkeys(two.metric for two in one.same if two.metric != one.look.metric)
    return tuple(Name(name) for name in names)[:3]


def _table(found: Sequence[Finding], months: Sequence[Month], desk: MetricDesk) -> QueryResult:
    """Return the findings with what is usual, of what that is made, and the year before where it is known."""
    heads = ("what", "when", "value", "usual", "change", "year", "base")
    columns = tuple(
        ResultColumn(
            say(f"analysis.anomaly.column.{head}", desk.language), "number" if 1 < place < _LAST else "text"
        )
        for place, head in enumerate(heads)
    )
    by_look, rows = {_key(one.look): one for one in months}, []
    for one in found:
        shown, last = one.odd.look, one.odd.look.span.end - days(1)
        first = shown.span.start.isoformat()
        when = first if shown.span.is_day else f"{first} – {last.isoformat()}"
        basis = (
            (None, say(f"analysis.anomaly.basis.{one.base}", desk.language))
            if one.base
            else _usual_of(shown, by_look.get(_key(shown)), desk)
        )
        beside = (round(shown.usual, 4), round(100 * shown.change, 1) + 0.0) if shown.usual else (None, None)
        rows.append((what_it_is(shown, desk), when, round(shown.value, 4), *beside, *basis))
    return QueryResult(columns, tuple(rows), False, 0.0)


def _key(one: Looked) -> tuple[object, ...]:
    return one.metric, one.dimension, one.member, one.span


def _usual_of(one: Looked, month: Month | None, desk: MetricDesk) -> tuple[float | None, str]:
    """Return the year before, and of what the usual is made: of months as it was computed, else of weeks."""
    if month is not None:
        year = None if month.year is None else round(month.year, 4)
        return year, worded(basis_told(month), desk.catalog, desk.language).strip(" （）()")
    kind = one.span.unit if one.span.unit in ("day", "week") else "run"
    return None, say(f"analysis.anomaly.basis.{kind}", desk.language, weeks=WEEKS)


def _questions(found: Sequence[Odd], about: AnalysisAsked, desk: MetricDesk) -> tuple[str, ...]:
    """Return questions why the first findings moved: usual or not, the week before may have been either."""
    asked = []
    for one in found:
        shown = one.look
        window = Window(shown.span.start, shown.span.end, shown.span.unit)
        filters = filters_of(shown, about.filters, desk)
        query = MetricQuery((shown.metric,), windows=(window,), filters=filters)
        asked.append(why_question(query, "", desk))
    return tuple(dict.fromkeys(one for one in asked if one))[:3]
