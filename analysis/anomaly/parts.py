"""Which part of an odd figure makes most of it, by place and kind together, and whether that is only new."""

import datetime as dt
import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from analysis.anomaly.day_series import Plan
from analysis.anomaly.extent import AROUND, SHORTEST, extent
from analysis.anomaly.lasting import lasting
from analysis.anomaly.looks import WEEKS, Span
from analysis.anomaly.looks import Look as Looked
from analysis.anomaly.whose import filters_of
from analysis.cuts import cuts_of
from analysis.daily import Daily, SpecialDays
from analysis.forecast.models import YEAR
from analysis.names import member_in
from analysis.openings import Openings
from analysis.outcome import Look, Name, Read, Said
from analysis.series import MOST_ROWS, Wanted, adds_up, data_span, looks_of
from analysis.why.looks import of_member
from language.calendar import days
from query.metric_query import Filter, MetricQuery, Window
from understanding.metric.desk import MetricDesk

MOSTLY = 0.5  # of what a figure lies off
NEARLY_ALL = 0.8  # of what a part lies off
IMPOSSIBLE = 20.0  # times what is usual, and ten times the most there ever was: to be checked
ALL = 0.98  # of a finding
LIFT = 1.25  # times its usual share
AS_MUCH = 0.9  # of the part that makes most: of such the one of least is the most exact
OF_COARSER = 0.75  # of what the part by one dimension less lies off
BACK = 7 * WEEKS


@dataclass(frozen=True)
class Part:
    """Members of one or two dimensions that make most of a finding: now, usually, and a year before."""

    dimensions: tuple[str, ...]
    names: tuple[str, ...]
    span: Span
    value: float
    usual: float
    year: float
    opened: dt.date | None = None  # it is new: it only seems to be unusual
    goes_on: bool = False  # until the last day with data
    times: float = 0.0  # how many times what is usual one day had, where that alone makes it

    @property
    def off(self) -> float:
        """Return how far it is from usual."""
        return self.value - self.usual

    def is_all_of(self, one: Looked) -> bool:
        """Tell a part that is as good as the whole finding."""
        return self.usual >= ALL * one.usual and abs(self.off) >= ALL * abs(one.value - one.usual)

    @property
    def comes_again(self) -> bool:
        """Tell whether there was as much of it beyond usual, half or more, a year before."""
        return (self.year - self.usual) / (self.value - self.usual) >= MOSTLY

    def told(self) -> Said:
        """Return what it is called: a place, or a kind at a place, of a thing there."""
        if len(self.names) == 1:
            return Said("anomaly.one", {"name": self.names[0]})
        *places, kind = self.names
        return Said("anomaly.both", {"place": tuple(places), "kind": kind})


def part_look(one: Looked, place: int, filters: tuple[Filter, ...], desk: MetricDesk) -> Look | None:
    """Return the look at a finding's parts over its days, the weeks before, and a year before."""
    metric = desk.catalog.metrics[one.metric]
    if metric.kind == "ratio" or not adds_up(metric, desk):
        return None
    fixed = {kept.dimension for kept in filters if not kept.negated} | {one.dimension} - {""}
    splits = tuple(_dimensions(one, fixed, desk))
    if not splits:
        return None
    span, then = one.span, one.span.year_before(counted=metric.is_count)
    windows = (
        Window(span.start, span.end, "range"),
        Window(span.start - days(BACK), span.start, "range"),
        Window(then.start, then.end, "range"),
    )
    named = {"metric": Name(one.metric), "by": tuple(Name(name, dimension=True) for name in splits)}
    label = Said("anomaly.label_parts", named)
    query = MetricQuery((one.metric,), splits, windows=windows, filters=filters_of(one, filters, desk))
    return Look(f"part.{place}", query, label)


def _dimensions(one: Looked, fixed: set[str], desk: MetricDesk) -> list[str]:
    """Return the places, things and kind of rows by which a figure is looked into: the finest of each.

    The finest place of all comes before the finest of those that are few, and what that is part of behind it:
    of two crews that share a finding, their branch has it. Things of another sort, as products beside depots,
    come in where all of it fits in one result.
    """
    catalog, cuts = desk.catalog, cuts_of(one.metric, desk, fixed)
    table = catalog.metrics[one.metric].table
    kinds = [name for name in cuts if catalog.is_own(catalog.dimensions[name], [table] if table else [])]
    places, keyed = _places_and_things([name for name in cuts if name not in kinds], desk)
    finest = [name for name in _finest(places[:1], desk) if catalog.cuts(one.metric, name)]
    above = [name for name in _above(places[:1], desk) if name in cuts]
    for chosen in (
        [*finest, *places[:1], *above, *keyed[:1], *kinds[:1]],
        [*finest, *places[:1], *above, *kinds[:1]],
        [*places[:1], *above, *kinds[:1]],
    ):
        own = [name for name in chosen if name not in above and (not finest or name not in places)]
        if _rows(one, own, desk) <= MOST_ROWS:
            return chosen
    return places[:1]


