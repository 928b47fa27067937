"""No analysis over time of rows kept by the state they are in now: why open complaints rose."""

from analysis.asked import AnalysisAsked, Kind, Run
from analysis.outcome import Name, Outcome, Said, Steps
from query.metric_query import MetricQuery
from understanding.metric.desk import MetricDesk
from understanding.metric.states_now import are_as_now

OVER_TIME: frozenset[Kind] = frozenset(
    ["gap", "why", "moved", "trend", "effect", "contribution", "forecast", "anomaly"]
)


def unless_as_now(run: Run) -> Run:
    """Return an analysis that declines where its figure keeps rows by their state now."""

    def steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
        query = MetricQuery(asked.metrics, filters=asked.filters)
        if asked.kind in OVER_TIME and are_as_now(query, desk.catalog):
            return Outcome(declined=Said("as_now", {"metric": Name(asked.metrics[0])}))
        return (yield from run(asked, desk))

    return steps
