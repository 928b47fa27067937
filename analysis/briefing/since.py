"""How one member has been since it opened: from when that is, and where it stands among its kind."""

import datetime as dt
from collections.abc import Generator, Mapping, Sequence
from dataclasses import replace

from analysis.asked import AnalysisAsked
from analysis.briefing.figures import exact
from analysis.briefing.scorecard import Line
from analysis.lifespans import day_of, edge_look
from analysis.outcome import Amount, Look, Name, Read, Said
from analysis.series import data_span, day_of_rows
from analysis.why.shape import shape_of
from query.metric_query import Filter, MetricQuery, Window
from understanding.metric.desk import MetricDesk

_SINCE, _PEERS = "since", "peers"
_FEWEST = 3  # of its kind, with itself


def since_opening(
    asked: AnalysisAsked, line: Line, desk: MetricDesk
) -> Generator[Sequence[Look], Mapping[str, Read], tuple[AnalysisAsked, dt.date | None]]:
    """Yield the looks at when the one member opened, and return the question over the time since, with it.

    Without a day of opening in its own table it is the first day with data.
    """
    looks, span = _first_days(asked, line, desk), data_span(line.metric, desk)
    read = yield looks
    cells = [
        read[one.name].result.rows[0][-1] for one in looks if one.name in read and read[one.name].result.rows
    ]
    days_known = [dt.date.fromisoformat(str(cell)[:10]) for cell in cells if cell is not None]
    if span is None or not days_known or (start := days_known[0]) >= span[1]:
        return replace(asked, about=""), None
    if cells[0] is None or _SINCE not in read:  # nothing says when it opened: it may have been there before
        start = dt.date.min if start <= span[0] else start
    return replace(asked, window=Window(max(start, span[0]), span[1], "range")), start


def since_known(opened: dt.date | None, now: Window) -> list[Said]:
    """Say that data begin later than a member opened."""
    if opened is None or opened >= now.start:
        return []
    code = "unknown" if opened == dt.date.min else "known"
    told = {"first": day_of(now.start)} | ({} if code == "unknown" else {"opened": day_of(opened)})
    return [Said(f"briefing.since.{code}", told)]


def one_member(asked: AnalysisAsked) -> Filter | None:
    """Return the filter that keeps to the one member asked about, or None."""
    kept = [one for one in asked.filters if not one.negated and len(one.values) == 1]
    return kept[0] if len(kept) == len(asked.filters) == 1 else None


def _first_days(asked: AnalysisAsked, line: Line, desk: MetricDesk) -> list[Look]:
    """Return the looks at its day of opening and at its first day with data."""
    kept, metric = one_member(asked), desk.catalog.metrics[line.metric]
    if kept is None:
        return []
    label = Said("why.label.began", {"member": kept.values})
    of = desk.catalog.dimensions[kept.dimension]
    found = [edge_look("first", _SINCE, (), of, asked.filters, label, desk)]
    if metric.kind == "simple" and metric.time and "." not in metric.time:
        day = replace(metric, name="analysis_first", expression=f"MIN({day_of_rows(metric, desk)})", show=())
        day = replace(day, additivity="distinct", unit_zh="", unit_en="")
        catalog = replace(desk.catalog, metrics={**desk.catalog.metrics, day.name: day})
        query = MetricQuery((day.name,), filters=asked.filters)
        found.append(Look(f"{_SINCE}_data", query, label, catalog=catalog))
    return [look for look in found if look is not None]


def peers_look(asked: AnalysisAsked, line: Line, desk: MetricDesk) -> list[Look]:
    """Return the look at all of its kind over the same days."""
    kept, shape = one_member(asked), shape_of(line.metric, desk)
    if kept is None or asked.window is None or not shape.by_day:
        return []
    query = MetricQuery((line.metric,), (kept.dimension,), windows=(asked.window,))
    by = {"metric": Name(line.metric), "by": Name(kept.dimension, dimension=True)}
    return [Look(_PEERS, query, Said("briefing.label.moves", by))]


def peers_told(asked: AnalysisAsked, line: Line, read: Mapping[str, Read], desk: MetricDesk) -> list[Said]:
    """Return where it stands among its kind over the same days, with the middle one of them."""
    found, kept = read.get(_PEERS), one_member(asked)
    if found is None or found.result.truncated or kept is None:
        return []
    name = desk.answers.reader.known.member_name
    own = name(kept.dimension, kept.values[0], desk.language)
    values = {str(row[0]): exact(row[-1]) for row in found.result.rows if row[0] and row[-1] is not None}
    ranked = sorted(values.values(), key=lambda one: -(one or 0))
    if len(ranked) < _FEWEST or own not in values:
        return []
    middle = ranked[len(ranked) // 2] or exact(0)
    params = {
        "metric": Name(line.metric),
        "dimension": Name(kept.dimension, dimension=True, many=True),
        "every": len(ranked),
    }
    places = {"place": ranked.index(values[own]) + 1, "middle": Amount(middle, line.metric)}  # type: ignore[arg-type]
    return [Said("briefing.since.peers", params | places)]
