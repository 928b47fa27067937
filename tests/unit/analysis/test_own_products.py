"""An entry keyed wrong is taken for its own quantity times price, where all other rows hold that."""

import sqlite3
from decimal import Decimal

import pytest

from tests.unit.analysis import kiosks as shop
from tests.unit.analysis.kiosks import kiosks, told
from understanding.metric.answers import MetricAnswers

PRICED = ("sales INT, PRIMARY", "sales INT, price NUMERIC GENERATED ALWAYS AS (20), PRIMARY")


def _keyed(*more: str) -> tuple[sqlite3.Connection, MetricAnswers]:
    """Return the kiosks with a price of each sale, and one entry of Cedar's 60 times what it was."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shop, "TABLES", shop.TABLES.replace(*PRICED))
        database, answers = kiosks.__wrapped__()
    for one in ("UPDATE takings SET amount = 20 * sales", *more):
        database.execute(one)
    database.execute("UPDATE takings SET amount = 60 * amount WHERE kiosk_id = 2 AND day = '2026-08-14'")
    return database, answers


@pytest.mark.parametrize(
    "question", ["为什么8月收款额比7月涨了", "why did takings rise in August compared with July"]
)
def test_an_entry_is_what_its_row_makes_of_it(question: str) -> None:
    database, answers = _keyed()
    outcome, words = told(question, database, answers)
    first = outcome.statements[0]
    wanted = database.execute(
        "SELECT 20 * sales FROM takings WHERE kiosk_id = 2 AND day = '2026-08-14'"
    ).fetchone()[0]
    assert first.code == "entries.told_own" and "sales × price" in words
    assert first.params["likely"].value == pytest.approx(Decimal(str(wanted)))


@pytest.mark.parametrize(
    "more",
    [
        (
            "UPDATE takings SET amount = 0.9 * amount WHERE kiosk_id % 3 = 0",
        ),  # discounts: many rows hold it not
        ("UPDATE takings SET sales = NULL WHERE kiosk_id = 2 AND day = '2026-08-14'",),
        ("UPDATE takings SET sales = 60 * sales WHERE kiosk_id = 2 AND day = '2026-08-14'",),
    ],
    ids=["not of the others", "not of this one", "it is what its row makes"],
)
def test_where_rows_do_not_tell_it_an_ordinary_entry_or_a_part_stays(more: tuple[str, ...]) -> None:
    outcome, _ = told("为什么8月收款额比7月涨了", *_keyed(*more))
    assert "entries.told_own" not in [one.code for one in outcome.statements]
    assert outcome.statements[0].code in ("entries.told", "entries.told_ordinary")
