"""Frames say all that a MetricQuery says, and only what combines is legal."""

import random
from dataclasses import replace
from decimal import Decimal
from functools import cache

import pytest

from query.as_json import from_json, to_json
from query.metric_query import Condition, MetricQuery, Ranking
from tests.integration.metrics_shop import TODAY, catalog, random_query
from tests.unit.understanding.figures.figure_rooms import known_of
from tests.unit.understanding.test_metric_questions import READER, questions
from understanding.figures.frame import Frame, Measure, Running, frame_of
from understanding.figures.legality import APART, NEEDS, is_legal
from understanding.readings import MetricReading


@cache
def drawn() -> list[MetricQuery]:
    """Return queries drawn at random."""
    return [one for seed in range(600) if (one := random_query(random.Random(seed), catalog()))]


@cache
def as_read() -> list[MetricQuery]:
    """Return what the shop's questions are read as."""
    return [
        found.query
        for case in questions()
        if isinstance(found := READER.read(case["question"], TODAY), MetricReading)
    ]


def test_every_query_comes_back_from_its_frame_whole_and_through_json() -> None:
    assert len(drawn()) > 400 and len(as_read()) > 150
    for query in (*drawn(), *as_read()):
        assert frame_of(query).query == query
        again = from_json(to_json(frame_of(query).query))
        assert again == replace(query, filters=tuple(sorted(query.filters, key=lambda one: one.negated)))


def test_the_order_of_operators_makes_no_difference() -> None:
    for query in as_read():
        turned = Frame(frame_of(query).operators[::-1])
        assert turned.query == replace(query, filters=query.filters[::-1], conditions=query.conditions[::-1])


def test_an_operator_that_may_be_there_once_is_refused_twice() -> None:
    with pytest.raises(ValueError, match="Running"):
        _ = Frame((Measure(("sales",)), Running(), Running())).query


def test_what_is_read_with_certainty_is_legal() -> None:
    assert [one for one in as_read() if not is_legal(frame_of(one), known_of("shop"), TODAY)] == []


def test_a_limit_on_a_number_of_rows_is_for_no_row_by_itself() -> None:
    limited = MetricQuery(("customer_count",), conditions=(Condition("customer_count", "ge", Decimal(3)),))
    by_region, by_row = replace(limited, splits=("region",)), replace(limited, splits=("region", "customer"))
    assert is_legal(frame_of(by_region), known_of("shop"), TODAY)
    assert not is_legal(frame_of(by_row), known_of("shop"), TODAY)


@pytest.mark.parametrize("line", [*APART, *NEEDS])
def test_the_table_names_operators_that_there_are(line: str) -> None:
    known = {type(one).__name__ for query in (*drawn(), *as_read()) for one in frame_of(query).operators}
    assert {line, *APART.get(line, ()), *NEEDS.get(line, ())} <= known


@pytest.mark.parametrize(
    "query",
    [
        MetricQuery(("sales",), share=True, splits=("region",), average="day"),
        MetricQuery(("sales",), running=True),
        MetricQuery(("sales",), counted=True, splits=("region",)),
        MetricQuery(("stock",), splits=("region",)),
        MetricQuery(("basket",), splits=("region",), ranking=Ranking("top", 3, "basket"), others=True),
    ],
    ids=[
        "share of an average",
        "running over nothing",
        "count without a limit",
        "a cut that is not reached",
        "the rest of what does not add up",
    ],
)
def test_what_does_not_combine_or_is_not_reached_is_not_legal(query: MetricQuery) -> None:
    assert not is_legal(frame_of(query), known_of("shop"), TODAY)
