"""Reads figures by the month, and by the same days of each where one runs, as tables of members."""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from analysis.anomaly.looks import Span
from analysis.anomaly.month_looks import PAST, Table
from analysis.anomaly.stages import lasting_cuts
from analysis.asked import AnalysisAsked
from analysis.daily import Floats
from analysis.home import days_off
from analysis.names import reads
from analysis.outcome import Look, Read, Said
from analysis.series import MOST_ROWS, adds_up, data_span, room_of, rows_of
from language.calendar import add_months, whole
from query.metric_query import MetricQuery, Window
from understanding.metric.desk import MetricDesk

STATEMENTS, STATEMENTS_OF_MANY = 9, 8  # of the budget, where a figure is named and where none is
MOST_TARGETS = 12
MOST_READ, FEWEST_READ = 25, 13  # months, of which the twelve before one tell what is usual
FEWEST_DAYS = 7  # of a running month
MOST_CUTS, CUTS_OF_MANY = 6, 1  # of a figure that is named, and of one among many
SEVERAL = 2  # whole months: beside so many, the running one is looked at all together
COARSE = 3  # cuts of few members before the second finest


@dataclass(frozen=True)
class Plan:
    """Figures of the same rows by one dimension or all together, and what reads them."""

    metrics: tuple[str, ...]
    dimension: str
    spans: tuple[Span, ...]  # in a row; those looked at are the last
    targets: int
    looks: tuple[Look, ...]  # each short enough for one result
    begins: bool  # they begin with the data


def month_plans(names: Sequence[str], asked: AnalysisAsked, desk: MetricDesk) -> list[Plan]:
    """Return what is read by the month, all together first, while statements are left.

    Where none is named, whole months of who is odd come before the running one of all.
    """
    fixed = {kept.dimension for kept in asked.filters}
    most = MOST_CUTS if asked.metrics else CUTS_OF_MANY
    cuts = {name: ["", *_cuts(name, asked.dimension, fixed, desk)[:most]] for name in names}
    if asked.dimension and not asked.metrics:  # what was asked comes before all together
        cuts = {name: sorted(own, key=lambda cut: cut != asked.dimension) for name, own in cuts.items()}
    spans = {name: span for name in names if (span := data_span(name, desk)) is not None}
    found: list[Plan] = []
    for place in range(most + 1):
        together: dict[tuple[Any, ...], list[str]] = {}
        for name in (one for one in spans if place < len(cuts[one])):
            key = (cuts[name][place], rows_of(name, desk), spans[name])
            together.setdefault(key, []).append(name)
        for (dimension, _, span), some in together.items():
            found += _plans(tuple(some), dimension, span, asked, desk)
    if not asked.metrics:
        found.sort(key=lambda one: not one.spans[-1].is_month)
    return _affordable(found, STATEMENTS if asked.metrics else STATEMENTS_OF_MANY)


def _affordable(found: Sequence[Plan], most: int) -> list[Plan]:
    """Return the first plans that a number of statements reads."""
    kept, spent = list[Plan](), 0
    for one in found:
        cost = 0 if one.looks[0].query.grain == "day" else len(one.looks)  # these are read with the weeks
        if spent + cost <= most:
            kept.append(one)
            spent += cost
    return kept


def _cuts(name: str, asked: str, fixed: set[str], desk: MetricDesk) -> list[str]:
    """Return by what a figure is cut: what was asked, the finest, then what has few members."""
    cuts = lasting_cuts(name, desk, fixed)
    if asked and desk.catalog.cuts(name, asked):
        cuts = [asked, *(one for one in cuts if one != asked)]
    few = sorted(cuts[1:], key=desk.answers.reader.known.size)
    return [*cuts[:1], *few[:COARSE], *(one for one in cuts[1:] if one not in few[:COARSE])]


