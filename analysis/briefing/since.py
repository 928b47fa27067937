"""How one member has been since it opened: from when that is, and where it stands among its kind."""

import datetime as dt
import statistics
from collections.abc import Generator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from analysis.asked import AnalysisAsked
from analysis.briefing.scorecard import Line
from analysis.lifespans import day_of, edge_look
from analysis.outcome import Amount, Look, Name, Read, Said, day_in, exact
from analysis.series import data_span
from analysis.why.shape import day_held, shape_of
from config.wording import say
from knowledge.metrics import Catalog, Metric
from language.calendar import days
from query.metric_query import Filter, MetricQuery, Window
from understanding.metric.desk import MetricDesk

_SINCE, _UNTIL, _PEERS = "since", "until", "peers"
_FIRST, _LAST = "analysis_first", "analysis_last"
_FEWEST = 3  # of its kind, with itself
_WEEK = 7  # days without data at an end of a time, which say little


def since_opening(
    asked: AnalysisAsked, line: Line, desk: MetricDesk
) -> Generator[Sequence[Look], Mapping[str, Read], tuple[AnalysisAsked, dt.date | None, list[Said]]]:
    """Yield the looks at when the one member opened, and return the question over the time since, with it.

    Without a day of opening in its own table it is the first day with data. The time ends with its day of
    closing or its last day with data, which is said.
    """
    span = data_span(line.metric, desk)
    read = yield _edges(asked, line, desk)
    opened, first = _day(_SINCE, read), _day(f"{_SINCE}_data", read)
    start = opened or first
    last = min(span[1], asked.until or span[1]) if span else None
    if span is None or last is None or start is None or start >= last:
        return replace(asked, about=""), None, []
    start = max(start, span[0])
    end, ended = _end(start, last, read)
    # where nothing says when it opened it may have been there before
    return replace(asked, window=Window(start, end, "range")), opened or dt.date.min, ended


def asked_since(asked: AnalysisAsked, desk: MetricDesk) -> str:
    """Return how one member has been since it opened as a question of these days, for what follows it."""
    one, window = one_member(asked), asked.window
    if one is None or window is None:
        return ""
    name = desk.answers.reader.known.member_name(one.dimension, one.values[0], desk.language)
    days_told = {"start": window.start.isoformat(), "last": (window.end - days(1)).isoformat()}
    return say("analysis.ask.since_opened", desk.language, who=name, **days_told)


def _end(start: dt.date, end: dt.date, read: Mapping[str, Read]) -> tuple[dt.date, list[Said]]:
    """Return where a member's time ends, and that it closed or has no more data where it ends early."""
    closed, last = _day(_UNTIL, read), _day(f"{_UNTIL}_data", read)
    if closed is not None and start <= closed < end - days(1):
        return closed + days(1), [Said("briefing.since.closed", {"last": day_of(closed)})]
    if last is None or not start <= last < end - days(1):
        return end, []
    said = [Said("briefing.since.ended", {"last": day_of(last)})] if end - days(_WEEK) > last else []
    return last + days(1), said


def _day(name: str, read: Mapping[str, Read]) -> dt.date | None:
    found = read.get(name)
    cell = found.result.rows[0][-1] if found and found.result.rows else None
    return None if cell is None else day_in(cell)


def since_known(opened: dt.date | None, now: Window) -> list[Said]:
    """Say that data begin later than a member opened, or that nothing says when it did."""
    if opened is None or opened >= now.start:
        return []
    code = "unknown" if opened == dt.date.min else "known"
    told = {"first": day_of(now.start)} | ({} if code == "unknown" else {"opened": day_of(opened)})
    return [Said(f"briefing.since.{code}", told)]


def one_member(asked: AnalysisAsked) -> Filter | None:
    """Return the filter that keeps to the one member asked about, or None."""
    kept = [one for one in asked.filters if not one.negated and len(one.values) == 1]
    return kept[0] if len(kept) == len(asked.filters) == 1 else None


def opening_looks(asked: AnalysisAsked, line: Line, desk: MetricDesk) -> list[Look]:
    """Return the looks at the one member's days of opening and closing, and at its first day with data."""
    return [look for look in _edges(asked, line, desk) if look.name != f"{_UNTIL}_data"]


def is_known(read: Mapping[str, Read]) -> bool:
    """Tell whether a member's own table says when it opened."""
    return _day(_SINCE, read) is not None


