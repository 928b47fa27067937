"""Why one member is first of all: its parts beside the mean of the others, or that it is not."""

import datetime as dt
import sqlite3

import numpy as np
import pytest

from analysis.asked import AnalysisAsked, recognise
from tests.unit.analysis.kiosks import FIRST, NAMES, asked, kiosks, told
from understanding.metric.answers import MetricAnswers

MONTH = "2026-08"


@pytest.mark.parametrize(
    ("question", "way"),
    [
        ("为什么8月Maple的收款额最高", "up"),
        ("8月Maple的收款额为什么最多", "up"),
        ("为什么8月Alder的收款额最低", "down"),
        ("为什么8月Alder的收款额最差", "down"),
        ("为什么8月Maple的收款额最好", "up"),
        ("Why does Maple have the most takings in August?", "up"),
        ("Why are takings of Alder the lowest in August?", "down"),
        ("Why is Alder worst in takings in August?", "down"),
    ],
)
def test_which_end_is_asked_about_is_read(question: str, way: str) -> None:
    found = asked(question, kiosks()[1])
    assert isinstance(found, AnalysisAsked) and (found.kind, found.direction) == ("first", way)


@pytest.mark.parametrize(
    ("question", "way"),
    [
        ("Alder的收款额为什么低", "down"),
        ("Maple的收款额为什么这么高", "up"),
        ("why are takings of Alder so low", "down"),
        ("Why are Maple takings so high?", "up"),
    ],
)
def test_a_figure_called_low_or_high_without_a_time_is_set_beside_the_others(question: str, way: str) -> None:
    found = asked(question, kiosks()[1])
    assert isinstance(found, AnalysisAsked) and (found.kind, found.direction) == ("first", way), found


@pytest.mark.parametrize(
    "question",
    [
        "Alder的收款额为什么低了",
        "为什么收款额低",
        "why did takings of Alder go so low",
        "why are takings low",
    ],
)
def test_what_became_low_or_is_of_all_asks_back_for_its_time(question: str) -> None:
    found = asked(question, kiosks()[1])
    assert not isinstance(found, AnalysisAsked) or found.kind != "first", found


@pytest.mark.parametrize(
    "question",
    [
        "为什么收款额跌得最多的是Maple",
        "Why did takings of Maple fall most?",
        "为什么哪个售货亭最高",
        "为什么Maple离目标最差",
    ],
)
def test_who_moved_most_is_another_question(question: str) -> None:
    found = recognise(question)
    assert found is None or found.kind != "first"


@pytest.mark.parametrize(
    "behind", ["为什么会这样", "怎么会这样", "为什么是它", "why is that", "why so", "Why?"]
)
def test_a_why_of_that_is_bare(behind: str) -> None:
    found = recognise(behind)
    assert found is not None and (found.kind, found.rest) == ("why", "")


def test_the_mean_of_the_others_is_told_and_who_is_not_first() -> None:
    database, answers = kiosks()
    sums = dict(
        database.execute(
            "SELECT name, SUM(amount) FROM takings JOIN kiosks USING (kiosk_id) WHERE day LIKE ? "
            "GROUP BY name",
            (f"{MONTH}%",),
        )
    )
    top = max(sums, key=lambda one: sums[one])
    mean = sum(value for name, value in sums.items() if name != top) / (len(sums) - 1)
    _, words = told(f"为什么8月{top}的收款额最高", database, answers)
    assert f"在 {len(sums)} 个售货亭里最高；其余 {len(sums) - 1} 个的平均是" in words, words
    assert f"（+{100 * (sums[top] / mean - 1):.1f} %）" in words, words
    place = sorted(sums, key=lambda one: -sums[one]).index("Gorse") + 1
    assert (
        f"不是最高的：在 {len(sums)} 个售货亭里从高到低排第 {place}"
        in told("为什么8月Gorse的收款额最高", database, answers)[1]
    )


@pytest.mark.parametrize(
    ("question", "way"),
    [
        ("为什么8月Alder的收款额这么低", "down"),
        ("8月Alder的收款额为什么低", "down"),
        ("8月Maple的收款额怎么这么多", "up"),
        ("8月Alder的收款额为什么偏低", "down"),
        ("8月Alder的收款额为什么这么差", "down"),
        ("why are takings of Alder so low in August", "down"),
        ("why is the average sale of Maple so high this year", "up"),
    ],
)
def test_a_state_over_a_time_asks_beside_the_others_and_its_own_usual(question: str, way: str) -> None:
    found = asked(question, kiosks()[1])
    assert isinstance(found, AnalysisAsked) and found.window is not None
    assert (found.kind, found.direction, found.usual) == ("first", way, True)