def _places_and_things(names: Sequence[str], desk: MetricDesk) -> tuple[list[str], list[str]]:
    """Return what of some cuts is a level, where there is none all, and things of another sort with a key."""
    levels = levels_of(desk)
    places = [name for name in names if name in levels] or list(names)
    keyed = [name for name in names if desk.catalog.dimensions[name].key]
    return places, [name for name in keyed if name not in {*places[:1], *levels}]


def _above(places: Sequence[str], desk: MetricDesk) -> list[str]:
    """Return the level that a place is part of: of a crew the branch."""
    lines = [levels for levels in desk.catalog.hierarchies if places and places[0] in levels[1:]]
    return [levels[levels.index(places[0]) - 1] for levels in lines[:1]]


def _finest(places: Sequence[str], desk: MetricDesk) -> list[str]:
    """Return the finest level under a place, where that is another."""
    lines = [levels for levels in desk.catalog.hierarchies if places and places[0] in levels[:-1]]
    return [levels[-1] for levels in lines[:1] if desk.shows(desk.catalog.dimensions[levels[-1]])]


def levels_of(desk: MetricDesk) -> set[str]:
    """Return the dimensions that are levels of places."""
    return {name for levels in desk.catalog.hierarchies for name in levels}


def _rows(one: Looked, cuts: Sequence[str], desk: MetricDesk) -> float:
    """Return how many rows some cuts together have at most: of things counted no more than there are."""
    every = float(math.prod(max(1, desk.answers.reader.known.size(name)) for name in cuts))
    if not desk.catalog.metrics[one.metric].is_count:
        return every
    a_day = one.usual / (one.span.end - one.span.start).days
    return min(every, 2 * one.value + a_day * BACK)  # a year before there may have been as many


def part_of(
    one: Looked, read: Read | None, openings: Openings | None, levels: Collection[str] = ()
) -> Part | None:
    """Return the part that makes most of a finding, by as many dimensions as hold it together.

    One more dimension is told where its part still makes most of what that without it does. What is not
    filled in is no part, nor are two things that go together, a depot and its town.
    """
    if read is None or read.result.truncated:
        return None
    splits, rows = read.look.query.splits, read.result.rows
    telling = [at for at in range(len(splits)) if len({row[at] for row in rows}) > 1 or splits[at] in levels]
    found, usually = None, _usual_shares(telling, splits, rows, one.span)
    whole = _whole_off(one, splits, rows)
    for size in range(1, len(telling) + 1):
        parts = [
            part
            for at in combinations(telling, size)
            if size == 1 or not (_go_together(at, rows) or _is_above(at, found, splits, rows))
            for part in _parts(at, splits, rows, one.span, openings)
        ]
        fit = [part for part in parts if _tells(part, found, whole, usually, levels)]
        if len(parts) < 2 and not {*splits} & {*levels}:
            continue
        most = max((abs(part.off) for part in fit), default=0.0)
        fit = [part for part in fit if abs(part.off) >= AS_MUCH * most]
        found = min(fit, key=lambda part: part.usual, default=found)
    return found


def _usual_shares(
    telling: Sequence[int], splits: Sequence[str], rows: Sequence[Sequence[object]], span: Span
) -> dict[tuple[str, str], float]:
    """Return each member's usual share of all."""
    found: dict[tuple[str, str], float] = {}
    for at in telling:
        parts = list(_parts((at,), splits, rows, span, None))
        every = sum(part.usual for part in parts)
        found |= {(splits[at], part.names[0]): part.usual / every for part in parts if every > 0}
    return found


def _whole_off(one: Looked, splits: Sequence[str], rows: Sequence[Sequence[object]]) -> float:
    """Return how far all lies off by what parts usually have, where that is farther than the finding.

    What is usual of a month is that of the year before, of its parts that of the weeks before: of a fall to
    nothing each part had its usual share, however little the year had beside those weeks.
    """
    off = one.value - one.usual
    now, back = (sum(float(str(row[len(splits) + at] or 0)) for row in rows) for at in (0, 1))
    own = now - back / BACK * (one.span.end - one.span.start).days
    return own if own * off > 0 and abs(own) > abs(off) else off


def _tells(
    part: Part,
    coarser: Part | None,
    whole: float,
    usually: Mapping[tuple[str, str], float],
    levels: Collection[str],
) -> bool:
    """Tell a part that makes most of what its whole lies off, and more than its members' share of all.

    Of rows that are nearly all done, that they are done says nothing; a place may be all there is.
    """
    own = [*zip(part.dimensions, part.names, strict=True)]
    kept = [*zip(coarser.dimensions, coarser.names, strict=True)] if coarser else []
    off = part.off / (coarser.off if coarser else whole)
    if part.off / whole < MOSTLY or (coarser is not None and off < OF_COARSER):
        return False
    added = [member for member in own if member not in kept and member[0] not in levels]
    return all(off >= LIFT * usually.get(member, 0.0) for member in added)


