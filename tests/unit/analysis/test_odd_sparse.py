"""Where no figure is named, counts are looked at by place and kind too, and what was not is said."""

import pytest

from analysis.anomaly import day_series, month_tables, sparse
from tests.unit.analysis.kiosks import calm as kiosks
from tests.unit.analysis.kiosks import told


def _with_a_burst() -> tuple:
    database, answers = kiosks.__wrapped__()  # its own, for it is changed
    database.executemany(
        "INSERT INTO tickets VALUES (?, 4, ?, 1)", [(5000 + n, f"2026-08-{11 + n % 3}") for n in range(45)]
    )
    return database, answers


@pytest.fixture
def _small_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(day_series, "STATEMENTS", 2)
    monkeypatch.setattr(month_tables, "STATEMENTS_OF_MANY", 0)


@pytest.mark.usefixtures("_small_budget")
@pytest.mark.parametrize("question", ["8月有没有异常", "Anything unusual in August?"])
def test_a_burst_at_one_place_is_found_where_the_first_budget_reaches_totals_alone(question: str) -> None:
    _, words = told(question, *_with_a_burst())
    assert "Elm" in words and "47" in words


@pytest.mark.usefixtures("_small_budget")
def test_figures_that_were_looked_at_in_total_alone_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    _, words = told("7月有没有异常", *_with_a_burst())
    monkeypatch.setattr(sparse, "STATEMENTS", 1)
    assert "其中收款额、笔均金额只看了合计" in words and "工单数只看了合计" not in words
    _, words = told("Anything unusual in July?", *_with_a_burst())
    assert "looked at in total only: takings, average sale" in words


def test_all_figures_are_counted_in_chinese() -> None:
    _, words = told("8月有没有异常", *kiosks())
    assert "收款额、笔均金额、工单数" in words or "收款额等 3 项数字" in words
