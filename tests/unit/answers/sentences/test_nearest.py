"""Where nothing meets a condition, the sentence says so and names what comes nearest."""

from dataclasses import replace
from decimal import Decimal

import pytest

from answers.sentences.planning import nearest, plan
from query.metric_query import Comparer, Condition
from tests.integration.metrics_shop import TODAY
from tests.unit.answers.sentences.shop import answers, asked
from understanding.readings import MetricReading

SAID: list[tuple[str, Comparer, int, str]] = [
    (
        "Sales by region last month",
        "gt",
        100000,
        "No region had sales over EUR 100,000 last month (1–31 Oct 2026); "
        "the nearest was North (EUR 559.12).",
    ),
    (
        "上个月各大区销售额",
        "lt",
        10,
        "上个月（2026-10-01 至 10-31）没有销售额低于 10 元的大区；最低的是（未填写）（189.84 元）。",
    ),
]


@pytest.mark.parametrize(("question", "comparer", "number", "said"), SAID)
def test_what_nothing_meets_is_said_with_what_comes_nearest(
    question: str, comparer: Comparer, number: int, said: str
) -> None:
    read = answers().reader.read(question, TODAY)
    assert isinstance(read, MetricReading)
    condition = Condition(read.query.metrics[0], comparer, Decimal(number))
    free, rows = asked(read.query, read.language)
    limited, _ = asked(replace(read.query, conditions=(condition,)), read.language)
    measured = replace(limited, measures=free.measures, things=free.things)
    told = nearest(measured, rows)
    assert told is not None and told.worded(read.language) == said


def test_without_conditions_nothing_is_said() -> None:
    read = answers().reader.read("Sales by region last month", TODAY)
    assert isinstance(read, MetricReading)
    assert nearest(*asked(read.query, read.language)) is None


@pytest.mark.parametrize(("rows", "named"), [(20, 20), (21, 5)])
def test_those_who_meet_a_condition_are_all_named_unless_they_are_very_many(rows: int, named: int) -> None:
    read = answers().reader.read("Sales by region last month", TODAY)
    assert isinstance(read, MetricReading)
    condition = Condition(read.query.metrics[0], "gt", Decimal(1))
    free, found = asked(read.query, read.language)
    limited, _ = asked(replace(read.query, conditions=(condition,)), read.language)
    many = replace(found, rows=[(f"Region {n:02}", 100 - n) for n in range(rows)])
    told = plan(replace(limited, measures=free.measures, things=free.things), many)[0].worded("en")
    assert (
        told.startswith(f"{rows} regions had sales over EUR 1 last month") and told.count("Region ") == named
    )
