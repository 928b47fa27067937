"""Why a target was missed, step by step: whether it was, then the figure beside the year before it."""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from analysis.asked import AnalysisAsked
from analysis.briefing.course import course_of
from analysis.briefing.scorecard import Line
from analysis.home import days_kept
from analysis.outcome import Amount, Look, Outcome, Percent, Read, Said, Steps, exact, figure_of
from analysis.series import Wanted, adds_up, data_span, looks_of, series_of
from analysis.target.shortfall import shortfall_looks, with_shortfall
from analysis.target.steps import Standing, standing_of, standing_table, standing_told, target_looks
from analysis.trend.lasting import burst_in
from analysis.why.reading import windows_of
from analysis.why.steps import why
from language.calendar import days
from query.metric_query import Compared, MetricQuery, Window
from understanding.metric.desk import MetricDesk

_YEAR = "year"
_AROUND = 90  # days on either side of the time, that tell what such days bring


def missed_steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
    """Yield the looks at figure and target, then at the change from the year before; return what they say.

    Of a target nothing can be taken apart: what can is the growth there was, beside the growth it wanted.
    """
    looks = target_looks(asked, desk)
    if isinstance(looks, Outcome):
        return looks
    course = (
        course_of(asked.window.cut(desk.today), Line(*asked.metrics[:2]), asked, desk)
        if asked.window
        else None
    )
    read = yield [*looks, _year_look(asked, desk), *(course.looks if course else ())]
    standing = standing_of(asked, read, desk)
    if isinstance(standing, Outcome):
        return standing
    lead = standing_told(standing, asked, desk)
    alone = Outcome(tuple(lead), standing_table(standing, desk))
    if standing.met:
        return alone
    change = _change(standing, asked, desk)
    apart = yield from why(change, desk)
    if apart.declined is not None or change.window is None or change.against is None:
        return alone
    read = {**read, **(yield shortfall_looks(asked, change.window, change.against, desk))}
    year = _year_of(read)
    said = with_shortfall(apart, standing, standing.target / year if year else None, read)
    few = yield from _few_days(standing, asked, desk)
    often = course.told(read, (None, None), desk) if course else []
    return replace(apart, statements=(*lead, *few, *often, *_wanted(standing, read), *said))


def _few_days(
    standing: Standing, asked: AnalysisAsked, desk: MetricDesk
) -> Generator[Sequence[Look], Mapping[str, Read], tuple[Said, ...]]:
    """Yield the days around; return those in a row that lie far below what such days bring, where some do."""
    name, metric, span = standing.name, desk.catalog.metrics[standing.name], data_span(standing.name, desk)
    if span is None or standing.at_most or metric.kind == "ratio" or not adds_up(metric, desk):
        return ()
    over = standing.so_far
    start, end = max(span[0], over.start - days(_AROUND)), min(span[1], over.end + days(_AROUND))
    wanted = Wanted(name, start, end, asked.filters)
    looks = looks_of(wanted, desk, "missed_days")
    found = series_of(wanted, desk, looks, (yield looks))
    series = found[0].get("") if found is not None else None
    if series is None:
        return ()
    burst = burst_in(series, over, days_kept(desk.catalog), counts=metric.is_count, way="down")
    if burst is None:
        return ()
    gone = figure_of(burst.usual - burst.value)
    code = "most" if 2 * gone >= standing.target - standing.actual else "days"
    params = {
        "when": burst.window, "days": burst.window.days, "value": Amount(figure_of(burst.value), name),
        "usual": Amount(figure_of(burst.usual), name, "mean"), "gone": Amount(gone, name, "size"),
    }  # fmt: skip
    return (Said(f"missed.{code}", params),)


def _year_before(asked: AnalysisAsked, desk: MetricDesk) -> Window:
    assert asked.window is not None
    return replace(asked.window.year_before(desk.catalog.holidays), text="")


def _year_look(asked: AnalysisAsked, desk: MetricDesk) -> Look:
    query = MetricQuery(asked.metrics[:1], windows=(_year_before(asked, desk),), filters=asked.filters)
    return Look(_YEAR, query, Said("why.label.year"))


def _year_of(read: Mapping[str, Read]) -> Decimal | None:
    """Return what the figure came to over all of the time a year before."""
    rows = read[_YEAR].result.rows if _YEAR in read else ()
    return exact(rows[0][-1]) if rows else None


def _wanted(standing: Standing, read: Mapping[str, Read]) -> tuple[Said, ...]:
    """Return by how much the target lies above the year before, where that is known."""
    year, name = _year_of(read), standing.name
    if not year:
        return ()
    params = {
        "target": Amount(standing.target, name),
        "window": read[_YEAR].look.query.windows[0],
        "year": Amount(year, name),
        "rate": Percent(100 * (standing.target / year - 1), signed=True),
    }
    return (Said("missed.wanted", params),)


def _change(standing: Standing, asked: AnalysisAsked, desk: MetricDesk) -> AnalysisAsked:
    """Return the change of the figure, as far as it has come, from the same days a year before."""
    query = MetricQuery(
        (standing.name,), windows=(standing.so_far,), filters=asked.filters, compared=Compared("last_year")
    )
    now, against = windows_of(query, desk)
    return AnalysisAsked(
        "why", asked.language, query.metrics, now, against, query.filters, query=query, text=asked.text
    )
