"""What is read once it is known what is told: days a place lacked, when one began, what else came then."""

import datetime as dt
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import TYPE_CHECKING

from analysis.lifespans import begins_at, edge_look
from analysis.names import member_in
from analysis.outcome import Look, Name, Read, Said, day_in
from analysis.why.budget import share
from analysis.why.calendar import DayKinds, each_day, stretches
from analysis.why.days import AROUND, TellingDays, usual_of
from analysis.why.looks import Change, of_member, series_of
from analysis.why.split import ZERO
from database.schema import Column
from knowledge.metrics import Metric
from language.calendar import days
from query.metric_query import Filter, MetricQuery, Window
from understanding.metric.desk import MetricDesk

if TYPE_CHECKING:
    from analysis.why.findings import Findings

LEAST_CAME = 3
BY_CHANCE = 0.001
LACKS_OFTEN = 0.05  # such stretches of nothing by chance in the days around: it is how the member is
NEARLY_ALL = Decimal("0.9")
YEAR, YEAR_APART = 365, 5  # days: how far from a year before the same may lie
YEAR_SHORTEST, YEAR_UNLIKE = 3, 2  # fewer days are chance; nor may it be longer or shorter by half

Member = tuple[str, str]  # dimension and name


@dataclass(frozen=True)
class Lacking:
    """The days on which a place had no data, and what such days bring; None where that is not known."""

    days: tuple[Window, ...]
    usual: Decimal | None
    year: Window | None = None  # such days a year before
    often: bool = False  # it has such days now and then


@dataclass(frozen=True)
class Began:
    """When a member began, by a column of its own table."""

    day: dt.date
    column: Column


@dataclass(frozen=True)
class Came:
    """Things of another table that came on the few days, beside how many came on all others."""

    metric: str
    count: Decimal
    others: Decimal
    other_days: int
    kind: str = ""  # of what kind nearly all of them were
    of_kind: Decimal = ZERO  # how many
    amount: tuple[str, Decimal] | None = None  # another figure of the same rows, and what it came to


@dataclass(frozen=True)
class Steady:
    """Another figure on the days that a place lacks: its mean of a day, and what such days usually bring."""

    metric: str
    mean: Decimal
    usual: Decimal


@dataclass(frozen=True)
class Nearby:
    """What is known beside what is told; of who `often` has days of nothing they are no news."""

    lacking: Mapping[Member, Lacking] = field(default_factory=dict)
    often: tuple[Member, ...] = ()
    began: Mapping[Member, Began] = field(default_factory=dict)
    came: tuple[Came, ...] = ()
    steady: Steady | None = None
    year: Window | None = None  # few days of nothing were so a year before, too


def nearby_looks(found: "Findings", desk: MetricDesk) -> list[Look]:
    """Return the looks at the days of places that lack some, at who is new, and at the few days."""
    change, looks = found.change, list[Look]()
    for place, one in enumerate(share("lacking", _of_state("dark", found))):
        query = MetricQuery(
            (change.metric.name,),
            grain="day",
            windows=(_around(change, desk, YEAR + YEAR_APART),),
            filters=_with(one, change, desk),
        )
        looks.append(Look(f"lacking_{place}", query, Said("why.label.lacking", {"member": one[1]})))
    if looks and (other := _other_daily(found, desk)) is not None:
        query = MetricQuery(
            (other,), grain="day", windows=(_around(change, desk),), filters=change.asked.filters
        )
        looks.append(Look("steady", query, Said("why.label.came", {"metric": Name(other)})))
    for place, one in enumerate(share("begun", _of_state("new", found))):
        member, of = of_member(*one, desk), desk.catalog.dimensions[one[0]]
        label = Said("why.label.began", {"member": one[1]})
        if (look := edge_look("first", f"began_{place}", (one[0],), of, (member,), label, desk)) is not None:
            looks.append(look)
    if (none := _of_nothing(found)) is not None:
        start, end = (it - days(YEAR) for it in (none.start, none.end))
        around = Window(start - days(YEAR_APART), end + days(YEAR_APART), "range")
        query = MetricQuery(
            (change.metric.name,), grain="day", windows=(around,), filters=change.asked.filters
        )
        looks.append(Look("few_year", query, Said("why.label.year"), detail=True))
    if found.days is not None:
        for metric in share("came", [*_counts(change, desk)]):
            query = MetricQuery(
                (metric.name,), grain="day", windows=(change.span,), filters=change.asked.filters
            )
            looks.append(
                Look(f"came_{metric.name}", query, Said("why.label.came", {"metric": Name(metric.name)}))
            )
            looks += _came_looks(metric, found.days, change, desk)
    return looks


