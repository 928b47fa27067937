"""A stock over a time: the mean of its days, or its last day where the end is asked for."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
import yaml

from query.as_json import from_json, to_json
from query.levels import is_mean
from query.metric_query import MetricQuery
from tests.integration.metrics_shop import TODAY, catalog, rows, values
from understanding.figures.edits.reader import EditReader, Message
from understanding.metric.known import Known
from understanding.metric.lines import interpretation_of
from understanding.metric.reader import MetricReader
from understanding.readings import MetricReading

CASES = yaml.load(
    (Path(__file__).parents[3] / "cases" / "metrics" / "levels.yaml").read_text("utf-8"),
    Loader=yaml.CSafeLoader,
)
KINDS = [(kind, question) for kind in ("closing", "mean", "now") for question in CASES[kind]]


@cache
def reader() -> MetricReader:
    """Return a reader of the shop, whose stock is the mean of the days of a time."""
    shop = catalog()
    stock = replace(shop.metrics["stock"], over_time="average")
    return MetricReader(Known(replace(shop, metrics={**shop.metrics, "stock": stock}), values(rows())))


def query(question: str) -> MetricQuery | None:
    """Return what a question asks."""
    found = reader().read(question, TODAY)
    return found.query if isinstance(found, MetricReading) else None


def kind_of(asked: MetricQuery | None) -> str:
    """Return how a query takes the stock, or nothing where it is of none."""
    known = reader().known.catalog
    if asked is None or asked.metrics != ("stock",):
        return ""
    if asked.closing:
        return "closing"
    return "mean" if is_mean(asked, known.metrics["stock"], known) else "now"


@pytest.mark.parametrize(("kind", "question"), KINDS)
def test_a_time_has_the_mean_of_its_days_and_the_end_its_last_day(kind: str, question: str) -> None:
    asked = query(question)
    assert asked is not None and kind_of(asked) == kind and not asked.average
    assert from_json(to_json(asked)).closing is asked.closing


@pytest.mark.parametrize(("first", "then", "kind"), CASES["then"])
def test_what_follows_keeps_how_a_stock_is_taken_or_changes_it(first: str, then: str, kind: str) -> None:
    before = query(first)
    assert before is not None
    edits = EditReader.over(reader().known).read(Message(then, before, TODAY), lambda _: True)
    assert [kind_of(one.query) for one in edits] == [kind]


@pytest.mark.parametrize("question", CASES["no_level"])
def test_the_end_of_a_time_is_nothing_of_a_sum(question: str) -> None:
    assert query(question) is None


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("10月的库存", "取数：库存取各日合计的平均（日均）"),
        ("closing stock last month", "Taken as: Stock, the last day of the time"),
    ],
)
def test_the_answer_says_which(question: str, line: str) -> None:
    asked = query(question)
    assert asked is not None
    language = "zh" if "库存" in question else "en"
    said = interpretation_of(asked, reader().known.catalog, language, TODAY, lambda _, value, __: value)
    assert line in said
