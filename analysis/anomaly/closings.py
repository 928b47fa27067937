"""Who closed lately, shop or site, and what it had brought until then: it brings nothing any more."""

import datetime as dt
from collections.abc import Generator, Mapping, Sequence

from analysis.anomaly.finding import Finding, Scale, beside_usual
from analysis.asked import AnalysisAsked
from analysis.lifespans import day_of
from analysis.openings import INSIDE, OPENINGS, Opening, openings_of
from analysis.outcome import Amount, Look, Name, Read, Said, exact, figure_of
from analysis.why.looks import of_member
from language.calendar import days
from query.metric_query import MetricQuery, Window
from understanding.metric.desk import MetricDesk

_LATELY = 60  # days, where no time is named
_BEFORE = 28
_MOST = 3


def closing_steps(
    metric: str, read: Mapping[str, Read], scale: Scale, asked: AnalysisAsked, desk: MetricDesk
) -> Generator[Sequence[Look], Mapping[str, Read], tuple[Finding, ...]]:
    """Yield what those brought before they closed, and return each that brought something as a finding."""
    closed = [one for one in _closed(read, asked, desk) if desk.catalog.cuts(metric, one[0])]
    looks = {
        f"closed.{place}": _look(f"closed.{place}", metric, level, one, day, asked, desk)
        for place, (level, one, day) in enumerate(closed[-_MOST:])
    }
    found = yield [*looks.values()]
    a_month = scale.months.get(metric)
    told = []
    for (level, one, day), (name, look) in zip(closed[-_MOST:], looks.items(), strict=True):
        rows = found[name].result.rows if name in found else ()
        brought = exact(rows[0][-1]) if rows else None
        if not brought or not a_month:
            continue
        before = look.query.windows[0]
        params = {
            "name": one.name, "where": _where(one, level), "day": day_of(day), "days": before.days,
            "when": before, "metric": Name(metric), "value": Amount(figure_of(float(brought)), metric),
        }  # fmt: skip
        since = Window(day, max(day + days(1), min(day + days(_BEFORE), desk.today)), "range")
        odd = beside_usual(metric, since, 0.0, float(brought) * since.days / before.days, level, one.name)
        weight = float(brought) / a_month * scale.worth(metric, desk)
        told.append(
            Finding(Said("anomaly.stands_closed", params), odd, weight, is_drawn=False, base="closed")
        )
    return tuple(told)


def _closed(
    read: Mapping[str, Read], asked: AnalysisAsked, desk: MetricDesk
) -> list[tuple[str, Opening, dt.date]]:
    """Return who closed within the time asked about, or lately, of either level; the last one last."""
    window = asked.window or Window(desk.today - days(_LATELY), desk.today, "range")
    found = [
        (some.level, one, one.ended)
        for which in (OPENINGS, INSIDE)
        if (some := openings_of(read, which)) is not None
        for one in some.every
        if one.ended is not None and window.start <= one.ended < min(window.end, desk.today)
    ]
    return sorted(found, key=lambda one: one[2])


def _look(
    name: str, metric: str, level: str, one: Opening, day: dt.date, asked: AnalysisAsked, desk: MetricDesk
) -> Look:
    before = Window(day - days(_BEFORE), day, "range")
    filters = (*asked.filters, of_member(level, one.name, desk))
    label = Said("anomaly.label_closed", {"metric": Name(metric)})
    return Look(name, MetricQuery((metric,), windows=(before,), filters=filters), label, detail=True)


def _where(one: Opening, level: str) -> Said | str:
    parents = tuple(name for above, name in one.parents.items() if above != level)[-1:]
    return Said("anomaly.closed_of", {"parents": parents}) if parents else ""