def _is_above(
    at: Sequence[int], found: Part | None, splits: Sequence[str], rows: Sequence[Sequence[object]]
) -> bool:
    """Tell dimensions of which one is what the one that was found is part of: the industry of a customer."""
    own = [splits.index(one) for one in found.dimensions] if found else []
    return any(
        _go_together((one, held), rows) for one in at if one not in own for held in own if held not in at
    )


def _go_together(at: Sequence[int], rows: Sequence[Sequence[object]]) -> bool:
    """Tell dimensions of which one is known from another."""
    pairs = combinations(at, 2)
    return any(
        len({(row[one], row[two]) for row in rows})
        <= max(len({row[one] for row in rows}), len({row[two] for row in rows}))
        for one, two in pairs
    )


def _parts(
    at: Sequence[int],
    splits: Sequence[str],
    rows: Sequence[Sequence[object]],
    span: Span,
    openings: Openings | None,
) -> Iterator[Part]:
    """Yield each part by the dimensions at some places: its sums of the three times."""
    sums: dict[tuple[str, ...], list[float]] = {}
    for row in rows:
        key = tuple(str(row[place]) for place in at)
        if not all(member_in(row[place]) for place in at):
            continue
        held = sums.setdefault(key, [0.0, 0.0, 0.0])
        for number, cell in enumerate(row[len(splits) :]):
            held[number] += float(str(cell)) if cell is not None else 0.0
    begun = _begun(at, splits, openings)
    for key, (now, back, year) in sums.items():
        opened = next((begun[name] for name in key if name in begun), None)
        cut = tuple(splits[place] for place in at)
        yield Part(cut, key, span, now, back / BACK * (span.end - span.start).days, year, opened)


def _begun(at: Sequence[int], splits: Sequence[str], openings: Openings | None) -> Mapping[str, dt.date]:
    if openings is None or openings.level not in {splits[place] for place in at}:
        return {}
    return {one.name: one.day for one in openings.every}


def near_plan(
    part: Part, one: Looked, place: int, filters: tuple[Filter, ...], desk: MetricDesk
) -> Plan | None:
    """Return the look at a part's own days, from a year before on; of a day, or all of it, none is needed."""
    if part.span.is_day or part.is_all_of(one):
        return None
    known = data_span(one.metric, desk)
    start = part.span.start - days(YEAR + BACK + AROUND)
    if known is None or known[0] > start:
        return None
    members = zip(part.dimensions, part.names, strict=True)
    kept = (*filters_of(one, filters, desk), *(of_member(*each, desk) for each in members))
    wanted = Wanted(one.metric, start, known[1], kept)
    return Plan(wanted, tuple(looks_of(wanted, desk, f"part_days.{place}")))


def narrowed(
    part: Part, one: Looked, near: Plan, read: Mapping[str, Read], kinds: SpecialDays, desk: MetricDesk
) -> Part:
    """Return a part over the days that hold it."""
    found = near.whole(read, desk)
    if found is None:
        return part
    counted = desk.catalog.metrics[one.metric].is_count
    series, size = found[0], (part.span.end - part.span.start).days
    if (spike := spike_of(part, series)) is not None:
        value = series.total(spike.start, spike.end)
        return replace(
            part, span=spike, value=value, usual=part.usual / size, times=value / (part.usual / size)
        )
    own = replace(one, span=part.span, value=part.value, usual=part.usual)
    on = lasting(own, series, kinds, counted=counted)
    shown = on or extent(own, series, kinds, counted=counted)
    if shown is own:
        return part
    then = shown.span.year_before(counted=counted)
    year = series.total(then.start, then.end)
    over = replace(part, span=shown.span, value=shown.value, usual=shown.usual, year=year)
    return replace(over, goes_on=on is not None)


def spike_of(part: Part, series: Daily) -> Span | None:
    """Return the one day that makes nearly all of a part, with many times what it ever has."""
    first, stop = (part.span.start - series.start).days, (part.span.end - series.start).days
    values = np.nan_to_num(series.values[max(0, first) : stop])
    if len(values) < SHORTEST or first < BACK:
        return None
    at, each, most = int(np.argmax(values)), part.usual / len(values), float(np.nanmax(series.values[:first]))
    own = float(values[at])
    if each <= 0 or own - each < NEARLY_ALL * part.off or own < IMPOSSIBLE * max(each, most / 2):
        return None
    day = part.span.start + days(at)
    return Span(day, day + days(1))
