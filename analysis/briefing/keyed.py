"""One entry so large that it may have been keyed wrong: told, with the figure without it."""

import datetime as dt
import statistics
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from analysis.asked import AnalysisAsked
from analysis.briefing.figures import Scored, change_of
from analysis.briefing.scorecard import Line
from analysis.daily import Daily
from analysis.lifespans import day_of
from analysis.outcome import Amount, Look, Name, Read, Said, exact
from analysis.why.split import ZERO
from language.calendar import days
from query.metric_query import Filter, MetricQuery, Window
from query.plan.engines import summed
from understanding.metric.desk import MetricDesk

MOST = 3  # figures whose entries are looked at
LONGEST, FEWEST, LATELY = 366, 14, 91  # days
TIMES_USUAL, TIMES_NEXT = 10, 5  # of the largest entry of a day, and of the next largest of all days
MOST_ENTRIES = 3  # of one figure; more are no slips
_LARGEST, _ENTRY = "largest", "entry"


@dataclass(frozen=True)
class Keyed:
    """The entry of a figure, its day, and what the largest of a day usually is."""

    metric: str
    day: dt.date
    value: Decimal
    usual: Decimal


def largest_look(
    metric: str, window: Window, filters: tuple[Filter, ...], desk: MetricDesk, cut: str = ""
) -> Look | None:
    """Return the look at the largest entry of each day, of a plain sum; of each member of a `cut`."""
    known = desk.catalog.metrics[metric]
    inside = summed(known.expression, desk.answers.dialect) if known.kind == "simple" else None
    if inside is None or known.additivity != "sum" or known.time_grain != "day":
        return None
    most = replace(known, name=_LARGEST, expression=f"MAX({inside})", additivity="distinct", show=())
    catalog = replace(desk.catalog, metrics={**desk.catalog.metrics, most.name: most})
    query = MetricQuery((most.name,), (cut,) if cut else (), "day", (window,), filters=filters)
    label = Said("briefing.label.largest", {"metric": Name(metric)})
    return Look(f"{_LARGEST}.{metric}", query, label, catalog=catalog)


def largest_looks(lines: Sequence[Line], now: Window, asked: AnalysisAsked, desk: MetricDesk) -> list[Look]:
    """Return the looks at the largest entries of the first figures that are sums of amounts."""
    if not FEWEST <= now.days <= LONGEST:
        return []
    found = (largest_look(line.metric, now, asked.filters, desk) for line in lines)
    return [look for look in found if look is not None][:MOST]


def keyed_of(read: Mapping[str, Read]) -> Iterator[Keyed]:
    """Yield the few entries that stand many times above the largest of any other day."""
    for look, found in read.items():
        if not look.startswith(f"{_LARGEST}.") or found.result.truncated:
            continue
        every = {str(row[0])[:10]: exact(row[-1]) for row in found.result.rows}
        most = sorted(((value, day) for day, value in every.items() if value is not None), reverse=True)
        if len(most) < FEWEST:
            continue
        usual = statistics.median(one for one, _ in most)
        ends = range(1, min(MOST_ENTRIES, len(most) - 1) + 1)
        many = next((n for n in reversed(ends) if most[n - 1][0] >= TIMES_NEXT * most[n][0]), 0)
        for value, day in most[:many]:
            if usual > 0 and value >= TIMES_USUAL * usual:
                yield Keyed(look.partition(".")[2], dt.date.fromisoformat(day), value, usual)


def lately_look(
    metric: str, end: dt.date, filters: tuple[Filter, ...], desk: MetricDesk, start: dt.date | None = None
) -> list[Look]:
    """Return the look at the largest entries of the last weeks, or since `start` where that is earlier."""
    first = end - days(LATELY)
    look = largest_look(metric, Window(min(first, start or first), end, "range"), filters, desk)
    return [look] if look else []