def _plans(
    names: tuple[str, ...],
    dimension: str,
    span: tuple[dt.date, dt.date],
    asked: AnalysisAsked,
    desk: MetricDesk,
) -> Iterator[Plan]:
    wholes, running = _targets(asked, span[1])
    room = room_of(dimension, desk)
    if dimension != asked.dimension or room >= FEWEST_READ:
        most = min(MOST_READ, room - len(wholes) + 1)  # as many as one result holds
    else:
        most = FEWEST_READ  # of many members the months come in several results
    spans = _months(span[0], wholes, most) if wholes else []
    if spans:
        yield _plan("month", names, dimension, span[0], spans, len(wholes), asked, desk)
    by_day = all(desk.catalog.metrics[name].is_daily for name in _figures(names, desk))
    first = not dimension or dimension == asked.dimension or len(wholes) < SEVERAL
    if running is not None and by_day and first and (asked.metrics or not wholes or not dimension):
        spans = _same_days(span[0], running)
        yield _plan("running", names, dimension, span[0], spans, 1, asked, desk)


def _targets(asked: AnalysisAsked, end: dt.date) -> tuple[list[Span], Span | None]:
    """Return the whole months within the time asked, or the last one, and the running one as far as it is."""
    start, stop = _time(asked, end)
    found, first = list[Span](), whole("month", start)[0]
    if first < start:
        first = add_months(first, 1)
    while (last := add_months(first, 1)) <= stop:
        found.append(Span(first, last))
        first = last
    runs = first >= start and asked.window is not None and stop == end and (stop - first).days >= FEWEST_DAYS
    return found[-MOST_TARGETS:], Span(first, stop) if runs else None


def _time(asked: AnalysisAsked, end: dt.date) -> tuple[dt.date, dt.date]:
    if asked.window is None:
        last = whole("month", end)[0]
        return add_months(last, -1), last
    return asked.window.start, min(asked.window.end, end)


def _plan(
    kind: str,
    names: tuple[str, ...],
    dimension: str,
    first: dt.date,
    spans: Sequence[Span],
    targets: int,
    asked: AnalysisAsked,
    desk: MetricDesk,
) -> Plan:
    """Return what reads some figures over stretches, one of a month each."""
    splits, figures = (dimension,) if dimension else (), _figures(names, desk)
    whole = Window(spans[0].start, spans[-1].end, "range")
    if (
        not dimension
        and whole.days <= MOST_ROWS
        and all(adds_up(desk.catalog.metrics[one], desk) for one in names)
    ):
        # Its days are read anyway: with those of the weeks they are one statement.
        query = MetricQuery(figures, (), "day", (whole,), filters=asked.filters)
        look = _look(query, f"{kind}.{names[0]}.all.0", names, desk)
        return Plan(names, "", tuple(spans), targets, (look,), add_months(spans[0].start, -1) < first)
    room, looks = max(1, room_of(dimension, desk)), list[Look]()
    for at in range(0, len(spans), room):
        some = spans[at : at + room]
        windows = tuple(Window(one.start, one.end, "range") for one in some)
        if all(one.is_month for one in some):
            windows = (Window(some[0].start, some[-1].end, "range"),)
        query = MetricQuery(figures, splits, "month", windows, filters=asked.filters)
        looks.append(_look(query, f"{kind}.{names[0]}.{dimension or 'all'}.{at}", names, desk))
    begins = add_months(spans[0].start, -1) < first
    return Plan(names, dimension, tuple(spans), targets, tuple(looks), begins)


def _months(first: dt.date, targets: Sequence[Span], most: int) -> list[Span]:
    """Return the whole months that are read for those looked at: so many for each."""
    most += len(targets) - 1
    day = whole("month", first)[0]
    if day < first:
        day = add_months(day, 1)
    day = max(day, add_months(targets[-1].end, -most))
    found = list[Span]()
    while day < targets[-1].end:
        found.append(Span(day, add_months(day, 1)))
        day = found[-1].end
    return found


def _same_days(first: dt.date, running: Span) -> list[Span]:
    """Return the same days of the months before a running one, and itself."""
    length, spans = running.end - running.start, [running]
    for back in range(1, PAST + 1):
        start, end = whole("month", add_months(running.start, -back))
        if start < first:
            break
        spans.insert(0, Span(start, min(start + length, end)))
    return spans


