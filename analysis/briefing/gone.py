"""Who came to an end behind a member's fall: the shop that closed, not the way its customers paid."""

import datetime as dt
from collections.abc import Mapping

from analysis.asked import AnalysisAsked
from analysis.lifespans import day_of, edge_look, ends_at
from analysis.outcome import Look, Name, Read, Said
from analysis.why.ended import MOST, called
from knowledge.metrics import Dimension
from language.calendar import days
from query.metric_query import Filter, Window
from understanding.metric.desk import MetricDesk


def gone_look(place: int, metric: str, member: Filter, asked: AnalysisAsked, desk: MetricDesk) -> list[Look]:
    """Return the look at the last days of the things that a member's figure is of."""
    of = _ending(metric, desk)
    if of is None:
        return []
    label = Said("why.label.ended", {"dimension": Name(of.name, dimension=True)})
    look = edge_look("last", _name(place), (of.name,), of, (*asked.filters, member), label, desk)
    return [look] if look else []


def gone_told(
    place: int, metric: str, read: Mapping[str, Read], base: Window, now: Window, desk: MetricDesk
) -> Said | str:
    """Return which of them ended between the times compared, with their last days; nothing of many."""
    found, of = read.get(_name(place)), _ending(metric, desk)
    column = ends_at(of, desk) if of else None
    if found is None or found.result.truncated or column is None:
        return ""
    ended = [
        (dt.date.fromisoformat(str(row[-1])[:10]), str(row[0]))
        for row in found.result.rows
        if row[0] is not None and row[-1] is not None
    ]
    within = sorted(one for one in ended if base.start <= one[0] < now.end - days(1))
    if not 0 < len(within) <= MOST:
        return ""
    listed = tuple(
        Said(
            "why.ended_one",
            {"names": (name,), "column": called(column, desk.language), "day": day_of(day)},
        )
        for day, name in within
    )
    return Said("briefing.notable_gone", {"list": listed})


def _name(place: int) -> str:
    return f"gone.{place}"


def _ending(metric: str, desk: MetricDesk) -> Dimension | None:
    """Return the first dimension of a figure whose own table has a last day of its things."""
    known = desk.catalog.dimensions.values()
    return next((one for one in known if ends_at(one, desk) and desk.catalog.cuts(metric, one.name)), None)
