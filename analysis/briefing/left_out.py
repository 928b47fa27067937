"""Which listed figures a briefing goes without, and why: by the month alone, without data, not read."""

from collections.abc import Mapping, Sequence
from typing import Literal

from analysis.briefing.figures import Scored, months_of
from analysis.briefing.scorecard import Line
from analysis.outcome import Name, Read, Said
from analysis.series import data_span
from query.metric_query import Window
from understanding.metric.desk import MetricDesk

Reason = Literal["by_month", "no_data", "unread", "nothing"]


def left_out_told(
    listed: Sequence[Line], scored: Sequence[Scored], now: Window, read: Mapping[str, Read], desk: MetricDesk
) -> list[Said]:
    """Return which of the figures that were listed or named have no value, those of one reason together."""
    there = {one.line.metric for one in scored if one.now is not None}
    found: dict[Reason, list[str]] = {}
    for name in dict.fromkeys(one.metric for one in listed):
        settles = desk.answers.reader.known.unsettled((name,), desk.today)  # which is told for itself
        if name not in there and not (settles and settles.since <= now.start):
            found.setdefault(_reason(name, now, read, desk), []).append(name)
    return [
        Said(f"briefing.left_out.{reason}", {"metrics": tuple(map(Name, names))})
        for reason, names in found.items()
    ]


def _reason(name: str, now: Window, read: Mapping[str, Read], desk: MetricDesk) -> Reason:
    """Return why a figure has no value of a time."""
    span = data_span(name, desk)
    if desk.catalog.is_monthly(name) and months_of(now) is None and not now.in_whole_months:
        return "by_month"
    if span is not None and not (span[0] < now.end and now.start < span[1]):
        return "no_data"
    return "nothing" if f"score.{name}" in read else "unread"
