"""A rate as it is now is the figure that is called so, else its last month; never all there was."""

import datetime as dt
from dataclasses import replace
from functools import cache

import pytest

from knowledge.metrics import Metric
from query.metric_query import MetricQuery
from tests.integration.metrics_shop import TODAY, catalog, rows, values
from understanding.metric.known import Known, time_column
from understanding.metric.reader import MetricReader
from understanding.readings import MetricReading


@cache
def reader(*, named: bool) -> MetricReader:
    """Return a reader of the shop with a rate of whole months, and one `named` for what it is now."""
    shop = catalog()
    sums = {
        name: replace(
            shop.metrics["sales"], name=name, zh=zh, en=en, time_grain="month", synonyms=(), verbs=()
        )
        for name, zh, en in (("let", "已租间月", "Let room-months"), ("rooms", "可租间月", "Room-months"))
    }
    rate = Metric(
        "occupancy", "出租率", "Occupancy", kind="ratio", parts=("let", "rooms"), additivity="ratio",
        unit_zh="%", unit_en="%",
    )  # fmt: skip
    now = replace(rate, name="occupancy_now", zh="当前出租率", en="Current occupancy")
    own = {**sums, "occupancy": rate, **({"occupancy_now": now} if named else {})}
    every = replace(shop, metrics={**shop.metrics, **own})
    spans = {time_column(every, "let"): (dt.date(2025, 1, 1), dt.date(2026, 10, 31))}
    return MetricReader(Known(every, values(rows()), spans=spans))


def query(question: str, *, named: bool) -> MetricQuery | None:
    """Return what a question asks."""
    found = reader(named=named).read(question, TODAY)
    return found.query if isinstance(found, MetricReading) else None


@pytest.mark.parametrize(
    "question", ["现在出租率多少", "occupancy right now", "occupancy by region right now"]
)
def test_now_is_the_figure_that_is_called_so(question: str) -> None:
    asked = query(question, named=True)
    assert asked is not None and asked.metrics == ("occupancy_now",)


@pytest.mark.parametrize("question", ["10月出租率多少", "what was occupancy in October", "出租率多少"])
def test_without_now_or_with_a_time_it_is_the_figure_named(question: str) -> None:
    asked = query(question, named=True)
    assert asked is not None and asked.metrics == ("occupancy",)


@pytest.mark.parametrize("question", ["现在出租率多少", "occupancy right now"])
def test_now_of_a_rate_of_whole_months_is_the_last_of_them(question: str) -> None:
    asked = query(question, named=False)
    assert asked is not None and asked.window is not None and asked.period_assumed
    assert (asked.window.start, asked.window.end) == (dt.date(2026, 10, 1), dt.date(2026, 11, 1))
