"""Whether the target of a time wholly to come will be met: the forecast of it beside the target."""

from dataclasses import replace
from decimal import Decimal

from analysis.asked import AnalysisAsked
from analysis.forecast.steps import forecast_steps
from analysis.outcome import Amount, Look, Name, Read, Said, Steps
from analysis.target.verdict import verdict
from analysis.why.saying import members_of
from query.metric_query import MetricQuery, Window
from understanding.metric.desk import MetricDesk

_MONTHS = "months"


def coming_steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
    """Yield the looks at the target and at the days so far, and return whether the forecast reaches it."""
    (name, aim), window = asked.metrics, asked.window
    assert window is not None
    looks = _aim_looks(aim, window, asked, desk)
    read = yield looks
    outcome = yield from forecast_steps(replace(asked, kind="forecast", metrics=(name,)), desk)
    if outcome.declined is not None:
        return outcome
    when = replace(window, text="")
    target = _sum(read[aim]) if aim in read else Decimal(0)
    have = sum(bool(row[-1]) for row in read[_MONTHS].result.rows) if _MONTHS in read else 0
    months = window.units("month")
    partly = len(looks) > 1 and have < months
    if not target or partly:
        params = {"metric": Name(name), "window": when, "count": have, "every": months}
        none = Said("target.partly" if target and have else "target.not_set", params)
        return replace(outcome, cautions=(none, *outcome.cautions))
    first = outcome.statements[0].params
    low, value, high = (first[key].value for key in ("low", "value", "high"))
    about = {"metric": Name(name), "only": members_of(asked.filters, desk), "whole": when}
    foreseen = verdict(target, low, value, high, name, {**about, "target": Amount(target, name)})
    return replace(outcome, statements=(foreseen, *outcome.statements[1:]))


def _aim_looks(aim: str, window: Window, asked: AnalysisAsked, desk: MetricDesk) -> list[Look]:
    """Return the look at a target, and at each month where there are several: some may have none yet."""
    query = MetricQuery((aim,), windows=(window,), filters=asked.filters)
    label = Said("target.label", {"metric": Name(aim)})
    looks = [Look(aim, query, label)]
    if window.units("month") > 1 and desk.catalog.sources(aim)[0].time_grain in ("day", "month"):
        looks.append(Look(_MONTHS, replace(query, grain="month"), label))
    return looks


def _sum(read: Read) -> Decimal:
    rows = read.result.rows
    return Decimal(str(rows[0][-1] or 0)) if rows else Decimal(0)
