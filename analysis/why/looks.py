"""What is read to say why: the figure in both periods, by day and member, its factors, what is beside it."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal

from analysis.asked import AnalysisAsked
from analysis.names import member_in
from analysis.outcome import Look, Name, Read, Said, day_in, exact
from analysis.series import is_complete
from analysis.why.budget import share
from analysis.why.calendar import REFERENCE_DAYS, DayKinds, each_day
from analysis.why.shape import ACTIVE, Shape, alike_by, days_held, dimensions_of
from analysis.why.split import ZERO, Pair
from knowledge.metrics import Metric
from language.calendar import days
from query.metric_query import Filter, MetricQuery, Window
from understanding.metric.desk import MetricDesk

LONGEST_SERIES = 900  # days: more rows are cut
OFTEN, HELD = "often_", "held_"
FEW_MEMBERS = 12  # of one machine among many a day without is none that it lacks: it was just not let
SHORT = 7  # days of a time of which a member may lack all by chance
YEAR = 364  # a year in whole weeks
FEW_DAYS = 28  # of fewer it matters which weekdays they are


@dataclass(frozen=True)
class Change:
    """The change asked about: the figure's shape, and the two stretches of time."""

    asked: AnalysisAsked
    shape: Shape
    before: Window
    now: Window
    rebased: Said | None = None  # why the time just before is passed over for an earlier one

    @property
    def metric(self) -> Metric:
        """Return the figure."""
        return self.shape.metric

    @property
    def scale(self) -> Decimal:
        """Return what the earlier time's sums are taken times, so that both count as many days; 1 mostly."""
        return alike_by(self.now, self.before) if self.shape.by_day else Decimal(1)

    def even(self, pair: Pair) -> Pair:
        """Return a sum with its earlier side at as many days as the later one."""
        if self.scale == 1 or pair.before is None:
            return pair
        return Pair(round(pair.before * self.scale, 4), pair.now)

    @property
    def span(self) -> Window:
        """Return all from the beginning of the earlier time to the end of the later."""
        start, end = min(self.before.start, self.now.start), max(self.before.end, self.now.end)
        return Window(start, end, "range")


def first_looks(change: Change, desk: MetricDesk) -> list[Look]:
    """Return what tells the premise, and what the definition and the calendar make of it."""
    shape, metric = change.shape, change.metric
    atoms = tuple(dict.fromkeys((metric.name, *shape.atoms)))
    looks = [_both("total", atoms, change, Said("why.label.total"), needed=True)]
    if (rate := product_of(change, desk)) is not None:
        volume = rate.parts[1]
        label = Said("why.label.product", {"volume": Name(volume), "rate": Name(rate.name)})
        looks.append(_both("product", (volume, rate.name), change, label))
    if metric.kind in ("difference", "sum"):
        looks.append(_both("parts", metric.parts, change, Said("why.label.parts")))
    if shape.by_day and (window := _series_window(change, desk)) is not None:
        query = MetricQuery((metric.name,), grain="day", windows=(window,), filters=change.asked.filters)
        looks.append(Look("days", query, Said("why.label.days", {"window": window})))
    return looks


def member_looks(change: Change, desk: MetricDesk) -> list[Look]:
    """Return a look for each dimension the change may be split by, else for the one it is to be told by."""
    shape, cut = change.shape, change.asked.dimension
    if shape.kind == "whole":
        return []
    counted = (ACTIVE,) if shape.active else ()
    every = dimensions_of(shape, change.asked.filters, desk)
    named = [one for one in every if one.name == cut]
    return [
        _both(
            f"by_{one.name}",
            (*shape.atoms, *counted),
            change,
            Said("why.label.by", {"dimension": Name(one.name, dimension=True)}),
            splits=(one.name,),
        )
        for one in named or every
    ]


def often_looks(change: Change, read: Mapping[str, Read], desk: MetricDesk) -> list[Look]:
    """Return looks at how often members that lack one of two times of a few days had anything before."""
    start = change.before.start
    weeks = Window(start - days(FEW_DAYS), start, "range")
    known = desk.answers.reader.known.range_of((change.metric.name,))
    if not change.shape.active or change.now.days >= SHORT or known is None or weeks.start < known[0]:
        return []
    looks = []
    for one in (one for name, one in read.items() if name.startswith("by_") and not one.result.truncated):
        if any(not pair.before or not pair.now for pair in pairs_of(one).values()):
            (name,), filters = one.look.query.splits, change.asked.filters
            query = MetricQuery((ACTIVE,), (name,), windows=(weeks,), filters=filters)
            label = Said("why.label.by", {"dimension": Name(name, dimension=True)})
            looks.append(Look(f"{OFTEN}{name}", query, label, catalog=change.shape.catalog))
    return looks


