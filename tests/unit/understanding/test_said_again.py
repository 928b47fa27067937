"""A time that a message points back to is the one that it named before."""

import pytest

from tests.unit.understanding.test_shortened import DESK
from understanding.metric.said_again import with_times_said_again


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (
            "Sales last month, and the number of orders that month",
            "Sales last month, and the number of orders last month",
        ),
        (
            "How many orders were there in August and what were sales in that month?",
            "How many orders were there in August and what were sales in August?",
        ),
        ("8月订单数多少，那个月销售额呢", "8月订单数多少，8月销售额呢"),
        ("上月订单数多少，公司当月销售额一共多少", "上月订单数多少，公司上月销售额一共多少"),
    ],
)
def test_it_is_put_in_the_words_of_that_time(text: str, read: str) -> None:
    assert with_times_said_again(text, DESK) == read


@pytest.mark.parametrize(
    "text",
    [
        "sales that month",  # of a message before, which others read
        "sales in August and September, and orders that month",  # of which of the two
        "sales in 2025, and orders that month",  # a year is no month
        "上月销售额多少，当月销售额多少",  # beside the month that runs
        "上月和当月的销售额",
        "8月销售额比当月",
        "上月销售额多少，同比呢",
    ],
)
def test_what_may_be_another_time_stays_as_it_is(text: str) -> None:
    assert with_times_said_again(text, DESK) == text
