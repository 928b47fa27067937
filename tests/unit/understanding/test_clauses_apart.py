"""A message is taken apart where a question may end, and not where a clause narrows another."""

import datetime as dt
from dataclasses import replace

import pytest

from query.metric_query import Compared, MetricQuery, Ranking, Window
from understanding.metric.apart import MostOfIt, are_all_asked, asks, leads_up, most_of_it, ways_apart

OCTOBER = Window(dt.date(2026, 10, 1), dt.date(2026, 11, 1))
TOTAL = MetricQuery(("sales",), windows=(OCTOBER,))
BEST = replace(TOTAL, splits=("branch",), ranking=Ranking("top", 1, "sales"))
WORST = replace(BEST, ranking=Ranking("bottom", 1, "sales"))


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("昨天准时率多少？哪个站最差", ("昨天准时率多少", "哪个站最差")),
        ("how many piles, and how many of those are fast", ("how many piles", "how many of those are fast")),
        ("piles per branch and how many are fast", ("piles per branch", "how many are fast")),
        ("今年报警几次 哪个库房的", ("今年报警几次", "哪个库房的")),
        ("目标完成没 差多少", ("目标完成没", "差多少")),
        ("今年 南城 投诉多少", None),
        ("廊坊收入多少 仓储分开给我", None),
        ("revenue over 2,000", None),
        ("last month's revenue?", None),
        ("areas that missed their target and had 7 complaints", None),
        ("上个月营业额多少，不算加油站", None),
        ("哪些服务区达标，而且投诉少于5件", None),
        ("a, b, c, d, e", None),
    ],
)  # fmt: skip
def test_the_first_way_takes_a_message_apart_where_it_asks_again(
    text: str, first: tuple[str, ...] | None
) -> None:
    assert next(ways_apart(text), None) == first


def test_all_ways_keep_every_word() -> None:
    ways = list(ways_apart("今年的投诉，哪个渠道最慢？平均几小时"))
    assert ways == [
        ("今年的投诉，哪个渠道最慢", "平均几小时"),
        ("今年的投诉", "哪个渠道最慢", "平均几小时"),
        ("今年的投诉", "哪个渠道最慢？平均几小时"),
    ]


def test_clauses_that_begin_by_asking_one_thing_each_come_first() -> None:
    first = next(ways_apart("How many complaints, by type, and how many are still open"))
    assert first == ("How many complaints, by type", "how many are still open")
    assert next(ways_apart("投诉多少件，各类型多少，还有多少没处理完"))[1:] == (
        "各类型多少",
        "还有多少没处理完",
    )


def test_clauses_ask_or_lead_up() -> None:
    assert asks("哪个站最差") and not asks("今年新开的服务区")
    assert leads_up("on days with rain") and not leads_up("online sales")


@pytest.mark.parametrize(
    ("queries", "all_asked"),
    [
        ((BEST, WORST), True),
        ((TOTAL, BEST), True),
        ((replace(BEST, ranking=None), BEST), True),
        ((TOTAL, replace(TOTAL, splits=("branch",))), False),
        ((BEST, replace(WORST, splits=("city",))), False),
        ((BEST, replace(BEST, ranking=Ranking("top", 3, "sales"))), False),
        ((TOTAL, BEST, WORST), False),
        (
            (replace(TOTAL, compared=Compared("last_year")), replace(TOTAL, compared=Compared("previous"))),
            True,
        ),
        ((replace(TOTAL, compared=Compared("last_year")), TOTAL), False),
    ],
)
def test_both_ends_and_all_with_its_end_are_asked_together(
    queries: tuple[MetricQuery, ...], all_asked: bool
) -> None:
    assert are_all_asked(queries) is all_asked


@pytest.mark.parametrize(
    ("clause", "found"),
    [
        ("哪个店压得最多", MostOfIt("店")),
        ("哪一类最多", MostOfIt(sort=True)),
        ("哪里最多", MostOfIt()),
        ("and who has the most", MostOfIt()),
        ("where are most of them?", MostOfIt()),
        ("which service area has the most", MostOfIt("service area")),
        ("哪个站最差", None),
        ("哪家卖得最好", None),
        ("who has the most complaints", None),
        ("which of them is the most expensive", None),
    ],
)
def test_where_most_of_it_is_asks_of_a_kind_a_sort_or_of_whom(clause: str, found: MostOfIt | None) -> None:
    assert most_of_it(clause) == found