def without(series: Daily, found: Sequence[Keyed]) -> Daily:
    """Return days without such entries."""
    values = series.values.copy()
    for one in found:
        values[(one.day - series.start).days] -= float(one.value)
    return replace(series, values=values)


def entry_told(one: Keyed, code: str, params: Mapping[str, Any] | None = None) -> Said:
    """Return such an entry beside what a forecast or a target makes of it."""
    amounts = {"value": Amount(one.value, one.metric), "usual": Amount(one.usual, one.metric)}
    return Said(code, {"metric": Name(one.metric), "day": day_of(one.day), **amounts, **(params or {})})


def part_looks(
    found: Sequence[Keyed], scored: Sequence[Scored], filters: tuple[Filter, ...], desk: MetricDesk
) -> list[Look]:
    """Return the looks at the other part of that entry, of the ratios that are made of such a figure."""
    looks = (
        _row_look(part, one, filters, desk)
        for one in found
        for it in scored
        if one.metric in (parts := desk.catalog.metrics[it.line.metric].parts)
        for part in parts
        if part != one.metric
    )
    return [look for look in looks if look is not None]


def _row_look(part: str, one: Keyed, filters: tuple[Filter, ...], desk: MetricDesk) -> Look | None:
    """Return the look at what the row of an entry has of another sum of its table, where it is one row."""
    known, other = (desk.catalog.metrics[name] for name in (one.metric, part))
    if known.rows != other.rows:
        return None
    inside, beside = (summed(it.expression, desk.answers.dialect) for it in (known, other))
    if inside is None or beside is None:
        return None
    row = f"CASE WHEN {inside} = {one.value:f} THEN"
    held = f"CASE WHEN COUNT({row} 1 END) = 1 THEN SUM({row} {beside} END) END"
    own = replace(other, name=_LARGEST, expression=held, additivity="distinct", show=())
    catalog = replace(desk.catalog, metrics={**desk.catalog.metrics, own.name: own})
    query = MetricQuery((own.name,), windows=(day_of(one.day),), filters=filters)
    label = Said("briefing.label.largest", {"metric": Name(part)})
    return Look(f"{_LARGEST}.{part}", query, label, catalog=catalog)


def entry_looks(
    found: Sequence[Keyed],
    moved: Sequence[tuple[str, str]],
    filters: tuple[Filter, ...],
    desk: MetricDesk,
) -> list[Look]:
    """Return the looks at whose such an entry is, by what its figure and its ratios are looked at by."""
    parts = {metric: (metric, *desk.catalog.metrics[metric].parts) for metric, _ in moved}
    looks = {
        f"{_ENTRY}.{one.metric}.{cut}": largest_look(one.metric, day_of(one.day), filters, desk, cut)
        for one in found
        for metric, cut in moved
        if one.metric in parts[metric]
    }
    return [replace(look, name=name) for name, look in looks.items() if look]


def entries_of(found: Sequence[Keyed], read: Mapping[str, Read]) -> set[tuple[str, str, str]]:
    """Return such figures with the dimension and its member that the entry is of."""
    values = {one.metric: one.value for one in found}
    having = set[tuple[str, str, str]]()
    for look, one in read.items():
        if look.startswith(f"{_ENTRY}."):
            _, metric, cut = look.split(".")
            rows = (row for row in one.result.rows if exact(row[-1]) == values[metric])
            having |= {(metric, cut, str(row[0])) for row in rows}
    return having


def without_entries(
    read: Mapping[str, Read], found: Sequence[Keyed], whose: Collection[tuple[str, str, str]]
) -> dict[str, Read]:
    """Return what was read with such entries taken out of the figures of those they are of."""
    kept = dict(read)
    for one in found:
        for metric, cut, member in whose:
            for name, held in read.items() if metric == one.metric else ():
                query = held.look.query
                if (query.metrics[:1], query.splits, query.grain) == ((metric,), (cut,), ""):
                    kept[name] = _taken_out(kept[name], one, member)
    return kept