def nearby_of(found: "Findings", read: Mapping[str, Read], desk: MetricDesk) -> Nearby:
    """Return what these looks say."""
    lacking = {
        one: told
        for place, one in enumerate(share("lacking", _of_state("dark", found)))
        if (told := _lacking(read.get(f"lacking_{place}"), found, desk)) is not None
    }
    began = {
        one: begun
        for place, one in enumerate(share("begun", _of_state("new", found)))
        if (begun := _began(read.get(f"began_{place}"), one, found.change, desk)) is not None
    }
    few = found.days
    came = [
        counted
        for name, one in read.items()
        if name.startswith("came_") and few is not None and (counted := came_on(one, few)) is not None
    ]
    came = [_detailed(one, read) for one in came]
    often = tuple(member for member, one in lacking.items() if one.often)
    lacking = {member: one for member, one in lacking.items() if not one.often}
    steady = _steady(read.get("steady"), lacking, desk)
    came = sorted(came, key=lambda one: -one.count)
    year, none = read.get("few_year"), _of_nothing(found)
    again = _year_before([none], series_of(year), year.look.query.windows[0]) if year and none else None
    return Nearby(lacking, often, began, tuple(came), steady, again)


def _of_nothing(found: "Findings") -> Window | None:
    """Return the days in a row that hold a change with nothing of the figure on any of them."""
    few = found.days
    if few is None or few.held or few.is_before:
        return None
    rows = stretches(few.parts)
    return rows[0] if len(rows) == 1 else None


def _year_before(lacking: Sequence[Window], series: Mapping[dt.date, Decimal], over: Window) -> Window | None:
    """Return the days of nothing about a year before, where a stretch of as many was it then, too."""
    if len(lacking) != 1 or lacking[0].days < YEAR_SHORTEST or not series:
        return None
    (own,), first = lacking, min(series)  # before its first day it was not there at all
    gone = stretches([day for day in each_day(over) if first < day < own.start and not series.get(day)])
    near = (one for one in gone if abs((own.start - one.start).days - YEAR) <= YEAR_APART)
    return next((one for one in near if abs(one.days - own.days) <= own.days / YEAR_UNLIKE), None)


def _other_daily(found: "Findings", desk: MetricDesk) -> str | None:
    """Return another figure of every day, of other rows: the cars that came in while a shop had no sales."""
    catalog = desk.catalog
    for one in found.beside:
        metric = catalog.metrics[one.metric]
        if metric.kind == "simple" and metric.additivity == "sum" and catalog.is_dense(metric):
            return one.metric
    return None


def _steady(read: Read | None, lacking: Mapping[Member, Lacking], desk: MetricDesk) -> Steady | None:
    """Return how the other figure stood on the days that the first place lacks."""
    first = next(iter(lacking.values()), None)
    if read is None or first is None or read.result.truncated:
        return None
    series, window = series_of(read), read.look.query.windows[0]
    kinds = DayKinds.of(desk.catalog, (window.start, window.end))
    gone = [day for one in first.days for day in each_day(one)]
    usual = [level for day in gone if (level := usual_of(day, series, kinds)) is not None]
    if len(usual) < len(gone) or any(day not in series for day in gone):
        return None
    count = Decimal(len(gone))
    total = sum((series[day] for day in gone), ZERO)
    return Steady(read.look.query.metrics[0], total / count, sum(usual, ZERO) / count)