@pytest.mark.parametrize(
    "question",
    [
        "为什么8月Alder的收款额低了",
        "8月Alder的收款额为什么跌了",
        "8月Alder的收款额为什么变少了",
        "为什么8月Alder的收款额比7月低",
        "8月Alder的收款额为什么比平时低",
        "why did takings of Alder fall in August",
        "why are takings of Alder lower in August",
        "8月收款额为什么这么低",  # of all there are no others
    ],
)
def test_a_change_over_a_time_asks_for_the_change(question: str) -> None:
    found = asked(question, kiosks()[1])
    assert isinstance(found, AnalysisAsked) and found.kind == "why", found


def _halved(amounts: np.ndarray) -> None:  # Gorse is in the middle of all
    amounts[6, (dt.date(2026, 8, 1) - FIRST).days : (dt.date(2026, 9, 1) - FIRST).days] /= 2


def test_its_own_usual_is_told_and_what_its_change_came_from_where_it_lies_off_that() -> None:
    codes = [one.code for one in told("为什么8月Elm的收款额这么低", *kiosks())[0].statements]
    assert codes[0] == "between.first_low_place" and "between.own_usual_days" in codes
    assert not [one for one in codes if one.startswith("why.")]
    codes = [one.code for one in told("为什么8月Gorse的收款额这么低", *kiosks())[0].statements]
    assert codes[0] == "between.first_low_denied" and "between.own_usual_days" in codes
    assert not [one for one in codes if one.startswith("why.")]
    outcome, _ = told("为什么8月Gorse的收款额这么低", *kiosks(_halved))
    codes = [one.code for one in outcome.statements]
    assert codes.index("between.own_usual_days") < codes.index("why.premise_down")
    usual = next(one for one in outcome.statements if one.code == "between.own_usual_days")
    assert -60 < usual.params["rate"].value < -45
    codes = [one.code for one in told("为什么8月Gorse的收款额这么高", *kiosks(_halved))[0].statements]
    assert codes[0] == "between.first_high_denied" and not [one for one in codes if one.startswith("why.")]


def _without_tickets_at(*kiosk: int) -> tuple[sqlite3.Connection, MetricAnswers]:
    database, answers = kiosks.__wrapped__()
    database.executemany(
        "DELETE FROM tickets WHERE kiosk_id = ? AND opened_on LIKE '2026-08%'", [(n,) for n in kiosk]
    )
    return database, answers


@pytest.mark.parametrize(
    ("question", "place"),
    [
        ("8月Maple的工单为什么这么多", "在 12 个"),
        ("Why does Maple have so many tickets in August?", "of 12 kiosks"),
        ("8月Alder的工单数为什么最少", "在 12 个"),
        ("Why are tickets of Alder the lowest in August?", "of 12 kiosks"),
    ],
)
def test_who_had_none_of_what_is_counted_is_one_of_all(question: str, place: str) -> None:
    database, answers = _without_tickets_at(0, 3)
    outcome, words = told(question, database, answers)
    every = database.execute("SELECT COUNT(*) FROM tickets WHERE opened_on LIKE '2026-08%'").fetchone()[0]
    own = database.execute(
        "SELECT COUNT(*) FROM tickets WHERE opened_on LIKE '2026-08%' AND kiosk_id = ?",
        (NAMES.index("Maple" if "Maple" in question else "Alder"),),
    ).fetchone()[0]
    assert place in words, words
    assert float(outcome.statements[0].params["mean"].value) == pytest.approx((every - own) / 11)


def test_who_was_closed_by_then_or_opened_later_is_none_of_all() -> None:
    database, answers = _without_tickets_at(0, 3)
    database.execute("UPDATE kiosks SET opened_on = iif(kiosk_id = 3, '2026-09-02', '2020-01-01')")
    assert "在 11 个" in told("8月Maple的工单为什么这么多", database, answers)[1]
    assert "在 12 个" in told("8月Maple的收款额为什么这么高", database, answers)[1]  # who sold was there


def test_who_had_none_before_is_one_of_those_that_rose() -> None:
    database, answers = _without_tickets_at(0, 3)
    database.executemany(
        "INSERT INTO tickets VALUES (?, 5, '2026-08-11', 1)", [(7000 + n,) for n in range(40)]
    )
    _, words = told("why did tickets of Fir rise in August", database, answers)
    assert "of 12 kiosks there in both times" in words or "Of 12 kiosks there in both times" in words, words
