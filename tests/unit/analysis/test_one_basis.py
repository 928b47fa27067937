"""One answer stands on one basis: entries in doubt as they were likely meant, in all that it tells."""

import datetime as dt
import re
import sqlite3
from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest

from analysis import openings
from analysis.anomaly.looks import Look as Odd
from analysis.anomaly.looks import Span
from analysis.anomaly.parts import part_of
from analysis.asked import AnalysisAsked
from analysis.openings import Opening, Openings
from analysis.outcome import Look, Percent, Read, Said
from analysis.outliers import wanted
from analysis.taken import Taken, taken_of
from analysis.why.split import Pair
from analysis.words import worded
from database.result import QueryResult
from language.calendar import days
from query.metric_query import MetricQuery
from tests.unit.analysis.kiosks import FIRST, desk_of, kiosks, told, with_one_new

OPENED, ENTERED = dt.date(2026, 3, 2), dt.date(2026, 8, 14)
NEW = Openings("depot", (Opening("New", OPENED, {}),))


def _plant(amounts: np.ndarray) -> None:
    amounts[11, : (OPENED - FIRST).days] = np.nan  # Maple, the largest
    amounts[2, (ENTERED - FIRST).days] *= 100  # Cedar


def _growth(database: sqlite3.Connection, now: str, then: str) -> float:
    """Return how much all but Maple grew, with the entry as it was meant."""
    most = "(SELECT MAX(amount) FROM takings)"
    wanted = (
        f"SELECT SUM(CASE WHEN amount = {most} THEN amount / 100 ELSE amount END) FROM takings"
        " JOIN kiosks USING (kiosk_id) WHERE name <> 'Maple' AND day {}"
    )
    ends = [float(database.execute(wanted.format(one)).fetchone()[0]) for one in (now, then)]
    return 100 * (ends[0] / ends[1] - 1)


@pytest.mark.parametrize(
    ("question", "without"),
    [
        ("8月怎么样", "不算新增的Maple（2026-03-02）为 {:+.1f} %"),
        ("How did we do in August?", "{:+.1f} % excluding the new Maple"),
    ],
)
def test_a_briefing_tells_growth_without_who_is_new_with_the_entry_as_meant(
    question: str, without: str
) -> None:
    database, answers = with_one_new(OPENED, _plant)
    outcome, words = told(question, database, answers)  # type: ignore[arg-type]
    growth = _growth(database, "LIKE '2026-08%'", "LIKE '2025-08%'")
    assert words.count(without.format(growth)) == 1, words
    assert [one.code for one in outcome.statements[:2]] == ["briefing.verdict.told", "entries.told"]


def test_a_forecast_tells_growth_without_who_is_new_with_the_entry_as_meant() -> None:
    database, answers = with_one_new(OPENED, _plant)
    _, words = told("takings forecast for October", database, answers)  # type: ignore[arg-type]
    now, then = (
        "BETWEEN '2026-07-29' AND '2026-09-22'",
        "BETWEEN '2025-07-30' AND '2025-09-23'",
    )  # same weekdays
    assert f"{_growth(database, now, then):+.1f} % excluding the new Maple" in words, words


def _taken(*rows: tuple[object, ...]) -> Read:
    look = Look("taken", MetricQuery(("takings",), ("account", "depot")), Said("x"))
    return Read(look, QueryResult((), rows, False, 0.0), "")


PRODUCTS = [(f"account {n}", "Other", 1, 1) for n in range(9)]
OTHERS = [(f"account {n}", "Old", 120, 100) for n in range(20)]


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        ([("a", "New", 90, None), ("a", "Old", None, 80), ("b", "New", 500, None)], (1, Decimal(80))),
        ([("a", "New", 90, None), ("a", "Old", 10, 80)], (1, Decimal(80))),  # moved within the time
        ([("a", "New", 90, None), ("a", "Old", 95, 80)], None),  # others still have most of it
        ([("b", "New", 500, None)], None),  # all its own
        ([("a", "New", 90, None), ("a", "Old", None, 1)], None),  # a trifle
        ([("a", "New", 90, None), ("a", "Old", None, 80), *PRODUCTS], None),  # of both: no customers
    ],
)
def test_whom_a_new_member_took_over_is_known_where_each_has_one_member(
    rows: list[tuple[object, ...]], found: tuple[int, Decimal] | None
) -> None:
    taken = taken_of({"taken": _taken(*OTHERS, *rows)}, NEW)
    assert (None if taken is None else (taken.count, taken.then)) == found
    if taken is not None:
        assert taken.rest == Pair(Decimal(2000), Decimal(2400))


