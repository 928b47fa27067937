"""The target of a time that is forecast: read with its days, and the forecast set beside it."""

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal

from analysis.asked import AnalysisAsked
from analysis.forecast.models import Forecast
from analysis.outcome import Look, Name, Outcome, Read, Said, figure_of
from analysis.target.aims import target_of
from analysis.target.verdict import aim_params, beside_target, borne, verdict, verdict_code
from analysis.whom import members_of
from query.metric_query import MetricQuery, Window
from understanding.metric.desk import MetricDesk
from understanding.metric.judging import is_better_low

_AIM, _MONTHS = "aim", "aim_months"


def aim_looks(asked: AnalysisAsked, desk: MetricDesk) -> list[Look]:
    """Return the look at the target of whole months, and at each month where there are several.

    Where it was not asked about, it is read as far as there is one of the figure and the members.
    """
    window = asked.window
    assert window is not None
    if asked.mark is not None:
        return []
    aim = (
        asked.metrics[1]
        if len(asked.metrics) > 1
        else target_of(desk.catalog.metrics[asked.metrics[0]], desk)
    )
    cut = bool(aim) and all(desk.catalog.cuts(aim, kept.dimension) for kept in asked.filters)
    if not cut or asked.dimension or not window.in_whole_months:
        return []
    query = MetricQuery((aim,), windows=(window,), filters=asked.filters)
    label = Said("target.label", {"metric": Name(aim)})
    return [Look(_AIM, query, label), *months_looks(aim, window, asked, desk)]


def months_looks(aim: str, window: Window, asked: AnalysisAsked, desk: MetricDesk) -> list[Look]:
    """Return the look at each month of a target over several: some may have none yet."""
    if window.units("month") < 2 or desk.catalog.sources(aim)[0].time_grain not in ("day", "month"):
        return []
    query = MetricQuery((aim,), grain="month", windows=(window,), filters=asked.filters)
    return [Look(_MONTHS, query, Said("target.label", {"metric": Name(aim)}))]


def months_set(read: Mapping[str, Read]) -> list[str] | None:
    """Return the first days of the months that have a target; None where they were not read."""
    if _MONTHS not in read:
        return None
    return sorted(str(row[0])[:10] for row in read[_MONTHS].result.rows if row[-1])


def aim_of(read: Mapping[str, Read], asked: AnalysisAsked) -> Decimal:
    """Return the target of all the time, where each of its months has one, or the number asked; else 0."""
    if asked.mark is not None:
        return asked.mark
    rows = read[_AIM].result.rows if _AIM in read else ()
    have = months_set(read)
    whole = have is None or len(have) == read[_AIM].look.query.windows[0].units("month")
    return Decimal(str(rows[0][-1] or 0)) if rows and whole else Decimal(0)


def with_aim(
    whole: Outcome,
    sums: tuple[Decimal, Decimal, Decimal],
    found: Forecast,
    read: Mapping[str, Read],
    asked: AnalysisAsked,
    desk: MetricDesk,
) -> Outcome:
    """Return a forecast beside its target: whether it is reached first, where that is asked."""
    (name, *_), window, leads = asked.metrics, asked.window, asked.kind == "target"
    assert window is not None
    rows = read[_AIM].result.rows if _AIM in read else ()
    target = asked.mark or (Decimal(str(rows[0][-1] or 0)) if rows else Decimal(0))
    when, have, months = replace(window, text=""), months_set(read), window.units("month")
    partly = have is not None and len(have) < months
    if not target or partly:
        params = {"metric": Name(name), "window": when, "count": len(have or ()), "every": months}
        none = Said("target.partly" if target and have else "target.not_set", params)
        return replace(whole, cautions=(none, *whole.cautions)) if leads else whole
    named = aim_params(target, asked)
    if is_better_low(desk.catalog.metrics[name]) and asked.mark is None:
        told = {"target": named["target"], "beside": beside_target(sums[1], named, (sums[2] - sums[0]) / 2)}
        most = Said("target.at_most_beside", told)
        return replace(whole, statements=(whole.statements[0], most, *whole.statements[1:]))
    about = {"metric": Name(name), "only": members_of(asked.filters, desk), "whole": when, **named}
    past = borne(target, sums[1] - figure_of(found.value), found)
    foreseen = verdict(target, *sums, name, about, past)
    first, *rest = whole.statements
    if leads:
        held = Said("forecast.held", {"within": found.within, "trials": len(found.trials)})
        return replace(whole, statements=(foreseen, *rest, held))
    low, _, high = sums
    beside = Said(f"target.beside_{verdict_code(target, low, high, past)}", foreseen.params)
    return replace(whole, statements=(first, beside, *rest))
