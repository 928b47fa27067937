"""Who is asked about and closed is looked at until then: days after tell nothing odd, but that it closed."""

import datetime as dt
from collections.abc import Generator, Mapping, Sequence
from dataclasses import replace

from analysis.anomaly.looks import Look as Looked
from analysis.anomaly.month_events import ByMonth
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


LastDays = Mapping[str, Mapping[str, dt.date | None]]  # of a dimension until when there is each member


def had_ended(one: Looked, last: LastDays, members: Sequence[str] = ()) -> bool:
    """Tell what is of nobody but who had ended before: that a lost client brings nothing is no wonder."""
    days_of, names = last.get(one.dimension, {}), members or (one.member,)
    ends = [days_of.get(name) for name in names]
    return one.value < one.usual and all(day is not None and day < one.span.start for day in ends)


def without_ended(months: ByMonth, last: LastDays) -> ByMonth:
    """Return the months without those of who had ended before them."""
    odd, weak = (
        tuple(one for one in some if not had_ended(one.month.look, last))
        for some in (months.odd, months.weak)
    )
    return replace(months, odd=odd, weak=weak)
