"""Whether a target is met, step by step: the figure as far as it has come, beside its whole target."""

from dataclasses import replace
from decimal import Decimal
from typing import Any

from analysis.asked import AnalysisAsked
from analysis.outcome import Amount, Look, Name, Outcome, Percent, Said, Steps
from analysis.series import data_span
from analysis.why.saying import members_of
from answers.sentences.times import period
from config.wording import say
from database.result import QueryResult, ResultColumn
from understanding.metric.desk import MetricDesk
from understanding.question import MetricQuery, Window

_LEVEL = Decimal("0.5")  # points between what is reached and the days over: neither ahead nor behind


def target_steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
    """Yield the looks at the figure and its target, and return yes or no with both."""
    (name, aim), whole = asked.metrics, asked.window
    assert whole is not None
    span = data_span(name, desk)
    end = min(whole.end, span[1]) if span else whole.end
    if end <= whole.start:
        return Outcome(declined=Said("briefing.none", {"window": replace(whole, text="")}))
    so_far = whole if end == whole.end else Window(whole.start, end, "range")
    looks = [
        Look(
            one,
            MetricQuery((one,), windows=(over,), filters=asked.filters),
            Said("target.label", {"metric": Name(one)}),
        )
        for one, over in ((name, so_far), (aim, whole))
    ]
    read = yield looks
    actual, wanted = (
        Decimal(str(read[one].result.rows[0][-1] or 0)) if one in read and read[one].result.rows else None
        for one in (name, aim)
    )
    if actual is None or not wanted:
        return Outcome(
            declined=Said("target.none", {"metric": Name(name), "window": replace(whole, text="")})
        )
    share = 100 * actual / wanted
    pace = Decimal(100 * so_far.days) / whole.days
    params: dict[str, Any] = {
        "metric": Name(name),
        "only": members_of(asked.filters, desk),
        "so_far": replace(so_far, text=""),
        "whole": replace(whole, text=""),
        "actual": Amount(actual, name),
        "target": Amount(wanted, name),
        "gap": Amount(actual - wanted, name, "size"),
        "share": Percent(share),
        "pace": Percent(pace),
    }
    code = _code(actual >= wanted, so_far is not whole, share - pace, asked.gap)
    return Outcome((Said(f"target.{code}", params),), _table(params, actual, wanted, share, name, desk))


def _code(met: bool, running: bool, ahead: Decimal, gap: bool) -> str:
    """Return how it is said: yes or no first, or the distance where that was asked."""
    if met:
        return "met_running" if running else "met"
    if gap:
        return "gap_running" if running else "gap"
    if running and abs(ahead) < _LEVEL:
        return "level"
    return ("ahead" if ahead > 0 else "behind") if running else "missed"


def _table(
    params: dict[str, Any], actual: Decimal, wanted: Decimal, share: Decimal, name: str, desk: MetricDesk
) -> QueryResult:
    language = desk.language
    heads = [say(f"analysis.target.column.{one}", language) for one in ("when", "actual", "target", "share")]
    columns = tuple(ResultColumn(head, "number" if place else "text") for place, head in enumerate(heads))
    row = (period(params["so_far"], language), float(actual), float(wanted), float(round(share, 1)))
    return QueryResult(columns, (row,), False, 0.0)