def held_looks(change: Change, read: Mapping[str, Read], desk: MetricDesk) -> list[Look]:
    """Return looks at how many days of both times have single events, by each cut of few members."""
    catalog = None if change.shape.active else days_held(change.metric.name, desk)
    if catalog is None:
        return []
    sizes = {
        name.removeprefix("by_"): len(pairs_of(one))
        for name, one in read.items()
        if name.startswith("by_") and not one.result.truncated
    }
    few = sorted((name for name, size in sizes.items() if size <= FEW_MEMBERS), key=lambda one: -sizes[one])
    windows, filters = (change.before, change.now), change.asked.filters
    return [
        Look(
            f"{HELD}{name}",
            MetricQuery((ACTIVE,), (name,), windows=windows, filters=filters),
            Said("why.label.by", {"dimension": Name(name, dimension=True)}),
            catalog=catalog,
        )
        for name in share("held", few)
    ]


def beside_looks(change: Change, desk: MetricDesk) -> list[Look]:
    """Return looks at other figures over the same periods and members: of other tables first."""
    catalog, fixed = desk.catalog, [one.dimension for one in change.asked.filters]
    own = {one.table for one in change.shape.catalog.sources(change.metric.name)}
    others = []
    first = [catalog.metrics[name] for name in catalog.scorecard if name in catalog.metrics]
    for one in dict.fromkeys([*first, *catalog.metrics.values()]):
        sources = catalog.sources(one.name)
        timed = all(source.time and source.time_grain == "day" for source in sources)
        apart = not ({source.table for source in sources} & own)
        timed = timed and is_complete(one.name, change.now, desk)
        if apart and timed and desk.opens(one.name) and all(catalog.cuts(one.name, name) for name in fixed):
            others.append(one)
    chosen: list[Metric] = []
    for one in others:  # one of each table and its times: those who joined, those who left
        if one.table and (one.table, one.time) not in {(other.table, other.time) for other in chosen}:
            chosen.append(one)
    return [
        _both(f"beside_{one.name}", (one.name,), change, Said("why.label.beside", {"metric": Name(one.name)}))
        for one in share("beside", chosen)
    ]


def year_looks(change: Change, desk: MetricDesk) -> list[Look]:
    """Return the look at the same two periods a year before, where that is not what is compared anyway.

    Of two that were both named only where they are unlike in length: November so far beside October.
    """
    query = change.asked.query
    if change.scale == 1 and query is not None and (query.compared is not None or len(query.windows) > 1):
        return []
    ends = (_year_of(change.before, desk), _year_of(change.now, desk))
    windows = tuple(one for one in ends if one is not None)
    if len(windows) < len(ends):
        return []
    known = desk.answers.reader.known.range_of((change.metric.name,))
    if known is None or windows[0].start < known[0] or windows[0].end > change.before.start:
        return []
    if change.scale != 1 and windows[1].end > change.before.start:
        return []
    metrics = tuple(dict.fromkeys((change.metric.name, *change.shape.atoms)))
    asked = MetricQuery(metrics, windows=windows, filters=change.asked.filters)
    return [Look("year", asked, Said("why.label.year"), catalog=change.shape.catalog)]


def year_window(change: Change, desk: MetricDesk) -> Window | None:
    """Return the time asked about a year before, where there are data of it and it is not compared anyway."""
    year = _year_of(change.now, desk)
    if year is None:
        return None
    known = desk.answers.reader.known.range_of((change.metric.name,))
    new = (year.start, year.end) != (change.before.start, change.before.end)
    return replace(year, text="") if known is not None and known[0] <= year.start and new else None


def _year_of(window: Window, desk: MetricDesk) -> Window | None:
    """Return a time a year before; of a few days the same weekdays, None where other days of them are off."""
    if window.unit not in ("day", "range") or window.holiday or window.days >= FEW_DAYS:
        return window.year_before(desk.catalog.holidays)
    year = replace(window, start=window.start - days(YEAR), end=window.end - days(YEAR), text="")
    kinds = DayKinds.of(desk.catalog, (year.start, window.end))
    return year if kinds.counted(year) == kinds.counted(window) else None


