"""The tables of a briefing: the scorecard, and what is told in words beside it, to take away."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from analysis.briefing.figures import Scored, change_of, is_year, share_told
from analysis.briefing.moves import Moved
from analysis.briefing.unfinished import OpenItems
from analysis.outcome import Read, exact
from analysis.series import accrues
from analysis.tables import table
from answers.sentences.times import period
from config.wording import say
from database.result import QueryResult, ResultColumn
from query.metric_query import Window
from understanding.metric.desk import MetricDesk

Sheets = tuple[tuple[str, QueryResult], ...]


def sheets_of(
    card: QueryResult,
    moved: Moved,
    waiting: Sequence[OpenItems],
    read: Mapping[str, Read],
    windows: tuple[Window, Window, Window],
    desk: MetricDesk,
) -> Sheets:
    """Return the scorecard, who moved and what is open, each under its name, as far as there is anything."""
    moves, still = _moves(moved, windows, desk), _open(waiting, read, desk)
    named = (("card", card), ("moves", moves), ("open", still))
    return tuple(
        (say(f"analysis.briefing.sheet.{key}", desk.language), one) for key, one in named if one.rows
    )


def _moves(moved: Moved, windows: tuple[Window, Window, Window], desk: MetricDesk) -> QueryResult:
    """Return the members that moved most, then those that stand out, each once, with both figures."""
    found = {
        (one.metric, one.dimension, one.member): (float(one.now), float(one.before)) for one in moved.moves
    }
    for it in moved.notable:
        if it.pair.now is not None and it.pair.before is not None:
            ends = (float(it.pair.now), float(it.pair.before))
            found.setdefault((it.metric, it.dimension, it.member), ends)
    metrics, dimensions = desk.catalog.metrics, desk.catalog.dimensions
    rows = [
        (
            metrics[metric].label(desk.language),
            dimensions[dimension].label(desk.language),
            member,
            *(round(one, 2) for one in (now, before, now - before)),
        )
        for (metric, dimension, member), (now, before) in found.items()
    ]
    times = [period(replace(windows[at], text=""), desk.language) for at in (0, moved.base)]
    *names, by = _headings(("metric", "cut", "member", "moved"), desk)
    return _table((*names, *times, by), rows)


def _open(waiting: Sequence[OpenItems], read: Mapping[str, Read], desk: MetricDesk) -> QueryResult:
    """Return how many things are not done yet, and how many of them are of the time asked about."""
    rows = [
        (desk.catalog.metrics[one.metric].label(desk.language), one.called, count, within)
        for one in waiting
        for count, within in [[_count(read.get(f"{it}.{one.dimension}")) for it in ("open", "open_within")]]
        if count is not None
    ]
    return _table(_headings(("metric", "state", "count", "within"), desk), rows)


def _count(found: Read | None) -> float | None:
    count = exact(found.result.rows[0][-1]) if found and found.result.rows else None
    return None if count is None else float(count)


def _table(heads: Sequence[str], rows: Sequence[tuple[Any, ...]]) -> QueryResult:
    numbers = {at for row in rows for at, cell in enumerate(row) if isinstance(cell, float)}
    columns = tuple(
        ResultColumn(head, "number" if at in numbers else "text") for at, head in enumerate(heads)
    )
    return QueryResult(columns, tuple(rows), False, 0.0)


def _headings(keys: Sequence[str], desk: MetricDesk) -> list[str]:
    return [say(f"analysis.briefing.column.{key}", desk.language) for key in keys]


def card_of(
    scored: Sequence[Scored], windows: tuple[Window, Window, Window], desk: MetricDesk
) -> QueryResult:
    """Return the scorecard: each figure now, before, a year ago, its target, the changes."""
    language = desk.language
    head = [say(f"analysis.briefing.column.{one}", language) for one in ("metric", "unit")]
    heads = [*head, *(_dates(one, desk) for one in windows[:2])]
    heads += [say("analysis.briefing.column.change", language), _dates(windows[2], desk)]
    heads += [say("analysis.briefing.column.year_change", language), *_of_targets(scored, desk)]
    rows = [_row(one, desk) for one in scored]
    left_out = {3, 4} if is_year(windows) else set()
    left_out |= {place for place in range(3, len(heads)) if all(row[place] is None for row in rows)}
    kept = [place for place in range(len(heads)) if place not in left_out]
    shown = ([row[place] for place in kept] for row in rows)
    return table([heads[place] for place in kept], shown, words=2, digits=None)


def _of_targets(scored: Sequence[Scored], desk: MetricDesk) -> list[str]:
    """Return the headings of targets and what was reached of them, with the time where that is not over."""
    whole = next((one.due.whole for one in scored if one.due and one.due.runs), None)
    if whole is None:
        return _headings(("target", "reached"), desk)
    told = {"whole": _dates(whole, desk)}
    return [say(f"analysis.briefing.column.{one}", desk.language, **told) for one in ("aim", "part")]


def _row(one: Scored, desk: MetricDesk) -> tuple[Any, ...]:
    """Return a figure over the times with its changes, its target and what was reached of it."""
    metric = desk.catalog.metrics[one.line.metric]
    decimals = 2 if metric.decimals is None else metric.decimals
    now, before, year, target = (
        None if value is None else _cell(value, decimals)
        for value in (one.now, one.before, one.year, one.target)
    )
    found = [change_of(one, at, desk) for at in (0, 1)]
    changes = [change and float(round(change.value, 2) + 0) for change in found]
    reached = None
    if one.now is not None and one.target and accrues(one.line.metric, desk):
        reached = float(share_told(100 * one.now / one.target).value)
    names = (metric.label(desk.language), metric.unit(desk.language))
    return (*names, now, before, changes[0], year, changes[1], target, reached)


def _cell(value: Decimal, decimals: int) -> float | int:
    return float(round(value, decimals)) if decimals else round(value)


def _dates(window: Window, desk: MetricDesk) -> str:
    return period(replace(window, text=""), desk.language)
