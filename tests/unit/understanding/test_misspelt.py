"""Small words, times and Chinese names that are written wrong are read as the one they must be."""

from dataclasses import replace

import pytest

from tests.unit.understanding.test_shortened import DESK
from understanding.metric.misspelt import set_right

CHINESE = replace(DESK, language="zh")


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("teh sales of yesteday", "the sales of yesterday"),
        ("sales last mnoth by region", "sales last month by region"),
        ("how mny orders hav we", "how many orders have we"),
        ("消售额上个月", "销售额上个月"),
        ("上个月定单数", "上个月订单数"),
        ("上个月金卡会的订单数", "上个月金卡会员的订单数"),
        ("销售额最高的是那个城市", "销售额最高的是哪个城市"),
    ],
)
def test_what_is_written_wrong_is_read_as_the_one_it_must_be(text: str, whole: str) -> None:
    assert set_right(text, DESK if text.isascii() else CHINESE)[0] == whole


@pytest.mark.parametrize(
    "text",
    [
        "who brought the most orders",  # a letter more is another word
        "sales of the cat",  # of three letters no consonant is lost: chat
        "上个月定单多少",  # of two signs many a word sounds like what a thing is called: 节课, 结课
        "投资多少",  # sounds like nothing that is known here
        "那个城市的销售额",  # points at one that was shown
        "上个月销售额",
    ],
)
def test_what_may_be_another_word_stays_as_it_is(text: str) -> None:
    assert set_right(text, DESK if text.isascii() else CHINESE) == (text, ())
