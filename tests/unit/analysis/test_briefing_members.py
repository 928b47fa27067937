"""Who did best and worst stands in a briefing; nobody is said to have grown who did not."""

import datetime as dt
import re

import numpy as np
import pytest

from tests.unit.analysis.kiosks import FIRST, asked, kiosks, told


def _days(start: dt.date, end: dt.date) -> slice:
    return slice((start - FIRST).days, (end - FIRST).days)


def test_the_best_and_the_worst_are_told_with_their_figures_and_all_who_missed_are_counted() -> None:
    def plant(amounts: np.ndarray) -> None:
        august = _days(dt.date(2026, 8, 1), dt.date(2026, 9, 1))
        amounts[4, august] *= 1.5  # Elm
        amounts[8, august] *= 0.6  # Ivy

    database, answers = kiosks(plant)
    outcome, words = told("月报", database, answers)

    def total(name: str, month: str) -> float:
        found = "SELECT SUM(amount) FROM takings JOIN kiosks USING (kiosk_id) WHERE name = ? AND day LIKE ?"
        return float(database.execute(found, (name, f"{month}%")).fetchone()[0])

    rates = {name: 100 * (total(name, "2026-08") / total(name, "2025-08") - 1) for name in ("Elm", "Ivy")}
    assert f"12 个售货亭与去年同期比有升有降，增幅最高的是Elm（{rates['Elm']:+.1f} %，为 " in words
    assert f"，最低的是Ivy（{rates['Ivy']:+.1f} %，为 " in words
    missed = sum(total(name, "2026-08") < 200_000 for (name,) in database.execute("SELECT name FROM kiosks"))
    assert f"12 个售货亭里 {missed} 个没有完成目标" in words
    assert outcome.result is not None


@pytest.mark.parametrize(
    ("question", "said"),
    [("月报", "（对比期没有数据）"), ("monthly report", "(no data in the time compared with)")],
)
def test_who_had_nothing_a_year_ago_is_not_said_to_lack_days(question: str, said: str) -> None:
    def plant(amounts: np.ndarray) -> None:
        amounts[11, _days(FIRST, dt.date(2026, 3, 1))] = np.nan  # Maple

    words = told(question, *kiosks(plant))[1]
    (left,) = re.findall(r"Maple [^；;]*?[)）]", words)[:1]
    assert left.endswith(said), words


def test_nobody_who_missed_did_best_unless_all_did() -> None:
    database, answers = kiosks()
    database.execute("UPDATE targets SET amount = CASE kiosk_id WHEN 4 THEN 1000 ELSE 10000000 END")
    try:
        words = told("月报", database, answers)[1]
    finally:
        database.execute("UPDATE targets SET amount = 200000")
    (best,) = re.findall("完成得最好的：(.*?)。", words)
    assert best.startswith("Elm") and "；" not in best, words


def test_where_one_fell_it_is_not_said_that_all_grew() -> None:
    def plant(amounts: np.ndarray) -> None:
        amounts[11, _days(dt.date(2026, 8, 1), dt.date(2026, 9, 1))] *= 0.8

    for question, every in (
        ("月报", "都比去年同期增长"),
        ("monthly report", "All 12 kiosks compared grew on a year ago"),
    ):
        assert every in told(question, *kiosks())[1]
        assert every not in told(question, *kiosks(plant))[1]


@pytest.mark.parametrize(
    "question",
    [
        "hows Hazel doing lately", "give me last week's summary for Hazel", "给我来个Hazel上周的小结",
        "Hazel上个月的汇报", "Hazel上周情况", "Hazel近况", "how was last month at Hazel",
        "quick recap of Hazel, August", "give me a quick read on Hazel lately",
        "brief me on Hazel, last week",
    ],
)  # fmt: skip
def test_a_summary_of_a_member_is_its_briefing(question: str) -> None:
    _, answers = kiosks()
    found = asked(question, answers)
    assert getattr(found, "kind", "") == "briefing", found
    assert [one.values for one in found.filters] == [("Hazel",)]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "question", ["收款额情况", "工单处理情况", "8月收款额汇报", "summary of takings last month"]
)
def test_a_summary_of_a_figure_is_a_briefing_of_it_alone(question: str) -> None:
    _, answers = kiosks()
    found = asked(question, answers)
    assert getattr(found, "kind", "") == "briefing" and len(found.metrics) == 1  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("question", "heads"),
    [
        ("今年整体怎么样", ["目标（2026 年）", "完成目标（2026 年）(%)"]),
        ("How was August?", ["Target", "Of target (%)"]),
    ],
)
def test_the_table_says_of_what_time_a_target_is_that_is_not_over(question: str, heads: list[str]) -> None:
    outcome, _ = told(question, *kiosks())
    assert outcome.result is not None
    assert [one.name for one in outcome.result.columns][-2:] == heads
