"""A message that sets aside what was shown asks what stands behind the pause, by itself."""

import pytest

from understanding.words.turning import Turned, turned_away


@pytest.mark.parametrize(
    ("message", "rest"),
    [
        ("先不管那个，今年国庆营业额", "今年国庆营业额"),
        ("暂时不看它；上个月投诉量", "上个月投诉量"),
        ("算了，先不说这个，10月投诉量", "10月投诉量"),
        ("leave that aside, revenue last month", "revenue last month"),
        ("Forget this for now: complaints in October", "complaints in October"),
        ("skip that, orders by branch", "orders by branch"),
    ],
)
def test_what_stands_behind_is_asked(message: str, rest: str) -> None:
    assert turned_away(message) == Turned(rest, back=False)


@pytest.mark.parametrize(
    "message",
    ["先不看这个服务区的，看10月", "不说那个店", "leave that branch out", "skip this shop, show others"],
)
def test_one_that_is_left_out_is_no_subject_set_aside(message: str) -> None:
    assert turned_away(message) is None
