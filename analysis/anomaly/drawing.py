"""Findings drawn among their days of nine weeks, or among their months, the odd ones marked."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from analysis.anomaly.looks import WEEKS, Group, Look, group_with
from analysis.anomaly.month_looks import Table
from analysis.anomaly.whose import what_it_is
from analysis.daily import Floats
from analysis.drawing import Line, Panel, panels
from config.wording import say
from language.calendar import days
from understanding.metric.desk import MetricDesk


def drawn(
    found: Sequence[Look], tables: Sequence[Table], groups: Sequence[Group], desk: MetricDesk
) -> dict[str, Any]:
    """Draw each finding in a panel of its own: among its months where these were looked at."""
    return panels([_months(one, tables, desk) or _days(one, groups, desk) for one in found], desk.language)


def _months(one: Look, tables: Sequence[Table], desk: MetricDesk) -> Panel | None:
    own = (
        table
        for table in tables
        if (table.metric, table.dimension) == (one.metric, one.dimension)
        if one.span in table.spans and one.member in table.members
    )
    if (table := next(own, None)) is None:
        return None
    stop = table.spans.index(one.span) + 1
    xs = [span.start.isoformat() for span in table.spans[:stop]]
    return _panel("months", one, xs, table.figures[table.members.index(one.member)][:stop], 1, desk)


def _days(one: Look, groups: Sequence[Group], desk: MetricDesk) -> Panel:
    group = group_with(one, groups)
    series = group.members[one.member]
    end = min(one.span.end, series.end)  # what goes on until now may go on beyond the days asked about
    first = max(series.start, min(end, one.span.start) - days(7 * WEEKS))
    place, stop = (first - series.start).days, (end - series.start).days
    xs = [(first + days(number)).isoformat() for number in range(stop - place)]
    size = max(0, (end - one.span.start).days)
    return _panel("days", one, xs, group.figures(one.member)[place:stop], size, desk)


def _panel(kind: str, one: Look, xs: Sequence[str], values: Floats, size: int, desk: MetricDesk) -> Panel:
    """Return a line of which the last figures, so many, are the odd ones."""
    language = desk.language
    ys = [round(float(value), 2) if np.isfinite(value) else None for value in values]
    odd = len(xs) - min(size, len(xs))
    grain = say(f"analysis.anomaly.line.{kind}", language)
    lines = [
        Line(grain, xs, ys),
        Line(say("analysis.anomaly.line.odd", language), xs[odd:], ys[odd:], "points"),
    ]
    return Panel(what_it_is(one, desk), lines, desk.catalog.metrics[one.metric].unit(language), grain)
