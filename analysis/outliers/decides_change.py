"""Whether one single entry makes most of a change: a large order, or one that was keyed wrong."""

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from analysis.asked import AnalysisAsked, Kind
from analysis.briefing.figures import only_year
from analysis.briefing.planned import times_of
from analysis.briefing.scorecard import lines_of, scorecard
from analysis.outcome import Amount, Look, Name, Read, Said, exact, grown
from analysis.outliers.entry import Keyed, added_up, time_of, written_alone
from analysis.outliers.own_row import product_looks, with_own
from analysis.why.shape import alike_by, shape_of
from analysis.why.split import ZERO
from analysis.why.steps import over_equal_data
from answers.naming import column_name
from knowledge.metrics import Metric
from query.metric_query import Grain, MetricQuery, Window
from understanding.metric.desk import MetricDesk

_CHANGES: tuple[Kind, ...] = ("why", "contribution", "moved")
_REPORTS: tuple[Kind, ...] = ("briefing", "anomaly")
_HALF = Decimal("0.5")  # of the change, by what it is above the mean of all others
_ABOVE = 3  # times the mean of all others
_ALONE = Decimal("1.5")  # times the next largest: of two alike neither makes it alone
_SAME = Decimal("0.999")  # of it: what is read of a figure is rounded
_LEAST = Decimal("0.01")  # of the figure: a smaller change is told as none
_MOST_CUTS = 2  # things that an entry is told by
_ENDS, _PLACE, _NEXT = "single", "single_place", "single_next"


@dataclass(frozen=True)
class Ends:
    """A figure that is a plain sum of rows, in the time asked about and in those it is set beside."""

    metric: Metric
    inside: str
    now: Window
    bases: tuple[Window, ...]  # the first that holds is told
    look: Look


@dataclass(frozen=True)
class _Large:
    """The largest entry of a time, beside the change that it makes most of."""

    ends: Ends
    value: Decimal
    time: Window  # the one that holds it
    base: Window
    sums: tuple[Decimal, Decimal]  # now and then
    scale: Decimal  # of the figure then, to be set beside now: a longer time brings more


def ends_of(asked: AnalysisAsked, desk: MetricDesk) -> Ends | None:
    """Return the look at what a change comes to and at the largest entry of each time, where it is a sum."""
    found = _compared(asked, desk)
    if found is None:
        return None
    name, (now, *bases) = found
    known = desk.catalog.metrics[name]
    inside = added_up(known, desk)
    if inside is None or known.additivity != "sum" or not known.time or known.counts_rows:
        return None
    plain = replace(known, additivity="distinct", show=())
    most = replace(plain, name="largest_entry", expression=f"MAX({inside})")
    count = replace(plain, name="entries", expression=f"COUNT({inside})", decimals=0)
    query = MetricQuery((name, most.name, count.name), windows=(now, *bases), filters=asked.filters)
    catalog = desk.catalog.beside(most, count)
    look = Look(_ENDS, query, _label(known), catalog=catalog, detail=True)
    return Ends(known, inside, now, tuple(bases), look)


def _label(metric: Metric) -> Said:
    return Said("briefing.label.largest", {"metric": Name(metric.name)})


def _compared(asked: AnalysisAsked, desk: MetricDesk) -> tuple[str, tuple[Window, ...]] | None:
    """Return the figure that is told with a change, its time and those it may be set beside."""
    if asked.window is None:
        return None
    if asked.kind in _CHANGES and asked.against is not None and asked.metrics:
        change = over_equal_data(asked, shape_of(asked.metrics[0], desk), desk)
        return None if isinstance(change, Said) else (asked.metrics[0], (change.now, change.before))
    if asked.kind not in _REPORTS or asked.about or (asked.kind == "anomaly" and not asked.metrics):
        return None
    lines = lines_of(asked.metrics, desk, asked.filters) or scorecard(desk, asked.filters)
    if not lines:
        return None
    now, before, year = times = times_of(asked.window, lines, desk)
    return lines[0].metric, (now, year, *(() if only_year(times, desk) else (before,)))


def single_told(
    ends: Ends, read: Mapping[str, Read], asked: AnalysisAsked, desk: MetricDesk
) -> Generator[Sequence[Look], Mapping[str, Read], list[Said]]:
    """Yield the looks at an entry that makes most of a change, and return what is said of it."""
    one = next(_large(ends, read, desk), None)
    if one is None:
        return []
    looks, keyed = _looks(one, asked, desk)
    found = yield looks
    (own,) = with_own([keyed], found, desk)
    told = _told(one, found, own, desk)
    return [told] if told else []


def _large(ends: Ends, read: Mapping[str, Read], desk: MetricDesk) -> Iterator[_Large]:
    """Yield the largest entry of a time of which more than half of the change would be gone without it.

    It counts by what it is above the largest of the time beside it: where rows are a shop's takings of a day,
    the largest has its like the day before, and only the rest of it is the change.
    """
    times = _entries_of(read.get(_ENDS), 1 + len(ends.bases))
    by_day = shape_of(ends.metric.name, desk).by_day
    for base, then in zip(ends.bases, times[1:], strict=False):
        now, scale = times[0], alike_by(ends.now, base) if by_day else Decimal(1)
        change = now.total - then.total * scale
        if not now.known or not then.total or abs(change) < _LEAST * abs(then.total * scale):
            continue
        if change > 0 and now.makes_most(change, then):
            yield _Large(ends, now.largest, ends.now, base, (now.total, then.total), scale)
        if change <= 0 and then.makes_most(-change / scale, now):
            yield _Large(ends, then.largest, base, base, (now.total, then.total), scale)


