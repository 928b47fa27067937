"""A definition's caution is no finding of an answer whose time is over."""

import pytest

from answers.cautions_told import CautionCheck

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
