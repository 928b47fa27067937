"""Who is asked about and closed within the time is looked at until then: days after tell nothing odd."""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import replace

from analysis.asked import AnalysisAsked
from analysis.lifespans import last_days_look, last_days_of
from analysis.outcome import Look, Read
from query.metric_query import Window
from understanding.metric.desk import MetricDesk


def until_closed(
    asked: AnalysisAsked, desk: MetricDesk
) -> Generator[Sequence[Look], Mapping[str, Read], AnalysisAsked]:
    """Yield the last days of who is asked about, and return what is asked until the last of them closed."""
    window = asked.window
    looks = [
        look
        for kept in asked.filters
        if not kept.negated and (look := last_days_look(kept.dimension, asked.filters, desk)) is not None
    ]
    if window is None or not looks:
        return asked
    read = yield looks
    for look in looks:
        ends = [*last_days_of(read.get(look.name)).values()]
        known = [day for day in ends if day is not None]
        if known and len(known) == len(ends) and window.start < max(known) < window.end:
            window = Window(window.start, max(known), "range")
    return asked if window == asked.window else replace(asked, window=window)
