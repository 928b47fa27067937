"""Messages as edits of the query before them: every word covered, the same in any order of rules."""

import random
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from query.metric_query import MetricQuery
from tests.integration.metrics_shop import TODAY, reader, rows
from understanding.figures.edits.leaves import RULES
from understanding.figures.edits.reader import EditReader, Message
from understanding.readings import MetricReading

CASES = Path(__file__).parents[3] / "cases" / "metrics"
READER = reader(rows())
EDITS = EditReader.over(READER.known)


def turns() -> list[tuple[str, str]]:
    """Return each labelled message with the question before it."""
    found = []
    for thread in yaml.load((CASES / "follow_ups.yaml").read_text(), Loader=yaml.CSafeLoader):
        before = str(thread["first"])
        for message, expected in thread["then"]:
            found.append((before, str(message)))
            before = (expected[0] if isinstance(expected, list) else expected) or before
    return found


def query(question: str) -> MetricQuery | None:
    """Return what a question that stands alone asks."""
    found = READER.read(question, TODAY)
    return found.query if isinstance(found, MetricReading) else None


def edited(before: str, message: str, edits: EditReader = EDITS) -> list[MetricQuery]:
    """Return what a message may make of the question before it."""
    asked = query(before)
    assert asked is not None, before
    return [one.query for one in edits.read(Message(message, asked, TODAY), lambda _: True)]


def test_rules_in_any_order_make_the_same_edits() -> None:
    shuffled = list(RULES)
    random.Random(3).shuffle(shuffled)
    other = replace(EDITS, rules=tuple(shuffled))
    told = [(before, message) for before, message in turns() if query(before) is not None]
    assert len(told) > 150
    for before, message in told:
        assert edited(before, message, other) == edited(before, message), message


@pytest.mark.parametrize("unread", ["blimey", "胡话", "Atlantis"])
def test_a_word_that_no_span_covers_leaves_no_edit(unread: str) -> None:
    assert edited("Sales by region last month", "by category")
    assert edited("Sales by region last month", f"by category {unread}") == []


def test_what_is_not_said_stays() -> None:
    before = query("Top 5 customers by sales this year")
    (found,) = edited("Top 5 customers by sales this year", "last year")
    assert before is not None
    assert replace(found, windows=before.windows) == before


@pytest.mark.parametrize(
    "before, message, comes_to",
    [
        ("上个月各大区的销售额", "按品类分", None),  # beside or instead: both
        ("上个月的销售额", "按品类分", "上个月各品类的销售额"),
        ("上个月销售额最高的5个商品", "反过来，最低的三家", "上个月销售额最低的3个商品"),
        ("上个月各大区的销售额", "从高到低，只要前五", "上个月销售额最高的5个大区"),
        (
            "Sales by region last month",
            "as a share without Tea",
            "Share of sales by region last month excluding Tea",
        ),
        ("Sales last month", "weekdays only", "Sales on weekdays last month"),
    ],
)
def test_a_message_of_several_edits_makes_all_of_them(
    before: str, message: str, comes_to: str | None
) -> None:
    found = edited(before, message)
    if comes_to is None:
        assert len(found) == 2
        return
    meant = query(comes_to)
    assert meant is not None and [one.key for one in found] == [meant.key]
