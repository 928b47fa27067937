"""Growth that holds who opened in between is told without them too, and only where it is another growth."""

import datetime as dt
import sqlite3
from decimal import Decimal

import pytest

from analysis.days_alike import days_looks, ordinary_told
from analysis.like_for_like import BY, by_level, compares_sums, lagging, since_when, without_the_new
from analysis.openings import INSIDE, OPENINGS
from analysis.outcome import Look, Read, Said
from analysis.why.split import Pair
from analysis.words import worded
from config.wording import language_of
from database.result import QueryResult
from query.metric_query import MetricQuery, Window
from tests.unit.analysis.kiosks import desk_of, from_a_day, kiosks, looked, with_one_new
from understanding.metric.answers import MetricAnswers
from understanding.metric.desk import MetricDesk
from understanding.readings import MetricReading

OPENED = dt.date(2026, 3, 2)
AUGUSTS = ("2025-08", "2026-08")


def _query(question: str, desk: MetricDesk) -> MetricQuery:
    found = desk.read(question)
    assert isinstance(found, MetricReading), found
    return found.query


def _sums(database: sqlite3.Connection, condition: str = "TRUE") -> Pair:
    wanted = f"SELECT SUM(amount) FROM takings JOIN kiosks USING (kiosk_id) WHERE day LIKE ? AND {condition}"
    ends = (database.execute(wanted, (f"{one}%",)).fetchone()[0] for one in AUGUSTS)
    then, now = (Decimal(str(round(one, 6))) if one else None for one in ends)
    return Pair(then, now)


def _growth(database: sqlite3.Connection, condition: str) -> float:
    pair = _sums(database, condition)
    assert pair.before is not None
    return float(100 * pair.change / pair.before)


def _told(question: str, shown: dict[str, Pair], database: sqlite3.Connection, answers: MetricAnswers) -> str:
    desk = desk_of(answers, language_of(question))
    query = _query(question, desk)
    assert compares_sums(query, desk)
    read = looked(since_when(query, desk), database, desk)
    read |= looked(by_level(query, read, desk), database, desk)
    said = without_the_new(query, shown, read, desk)
    return worded(said, desk.catalog, desk.language) if said else ""


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("8月收款额同比", "不算新增的Maple（2026-03-02）：{rate:+.1f} %。"),
        ("Takings in August against last year", "Without the new Maple (2 Mar 2026): {rate:+.1f} %."),
    ],
)
def test_a_total_is_told_without_who_is_new(question: str, told: str) -> None:
    database, answers = with_one_new(OPENED)
    rate = _growth(database, "name <> 'Maple'")
    assert _told(question, {"": _sums(database)}, database, answers) == told.format(rate=rate)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("8月Maple收款额同比", "Maple 2026-03-02 才有，对比期（2025 年 8 月）它不是一直都在"),
        ("Takings of Maple in August against last year", "Maple has been there only since 2 Mar 2026"),
    ],
)
def test_of_one_that_is_new_itself_its_day_is_told(question: str, told: str) -> None:
    database, answers = with_one_new(OPENED)
    assert _told(question, {"": _sums(database, "name = 'Maple'")}, database, answers).startswith(told)


@pytest.mark.parametrize(
    "question",
    ["8月收款额同比增长最快的售货亭是哪个", "which kiosk's takings grew fastest in August against last year"],
)
def test_where_the_first_is_new_the_fastest_of_the_rest_is_told(question: str) -> None:
    database, answers = with_one_new(dt.date(2025, 8, 20), from_a_day(OPENED))
    row = "UPDATE takings SET amount = 1 WHERE day = '2025-08-20' AND kiosk_id ="
    database.execute(f"{row} (SELECT kiosk_id FROM kiosks WHERE name = 'Maple')")
    rates = {
        name: _growth(database, f"name = '{name}'")
        for (name,) in database.execute("SELECT name FROM kiosks WHERE name <> 'Maple'").fetchall()
    }
    fastest = max(rates, key=lambda one: rates[one])
    told = _told(question, {"Maple": _sums(database, "name = 'Maple'")}, database, answers)
    assert fastest in told and f"{rates[fastest]:+.1f} %" in told, told


def test_nothing_is_told_where_nobody_is_new_or_another_figure_is_shown() -> None:
    database, answers = with_one_new(dt.date(2020, 1, 1), from_a_day(OPENED))
    assert not _told("8月收款额同比", {"": _sums(database)}, database, answers)
    database, answers = with_one_new(OPENED)
    assert not _told("8月收款额同比", {"": Pair(Decimal(1), Decimal(2))}, database, answers)


@pytest.mark.parametrize("question", ["今年每个月收款额同比", "monthly takings this year against last year"])
def test_each_month_is_told_without_who_is_new_in_it_or_in_its_like_a_year_ago(question: str) -> None:
    database, answers = with_one_new(dt.date(2025, 7, 10))
    of_all = "SELECT SUM(amount) FROM takings WHERE day >= ? AND day < ?"
    ends = [("2025-01-01", "2025-09-23"), ("2026-01-01", "2026-09-23")]
    then, now = (Decimal(str(round(database.execute(of_all, one).fetchone()[0], 6))) for one in ends)
    words = _told(question, {"": Pair(then, now)}, database, answers)
    # Of August it was there in both years, of June in one
    with_it = _growth(database, "TRUE")
    assert f"{with_it:+.1f} %" in words and words.count("%") == 10, words


