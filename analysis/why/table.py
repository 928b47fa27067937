"""The table of a change: the whole, and each way it is split, line by line, adding up."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from analysis.tables import table as under
from analysis.why.calendar import each_day, stretches
from analysis.why.findings import Findings
from analysis.why.rate_telling import cancelled
from analysis.why.split import ZERO, MemberSplit, Pair, widened
from answers.sentences.times import dates, whole_unit
from config.wording import Language, say
from database.result import QueryResult
from query.metric_query import Window
from understanding.metric.desk import MetricDesk

MOST_SPLITS = 3
MOST_LINES = 12  # of each


@dataclass(frozen=True)
class Line:
    """A line of the table; `part` is what of the change it makes."""

    view: str
    name: str
    pair: Pair
    part: Decimal


def lines_of(found: Findings, desk: MetricDesk) -> Iterator[Line]:
    """Yield the whole, then what each way of splitting makes of it."""
    language, catalog, whole = desk.language, found.change.shape.catalog, found.whole
    none = Pair(None, None)

    def told(key: str, **params: Any) -> str:
        return say(f"analysis.why.table.{key}", language, **params)

    summed = found.summed
    yield Line(
        told("whole"), catalog.metrics[found.change.metric.name].label(language), summed, summed.change
    )
    if summed is not whole:
        lengths = told("lengths", before=found.change.before.days, now=found.change.now.days)
        more = (whole.before or ZERO) - (summed.before or ZERO)
        yield Line(told("as_many"), lengths, Pair(summed.before, whole.before), more)
    if (part := found.calendar) is not None and (part.part or part.missing_part):
        view = told("calendar")
        for kind in part.kinds:
            name = told(f"kinds.{kind.kind}", before=kind.days_before, now=kind.days_now)
            yield Line(view, name, Pair(round(kind.before, 2), round(kind.now, 2)), kind.part)
        if part.missing_part:
            yield Line(view, told("missing"), none, part.missing_part)
        yield Line(view, told("beyond"), none, whole.change - part.part - part.missing_part)
    if (few := found.days) is not None:
        view = told("few_days")
        for stretch in stretches(few.parts):
            held = sum((few.parts[day] for day in each_day(stretch)), ZERO)
            yield Line(view, dates(stretch.start, stretch.end, language), none, held)
        yield Line(view, told("other_days"), none, few.rest)
    yield from _factor_lines(found, language)
    further = {split.dimension: split for split in found.further}
    shown = [one for one in found.shown[:MOST_SPLITS] if one.dimension not in further]
    for split in (*further.values(), *_held(found, (*further, *(one.dimension for one in shown))), *shown):
        view = told("by", dimension=catalog.dimensions[split.dimension].label(language))
        wide = widened(split, whole, MOST_LINES)
        for one in wide.lines:
            yield Line(view, one.name, one.pair, one.part)
        if wide.rest_count:
            yield Line(view, told("rest", count=wide.rest_count), none, wide.rest)


def _held(found: Findings, shown: Collection[str]) -> list[MemberSplit]:
    """Return the cuts in which one holds most of a figure, that are not shown anyway."""
    held = {one.dimension for one in found.unusual} - {*shown}
    return [one for one in found.splits if one.dimension in held]


def _factor_lines(found: Findings, language: Language) -> Iterator[Line]:
    """Yield what each factor makes of the whole, and of a rate what weights and own rates do."""
    catalog, none = found.change.shape.catalog, Pair(None, None)

    def told(key: str, **params: Any) -> str:
        return say(f"analysis.why.table.{key}", language, **params)

    for factor in () if cancelled(found) else found.factors:
        yield Line(told("factors"), catalog.metrics[factor.metric].label(language), factor.pair, factor.part)
    if (rates := found.rate_parts) is not None:
        label = {"dimension": catalog.dimensions[rates.dimension].label(language)}
        view = told("rate", rate=catalog.metrics[rates.factor.metric].label(language))
        yield Line(view, told("rate_mix", **label), none, rates.mix)
        yield Line(view, told("rate_own", **label), none, rates.own)


def table(found: Findings, desk: MetricDesk) -> QueryResult:
    """Return the lines as a result: figures of both periods, the part of the change, its share of it."""
    language, change = desk.language, found.change
    unit = change.metric.unit(language)
    places = 2 if change.shape.kind == "sum" else 4  # parts of a rate are small beside it

    def told(key: str) -> str:
        return say(f"analysis.why.table.{key}", language)

    parts = told("part_points") if unit == "%" else told("part") + (f" ({unit})" if unit else "")
    ends = (_heading(one, desk) for one in (change.before, change.now))
    heads = (told("view"), told("name"), *ends, parts, told("share"))
    whole = found.summed.change
    rows = (
        (
            line.view,
            line.name,
            _cell(line.pair.before, None),
            _cell(line.pair.now, None),
            _cell(line.part, places),
            _cell(line.part / whole * 100, 1) if whole and not found.is_flat else None,
        )
        for line in lines_of(found, desk)
    )
    return under(heads, rows, words=2, digits=None)


def _heading(window: Window, desk: MetricDesk) -> str:
    named = whole_unit(window.start, window.end, desk.language)
    return named or dates(window.start, window.end, desk.language)


def _cell(value: Decimal | None, places: int | None) -> float | int | None:
    """Return a figure as a cell, rounded to two places more than needed to be read."""
    if value is None:
        return None
    rounded = round(value, 4 if places is None else places)
    return int(rounded) if rounded == rounded.to_integral_value() else float(rounded)
