"""What was missed or is to be met is a target, also where the figures call it a budget."""

import pytest

from analysis.asked import AnalysisAsked
from analysis.naming import recognised_beside_names
from config.wording import language_of
from tests.unit.analysis import kiosks as shop
from tests.unit.analysis.kiosks import asked, desk_for, desk_of, kiosks
from understanding.metric.answers import MetricAnswers


@pytest.fixture(scope="module")
def budgeted() -> MetricAnswers:
    """Return the kiosks with a budget in the place of their target."""
    with pytest.MonkeyPatch.context() as patch:
        named = shop.DEFINED.replace("收款目标", "收款预算").replace("Takings target", "Takings budget")
        patch.setattr(shop, "DEFINED", named)
        made: MetricAnswers = kiosks.__wrapped__()[1]  # past what is kept of the kiosks, and not kept itself
        return made


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("8月哪些Kiosk没完成收款预算", "pace"),
        ("which kiosks missed the takings budget in August", "pace"),
        ("这个月能完成收款预算吗", "target"),
        ("will we meet the takings budget this month", "target"),
    ],
)
def test_a_budget_that_is_missed_or_met_is_a_target(
    budgeted: MetricAnswers, question: str, kind: str
) -> None:
    found = asked(question, budgeted)
    assert isinstance(found, AnalysisAsked) and found.kind == kind


@pytest.mark.parametrize("question", ["8月收款预算是多少", "takings budget in August by kiosk"])
def test_a_budget_alone_is_a_figure(budgeted: MetricAnswers, question: str) -> None:
    assert recognised_beside_names(question, desk_of(budgeted, language_of(question))) is None


def test_beside_targets_a_budget_is_another_thing() -> None:
    question = "8月哪些Kiosk没完成收款预算"
    found = recognised_beside_names(question, desk_for(question))
    assert found is None or "目标" not in found.rest
