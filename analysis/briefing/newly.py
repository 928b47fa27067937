"""How those who opened in a time are doing: what each brought a day since, beside those there all along."""

import datetime as dt
import statistics
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from analysis.asked import AnalysisAsked, Run
from analysis.briefing.scorecard import Line, scorecard
from analysis.lifespans import begins_at, day_of, edge_look
from analysis.outcome import (
    Amount,
    Look,
    Name,
    Outcome,
    Read,
    Said,
    Steps,
    cells_by_name,
    day_in,
    exact,
)
from analysis.series import accrues, data_span
from analysis.tables import table
from analysis.why.looks import of_member
from answers.sentences.columns import in_sentence, plural_of
from config.wording import say
from query.metric_query import MetricQuery, Window
from understanding.metric.desk import MetricDesk

NEW = "newly"
_MOST, _MOST_NAMED, _FEWEST = 60, 5, 3
_BEGAN = "newly_began"


def whose_openings(name: str, desk: MetricDesk) -> str:
    """Return the dimension whose members a figure counts by the day on which they opened, or nothing."""
    metric, catalog = desk.catalog.metrics.get(name), desk.catalog
    if metric is None or not metric.counts_rows or not metric.time:
        return ""
    found = (
        one.name
        for one in catalog.dimensions.values()
        if one.key and catalog.full(one.table) == catalog.full(metric.table)
        if (day := begins_at(one, desk)) and day.name == metric.time.rpartition(".")[2]
    )
    return next(found, "")


def or_of_the_new(run: Run) -> Run:
    """Return the steps of a briefing; of those who opened in a time what each brought since it did."""

    def steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
        if asked.about != NEW:
            return (yield from run(asked, desk))
        assert asked.window is not None
        began = yield from _began(asked, desk)
        plain = replace(asked, about="", dimension="")
        if len(began) == 1:
            (name,) = began
            return (yield from run(_kept(plain, asked.dimension, name, desk), desk))
        lines = [
            one for one in scorecard(desk, asked.filters) if desk.catalog.cuts(one.metric, asked.dimension)
        ]
        if not (lines and accrues(lines[0].metric, desk) and 1 < len(began) <= _MOST):
            kind = Name(asked.dimension, dimension=True, many=True)
            params = {"window": replace(asked.window, text=""), "dimension": kind, "count": len(began)}
            return Outcome(declined=Said(f"briefing.newly.{'many' if began else 'none'}", params))
        return (yield from _each(began, lines, asked, desk))

    return steps


def _kept(asked: AnalysisAsked, cut: str, name: str, desk: MetricDesk) -> AnalysisAsked:
    return replace(asked, filters=(*asked.filters, of_member(cut, name, desk)))


def _began(
    asked: AnalysisAsked, desk: MetricDesk
) -> Generator[Sequence[Look], Mapping[str, Read], dict[str, dt.date]]:
    """Yield the look at when each opened; return those who did in the time, the first first."""
    of, window = desk.catalog.dimensions[asked.dimension], asked.window
    assert window is not None
    label = Said("like.label", {"dimension": Name(of.name, dimension=True)})
    look = edge_look("first", _BEGAN, (of.name,), of, asked.filters, label, desk)
    read = (yield [look]) if look else {}
    found = read.get(_BEGAN)
    rows = [] if found is None or found.result.truncated else found.result.rows
    known = {str(row[0]): day_in(row[-1]) for row in rows if row[0] is not None and row[-1] is not None}
    within = [(name, day) for name, day in known.items() if window.start <= day < window.end]
    return dict(sorted(within, key=lambda one: one[1]))


@dataclass(frozen=True)
class _One:
    """One who opened: since when, on how many days, and what it brought on them."""

    name: str
    day: dt.date
    days: int
    value: Decimal

    @property
    def mean(self) -> Decimal:
        return self.value / self.days


def _each(
    began: Mapping[str, dt.date], lines: Sequence[Line], asked: AnalysisAsked, desk: MetricDesk
) -> Steps:
    """Yield the scorecard by member over the time; return what each of the new brought a day."""
    assert asked.window is not None
    cut, lead = asked.dimension, lines[0].metric
    span = data_span(lead, desk)
    end = min(desk.today, span[1]) if span else desk.today
    window = Window(asked.window.start, max(end, asked.window.end), "range").cut(end)  # up to now
    looks = [
        Look(
            f"newly.{one.metric}",
            MetricQuery((one.metric,), (cut,), windows=(replace(window, text=""),), filters=asked.filters),
            Said("briefing.label.since", {"metric": Name(one.metric)}),
            needed=one.metric == lead,
        )
        for one in lines
    ]
    read = yield looks
    held = {
        one.metric: {name: exact(cells[0]) for name, cells in cells_by_name(read.get(look.name)).items()}
        for one, look in zip(lines, looks, strict=True)
    }
    every = [
        _One(name, day, (window.end - day).days, held[lead].get(name) or Decimal(0))
        for name, day in began.items()
        if day < window.end
    ]
    if not every:
        return Outcome(declined=Said("briefing.none", {"window": replace(window, text="")}))
    every.sort(key=lambda one: -one.mean)
    return Outcome(_told(every, held[lead], lead, window.days, asked, desk), _table(every, held, asked, desk))


def _told(
    every: Sequence[_One],
    held: Mapping[str, Decimal | None],
    lead: str,
    length: int,
    asked: AnalysisAsked,
    desk: MetricDesk,
) -> tuple[Said, ...]:
    label = in_sentence(desk.catalog.dimensions[asked.dimension].label(desk.language), desk.language)
    many, more = plural_of(label, desk.language), len(every) - _MOST_NAMED
    params: dict[str, Any] = {
        "window": asked.window,
        "count": len(every),
        "dimension": many,
        "metric": Name(lead),
        "total": Amount(sum((one.value for one in every), Decimal(0)), lead),
        "list": tuple(_member(one, lead) for one in every[:_MOST_NAMED]),
        "more": Said("briefing.newly.more", {"count": more}) if more > 0 else "",
    }
    said = [Said("briefing.newly.told", params)]
    names = {one.name for one in every}
    others = [value / length for name, value in held.items() if name and name not in names and value]
    if len(others) >= _FEWEST:
        usual = Amount(Decimal(str(statistics.median(others))), lead, "mean")
        said.append(Said("briefing.newly.others", {"count": len(others), "dimension": many, "usual": usual}))
    return tuple(said)


def _member(one: _One, lead: str) -> Said:
    params = {"name": one.name, "day": day_of(one.day), "days": one.days}
    values = {"value": Amount(one.value, lead), "mean": Amount(one.mean, lead, "mean")}
    return Said("briefing.newly.member", {**params, **values})


def _table(
    every: Sequence[_One],
    held: Mapping[str, Mapping[str, Decimal | None]],
    asked: AnalysisAsked,
    desk: MetricDesk,
) -> Any:
    metrics = [desk.catalog.metrics[name] for name in held]
    heads = [desk.catalog.dimensions[asked.dimension].label(desk.language)]
    heads += [
        say(f"analysis.briefing.newly.column.{one}", desk.language) for one in ("opened", "days", "mean")
    ]
    heads += [one.heading(desk.language) for one in metrics]
    rows = (
        (one.name, str(one.day), one.days, one.mean, *(found.get(one.name) for found in held.values()))
        for one in every
    )
    return table(heads, rows, words=2)
