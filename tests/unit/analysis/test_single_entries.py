"""A rise or fall that one single entry makes most of is told with that entry, and without it."""

import datetime as dt

import pytest

from analysis.outcome import Outcome, Said
from tests.unit.analysis.kiosks import kiosks, told
from tests.unit.analysis.wholesale import PRICE, Entry, wholesale

AUGUST, JULY = dt.date(2026, 8, 14), dt.date(2026, 7, 9)
LARGE: Entry = (AUGUST, 2, 300, 6000.0)
WRONG: Entry = (AUGUST, 2, 45, 5400.0)
BEFORE: Entry = (JULY, 3, 300, 6000.0)


def _single(outcome: Outcome) -> Said | None:
    return next((one for one in outcome.statements if one.code.startswith("entries.single")), None)


def _rest(month: str) -> float:
    sums = f"SELECT SUM(amount) FROM orders WHERE ordered_on LIKE '{month}%'"
    return wholesale()[0].execute(sums).fetchone()[0]


@pytest.mark.parametrize(
    ("question", "then"),
    [
        ("为什么8月销售额比7月涨了", "2026-07"),
        ("why did sales rise in August compared with July", "2026-07"),
        ("8月生意怎么样", "2025-08"),
        ("How was business in August?", "2025-08"),
        ("8月销售额有没有异常", "2025-08"),
        ("anything unusual in sales in August?", "2025-08"),
    ],
)
def test_a_large_order_stands_first_behind_the_rise_it_makes(question: str, then: str) -> None:
    outcome, words = told(question, *wholesale(LARGE))
    said = outcome.statements[1]
    assert said.code == "entries.single_up" and said is _single(outcome)
    assert float(said.params["without"].value) == pytest.approx(_rest("2026-08"))
    change = 100 * (_rest("2026-08") / _rest(then) - 1)
    assert float(said.params["less"].value) == pytest.approx(change)
    assert said.params["times"] == f"{6000 / (59 * PRICE):.1f}" and "Crown Foods" in words
    assert said.params["wrong"] == "" and ("6,000 元" in words or "EUR 6,000" in words)


@pytest.mark.parametrize("question", ["为什么8月销售额比7月涨了", "How was business in August?"])
def test_an_entry_that_its_own_row_does_not_make_is_said_to_look_keyed_wrong(question: str) -> None:
    outcome, words = told(question, *wholesale(WRONG))
    single = _single(outcome)
    assert single is not None and single.params["wrong"].code == "entries.single_wrong"
    assert float(single.params["wrong"].params["likely"].value) == 45 * PRICE
    assert "请先核对" in words or "please check" in words


@pytest.mark.parametrize("question", ["为什么8月销售额比7月跌了", "8月生意怎么样"])
def test_a_fall_from_a_month_with_one_large_order_is_told_so(question: str) -> None:
    single = _single(told(question, *wholesale(BEFORE))[0])
    assert single is not None and single.code == "entries.single_down"
    assert single.params["time"].start == dt.date(2026, 7, 1)
    assert float(single.params["without"].value) == pytest.approx(_rest("2026-07"))


@pytest.mark.parametrize(
    ("entries", "times"),
    [
        ((), ()),
        ((LARGE, (dt.date(2026, 8, 20), 1, 290, 5800.0)), ()),
        ((LARGE,), ((2026, 8, 1.5),)),
        (((AUGUST, 2, 50, 1000.0),), ()),
        ((LARGE, (JULY, 2, 290, 5800.0)), ((2026, 8, 1.04),)),
    ],
    ids=[
        "none",
        "two alike",
        "most of the rise is all others",
        "an order like others",
        "its like is before it",
    ],
)
def test_no_entry_is_told_that_does_not_make_the_change_alone(
    entries: tuple[Entry, ...], times: tuple[tuple[int, int, float], ...]
) -> None:
    for question in ("为什么8月销售额比7月涨了", "8月生意怎么样"):
        outcome, _ = told(question, *wholesale(*entries, times=times))
        assert _single(outcome) is None


@pytest.mark.parametrize("question", ["为什么8月收款额比7月涨了", "8月生意怎么样", "为什么上周收款额涨了"])
def test_rows_of_every_day_are_no_single_entries(question: str) -> None:
    assert _single(told(question, *kiosks())[0]) is None