def test_growth_without_who_is_new_is_told_with_whom_it_took_over() -> None:
    desk, who = desk_of(kiosks()[1], "en"), Said("like.list", {"names": ("X",)})
    taken = Taken("takings", "kiosk", 2, Decimal(80), Pair(Decimal(2000), Decimal(2400)))
    said = worded(taken.told(who, None), desk.catalog, "en")
    assert said == "The new X, which took over 2 kiosks that others had then (CNY 80)"
    said = worded(taken.told(who, Percent(Decimal(20), signed=True)), desk.catalog, "en")
    assert said.endswith("(CNY 80; +20.0 % excluding these too)")


@pytest.mark.parametrize(
    ("value", "rows", "is_told"),
    [
        (0, (("Late", 0, 8, 0), ("Leak", 0, 6, 0), ("Odour", 0, 2, 0)), False),  # all fell alike
        (4, (("Late", 0, 14, 0), ("Leak", 3, 6, 0), ("Odour", 1, 2, 0)), True),
    ],
)
def test_of_a_fall_to_nothing_no_kind_is_told_for_its_usual_share(
    value: float, rows: tuple[tuple[object, ...], ...], is_told: bool
) -> None:
    span = Span(dt.date(2026, 8, 1), dt.date(2026, 8, 1) + days(28))
    look = Look("part.0", MetricQuery(("tickets",), ("kind",)), Said("x"))
    one = Odd("tickets", "severity", "High", span, value, value + 5.0, 1.0, 1e-9)
    found = part_of(one, Read(look, QueryResult((), rows, False, 0.0), ""), None)
    assert (found is not None) == is_told


def test_each_of_several_targets_is_told_with_the_entry_in_its_own_figure() -> None:
    database, answers = kiosks(_plant)
    reader = answers.reader
    known = reader.known.catalog.metrics
    aim = replace(
        known["target"],
        name="sales_aim",
        zh="成交笔数目标",
        en="Sales made target",
        unit_zh="笔",
        unit_en="sales",
        synonyms=(),
    )
    catalog = replace(reader.known.catalog, metrics={**known, aim.name: aim}, scorecard=("takings", "sales"))
    answers = replace(answers, reader=replace(reader, known=replace(reader.known, catalog=catalog)))
    outcome, words = told("8月完成目标了吗", database, answers)
    keyed = [one.params["metric"].name for one in outcome.statements if one.code == "entries.told"]
    assert keyed == ["takings", "sales"], words


def test_what_divides_a_sum_is_looked_at_for_entries_right_behind_it() -> None:
    _, answers = kiosks()
    desk = desk_of(answers, "en")
    asked = AnalysisAsked("anomaly", "en", ("takings", "tickets"))
    assert wanted.sums_of(asked, desk) == ["takings", "sales", "tickets"]


def test_who_works_for_us_is_no_level_that_opens() -> None:
    _, answers = kiosks()
    desk = desk_of(answers, "zh")
    assert openings._level(["takings"], (), desk) is not None
    sellers = replace(desk.catalog.dimensions["kiosk"], zh="业务员", en="Salesperson")
    catalog = replace(desk.catalog, dimensions={**desk.catalog.dimensions, "kiosk": sellers})
    known = replace(answers.reader.known, catalog=catalog)
    theirs = replace(desk, answers=replace(answers, reader=replace(answers.reader, known=known)))
    assert openings._level(["takings"], (), theirs) is None


def test_a_rank_is_told_with_the_entry_as_meant() -> None:
    def answer(database: sqlite3.Connection) -> str:
        return told("Maple 8月怎么样", database, answers)[1]

    database, answers = with_one_new(OPENED, _plant)
    place = re.search(r"排第 \d+", answer(database))
    assert place is not None
    database.execute(
        "UPDATE takings SET amount = 100 * amount WHERE day = ?"
        " AND kiosk_id = (SELECT kiosk_id FROM kiosks WHERE name = 'Maple')",
        (ENTERED.isoformat(),),
    )
    words = answer(database)
    assert "录错" in words and re.findall(r"排第 \d+", words) == [place[0]]


def test_whom_an_entry_has_reach_a_target_is_told_as_recorded_and_as_meant() -> None:
    database, answers = kiosks.__wrapped__(_plant)
    database.execute("UPDATE targets SET amount = 1000")
    database.execute("UPDATE targets SET amount = 200000 WHERE kiosk_id = 2")
    outcome, words = told("Which kiosks are behind target in August?", database, answers)
    codes = [one.code for one in outcome.statements]
    assert codes[:3] == ["pace.behind", "entries.told", "entries.recorded"], words
    assert "1 of 12 kiosks missed" in words and "As recorded: All 12 kiosks met" in words
