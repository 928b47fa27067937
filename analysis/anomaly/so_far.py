"""What was odd over the year so far, of a figure named without a time of which nothing is odd of late."""

from dataclasses import replace

from analysis.asked import AnalysisAsked, Run
from analysis.outcome import Outcome, Said, Steps, named_apart
from analysis.series import data_span
from language.calendar import add_months, whole
from query.metric_query import Window
from understanding.metric.desk import MetricDesk

_NOTHING = ("anomaly.none", "anomaly.none_clear")  # of the last whole day, week and month
_NONE_EITHER = (*_NOTHING, "anomaly.none_but", "anomaly.none_sudden", "anomaly.none_beside", "anomaly.moved")
_FEWEST_MONTHS = 3  # of a year that has just begun the months before it are looked at, too
_BACK = 6


def or_of_the_year(run: Run) -> Run:
    """Return the steps that look over the year so far where no time is named and nothing is odd of late."""

    def steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
        lately = yield from run(asked, desk)
        window = _year_so_far(asked, desk)
        if window is None or not _is_one_of(lately, _NOTHING):
            return lately
        over_year = replace(asked, window=window)
        longer = yield from named_apart("year.", run(over_year, desk))
        about = {"when": lately.statements[0].params["window"], "window": window}
        if longer.declined is not None:
            return lately
        if _is_one_of(longer, _NONE_EITHER):
            more = Said("anomaly.nor_this_year", about)
            return replace(lately, statements=(*lately.statements, more))
        first, *others = longer.statements
        if first.code != "anomaly.some":
            return replace(longer, statements=(Said("anomaly.but_this_year", about), first, *others))
        some = Said("anomaly.but_this_year_some", {**first.params, **about})
        return replace(longer, statements=(some, *others))

    return steps


def _is_one_of(found: Outcome, codes: tuple[str, ...]) -> bool:
    return bool(found.statements) and found.statements[0].code in codes


def _year_so_far(asked: AnalysisAsked, desk: MetricDesk) -> Window | None:
    """Return the year so far of figures that are named without a time, where there are months of it."""
    span = data_span(asked.metrics[0], desk) if asked.metrics and asked.window is None else None
    if span is None:
        return None
    end = min(desk.today, span[1])
    start = whole("year", end)[0]
    if add_months(start, _FEWEST_MONTHS) > end:
        start = add_months(whole("month", end)[0], -_BACK)
    start = max(start, span[0])
    return Window(start, end, "range") if add_months(start, _FEWEST_MONTHS) <= end else None
