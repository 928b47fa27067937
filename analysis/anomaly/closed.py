"""Who is asked about and closed is looked at until then: days after tell nothing odd, but that it closed."""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import replace

from analysis.asked import AnalysisAsked
from analysis.lifespans import day_of, last_days_look, last_days_of
from analysis.outcome import Look, Read, Said
from analysis.whom import names_of
from query.metric_query import Window
from understanding.metric.desk import MetricDesk


def until_closed(
    asked: AnalysisAsked, desk: MetricDesk
) -> Generator[Sequence[Look], Mapping[str, Read], AnalysisAsked | Said]:
    """Yield the last days of who is asked about, and return what is asked until the last of them closed.

    Where that was before the time asked about, or no time is named, it is said instead.
    """
    looks = [
        look
        for kept in asked.filters
        if not kept.negated and (look := last_days_look(kept.dimension, asked.filters, desk)) is not None
    ]
    read = (yield looks) if looks else {}
    for look in looks:
        ends = [*last_days_of(read.get(look.name)).values()]
        last = max((day for day in ends if day is not None), default=None)
        if last is None or None in ends or last >= desk.today:
            continue
        if asked.window is None or last <= asked.window.start:
            return Said("anomaly.closed", {"names": names_of(asked.filters, desk), "day": day_of(last)})
        if last < asked.window.end:
            asked = replace(asked, window=Window(asked.window.start, last, "range"))
    return asked
