"""The reasons of what is counted (complaints, bids lost) stand in a column: of no change is asked."""

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from typing import Any

from analysis.asked import AnalysisAsked, AskBack, NotRead, Recognised, Run, says, tells_a_change
from analysis.outcome import Amount, Look, Name, Outcome, Percent, Said, Steps, exact
from analysis.tables import table
from analysis.whom import members_of
from config.wording import say
from database.result import QueryResult
from query.metric_query import MetricQuery
from understanding.metric.desk import MetricDesk

MOST_TOLD = 10
_LOOK = "reasons"
_Read = AnalysisAsked | AskBack | NotRead


def or_reasons(read: Callable[[Recognised, MetricDesk], _Read]) -> Callable[[Recognised, MetricDesk], _Read]:
    """Return a reading of why that takes the reasons of what is counted as what they are called by."""

    def either(asked: Recognised, desk: MetricDesk) -> _Read:
        found = read(asked, desk)
        if not isinstance(found, AnalysisAsked) or tells_a_change(asked.text):
            return found
        reason = reason_of(found.metrics[0], desk) if says("why", "reasons", asked.text) else ""
        return replace(found, dimension=reason) if reason else found

    return either


def or_by_reason(run: Run) -> Run:
    """Return the steps of why that tell reasons where these were asked for."""

    def steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
        return (yield from (_by_reason(asked, desk) if asked.dimension else run(asked, desk)))

    return steps


def reason_of(metric: str, desk: MetricDesk) -> str:
    """Return the one dimension of a count's own rows that is called a reason or cause, or nothing."""
    known = desk.catalog.metrics[metric]
    if not known.counts_rows:
        return ""
    named = [
        one.name
        for one in desk.catalog.dimensions.values()
        if one.table == known.table and any(says("why", "reasons", word) for word in one.wordings)
        if desk.shows(one) and desk.catalog.cuts(metric, one.name)
    ]
    return named[0] if len(named) == 1 else ""


def _by_reason(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
    """Yield the look at a count by its reasons, and return it with each one's share."""
    (name, *_), window = asked.metrics, asked.window
    assert window is not None
    query = MetricQuery((name,), (asked.dimension,), windows=(window,), filters=asked.filters)
    about: dict[str, Any] = {"metric": Name(name), "by": Name(asked.dimension, dimension=True)}
    label = Said("briefing.label.moves", about)
    found = (yield [Look(_LOOK, query, label, needed=True)])[_LOOK].result
    counts = [(row[0], exact(row[1]) or Decimal(0)) for row in found.rows]
    whole = sum((count for _, count in counts), Decimal(0))
    about |= {"window": replace(window, text=""), "only": members_of(asked.filters, desk)}
    if not whole:
        return Outcome(declined=Said("why.reasons_none", about))
    blank = say("sentence.unnamed", desk.language)
    ranked = sorted(
        ((blank if one is None else str(one), count) for one, count in counts),
        key=lambda one: (one[0] == blank, -one[1]),
    )
    told = tuple(
        Said("why.reason", {"name": one, "value": Amount(count, name), "share": Percent(100 * count / whole)})
        for one, count in ranked[:MOST_TOLD]
    )
    more = len(ranked) - MOST_TOLD
    rest = Said("pace.more", {"count": more}) if more > 0 else ""
    said = Said("why.by_reason", {**about, "sum": Amount(whole, name), "list": told, "more": rest})
    return Outcome((said,), _table(ranked, whole, asked, desk))


def _table(
    ranked: list[tuple[str, Decimal]], whole: Decimal, asked: AnalysisAsked, desk: MetricDesk
) -> QueryResult:
    heads = [
        desk.catalog.dimensions[asked.dimension].label(desk.language),
        desk.catalog.metrics[asked.metrics[0]].label(desk.language),
        say("analysis.why.column_part", desk.language),
    ]
    return table(heads, ((one, int(count), round(100 * count / whole, 1)) for one, count in ranked))
