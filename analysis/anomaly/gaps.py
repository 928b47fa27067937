"""Which days lack data: of a table with a row a day, by member; of events, the days on which none came."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from analysis.asked import AnalysisAsked
from analysis.cuts import cuts_of
from analysis.outcome import Look, Name, Outcome, Read, Said, Steps
from analysis.series import MOST_ROWS, data_span
from analysis.why.saying import members_of
from answers.sentences.columns import in_sentence, plural_of
from config.wording import say
from database.result import QueryResult, ResultColumn
from knowledge.metrics import Catalog, Metric
from language.calendar import days
from query.metric_query import Filter, MetricQuery, Window
from understanding.metric.desk import MetricDesk

MOST_TOLD, MOST_READ = 5, 12
BEFORE = 31  # days before the time asked about: who had data then has a gap where it begins without
YEAR = 365
_FIRST, _LAST, _NUMBER = "analysis_first_day", "analysis_last_day", "analysis_days"
_USUAL = 0.2  # of the days: events that come no more often leave days without any


@dataclass(frozen=True)
class Gap:
    """A stretch of days without data, of one member or of all together."""

    member: str
    start: dt.date
    end: dt.date  # the day after its last


def gaps_steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
    """Yield the looks at who has how many days with data, then at the days of those that lack some."""
    metric = desk.catalog.sources(asked.metrics[0])[0]
    span, dense = data_span(metric.name, desk), desk.catalog.is_dense(metric)
    if span is None or metric.time_grain != "day":
        return Outcome(declined=Said("anomaly.nothing", {"metric": ""}))
    window = _within(asked.window, span)
    if window is None:
        return Outcome(declined=Said("why.nothing", {"when": asked.window}))
    cut = _cut(metric, asked, desk) if dense else ""
    read = yield [_counted(metric, cut, _over(window, span), asked.filters, desk)]
    members = _members(read["gaps"], cut) if "gaps" in read else {}
    if not members or read["gaps"].result.truncated:
        return Outcome(declined=Said("anomaly.nothing", {"metric": ""}))
    lacking = [name for name, (first, last, number) in members.items() if (last - first).days + 1 > number]
    looks = _days_looks(metric, cut, lacking[:MOST_READ], _over(window, span), asked.filters)
    found = yield looks
    gaps = [
        one
        for name, look in zip(lacking, looks, strict=False)
        if look.name in found
        for one in _gaps(name, found[look.name], members[name], window)
    ]
    ended = {
        name: last for name, (_, last, _) in members.items() if dense and cut and last < window.end - days(1)
    }
    return _told(gaps, ended, members, metric, cut, window, asked, desk)


def _within(window: Window | None, span: tuple[dt.date, dt.date]) -> Window | None:
    """Return the days looked at: those asked about that data reach, else those of the last year."""
    start, end = (window.start, window.end) if window else (span[1] - days(YEAR), span[1])
    start, end = max(start, span[0]), min(end, span[1])
    return Window(start, end, "range") if start < end else None


def _over(window: Window, span: tuple[dt.date, dt.date]) -> Window:
    return Window(max(window.start - days(BEFORE), span[0]), window.end, "range")


def _cut(metric: Metric, asked: AnalysisAsked, desk: MetricDesk) -> str:
    """Return by what it is looked at: what was asked, else the finest there is."""
    if asked.dimension:
        return asked.dimension
    known, cuts = desk.answers.reader.known, desk.catalog.cuts
    finest = (
        one
        for levels in desk.catalog.hierarchies
        for one in reversed(levels)
        if cuts(metric.name, one) and desk.shows(desk.catalog.dimensions[one]) and known.size(one) < MOST_ROWS
    )
    return next(
        finest, next(iter(cuts_of(metric.name, desk, {kept.dimension for kept in asked.filters})), "")
    )


def _counted(metric: Metric, cut: str, window: Window, filters: tuple[Filter, ...], desk: MetricDesk) -> Look:
    """Return the look at each member's first and last day with data, and how many days have any."""
    query = MetricQuery((_FIRST, _LAST, _NUMBER), (cut,) if cut else (), windows=(window,), filters=filters)
    label = Said("gaps.label", {"metric": Name(metric.name), "window": window})
    return Look("gaps", query, label, needed=True, catalog=_catalog(metric, desk))


def _catalog(metric: Metric, desk: MetricDesk) -> Catalog:
    """Return the definitions with the days of a figure's own rows beside them."""
    column = metric.time.rpartition(".")[2]
    table = desk.catalog.schema.table(metric.time.rpartition(".")[0] or metric.table)
    held = table.column(column) if table else None
    day = metric.time if held and held.type.lower() == "date" else f"CAST({metric.time} AS DATE)"
    made = {
        name: replace(
            metric, name=name, zh=name, en=name, synonyms=(), expression=expression, unit_zh="", unit_en="",
            additivity="distinct", filters=metric.filters, states={}, show=(), counts="",
        )
        for name, expression in (
            (_FIRST, f"MIN({day})"), (_LAST, f"MAX({day})"), (_NUMBER, f"COUNT(DISTINCT {day})"),
        )
    }  # fmt: skip
    return replace(desk.catalog, metrics={**desk.catalog.metrics, **made})


