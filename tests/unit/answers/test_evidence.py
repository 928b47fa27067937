"""What a report may state: figures and days that were computed or read, each at the name it belongs to."""

import pytest

from answers.evidence import EvidenceCheck, days_in
from database.result import QueryResult, ResultColumn

SITES = QueryResult(
    (ResultColumn("Site", "text"), ResultColumn("Sales", "number"), ResultColumn("Attained (%)", "number")),
    (("Galaxy", 1_234_647.38, 81.7), ("Lakeside", 1_460_646.9, 98.4), ("Harbour", 903_000, 101.2)),
    False,
    1.0,
)
DAYS = QueryResult(
    (ResultColumn("Date", "date"), ResultColumn("Shows", "integer")),
    (("2026-10-08", 5), ("2026-10-09", 0), ("2026-10-22", 0), ("2026-10-23", 4)),
    False,
    1.0,
)
COMPUTED = ("Sales of Galaxy, October 2026, came to CNY 1.23 M, CNY 264,693 less (-17.7 %).",)


@pytest.fixture(scope="module")
def check() -> EvidenceCheck:
    """Return a check of one sentence computed and two tables."""
    return EvidenceCheck(COMPUTED, [SITES, DAYS], ["Why did Galaxy fall?"])


@pytest.mark.parametrize(
    "sentence",
    [
        "Galaxy sold CNY 1.23 M in October 2026, CNY 264,693 less (-17.7 %).",
        "Galaxy reached 81.7 % of its target, Lakeside 98.4 %.",
        "It had no shows from 9 to 22 Oct 2026.",
        "10月9日至22日没有放映。",
        "Shows resumed on 23 October with 4.",
        "Harbour alone met its target (101.2 %).",
        "Sales of October 2026 (1–31 Oct 2026).",
    ],
)
def test_what_stands_there_may_be_said(check: EvidenceCheck, sentence: str) -> None:
    assert check.unfounded(sentence) == []


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("Galaxy sold CNY 1.35 M.", "1.35M"),
        ("Galaxy reached 98.4 % of its target.", "98.4%"),
        ("It had no shows from 9 to 21 Oct 2026.", "10-21"),
        ("10月8日至20日没有放映。", "10-20"),
        ("Shows resumed on November 3.", "11-03"),
    ],
)
def test_what_stands_nowhere_or_at_another_name_may_not(
    check: EvidenceCheck, sentence: str, found: str
) -> None:
    assert check.unfounded(sentence) == [found]


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("2026-10-01 至 10-07", [(10, 1), (10, 7)]),
        ("20 Jul – 9 Aug 2026", [(7, 20), (8, 9)]),
        ("Oct 9–22, 2026", [(10, 9), (10, 22)]),
        ("8 月 20 至 22 日", [(8, 20), (8, 22)]),
        ("9月28日到10月3日", [(9, 28), (10, 3)]),
        ("in May 2026, Q3, 12 sites", []),
        ("10 月 3 家没有达标", []),
    ],
)
def test_days_are_read_in_each_way_they_are_written(text: str, days: list[tuple[int, int]]) -> None:
    assert sorted(days_in(text)) == days