def _look(query: MetricQuery, name: str, names: Sequence[str], desk: MetricDesk) -> Look:
    first, last = query.windows[0], query.windows[-1]
    called = tuple(desk.catalog.metrics[one].label(desk.language) for one in names)
    named: dict[str, Any] = {"metric": called, "window": Window(first.start, last.end, "range")}
    if query.splits:
        named["by"] = desk.catalog.dimensions[query.splits[0]].label(desk.language)
    label = Said("anomaly.label_month_by" if query.splits else "anomaly.label_month", named)
    return Look(name, query, label, catalog=desk.catalog.as_parts_of(names[0]))


def _figures(names: Sequence[str], desk: MetricDesk) -> tuple[str, ...]:
    return tuple(dict.fromkeys(part for name in names for part in _parts(name, desk)))


def _parts(name: str, desk: MetricDesk) -> tuple[str, ...]:
    """Return what is read of a figure: of a ratio of two sums these."""
    metric = desk.catalog.metrics[name]
    return metric.parts if metric.kind == "ratio" and not is_mean(name, desk) else (name,)


def is_mean(name: str, desk: MetricDesk) -> bool:
    """Tell a figure that is no sum, nor made of two sums."""
    metric = desk.catalog.metrics[name]
    if metric.kind == "ratio" and any(desk.catalog.metrics[part].kind != "simple" for part in metric.parts):
        return True
    return any(one.additivity != "sum" for one in desk.catalog.sources(name))


def tables_of(plans: Sequence[Plan], read: Mapping[str, Read], desk: MetricDesk) -> list[Table]:
    """Return each figure's table, of what was read whole."""
    found = []
    for plan in plans:
        every = [read[look.name] for look in plan.looks if look.name in read]
        if len(every) < len(plan.looks) or any(one.result.truncated for one in every):
            continue
        rows, query = [row for one in every for row in one.result.rows], plan.looks[0].query
        sums, members = sums_of(query.metrics, plan.dimension, plan.spans, rows, by_day=query.grain == "day")
        if not members:
            continue
        if plan.dimension and (len(members) < 2 or not reads(members, desk, plan.dimension)):
            continue
        found += [_table(name, plan, sums, members, desk) for name in plan.metrics]
    return found


def sums_of(
    figures: Sequence[str],
    dimension: str,
    spans: Sequence[Span],
    rows: Sequence[Sequence[object]],
    *,
    by_day: bool = False,
) -> tuple[dict[str, Floats], tuple[str, ...]]:
    """Return each figure that was read as an array of members by stretches; no row is not a number.

    Rows are of months, or of days, of which those outside the stretches are left out.
    """
    places = {(one.start.year, one.start.month): at for at, one in enumerate(spans)}
    ends = [one.end.isoformat() for one in spans]
    starts = [one.start.isoformat() for one in spans]
    split = bool(dimension)
    members = tuple(dict.fromkeys(str(row[0]) for row in rows)) if split else ("",) if rows else ()
    arrays = {name: np.full((len(members), len(spans)), np.nan) for name in figures}
    index = {name: at for at, name in enumerate(members)}
    for row in rows:
        who, day = index[str(row[0])] if split else 0, str(row[int(split)])
        place = places.get((int(day[:4]), int(day[5:7])))
        if by_day and place is not None and not starts[place] <= day[:10] < ends[place]:
            continue
        for name, cell in zip(figures, row[int(split) + 1 :], strict=False):
            if place is not None and cell is not None:
                arrays[name][who, place] = np.nansum([arrays[name][who, place], float(str(cell))])
    return arrays, members


def _table(
    name: str, plan: Plan, sums: Mapping[str, Floats], members: tuple[str, ...], desk: MetricDesk
) -> Table:
    metric, mean = desk.catalog.metrics[name], is_mean(name, desk)
    parts = _parts(name, desk)
    over = sums[parts[0]] if mean else np.nan_to_num(sums[parts[0]])
    under = np.nan_to_num(sums[parts[1]]) if len(parts) > 1 else None
    counts = desk.catalog.metrics[parts[0]].is_count and not mean and under is None
    spans = () if mean or under is not None else plan.spans
    off = tuple(days_off([Window(one.start, one.end, "range") for one in spans], desk.catalog))
    return Table(
        name, plan.dimension, members, plan.spans, over, under, float(metric.scale),
        counts, mean, plan.begins, plan.targets, off,
    )  # fmt: skip
