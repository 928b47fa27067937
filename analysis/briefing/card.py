"""The scorecard as rows: each figure now, before, a year ago, its target, the changes."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from analysis.briefing.figures import Scored, change_of, is_year, share_told
from analysis.series import accrues
from answers.sentences.times import period
from config.wording import say
from database.result import QueryResult, ResultColumn
from query.metric_query import Window
from understanding.metric.desk import MetricDesk


def card_of(
    scored: Sequence[Scored], windows: tuple[Window, Window, Window], desk: MetricDesk
) -> QueryResult:
    """Return the scorecard: each figure now, before, a year ago, its target, the changes."""
    language = desk.language
    head = [say(f"analysis.briefing.column.{one}", language) for one in ("metric", "unit")]
    heads = [*head, *(_dates(one, desk) for one in windows[:2])]
    heads += [say("analysis.briefing.column.change", language), _dates(windows[2], desk)]
    heads += [
        say(f"analysis.briefing.column.{one}", language) for one in ("year_change", "target", "reached")
    ]
    rows = [_row(one, desk) for one in scored]
    left_out = {3, 4} if is_year(windows) else set()
    left_out |= {place for place in range(3, len(heads)) if all(row[place] is None for row in rows)}
    kept = [place for place in range(len(heads)) if place not in left_out]
    columns = tuple(ResultColumn(heads[place], "number" if place > 1 else "text") for place in kept)
    return QueryResult(columns, tuple(tuple(row[place] for place in kept) for row in rows), False, 0.0)


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