def _taken_out(read: Read, one: Keyed, member: str) -> Read:
    """Return the rows of a look without an entry of a member, in the times that hold its day."""
    holds = [window.start <= one.day < window.end for window in read.look.query.windows]

    def cells(row: Sequence[Any]) -> tuple[Any, ...]:
        first = row[1 : 1 + len(holds)]
        less = (
            cell if not held or cell is None else (exact(cell) or 0) - one.value
            for cell, held in zip(first, holds, strict=True)
        )
        return (row[0], *less, *row[1 + len(holds) :])

    rows = tuple(cells(row) if str(row[0]) == member else row for row in read.result.rows)
    return replace(read, result=replace(read.result, rows=rows))


def told_without(found: Sequence[Keyed], scored: Sequence[Scored], desk: MetricDesk) -> set[str]:
    """Return the figures that are told without such an entry, and the ratios that are made of them."""
    names = {one.metric for one in found}
    return names | {it.line.metric for it in scored if names & {*desk.catalog.metrics[it.line.metric].parts}}


def less_entries(
    by_month: Mapping[dt.date, Decimal], metric: str, found: Sequence[Keyed]
) -> dict[dt.date, Decimal]:
    """Return a figure by the first day of each month without its entries."""
    kept = dict(by_month)
    for one in found:
        if one.metric == metric and (first := one.day.replace(day=1)) in kept:
            kept[first] -= one.value
    return kept


def keyed_told(
    found: Sequence[Keyed],
    scored: Sequence[Scored],
    parts: Mapping[str, Read],
    like: Said | str,
    desk: MetricDesk,
) -> list[Said]:
    """Return each such entry, and what the figure comes to without it, beside a year ago or before.

    `like` is how the first figure moved without who is new, which is told without the entry too.
    """
    said = []
    for one in found:
        own = next((it for it in scored if it.line.metric == one.metric), None)
        if own is None or own.now is None:
            continue
        at, bare = 1 if own.year else 0, own.bare()
        change = change_of(bare, at, desk)
        side = "alone" if change is None else "year" if at else "before"
        amounts = {"value": one.value, "usual": one.usual, "without": bare.now or ZERO, "booked": own.now}
        params: dict[str, Any] = {key: Amount(value, one.metric) for key, value in amounts.items()}
        added = like if own is scored[0] else ""
        beside = Said(f"briefing.keyed.{side}", {"change": change, "like": added})
        ratios = tuple(_ratio_without(one, own, it, parts, desk) for it in scored)
        also = tuple(it for it in ratios if it is not None)
        told = {"metric": Name(one.metric), "day": day_of(one.day), "beside": beside}
        told["also"] = Said("briefing.keyed.also", {"list": also}) if also else ""
        said.append(Said("briefing.keyed.told", params | told))
    return [*said, *([Said("briefing.keyed.rest")] if said else [])]


def _ratio_without(
    one: Keyed, own: Scored, ratio: Scored, parts: Mapping[str, Read], desk: MetricDesk
) -> Said | None:
    """Return a ratio without the entry, where what its row has of the other part is known."""
    metric = desk.catalog.metrics[ratio.line.metric]
    other = next((part for part in metric.parts if part != one.metric), "")
    found = parts.get(f"{_LARGEST}.{other}")
    if one.metric not in metric.parts or found is None or not found.result.rows or ratio.now is None:
        return None
    entry, below = exact(found.result.rows[0][-1]), one.metric == metric.parts[1]
    if entry is None or own.now is None or not ratio.now:
        return None
    rest = own.now - one.value
    theirs = (ratio.now * own.now if below else own.now / ratio.now * metric.scale**2) / metric.scale - entry
    above, under = (theirs, rest) if below else (rest, theirs)
    if not under:
        return None
    return Said(
        "briefing.other_alone",
        {"metric": Name(metric.name), "now": Amount(above * metric.scale / under, metric.name), "about": ""},
    )
