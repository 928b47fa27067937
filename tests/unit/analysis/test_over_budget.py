"""Over or under a budget: the word tells the side alone, whether that is good the figure does."""

from collections.abc import Iterator

import pytest

from analysis.asked import AnalysisAsked, NotRead, beside_a_goal
from analysis.naming import recognised_beside_names
from tests.unit.analysis import kiosks as shop
from tests.unit.analysis.kiosks import asked, desk_of, kiosks, told
from understanding.metric.answers import MetricAnswers

BUDGETED = (("收款目标", "收款预算"), ("Takings target", "Takings budget"))
COSTS = (*BUDGETED, ("decimals: 2, show: [sales]", "decimals: 2, good: low"))


def _built(changes: tuple[tuple[str, str], ...]) -> MetricAnswers:
    with pytest.MonkeyPatch.context() as patch:
        written = shop.DEFINED
        for one, other in changes:
            written = written.replace(one, other)
        patch.setattr(shop, "DEFINED", written)
        made: MetricAnswers = kiosks.__wrapped__()[1]  # past what is kept of the kiosks
        return made


@pytest.fixture(scope="module")
def budgeted() -> Iterator[MetricAnswers]:
    """Return the kiosks with a budget of what they take."""
    yield _built(BUDGETED)


@pytest.fixture(scope="module")
def costs() -> Iterator[MetricAnswers]:
    """Return the kiosks with a budget of what they cost."""
    yield _built(COSTS)


@pytest.mark.parametrize(
    ("question", "side", "code"),
    [
        ("8月收款额超预算了吗", "over", "against_over"),
        ("8月收款额没超预算吧", "under", "against_over"),
        ("8月收款额超支了吗", "over", "against_over"),
        ("was takings over budget in August", "over", "against_over"),
        ("was takings within budget in August", "under", "against_over"),
        ("was takings on budget in August", "on", "against_over"),
        ("was takings above the takings budget in August", "over", "against_over"),
        ("is takings under budget this month", "under", "against_due_under"),
        ("is takings over the takings budget so far this year", "over", "against_due_over"),
    ],
)
def test_a_figure_is_told_on_its_side_of_the_budget(
    costs: MetricAnswers, question: str, side: str, code: str
) -> None:
    found = asked(question, costs)
    assert isinstance(found, AnalysisAsked) and (found.kind, found.side) == ("target", side)
    outcome, _ = told(question, kiosks()[0], costs)
    assert outcome.statements[0].code == f"target.{code}"


@pytest.mark.parametrize(
    ("question", "of_takings", "of_costs"),
    [
        ("8月哪些售货亭收款额超预算了", "up", "down"),
        ("8月哪些售货亭收款额没超预算", "down", "up"),
        ("8月收款额低于预算的售货亭", "down", "up"),
        ("which kiosks were over budget on takings in August", "up", "down"),
        ("which kiosks were above the takings budget in August", "up", "down"),
        ("which kiosks stayed within budget on takings in August", "down", "up"),
        ("which kiosks were on budget for takings in August", "up", "up"),
    ],
)
def test_who_is_over_budget_does_well_in_takings_and_badly_in_costs(
    budgeted: MetricAnswers, costs: MetricAnswers, question: str, of_takings: str, of_costs: str
) -> None:
    for answers, direction in ((budgeted, of_takings), (costs, of_costs)):
        found = asked(question, answers)
        assert isinstance(found, AnalysisAsked) and (found.kind, found.direction) == ("pace", direction)


@pytest.mark.parametrize(
    "question", ["8月收款额超预算了吗", "which kiosks were over budget on takings in August"]
)
def test_where_only_targets_are_defined_no_budget_is_told(question: str) -> None:
    found = asked(question, kiosks()[1])
    assert isinstance(found, NotRead) and found.why is not None
    assert found.why.code == "target.no_plan" and len(found.why.params["list"]) == 1


@pytest.mark.parametrize("question", ["8月工单数超目标了吗", "were tickets above target in August"])
def test_a_figure_without_a_target_is_declined_with_those_that_have_one(question: str) -> None:
    found = asked(question, kiosks()[1])
    assert isinstance(found, NotRead) and found.why is not None and found.why.code == "target.undefined_but"


@pytest.mark.parametrize(
    "text",
    [
        "收款目标超过20万的售货亭",
        "收款预算完成率超过100%的售货亭",
        "8月收款预算是多少",
        "takings over 5000 in August",
        "takings budget over time",
        "pass rate under the target completion of 90 %",
        "超预算执行率",
    ],
)
def test_a_limit_or_a_budget_alone_is_no_such_comparison(text: str) -> None:
    assert beside_a_goal(text) is None


def test_what_is_called_so_is_a_figure() -> None:
    answers = _built((("工单数", "超预算工单数"),))
    assert recognised_beside_names("8月超预算工单数", desk_of(answers, "zh")) is None
