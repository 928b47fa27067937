"""An entry that may be keyed wrong is told first, and taken for what may have been meant in what follows."""

import datetime as dt
from decimal import Decimal
from functools import lru_cache

import numpy as np
import pytest

from analysis.outcome import Outcome
from analysis.outliers import meant
from analysis.outliers.entry import Keyed, Peers
from tests.unit.analysis.kiosks import FIRST, Plant, calm, kiosks, told

ENTERED = dt.date(2026, 8, 14)


def _plant(*entered: tuple[int, dt.date]) -> Plant:
    def plant(amounts: np.ndarray) -> None:
        for kiosk, day in entered:
            amounts[kiosk, (day - FIRST).days] *= 100

    return plant


KEYED, OF_ONE_PART = _plant((2, ENTERED)), _plant((2, ENTERED))  # Cedar


@lru_cache
def _without_sales() -> tuple:
    database, answers = calm(OF_ONE_PART)
    database.execute("UPDATE takings SET sales = sales / 100 WHERE kiosk_id = 2 AND day = '2026-08-14'")
    return database, answers


def _params(outcome: Outcome) -> dict[str, dict]:
    return {one.code: dict(one.params) for one in outcome.statements}


@pytest.mark.parametrize(
    ("question", "code"),
    [
        ("为什么8月收款额比7月涨了", "why.premise_flat"),
        ("why did takings rise in August compared with July", "why.premise_flat"),
        ("8月收款额是不是涨了", "why.not_up"),
        ("Are takings up in August?", "why.not_up"),
    ],
)
def test_a_change_is_told_without_the_entry_that_made_it(question: str, code: str) -> None:
    database, answers = kiosks(KEYED)
    sums = "SELECT SUM(amount), MAX(amount) FROM takings WHERE day LIKE '2026-08%'"
    total, most = database.execute(sums).fetchone()
    outcome, words = told(question, database, answers)
    said = _params(outcome)
    assert outcome.statements[0].code == "entries.told"
    booked = said["entries.told"]["with_it"].params["booked"].value
    assert float(booked) == pytest.approx(total)
    now = next(dict(one.params) for one in outcome.statements if one.code.startswith("why."))["now"]
    assert float(now.value) == pytest.approx(total - most * 0.99)
    assert "这里暂按它的 1/100" in words or "Figures here take it for" in words
    assert said["entries.told"]["with_it"].params["without"].params["without"].value == pytest.approx(
        Decimal(str(total)) - Decimal(str(most))
    )
    assert words.count("Cedar") == 1, words  # whose entry it is, and nothing else


def test_an_entry_of_the_time_before_is_left_out_of_it() -> None:
    outcome, words = told("为什么9月收款额比8月跌了", *kiosks(_plant((2, dt.date(2026, 8, 5)))))
    assert outcome.statements[0].code == "entries.told" and "（账面上，2026-08-01 至 08-22" in words
    assert "entries.told" not in _params(told("为什么9月收款额比8月跌了", *kiosks())[0])


@pytest.mark.parametrize(
    "question", ["8月笔均金额有没有异常", "anything unusual in average sale in August", "8月收款额有没有异常"]
)
def test_what_only_an_entry_makes_odd_is_not_told_as_odd_beside_it(question: str) -> None:
    outcome, words = told(question, *_without_sales())
    assert [one.code for one in outcome.statements[:2]] == ["entries.told", "entries.besides"]
    assert outcome.statements[1].params["said"].code.startswith("anomaly.none")
    assert "没有发现异常" in words or "没有明显的异常" in words or "othing unusual" in words


def test_a_ratio_keeps_its_other_part_of_all_other_rows() -> None:
    database, answers = _without_sales()
    sums = "SELECT (SUM(amount) - 0.99 * MAX(amount)) / SUM(sales) FROM takings WHERE day LIKE '2026-08%'"
    (average,) = database.execute(sums).fetchone()
    outcome, _ = told("为什么8月笔均金额比7月涨了", database, answers)
    now = next(dict(one.params) for one in outcome.statements if one.code.startswith("why."))["now"]
    assert float(now.value) == pytest.approx(average, rel=1e-4)


def test_two_entries_keyed_wrong_are_both_told() -> None:
    outcome, _ = told("为什么8月收款额比7月涨了", *kiosks(_plant((2, ENTERED), (3, dt.date(2026, 8, 20)))))
    assert [one.code for one in outcome.statements].count("entries.told") == 2


def test_who_did_worse_is_told_without_it() -> None:
    outcome, words = told("8月哪些售货亭不如去年", *kiosks(_plant((2, dt.date(2025, 8, 14)))))
    assert outcome.statements[0].code == "entries.told" and words.count("Cedar") == 1


def test_no_day_is_said_to_lack_data_for_it() -> None:
    outcome, words = told("为什么9月Cedar的收款额比8月跌了", *kiosks(KEYED))
    assert outcome.statements[0].code == "entries.told"
    assert "没有数据" not in words and "没有记录" not in words and "什么也没有" not in words


@pytest.mark.parametrize(
    ("value", "peers", "likely"),
    [
        ("636400", ("636.4", "0"), ("636.4", 1000)),
        ("488384", ("4800", "300"), ("4883.84", 100)),
        ("488384", ("3400", "200"), ("3400", 0)),
        ("186400", ("6000", "2000"), ("6000", 0)),
        ("38880", None, ("420", 0)),
    ],
)
def test_an_entry_is_taken_for_what_its_peers_hold_or_for_one_of_these(
    value: str, peers: tuple[str, str] | None, likely: tuple[str, int]
) -> None:
    like = Peers(18, Decimal(peers[0]), Decimal(peers[1])) if peers else None
    typical = like.mean if like else Decimal(420)
    one = Keyed("takings", ENTERED, Decimal(value), Decimal(value) / 20, typical, peers=like)
    assert meant.likely(one) == (Decimal(likely[0]), likely[1])


def _ordered(amounts: np.ndarray) -> None:
    for kiosk in (2, 7, 9):
        amounts[kiosk, (ENTERED - FIRST).days] *= 40


def test_one_of_several_large_entries_of_a_day_is_an_order_and_told_as_recorded() -> None:
    database, answers = kiosks(_ordered)
    (total,) = database.execute("SELECT SUM(amount) FROM takings WHERE day LIKE '2026-08%'").fetchone()
    outcome, _ = told("为什么8月收款额比7月涨了", database, answers)
    assert "entries.told" not in _params(outcome)
    now = next(dict(one.params) for one in outcome.statements if one.code.startswith("why."))["now"]
    assert float(now.value) == pytest.approx(total)
