"""A briefing tells what one must know: who moved as nobody else did, by what, and who lacks days."""

import datetime as dt

import numpy as np

from tests.unit.analysis.kiosks import FIRST, kiosks, told

AUGUST = slice((dt.date(2026, 8, 1) - FIRST).days, (dt.date(2026, 9, 1) - FIRST).days)


def test_a_member_that_moved_as_nobody_else_did_is_told_with_the_day_that_makes_most_of_it() -> None:
    def plant(amounts: np.ndarray) -> None:
        amounts[4, (dt.date(2026, 9, 16) - FIRST).days] *= 20  # Elm

    _, words = told("周报", *kiosks(plant))
    assert "与 2026-09-07 至 09-13 比，最突出的：Elm的收款额 " in words
    assert "其中 2026-09-16 一天就有 " in words


def test_where_all_moved_alike_nobody_stands_out() -> None:
    for question in ("周报", "月报"):
        assert "最突出" not in told(question, *kiosks())[1]


def test_who_lacks_days_is_told_with_them_and_not_as_having_fallen() -> None:
    def plant(amounts: np.ndarray) -> None:
        amounts[7, AUGUST.start + 9 : AUGUST.start + 16] = np.nan  # Hazel

    _, words = told("月报", *kiosks(plant))
    assert "有几天没有收款额数据，前后不完全可比：Hazel 2026-08-10 至 08-16（7 天）" in words
    assert "最突出" not in words


def test_a_jump_of_what_is_counted_is_told_by_how_unusual_it_is_with_the_whole() -> None:
    database, answers = kiosks()
    extra = [(1000 + n, 8, f"2026-08-{1 + n % 31:02d}", 2) for n in range(60)]  # Ivy
    database.executemany("INSERT INTO tickets VALUES (?, ?, ?, ?)", extra)
    try:
        _, words = told("月报", database, answers)

        def count(month: str, one: str) -> int:
            found = "SELECT COUNT(*) FROM tickets WHERE opened_on LIKE ? AND kiosk_id IN " + one
            return int(database.execute(found, (f"{month}%",)).fetchone()[0])

        before, now = (count(month, "(8)") for month in ("2026-07", "2026-08"))
        whole = count("2026-08", "(SELECT kiosk_id FROM kiosks)")
        assert f"Ivy的工单数 {before} → {now}（" in words and f"，合计 {whole}（" in words
    finally:
        database.execute("DELETE FROM tickets WHERE ticket_id >= 1000")


def test_days_without_data_of_the_one_member_that_is_asked_about_are_told() -> None:
    def plant(amounts: np.ndarray) -> None:
        amounts[7, AUGUST.start + 9 : AUGUST.start + 16] = np.nan  # Hazel

    _, words = told("Hazel 8月怎么样？", *kiosks(plant))
    assert "有几天没有收款额数据，前后不完全可比：2026-08-10 至 08-16（7 天）" in words
    assert "没有收款额数据" not in told("Elm 8月怎么样？", *kiosks(plant))[1]