def has_other_weekdays(change: Change) -> bool:
    """Tell two times of a few days whose weekdays are not the same: a Friday beside a Thursday."""
    before, now = (sorted(day.weekday() for day in each_day(one)) for one in (change.before, change.now))
    return change.now.days < FEW_DAYS and before != now


def stored(dimension: str, name: str, desk: MetricDesk) -> str:
    """Return a member as it is stored: its code where names stand for codes."""
    known = desk.catalog.dimensions[dimension]
    for code in known.values:
        if known.value_label(code, desk.language) == name:
            return code
    return desk.answers.reader.known.canonical(dimension, name)


def of_member(dimension: str, name: str, desk: MetricDesk) -> Filter:
    """Return the filter that keeps to one member, called by its name."""
    return Filter(dimension, (stored(dimension, name, desk),))


def _both(
    name: str,
    metrics: tuple[str, ...],
    change: Change,
    label: Said,
    *,
    splits: tuple[str, ...] = (),
    needed: bool = False,
) -> Look:
    query = MetricQuery(metrics, splits, windows=(change.before, change.now), filters=change.asked.filters)
    return Look(name, query, label, needed, change.shape.catalog)


def product_of(change: Change, desk: MetricDesk) -> Metric | None:
    """Return the ratio by which a sum is a product, revenue = orders * revenue per order; None without one.

    It is a ratio of this figure to another sum by day of the same rows: complaints are no product of the
    parcels that somebody set them beside.
    """
    catalog, metric = desk.catalog, change.metric
    if metric.kind != "simple" or change.shape.kind != "sum" or catalog.is_monthly(metric.name):
        return None
    for one in catalog.metrics.values():
        below = catalog.metrics[one.parts[1]] if one.kind == "ratio" else None
        if below is None or one.parts[0] != metric.name or below.table != metric.table:
            continue
        daily = below.kind == "simple" and below.additivity == "sum" and bool(below.time)
        open_to = desk.opens(one.name) and all(
            catalog.cuts(below.name, each.dimension) for each in change.asked.filters
        )
        if daily and below.time_grain == "day" and open_to:
            return one
    return None


def _series_window(change: Change, desk: MetricDesk) -> Window | None:
    """Return the days to read: a year before the periods, as far as there are data."""
    start, end = change.span.start, change.span.end
    if (end - start).days > LONGEST_SERIES:
        return None
    known = desk.answers.reader.known.range_of((change.metric.name,))
    start = min(start, end - days(REFERENCE_DAYS))
    return Window(max(start, known[0]) if known else start, end)


# Rows


def pair_of(read: Read, at: int = 0) -> Pair:
    """Return the figures of both periods of the metric at a place in a look without members."""
    cells = read.result.rows[0] if read.result.rows else (None,) * (2 * at + 2)
    return Pair(exact(cells[2 * at]), exact(cells[2 * at + 1]))


def whole_of(read: Read, shape: Shape) -> Pair:
    """Return the figure in both periods; a ratio unrounded, so that its parts add up."""
    if shape.kind != "ratio":
        return pair_of(read)
    top, bottom = pair_of(read, 1), pair_of(read, 2)
    values = [
        n * shape.scale / d if n is not None and d else None
        for n, d in ((top.before, bottom.before), (top.now, bottom.now))
    ]
    return Pair(*values)


def pairs_of(read: Read, at: int = 0) -> dict[str, Pair]:
    """Return the figures of both periods by member; members of one name are one."""
    found: dict[str, Pair] = {}
    for row in read.result.rows:
        name, first, last = (
            member_in(row[0]),
            exact(row[1 + 2 * at]),
            exact(row[2 + 2 * at]),
        )
        if name in found:
            first, last = _plus(found[name].before, first), _plus(found[name].now, last)
        found[name] = Pair(first, last)
    return found


def series_of(read: Read) -> Mapping[dt.date, Decimal]:
    """Return the figure by day."""
    return {day_in(row[0]): value for row in read.result.rows if (value := exact(row[1])) is not None}


def _plus(one: Decimal | None, other: Decimal | None) -> Decimal | None:
    return None if one is None and other is None else (one or ZERO) + (other or ZERO)
