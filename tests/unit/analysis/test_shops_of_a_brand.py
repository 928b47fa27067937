"""Who opened or closed among the shops of a brand is told apart, and who closed is named as closed."""

import datetime as dt
from dataclasses import replace

import numpy as np
import pytest

from analysis import openings
from analysis.asked import AnalysisAsked
from query.metric_query import Filter
from tests.unit.analysis import kiosks as shops
from tests.unit.analysis.kiosks import FIRST, asked, kiosks, ran, told

OPENED, CLOSED = dt.date(2026, 3, 2), dt.date(2026, 7, 31)


def _plant(amounts: np.ndarray) -> None:
    amounts[11, : (OPENED - FIRST).days] = np.nan  # Maple
    amounts[10, (CLOSED - FIRST).days + 1 :] = np.nan  # Linden


@pytest.fixture
def _branded(monkeypatch: pytest.MonkeyPatch) -> tuple:
    monkeypatch.setattr(
        shops, "TABLES", shops.TABLES.replace("opened_on DATE);\nCREATE TABLE takings", "opened_on DATE,"
        " closed_on DATE, brand TEXT);\nCREATE TABLE takings"),
    )  # fmt: skip
    named = "names: {zh: 品牌, en: Brand}, values: {A: [甲, Acme], B: [乙, Bo]}"
    brand = f"  - {{name: brand, {named}, column: kiosks.brand}}\n"
    monkeypatch.setattr(shops, "DEFINED", shops.DEFINED.replace("scorecard:", f"{brand}scorecard:"))
    database, answers = kiosks.__wrapped__(_plant)
    database.execute("UPDATE kiosks SET opened_on = '2020-01-01', brand = iif(kiosk_id < 6, 'B', 'A')")
    database.execute("UPDATE kiosks SET opened_on = ? WHERE name = 'Maple'", (OPENED.isoformat(),))
    database.execute("UPDATE kiosks SET closed_on = ? WHERE name = 'Linden'", (CLOSED.isoformat(),))
    return database, answers


@pytest.mark.parametrize(
    ("question", "without"),
    [
        ("8月怎么样", "不算新增的Maple（2026-03-02）和已退出的Linden（2026-07-31）为 {rate:+.1f} %"),
        ("为什么8月收款额比去年同期涨了", "不算新增的Maple（2026-03-02）和已退出的Linden（2026-07-31）"),
        ("How did we do in August?", "{rate:+.1f} % excluding the new Maple (2 Mar 2026) and the former"),
    ],
)  # fmt: skip
def test_growth_of_a_brand_is_told_without_who_opened_or_closed(
    question: str, without: str, _branded: tuple, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(openings, "MOST_MEMBERS", 6)  # half of all there are
    database, answers = _branded
    found = asked(question, answers)
    assert isinstance(found, AnalysisAsked)
    own = Filter("brand", ("A",))
    query = found.query and replace(found.query, filters=(own,))
    _, words = ran(replace(found, filters=(own,), query=query), database, answers)
    sums = (
        "SELECT SUM(amount) FROM takings JOIN kiosks USING (kiosk_id) WHERE day LIKE ? "
        "AND brand = 'A' AND name NOT IN ('Maple', 'Linden')"
    )
    then, now = (database.execute(sums, (f"{year}-08%",)).fetchone()[0] for year in (2025, 2026))
    assert without.format(rate=100 * (now / then - 1)) in words, words


@pytest.mark.parametrize(
    ("question", "told_so"),
    [
        ("8月怎么样", "Linden（到 2026-07-31 为止，去年同期 "),
        ("How did we do in August?", "Linden (until 31 Jul 2026; CNY "),
    ],
)
def test_who_closed_is_named_among_those_not_compared(question: str, told_so: str, _branded: tuple) -> None:
    _, words = told(question, *_branded)
    assert told_so in words, words


@pytest.mark.parametrize(
    ("question", "month"),
    [
        ("8月收款额目标完成了吗", 8),
        ("did takings hit the target in August?", 8),
        ("7月收款额目标完成了吗", 7),
    ],
)
def test_what_is_reached_without_the_target_of_who_had_closed(
    question: str, month: int, _branded: tuple
) -> None:
    database, answers = _branded
    outcome, words = told(question, database, answers)
    (actual,) = database.execute(
        "SELECT SUM(amount) FROM takings WHERE day LIKE ?", (f"2026-{month:02}%",)
    ).fetchone()
    assert outcome.result is not None
    share = outcome.result.rows[0][3]
    if month == 7:  # it closed on the last day of July
        assert share == pytest.approx(actual / 24_000, abs=0.06) and "Linden" not in words
    else:
        assert share == pytest.approx(actual / 22_000, abs=0.06)
        assert words.count("Linden") == 1 and ("（连它共 240" in words or "2.40 M with it" in words), words


@pytest.mark.parametrize(
    ("question", "of_all"),
    [("8月收款额目标完成了吗", "收款额"), ("8月怎么样", "收款额"), ("哪些售货亭落后于目标", "收款额")],
)
def test_no_target_is_left_out_where_who_had_ended_goes_on(
    question: str, of_all: str, _branded: tuple
) -> None:
    database, answers = _branded
    _, without = told(question, database, answers)
    database.execute(
        "INSERT INTO takings (day, kiosk_id, amount) SELECT '2026-08-03', kiosk_id, 9 FROM kiosks "
        "WHERE name = 'Linden'"
    )
    _, words = told(question, database, answers)
    assert "没有算Linden" not in words and of_all in words
    assert "没有算Linden" in without, without


@pytest.mark.parametrize("question", ["Linden 8月收款额目标完成了吗", "did Linden hit its target in August?"])
def test_a_target_after_its_thing_had_ended_is_no_miss(question: str, _branded: tuple) -> None:
    outcome, words = told(question, *_branded)
    assert outcome.declined is not None and outcome.declined.code == "why.had_ended", words
