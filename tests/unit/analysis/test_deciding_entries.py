"""One entry that decides a plain figure, a comparison or a ranking is told, with the figure without it."""

import datetime as dt
import sqlite3

import numpy as np
import pytest

from analysis.outcome import Said
from analysis.outliers.decides_figure import deciding
from analysis.words import worded
from config.wording import language_of
from database.dialects import SQLITE
from database.result import QueryResult, ResultColumn
from query.plan.compose import compose
from tests.unit.analysis.kiosks import FIRST, TODAY, Plant, desk_of, kiosks, looked
from understanding.metric.answers import MetricAnswers
from understanding.readings import MetricReading

ENTERED = dt.date(2026, 8, 14)


def _cedar(amounts: np.ndarray) -> None:
    amounts[2, (ENTERED - FIRST).days] *= 100


def _ten(amounts: np.ndarray) -> None:
    amounts[2, (ENTERED - FIRST).days] *= 10


def _unlike(amounts: np.ndarray) -> None:
    amounts[2] *= np.where(np.arange(amounts.shape[1]) % 2, 0.02, 1)
    amounts[2, (ENTERED - FIRST).days] = 400000


def _large_kiosk(amounts: np.ndarray) -> None:
    amounts[2] *= 100


def _told(
    question: str, database: sqlite3.Connection, answers: MetricAnswers, *, other: float = 1
) -> tuple[Said | None, int, str]:
    """Return what is said of an entry beside a question's rows, after how many looks, and its words."""
    desk = desk_of(answers, language_of(question))
    read = desk.read(question)
    assert isinstance(read, MetricReading), read
    cursor = database.execute(compose(read.query, desk.catalog, SQLITE, desk.language, TODAY))
    rows = tuple(
        tuple(one * other if isinstance(one, float) else one for one in row) for row in cursor.fetchall()
    )
    shown = QueryResult(tuple(ResultColumn(one[0], "other") for one in cursor.description), rows, False, 0.0)
    looks_for = deciding(read.query, shown, desk)
    if looks_for is None:
        return None, 0, ""
    steps, many = looks_for.told(), 0
    try:
        wanted = next(steps)
        while True:
            many += len(wanted)
            wanted = steps.send(looked(wanted, database, desk))
    except StopIteration as end:
        said: Said | None = end.value
    return said, many, worded(said, desk.catalog, desk.language) if said else ""


@pytest.mark.parametrize(
    ("question", "inside"),
    [
        ("8月收款额", "不算这一笔，收款额为"),
        ("takings in August", "Without it, takings came to"),
        ("8月收款额同比", "变动是 +"),
        ("takings in August compared with last year", "a change of +"),
        ("8月各售货亭收款额", "Cedar的收款额里有一笔"),
        ("8月收款额最高的售货亭", "第一就是"),
        ("top 3 kiosks by takings in August", "which is not among the first 3"),
        ("今年每月收款额", "2026 年 8 月收款额里有一笔"),
        ("8月每天收款额", "2026-08-14 收款额里有一笔就有"),
        ("8月目标达成", "不算这一笔，目标达成为"),
    ],
)
def test_an_entry_that_decides_is_told_with_the_figure_without_it(question: str, inside: str) -> None:
    database, answers = kiosks(_cedar)
    said, many, words = _told(question, database, answers)
    assert said is not None and said.code == "entries.decides_about"
    assert inside in words and many == 3
    assert int(said.params["count"]) > 300


def test_the_figure_without_it_is_the_database_s_own() -> None:
    database, answers = kiosks(_cedar)
    sums = "SELECT SUM(amount) - MAX(amount) FROM takings WHERE day LIKE '2026-08%'"
    said, _, _ = _told("8月收款额", database, answers)
    assert said is not None
    assert float(said.params["without"].value) == pytest.approx(database.execute(sums).fetchone()[0])


@pytest.mark.parametrize("question", ["8月收款额", "8月各售货亭收款额", "8月收款额同比", "今年每月收款额"])
@pytest.mark.parametrize(("plant", "most"), [(None, 1), (_large_kiosk, 3), (_unlike, 3)])
def test_nothing_is_told_where_its_like_are_as_large_or_not_alike(
    plant: Plant | None, most: int, question: str
) -> None:
    said, many, _ = _told(question, *kiosks(plant))
    assert said is None and many <= most


def test_an_entry_that_makes_little_of_a_figure_is_not_told() -> None:
    assert _told("今年收款额", *kiosks(_ten))[0] is None
    assert _told("8月各售货亭收款额", *kiosks(_ten))[0] is not None


def test_nothing_is_said_of_other_figures_than_are_shown() -> None:
    assert _told("8月收款额", *kiosks(_cedar), other=3)[0] is None


@pytest.mark.parametrize("question", ["8月工单数", "8月最高一天", "8月笔均金额"])
def test_counts_ends_and_prices_of_which_one_side_is_unknown_are_not_looked_at(question: str) -> None:
    assert _told(question, *kiosks(_cedar))[1] == 0
