"""Whether the target of a time wholly to come will be met: the forecast of it beside the target."""

from dataclasses import replace
from decimal import Decimal

from analysis.asked import AnalysisAsked
from analysis.forecast.steps import forecast_steps
from analysis.outcome import Amount, Look, Name, Said, Steps
from analysis.why.saying import members_of
from query.metric_query import MetricQuery
from understanding.metric.desk import MetricDesk


def coming_steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
    """Yield the looks at the target and at the days so far, and return whether the forecast reaches it."""
    (name, aim), window = asked.metrics, asked.window
    assert window is not None
    query = MetricQuery((aim,), windows=(window,), filters=asked.filters)
    read = yield [Look(aim, query, Said("target.label", {"metric": Name(aim)}))]
    rows = read[aim].result.rows if aim in read else ()
    target = Decimal(str(rows[0][-1] or 0)) if rows else Decimal(0)
    outcome = yield from forecast_steps(replace(asked, kind="forecast", metrics=(name,)), desk)
    if outcome.declined is not None:
        return outcome
    when = replace(window, text="")
    if not target:
        none = Said("target.none", {"metric": Name(name), "window": when})
        return replace(outcome, cautions=(none, *outcome.cautions))
    first = outcome.statements[0].params
    low, value, high = (first[key].value for key in ("low", "value", "high"))
    code = "likely" if low >= target else "unlikely" if high < target else "open"
    apart = Amount(value - target, name, "size")
    beside = Said(f"target.{'over' if value >= target else 'under'}", {"apart": apart})
    verdict = Said(
        f"target.{code}",
        {
            "metric": Name(name), "only": members_of(asked.filters, desk), "whole": when,
            "target": Amount(target, name), "gap": apart, "low": first["low"], "sum": first["value"],
            "high": first["high"], "beside": beside,
        },
    )  # fmt: skip
    return replace(outcome, statements=(verdict, *outcome.statements[1:]))