def _came_looks(metric: Metric, few: TellingDays, change: Change, desk: MetricDesk) -> Iterator[Look]:
    """Yield the looks at what things of another table were on the few days: their kind, and their amount."""
    catalog = desk.catalog
    window = Window(min(few.parts), max(few.parts) + days(1), "range")
    label = Said("why.label.came", {"metric": Name(metric.name)})
    kinds = [
        one.name
        for one in catalog.dimensions.values()
        if one.values and catalog.full(one.table) == catalog.full(metric.table) and desk.shows(one)
        if catalog.cuts(metric.name, one.name)
    ]
    sums = [
        one.name
        for one in catalog.metrics.values()
        if one.kind == "simple"
        and (one.table, one.time, one.until) == (metric.table, metric.time, metric.until)
        if one.additivity == "sum" and not one.counts_rows and not one.filters and desk.opens(one.name)
    ]
    for name, metrics, splits in (
        *(("kind", (metric.name,), (one,)) for one in kinds[:1]),
        *(("sum", (one,), ()) for one in sums[:1]),
    ):
        query = MetricQuery(metrics, splits, windows=(window,), filters=change.asked.filters)
        yield Look(f"of_came_{name}.{metric.name}", query, label)


def _detailed(one: Came, read: Mapping[str, Read]) -> Came:
    """Return things that came on the few days with of what kind nearly all were, and what they came to."""
    kinds, sums = (read.get(f"of_came_{name}.{one.metric}") for name in ("kind", "sum"))
    if kinds is not None and not kinds.result.truncated:
        counts = {member_in(row[0]): Decimal(str(row[-1] or 0)) for row in kinds.result.rows}
        name = max(counts, key=lambda it: counts[it], default="")
        if name and counts[name] >= NEARLY_ALL * one.count:
            one = replace(one, kind=name, of_kind=counts[name])
    if sums is not None and sums.result.rows and sums.result.rows[0][-1] is not None:
        one = replace(one, amount=(sums.look.query.metrics[0], Decimal(str(sums.result.rows[0][-1]))))
    return one


def _of_state(state: str, found: "Findings") -> list[Member]:
    """Return the members of a state among those that are told, the largest first."""
    told = [
        (split.dimension, one) for split in (*found.outstanding[:1], *found.further) for one in split.lines
    ]
    kept = [
        (of, one) for of, one in told if one.state == state and one.name and not found.had_ended(of, one.name)
    ]
    ranked = sorted(kept, key=lambda it: -abs(it[1].part))
    return list(dict.fromkeys((dimension, one.name) for dimension, one in ranked))


def _with(one: Member, change: Change, desk: MetricDesk) -> tuple[Filter, ...]:
    return (*change.asked.filters, of_member(*one, desk))


def _around(change: Change, desk: MetricDesk, back: int = AROUND) -> Window:
    """Return the period with four weeks on either side, or more days before, as far as there are data."""
    known = desk.answers.reader.known.range_of((change.metric.name,))
    start, end = change.now.start - days(back), change.now.end + days(AROUND)
    return Window(max(start, known[0]), min(end, known[1])) if known else Window(start, end)


def _lacking(read: Read | None, found: "Findings", desk: MetricDesk) -> Lacking | None:
    if read is None or read.result.truncated:
        return None
    series, window = series_of(read), read.look.query.windows[0]
    common = found.calendar.lacking if found.calendar is not None else ()  # nobody has data of these
    gone = [day for day in each_day(found.change.now) if day not in series and day not in common]
    if not (gone and series):
        return None  # a day is missed only of what else has days
    kinds = DayKinds.of(desk.catalog, (window.start, window.end))
    usual = [usual_of(day, series, kinds) for day in gone]
    known = [one for one in usual if one is not None]
    lacking = tuple(stretches(gone))
    total = sum(known, ZERO) if len(known) == len(gone) else None
    often = _lacks_often(lacking, series, window)
    return Lacking(lacking, total, _year_before(lacking, series, window), often)


