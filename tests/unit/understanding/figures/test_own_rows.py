"""A rate whose name is written behind what its own rows are is one figure, and none for each row."""

import datetime as dt

import pytest

from tests.unit.understanding.small_business import answers_of
from understanding.metric.answers import MetricAnswers
from understanding.readings import MetricHit

DDL = """
CREATE TABLE bids (bid_id INT PRIMARY KEY, name VARCHAR(40) NOT NULL, city VARCHAR(40) NOT NULL,
                   won INT NOT NULL, decided_on DATE NOT NULL);
"""
METRICS = """
metrics:
  - {name: won, names: {zh: 中标数, en: Deals won}, table: bids, expression: SUM(won), time: decided_on}
  - {name: decided, names: {zh: 定标数, en: Decided}, table: bids, expression: COUNT(*), time: decided_on}
  - {name: win_rate, names: {zh: 中标率, en: Win rate}, ratio: [won, decided], scale: 100, unit: "%"}
dimensions:
  - {name: bid, names: {zh: 投标, en: Bid}, column: bids.name, key: bids.bid_id}
  - {name: city, names: {zh: 城市, en: City}, column: bids.city}
"""


@pytest.fixture(scope="module")
def answers() -> MetricAnswers:
    """Return what reads questions about bids."""
    return answers_of(DDL, METRICS, {"bids.city": ["Suzhou", "Wuxi"]})


@pytest.mark.parametrize(
    ("question", "splits"),
    [
        ("bid win rate last month", ()),
        ("win rate by bid last month", ("bid",)),
        ("win rate of each bid last month", ("bid",)),
        ("win rate by city last month", ("city",)),
    ],
)
def test_only_what_is_bound_is_told_row_by_row(
    answers: MetricAnswers, question: str, splits: tuple[str, ...]
) -> None:
    hit = answers.answer(question, dt.date(2026, 11, 20), lambda _: True)
    assert isinstance(hit, MetricHit), hit
    assert (hit.query.metrics, hit.query.splits) == (("win_rate",), splits)
