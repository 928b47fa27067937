"""Which part of an odd figure makes most of it, by place and kind together, and whether that is only new."""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from analysis.anomaly.day_series import Plan
from analysis.anomaly.extent import AROUND, extent
from analysis.anomaly.looks import WEEKS, Span
from analysis.anomaly.looks import Look as Looked
from analysis.anomaly.whose import filters_of
from analysis.cuts import cuts_of
from analysis.daily import SpecialDays
from analysis.forecast.models import YEAR
from analysis.openings import Openings
from analysis.outcome import Look, Name, Read, Said
from analysis.series import MOST_ROWS, Wanted, adds_up, data_span, looks_of
from analysis.why.looks import of_member
from language.calendar import days
from query.metric_query import Filter, MetricQuery, Window
from understanding.metric.desk import MetricDesk

MOSTLY = 0.5  # of what a figure lies off
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

    @property
    def comes_again(self) -> bool:
        """Tell whether there was as much of it beyond usual, half or more, a year before."""
        return (self.year - self.usual) / (self.value - self.usual) >= MOSTLY

    def told(self) -> Said:
        """Return what it is called: a place, or a kind at a place."""
        if len(self.names) == 1:
            return Said("anomaly.one", {"name": self.names[0]})
        return Said("anomaly.both", {"place": self.names[0], "kind": self.names[1]})


def part_look(one: Looked, place: int, filters: tuple[Filter, ...], desk: MetricDesk) -> Look | None:
    """Return the look at a finding's parts over its days, the weeks before, and a year before."""
    metric = desk.catalog.metrics[one.metric]
    if metric.kind == "ratio" or not adds_up(metric, desk):
        return None
    fixed = {kept.dimension for kept in filters} | ({one.dimension} if one.dimension else set())
    splits = tuple(_dimensions(one.metric, fixed, desk))
    if not splits:
        return None
    span, year = one.span, days(YEAR)
    windows = (
        Window(span.start, span.end, "range"),
        Window(span.start - days(BACK), span.start, "range"),
        Window(span.start - year, span.end - year, "range"),
    )
    named = {"metric": Name(one.metric), "by": tuple(Name(name, dimension=True) for name in splits)}
    label = Said("anomaly.label_parts", named)
    query = MetricQuery((one.metric,), splits, windows=windows, filters=filters_of(one, filters, desk))
    return Look(f"part.{place}", query, label)


def _dimensions(metric: str, fixed: set[str], desk: MetricDesk) -> Iterator[str]:
    """Yield the place and the kind of rows by which a figure is looked into: the finest of each."""
    catalog, found = desk.catalog, desk.catalog.metrics[metric]
    levels = {name for one in catalog.hierarchies for name in one}
    cuts = cuts_of(metric, desk, fixed)
    own = catalog.full(found.table) if found.table else ""
    kinds = [name for name in cuts if catalog.full(catalog.dimensions[name].table) == own]
    places = [name for name in cuts if name in levels] or [name for name in cuts if name not in kinds]
    sizes = [max(1, desk.answers.reader.known.size(name)) for name in (*places[:1], *kinds[:1])]
    yield from places[:1]
    if len(sizes) < 2 or sizes[0] * sizes[1] <= MOST_ROWS:
        yield from kinds[:1]


def part_of(one: Looked, read: Read | None, openings: Openings | None) -> Part | None:
    """Return the part that makes most of what a finding lies off, of both dimensions where one such does."""
    if read is None or read.result.truncated:
        return None
    splits = read.look.query.splits
    off = one.value - one.usual
    for size in range(len(splits), 0, -1):
        parts = [
            found
            for at in combinations(range(len(splits)), size)
            for found in _parts(at, splits, read.result.rows, one.span, openings)
        ]
        best = max(parts, key=lambda it: (it.value - it.usual) / off, default=None)
        if best is not None and len(parts) > 1 and (best.value - best.usual) / off >= MOSTLY:
            return best
    return None


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
        if any(row[place] is None for place in at):
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


def is_new(part: Part | None, one: Looked) -> bool:
    """Tell a finding that is only somebody's beginning: one opened, and the whole seems to leap."""
    return part is not None and part.opened is not None and part.opened > one.span.start - days(BACK)


def near_plan(
    part: Part, one: Looked, place: int, filters: tuple[Filter, ...], desk: MetricDesk
) -> Plan | None:
    """Return the look at a part's own days, from a year before to shortly after."""
    known = data_span(one.metric, desk)
    start = part.span.start - days(YEAR + BACK + AROUND)
    if known is None or known[0] > start:
        return None
    members = zip(part.dimensions, part.names, strict=True)
    kept = (*filters_of(one, filters, desk), *(of_member(*each, desk) for each in members))
    wanted = Wanted(one.metric, start, min(part.span.end + days(AROUND), known[1]), kept)
    return Plan(wanted, tuple(looks_of(wanted, desk, f"part_days.{place}")))


def narrowed(
    part: Part,
    one: Looked,
    near: Plan,
    read: Mapping[str, Read],
    kinds: SpecialDays,
    desk: MetricDesk,
) -> Part:
    """Return a part over the days that hold it."""
    found = near.whole(read, desk)
    if found is None:
        return part
    counted = desk.catalog.metrics[one.metric].is_count
    own = replace(one, span=part.span, value=part.value, usual=part.usual)
    shown = extent(own, found[0], kinds, counted=counted)
    if shown is own:
        return part
    year = found[0].total(shown.span.start - days(YEAR), shown.span.end - days(YEAR))
    return replace(part, span=shown.span, value=shown.value, usual=shown.usual, year=year)
