"""A figure whose rows are filled later is not set beside times that are complete; one that falls is."""

import datetime as dt
import sqlite3
from functools import lru_cache

import pytest

from language.calendar import days, whole
from tests.unit.analysis.kiosks import TODAY
from tests.unit.understanding.small_business import answers_over
from understanding.metric.answers import MetricAnswers
from understanding.metric.late import Filled, late_since
from understanding.metric.settling import Tally, Waiting, waits_since
from understanding.readings import MetricHit

TABLES = """
CREATE TABLE bill (bill_id INT PRIMARY KEY, sent_on DATE NOT NULL, amount INT NOT NULL, paid INT NOT NULL,
  posted_on DATE, in_time INT NOT NULL);
"""
DEFINED = """
metrics:
  - {name: billed, names: {zh: 开票额, en: Billed}, table: bill, expression: SUM(amount), time: sent_on}
  - {name: paid, names: {zh: 回款额, en: Paid}, table: bill, expression: SUM(paid), time: sent_on}
  - {name: bills, names: {zh: 账单数, en: Bills}, table: bill, expression: COUNT(*), time: sent_on}
  - {name: in_time, names: {zh: 准时数, en: Timely bills}, table: bill, expression: SUM(in_time),
     time: sent_on}
  - {name: posted, names: {zh: 入账数, en: Posted}, table: bill, expression: COUNT(posted_on), time: sent_on}
  - {name: collected, names: {zh: 回款率, en: Collection rate}, ratio: [paid, billed], unit: "%", scale: 100,
     decimals: 1}
  - {name: posting, names: {zh: 入账率, en: Posting rate}, ratio: [posted, bills], unit: "%", scale: 100,
     decimals: 1}
  - {name: timely, names: {zh: 准时率, en: On-time rate}, ratio: [in_time, bills], unit: "%", scale: 100,
     decimals: 1}
dimensions: []
"""
PAID_AFTER = 75  # days
LAST = TODAY - days(1)
MONTHS = [whole("month", TODAY, -back)[0] for back in range(1, 15)]  # the last one first


@lru_cache
def billing() -> MetricAnswers:
    """Return bills that are all paid and posted after a while, of which fewer and fewer are in time."""
    database = sqlite3.connect(":memory:", check_same_thread=False)
    database.executescript(TABLES)
    first = whole("month", TODAY, -18)[0]
    sent = [first + days(back) for back in range((TODAY - first).days) for _ in range(3)]
    database.executemany(
        "INSERT INTO bill VALUES (?, ?, 100, ?, ?, ?)",
        [
            (
                at,
                day.isoformat(),
                0 if TODAY - day < days(PAID_AFTER) else 100,
                None if TODAY - day < days(PAID_AFTER) else (day + days(PAID_AFTER)).isoformat(),
                int(at % 30 > max(0, (day - MONTHS[2]).days) // 5),
            )
            for at, day in enumerate(sent)
        ],
    )
    return answers_over(database, TABLES, DEFINED, {})


@pytest.mark.parametrize(
    "question", ["上个月回款率环比", "上个月入账率环比", "collection rate last month vs the month before"]
)
def test_a_rate_of_bills_that_are_paid_later_is_compared_with_no_older_time(question: str) -> None:
    hit = billing().answer(question, TODAY, lambda column: True)
    assert isinstance(hit, MetricHit)
    assert hit.computed is not None and hit.computed.compared is None
    assert any(one.startswith(("还不完整", "Not complete yet")) for one in hit.interpretation)


@pytest.mark.parametrize("question", ["上个月准时率环比", "on-time rate last month vs the month before"])
def test_a_rate_that_falls_is_compared(question: str) -> None:
    hit = billing().answer(question, TODAY, lambda column: True)
    assert isinstance(hit, MetricHit) and hit.query.compared is not None
    assert hit.computed is None


def test_a_rate_is_known_to_be_complete_until_its_rows_are_no_longer_filled() -> None:
    known = billing().reader.known
    assert known.unsettled(["timely"], TODAY) is None
    open_ = known.unsettled(["collected"], TODAY)
    assert open_ is not None and open_.since == TODAY - days(PAID_AFTER) and open_.column == "posted_on"


@pytest.mark.parametrize(
    ("lack", "since"),
    [
        pytest.param([40, 20, 1], MONTHS[1], id="the younger the more"),
        pytest.param([20, 40, 1], None, id="fewer in the youngest: something else"),
        pytest.param([1, 40, 30], None, id="the last month has all"),
        pytest.param([30] * 14, None, id="as many as ever: some are never filled"),
        pytest.param([4, 4], None, id="a handful"),
    ],
)
def test_what_is_filled_with_time_lacks_the_more_the_younger_it_is(
    lack: list[int], since: dt.date | None
) -> None:
    lacking = dict(zip(MONTHS, lack, strict=False))
    filled = Filled(dict.fromkeys(MONTHS, 100), lacking, lacking, ("到账日", "paid on"))
    found = late_since([filled], LAST)
    assert (found and found.since) == since


def test_what_is_paid_without_a_day_waits_for_none() -> None:
    rows, lack = dict.fromkeys(MONTHS, 100), dict(zip(MONTHS, [40, 20], strict=False))
    assert (
        late_since([Filled(rows, lack, dict(zip(MONTHS, [9, 5], strict=False)), ("到账日", "paid on"))], LAST)
        is None
    )


def test_rows_that_came_to_another_end_are_rows_of_the_day_too() -> None:
    """Of 110 samples 18 wait and one is rejected: they are a sixth of the day, not 18 of 19."""
    days_ = [LAST - days(back) for back in range(70)]
    held = {day: {"reported": 109} for day in days_} | {LAST: {"reported": 91, "received": 18}}
    few = Tally(dict.fromkeys(days_, 2), (Waiting(held),))
    assert waits_since(few, LAST) is None
    many = Tally(dict.fromkeys(days_, 2), (Waiting(held | {LAST: {"reported": 60, "received": 49}}),))
    found = waits_since(many, LAST)
    assert found is not None and (found.waits, found.of) == (49, 111)
