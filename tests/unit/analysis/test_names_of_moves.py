"""A name with a word of change in it is that figure; no divisor is a target that is not called one."""

from dataclasses import replace
from typing import Any

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


@pytest.mark.parametrize(
    ("aim", "of_takings"),
    [
        ({"zh": "退款后收款额目标", "en": "Net takings target", "synonyms": ("收款额目标",)}, ""),
        ({"zh": "收款额目标", "en": "Takings target"}, "target"),
    ],
)
def test_a_target_that_is_called_more_than_a_figure_is_not_that_figures(
    aim: dict[str, Any], of_takings: str
) -> None:
    _, answers = kiosks()
    metrics = answers.catalog.metrics
    target, share = replace(metrics["target"], **aim), replace(metrics["reached"], parts=("sales", "takings"))
    desk = desk_of(_with(target, share), "zh")
    assert target_of(metrics["takings"], desk) == of_takings


def test_what_a_percentage_of_another_figure_is_of_is_that_ones_target() -> None:
    _, answers = kiosks()
    metrics = answers.catalog.metrics
    sales = replace(metrics["sales"], unit_zh="元", unit_en="CNY", synonyms=("收款", "目标数"))
    desk = desk_of(_with(sales), "zh")
    assert target_of(metrics["takings"], desk) == "target" and target_of(sales, desk) == ""
