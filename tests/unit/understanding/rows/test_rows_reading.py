"""Questions for rows, as data: certain, asked back or not read; and words that go both ways."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache, wraps
from typing import Any

import pytest
import sqlglot

from database.dialects import DUCKDB, POSTGRES
from database.rights import Rights
from database.schema import Column
from tests.unit.understanding.rows.rows_rooms import ROOMS, reader_of, today_of, told
from understanding.asked import Asked
from understanding.chart.saturation import Made, Maker, Rule
from understanding.chart.spans import Span
from understanding.rows.frame import RowsQuery
from understanding.rows.plan import plan
from understanding.rows.reader import RowsReader, RowsReading
from understanding.rows.rules import RULES, seeds
from understanding.rows.sql import write
from understanding.rows.verdict import verdict

CASES = [(room, case) for room in ROOMS for case in told(room)["cases"]]
LEAST = 130  # cases that every change is held to
SHUFFLES = 3


def everything(_: str) -> bool:
    """Open every column."""
    return True


def read(room: str, case: dict[str, Any]) -> Any:
    """Return what a case's question comes to."""
    return _read(room, case["ask"], case.get("after"))


@cache
def _read(room: str, asked: str, after: str | None) -> Any:
    return reader_of(room).read(asked, today_of(room), everything, after)


def words(room: str, query: RowsQuery, case: dict[str, Any]) -> str:
    """Return a query said back."""
    return reader_of(room).words(query, case["ask"], today_of(room), everything)


@pytest.mark.parametrize(("room", "case"), CASES, ids=[f"{room}: {case['ask']}" for room, case in CASES])
def test_a_question_is_read_as_written_down(room: str, case: dict[str, Any]) -> None:
    found = read(room, case)
    if "certain" in case:
        assert found.query is not None and words(room, found.query, case) == case["certain"]
    elif "candidate" in case:
        assert [words(room, one, case) for one in found.meant] == case["candidate"]
    else:
        assert (found.query, found.meant, list(found.unread)) == (None, (), case["unread"])


def test_there_are_enough_cases_in_both_languages_and_of_each_verdict() -> None:
    assert len(CASES) >= LEAST
    for verdict_of, least in (("certain", 70), ("candidate", 6), ("unread", 25), ("after", 8)):
        assert sum(verdict_of in case for _, case in CASES) >= least


@pytest.mark.parametrize("room", ROOMS)
def test_every_certain_reading_is_said_back_and_read_again_as_the_same(room: str) -> None:
    reader, today = reader_of(room), today_of(room)
    for case in told(room)["cases"]:
        if "certain" in case:
            query = read(room, case).query
            assert reader.read(case["certain"], today, everything).query == query


@pytest.mark.parametrize("rule", sorted({one.name for one in RULES}))
def test_each_rule_reads_a_case_that_is_not_read_the_same_without_it(rule: str) -> None:
    others = tuple(one for one in RULES if one.name != rule)
    assert any(
        read_by(others, room, case) != whole
        for (room, case), (whole, made) in zip(CASES, by_all_rules(), strict=True)
        if rule in made  # no other case can be read otherwise without it
    )


@lru_cache(maxsize=len(ROOMS))
def reader_by(rules: tuple[Rule, ...], room: str) -> RowsReader:
    """Return what reads a room's questions by some rules, which knows the room's tables from then on."""
    return replace(reader_of(room), rules=rules)


def read_by(rules: Sequence[Rule], room: str, case: dict[str, Any]) -> RowsReading:
    """Return what a case's question comes to by some rules."""
    reader = reader_by(tuple(rules), room)
    return reader.read(case["ask"], today_of(room), everything, case.get("after"))


@cache
def by_all_rules() -> list[tuple[RowsReading, frozenset[str]]]:
    """Return what each case comes to, with the rules that made any part of it."""
    made: set[str] = set()
    noting = tuple(replace(one, make=_noting(one.make, made)) for one in RULES)
    found = []
    for room, case in CASES:
        made.clear()
        found.append((read_by(noting, room, case), frozenset(made)))
    return found


def _noting(make: Maker, made: set[str]) -> Maker:
    @wraps(make)
    def noted(*parts: Span) -> Made:
        value = make(*parts)
        if value is not None:
            made.add(make.__name__)
        return value

    return noted


@pytest.mark.parametrize("room", ROOMS)
def test_rules_in_any_order_read_the_same(room: str) -> None:
    reader, today = reader_of(room), today_of(room)
    shuffled = list(RULES)
    for seed in range(SHUFFLES):
        random.Random(seed).shuffle(shuffled)
        other = replace(reader, rules=tuple(shuffled))
        for case in told(room)["cases"][seed::SHUFFLES]:
            asked = (case["ask"], today, everything, case.get("after"))
            assert other.read(*asked) == reader.read(*asked), case["ask"]


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("dialect", [POSTGRES, DUCKDB], ids=["postgres", "duckdb"])
def test_every_reading_is_one_select_of_the_engine(room: str, dialect: Any) -> None:
    names = reader_of(room).known.names
    for case in told(room)["cases"]:
        if "certain" in case:
            sql = write(plan(read(room, case).query, names), names, dialect, "en", everything)
            (tree,) = sqlglot.parse(sql, dialect=dialect.sqlglot_name)
            assert isinstance(tree, sqlglot.exp.Select)


def sql_of(room: str, question: str, allowed: Any = everything) -> str:
    """Return the SQL of a certain reading."""
    asked = Asked(question, "x", Rights("admin", "x"), today_of(room))
    found = verdict(reader_of(room), asked, allowed, POSTGRES)
    return found.sql if found.verdict == "certain" else ""