def _lacks_often(lacking: Sequence[Window], series: Mapping[dt.date, Decimal], window: Window) -> bool:
    """Tell days of nothing as a member has them: chance or its own coming and going brings such a stretch.

    Paid by card at a small site: four days without are no closure where one day of eight has none. A genre
    has weeks without, where no film of it runs; what stood still about a year before too is none of that.
    """
    gone = {day for one in lacking for day in each_day(one)}
    longest = max(lacking, key=lambda one: one.days)
    others = [day for day in each_day(window) if day not in gone and min(series) <= day <= max(series)]
    empty = [day for day in others if day not in series]
    alike = (
        one.days >= max(YEAR_SHORTEST, longest.days / YEAR_UNLIKE)
        and abs((longest.start - one.start).days - YEAR) > YEAR_APART
        for one in stretches(empty)
    )
    by_chance = runs_by_chance(len(empty), len(others), longest.days) > LACKS_OFTEN
    return bool(empty) and (by_chance or any(alike))


def runs_by_chance(missed: int, others: int, length: int) -> float:
    """Return how many stretches of nothing as long as this chance brings to days of which some have nothing.

    How likely a day brings nothing is told by Laplace's rule of succession.
    """
    return float(others * ((missed + 1) / (others + 2)) ** length)


def _began(read: Read | None, one: Member, change: Change, desk: MetricDesk) -> Began | None:
    """Return when a new member began, where that lies near the times compared."""
    column = begins_at(desk.catalog.dimensions[one[0]], desk)
    if read is None or column is None or len(read.result.rows) != 1 or read.result.rows[0][-1] is None:
        return None
    day = day_in(read.result.rows[0][-1])
    return Began(day, column) if change.before.start <= day < change.now.end else None


def _counts(change: Change, desk: MetricDesk) -> Iterator[Metric]:
    """Yield counts of single events of other tables, of the same members."""
    catalog, fixed = desk.catalog, [one.dimension for one in change.asked.filters]
    own = {one.table for one in change.shape.catalog.sources(change.metric.name)}
    for one in catalog.metrics.values():
        daily = one.kind == "simple" and one.counts_rows and bool(one.time) and one.time_grain == "day"
        if not daily or one.table in own or catalog.is_dense(one) or not desk.opens(one.name):
            continue
        if all(catalog.cuts(one.name, name) for name in fixed):
            own |= {one.table}
            yield one


def came_on(read: Read, few: TellingDays, by_chance: float = BY_CHANCE) -> Came | None:
    """Return how many things came on the few days, where chance does not bring so many."""
    if read.result.truncated:
        return None
    series, length = series_of(read), read.look.query.windows[0].days
    first, end = min(few.parts), max(few.parts) + days(1)
    held = sum((value for day, value in series.items() if first <= day < end), ZERO)
    others, other_days = sum(series.values(), ZERO) - held, length - (end - first).days
    expected = max(float(others), 0.5) / max(1, other_days) * (end - first).days
    expected = max(expected, _on_such_days(series, read.look.query.windows[0], Window(first, end, "range")))
    if held < LEAST_CAME or _at_least(int(held), expected) > by_chance:
        return None
    return Came(read.look.query.metrics[0], held, others, other_days)


def _on_such_days(series: Mapping[dt.date, Decimal], all_of: Window, few: Window) -> float:
    """Return how many came on as many of the same weekdays outside the few: most lessons are of weekends."""
    others = [day for day in each_day(all_of) if not few.start <= day < few.end]
    expected = 0.0
    for day in each_day(few):
        alike = [float(series.get(one, ZERO)) for one in others if one.weekday() == day.weekday()]
        expected += sum(alike) / len(alike) if alike else 0.0
    return expected


def _at_least(count: int, expected: float) -> float:
    """Return how likely so many or more are where so many are expected, after Poisson.

    >>> round(_at_least(3, 1.0), 4)
    0.0803
    """
    term, below = math.exp(-expected), 0.0
    for number in range(count):
        below += term
        term *= expected / (number + 1)
    return max(0.0, 1.0 - below)


def windows_told(found: Sequence[Window]) -> tuple[Window, ...]:
    """Return stretches as they are told: of many the first and the last."""
    return tuple(found) if len(found) <= 3 else (Window(found[0].start, found[-1].end, "range"),)
