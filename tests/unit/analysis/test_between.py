"""Two members set beside each other by a question why: parts of both that add up, or declined plainly."""

import datetime as dt
import re
import sqlite3

import numpy as np
import pytest

from analysis.asked import AnalysisAsked
from analysis.between.reading import GROWTH, LEVEL
from tests.unit.analysis.kiosks import FIRST, NAMES, asked, kiosks, told

OPENED = dt.date(2026, 3, 2)


def _sum(database: sqlite3.Connection, name: str, month: str, column: str = "amount") -> float:
    sql = f"SELECT SUM({column}) FROM takings JOIN kiosks USING (kiosk_id) WHERE name = ? AND day LIKE ?"
    return float(database.execute(sql, (name, f"{month}%")).fetchone()[0])


def _yuan(told: str, unit: str) -> float:
    return float(told.replace(",", "")) * (1e4 if unit else 1)


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("为什么8月Gorse的收款额比Fir高", LEVEL),
        ("8月Gorse的收款额为什么比Fir多", LEVEL),
        ("Why are takings of Gorse higher than Fir in August?", LEVEL),
        ("Why were takings of Gorse in August higher than those of Fir?", LEVEL),
        ("为什么8月Gorse的收款额增长比Fir快", GROWTH),
        ("为什么8月Gorse的收款额涨得比Fir慢", GROWTH),
        ("Why are takings of Gorse growing faster than Fir this year?", GROWTH),
        ("Why did takings of Gorse rise more than those of Fir in August?", GROWTH),
    ],
)
def test_what_is_set_beside_what_is_read(question: str, kind: str) -> None:
    found = asked(question, kiosks()[1])
    assert isinstance(found, AnalysisAsked) and found.about == kind and found.metrics == ("takings",)
    assert found.filters[-1].values == ("Gorse", "Fir")


@pytest.mark.parametrize(
    "question",
    [
        "为什么8月Gorse的收款额比去年高",
        "为什么8月Gorse的收款额比零售高",
        "Why did takings of Gorse and Fir fall?",
    ],
)
def test_another_time_or_what_is_not_known_is_no_second_member(question: str) -> None:
    found = asked(question, kiosks()[1])
    assert not isinstance(found, AnalysisAsked) or found.about not in (LEVEL, GROWTH)


def test_a_level_is_taken_apart_by_its_definition_and_adds_up() -> None:
    database, answers = kiosks()
    _, words = told("为什么8月Gorse的收款额比Fir高", database, answers)
    first, second = (_sum(database, name, "2026-08") for name in ("Gorse", "Fir"))
    assert f"（+{100 * (first / second - 1):.1f} %）" in words, words
    parts = [_yuan(*one) for one in re.findall(r"贡献 ([+-][\d,.]+) (万?)元", words)]
    (whole,) = (_yuan(*one) for one in re.findall(r"合计 \+([\d,.]+) (万?)元", words))
    assert len(parts) == 2 and sum(parts) == pytest.approx(whole, abs=1100), words
    assert whole == pytest.approx(first - second, abs=600)


def test_where_it_is_not_so_that_is_the_answer() -> None:
    database, answers = kiosks()
    assert told("为什么8月Fir的收款额比Gorse高", database, answers)[1].startswith("并没有更高：")
    words = told("Why are takings of Fir higher than Gorse in August?", database, answers)[1]
    assert words.startswith("It is not higher: ")


def _faster(amounts: np.ndarray) -> None:
    amounts[NAMES.index("Gorse"), (dt.date(2026, 8, 1) - FIRST).days :] *= 1.3


def test_growth_stands_beside_growth() -> None:
    database, answers = kiosks(_faster)
    _, words = told("Why did takings of Gorse grow faster than Fir in August?", database, answers)
    for name in ("Gorse", "Fir"):
        rate = 100 * (_sum(database, name, "2026-08") / _sum(database, name, "2025-08") - 1)
        assert f"{name} {rate:+.1f} %" in words, words
    assert "Gorse grew faster by" in words
    assert told("为什么8月Fir的收款额增长比Gorse快", database, answers)[1].startswith("并没有更快：")


def _late(amounts: np.ndarray) -> None:
    amounts[NAMES.index("Maple"), : (OPENED - FIRST).days] = np.nan


def test_who_was_not_there_a_year_ago_is_not_set_beside() -> None:
    _, words = told("为什么8月Maple的收款额增长比Fir快", *kiosks(_late))
    assert "Maple" in words and "不能并列比较" in words
