"""Reads whether an opening or closing moved others: 吴川开了湛江起来没有, did Wuchuan take from Lianjiang."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from analysis.asked import AnalysisAsked, AskBack, NotRead, Recognised, place_of, says
from analysis.briefing.scorecard import leading
from analysis.lifespans import begins_at, ends_at
from analysis.opening.counting import counted_in
from analysis.rest import cut_of, read_rest
from query.metric_query import Filter, MetricQuery
from understanding.metric.desk import MetricDesk
from understanding.metric.parts import Part

OPENED, CLOSED = "opening_opened", "opening_closed"
MOST = 3  # who may have been moved by it: more are all others


def read_opening(asked: Recognised, desk: MetricDesk) -> AnalysisAsked | AskBack | NotRead:
    """Return whose opening or closing is meant, in `query`, and in `filters` who may have been moved by it.

    Nobody named for that means all others. A time that is named beside the opening is not read.
    """
    about = CLOSED if says("opening", "closes", asked.text) else OPENED
    parts = desk.parts(asked.rest)
    named = [(one, kept) for one in parts.of("value") if (kept := _member(one, asked, desk)) is not None]
    opened, lead = _opened(named, asked.text, about, desk), leading(desk)
    if opened is None or not lead or len(named) < len(parts.of("value")):
        return NotRead()
    affected = [kept for _, kept in named if kept != opened]
    rest = " ".join(parts.without(parts.of("value")).split())
    cut, rest = cut_of(replace(asked, rest=rest), desk)  # the other service areas
    found = read_rest(replace(asked, rest=rest), desk, lead)
    if isinstance(found, NotRead) or cut not in ("", opened.dimension):
        return NotRead()
    cuts = {opened.dimension, *(one.dimension for one in affected)}
    metric = found.metric or _counting(asked.text, cuts, desk) or lead
    fits = all(desk.catalog.cuts(metric, one) for one in cuts) and len(affected) <= MOST
    if found.window or found.filters or not fits:
        return NotRead()
    query = MetricQuery((metric,), filters=(opened,))
    return AnalysisAsked(
        "opening", asked.language, (metric,), filters=tuple(dict.fromkeys(affected)), query=query,
        text=asked.text, dimension=opened.dimension, about=about, figure_assumed=not found.metric,
    )  # fmt: skip


def _counting(text: str, cuts: Iterable[str], desk: MetricDesk) -> str:
    """Return the figure that counts what a text calls customers or traffic, or nothing."""
    counted = counted_in(text, cuts, desk)
    return counted.metric if counted is not None else ""


def _opened(named: Sequence[tuple[Part, Filter]], text: str, about: str, desk: MetricDesk) -> Filter | None:
    """Return the member that opened or closed: of those with such a day the one beside the word for it.

    Without one it is who took something from others: the first, or the one by whom it was taken.
    """
    day = begins_at if about == OPENED else ends_at
    dated = [
        (text.lower().find(part.text.lower()), part.text, kept)
        for part, kept in named
        if day(desk.catalog.dimensions[kept.dimension], desk) is not None
    ]
    said = place_of("opening", "closes" if about == CLOSED else "opens", text)
    if not dated:
        return None
    if said is None:
        by = place_of("opening", "taken_by", text)
        behind = [one for one in dated if by is not None and one[0] >= by[1]]
        return min(behind or dated)[2]
    return min(dated, key=lambda one: _apart((one[0], one[0] + len(one[1])), said))[2]


def _apart(one: Sequence[int], other: Sequence[int]) -> int:
    """Return how many characters lie between two spans."""
    return max(0, max(one[0], other[0]) - min(one[1], other[1]))


def _member(part: Part, asked: Recognised, desk: MetricDesk) -> Filter | None:
    """Return the one member that a part names."""
    found = read_rest(replace(asked, rest=part.text), desk, leading(desk))
    if isinstance(found, NotRead) or found.doubtful or len(found.filters) != 1:
        return None
    return found.filters[0] if len(found.filters[0].values) == 1 else None
