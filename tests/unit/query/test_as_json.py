"""The JSON form of a MetricQuery carries all of it, and refuses what it does not know."""

import random
from dataclasses import replace
from typing import Any

import pytest

from query.as_json import VERSION, as_written, from_json, to_json
from query.metric_query import MetricQuery, Window
from tests.integration.metrics_shop import TODAY, catalog, random_query
from tests.unit.understanding.test_metric_questions import READER, questions
from understanding.readings import MetricReading


def plain(query: MetricQuery) -> MetricQuery:
    """Return a query with its filters in the order JSON keeps them."""
    return replace(query, filters=tuple(sorted(query.filters, key=lambda one: one.negated)))


def test_every_labelled_question_comes_back_from_json_whole() -> None:
    found = [READER.read(case["question"], TODAY) for case in questions()]
    queries = [one.query for one in found if isinstance(one, MetricReading)]
    assert len(queries) > 150
    for query in queries:
        assert from_json(to_json(query)) == plain(query)


def test_random_queries_come_back_from_json_whole() -> None:
    drawn = [random_query(random.Random(seed), catalog()) for seed in range(600)]
    for query in filter(None, drawn):
        assert from_json(to_json(query)) == plain(query)


def test_short_forms_stand_for_the_long_ones() -> None:
    short = {"metrics": ["a"], "split_by": ["x", "y"], "from": "2026-10-01", "until": "2026-11-01", "top": 3}
    query = from_json(short | {"over": 5})
    assert (query.windows[0].unit, query.ranking and query.ranking.within) == ("month", ("x",))
    assert from_json(to_json(query)) == query
    assert isinstance(query.window, Window)


def test_what_is_shown_to_be_written_back_asks_the_same() -> None:
    for query in filter(None, (random_query(random.Random(seed), catalog()) for seed in range(300))):
        again = from_json(as_written(query))
        assert again.key == plain(query).key and "version" not in as_written(query)


@pytest.mark.parametrize(
    "wrong",
    [
        {"version": VERSION + 1},
        {"metrics": []},
        {"metrics": "takings"},
        {"grain": "hour"},
        {"windows": [{"from": "2026-11-01", "until": "2026-10-01"}]},
        {"compare": "tomorrow"},
        {"rank": {"direction": "sideways"}},
        {"having": [{"is": "near", "number": 1}]},
        {"top": 3, "bottom": 3},
    ],
)
def test_what_the_form_does_not_know_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        from_json({"metrics": ["takings"]} | wrong)
