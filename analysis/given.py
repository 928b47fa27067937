"""An analysis as a model asks for it: its kind, and figures, time and members as a MetricQuery in JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from analysis.anomaly.reading import about_data
from analysis.asked import AnalysisAsked, Kind, Recognised
from analysis.briefing.reading import last_whole
from analysis.briefing.scorecard import scorecard
from analysis.effect.reading import beside_days
from analysis.series import adds_up
from analysis.target.reading import aimed_at
from analysis.why.reading import is_one_change, of_query
from query.as_json import from_json
from query.metric_query import MetricQuery, Window
from understanding.metric.desk import MetricDesk
from understanding.metric.exchange import query_from

KINDS: Mapping[str, Kind] = {  # by the word a model chooses them with
    "why": "why",
    "briefing": "briefing",
    "odd": "anomaly",
    "forecast": "forecast",
    "target": "target",
    "missed": "missed",
    "effect": "effect",
}
_OF_TARGETS = ("target", "missed")
_OF_ONE_FIGURE = ("why", "forecast", "effect", *_OF_TARGETS)
_AHEAD = ("forecast", *_OF_TARGETS)  # of a time whose end may be to come
_SHORT_OF_TIME = ("metrics", "only", "without")
_OF_ROWS = ("share", "having", "running", "average")  # no analysis tells these
_RANKED = ("top", "bottom")


def analysis_given(data: Mapping[str, Any], question: str, desk: MetricDesk) -> AnalysisAsked | None:
    """Return the analysis that JSON describes, or None where it breaks a rule that holds for what is read."""
    kind = KINDS.get(str(data.get("analysis")))
    names, cut = data.get("metrics") or [], data.get("split_by") or []
    if kind == "missed" and cut:
        kind = "target"  # each has its own reasons: told is who is behind
    if kind is None or not isinstance(names, list) or not _fits(kind, names, cut, data):
        return None
    read = _read(kind, names, data, desk)
    if read is None:
        return None
    query, windows = read
    asked = Recognised(kind, "", "", desk.language, text=question)
    if kind == "why":
        return _why(query, asked, desk)
    if kind in _OF_TARGETS:
        found = _target(query, windows, asked, desk)
        return _by_member(found, list(map(str, cut)), desk) if found and cut else found
    if kind == "effect":
        return beside_days(query, list(map(str, cut)), asked, desk)
    if kind == "forecast":
        return _ahead(query, windows, list(map(str, cut)), asked, desk)
    return _of_all(query, bool(names), asked, desk)


def _fits(kind: Kind, names: Sequence[Any], cut: Any, data: Mapping[str, Any]) -> bool:
    """Tell whether a kind is asked of as many figures as it is of, and of no rows that it does not tell."""
    one = kind not in _OF_ONE_FIGURE or len(names) == 1
    of_rows = any(data.get(field) for field in (*_OF_ROWS, *(_RANKED if kind in _AHEAD else ())))
    return one and not of_rows  # of a share no count is forecast


def _read(
    kind: Kind, names: Sequence[str], data: Mapping[str, Any], desk: MetricDesk
) -> tuple[MetricQuery, tuple[Window, ...]] | None:
    """Return the figures and members asked about, and the times, which may be to come."""
    lines = scorecard(desk)
    if not (names or lines):
        return None
    said = {**data, "metrics": names or [lines[0].metric]}
    asked = {name: said[name] for name in _SHORT_OF_TIME if name in said} if kind in _AHEAD else said
    try:
        windows = from_json(said).windows
        query = query_from(asked, desk.answers.reader, desk.today, desk.allowed)
    except (ValueError, TypeError, KeyError, AttributeError, ArithmeticError):
        return None
    return (query, windows) if query is not None and all(map(desk.opens, query.metrics)) else None


def _ahead(
    query: MetricQuery, windows: tuple[Window, ...], cut: Sequence[str], asked: Recognised, desk: MetricDesk
) -> AnalysisAsked | None:
    """Return a forecast, or of a figure that has none whether its target will be met."""
    if len(cut) > 1 or not all(_may_cut(one, query.metrics[0], desk) for one in cut):
        return None
    found = _forecast(query, windows, asked, desk, *cut)
    is_ahead = len(windows) == 1 and windows[0].end > desk.today
    return found or (_target(query, windows, asked, desk) if is_ahead else None)


def _may_cut(name: str, metric: str, desk: MetricDesk) -> bool:
    """Tell a dimension that there is, that these rights show, and that cuts a figure."""
    dimension = desk.catalog.dimensions.get(name)
    return dimension is not None and desk.shows(dimension) and desk.catalog.cuts(metric, name)


def _why(query: MetricQuery, asked: Recognised, desk: MetricDesk) -> AnalysisAsked | None:
    bare = replace(query, splits=(), grain="")
    fits = bare.window and is_one_change(bare)
    return replace(of_query(bare, asked, desk), text=asked.text) if fits else None


def _forecast(
    query: MetricQuery, windows: tuple[Window, ...], asked: Recognised, desk: MetricDesk, cut: str = ""
) -> AnalysisAsked | None:
    """Return the forecast of one time whose end is to come, of a figure whose days make up its months."""
    metric = desk.catalog.metrics[query.metrics[0]]
    if len(windows) != 1 or windows[0].end <= desk.today or not adds_up(metric, desk):
        return None
    return AnalysisAsked(
        asked.kind, asked.language, query.metrics, windows[0], filters=query.filters, dimension=cut
    )


def _target(
    query: MetricQuery, windows: tuple[Window, ...], asked: Recognised, desk: MetricDesk
) -> AnalysisAsked | None:
    """Return whether the target of whole months is met, or will be: of the share of one met, too."""
    aimed = aimed_at(query.metrics[0], desk)
    if aimed is None or len(windows) != 1 or not windows[0].in_whole_months:
        return None
    if not all(desk.catalog.cuts(aimed[1], kept.dimension) for kept in query.filters):
        return None
    if asked.kind == "missed" and windows[0].start >= desk.today:
        return None
    kind: Kind = "missed" if asked.kind == "missed" else "target"
    return AnalysisAsked(
        kind, asked.language, aimed, windows[0], filters=query.filters, ahead=windows[0].end > desk.today
    )


def _by_member(asked: AnalysisAsked, cut: Sequence[str], desk: MetricDesk) -> AnalysisAsked | None:
    """Return who is behind its own target, of months that have begun."""
    assert asked.window is not None
    if len(cut) != 1 or asked.window.start >= desk.today:
        return None
    if not all(_may_cut(cut[0], name, desk) for name in asked.metrics):
        return None
    query = MetricQuery(asked.metrics[:1], (cut[0],))
    return replace(asked, kind="pace", direction="down", query=query, ahead=False)


def _of_all(query: MetricQuery, named: bool, asked: Recognised, desk: MetricDesk) -> AnalysisAsked | None:
    """Return a briefing, or a look for what is odd: of all figures there are where none is named."""
    window = query.window
    if asked.kind == "briefing":
        lines = scorecard(desk, query.filters)
        window = window or last_whole(asked, desk)
        if not lines or window.start >= desk.today:
            return None
        own = query.metrics if named else ()
        return AnalysisAsked("briefing", asked.language, own, window.cut(desk.today), filters=query.filters)
    names = query.metrics if named else ()
    about = about_data(asked.text, names, window, query.filters)
    return AnalysisAsked("anomaly", asked.language, names, window, filters=query.filters, about=about)