def opened_on(read: Mapping[str, Read]) -> dt.date | None:
    """Return when a member opened by its own table, else its first day with data."""
    return _day(_SINCE, read) or _day(f"{_SINCE}_data", read)


def first_held(read: Mapping[str, Read]) -> dt.date | None:
    """Return a member's first day with data."""
    return _day(f"{_SINCE}_data", read)


def closed_on(read: Mapping[str, Read]) -> dt.date | None:
    """Return when a member closed by its own table."""
    return _day(_UNTIL, read)


def _edges(asked: AnalysisAsked, line: Line, desk: MetricDesk) -> list[Look]:
    """Return the looks at its day of opening and of closing, and at its first and last day with data.

    Of events the last one is no end.
    """
    kept, metric = one_member(asked), desk.catalog.metrics[line.metric]
    if kept is None:
        return []
    label = Said("why.label.began", {"member": kept.values})
    of = desk.catalog.dimensions[kept.dimension]
    found = [
        edge_look("first", _SINCE, (), of, asked.filters, label, desk),
        edge_look("last", _UNTIL, (), of, asked.filters, label, desk),
    ]
    if (catalog := _with_days(metric, desk)) is not None:
        names = [(_SINCE, _FIRST), *([(_UNTIL, _LAST)] if desk.catalog.is_dense(metric) else [])]
        for name, day in names:
            query = MetricQuery((day,), filters=asked.filters)
            found.append(Look(f"{name}_data", query, label, catalog=catalog))
    return [look for look in found if look is not None]


def _with_days(metric: Metric, desk: MetricDesk) -> Catalog | None:
    """Return the catalog with the first and last day that has any of a figure; None of one without days."""
    if metric.kind != "simple" or not metric.time or "." in metric.time:
        return None
    bare = replace(metric, show=(), additivity="distinct", unit_zh="", unit_en="")
    held = day_held(metric, desk)
    edges = {
        name: replace(bare, name=name, expression=f"{edge}({held})")
        for name, edge in ((_FIRST, "MIN"), (_LAST, "MAX"))
    }
    return desk.catalog.beside(*edges.values())


def peers_look(asked: AnalysisAsked, line: Line, desk: MetricDesk) -> list[Look]:
    """Return the look at all of its kind over the same days, with the first and last they have data on."""
    kept, catalog = one_member(asked), _with_days(desk.catalog.metrics[line.metric], desk)
    if kept is None or asked.window is None or catalog is None or not shape_of(line.metric, desk).by_day:
        return []
    query = MetricQuery((line.metric, _FIRST, _LAST), (kept.dimension,), windows=(asked.window,))
    by = {"metric": Name(line.metric), "by": Name(kept.dimension, dimension=True)}
    return [Look(_PEERS, query, Said("briefing.label.moves", by), catalog=catalog)]


def peers_told(asked: AnalysisAsked, line: Line, read: Mapping[str, Read], desk: MetricDesk) -> list[Said]:
    """Return where it stands among those of its kind that were there all the days, with the median."""
    found, kept = read.get(_PEERS), one_member(asked)
    if found is None or found.result.truncated or kept is None:
        return []
    name = desk.answers.reader.known.member_name
    own = name(kept.dimension, kept.values[0], desk.language)
    named = [row for row in found.result.rows if row[0] and row[1] is not None]
    window = found.look.query.windows[0]
    there = [row for row in named if str(row[0]) == own or _is_throughout(row[2], row[3], window)]
    values = {str(row[0]): exact(row[1]) or Decimal(0) for row in there}
    ranked = sorted(values.values(), reverse=True)
    if len(ranked) < _FEWEST or own not in values:
        return []
    params = {
        "metric": Name(line.metric),
        "dimension": Name(kept.dimension, dimension=True, many=True),
        "every": len(ranked),
        "place": ranked.index(values[own]) + 1,
        "middle": Amount(statistics.median(ranked), line.metric),
    }
    return [Said(f"briefing.since.peers{'_there' if len(there) < len(named) else ''}", params)]


def _is_throughout(first: object, last: object, window: Window) -> bool:
    """Tell one with data from the first days of a time to the last: of a short one a tenth may lack."""
    if first is None or last is None:
        return False
    edge = days(min(_WEEK, window.days // 10))
    began, ended = (day_in(one) for one in (first, last))
    return began <= window.start + edge and ended >= window.end - days(1) - edge
