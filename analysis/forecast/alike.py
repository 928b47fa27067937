"""Growth beside a year ago without who began since then."""

import datetime as dt
from collections.abc import Mapping
from decimal import Decimal

from analysis.asked import AnalysisAsked
from analysis.forecast.models import LEARNED, YEAR
from analysis.openings import openings_look, openings_of
from analysis.outcome import Look, Name, Percent, Read, Said
from analysis.why.looks import pairs_of
from analysis.why.split import Pair
from language.calendar import days
from query.metric_query import MetricQuery, Window
from understanding.metric.desk import MetricDesk

_APART = Decimal("0.5")  # percent: a smaller difference is not told
_BY_PLACE = "weeks_by_place"


def weeks_until(end: dt.date) -> tuple[Window, Window]:
    """Return the last weeks, and those a year before."""
    now = Window(end - days(LEARNED), end, "range")
    return now, Window(now.start - days(YEAR), now.end - days(YEAR), "range")


def alike_looks(asked: AnalysisAsked, end: dt.date, desk: MetricDesk) -> list[Look]:
    """Return the looks at since when there is each place, and at the last weeks by place."""
    openings = openings_look(asked.metrics[:1], asked.filters, desk)
    if openings is None:
        return []
    level, (now, then) = openings.query.splits[-1], weeks_until(end)
    query = MetricQuery(asked.metrics[:1], (level,), windows=(then, now), filters=asked.filters)
    told = {"metric": Name(asked.metrics[0]), "by": Name(level, dimension=True)}
    label = Said("briefing.label.moves", told)
    return [openings, Look(_BY_PLACE, query, label)]


def recent_pairs(read: Mapping[str, Read]) -> Mapping[str, Pair]:
    """Return the last weeks and those a year before by place, as far as they were read."""
    by = read.get(_BY_PLACE)
    return {} if by is None or by.result.truncated else pairs_of(by)


def growth_alike(read: Mapping[str, Read]) -> Said | str:
    """Return the growth of those alone that were there a year ago, where others make it another one."""
    openings, by = openings_of(read), read.get(_BY_PLACE)
    if openings is None or by is None or by.result.truncated:
        return ""
    then, now = by.look.query.windows
    new, pairs = openings.within(then, now), pairs_of(by)
    if not new or not new.names & set(pairs):
        return ""

    def growth(names: set[str]) -> Decimal | None:
        before = sum((pairs[name].before or Decimal(0) for name in names), Decimal(0))
        after = sum((pairs[name].now or Decimal(0) for name in names), Decimal(0))
        return 100 * (after / before - 1) if before else None

    whole, alike = growth(set(pairs)), growth(set(pairs) - new.names)
    if whole is None or alike is None or abs(whole - alike) < _APART:
        return ""
    return Said("forecast.alike", {"new": new.named(), "growth": Percent(round(alike, 1), signed=True)})
