"""The one of the members shown that a message points at, and the message with its name."""

from dataclasses import replace

import pytest

from query.metric_query import MetricQuery
from tests.integration.metrics_shop import TODAY, reader, rows
from understanding.metric.referents import Member, Pointed, focused, kept_to, meant, pointed, shows_members
from understanding.readings import MetricReading

READER = reader(rows())
THERE = Pointed((0, 5), "only", place=True)
ROWS = [("North", 70), ("South", 50), ("East", 20)]


def query(question: str) -> MetricQuery:
    """Return what a question asks."""
    found = READER.read(question, TODAY)
    assert isinstance(found, MetricReading)
    return found.query


@pytest.mark.parametrize(
    ("before", "message", "name", "told"),
    [
        ("上个月各大区的销售额", "第一名的负责人是谁", "North", "North的负责人是谁"),
        ("上个月各大区的销售额", "最高的那个大区有多少订单", "North", "North有多少订单"),
        ("上个月各大区的退货率", "最差的那个订单数多少", "North", "North订单数多少"),
        ("Sales by region last month", "who manages the first one?", "North", "who manages North?"),
        ("Sales by region last month", "orders of the lowest one", "East", "orders of East"),
        ("Region with the highest sales last month", "what's its freight", "North", "what's North's freight"),
        ("上个月销售额最高的大区", "它的负责人是谁", "North", "North的负责人是谁"),
        ("上个月销售额最高的大区", "这个大区的负责人是谁", "North", "North的负责人是谁"),
        ("Region with the highest sales last month", "who manages that region", "North", "who manages North"),
        (
            "Region with the highest sales last month",
            "list the orders there",
            "North",
            "list the orders in North",
        ),
        (
            "Region with the highest sales last month",
            "which city are they in",
            "North",
            "which city are North in",
        ),
    ],
)
def test_a_message_is_told_with_the_name_of_what_it_points_at(
    before: str, message: str, name: str, told: str
) -> None:
    asked = query(before)
    found = pointed(message, READER.parts(message, TODAY), asked, READER.catalog)
    assert found is not None and shows_members(asked, found.which)
    shown = ROWS[:1] if found.which == "only" else ROWS
    assert meant(found.which, asked, shown, READER.known) == Member("region", name)
    assert found.named(message, name, "zh" if "上" in before else "en") == told


@pytest.mark.parametrize(
    "message",
    [
        "它们的负责人是谁",
        "其他的呢",
        "那个月的负责人",
        "第一个季度呢",
        "how long does it take",
        "IT tickets last month",
    ],
)
def test_several_and_nobody_are_not_one(message: str) -> None:
    asked = query("Sales by region last month")
    assert pointed(message, READER.parts(message, TODAY), asked, READER.catalog) is None


def test_who_is_meant_is_not_guessed() -> None:
    asked = query("Sales by region last month")
    assert meant("only", asked, ROWS, READER.known) is None
    assert meant("top", asked, [("North", 70), ("South", 70)], READER.known) is None
    assert meant("top", asked, [], READER.known) is None
    low = query("3 regions with the lowest sales last month")
    assert meant("first", low, ROWS, READER.known) is None
    assert not shows_members(replace(asked, grain="month"), "first")


def test_a_figure_of_one_named_thing_is_of_it_and_of_a_code_of_none() -> None:
    assert kept_to(query("Sales of North last month"), READER.catalog) == Member("region", "North")
    assert kept_to(query("Sales of Berlin last month"), READER.catalog) is None
    assert kept_to(query("Sales by region last month"), READER.catalog) is None


def test_a_place_may_be_cut_further() -> None:
    by_city = query("Sales of North by city last month")
    assert kept_to(by_city, READER.catalog, THERE) == Member("region", "North")
    assert kept_to(by_city, READER.catalog) is None


def test_the_figure_of_the_one_keeps_its_time_and_loses_its_rank() -> None:
    one = focused(query("Region with the highest sales last month"), Member("region", "North"))
    assert one.key == query("Sales of North last month").key
