"""Whether a figure will be above what it came to a year before: that is read first, and is its mark."""

from dataclasses import replace

from analysis.asked import AnalysisAsked, Run
from analysis.outcome import Amount, Look, Name, Outcome, Said, Steps, exact
from analysis.series import data_span
from analysis.target.reading import LAST_YEAR
from analysis.whom import members_of
from query.metric_query import MetricQuery
from understanding.metric.desk import MetricDesk


def beside_last_year(run: Run) -> Run:
    """Return the steps of a target that, where last year is to be beaten, read first what it came to."""

    def steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
        if asked.about != LAST_YEAR:
            return (yield from run(asked, desk))
        (name,), window, span = asked.metrics, asked.window, data_span(asked.metrics[0], desk)
        assert window is not None
        year = replace(window.year_before(desk.catalog.holidays), text="")
        none = Outcome(declined=Said("behind.no_year", {"metric": Name(name), "window": year}))
        if span is None or year.start < span[0]:
            return none
        query = MetricQuery((name,), windows=(year,), filters=asked.filters)
        read = yield [Look(LAST_YEAR, query, Said("why.label.year"), needed=True)]
        rows = read[LAST_YEAR].result.rows
        then = exact(rows[0][-1]) if rows else None
        if not then:
            return none
        outcome = yield from run(replace(asked, about="", mark=then), desk)
        params = {"metric": Name(name), "only": members_of(asked.filters, desk), "year": year}
        told = Said("target.last_year", {**params, "then": Amount(then, name)})
        first, rest = outcome.statements[:1], outcome.statements[1:]
        return replace(outcome, statements=(*first, told, *rest)) if first else outcome

    return steps
