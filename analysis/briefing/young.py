"""A member that opened within the year: when that was, all it has brought since, its place among its kind."""

import datetime as dt
from collections.abc import Generator, Mapping, Sequence

from analysis.asked import AnalysisAsked
from analysis.briefing.figures import Windows
from analysis.briefing.scorecard import Line
from analysis.briefing.since import first_held, is_known, one_member, opened_on, opening_looks
from analysis.lifespans import day_of
from analysis.outcome import Amount, Look, Name, Percent, Read, Said, exact
from analysis.series import data_span
from analysis.why.shape import shape_of
from analysis.why.split import ZERO
from language.calendar import add_months, days
from query.metric_query import MetricQuery, Window
from understanding.metric.desk import MetricDesk

_TOTAL, _PEERS = "young_total", "young_peers"
_FEWEST = 3  # of its kind, with itself
_HOLE = 7  # days without data at the start of all data, which are no sign of an opening


def young_looks(asked: AnalysisAsked, line: Line, desk: MetricDesk) -> list[Look]:
    """Return the looks at when the one member asked about opened."""
    kept = one_member(asked)
    own_rows = kept is not None and bool(desk.catalog.dimensions[kept.dimension].key)
    return opening_looks(asked, line, desk) if own_rows else []


def opened_within(read: Mapping[str, Read], line: Line, windows: Windows, desk: MetricDesk) -> dt.date | None:
    """Return when a member opened that was not there a year ago, or not all of that time."""
    opened, span = own_opening(read, line, desk), data_span(line.metric, desk)
    if opened is None or span is None or not windows[2].start < opened < min(windows[0].end, span[1]):
        return None
    return opened if opened > span[0] + days(0 if is_known(read) else _HOLE) else None


def own_opening(read: Mapping[str, Read], line: Line, desk: MetricDesk) -> dt.date | None:
    """Return when a member opened; None where it has data of before that: then the day is another one's."""
    opened, first = opened_on(read), first_held(read)
    if opened is None or first is None:
        return opened
    return opened if first >= _first_counted(opened, line, desk) else None


def _first_counted(opened: dt.date, line: Line, desk: MetricDesk) -> dt.date:
    """Return from when a figure of who opened counts: of one by the month from the first of that."""
    return opened.replace(day=1) if desk.catalog.is_monthly(line.metric) else opened


def last_month_of(window: Window) -> Window:
    """Return the last whole month before a time ends."""
    end = window.end.replace(day=1)
    return Window(add_months(end, -1), end, "month")


def young_told(
    opened: dt.date, month: Window, asked: AnalysisAsked, line: Line, desk: MetricDesk, *, known: bool
) -> Generator[Sequence[Look], Mapping[str, Read], list[Said]]:
    """Yield the looks at all since a member opened and at its kind over the last month, and return these."""
    kept, span = one_member(asked), data_span(line.metric, desk)
    assert kept is not None and span is not None
    since = Window(_first_counted(opened, line, desk), span[1], "range")
    looks = [Look(_TOTAL, MetricQuery((line.metric,), windows=(since,), filters=asked.filters), _label(line))]
    if shape_of(line.metric, desk).kind == "sum" and opened <= month.start:
        looks.append(
            Look(_PEERS, MetricQuery((line.metric,), (kept.dimension,), windows=(month,)), _label(line))
        )
    read = yield looks
    rows = read[_TOTAL].result.rows if _TOTAL in read else ()
    if not rows or (total := exact(rows[0][-1])) is None:
        return []
    params = {
        "opened": day_of(opened),
        "since": since,
        "metric": Name(line.metric),
        "total": Amount(total, line.metric),
        "place": _place(read.get(_PEERS), asked, month, desk),
    }
    return [Said(f"briefing.young.{'told' if known else 'data'}", params)]


def _label(line: Line) -> Said:
    return Said("briefing.label.since", {"metric": Name(line.metric)})


def _place(found: Read | None, asked: AnalysisAsked, month: Window, desk: MetricDesk) -> Said | str:
    """Return where a member stands among its kind in a month, and its share of all."""
    kept = one_member(asked)
    if found is None or found.result.truncated or kept is None:
        return ""
    own = desk.answers.reader.known.member_name(kept.dimension, kept.values[0], desk.language)
    values = {str(row[0]): value for row in found.result.rows if row[0] and (value := exact(row[-1]))}
    if own not in values or len(values) < _FEWEST:
        return ""
    ranked = sorted(values.values(), reverse=True)
    params = {
        "month": month,
        "every": len(ranked),
        "dimension": Name(kept.dimension, dimension=True, many=True),
        "place": ranked.index(values[own]) + 1,
        "share": Percent(100 * values[own] / sum(ranked, ZERO)),
    }
    return Said("briefing.young.place", params)
