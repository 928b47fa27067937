"""Who began within the times compared is told apart, and what is told without them adds up with them."""

import datetime as dt
import random
import sqlite3
from decimal import Decimal

import numpy as np
import pytest

from analysis.asked import AnalysisAsked
from analysis.briefing.notable import Notable, alike_looks, without_the_new
from analysis.openings import Opening, Openings, lately, openings_look
from analysis.outcome import Read
from analysis.why.split import Pair
from database.result import QueryResult
from query.metric_query import Filter, Window
from tests.unit.analysis.kiosks import FIRST, desk_of, kiosks, told, with_one_new

OPENED = dt.date(2026, 3, 2)
AUGUSTS = ("2025-08", "2026-08")


def _growth(database: sqlite3.Connection, condition: str = "TRUE") -> float:
    wanted = f"SELECT SUM(amount) FROM takings JOIN kiosks USING (kiosk_id) WHERE day LIKE ? AND {condition}"
    then, now = (float(database.execute(wanted, (f"{one}%",)).fetchone()[0]) for one in AUGUSTS)
    return 100 * (now / then - 1)


@pytest.mark.parametrize(
    ("question", "without", "left"),
    [
        ("8月怎么样", "不算新增的Maple（2026-03-02）为 {rate:+.1f} %", "没有列入比较：Maple "),
        ("How did we do in August?", "{rate:+.1f} % excluding the new Maple (2 Mar 2026)", "compared: Maple"),
    ],
)  # fmt: skip
def test_a_briefing_tells_growth_with_and_without_who_is_new(question: str, without: str, left: str) -> None:
    database, answers = with_one_new(OPENED)
    _, words = told(question, database, answers)  # type: ignore[arg-type]
    assert without.format(rate=_growth(database, "name <> 'Maple'")) in words, words
    assert f"{_growth(database):.1f} %" in words and left in words, words


def test_who_is_new_is_known_of_what_says_nothing_of_when_a_member_began() -> None:
    _, answers = with_one_new(OPENED)
    look = openings_look(["tickets"], (Filter("state", ("1",)),), desk_of(answers, "zh"))  # type: ignore[arg-type]
    assert look is not None and look.query.filters == ()


@pytest.mark.parametrize(("now_without", "is_kept"), [(100, False), (140, False), (170, True), (20, False)])
def test_a_move_that_what_is_new_makes_stands_out_of_nobody(now_without: int, is_kept: bool) -> None:
    _, answers = with_one_new(OPENED)
    desk = desk_of(answers, "zh")  # type: ignore[arg-type]
    windows = (
        Window(dt.date(2025, 8, 1), dt.date(2025, 9, 1)),
        Window(dt.date(2026, 8, 1), dt.date(2026, 9, 1)),
    )
    brand = Notable("takings", "kiosk", "Elm", Pair(Decimal(100), Decimal(180)), 9)
    new = Openings("kiosk", (Opening("Maple", OPENED, {}),))
    (look,) = alike_looks([brand], new, windows, AnalysisAsked("briefing", "zh"), desk)
    assert look.query.filters[-1] == Filter("kiosk", ("Maple",), negated=True)
    read = {look.name: Read(look, QueryResult((), ((100, now_without),), False, 0.0), "")}
    assert bool(without_the_new([brand], read)) == is_kept


def test_where_nobody_is_new_nothing_is_said_of_it() -> None:
    database, answers = kiosks()
    assert "新开" not in told("8月怎么样", database, answers)[1]
    database.execute("UPDATE kiosks SET opened_on = '2020-01-01'")
    assert "新开" not in told("8月怎么样", database, answers)[1]
    database.execute("UPDATE kiosks SET opened_on = NULL")


@pytest.mark.parametrize(
    ("ended", "is_left_out"),
    [
        ("2025-07-31", False),  # gone before either: it counts in none
        ("2025-08-20", True),
        ("2026-03-01", True),
        ("2026-08-15", True),
        ("2026-08-31", False),  # open to the end of both
        (None, False),
    ],
)
def test_who_closed_before_the_later_time_ended_is_left_out_and_called_closed(
    ended: str | None, is_left_out: bool
) -> None:
    then, now = (Window(dt.date(year, 8, 1), dt.date(year, 9, 1)) for year in (2025, 2026))
    gone = Opening("North", FIRST, {}, dt.date.fromisoformat(ended) if ended else None)
    found = Openings("area", (gone, Opening("Maple", OPENED, {}))).within(then, now)
    assert found.names == ({"North", "Maple"} if is_left_out else {"Maple"})
    told = found.named()
    assert told.code == ("like.both" if is_left_out else "like.list")


def test_who_was_closed_by_a_day_is_expected_to_have_nothing() -> None:
    found = Openings(
        "area", (Opening("North", FIRST, {}, dt.date(2026, 6, 30)), Opening("Maple", OPENED, {}))
    )
    july = dt.date(2026, 7, 1)
    assert found.had_closed("area", "North", july)
    assert not found.had_closed("area", "North", dt.date(2026, 6, 30))
    assert not found.had_closed("area", "Maple", july)
    assert not found.had_closed("branch", "North", july)


def test_openings_within_two_times_are_those_after_the_first_began() -> None:
    chance = random.Random(7)
    then, now = (
        Window(dt.date(2025, 8, 1), dt.date(2025, 9, 1)),
        Window(dt.date(2026, 8, 1), dt.date(2026, 9, 1)),
    )
    every = tuple(
        Opening(f"m{number}", FIRST + dt.timedelta(chance.randrange(800)), {"branch": f"b{number % 3}"})
        for number in range(60)
    )
    found = Openings("area", every).within(then, now)
    assert {one.name for one in every if then.start < one.day < now.end} == found.names
    by_branch = [found.of("branch", f"b{number}").names for number in range(3)]
    assert frozenset().union(*by_branch) == found.names and sum(map(len, by_branch)) == len(found.names)
    assert all(found.of("area", name).names == {name} for name in found.names)


def test_who_began_of_late_is_named_with_the_day() -> None:
    every = (Opening("Maple", OPENED, {}), Opening("Oak", dt.date(2020, 1, 1), {}, dt.date(2026, 5, 31)))
    _, answers = kiosks()
    found = lately(Openings("kiosk", every), ["takings"], desk_of(answers, "en"))
    assert found.listed() == ("Maple: since 2026-03-02", "Oak: until 2026-05-31")


def _others_fall(amounts: np.ndarray) -> None:
    amounts[11, : (OPENED - FIRST).days] = np.nan
    amounts[:11, -265:] *= 0.72


def test_what_came_and_hides_the_fall_of_all_others_leads_and_no_cut_of_the_rest_is_told() -> None:
    outcome, words = told("今年收款额为什么跌了", *with_one_new(OPENED, _others_fall))
    codes = [one.code for one in outcome.statements]
    assert codes[:2] == ["why.premise_down", "why.alike"]
    assert not any(one.startswith(("why.member", "why.mover", "why.uniform")) for one in codes), words
