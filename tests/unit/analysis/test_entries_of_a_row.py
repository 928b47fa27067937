"""A row in doubt is taken as meant on both sides of a margin; an entry is told beside what holds it alone."""

import datetime as dt
from decimal import Decimal

import pytest

from analysis.outliers.entry import Keyed
from analysis.outliers.meant import desk_as_meant
from tests.unit.analysis import wholesale as shop
from tests.unit.analysis.kiosks import FIRST, desk_of, kiosks, told

MADE = """
  - {name: profit, names: {zh: 毛利, en: Profit}, table: orders, expression: SUM(amount - quantity * 15),
     time: ordered_on, unit: {zh: 元, en: EUR}, decimals: 2}
  - {name: margin, names: {zh: 毛利率, en: Margin}, ratio: [profit, sales], unit: "%", decimals: 2}
  - {name: share_kept, names: {zh: 留存率, en: Share kept}, table: orders, time: ordered_on, unit: "%",
     expression: 100 * SUM(amount - quantity * 15) / SUM(amount), additivity: average}
dimensions:"""
DAY = dt.date(2026, 8, 14)
ENTRY = (DAY, 2, 40, 8400.0)  # nine times a large sale, of which forty times a profit


@pytest.fixture
def margins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shop, "DEFINED", shop.DEFINED.replace("\ndimensions:", MADE))


@pytest.mark.usefixtures("margins")
@pytest.mark.parametrize("question", ["为什么8月毛利率比7月涨了", "why did margin rise in August?"])
def test_a_row_that_only_one_side_of_a_margin_gives_away_is_taken_as_meant_on_both(question: str) -> None:
    shop.wholesale.cache_clear()
    outcome, words = told(question, *shop.wholesale(ENTRY))
    codes = [one.code for one in outcome.statements]
    assert codes[1] == "entries.told_row" and codes[0].startswith("entries.told"), words
    now = next(one.params["now"] for one in outcome.statements if one.code.startswith("why."))
    assert float(now.value) == pytest.approx(25, abs=0.1), words
    assert "Crown Foods" in words and ("2026-08-14" in words or "14 Aug 2026" in words)
    shop.wholesale.cache_clear()


@pytest.mark.usefixtures("margins")
def test_a_row_with_an_ordinary_other_side_is_left_there() -> None:
    shop.wholesale.cache_clear()
    database, answers = shop.wholesale((DAY, 2, 40, 800.0))
    database.execute("UPDATE orders SET quantity = -400 WHERE ordered_on = '2026-08-14' AND customer_id = 2")
    outcome, words = told("why did margin rise in August?", database, answers)
    assert not any(one.code == "entries.told_row" for one in outcome.statements), words
    shop.wholesale.cache_clear()


@pytest.mark.usefixtures("margins")
def test_a_figure_made_of_the_column_holds_the_entry_as_meant_too() -> None:
    shop.wholesale.cache_clear()
    database, answers = shop.wholesale((DAY, 2, 40, 80000.0))
    one = Keyed("sales", DAY, Decimal(80000), Decimal(900), Decimal(800))
    known = desk_as_meant([one], desk_of(answers, "en")).catalog.metrics
    sums = "SELECT {}, {} FROM orders WHERE ordered_on = '2026-08-14'"
    kept, profit = database.execute(
        sums.format(known["share_kept"].expression, known["profit"].expression)
    ).fetchone()
    assert kept == pytest.approx(25, abs=0.5) and profit < 2000
    shop.wholesale.cache_clear()


def test_a_briefing_of_days_says_nothing_of_an_entry_that_no_figure_it_tells_holds() -> None:
    def plant(amounts: object) -> None:
        amounts[2, (dt.date(2025, 3, 14) - FIRST).days] *= 100  # type: ignore[index]

    for question in ("9月14日到20日经营情况怎么样", "how did we do on 14-20 September?"):
        outcome, words = told(question, *kiosks(plant))  # type: ignore[arg-type]
        assert not any(one.code.startswith("entries.") for one in outcome.statements), words
