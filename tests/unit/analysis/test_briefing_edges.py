"""A briefing holds nothing beside a time that somebody was not there for, and no month before an opening."""

import datetime as dt
import sqlite3

import numpy as np
import pytest

from analysis.briefing.trading import trading_of
from analysis.outcome import Look, Read, Said
from database.result import QueryResult, ResultColumn
from query.metric_query import MetricQuery, Window
from tests.unit.analysis import kiosks as made
from tests.unit.analysis.kiosks import FIRST, Plant, kiosks, told

SEPTEMBER = dt.date(2025, 9, 12)


def _to(day: dt.date) -> slice:
    return slice(0, (day - FIRST).days)


def _month(number: int) -> slice:
    first, after = (dt.date(2026, one, 1) for one in (number, number + 1))
    return slice((first - FIRST).days, (after - FIRST).days)


def _opens(database: sqlite3.Connection, day: dt.date) -> None:
    database.execute("UPDATE kiosks SET opened_on = ? WHERE name = 'Maple'", (day.isoformat(),))


def _words(question: str, plant: Plant | None, opened: dt.date | None = None, *further: str) -> str:
    database, answers = kiosks.__wrapped__(plant)
    if opened:
        _opens(database, opened)
    for statement in further:
        database.execute(statement)
    return told(question, database, answers)[1]


def _late(day: dt.date) -> Plant:
    def plant(amounts: np.ndarray) -> None:
        amounts[11, _to(day)] = np.nan  # Maple

    return plant


def test_of_who_opened_within_the_year_neither_moves_nor_the_running_month_stand_beside_a_year_ago() -> None:
    words = _words("Maple 8月怎么样", _late(SEPTEMBER), SEPTEMBER)
    assert "还没有去年同期可比" in words and "本月到目前" in words and "同比" not in words
    july = _words("Maple 7月怎么样", _late(SEPTEMBER), SEPTEMBER)  # beside June, which has holidays
    assert "还没有去年同期可比" in july and "与去年同期相比" not in july and "对比期没有" not in july


def test_a_day_of_opening_after_data_is_none() -> None:
    words = _words("Maple 8月怎么样", None, dt.date(2026, 5, 1))
    assert "起才有" not in words and "比去年同期" in words


def test_a_hole_at_the_start_of_all_data_is_no_opening() -> None:
    words = _words("Maple 2025年8月怎么样", _late(FIRST + dt.timedelta(2)))
    assert "起才有数据" not in words
    assert "2024-09-12 起才有数据" in _words("Maple 2025年8月怎么样", _late(dt.date(2024, 9, 12)))


def test_the_month_of_an_opening_is_no_year_before() -> None:
    def plant(amounts: np.ndarray) -> None:
        _late(dt.date(2025, 5, 20))(amounts)
        for month, times in ((6, 0.9), (7, 0.85), (8, 0.75)):
            amounts[11, _month(month)] *= times

    for opened in (dt.date(2025, 5, 20), None):
        words = _words("Maple 8月怎么样", plant, opened)
        assert "连着 3 个月低于去年同期：6 月 " in words and "5 月 +" not in words


def test_a_month_in_which_it_closed_missed_no_target() -> None:
    def plant(amounts: np.ndarray) -> None:
        amounts[4, slice((dt.date(2026, 8, 12) - FIRST).days, None)] = np.nan  # Elm

    assert "连着 8 个月没有完成目标" in _words("Elm 8月怎么样", plant)
    closes = "UPDATE kiosks SET closed_on = '2026-08-11' WHERE name = 'Elm'"
    tables = made.TABLES.replace("opened_on DATE);", "opened_on DATE, closed_on DATE);")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(made, "TABLES", tables)
        assert "个月没有完成目标" not in _words("Elm 8月怎么样", plant, None, closes)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Elm 8月怎么样", "连着至少 12 个月没有完成目标"),
        ("How did Elm do in August?", "missed its target at least 12 months in a row"),
    ],
)
def test_a_row_as_long_as_is_looked_back_is_at_least_that(question: str, said: str) -> None:
    months = [dt.date(2025, month, 1).isoformat() for month in range(1, 13)]
    aims = [f"INSERT INTO targets VALUES (4, '{one}', 900000)" for one in months]
    assert said in _words(question, None, None, *aims)


def test_a_monthly_figure_since_an_opening_has_the_month_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monthly = made.DEFINED.replace("scorecard: [takings, average_sale", "scorecard: [target")
    monkeypatch.setattr(made, "DEFINED", monthly)
    before = "DELETE FROM targets WHERE kiosk_id = 11 AND month < '2026-03-01'"
    words = _words("Maple 8月怎么样", None, dt.date(2026, 3, 20), before)
    assert "从 2026-03-20 起才有" in words and "收款目标共 140 万元" in words


def test_days_before_it_opened_are_not_missing() -> None:
    window = Window(dt.date(2026, 5, 1), dt.date(2026, 6, 1), "month")
    have = tuple((f"2026-05-{day:02d}", 100) for day in range(11, 32) if day != 20)
    columns = (ResultColumn("day", "date"), ResultColumn("takings", "number"))
    look = Look("held_days.takings.0", MetricQuery(("takings",), grain="day", windows=(window,)), Said("x"))
    read = {look.name: Read(look, QueryResult(columns, have, False, 0.0), "")}
    held = {"takings": [len(have), 30, 0]}
    windows = (window, Window(dt.date(2026, 4, 1), dt.date(2026, 5, 1), "month"), window)
    for opened, missing in ((None, 11), (dt.date(2026, 5, 11), 1), (dt.date(2026, 6, 5), 0)):
        found = trading_of(held, read, windows, opened).gaps
        assert sum(gap.missing for gaps in found.values() for gap in gaps) == missing


