"""What grows with what is sold is judged by its share of that: refunds by the refund rate."""

from dataclasses import replace

from analysis.asked import AnalysisAsked, Run
from analysis.briefing.scorecard import leading, scorecard
from analysis.outcome import Name, Outcome, Said, Steps
from understanding.metric.desk import MetricDesk
from understanding.metric.judging import is_better_low


def rate_of(name: str, desk: MetricDesk) -> str:
    """Return the one defined share that something bad is of a main figure, or nothing."""
    metrics = desk.catalog.metrics
    if not is_better_low(metrics[name]):
        return ""
    main = {line.metric for line in scorecard(desk)} | {leading(desk)}
    rates = [
        one.name
        for one in metrics.values()
        if one.kind == "ratio" and one.unit("en") == "%" and desk.opens(one.name)
        if one.parts[0] == name and one.parts[1] in main
    ]
    return rates[0] if len(rates) == 1 else ""


def by_its_rate(run: Run) -> Run:
    """Return the steps of a change that say of which figure the rate is that they are of."""

    def steps(asked: AnalysisAsked, desk: MetricDesk) -> Steps:
        outcome: Outcome = yield from run(asked, desk)
        if asked.about not in desk.catalog.metrics or outcome.declined is not None:
            return outcome
        lead, *more = outcome.statements
        said = Said("concern.by_rate", {"metric": Name(asked.about), "rate": Name(asked.metrics[0])})
        return replace(outcome, statements=(lead, said, *more))

    return steps
