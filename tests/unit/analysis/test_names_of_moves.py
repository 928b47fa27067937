"""A name with a word of change in it is that figure; no divisor is a target that is not called one."""

from dataclasses import replace

import pytest

from analysis.asked import AnalysisAsked
from analysis.target.aims import target_of
from knowledge.metrics import Metric
from tests.unit.analysis.kiosks import asked, desk_of, kiosks
from understanding.metric.answers import MetricAnswers


def _with(*changed: Metric) -> MetricAnswers:
    """Return the kiosks with figures in the place of those of their names, or besides."""
    _, answers = kiosks()
    reader = answers.reader
    metrics = {**reader.known.catalog.metrics, **{one.name: one for one in changed}}
    catalog = replace(reader.known.catalog, metrics=metrics)
    return replace(answers, reader=replace(reader, known=replace(reader.known, catalog=catalog)))


@pytest.mark.parametrize("called", ["Move-outs", "No-shows", "Price drops"])
@pytest.mark.parametrize("question", ["Why did {} fall last month?", "Why did {} change in August?"])
def test_a_name_with_a_word_of_change_in_it_is_the_figure_that_is_asked_about(
    called: str, question: str
) -> None:
    _, answers = kiosks()
    tickets = replace(answers.catalog.metrics["tickets"], en=called)
    found = asked(question.format(called.lower()), _with(tickets))
    assert isinstance(found, AnalysisAsked) and found.metrics == ("tickets",) and not found.figure_assumed


@pytest.mark.parametrize(
    ("names", "aim"),
    [
        ({"zh": "各月点位", "en": "Spots"}, ""),
        ({"zh": "收款计划", "en": "Takings plan"}, "target"),
        ({"zh": "收款目标", "en": "Takings target"}, "target"),
    ],
)
def test_a_percentage_of_a_monthly_figure_is_of_a_target_only_where_it_is_called_so(
    names: dict[str, str], aim: str
) -> None:
    _, answers = kiosks()
    metrics = answers.catalog.metrics
    divisor = replace(metrics["target"], synonyms=(), **names)
    share = replace(metrics["reached"], zh="收款占比", en="Takings per spot", synonyms=())
    desk = desk_of(_with(divisor, share), "en")
    assert target_of(metrics["takings"], desk) == aim
