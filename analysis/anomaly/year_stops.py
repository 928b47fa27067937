"""Who had nothing for days in a row within the last year, where nobody named a time: a site, a shop of it."""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import replace

from analysis.anomaly.silences import Silence
from analysis.anomaly.silent_steps import silence_plans, stretches_steps
from analysis.asked import AnalysisAsked
from analysis.daily import SpecialDays
from analysis.forecast.models import YEAR
from analysis.outcome import Look, Read
from analysis.series import data_span
from language.calendar import days
from query.metric_query import Window
from understanding.metric.desk import MetricDesk

SHORTEST = 5  # days in a row
LATELY = 60  # days: what stood still in them is told as any finding


def stops_of_the_year(
    names: Sequence[str],
    told: Sequence[Silence],
    kinds: SpecialDays,
    asked: AnalysisAsked,
    desk: MetricDesk,
) -> Generator[Sequence[Look], Mapping[str, Read], tuple[Silence, ...]]:
    """Yield who lacks days in the year before the last weeks, and return those that stood still in them.

    Those that go on are told as such, and so are those `told` already; where a time or a figure is named it
    holds its own.
    """
    spans = [span for name in names if (span := data_span(name, desk)) is not None]
    if asked.window is not None or asked.metrics or not spans:
        return ()
    end = max(span[1] for span in spans)
    over = replace(asked, window=Window(end - days(YEAR), end, "range"))
    plans = [
        replace(one, look=replace(one.look, name=f"year.{one.look.name}"), over=True)
        for one in silence_plans(names, over, desk)
    ]
    read = yield [one.look for one in plans]
    found = yield from stretches_steps(plans, (), read, (), kinds, over, desk)
    known = {(one.look.dimension, one.look.member) for one in told}
    return tuple(
        one
        for one in found
        if not one.stopped and one.look.span.end <= end - days(LATELY)
        if one.missing >= SHORTEST and (one.look.dimension, one.look.member) not in known
    )