@dataclass(frozen=True)
class _Entries:
    """The entries of a time: what they come to, the largest, and how many they are."""

    known: bool
    total: Decimal
    largest: Decimal
    count: Decimal

    def makes_most(self, change: Decimal, beside: "_Entries") -> bool:
        """Tell whether the largest makes most of a change, by what it is above all others and its like."""
        if self.largest <= 0 or self.count < 2:
            return False
        usual = (self.total - self.largest) / (self.count - 1)
        above = self.largest - max(usual, beside.largest)
        return self.largest >= _ABOVE * usual and above > _HALF * change


def _entries_of(read: Read | None, many: int) -> tuple[_Entries, ...]:
    """Return the entries of each time that one look holds; none where it holds no row."""
    cells = [exact(cell) for row in read.result.rows[:1] for cell in row] if read else []
    return tuple(
        _Entries(cells[at] is not None, *(cells[at + many * part] or ZERO for part in range(3)))
        for at in range(many if cells else 0)
    )


def _looks(one: _Large, asked: AnalysisAsked, desk: MetricDesk) -> tuple[list[Look], Keyed]:
    """Return the looks at which entry it is, at the next largest, and at what its own row makes of it."""
    known, inside = one.ends.metric, one.ends.inside
    bound = f"({inside}) >= {one.value * _SAME:f}"
    place = replace(
        known, name="largest_entry", expression=f"MAX({inside})", additivity="distinct", show=(),
        filters=(*known.filters, bound),
    )  # fmt: skip
    below = replace(
        place, name="next_entry", filters=known.filters, decimals=known.decimals,
        expression=f"MAX(CASE WHEN {bound} THEN NULL ELSE {inside} END)",
    )  # fmt: skip
    same = replace(below, name="same_entries", expression=f"SUM(CASE WHEN {bound} THEN 1 ELSE 0 END)")
    where: dict[str, Any] = {"windows": (one.time,), "filters": asked.filters}
    grain: Grain = "month" if known.time_grain == "month" else "day"
    placed = MetricQuery((place.name,), told_by(known.name, asked, desk), grain, **where)
    beside = MetricQuery((below.name, same.name), **where)
    label = _label(known)
    looks = [
        Look(_PLACE, placed, label, catalog=desk.catalog.beside(place), detail=True),
        Look(_NEXT, beside, label, catalog=desk.catalog.beside(below, same), detail=True),
    ]
    keyed = Keyed(known.name, one.time.start, one.value, one.value, one.value)
    both = Window(min(one.time.start, one.base.start), max(one.ends.now.end, one.base.end), "range")
    looks += product_looks([keyed], {known.name: both}, asked.filters, desk)
    return looks, keyed


def told_by(metric: str, asked: AnalysisAsked, desk: MetricDesk) -> tuple[str, ...]:
    """Return what an entry is told by: things with a key, the finest of a hierarchy, as one may see."""
    catalog, fixed = desk.catalog, {one.dimension for one in asked.filters}
    placed = {name: at for levels in catalog.hierarchies for at, name in enumerate(levels)}
    open_to = {
        one.name: one
        for one in catalog.dimensions.values()
        if not (one.days or one.on_time or one.name in {*fixed, *catalog.english_alone})
        and catalog.cuts(metric, one.name)
        and desk.shows(one)
    }
    coarser = {
        name
        for levels in catalog.hierarchies
        for at, name in enumerate(levels)
        if {*levels[at + 1 :]} & {*open_to, *fixed}
    }
    fine = [one for one in open_to.values() if one.name not in coarser]
    ranked = sorted(fine, key=lambda one: (not one.key, one.name not in placed))
    return tuple(one.name for one in ranked if one.key or one.name in placed)[:_MOST_CUTS]


def _told(one: _Large, read: Mapping[str, Read], keyed: Keyed, desk: MetricDesk) -> Said | None:
    """Return what an entry is and what the change is without it; None where it is not the only such one."""
    placed, beside, name = read.get(_PLACE), read.get(_NEXT), one.ends.metric.name
    if placed is None or beside is None or len(placed.result.rows) != 1 or not beside.result.rows:
        return None
    below, same = (exact(cell) for cell in beside.result.rows[0])
    if same != 1 or below is None or below <= 0 or one.value < _ALONE * below:
        return None
    *names, day, _ = placed.result.rows[0]
    now, then = one.sums
    less = (now, then - one.value) if one.time == one.base else (now - one.value, then)
    if less[1] <= 0:
        return None
    who = tuple(str(it) for it in names if it)
    bases = ((this, base * one.scale) for this, base in ((now, then), less))
    ends = [grown(this - base, base, one.ends.metric) for this, base in bases]
    params: dict[str, Any] = {
        "metric": Name(name),
        "when": time_of(day, one.ends.metric),
        "who": Said("entries.single_who", {"list": who}) if who else "",
        "value": written_alone(one.value, one.ends.metric, desk),
        "next": written_alone(below, one.ends.metric, desk),
        "times": f"{one.value / below:.1f}",
        "now": replace(one.ends.now, text=""),
        "base": replace(one.base, text=""),
        "change": ends[0],
        "less": ends[1],
        "without": Amount(less[1] if one.time == one.base else less[0], name),
        "time": replace(one.time, text=""),
        "wrong": _wrong(keyed, one, desk),
    }
    way = "up" if now > then * one.scale else "down"
    return Said(f"entries.single_{way}", params)


def _wrong(keyed: Keyed, one: _Large, desk: MetricDesk) -> Said | str:
    """Return that an entry is not what its own row makes of it, where all others are."""
    if keyed.own is None:
        return ""
    table = one.ends.metric.table
    named = (column_name(table, it, desk.catalog.schema, desk.language) for it in keyed.own.factors)
    likely = Amount(keyed.own.value, one.ends.metric.name)
    return Said("entries.single_wrong", {"product": " × ".join(named), "likely": likely})
