"""A noun, a member or a counter that a figure's name holds too: of which figure it is then."""

from dataclasses import replace

import pytest

from knowledge.metrics import Metric
from query.metric_query import Condition, MetricQuery
from tests.unit.understanding.figures.test_figure_edits import READER, TODAY
from understanding.metric.known import Known
from understanding.metric.reader import MetricReader
from understanding.readings import Ambiguous, MetricReading

METRICS = READER.known.catalog.metrics


def _with(*more: Metric) -> MetricReader:
    """Return the reader of the shop with more figures."""
    catalog = replace(READER.known.catalog, metrics={**METRICS, **{one.name: one for one in more}})
    known: Known = replace(READER.known, catalog=catalog)
    return MetricReader(known)


def _named(name: str, of: str, en: str, zh: str, **more: tuple[str, ...]) -> Metric:
    return replace(
        METRICS[of], name=name, en=en, zh=zh, synonyms=more.get("synonyms", ()), verbs=more.get("verbs", ())
    )


FINISHED = _named("finished", "returned", "Completed orders", "完工单数", synonyms=("finished orders",))
PUNCTUAL = _named("punctual", "returned", "On-time orders", "准时单数")
POURED = _named("poured", "quantity", "Tea poured", "倒出的量", verbs=("brew",))


def _query(question: str, *more: Metric) -> MetricQuery:
    found = _with(*more).read(question, TODAY)
    assert isinstance(found, MetricReading), found
    return found.query


@pytest.mark.parametrize("noun", ["orders", "finished orders"])
def test_a_limit_on_what_was_done_to_is_on_what_is_called_by_both_words(noun: str) -> None:
    said = "have fewer than 20" if noun != "orders" else "finished fewer than 20"
    query = _query(f"which regions {said} {noun} last month", FINISHED)
    assert query.metrics == ("finished",)
    assert [one.metric for one in query.conditions] == ["finished"]


def test_three_times_say_no_time_that_a_figure_is_called_by() -> None:
    query = _query("how many customers ordered more than 3 times this year", PUNCTUAL)
    assert query.metrics == ("orders",) and query.conditions[0] == Condition(
        "orders", "gt", query.conditions[0].number
    )


def test_a_member_that_a_figure_is_called_by_is_asked_back() -> None:
    found = _with(POURED).read("tea brewed last month", TODAY)
    assert isinstance(found, Ambiguous)
    assert [bool(one.filters) for one in found.queries] == [False, True]


def test_another_member_is_one() -> None:
    query = _query("coffee brewed last month", POURED)
    assert query.metrics == ("poured",) and query.filters


@pytest.mark.parametrize(
    ("question", "splits"),
    [
        ("average value of customers, October vs September", ()),
        ("average value by customer, October vs September", ("customer",)),
        ("average value of which customers, October vs September", ("customer",)),
    ],
)
def test_a_noun_of_a_figures_own_name_is_no_cut(question: str, splits: tuple[str, ...]) -> None:
    worth = _named("worth", "basket", "Customers average value", "客户均值", synonyms=("average value",))
    assert _query(question, worth).splits == splits
