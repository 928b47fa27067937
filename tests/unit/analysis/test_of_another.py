"""What says only whom or when behind an analysis asks for that analysis, of them or then."""

import pytest

from analysis.asked import AnalysisAsked
from analysis.conversation.frame import Frame
from analysis.conversation.of_another import of_another
from tests.unit.analysis.kiosks import desk_for


@pytest.mark.parametrize(
    ("before", "message", "whole"),
    [
        ("Hazel最近怎么样", "那Fir呢", "Fir最近怎么样"),
        ("Hazel最近怎么样", "8月呢", "Hazel8月怎么样"),
        ("How is Hazel doing?", "and Fir?", "how is fir doing?"),
        ("How did Hazel do in August", "what about July", "how did hazel do in july"),
        ("下个月收款额大概多少", "Fir呢", "Fir 下个月收款额大概多少"),
        ("有没有异常", "Fir呢", "Fir 有没有异常"),
        ("anything odd?", "and Fir?", "anything odd for Fir?"),
        ("8月有没有异常", "订单数呢", "订单数8月有没有异常"),
        ("下个月收款额大概多少", "订单数呢", "下个月订单数大概多少"),
        ("下个月收款额大概多少", "按售货亭分呢", "按售货亭下个月收款额大概多少"),
        (
            "will we meet the takings target this month?",
            "and the full year?",
            "will we meet the takings target this year?",
        ),
        ("Alder 8月为什么没完成目标", "那10月怎么看", "Alder的收款额10月能完成目标吗？"),
        ("Compare Alder and Birch", "add Cedar as well", "Compare Alder and Birch and Cedar"),
        ("比较一下Alder和Birch", "再加上Cedar", "比较一下Alder和Birch和Cedar"),
        ("比较一下Alder、Birch和Cedar", "去掉Alder", "比较一下Birch和Cedar"),
        ("今年收款额预计多少", "跟去年比呢", "收款额今年能超过去年吗？"),
        (
            "takings forecast for October",
            "compared with last year?",
            "will takings in october beat last year?",
        ),
        ("did takings exceed 900 in August", "and the month before?", "did takings exceed 900 in July 2026"),
    ],
)
def test_members_and_times_take_the_place_of_those_they_stand_for(
    before: str, message: str, whole: str
) -> None:
    found = of_another(message, Frame(before, "", desk_for(message), hears=False))
    assert found is not None and isinstance(found[1], AnalysisAsked)
    assert found[2].text.lower() == whole.lower()


@pytest.mark.parametrize(
    ("before", "message"),
    [
        ("Hazel最近怎么样", "那收款额呢"),  # another figure
        ("Hazel最近怎么样", "按Kiosk分呢"),
        ("Hazel最近怎么样", "呢"),
        ("Hazel 8月收款额", "那Fir呢"),  # behind a figure it is a figure
        ("Hazel最近怎么样", "那Hazel呢"),  # nothing new
    ],
)
def test_what_says_more_or_nothing_new_is_left_to_others(before: str, message: str) -> None:
    assert of_another(message, Frame(before, "", desk_for(message), hears=False)) is None