Spans = Mapping[str, tuple[dt.date, dt.date, int]]


def _members(read: Read, cut: str) -> Spans:
    """Return each member's first and last day, and how many days it has data of."""
    return {
        str(row[0]) if cut else "": (_day(row[-3]), _day(row[-2]), int(row[-1]))
        for row in read.result.rows
        if row[-3] is not None and (not cut or row[0] is not None)
    }


def _day(cell: object) -> dt.date:
    return dt.date.fromisoformat(str(cell)[:10])


def _days_looks(
    metric: Metric, cut: str, lacking: Sequence[str], window: Window, filters: tuple[Filter, ...]
) -> list[Look]:
    """Return a look at each day of those that lack some, as far as one result reaches back."""
    reach = Window(max(window.start, window.end - days(MOST_ROWS)), window.end, "range")
    return [
        Look(
            f"days.{place}",
            MetricQuery(
                (metric.name,),
                grain="day",
                windows=(reach,),
                filters=(*filters, *([Filter(cut, (name,))] if cut else [])),
            ),
            Said("why.label.lacking", {"member": name or Name(metric.name)}),
        )
        for place, name in enumerate(lacking)
    ]


def _gaps(name: str, read: Read, span: tuple[dt.date, dt.date, int], window: Window) -> list[Gap]:
    """Return the stretches without a row between the first and the last day, as far as they lie in a time."""
    have = {_day(row[0]) for row in read.result.rows if row[-1] is not None}
    first, last, _ = span
    found: list[Gap] = []
    at = max(first, min(have, default=first))
    while at <= last:
        if at not in have and at >= window.start:
            begin = at
            while at not in have and at <= last:
                at += days(1)
            found.append(Gap(name, begin, at))
        at += days(1)
    return found


def _told(
    gaps: Sequence[Gap],
    ended: Mapping[str, dt.date],
    members: Spans,
    metric: Metric,
    cut: str,
    window: Window,
    asked: AnalysisAsked,
    desk: MetricDesk,
) -> Outcome:
    """Return who lacks which days, the longest stretch first; or that nobody does."""
    label = in_sentence(desk.catalog.dimensions[cut].label(desk.language), desk.language) if cut else ""
    params = {
        "metric": Name(metric.name), "only": members_of(asked.filters, desk), "window": window,
        "every": len(members), "dimension": plural_of(label, desk.language) if cut else "",
    }  # fmt: skip
    ranked = sorted(gaps, key=lambda one: (one.start - one.end, one.start))
    by = "" if cut else "_all"
    if not cut and sum((one.end - one.start).days for one in gaps) > _USUAL * window.days:
        return Outcome(
            (Said("gaps.usual", params | {"count": sum((one.end - one.start).days for one in gaps)}),)
        )
    said = [Said(f"gaps.none{by}", params)]
    if gaps:
        told = {
            "count": len({one.member for one in gaps}),
            "list": tuple(_stretch(one) for one in ranked[:MOST_TOLD]),
            "more": Said("gaps.more", {"count": len(ranked) - MOST_TOLD}) if len(ranked) > MOST_TOLD else "",
        }
        said = [Said(f"gaps.found{by}", params | told)]
    if ended:
        last = sorted(ended.items(), key=lambda one: one[1], reverse=True)
        listed = tuple(
            Said("gaps.last", {"name": name, "day": day.isoformat()}) for name, day in last[:MOST_TOLD]
        )
        said.append(Said("gaps.ended", {"count": len(ended), "list": listed}))
    return Outcome(tuple(said), _table(ranked, label or metric.label(desk.language), desk) if gaps else None)


def _stretch(one: Gap) -> Said:
    when = Window(one.start, one.end, "range" if (one.end - one.start).days > 1 else "day")
    return Said(
        "gaps.one" if one.member else "gaps.one_all", {"name": one.member, "when": when, "days": when.days}
    )


def _table(gaps: Sequence[Gap], label: str, desk: MetricDesk) -> QueryResult:
    """Return a line for each stretch without data."""
    heads = [say(f"analysis.gaps.column.{one}", desk.language) for one in ("from", "until", "days")]
    columns = (
        ResultColumn(label, "text"), ResultColumn(heads[0], "text"), ResultColumn(heads[1], "text"),
        ResultColumn(heads[2], "number"),
    )  # fmt: skip
    rows = tuple(
        (
            one.member or label,
            one.start.isoformat(),
            (one.end - days(1)).isoformat(),
            (one.end - one.start).days,
        )
        for one in gaps
    )
    return QueryResult(columns, rows, False, 0.0)
