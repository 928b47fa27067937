"""A definition's caution is no finding of an answer whose time is over."""

import pytest

from answers.cautions_told import AllClearCheck, CautionCheck, UnlikeCheck
from answers.sentences.asked import Asked, Measure, statement
from database.result import QueryResult, ResultColumn

LEADS = "Share of the leads created in the time that have signed; the last month will still rise."
LEADS_ZH = "这段时间新建的线索中已签约的占比；最近一个月还会继续上升。"


@pytest.mark.parametrize(
    ("said", "over", "kept"),
    [
        ("The last month will still rise.", True, False),
        (" Note that the last month will still rise.", True, False),
        ("最近一个月还会继续上升。", True, False),
        ("The last month will still rise.", False, True),
        ("最近一个月还会继续上升。", False, True),
        ("In September 16.2 % of the leads signed, and the last month will still rise.", True, True),
        ("It is the share of the leads created that have signed.", True, True),
        ("Meituan is ahead of Douyin.", True, True),
        ("美团高于抖音。", True, True),
        ("Yes.", True, True),
    ],
)
def test_a_caution_is_told_where_it_holds(said: str, over: bool, kept: bool) -> None:
    assert (CautionCheck([LEADS, LEADS_ZH], over=over).unfounded(said) == []) is kept


NOW, THEN = Measure(0, "Sales", role="figure"), Measure(1, "Sales", role="before", of=0)
GREW = Measure(2, "Sales", "%", role="growth", of=0)
YEARS = QueryResult(
    tuple(ResultColumn(one, "number") for one in ("Sales", "Last year", "YoY (%)")),
    ((1_015.6, 866.8, 17.17),),
    truncated=False,
    elapsed_ms=0.0,
)


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("Sales were 1,015.6, up 17.2 % on last year.", ["17.2%"]),
        ("Sales rose by 148.8 to 1,015.6.", ["148.8"]),
        ("Sales were 1,015.6, last year 866.8.", []),
    ],
)
@pytest.mark.parametrize("measures", [(NOW, THEN, GREW), (NOW,)])
def test_no_growth_is_told_of_times_of_unlike_length(
    said: str, found: list[str], measures: tuple[Measure, ...]
) -> None:
    if len(measures) == 1:  # a statement whose columns nobody could tell apart
        measures = (NOW, Measure(1, "Last year"), Measure(2, "YoY", "%", is_rate=True))
    apart = Asked("en", measures, cautions=(statement("unlike", days=332, before=333),))
    assert UnlikeCheck(apart, YEARS).unfounded(said) == found
    assert UnlikeCheck(Asked("en", measures), YEARS).unfounded(said) == []


def test_a_figure_of_a_row_is_no_change_though_two_others_differ_by_as_much() -> None:
    counts = ((27.0, 4.0, None), (23.0, None, None))
    apart = Asked("en", (NOW, THEN, GREW), cautions=(statement("unlike", days=332, before=333),))
    check = UnlikeCheck(apart, QueryResult(YEARS.columns, counts, truncated=False, elapsed_ms=0.0))
    assert check.unfounded("27 stocks are low, 4 orders wait and 23 are late.") == []


LOOKED = (
    "没有发现异常：2026 年 10 月，营业额、订单数都在平常的起伏之内；其中投诉量只看了合计，没有分开看。",
    "What changed in revenue is who is there: Wuchuan; beside that no clear outlier.",
)


@pytest.mark.parametrize(
    "said",
    [
        "除此之外没有发现任何异常。",
        "其他服务区一切正常。",
        "其余指标均正常，没有异常。",
        "没有其他异常。",
        "未发现别的问题。",
        "整体看，各项指标都正常。",
        "Nothing else was unusual.",
        "There were no other anomalies in October.",
        "Everything else was normal.",
        "All other areas stayed normal.",
        "Revenue fell; the rest looked as usual.",
    ],
)
def test_nothing_is_all_clear_that_nobody_looked_at(said: str) -> None:
    assert AllClearCheck(LOOKED).unfounded(said)


@pytest.mark.parametrize(
    "said",
    [
        LOOKED[0],
        "没有发现异常，营业额在平常的起伏之内。",
        "其余三家都完成了目标。",
        "其他服务区的异常有 3 处。",
        "Beside that no clear outlier.",
        "Nothing unusual: revenue stayed within the usual ups and downs.",
        "The others lie between 100 % and 106 %.",
    ],
)
def test_a_look_is_told_as_wide_as_it_was(said: str) -> None:
    assert AllClearCheck(LOOKED).unfounded(said) == []
