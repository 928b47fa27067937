"""A first or a record is told of all time as computed, within a time where a table over it shows it."""

import pytest

from answers.records import unfounded_records
from database.result import QueryResult, ResultColumn

MONTHS = QueryResult(
    (ResultColumn("Month", "text"), ResultColumn("Sales", "number"), ResultColumn("Attained (%)", "number")),
    (("2026-07", 120, 95.5), ("2026-08", 140, 97.1), ("2026-09", 180, 103.2), ("2026-10", 210, 108.8)),
    False,
    1.0,
)
SITES = QueryResult(
    (ResultColumn("Site", "text"), ResultColumn("Month", "text"), ResultColumn("Sales", "number")),
    (
        *(("Galaxy", f"2026-0{month}", 10 * month) for month in (7, 8, 9)),
        *(("Lakeside", f"2026-0{month}", 5 * month) for month in (7, 8, 9)),
    ),
    False,
    1.0,
)


@pytest.mark.parametrize(
    "sentence",
    [
        "October sold 210, the highest since July.",
        "10月210，是7月以来最高。",
        "October attained 108.8 %, for the first time this year above 105.",
        "Galaxy sold 90 in September, its highest since July.",
        "October sold 210, more than September's 180.",
        "First, the sales of October: 210.",
        "这不是头一回，7 月也有 210。",
        "It is not an all-time high: 210.",
    ],
)
def test_what_a_table_over_the_time_shows_may_be_said(sentence: str) -> None:
    assert unfounded_records(sentence, [], [MONTHS, SITES]) == []


@pytest.mark.parametrize(
    "sentence",
    [
        "October sold 210, an all-time high.",
        "10月210，创历史新高。",
        "10月首次超过200。",
        "This is the largest month ever (210).",
        "September sold 180, the highest since July.",
        "9月180，是7月以来最高。",
        "Lakeside sold 90, its highest since July.",
    ],
)
def test_a_first_or_a_record_that_nothing_shows_is_withheld(sentence: str) -> None:
    assert unfounded_records(sentence, [], [MONTHS, SITES])


def test_a_record_that_was_computed_may_be_told_with_its_figure() -> None:
    computed = ["Sales of 210 in October are the highest since July 2026.", "10月210，首次达标。"]
    assert unfounded_records("10月首次达标（210）。", computed, []) == []
    assert unfounded_records("9月首次达标（180）。", computed, []) == ["首次"]