@pytest.mark.parametrize(
    "question", ["8月笔均金额同比", "今年各售货亭每个月收款额同比", "2025年收款额和2024年相比", "8月收款额"]
)
def test_rates_courses_of_members_and_times_before_the_data_are_not_told_like_for_like(question: str) -> None:
    _, answers = with_one_new(OPENED)
    desk = desk_of(answers, "zh")
    assert not compares_sums(_query(question, desk), desk)


@pytest.mark.parametrize(
    ("question", "says", "least", "most"),
    [
        # The kiosks grow by a tenth a year; a day off brings half as much again
        ("2月收款额同比", "两段时间的节假日不同（9 天和 4 天，春节）", 5, 15),
        ("2月各售货亭收款额同比", "两段时间的节假日不同（9 天和 4 天，春节）", 5, 15),
        ("Takings in February against last year", "Public holidays differ (9 this time, 4 then", 5, 15),
        ("8月收款额同比", "", 0, 0),
    ],
)
def test_times_with_unlike_holidays_are_set_beside_each_other_by_ordinary_days(
    question: str, says: str, least: float, most: float
) -> None:
    database, answers = with_one_new(OPENED)
    desk = desk_of(answers, language_of(question))
    query = _query(question, desk)
    read = looked(since_when(query, desk), database, desk)
    read |= looked(days_looks(query, read, desk), database, desk)
    said = ordinary_told(query, read, desk)
    assert bool(said) is bool(says)
    if said:
        assert says in worded(said, desk.catalog, desk.language)
        assert least < said.params["change"].params["change"].value < most
        assert ("合计" in worded(said, desk.catalog, desk.language)) is bool(query.splits)


@pytest.mark.parametrize(
    ("question", "day"),
    [
        ("9月19日收款额比9月18日增长多少", "2026-09-12"),
        ("9月18日收款额环比", "2026-09-11"),
        ("9月19日收款额和9月12日比", ""),
        ("9月收款额环比", ""),
    ],
)
def test_a_day_beside_another_day_of_the_week_gets_its_own_weekday_beside_it(question: str, day: str) -> None:
    database, answers = kiosks()
    desk = desk_of(answers, language_of(question))
    query = _query(question, desk)
    said = ordinary_told(query, looked(days_looks(query, {}, desk), database, desk), desk)
    assert bool(said) is bool(day)
    if said:
        (then,) = database.execute("SELECT SUM(amount) FROM takings WHERE day = ?", (day,)).fetchone()
        assert float(said.params["value"].value) == pytest.approx(then)


@pytest.mark.parametrize(
    ("elm", "fir", "hazel", "of", "stall", "told"),
    [
        (1005, 1060, 1080, "Elm", 90, True),  # +0.5 %, and +10.4 % of what is left
        (1005, 1060, 1080, "Fir", 90, False),
        (1005, 1010, 1080, "Elm", 90, False),  # one of two
        (1005, 1060, 1080, "Elm", 20, False),  # that is not it
    ],
)
def test_who_alone_lags_for_what_closed_inside_it_is_told_with_that(
    elm: int, fir: int, hazel: int, of: str, stall: int, *, told: bool
) -> None:
    desk = desk_of(kiosks()[1], "en")
    query = MetricQuery(("takings",), windows=tuple(_august(year) for year in (2025, 2026)))
    opened, grown = dt.date(2020, 1, 1), {"Elm": elm, "Fir": fir, "Hazel": hazel}
    rows = {
        OPENINGS: (("kiosk",), [(name, opened, None) for name in grown]),
        INSIDE: (
            ("kiosk", "stall"),
            [(of, "Stall 7", opened, dt.date(2026, 3, 31)), ("Fir", "Stall 2", opened, None)],
        ),
        BY: (("kiosk",), [(name, 1000, now) for name, now in grown.items()]),
        "by_inside": (("stall",), [("Stall 7", stall, None)]),
    }
    read = {
        name: Read(
            Look(name, MetricQuery(("takings",), splits), Said("")),
            QueryResult((), tuple(found), False, 0.0),
            "",
        )
        for name, (splits, found) in rows.items()
    }
    said = lagging(query, read, desk)
    words = worded(said, desk.catalog, "en") if said else ""
    assert bool(said) is told
    assert not told or words.startswith(
        "Elm alone lags on the year (+0.5 %, all others +6.0 % or more), for lack"
    )
    assert not told or words.endswith("Stall 7 (31 Mar 2026); without that it is +10.4 %.")


def _august(year: int) -> Window:
    return Window(dt.date(year, 8, 1), dt.date(year, 9, 1), "month")
