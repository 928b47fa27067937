"""Why a target was missed, step by step: whether it was, then the figure beside the year before it."""

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal

from analysis.asked import AnalysisAsked
from analysis.outcome import Amount, Look, Outcome, Percent, Read, Said, Steps, exact
from analysis.target.shortfall import shortfall_looks, with_shortfall
from analysis.target.steps import Standing, standing_of, standing_table, standing_told, target_looks
from analysis.why.reading import windows_of
from analysis.why.steps import why
from query.metric_query import Compared, MetricQuery, Window
from understanding.metric.desk import MetricDesk

_YEAR = "year"


def missed_steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
    """Yield the looks at figure and target, then at the change from the year before; return what they say.

    Of a target nothing can be taken apart: what can is the growth there was, beside the growth it wanted.
    """
    looks = target_looks(asked, desk)
    if isinstance(looks, Outcome):
        return looks
    read = yield [*looks, _year_look(asked, desk)]
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
    return replace(apart, statements=(*lead, *_wanted(standing, read), *said))


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
