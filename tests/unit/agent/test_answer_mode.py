"""A question is simple by its form alone; what a person chose goes before it."""

import pytest

from agent.answer_mode import SimpleQuestions, care_for
from answers.agreement import same_figures

RULES = SimpleQuestions.load()


@pytest.mark.parametrize(
    "question",
    [
        "南城服务区上个月的营业额是多少？",
        "有几个服务区",
        "How many service areas are there?",
        "哪些店铺停业了",
    ],
)
def test_short_plain_question_is_fast(question: str) -> None:
    assert care_for(question, "auto", RULES) == "simple"


@pytest.mark.parametrize(
    "question",
    ["上个月营业额的趋势是多少", "各支付方式的占比是多少", "按月统计营业额是多少", "画图：营业额多少",
     "How much revenue per month?", "总结一下经营情况", "有多少" + "很长" * 30, "revenue trend, how much"],
)  # fmt: skip
def test_chart_trend_distribution_long_or_other_question_is_not(question: str) -> None:
    assert care_for(question, "auto", RULES) == "normal"


def test_choice_goes_before_the_form() -> None:
    assert [care_for("有几个服务区", mode, RULES) for mode in ("fast", "careful")] == ["fast", "careful"]
    assert care_for("营业额的趋势", "fast", RULES) == "fast"


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ([["a", 1], ["b", 2]], [[2.0000001, "B "], [1, "a"]], True),
        ([["a", 1]], [["a", 2]], False),
        ([["a", 1]], [["a", 1], ["b", 2]], False),
        ([[1, "a", 5], [2, "b", 6]], [["b", 6], ["a", 5]], True),
        ([[1, "a", 5], [2, "b", 6]], [["b", 5], ["a", 6]], False),
        ([["a", 1], ["a", 1]], [["a", 1], ["a", 2]], False),
        ([[None]], [[0]], False),
        ([], [], True),
    ],
)
def test_figures_are_the_same_whatever_their_order_and_further_columns(
    first: list[list[object]], second: list[list[object]], same: bool
) -> None:
    assert same_figures(first, second) is same
    assert same_figures(second, first) is same
