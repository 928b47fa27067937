"""Why a figure changed, step by step: the premise first, then what the change is made of."""

from analysis.asked import AnalysisAsked
from analysis.outcome import Look, Outcome, Said, Steps
from knowledge.metric.desk import MetricDesk
from knowledge.question import MetricQuery


def why(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
    """Yield what must be read, and return what the change comes to."""
    assert asked.window is not None and asked.against is not None
    both = MetricQuery(asked.metrics, windows=(asked.against, asked.window), filters=asked.filters)
    read = yield (Look("total", both, Said("why.label.total"), needed=True),)
    before, now = read["total"].result.rows[0]
    params = {"now": now, "before": before, "window": asked.window, "against": asked.against}
    return Outcome((Said("why.premise", params),), read["total"].result)