def test_the_first_of_an_order_keep_their_ties_and_leave_out_what_has_no_place() -> None:
    assert sql_of("shop", "月薪最高的3个员工") == (
        'SELECT "ranked"."姓名", "ranked"."月薪" FROM '
        '(SELECT "t0"."full_name" AS "姓名", "t0"."salary" AS "月薪", '
        'RANK() OVER (ORDER BY "t0"."salary" DESC NULLS LAST) AS rows_place FROM "employees" AS t0 '
        'WHERE NOT "t0"."salary" IS NULL) AS ranked WHERE ranked.rows_place <= 3 '
        'ORDER BY ranked.rows_place, "ranked"."姓名"'
    )


def test_what_is_excluded_leaves_in_the_rows_that_say_nothing() -> None:
    assert sql_of("fresh", "不是绿源合作社的商品").endswith(
        """WHERE ("t0"."supplier" <> '绿源合作社' OR "t0"."supplier" IS NULL)"""
    )


def test_rows_of_a_defined_word_are_those_its_figure_counts() -> None:
    assert "WHERE (t0.status IN (2, 3))" in sql_of("fresh", "the 5 latest orders")
    assert "IN (2, 3)" not in sql_of("fresh", "上周取消的订单列出来")


@pytest.mark.parametrize("question", ["王芳的电话是多少", "list employees with phone"])
def test_a_column_that_may_not_be_seen_is_not_read(question: str) -> None:
    assert sql_of("shop", question)
    assert not sql_of("shop", question, lambda column: column != "employees.phone")


def test_a_member_of_a_hidden_column_and_a_hidden_table_are_not_read() -> None:
    assert sql_of("shop", "东湖店的员工有谁")
    assert not sql_of("shop", "东湖店的员工有谁", lambda column: column != "shops.name")
    assert not sql_of("shop", "东湖店的员工有谁", lambda column: not column.startswith("shops."))
    assert not sql_of("shop", "列出员工", lambda column: not column.startswith("employees."))


def test_who_stands_above_is_shown_by_name_and_by_none_that_may_not_be_seen() -> None:
    asked = "list employees with their manager"
    assert sql_of("staffing", asked) == (
        'SELECT "t0"."full_name" AS "Full name", "k0"."full_name" AS "Manager" FROM "employees" AS t0 '
        'LEFT JOIN "employees" AS k0 ON "t0"."manager_id" = "k0"."emp_id"'
    )
    assert "k0" not in sql_of("staffing", asked, lambda column: column != "employees.full_name")
    lead = "projects whose delivery lead is Ting Zhao"
    assert """WHERE "k0"."full_name" = 'Ting Zhao'""" in sql_of("staffing", lead)
    assert not sql_of("staffing", lead, lambda column: column != "employees.full_name")


@pytest.mark.parametrize("hidden", ["visits.*", "visits.member_id", "visits.ordered_on"])
def test_rows_without_others_are_not_read_where_these_may_not_be_seen(hidden: str) -> None:
    asked = "members without orders this month"
    assert "NOT EXISTS" in sql_of("studio", asked)
    assert not sql_of("studio", asked, lambda column: column != hidden)


@pytest.mark.parametrize(
    ("room", "question", "many", "time", "which"),
    [
        ("shop", "list the employees hired this year", "employees", ("hired", "this year", "2026-11-21"), ""),
        ("shop", "今年入职的员工有哪些", "员工", ("入职", "今年", "2026-11-21"), ""),
        (
            "shop",
            "list employees hired before 2020",
            "employees",
            ("", "", ""),
            "hired date before 2020-01-01",
        ),
    ],
)
def test_the_sentence_over_rows_says_when_with_the_verb_and_the_questions_own_words(
    room: str, question: str, many: str, time: tuple[str, str, str], which: str
) -> None:
    asked = Asked(question, "x", Rights("admin", "x"), today_of(room))
    found = verdict(reader_of(room), asked, everything, POSTGRES).listed
    assert found is not None and (found.many, found.which) == (many, which)
    assert (found.verb, found.words, str(found.span[1]) if found.span else "") == time


def test_what_a_key_points_at_is_shown_beside_it() -> None:
    question = "list tickets with engineer id"
    assert '"t0"."engineer_id"' in sql_of("solar", question) and '"t1"."name_en"' in sql_of("solar", question)
    hidden = sql_of("solar", question, lambda column: column != "public.staff.name")
    assert '"t0"."engineer_id"' in hidden and "staff" not in hidden


def test_what_codes_mean_is_gathered_for_the_first_question_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    reader, gathered = replace(reader_of("shop")), list[str]()

    def counted(code: str, column: Column) -> Iterator[str]:
        gathered.append(code)
        yield from ()

    monkeypatch.setattr(seeds, "_as_grade", counted)
    reader.read("list orders", today_of("shop"), everything)
    first = len(gathered)
    reader.read("show me the orders", today_of("shop"), everything)
    assert 0 < first == len(gathered)


def test_the_question_before_is_not_read_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    room, case = next((room, one) for room, one in CASES if one.get("after"))
    reader, known, counted = RowsReader(reader_of(room).known), read(room, case), list[str]()
    chart = RowsReader.chart

    def counting(self: RowsReader, question: str, view: Any) -> tuple[Span, ...]:
        counted.append(question)
        return chart(self, question, view)

    monkeypatch.setattr(RowsReader, "chart", counting)
    reader.read(case["after"], today_of(room), everything)
    assert counted and set(counted) == {case["after"]}
    counted.clear()
    assert reader.read(case["ask"], today_of(room), everything, case["after"]) == known
    assert counted and case["after"] not in counted
