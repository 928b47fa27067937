"""How those are doing who opened in a time: what each brought since, a day, beside those there all along."""

import sqlite3

import pytest

from tests.unit.analysis.depots import World, depots
from tests.unit.analysis.kiosks import told
from understanding.metric.answers import MetricAnswers


def _apart(_: World) -> None:
    """Plant nothing, in a database of its own."""


def _opened(**days: str) -> tuple[sqlite3.Connection, MetricAnswers]:
    database, answers = depots(_apart)
    database.execute("UPDATE depots SET open_date = '2020-01-01'")
    for name, day in days.items():
        database.execute("UPDATE depots SET open_date = ? WHERE depot_name = ?", (day, name))
    return database, answers


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("今年新开的网点怎么样", ["新增的 2 个网点", "Ford（2026-09-03 起，20 天）", "其余 14 个网点"]),
        (
            "how are the depots opened this year doing",
            ["The 2 new depots", "20 days", "The other 14 depots"],
        ),
    ],
)
def test_several_who_opened_are_told_by_what_they_brought_a_day(question: str, said: list[str]) -> None:
    outcome, words = told(question, *_opened(Brook="2026-03-01", Ford="2026-09-03"))
    assert all(one in words for one in said), words
    assert outcome.result is not None and {row[0] for row in outcome.result.rows} == {"Brook", "Ford"}


def test_one_who_opened_is_told_as_it_is_by_its_name() -> None:
    outcome, words = told("今年新开的网点怎么样", *_opened(Brook="2026-03-01"))
    assert outcome.statements[0].code == "briefing.verdict.told" and words.startswith("Brook")


def test_where_nobody_opened_that_is_said() -> None:
    outcome, words = told("今年新开的网点怎么样", *_opened())
    assert outcome.declined is not None and "没有新增的网点" in words