def test_a_running_month_stands_beside_none_with_other_holidays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(made, "TODAY", dt.date(2026, 11, 22))
    words = _words("10月怎么样", None)
    assert "本月到目前（2026-11-01 至 11-21）" in words and "与上月同样的日子" not in words
    (running,) = (one for one in words.split("。") if "本月到目前" in one)
    assert "环比" not in running


def test_costs_above_their_target_meet_none_and_have_no_best(monkeypatch: pytest.MonkeyPatch) -> None:
    costs = made.DEFINED.replace("{zh: 收款额, en: Takings}", "{zh: 运营费用, en: Operating costs}")
    monkeypatch.setattr(made, "DEFINED", costs)
    words = _words("8月怎么样", None)
    assert "连着至少 12 个月高于去年同期" in words
    for said in ("低于去年同期", "，完成了目标（", "完成得最好", "个售货亭里", "还差"):
        assert said not in words


def test_a_target_is_not_met_by_an_entry_keyed_wrong() -> None:
    def plant(amounts: np.ndarray) -> None:
        amounts[4, (dt.date(2026, 8, 12) - FIRST).days] *= 40  # Elm

    words = _words("Elm 8月怎么样", plant)
    assert "，没有完成目标（8" in words and "，完成了目标" not in words and "请先核对是不是录错" in words
    words = _words("How did Elm do in August?", plant)
    assert "; the target was missed (8" in words and "please check whether it was keyed wrong" in words


def test_who_closed_within_the_time_is_neither_best_nor_worst_by_target() -> None:
    def plant(amounts: np.ndarray) -> None:
        amounts[11, slice((dt.date(2026, 6, 1) - FIRST).days, None)] = np.nan  # Maple

    aims = "DELETE FROM targets WHERE kiosk_id = 11 AND month > '2026-05-31'"
    words = _words("今年怎么样", plant, None, aims)
    assert "11 个售货亭里" in words and "完成得最好的：Linden " in words and "Maple 1" not in words


def test_a_target_that_is_met_after_rounding_alone_is_missed() -> None:
    def aims(month: int) -> str:
        held = "SELECT SUM(amount) / 0.9998 FROM takings WHERE kiosk_id = 10"
        first, after = (f"'2026-0{one}-01'" for one in (month, month + 1))
        wanted = f"({held} AND day >= {first} AND day < {after})"
        return f"UPDATE targets SET amount = {wanted} WHERE kiosk_id = 10 AND month = {first}"

    assert "没有完成目标（99.98 %）" in _words("Linden 8月怎么样", None, None, aims(8))
    words = _words("Linden 8月怎么样", None, None, aims(4))
    assert "连着 4 个月完成了目标" in words


@pytest.mark.parametrize(
    ("question", "compared", "told_of_it"),
    [
        ("2025年简报", False, "数据从 2024-09-01 开始：前面的时间数据不全"),
        ("2024年简报", False, "数据从 2024-09-01 开始，这段时间里更早的日子没有数据"),
        ("8月简报", True, "去年同期"),
    ],
)
def test_a_time_of_which_not_all_has_data_is_compared_with_nothing(
    question: str, compared: bool, told_of_it: str
) -> None:
    """From September 2024 there are data: four months beside a whole year are no growth."""
    words = _words(question, None)
    assert told_of_it in words
    assert ("比去年同期" in words or "同比" in words) is compared
    assert ("没有可比的前期" in words) is not compared


@pytest.mark.parametrize(
    ("question", "told_of_it"),
    [("8月目标完成了吗", "，不算它为 "), ("Did we reach the August target?", ", without it ")],
)
def test_a_target_of_a_month_that_is_over_is_told_without_an_entry_keyed_wrong(
    question: str, told_of_it: str
) -> None:
    def plant(amounts: np.ndarray) -> None:
        amounts[4, (dt.date(2026, 8, 12) - FIRST).days] *= 40  # Elm

    assert told_of_it in _words(question, plant)
    assert told_of_it not in _words(question, None)


@pytest.mark.parametrize(
    ("question", "closed", "pace"),
    [
        ("Maple 今年怎么样", "它只到 2026-05-31 为止", "所定目标已完成"),
        ("How is Maple doing this year?", "It was there until 31 May 2026 only", "of the targets set for it"),
    ],
)
def test_who_closed_within_the_time_is_said_to_have_and_set_beside_no_days_of_it(
    question: str, closed: str, pace: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def plant(amounts: np.ndarray) -> None:
        amounts[11, slice((dt.date(2026, 6, 1) - FIRST).days, None)] = np.nan  # Maple

    with_end = made.TABLES.replace("opened_on DATE)", "opened_on DATE, closed_on DATE)")
    monkeypatch.setattr("tests.unit.analysis.kiosks.TABLES", with_end)
    words = _words(question, plant, None, "UPDATE kiosks SET closed_on = '2026-05-31' WHERE name = 'Maple'")
    assert closed in words and pace in words
    assert not any(one in words for one in ("目标进度", "of the days gone"))
